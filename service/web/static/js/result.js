/** The result of the last deal: contract, made or set, points and total of each side. The server has worked it all out. */

import { dotted, h, spoken } from "./dom.js";
import { sideSign } from "./felt.js";
import { RESULT, SIDES } from "./texts/table.js";
import { namesOf, plus, pointsSaid } from "./texts/words.js";

/**
 * @typedef {import("./formstate.js").Game} Game
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {Answers["LastDeal"]} Deal
 * @typedef {Answers["DealSide"]} Side
 */

/**
 * The card with the result of the deal.
 * @param {Deal} deal
 * @param {Game} game
 */
export function resultCard(deal, game) {
  const name = namesOf(game.seats);
  return h("section", { class: "deal-result", "data-key": "result", "aria-labelledby": "result-title" },
    h("h2", { id: "result-title", class: verdict(deal) }, headline(deal, name)),
    h("ul", { role: "list" }, deal.sides.map((side) => {
      const { score, bags } = game.view.seats[side.seats[0]] ?? {};
      return h("li", { "data-key": `side-${side.seats[0]}`, class: side.bid ? null : "brief" },
        h("b", { class: "deal-names" }, sideSign(side.seats, game.view), SIDES.names(side.seats.map(name))),
        h("b", { class: side.points > 0 ? "deal-points" : "deal-points none" }, pointsSaid(plus(side.points), side.points, spoken)),
        side.bid ? h("span", { class: "deal-said" }, said(side)) : null,
        h("span", { class: "deal-total" }, totalOf(h("b", {}, score ?? ""), bags ?? null)));
    })),
    h("p", { class: "deal-lead" }, lead(deal, game)));
}

/**
 * Who leads now, and by how much; null if the record does not tell.
 * @param {Deal} deal
 * @param {Game} game
 */
function lead({ sides }, { seats, view }) {
  const order = sides.map((side) => ({ side, score: view.seats[side.seats[0]]?.score })).toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0));
  const [first, second] = order;
  if (!second || order.some(({ score }) => typeof score !== "number") || sides.flatMap((side) => side.seats).length < view.order.length) return null;
  const by = (first.score ?? 0) - (second.score ?? 0);
  return by ? RESULT.lead(first.side.seats.map(namesOf(seats)), by) : RESULT.level;
}

/**
 * @param {Pick<Deal, "sides">} deal
 * @returns {"made" | "set" | null} null: nobody bid, both happened, or the record does not tell
 */
function verdict({ sides }) {
  const kept = sides.map(({ made }) => made).filter((made) => made !== null);
  if (!kept.length || new Set(kept).size > 1) return null;
  return kept[0] ? "made" : "set";
}

/**
 * `Both sides made it`, `Ann and Cyd made it; Bob was set`, `Ann and Cyd made the contract, but the nil failed`.
 * @param {Deal} deal
 * @param {(seat: number) => string} name
 */
function headline({ number, sides }, name) {
  if (!sides.length) return RESULT.pointsOpen(number);
  const bids = sides.filter(({ made }) => made !== null);
  // A failed nil is told of each side: its contract may be made.
  const all = bids.some(({ nil }) => nil === false) ? null : verdict({ sides });
  if (bids.length === 2 && all && bids.length === sides.length) return both(all === "made", bids[0].seats.length > 1);
  if (bids.length > 2 && all) return all === "made" ? RESULT.everybodyMade : RESULT.everybodySet;
  if (bids.length > 2 || !bids.length) return RESULT.over(number);
  return RESULT.bids(bids.map((side) => ({ ...side, names: side.seats.map(name) })));
}

/**
 * @param {boolean} made
 * @param {boolean} partners
 */
function both(made, partners) {
  if (partners) return made ? RESULT.bothSidesMade : RESULT.bothSidesSet;
  return made ? RESULT.bothMade : RESULT.bothSet;
}

/**
 * `made · bid 4 and nil, took 6`.
 * @param {Side} side
 */
const said = (side) => dotted([kept(side), contractOf(side)]);

/**
 * `bid 4 and nil, took 6`.
 * @param {Side} side
 */
export const contractOf = ({ bid, took }) => (took === null ? RESULT.bid(bid) : RESULT.bidAndTook(bid, took));

/**
 * What a side kept, apart from a failed nil: the words of its bid tell that.
 * @param {Side} side
 */
function kept({ made, contract, nil }) {
  if (nil === false && contract !== false) return contract ? RESULT.madeContract : null;
  return made === null ? null : made ? RESULT.made : RESULT.set;
}

/**
 * @param {HTMLElement} total
 * @param {number | null} bags null: this game counts none
 */
const totalOf = (total, bags) => (bags === null ? RESULT.total(total) : RESULT.totalAndBags(total, bags));
