/** The director's desk in words. Every function here is pure. */

import { count, listed, openDeals, ordinal } from "../texts/words.js";
import { scoreline } from "./sayings.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("./seen.js").Named} Named
 * @typedef {import("./tablewords.js").Result} Result
 * @typedef {{entry: number, before: number | null, place: number}} Moved the new place of an entry; `before`: its place now
 */

const SHOWN = 4;

/**
 * `Anna and Ben v Cyd and Dan`.
 * @param {Named} tournament
 * @param {number[][]} sides
 */
export const versus = (tournament, sides) => sides.map((side) => tournament.side(side)).join(" v ");

/**
 * `11–7`, or `Anna won`; empty: there is no result.
 * @param {Named} tournament
 * @param {number[][]} sides
 * @param {Result | null} result
 */
export function resultWords(tournament, sides, result) {
  if (!result) return "no result";
  if (result.scores) return scoreline(result.scores);
  return result.winners.length > 1 ? "a draw" : result.winners.length ? `${tournament.side(sides[result.winners[0]])} won` : "nobody won";
}

/**
 * What a change would do, in sentences: which places change, and which rounds were paired with the old result.
 * @param {Named} tournament
 * @param {Answers["TournamentForeseen"] | null} foreseen
 */
export function previewWords(tournament, foreseen) {
  if (!foreseen) return ["Open the pending results to see what changes."];
  const moved = /** @type {Moved[]} */ (foreseen.moved).filter(({ before, place }) => before !== place).toSorted((one, other) => one.place - other.place);
  const said = moved.slice(0, SHOWN).map((row) => movedWords(tournament, row));
  if (moved.length > SHOWN) said.push(`${count(moved.length - SHOWN, "other place changes", "other places change")}.`);
  if (!moved.length) said.push(foreseen.moved.length ? "No place changes, only points and tie-breaks." : "Nothing changes in the standings.");
  if (foreseen.paired_on_old.length) said.push(`${listed(foreseen.paired_on_old.map((number) => `Round ${number}`))} was paired with the old result.`);
  return said;
}

/**
 * @param {Named} tournament
 * @param {Moved} row
 */
function movedWords(tournament, { entry, before, place }) {
  const where = before === null ? `comes in at ${ordinal(place)}` : `moves from ${ordinal(before)} to ${ordinal(place)}`;
  return `${tournament.name(entry)} ${where}.`;
}

/** @type {Record<string, string>} */
const STATES = {
  finished: "Finished, not confirmed yet",
  confirmed: "Confirmed",
  final: "Final",
  abandoned: "The game was given up",
  unfinished: "Stopped before the end",
  annulled: "The game was annulled",
  unreadable: "The record of the game cannot be read",
};

/**
 * How far the game of a table is: `Hand 3 is being played · 4–2`.
 * @param {Answers["DeskGame"] | null} game null: there is none
 */
export function gameWords(game) {
  if (!game) return "No game yet";
  const score = game.scores && (game.hands || game.state !== "open") ? ` · ${[scoreline(game.scores), openDeals(game.open_deals, "hand")].filter(Boolean).join(", ")}` : "";
  if (game.state !== "open") return STATES[game.state] + score;
  if (game.running) return `Hand ${game.hands + 1} is being played${score}`;
  return (game.hands ? `${count(game.hands, "hand")} played` : "Nothing played yet") + score;
}

/** @type {Record<string, string>} */
export const LATE = {
  over: "late: a later round is paired",
  bell: "late: the bell has rung",
  due: "late: the time is up",
  quiet: "late: nothing recorded for a while",
};

/**
 * How long ago something was: `3 min ago`.
 * @param {number} ms
 */
export function agoWords(ms) {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return "just now";
  return minutes < 120 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} hours ago`;
}

// What a pairing repeats, by its name in the API. Repeated meetings in a Swiss tournament are left out, because the server's message
// already says how many there are.
/** @type {Record<string, (times: number) => string>} */
const BROKEN = {
  second_byes: (times) => `${count(times, "player has", "players have")} a second bye`,
  meeting_repeats: (times) => `${count(times, "meeting")} for the second time or more`,
  partner_repeats: (times) => `${count(times, "pair")} of partners for the second time or more`,
};

/**
 * What a pairing repeats, in words.
 * @param {Record<string, number> | null} unevenness how often something is repeated, by its name in the API; null: nothing is repeated
 */
export const unevenWords = (unevenness) => Object.entries(unevenness ?? {}).filter(([name, times]) => times && BROKEN[name]).map(([name, times]) => BROKEN[name](times));
