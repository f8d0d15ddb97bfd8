/** Draws the state of the page of standings. */

import { byId, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { once } from "../once.js";
import { FINDER, KINDS, STANDINGS } from "../texts/tournament.js";
import { explained } from "./explained.js";
import { tableOfStandings, tableOfTallies } from "./lists.js";
import { correction, glided } from "./movement.js";
import { announced, newsFace, said } from "./news.js";
import { paged, partOf } from "./pager.js";
import { past } from "./past.js";
import { Progress } from "./progress.js";
import { RoundClock } from "./roundclock.js";
import { finder, happening, kindOf, reached } from "./sayings.js";
import { alike } from "./standingsstate.js";

/**
 * @typedef {import("./standingsstate.js").State} State
 * @typedef {import("./standingsstate.js").Choice} Choice
 *
 * @typedef {object} Acts what the visitor can do
 * @property {(choice: Partial<Choice>) => Promise<void>} choose
 * @property {(letters: string) => Promise<void>} search
 * @property {(entry: number) => Promise<void>} turn
 * @property {(open: boolean) => Promise<void>} unfold
 */

const FEW = 12;

/**
 * @param {import("../servertime.js").ServerTime} time
 * @param {Acts} acts
 * @returns {(state: State, former: State | null) => void} draws; rows that a change has moved glide
 */
export function view(time, acts) {
  listen(acts);
  const clock = new RoundClock(byId("clock"), time, newsFace);
  const progress = new Progress(byId("progress"));
  return (state, former) => {
    const { seen, reading, lines } = state;
    clock.show(seen.current);
    const change = former !== null && former.reading !== reading && alike(former.reading.choice, reading.choice);
    if (change) glided(byId("rows"), () => draw(state));
    else draw(state);
    if (former && former.lines !== lines) progress.show(lines, (entry) => seen.name(entry));
  };
}

/** @param {Acts} acts */
function listen({ choose, search, turn, unfold }) {
  const chosen = (/** @type {HTMLElement} */ button, /** @type {Partial<Choice>} */ choice) => once(button, () => choose(choice), byId("trouble"));
  on(byId("main"), {
    why: (button) => turn(Number(button.dataset.entry)).catch(failed),
    page: (button) => chosen(button, { page: Number(button.dataset.page) }).then(() => byId("table-title").scrollIntoView({ block: "start" })),
    list: (button) => chosen(button, { list: /** @type {Choice["list"]} */ (button.dataset.list) }),
    known: (button) => chosen(button, { past: button.dataset.query }),
  });
  const typed = (/** @type {Event} */ { target }) => /** @type {HTMLInputElement} */ (target).value;
  byId("after").addEventListener("change", (event) => choose({ past: typed(event) }).catch(failed));
  byId("find").addEventListener("input", (event) => search(typed(event)).catch(failed));
  byId("progress").addEventListener("toggle", ({ target }) => unfold(/** @type {HTMLDetailsElement} */ (target).open).catch(failed));
}

/** @param {State} state */
function draw(state) {
  const { seen, choice, reading, letters, moved } = state;
  const { entries, announcements } = seen.state;
  said(happening(seen, reading.best));
  announced(byId("announced"), announcements);
  byId("empty").hidden = entries.length > 0;
  byId("standings").hidden = !entries.length;
  byId("finder").hidden = entries.length <= FEW;
  past({ state: seen.state, body: reading.body, best: reading.best, query: choice.past });
  lists(state);
  const found = letters ? finder(seen, letters) : () => true;
  if (reading.choice.list === "entries") places(state, found);
  else tallies(state, found);
  redraw(byId("moved"), moved && correction(moved.tables, moved.rows, (entry) => seen.name(entry)));
  byId("progress").hidden = reached(seen.state, reading.best.through) < 1;
  byId("files").hidden = !entries.length;
  byId("json").hidden = !seen.may("record");
}

/**
 * @param {State} state
 * @param {(entry: number) => boolean} found
 */
function places({ seen, reading, before, open, why, letters }, found) {
  const rows = reading.rows.filter(({ entry }) => found(entry)).slice(0, 100);
  const { tiebreaks, pages, total } = reading.body;
  const labels = new Map(tiebreaks.map(({ name, label }) => [name, label]));
  const because = (/** @type {number} */ entry) => {
    const known = why.get(entry);
    if (!known) return h("span", { class: "skeleton block" });
    return "problem" in known ? h("p", { class: "error" }, known.problem.message) : explained(seen, { ...known, labels });
  };
  redraw(byId("levels"), STANDINGS.levels(tiebreaks.map(({ label }) => label)));
  tableOfStandings({ tournament: seen, through: reading.body.through, tiebreaks, rows, before, open, why: because });
  counted(letters, rows.length);
  paged(byId("pages"), { page: reading.choice.page, pages: letters ? 1 : pages, total });
}

/**
 * @param {State} state
 * @param {(entry: number) => boolean} found
 */
function tallies({ reading, letters }, found) {
  const { list, page } = reading.choice;
  redraw(byId("levels"), STANDINGS.levelTallies);
  const rows = reading.tallies.filter((row) => row.entries.some(found));
  tableOfTallies(partOf(rows, page), list === "pairs" ? list : "people");
  counted(letters, rows.length);
  paged(byId("pages"), { page, pages: Math.ceil(rows.length / 100), total: rows.length });
}

/**
 * @param {string} letters
 * @param {number} number
 */
const counted = (letters, number) => redraw(byId("count"), letters && (number ? FINDER.found(number) : FINDER.none));

/**
 * Buttons for the lists. There is a list of pairs if partners change, and a list of people if an entry has several people.
 * @param {State} state
 */
function lists({ seen, choice }) {
  const kind = kindOf(seen.state);
  const teams = kind !== "player";
  const pairs = !teams && Number(seen.state.settings.partners) > 1;
  byId("lists").hidden = !(teams || pairs);
  const ways = [["entries", KINDS[kind].all], ...(teams ? [["people", STANDINGS.people]] : []), ...(pairs ? [["pairs", STANDINGS.pairs]] : [])];
  redraw(byId("lists"), ways.map(([list, word]) => h("button", { type: "button", class: "slim", "data-do": "list", "data-list": list, "aria-pressed": String(choice.list === list) }, word)));
}
