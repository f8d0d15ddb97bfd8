/**
 * The pages that the screen in the hall shows in turn, with twelve rows each. They show the standings and, while the round is played, its
 * tables.
 */

import { h, spoken } from "../dom.js";
import { HALL } from "../texts/hall.js";
import { BRACKET, HEADS, PRIZES, SIGNS, STAGES, WALL } from "../texts/tournament.js";
import { byGroup } from "./bygroup.js";
import { coming, isDouble, roundsOf } from "./matches.js";
import { arrow, placeMarked } from "./movement.js";
import { prizesOf, valuesOf, written } from "./sayings.js";

export const ROWS = 12;

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("./seen.js").Named} Named
 * @typedef {Answers["TableResult"] | null} Result
 * @typedef {(() => HTMLElement)[]} Rows
 * @typedef {{kind: string, page: number, pages: number, what: string, caption: string, heads: string[], rows: Rows}} WallPage
 *
 * @typedef {object} Shown
 * @property {Answers["TournamentRound"] | null} round the newest published round; null: there is none
 * @property {Pick<Answers["Standings"], "through" | "version" | "tiebreaks" | "rows">} standings
 * @property {ReadonlyMap<number, number>} before places after the previous round, by entry
 * @property {Answers["TournamentStage"][]} stages
 * @property {Pick<Answers["TournamentBracket"], "matches" | "ahead">} bracket of the knock-out
 */

/**
 * @param {import("./tournament.js").Tournament} tournament
 * @param {Shown} shown
 * @returns {WallPage[]} at least one
 */
export function pagesOf(tournament, { round, standings, before, stages, bracket }) {
  const { current, state } = tournament;
  if (!current) return paged("entered", WALL.entered, ["", HEADS.name, ""], state.entries.filter(({ withdrawn }) => !withdrawn).map((entry) => () => entered(tournament, entry)));
  const played = current.unfinished.length > 0 ? round : null;
  const tables = played ? paged("pairings", WALL.tables(played.round), [HEADS.table, HALL.round(played.round)], [...byGroup(played.tables, (group) => () => groupRow(group), (table) => () => seated(tournament, table)), ...played.sits_out.map((entry) => () => resting(tournament, entry))]) : [];
  const results = standings.through > 1 || current.round > 1 || current.unfinished.length < current.tables;
  if (played && !results) return tables; // nobody has a place yet
  const stage = stages.at(-1);
  const coming = bracket.ahead ? bracketOf(tournament, bracket, 0).slice(0, 1) : [];
  if (stage && stage.groups.length > 1) return [...tables, ...groupsOf(tournament, stage), ...coming];
  const shown = Math.min(standings.tiebreaks.length, 1);
  const heads = ["", "", HEADS.name, HEADS.points, ...standings.tiebreaks.slice(0, shown).map(({ label }) => label)];
  const prizes = prizesOf(state, standings.through);
  const caption = played ? WALL.standings : WALL.standingsAfter(standings.through);
  const places = paged("standings", caption, heads, standings.rows.map((row) => () => placed(tournament, row, shown, prizes, before.get(row.entry))));
  const rounds = bracket.ahead ? [] : bracketOf(tournament, bracket, current.round + Number(played !== null)); // the tables are those of its newest round
  return [...tables, ...rounds, ...places.map((page, at) => (standings.rows[at * ROWS]?.place <= prizes ? { ...page, what: WALL.withLegend(page.what, PRIZES.legend) } : page)), ...coming];
}

/**
 * A page for each group, with the line of the cut.
 * @param {Named} tournament
 * @param {Answers["TournamentStage"]} stage
 */
const groupsOf = (tournament, { groups, tiebreaks }) => groups.flatMap(({ group, line, rows }) => paged(
  `standings group${group}`, STAGES.group(group ?? 0), ["", "", STAGES.group(group ?? 0), HEADS.points, ...tiebreaks.slice(0, 1).map(({ label }) => label)],
  rows.map((row, at) => () => placed(tournament, row, Math.min(tiebreaks.length, 1), 0, undefined, at + 1 === line ? "cut" : null))));

const PLACES = ["third", "fifth", "seventh"];

/**
 * A page for each round of the bracket, from one on, and one for each place that is played for in it.
 * @param {Named} tournament
 * @param {Shown["bracket"]} bracket
 * @param {number} first the first round that is shown
 */
function bracketOf(tournament, { matches, ahead }, first) {
  const named = roundsOf(matches.filter(({ part }) => part === "main"), !isDouble(matches));
  const rounds = [...new Set(matches.map(({ round }) => round))].filter((round) => round >= first).toSorted((one, other) => one - other);
  return rounds.flatMap((round) => {
    const there = matches.filter((match) => match.round === round);
    return ["", ...PLACES].flatMap((place) => {
      const name = BRACKET.parts[place] ?? named.get(round) ?? HALL.round(round);
      const within = there.filter(({ part }) => (place ? part === place : !PLACES.includes(part)));
      return within.length ? paged(`pairings bracket${place}${round}`, name, ["", name], within.map((match) => () => matched(tournament, match, ahead))) : [];
    });
  });
}

/**
 * @param {Named} tournament
 * @param {Answers["BracketMatch"]} match
 * @param {Shown["bracket"]["ahead"]} ahead
 */
