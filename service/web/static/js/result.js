/** The result of the last deal: contract, made or set, points and total of each side. The server has worked it all out. */

import { h, spoken } from "./dom.js";
import { sideSign } from "./felt.js";
import { count, listed, namesOf, plus } from "./texts/words.js";

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
  const called = (/** @type {Side} */ side) => listed(side.seats.map(name));
  return h("section", { class: "deal-result", "data-key": "result", "aria-labelledby": "result-title" },
    h("h2", { id: "result-title", class: verdict(deal) }, headline(deal, called)),
    h("ul", { role: "list" }, deal.sides.map((side) => {
      const { score, bags } = game.view.seats[side.seats[0]] ?? {};
      return h("li", { "data-key": `side-${side.seats[0]}`, class: side.bid ? null : "brief" },
        h("b", { class: "deal-names" }, sideSign(side.seats, game.view), called(side)),
        h("b", { class: side.points > 0 ? "deal-points" : "deal-points none" }, plus(side.points), spoken(" points")),
        side.bid ? h("span", { class: "deal-said" }, said(side)) : null,
        h("span", { class: "deal-total" }, (bags ?? null) !== null && `${count(Number(bags), "bag")} · `, "total ", h("b", {}, score ?? "")));
    })));
}

/**
 * @param {Deal} deal
 * @returns {"made" | "set" | null} null: nobody bid, both happened, or the record does not tell
 */
function verdict({ sides }) {
  const kept = sides.map(({ made }) => made).filter((made) => made !== null);
  if (!kept.length || new Set(kept).size > 1) return null;
  return kept[0] ? "made" : "set";
}

/**
 * `Both sides made it`, `Ann and Cyd made it; Bob was set`.
 * @param {Deal} deal
 * @param {(side: Side) => string} called
 */
function headline({ number, sides }, called) {
  if (!sides.length) return `Deal ${number}: its points are open`;
  const bids = sides.filter(({ made }) => made !== null);
  const all = verdict({ number, sides });
  if (bids.length === 2 && all && bids.length === sides.length) return `Both${bids[0].seats.length > 1 ? " sides" : ""} ${all === "made" ? "made it" : "were set"}`;
  if (bids.length > 2) return all ? `Everybody ${all === "made" ? "made it" : "was set"}` : `Deal ${number} is over`;
  const outcome = (/** @type {Side} */ { made, seats }) => (made ? "made it" : seats.length > 1 ? "were set" : "was set");
  return bids.map((side) => `${called(side)} ${outcome(side)}`).join("; ") || `Deal ${number} is over`;
}

/**
 * `made · bid 4 and nil, took 6`.
 * @param {Side} side
 */
const said = ({ bid, took, made }) => `${made === null ? "" : made ? "made · " : "set · "}bid ${bid}${took === null ? "" : `, took ${took}`}`;
