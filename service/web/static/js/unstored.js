/**
 * On every page: what this device has recorded and the server has not stored yet, with a link to the game. It is also sent from here. A desk does
 * so itself, for its game.
 */

import { byId, h, on, redraw } from "./dom.js";
import { waitingGames } from "./keep.js";
import { Outbox } from "./outbox.js";
import { UNSTORED } from "./texts/words.js";

/** @type {Map<string, Outbox>} by game */
const boxes = new Map();
const place = h("aside", { id: "unstored", "aria-label": UNSTORED.title, "aria-live": "polite" });

function begin() {
  const main = byId("main");
  if ("anonymous" in document.body.dataset || !main) return;
  main.before(place);
  for (const [game, { name }] of Object.entries(waitingGames())) {
    const open = () => boxes.set(game, new Outbox(game, { changed: draw, stored: draw }, name));
    if (game === main.dataset.game && "desk" in main.dataset) whenWithoutDesk(main, open);
    else open();
  }
  on(place, { retry: (button) => { const box = boxes.get(button.dataset.game ?? ""); if (box?.trouble) box.again(); else box?.send(); } });
}

/**
 * Do this when it turns out that the visitor has no desk on this page.
 * @param {HTMLElement} main
 * @param {() => void} work
 */
function whenWithoutDesk(main, work) {
  new MutationObserver((_, observer) => {
    observer.disconnect();
    work();
  }).observe(main, { attributeFilter: ["data-desk"] });
}

function draw() {
  redraw(place, [...boxes.values()].filter(({ waiting }) => waiting).map(({ game, name, waiting }) => h("p", { class: "notice bad", "data-key": game },
    h("span", {}, UNSTORED.acts(waiting, h("a", { href: `/games/${game}` }, name || game))),
    h("button", { type: "button", class: "slim", "data-do": "retry", "data-game": game }, UNSTORED.sendNow))));
}

begin();
