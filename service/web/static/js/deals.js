/**
 * What each deal or round brought, with the totals after it: a column for each side. On the page of a game a large ring has a line for each
 * round instead; in a replay each round leads to the step at which it begins.
 */

import { dotted, h, spoken } from "./dom.js";
import { tag } from "./evidence.js";
import { sideSign, sidesOf } from "./felt.js";
import { beginningsOf, endingsOf } from "./moves.js";
import { contractOf } from "./result.js";
import { totalLines } from "./totals.js";
import { DEALS, POINTS, SIDES } from "./texts/table.js";
import { namesOf, plus, signed } from "./texts/words.js";

/**
 * @typedef {import("../../types/dom.js").Child} Child
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
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
  return h("table", { class: "deals", "data-key": "deals" },
    headOf(game, columns),
    h("tbody", {}, rounds.map((round) => h("tr", { "data-key": `round-${round.round}` }, h("th", { scope: "row" }, round.round), columns.map(([seat]) => brought(round, seat))))));
}

/**
 * @param {Game} game
 * @param {number[][]} columns
 */
function headOf(game, columns) {
  const name = namesOf(game.seats);
  const head = columns.map((seats) => h("th", { scope: "col", colspan: 2, title: SIDES.names(seats.map(name)), style: `width:${100 / columns.length}%` },
    h("span", { class: "clip" }, sideSign(seats, game.view), SIDES.short(seats.map(name)))));
  return h("thead", {}, h("tr", {}, h("th", { scope: "col" }, inDeals(game) ? DEALS.deal : DEALS.round), head));
}

/**
 * All rounds of a replay, the one in progress too; null if there is none. Points, contract and ending are those of the game as corrected.
 * @param {{game: Game, frames: import("./frames.js").Step[], parts: import("./moves.js").Part[], rounds: Answers["RoundEvidence"][]}} reel
 */
export function dealSheet({ game, frames, parts, rounds }) {
  const [columns, begins, ends] = [columnsOf(game), beginningsOf(frames, parts), endingsOf(frames)];
  const over = new Map(rounds.map((round) => [round.round, round]));
  const numbers = [...new Set([...over.keys(), ...begins.keys()])].toSorted((one, other) => one - other);
  const lines = numbers.map((number) => {
    const [round, first, ending] = [over.get(number), begins.get(number), ends.get(number)];
    const told = [ending && toldOf(ending, namesOf(game.seats)), round && round.evidence.level !== "observed" ? tag(round.evidence) : null].filter(Boolean);
    const kept = Object.fromEntries((ending?.deal?.sides ?? []).flatMap(({ seats, made }) => (made === null ? [] : seats.map((seat) => [seat, made]))));
    const button = h("button", { type: "button", class: "plain", "data-do": "jump", "data-step": first }, DEALS.begins(number, spoken, inDeals(game)));
    return h("tbody", { "data-first": first },
      h("tr", {},
        h("th", { scope: "rowgroup", rowspan: told.length ? 2 : null }, first === undefined ? number : button),
        round || ending ? columns.map(([seat]) => brought({ points: round?.points ?? null, totals: round?.totals ?? {}, kept }, seat)) : h("td", { colspan: 2 * columns.length })),
      told.length ? h("tr", { class: "told" }, h("td", { colspan: 2 * columns.length }, dotted(told))) : null);
  });
  return lines.length ? h("table", { class: "deals sheet-of-deals" }, headOf(game, columns), lines) : null;
}

/**
 * The contracts of a deal; in games without bids, how the round ended; null: nobody bid.
 * @param {{deal: Answers["LastDeal"] | null, words: string}} ending
 * @param {(seat: number) => string} name
 */
function toldOf({ deal, words }, name) {
  if (!deal?.sides.length) return DEALS.ending(words);
  const bids = deal.sides.filter(({ bid }) => bid);
  return bids.length ? dotted(bids.map((side) => DEALS.contract(side.seats.map(name), contractOf(side)))) : null;
}

/**
 * @param {Omit<Round, "round">} round
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
