/** The page of practice tables: one tap on a game opens a table, and its page. */

import { call } from "./api.js";
import { byId, h, on, redraw } from "./dom.js";
import { lastGames, lastWords, PRACTICE, remember } from "./lastgame.js";
import { pathOf } from "./links.js";
import { once } from "./once.js";
import { PRACTICE_TABLES } from "./texts/pages.js";

const NAMES = PRACTICE_TABLES.names;
const USUAL = 4;
const USUAL_NAMES = NAMES.slice(0, USUAL).join(", ");

function begin() {
  byId("players", "input").value = USUAL_NAMES;
  const [last] = lastGames(PRACTICE);
  /** @type {HTMLElement | null} */
  const known = last && document.querySelector(`[data-system="${CSS.escape(last.system)}"]`);
  if (known) redraw(/** @type {Element} */ (byId("last").firstElementChild), h("b", {}, PRACTICE_TABLES.again), " ", h("span", {}, lastWords(last)));
  byId("last").hidden = !known;
  on(byId("main"), {
    start: (tile) => once(tile, () => start(tile, seatsFor(tile)), byId("told")),
    again: (tile) => known && once(tile, () => start(known, last.seats), byId("told")),
  });
}

/**
 * The names for a game: as typed; or as many of our own as the game usually has, if nobody typed any.
 * @param {HTMLElement} tile
 */
function seatsFor({ dataset }) {
  const [least, most] = [Number(dataset.least), Number(dataset.most)];
  const typed = byId("players", "input").value.trim();
  if (typed === USUAL_NAMES || !typed) return NAMES.slice(0, Math.min(Math.max(USUAL, least), most));
  const names = typed.split(",").map((name) => name.trim());
  return [...names, ...Array(Math.max(0, least - names.length)).fill("")];
}

/**
 * @param {HTMLElement} tile
 * @param {string[]} seats
 */
async function start(tile, seats) {
  const { system = "", most } = tile.dataset;
  const name = tile.querySelector("b")?.textContent ?? "";
  if (seats.length > Number(most)) throw new Error(PRACTICE_TABLES.tooMany(name, Number(most), seats.length));
  const offset = -new Date().getTimezoneOffset();
  const { body } = await call("POST", "/practice", { body: { system, seats: seats.map((each) => (each ? { name: each } : {})), offset } });
  remember(PRACTICE, { system, name, seats });
  location.assign(body.signed_in ? `/games/${body.game}` : pathOf(body.link));
}

begin();
