/** What each deal or round brought, with the totals after it: a column for each side, or in a large ring a line for each round. */

import { h, spoken } from "./dom.js";
import { sideSign, sidesOf } from "./felt.js";
import { totalLines } from "./totals.js";
import { DEALS, POINTS, SIDES } from "./texts/table.js";
import { namesOf, plus, signed } from "./texts/words.js";

/**
 * @typedef {import("../../types/dom.js").Child} Child
 * @typedef {import("./gamestate.js").Game} Game
 * @typedef {Game["rounds"][number]} Round
 */

// So many columns have room beside a felt. In a large ring, rounds are many and short: while it plays, the last ones are enough.
const COLUMNS = 4;
const LINES = 8;

/**
 * Whether the rounds of this game are deals.
 * @param {Game} game
 */
export const inDeals = ({ view }) => view.counts === "trick";

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
  const lines = over ? totalLines(rounds, columns, goalOf(game)) : null;
  return [
    lines,
    large ? roundList(game, shown) : table(game, shown, columns),
    earlier ? h("p", { class: "quiet", "data-key": "earlier" }, h("a", { href: `/games/${game.game}/replay` }, game.view.counts === "trick" ? DEALS.earlierDeals : DEALS.earlierRounds)) : null,
  ];
}

/**
 * @param {Game} game
 * @param {readonly Round[]} rounds
 * @param {number[][]} columns
 */
function table(game, rounds, columns) {
  const name = namesOf(game.seats);
  const head = columns.map((seats) => h("th", { scope: "col", colspan: 2, title: SIDES.names(seats.map(name)) },
    h("span", { class: "clip" }, sideSign(seats, game.view), SIDES.short(seats.map(name)))));
  return h("table", { class: "deals", "data-key": "deals" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, inDeals(game) ? DEALS.deal : DEALS.round), head)),
    h("tbody", {}, rounds.map((round) => h("tr", { "data-key": `round-${round.round}` }, h("th", { scope: "row" }, round.round), columns.map(([seat]) => brought(round, seat))))));
}

/**
 * @param {Round} round
 * @param {number} seat
 */
function brought({ points, totals, kept }, seat) {
  const added = points ? plus(points[seat] ?? 0) : [h("span", { "aria-hidden": "true" }, "?"), spoken(DEALS.notKnown)];
  return [
    h("td", { class: "brought" }, withSign(kept[seat], added)),
    h("td", { class: "total" }, totals[seat] === undefined ? null : DEALS.total(signed(totals[seat]), spoken)),
  ];
}

/**
 * @param {Game} game
 * @param {readonly Round[]} rounds
 */
function roundList(game, rounds) {
  const name = namesOf(game.seats);
  const said = (/** @type {Round} */ { points }) => {
    if (!points) return DEALS.notKnown;
    const scored = game.view.order.filter((seat) => points[seat]);
    return scored.length ? POINTS.list(scored.map((seat) => ({ name: name(seat), points: plus(points[seat]) }))) : DEALS.nobody;
  };
  return h("ol", { class: "round-list", role: "list", "data-key": "rounds" }, rounds.map((round) => h("li", { "data-key": `round-${round.round}` }, h("span", { class: "quiet" }, DEALS.numbered(round.round, spoken)), h("span", {}, said(round)))));
}

/**
 * The points, after a sign that says whether the bid was kept.
 * @param {boolean | undefined} kept undefined: nobody can say, or nobody had bid
 * @param {Child} points
 */
function withSign(kept, points) {
  if (kept === undefined) return points;
  const sign = h("span", { class: kept ? "made-sign" : "set-sign", "aria-hidden": "true" }, kept ? "✓" : "✗");
  return kept ? DEALS.made(sign, points, spoken) : DEALS.set(sign, points, spoken);
}

/**
 * The points that win the game; null: its rules name none.
 * @param {Pick<Game, "rules">} game
 */
export const goalOf = ({ rules }) => (typeof rules.target === "number" ? rules.target : null);

/**
 * `to 500`: the points that win the game. Null if its rules name none.
 * @param {Game} game
 */
export function targetOf(game) {
  const goal = goalOf(game);
  return goal === null ? null : DEALS.target(goal);
}
