/** Pairings and standings on paper. The head of each table is repeated on every page: it says which tournament and which round this is. */

import { h } from "../dom.js";
import { dayTime } from "../times.js";
import { PAPER } from "../texts/director.js";
import { HALL } from "../texts/hall.js";
import { HEADS, PRIZES, STAGES } from "../texts/tournament.js";
import { byGroup } from "./bygroup.js";
import { arrow, placeMarked } from "./movement.js";
import { begunBy, inPlay, prizesOf, valuesOf } from "./sayings.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("./tournament.js").Tournament} Tournament
 * @typedef {{round: string, order: string, tables: string}} Wanted what the form says; empty: nothing is chosen
 * @typedef {{sentence: string, sheets: HTMLElement[]}} Printed `sheets`: empty if there is nothing to print
 */

/**
 * @param {Tournament} tournament
 * @param {Wanted} wanted
 * @returns {Promise<Printed>} the pairings of a published round: by table, then by name
 */
export async function pairings(tournament, { round: chosen, order }) {
  const number = Number(chosen) || tournament.current?.round;
  if (!number) return { sentence: PAPER.noRound, sheets: [] };
  /** @type {Answers["TournamentRound"]} */
  const round = await tournament.get(`/rounds/${number}`);
  const lists = [];
  if (order !== "name") lists.push(byTable(tournament, round));
  if (order !== "table") lists.push(byName(tournament, round));
  return { sentence: PAPER.pairings(number), sheets: lists };
}

/**
 * @param {Tournament} tournament
 * @param {Answers["TournamentRound"]} round
 */
function byTable(tournament, { round, tables, sits_out }) {
  const two = tables.every(({ sides }) => sides.length === 2);
  const ofGroup = (/** @type {number} */ group) => h("tr", { class: "of-group" }, h("th", { scope: "rowgroup", colspan: two ? 4 : 3 }, STAGES.group(group)));
  const rows = byGroup(tables, ofGroup, ({ table, sides }) => h("tr", {}, h("th", { scope: "row", class: "number" }, table),
    two ? sides.map((side) => h("td", { class: "side" }, tournament.side(side))) : h("td", { class: "side whole" }, sides.map((side) => h("span", { class: "one-side" }, tournament.side(side)))), h("td", { class: "blank" })));
  const out = sits_out.length ? h("p", { class: "out" }, PAPER.withoutTable((text) => h("b", {}, text), sits_out.map((entry) => tournament.name(entry)))) : null;
  return sheet(PAPER.pairingsByTable(round), list("by-table", headed(tournament, PAPER.pairings(round), PAPER.byTable, two ? 4 : 3), [PAPER.table, ...(two ? ["", ""] : [""]), PAPER.result], rows), out);
}

/**
 * @param {Tournament} tournament
 * @param {Answers["TournamentRound"]} round
 */
function byName(tournament, { round, tables, sits_out }) {
  const seats = tables.flatMap(({ table, sides }) => sides.flatMap((side) => side.flatMap((entry) => seatsOf(tournament, { table, entry, side, sides }))));
  const out = sits_out.flatMap((entry) => people(tournament, entry).map(({ name }) => ({ name, table: "–", others: PAPER.sitsOut(name) })));
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const rows = [...seats, ...out].sort((one, other) => compare(one.name, other.name)).map(({ name, table, others }) =>
    h("tr", {}, h("th", { scope: "row", class: "name" }, name), h("td", { class: "number" }, table), h("td", { class: "others" }, others)));
  return sheet(PAPER.pairingsByName(round), list("by-name", headed(tournament, PAPER.pairings(round), PAPER.byName, 3), [HEADS.name, PAPER.table, PAPER.plays], rows));
}

/**
 * @param {Tournament} tournament
 * @param {{table: number, entry: number, side: number[], sides: number[][]}} seat
 */
