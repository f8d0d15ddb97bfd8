/** The words of a knock-out's matches. */

import { HALL } from "../texts/hall.js";
import { BRACKET } from "../texts/tournament.js";

/**
 * @typedef {import("./seen.js").Answers["BracketMatch"]} Match
 * @typedef {import("./seen.js").Answers["BracketSide"]} Side
 * @typedef {NonNullable<import("./seen.js").Answers["TournamentBracket"]["ahead"]>} Ahead
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
 * @param {Ahead | null} ahead not null: nobody is in the knock-out yet
 */
export function coming({ nobody, match, line, loser }, ahead) {
  if (ahead && line !== null) return fromBefore(line, ahead);
  if (nobody || match === null) return BRACKET.nobody;
  return loser ? BRACKET.loserOf(match) : BRACKET.winnerOf(match);
}

/**
 * From which place of the stage before a seed comes. First come the winners of the groups, then the second, and so on.
 * @param {number} seed
 * @param {Ahead} ahead
 */
function fromBefore(seed, { after, groups, top, best }) {
  if (groups === 1) return BRACKET.ofAll(seed, after);
  if (top === 0) return BRACKET.seed(seed);
  const place = Math.ceil(seed / groups);
  if (place <= top) return BRACKET.ofGroup(place);
  return best <= groups ? BRACKET.oneOfBest(place) : BRACKET.oneOfOthers;
}
