/** Explains why an entry has its place: first the result of each round, then each value with the rounds that were added up. */

import { h, spoken } from "../dom.js";
import { EXPLAINED, HEADS, NUMBERED, WHY_COUNTED, WHY_LEFT_OUT } from "../texts/tournament.js";
import { metBy, resultOf, written } from "./sayings.js";

/**
 * @typedef {import("../../../types/api.js").components["schemas"]} Answers
 * @typedef {{place: Answers["EntryPlace"], row: Answers["CrossTableRow"] | null} | {problem: Error}} Explanation what is known about a place, or
 *   why it is not known
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {import("./seen.js").Named} Named
 * @typedef {Answers["Explained"]} Value
 * @typedef {Answers["Summand"]} Summand
 * @typedef {ReadonlyMap<string, string>} Labels the words for tie-breaks, by name
 */

const COMPARED = new Set(["met", "not met"]);

/**
 * The elements that explain a place.
 * @param {import("./seen.js").Seen} tournament
 * @param {{place: Answers["EntryPlace"], row: Answers["CrossTableRow"] | null, labels: Labels}} known `row`: null if it is not known
 * @returns {HTMLElement[]}
 */
export function explained(tournament, { place, row, labels }) {
  const [points, ...rest] = place.values;
  const added = points.contributions.filter(({ why }) => why === "adjusted" || why === "carried");
  const from = place.stage === null ? [] : [h("p", { class: "quiet" }, EXPLAINED.stage(place.stage, place.group, place.together))];
  if (!row) return [...from, sumsOf(tournament, [points, ...rest], new Map([...labels, ["points", HEADS.points]]))];
  const counted = new Set(points.contributions.map(({ round }) => round));
  const cells = place.stage === null ? row.cells : row.cells.filter((cell) => cell && counted.has(cell.round));
  return [...from, roundsTable(tournament, { ...row, cells }, points, added), sumsOf(tournament, rest, labels)];
}

/**
 * Each value with the rounds that were added up.
 * @param {Named} tournament
 * @param {Value[]} values
 * @param {Labels} labels
 */
export const sumsOf = (tournament, values, labels) => h("ul", { class: "sums", role: "list" }, values.map((value) => sumOf(tournament, value, labels)));

/**
 * Read what `explained` needs. If the query has `known_at`, `row` is null, because the server makes no cross table of an earlier version.
 * @param {import("./tournament.js").Tournament} tournament
 * @param {number} entry
 * @param {string} [query] such as `?as_of=3`
 * @returns {Promise<{place: Answers["EntryPlace"], row: Answers["CrossTableRow"] | null}>}
 */
export async function explanation(tournament, entry, query = "") {
  const joined = query ? `${query}&entry=${entry}` : `?entry=${entry}`;
  const crossed = query.includes("known_at") ? null : tournament.get(`/crosstable${joined}`);
  const [place, table] = await Promise.all([tournament.get(`/standings/${entry}${query}`), crossed]);
  return { place, row: table?.rows[0] ?? null };
}

/**
 * A table of the rounds of one entry.
 * @param {import("./seen.js").Seen} tournament
 * @param {Answers["CrossTableRow"]} row
 * @param {Value} points
 * @param {Summand[]} added points that the director added
 */
function roundsTable(tournament, row, points, added) {
  const head = [[h("span", { "aria-hidden": "true" }, "#"), spoken(HEADS.round)], EXPLAINED.against, EXPLAINED.result, HEADS.points];
  const summary = (/** @type {Child} */ round, /** @type {Child} */ words, /** @type {string} */ value) => h("tr", {}, h("td", {}, round), h("th", { scope: "row", class: "name" }, words), h("td", {}), h("td", { class: "points" }, written(value)));
  return h("div", { class: "scroll", role: "region", "aria-label": EXPLAINED.rounds, tabindex: 0 },
    h("table", { class: "numbers rounds-table" },
      h("thead", {}, h("tr", {}, head.map((word, column) => h("th", { scope: "col", class: ["", "name", "words", ""][column] || null }, word)))),
      h("tbody", {}, row.cells.filter(Boolean).map((cell) => h("tr", {},
        h("th", { scope: "row" }, cell.round), h("td", { class: "name" }, metBy(tournament, cell) || "–"), h("td", { class: "words" }, resultOf(tournament, cell)),
        h("td", { class: "points" }, cell.kind === "open" ? "–" : cell.points)))),
      h("tfoot", {}, added.map((part) => summary(part.round ?? "", part.why === "carried" ? EXPLAINED.carried : EXPLAINED.byDirector, part.value)), summary("", EXPLAINED.together, points.total))));
}

/**
 * For example `Buchholz 14 = 6 (round 1, Ben) + 8 (round 2, Carla)`, and then the values that were left out, each with the reason.
 * @param {Named} tournament
 * @param {Value} value
 * @param {Labels} labels
 */
function sumOf(tournament, { name, total, contributions }, labels) {
  const counting = contributions.filter(({ counts }) => counts);
  const left = contributions.filter(({ counts }) => !counts);
  return h("li", {},
    h("b", {}, EXPLAINED.sum(labels.get(name) ?? name, written(total))),
    counting.length ? h("span", { class: "terms" }, counting.map((part, place) => [sign(part, place), term(tournament, part, place > 0)])) : h("span", { class: "quiet" }, " ", empty(name)),
    left.length ? h("span", { class: "left-out quiet" }, left.map((part) => h("span", {}, h(COMPARED.has(part.why) ? "span" : "s", {}, term(tournament, part)), " ", WHY_LEFT_OUT[part.why] ?? EXPLAINED.notCounted))) : null);
}

/** @param {string} name */
const empty = (name) => (name === "head-to-head" ? EXPLAINED.nobodyLevel : EXPLAINED.nothing);

/**
 * @param {Summand} part
 * @param {number} place
 */
const sign = ({ value }, place) => (place === 0 ? " = " : String(value).startsWith("-") ? " − " : " + ");

/**
 * @param {Named} tournament
 * @param {Summand} part
 * @param {boolean} [bare] leave out the minus sign, because it already stands between the terms
 */
function term(tournament, { round, opponent, value, why }, bare = false) {
  const words = [round === null ? "" : NUMBERED.round(round), opponent === null ? "" : tournament.name(opponent), WHY_COUNTED[why] ?? ""].filter(Boolean);
  return h("span", { class: "term" }, bare ? written(value).replace("−", "") : written(value), words.length ? h("small", {}, " ", EXPLAINED.from(words)) : null);
}