function matched(tournament, match, ahead) {
  const { seated, scores, winner } = match;
  return h("tr", { class: winner === null ? null : "in" },
    h("th", { scope: "row" }, match.match),
    h("td", {}, h("div", { class: "sides two" }, match.sides.map((side, at) => {
      const entry = match.moved ? seated[at] : side.entry;
      const score = scores?.[seated.indexOf(entry ?? 0)];
      return h("span", { class: "side" }, fitting(entry ? tournament.name(entry) : coming(side, ahead)),
        h("b", { class: "score" }, score === undefined ? null : written(score), entry && entry === winner ? h("span", { class: "won" }, SIGNS.won(spoken)) : null));
    }))));
}

/**
 * @param {string} kind
 * @param {string} caption
 * @param {string[]} heads
 * @param {Rows} rows
 * @returns {WallPage[]}
 */
function paged(kind, caption, heads, rows) {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS));
  return Array.from({ length: pages }, (_, at) => {
    const first = at * ROWS;
    const last = Math.min(first + ROWS, rows.length);
    const what = pages > 1 ? WALL.part(caption, first + 1, last, rows.length) : caption;
    return { kind, page: at + 1, pages, what, caption, heads, rows: rows.slice(first, last) };
  });
}

/**
 * The table of a page.
 * @param {WallPage} page
 */
export function boardOf({ kind, heads, what, rows }) {
  return h("table", { class: kind },
    h("caption", { class: "spoken" }, what),
    h("thead", {}, h("tr", {}, heads.map((word) => (word ? h("th", { scope: "col" }, fitting(word)) : h("td"))))),
    h("tbody", {}, rows.map((row) => row())));
}

/** @param {...Child} content */
const fitting = (...content) => h("span", { class: "fits" }, content);

/**
 * @param {Named} tournament
 * @param {Answers["TournamentEntry"]} entry
 */
const entered = (tournament, { entry, here }) => h("tr", { class: here ? "in" : null }, h("td", {}, here ? "✓" : ""), h("th", { scope: "row" }, fitting(tournament.name(entry))), h("td", {}, here ? WALL.here : ""));

/** @param {number} group */
const groupRow = (group) => h("tr", { class: "of-group" }, h("td"), h("th", { scope: "rowgroup" }, fitting(STAGES.group(group))));

/**
 * @param {Named} tournament
 * @param {number} entry
 */
const resting = (tournament, entry) => h("tr", {}, h("td", {}, "–"), h("td", {}, fitting(WALL.sitsOut(tournament.name(entry)))));

/**
 * @param {Named} tournament
 * @param {Answers["RoundTable"]} table
 */
function seated(tournament, { table, sides, result }) {
  const two = sides.length === 2;
  return h("tr", { class: result ? "in" : null },
    h("th", { scope: "row" }, table),
    h("td", {}, h("div", { class: two ? "sides two" : "sides" }, two ? sides.map((entries, side) => sideOf(tournament, entries, side, result)) : fitting(sides.flatMap((entries, side) => [side ? " · " : "", tournament.side(entries), scoreOf(result, side)])))));
}

/**
 * @param {Named} tournament
 * @param {number[]} entries
 * @param {number} side its place at the table
 * @param {Result} result
 */
const sideOf = (tournament, entries, side, result) => h("span", { class: "side" }, fitting(tournament.side(entries)), scoreOf(result, side));

/**
 * @param {Result} result
 * @param {number} side
 */
function scoreOf(result, side) {
  if (!result) return null;
  const won = result.winners.includes(side);
  return h("b", { class: "score" }, result.scores && written(result.scores[side]), won ? mark(result) : null);
}

/** @param {Answers["TableResult"]} result */
const mark = ({ winners }) => (winners.length === 1 ? h("span", { class: "won" }, SIGNS.won(spoken)) : h("span", { class: "won" }, SIGNS.drew(spoken)));

/**
 * @param {Named} tournament
 * @param {Pick<Answers["StandingsRow"], "place" | "entry" | "points" | "values">} row
 * @param {number} tiebreaks how many are shown
 * @param {number} prizes how many places have one
 * @param {number | undefined} before
 * @param {string | null} [kind] of the row
 */
const placed = (tournament, { place, entry, points, values }, tiebreaks, prizes, before, kind = null) => h("tr", { class: kind },
  h("td", {}, placeMarked(place, prizes)), h("td", {}, arrow(before, place)), h("th", { scope: "row" }, fitting(tournament.name(entry))), h("td", { class: "points" }, points), valuesOf(values, tiebreaks).map((value) => h("td", { class: "tie" }, value)));

const SIZES = [1, 0.9, 0.8, 0.72, 0.64, 0.5, 0.4];
const SMALLEST_WHOLE = 0.64;

/**
 * Make the text of every `.fits` inside `root` as large as its place allows. A word is broken only if it would become too small to read.
 * @param {HTMLElement} root
 */
export function fit(root) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".fits"))) {
    place.classList.remove("broken");
    if (sized(place, SIZES.filter((size) => size >= SMALLEST_WHOLE))) continue;
    place.classList.add("broken");
    sized(place, SIZES);
  }
}

/**
 * @param {HTMLElement} place
 * @param {number[]} sizes
 */
function sized(place, sizes) {
  return sizes.some((size) => {
    place.style.setProperty("--fit", String(size));
    return place.scrollHeight <= place.clientHeight + 1 && place.scrollWidth <= place.clientWidth + 1;
  });
}
