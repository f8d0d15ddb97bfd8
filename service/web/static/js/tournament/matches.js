/** The words of a knock-out's matches. */

import { HALL } from "../texts/hall.js";
import { BRACKET } from "../texts/tournament.js";

/**
 * @typedef {import("./seen.js").Answers["BracketMatch"]} Match
 * @typedef {import("./seen.js").Answers["BracketSide"]} Side
 */

/**
 * Whether these matches are of a double elimination.
 * @param {Match[]} matches
 */
export const isDouble = (matches) => matches.some(({ part }) => part === "lower" || part === "final");

/**
 * The numbers of the rounds of these matches, each with its name: `Semi-finals`.
 * @param {Match[]} matches of one part
 * @param {boolean} named whether the last rounds have names of their own
 * @returns {Map<number, string>}
 */
export function roundsOf(matches, named) {
  const rounds = [...new Set(matches.map(({ round }) => round))];
  return new Map(rounds.map((round, at) => [round, (named && BRACKET.last[rounds.length - 1 - at]) || HALL.round(round)]));
}

/**
 * Who comes to a side that is not known yet.
 * @param {Side} side
 */
export function coming({ nobody, match, loser }) {
  if (nobody || match === null) return BRACKET.nobody;
  return loser ? BRACKET.loserOf(match) : BRACKET.winnerOf(match);
}
