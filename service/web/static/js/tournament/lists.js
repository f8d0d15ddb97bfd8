/** The tables of the standings page: a table of entries, whose rows can be opened, and a table of people or pairs. */

import { byId, h, redraw, spoken } from "../dom.js";
import { LISTS } from "../texts/hall.js";
import { HEADS, PRIZES } from "../texts/tournament.js";
import { arrow, placeMarked } from "./movement.js";
import { prizesOf, valuesOf } from "./sayings.js";

/**
 * @typedef {import("../../../types/api.js").components["schemas"]} Answers
 * @typedef {import("./seen.js").Seen} Seen
 */

/**
 * @param {{tournament: Seen, through: number, tiebreaks: {name: string, label: string}[], rows: Answers["StandingsRow"][], before: ReadonlyMap<number, number>,
 *   open?: ReadonlySet<number>, why?: (entry: number) => import("../../../types/dom.js").Child}} what `through`: the last round that counts; `before`: places after the previous round; `why`: what an open row
 *   shows; without it rows cannot be opened
 */
export function tableOfStandings({ tournament, through, tiebreaks, rows, before, open = new Set(), why }) {
  redraw(byId("head"), h("tr", {}, placeHead(), h("th", { scope: "col", class: "name stays second" }, HEADS.name), heads([HEADS.points, ...tiebreaks.map(({ label }) => label)])));
  const columns = 3 + tiebreaks.length;
  const prizes = prizesOf(tournament.state, through);
  redraw(byId("prized"), rows.some(({ place }) => place <= prizes) && PRIZES.legend);
  redraw(byId("rows"), rows.flatMap((row) => [
    line(tournament, row, tiebreaks.length, prizes, before, why && open.has(row.entry)),
    why && open.has(row.entry) ? h("tr", { class: "why", "data-key": `why${row.entry}` }, h("td", { colspan: columns }, h("div", { class: "why-body", id: `why-${row.entry}` }, card(tournament, row.entry), why(row.entry)))) : null,
  ]));
}

const placeHead = () => h("th", { scope: "col", class: "stays place" }, h("span", { "aria-hidden": "true" }, "#"), spoken(HEADS.place));

/** @param {string[]} words */
const heads = (words) => words.map((word) => h("th", { scope: "col" }, h("span", { class: "head" }, word)));

/**
 * @param {Seen} tournament
 * @param {Answers["StandingsRow"]} row
 * @param {number} tiebreaks how many there are
 * @param {number} prizes how many places have one
 * @param {ReadonlyMap<number, number>} before
 * @param {boolean} [isOpen] undefined: the row cannot be opened
 */
function line(tournament, { place, entry, points, values }, tiebreaks, prizes, before, isOpen) {
  const name = tournament.name(entry);
  const called = [h("span", { class: "called", title: name }, name), gone(tournament, entry)];
  return h("tr", { "data-key": `e${entry}`, class: isOpen ? "opened" : null },
    h("td", { class: "stays place" }, h("b", {}, placeMarked(place, prizes)), arrow(before.get(entry), place)),
    h("th", { scope: "row", class: "name stays second" },
      isOpen === undefined ? called : h("button", { type: "button", class: "opens", "data-do": "why", "data-entry": entry, "aria-expanded": String(isOpen), "aria-controls": isOpen ? `why-${entry}` : null }, called)),
    h("td", { class: "points" }, points), valuesOf(values, tiebreaks).map((value) => h("td", {}, value)));
}

/**
 * @param {Seen} tournament
 * @param {number} entry
 */
const gone = (tournament, entry) => (tournament.entries.get(entry)?.withdrawn ? h("small", { class: "quiet" }, LISTS.left) : null);

/**
 * @param {Seen} tournament
 * @param {number} entry
 */
const card = (tournament, entry) => h("p", { class: "why-head" }, h("b", {}, tournament.name(entry)), h("a", { class: "button slim", href: `/tournaments/${tournament.id}/entries/${entry}` }, LISTS.openCard(spoken, tournament.name(entry))));

/**
 * @param {(Answers["PersonTally"] | Answers["PairTally"])[]} rows
 * @param {"people" | "pairs"} kind
 */
export function tableOfTallies(rows, kind) {
  redraw(byId("prized"));
  redraw(byId("head"), h("tr", {}, placeHead(), h("th", { scope: "col", class: "name stays second" }, kind === "people" ? LISTS.person : LISTS.pair), heads([HEADS.points, LISTS.played, LISTS.won, LISTS.drawn, LISTS.lost, LISTS.scores])));
  redraw(byId("rows"), rows.map((row) => h("tr", { "data-key": `t${"person" in row ? row.person : row.entries.join("-")}` },
    h("td", { class: "stays place" }, h("b", {}, row.place)),
    h("th", { scope: "row", class: "name stays second" }, h("span", {}, "person" in row ? (row.name ?? LISTS.unnamed) : LISTS.pairNames(row.names.map((name) => name ?? LISTS.unnamed)))),
    h("td", { class: "points" }, row.points), [row.rounds, row.wins, row.draws, row.losses].map((number) => h("td", {}, number)),
    h("td", {}, LISTS.score(spoken, row.score, h("span", { "aria-hidden": "true" }, " : "), row.against)))));
}
