/** The page in place of one that is not on this device: it lists the games that are. */

import { byId, h, redraw } from "./dom.js";
import { capital, listed, namesOf, stateLabel } from "./texts/words.js";

// Each game has a cache of this name, followed by the path of its page (sw.js).
const DATA = "data:";

/** @returns {Promise<import("./gamestate.js").Game[]>} */
async function kept() {
  const names = (await caches.keys()).filter((name) => name.startsWith(DATA));
  const answers = await Promise.all(names.map((name) => caches.match(`/api/v1${name.slice(DATA.length)}`, { cacheName: name, ignoreVary: true })));
  return Promise.all(answers.flatMap((answer) => answer?.json() ?? []));
}

/** @param {import("./gamestate.js").Game} game */
function line({ game, title, seats, view, state }) {
  const name = namesOf(seats);
  return h("li", { "data-key": game },
    h("span", { class: "what" }, h("a", { href: `/games/${game}` }, title || listed(view.order.map(name))), h("span", { class: "quiet" }, capital(stateLabel(state)))));
}

async function begin() {
  const games = await kept();
  redraw(byId("kept"), games.map(line));
  byId("none").hidden = games.length > 0;
}

addEventListener("online", () => location.reload());
begin();
