/** What each deal or round brought, with the totals after it: a column for each side, or in a large ring a line for each round. */

import { h, spoken } from "./dom.js";
import { sideSign, sidesOf } from "./felt.js";
import { totalLines } from "./totals.js";
import { listed, namesOf, plus, signed } from "./texts/words.js";

/**
 * @typedef {import("../../types/dom.js").Child} Child
 * @typedef {import("./gamestate.js").Game} Game
 * @typedef {Game["rounds"][number]} Round
 */

// So many columns have room beside a felt. In a large ring, rounds are many and short: while it plays, the last ones are enough.
const COLUMNS = 4;
const LINES = 8;

/**
 * The word for a round of this game.
 * @param {Game} game
 */
export const roundWord = ({ view }) => (view.counts === "trick" ? "Deal" : "Round");

/**
 * The columns: the seats that share their points, in order of their first seats.
 * @param {Game} game
 * @returns {number[][]}
 */
export const columnsOf = (game) => sidesOf(game)?.map(({ seats }) => seats) ?? game.view.order.map((seat) => [seat]);

/**
 * The rounds that are over; null if none is over. When the game is over, and in a large ring, the newest comes first.
 * @param {Game} game
 * @param {{over?: boolean}} [how] `over`: whether the game is over
 */
export function dealTable(game, { over = false } = {}) {
  const { rounds } = game;
  if (!rounds.length) return null;
  const columns = columnsOf(game);
  const large = columns.length > COLUMNS;
  const shown = over || large ? rounds.toReversed().slice(0, over ? rounds.length : LINES) : rounds;
  const earlier = shown.length < rounds.length || rounds[0].round > 1;
  const lines = over ? totalLines(rounds, columns, typeof game.rules.target === "number" ? game.rules.target : null) : null;
  return [
    lines,
    large ? roundList(game, shown) : table(game, shown, columns),
    earlier ? h("p", { class: "quiet", "data-key": "earlier" }, h("a", { href: `/games/${game.game}/replay` }, `Earlier ${roundWord(game).toLowerCase()}s`)) : null,
  ];
}

/**
 * @param {Game} game
 * @param {readonly Round[]} rounds
 * @param {number[][]} columns
 */
function table(game, rounds, columns) {
  const name = namesOf(game.seats);
  const head = columns.map((seats) => h("th", { scope: "col", colspan: 2, title: listed(seats.map(name)) },
    h("span", { class: "clip" }, sideSign(seats, game.view), seats.map(name).join(" & "))));
  return h("table", { class: "deals", "data-key": "deals" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, roundWord(game)), head)),
    h("tbody", {}, rounds.map((round) => h("tr", { "data-key": `round-${round.round}` }, h("th", { scope: "row" }, round.round), columns.map(([seat]) => brought(round, seat))))));
}

/**
 * @param {Round} round
 * @param {number} seat
 */
function brought({ points, totals, kept }, seat) {
  return [
    h("td", { class: "brought" }, sign(kept[seat]), points ? plus(points[seat] ?? 0) : [h("span", { "aria-hidden": "true" }, "?"), spoken("not known")]),
    h("td", { class: "total" }, totals[seat] === undefined ? null : [spoken("total "), signed(totals[seat])]),
  ];
}

/**
 * @param {Game} game
 * @param {readonly Round[]} rounds
 */
function roundList(game, rounds) {
  const name = namesOf(game.seats);
  const said = (/** @type {Round} */ { points }) => {
    if (!points) return "not known";
    const scored = game.view.order.filter((seat) => points[seat]);
    return scored.map((seat) => `${name(seat)} ${plus(points[seat])}`).join(", ") || "nobody";
  };
  return h("ol", { class: "round-list", role: "list", "data-key": "rounds" }, rounds.map((round) => h("li", { "data-key": `round-${round.round}` }, h("span", { class: "quiet" }, spoken("Round "), round.round), h("span", {}, said(round)))));
}

/**
 * Whether a bid was kept. Null if nobody can say, or nobody had bid.
 * @param {boolean | undefined} kept
 */
function sign(kept) {
  if (kept === undefined) return null;
  return [h("span", { class: kept ? "made-sign" : "set-sign", "aria-hidden": "true" }, kept ? "✓" : "✗"), spoken(kept ? "made, " : "set, "), " "];
}

/**
 * `to 500`: the points that win the game. Null if its rules name none.
 * @param {Game} game
 */
export function targetOf({ rules }) {
  return typeof rules.target === "number" ? `to ${rules.target}` : null;
}