function seatsOf(tournament, { table, entry, side, sides }) {
  const beside = side.filter((other) => other !== entry).map((other) => tournament.name(other));
  const against = sides.filter((each) => each !== side).map((each) => tournament.side(each));
  return people(tournament, entry).map(({ name, others }) => ({ name, table, others: PAPER.against([...others, ...beside], against) }));
}

/**
 * Everybody looks for their own name: an entry of two people has two lines, if both names are known.
 * @param {Tournament} tournament
 * @param {number} entry
 * @returns {{name: string, others: string[]}[]}
 */
function people(tournament, entry) {
  const all = tournament.entries.get(entry)?.people_names ?? [];
  const names = all.filter(Boolean);
  if (names.length < 2 || names.length < all.length) return [{ name: tournament.name(entry), others: [] }];
  return names.map((name, at) => ({ name, others: names.filter((_, other) => other !== at) }));
}

/**
 * @param {Tournament} tournament
 * @param {Wanted} wanted
 * @returns {Promise<Printed>} the standings now, or after a round
 */
export async function standings(tournament, { round }) {
  const all = await tournament.standings(round ? `?as_of=${Number(round)}` : "");
  if (!all.rows.length) return { sentence: PAPER.nobody, sheets: [] };
  const before = all.through > 1 ? (await tournament.standings(`?as_of=${all.through - 1}`)).rows : [];
  const places = new Map(before.map(({ entry, place }) => [entry, place]));
  const { state } = tournament;
  const last = begunBy(state, all.through);
  const what = !last ? PAPER.standingsBefore : inPlay(state, last) ? PAPER.standingsDuring(last) : PAPER.standingsAfter(last);
  const prizes = prizesOf(state, all.through);
  const notes = [open(tournament, last), all.rows.some(({ place }) => place <= prizes) && PRIZES.legend];
  const rows = all.rows.map(({ place, entry, points, values }) => h("tr", {},
    h("td", { class: "number" }, placeMarked(place, prizes)), h("td", { class: "move" }, arrow(places.get(entry), place)), h("th", { scope: "row", class: "name" }, tournament.name(entry)),
    h("td", { class: "points" }, points), valuesOf(values, all.tiebreaks.length).map((value) => h("td", { class: "value" }, value))));
  const heads = ["", "", HEADS.name, HEADS.points, ...all.tiebreaks.map(({ label }) => label)];
  return { sentence: what, sheets: [sheet(what, list("places", headed(tournament, what, notes.filter(Boolean).join(" · "), heads.length), heads, rows))] };
}

/**
 * The note for readers of the paper that some results were missing when it was printed.
 * @param {Tournament} tournament
 * @param {number} through
 */
function open(tournament, through) {
  const missing = tournament.state.rounds.filter(({ round, published }) => published && round <= through).reduce((sum, { unfinished }) => sum + unfinished.length, 0);
  return missing ? PAPER.stillMissing(missing) : "";
}

// --- sheets -------------------------------------------------------------------------------------------------------------------------------

/**
 * @param {Tournament} tournament
 * @param {string} what
 * @param {string} more
 * @param {number} columns
 */
const headed = (tournament, what, more, columns) => h("tr", { class: "running" }, h("th", { colspan: columns, scope: "colgroup" },
  h("span", { class: "running-what" }, what, more ? h("small", {}, more) : null), h("span", { class: "running-title" }, tournament.state.title ?? HALL.untitled, " · ", dayTime(Date.now()))));

/**
 * @param {string} kind
 * @param {HTMLElement} running the head that each page repeats
 * @param {string[]} heads
 * @param {HTMLElement[]} rows
 */
const list = (kind, running, heads, rows) => h("table", { class: kind }, h("thead", {}, running, h("tr", {}, heads.map((word) => (word ? h("th", { scope: "col" }, word) : h("td"))))), h("tbody", {}, rows));

/**
 * @param {string} name
 * @param {...Child} content
 */
const sheet = (name, ...content) => h("section", { class: "sheet" }, h("div", { class: "scroll", role: "region", tabindex: 0, "aria-label": name }, content));
