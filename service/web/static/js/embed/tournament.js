/** The standings of a tournament in a frame on another site. */

import { get } from "../api.js";
import { byId, on, redraw } from "../dom.js";
import { tableOfStandings } from "../tournament/lists.js";
import { paged } from "../tournament/pager.js";
import { happening } from "../tournament/sayings.js";
import { Seen } from "../tournament/seen.js";
import { closed, look } from "./look.js";

/**
 * @typedef {import("../tournament/seen.js").State} State
 * @typedef {import("../tournament/seen.js").Answers["Standings"]} Standings
 */

const EVERY = 15_000;

const { tournament: id = "" } = byId("main").dataset;
let page = 1;

/** @returns {Promise<[State, Standings, Standings]>} the tournament, the page of its standings, and their first page */
async function read() {
  const standings = (/** @type {number} */ number) => get(`/tournaments/${id}/standings?page=${number}`);
  const [state, shown, best] = await Promise.all([get(`/tournaments/${id}`), standings(page), page > 1 ? standings(1) : null]);
  return [state, shown, best ?? shown];
}

/** @param {[State, Standings, Standings]} answer */
function draw([state, shown, best]) {
  const seen = new Seen(id, state, { scopes: [] });
  redraw(byId("said"), happening(seen, best));
  tableOfStandings({ tournament: seen, through: shown.through, tiebreaks: shown.tiebreaks, rows: shown.rows, before: new Map() });
  paged(byId("pages"), { page, pages: shown.pages, total: shown.total });
}

on(byId("main"), {
  page: (button) => {
    page = Number(button.dataset.page);
    read().then(draw).catch(closed);
  },
});
look(read, draw, EVERY).catch(closed);
