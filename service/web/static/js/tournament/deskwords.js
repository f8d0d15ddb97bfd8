/** The director's desk in words. Every function here is pure. */

import { DESK_WORDS } from "../texts/director.js";
import { RESULT } from "../texts/hall.js";
import { scoreline } from "./sayings.js";
import { leaders } from "./tablewords.js";

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
export const versus = (tournament, sides) => DESK_WORDS.versus(sides.map((side) => tournament.side(side)));

/**
 * `11–7`, or `Anna won`, or `7–7, Anna won`.
 * @param {Named} tournament
 * @param {number[][]} sides
 * @param {Result | null} result
 */
export function resultWords(tournament, sides, result) {
  if (!result) return DESK_WORDS.noResult;
  const { scores, winners } = result;
  const won = winners.length > 1 ? RESULT.draw : winners.length ? RESULT.sideWon(tournament.side(sides[winners[0]])) : DESK_WORDS.nobodyWon;
  if (!scores) return won;
  return winners.length === 1 && leaders(scores).length > 1 ? DESK_WORDS.levelWon(scoreline(scores), won) : scoreline(scores);
}

/**
 * What a change would do, in sentences: which places change, and which rounds were paired with the old result.
 * @param {Named} tournament
 * @param {Answers["TournamentForeseen"] | null} foreseen
 */
export function previewWords(tournament, foreseen) {
  if (!foreseen) return [DESK_WORDS.openToSee];
  const moved = /** @type {Moved[]} */ (foreseen.moved).filter(({ before, place }) => before !== place).toSorted((one, other) => one.place - other.place);
  const said = moved.slice(0, SHOWN).map((row) => movedWords(tournament, row));
  if (moved.length > SHOWN) said.push(DESK_WORDS.othersMove(moved.length - SHOWN));
  if (!moved.length) said.push(foreseen.moved.length ? DESK_WORDS.onlyPoints : DESK_WORDS.nothingChanges);
  if (foreseen.paired_on_old.length) said.push(DESK_WORDS.pairedOnOld(foreseen.paired_on_old));
  return said;
}

/**
 * @param {Named} tournament
 * @param {Moved} row
 */
function movedWords(tournament, { entry, before, place }) {
  const name = tournament.name(entry);
  return before === null ? DESK_WORDS.comesIn(name, place) : DESK_WORDS.moved(name, before, place);
}

/** @type {Record<string, string>} */
const STATES = {
  finished: DESK_WORDS.finished,
  confirmed: DESK_WORDS.confirmed,
  final: DESK_WORDS.final,
  abandoned: DESK_WORDS.abandoned,
  unfinished: DESK_WORDS.unfinished,
  annulled: DESK_WORDS.annulled,
  unreadable: DESK_WORDS.unreadable,
};

/**
 * How far the game of a table is: `Hand 3 is being played · 4–2`.
 * @param {Answers["DeskGame"] | null} game null: there is none
 */
export function gameWords(game) {
  if (!game) return DESK_WORDS.noGame;
  const score = game.scores && (game.hands || game.state !== "open") ? DESK_WORDS.score(scoreline(game.scores), game.open_deals ?? []) : null;
  return [stateWords(game), score].filter(Boolean).join(" · ");
}

/** @param {Answers["DeskGame"]} game */
function stateWords({ state, running, hands }) {
  if (state !== "open") return STATES[state];
  if (running) return DESK_WORDS.playing(hands + 1);
  return hands ? DESK_WORDS.played(hands) : DESK_WORDS.nothingPlayed;
}

/** @type {Record<string, string>} */
export const LATE = {
  over: DESK_WORDS.lateForRound,
  bell: DESK_WORDS.lateForBell,
  due: DESK_WORDS.lateForTime,
  quiet: DESK_WORDS.lateAndQuiet,
};

/**
 * How long ago something was: `3 min ago`.
 * @param {number} ms
 */
export function agoWords(ms) {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return DESK_WORDS.justNow;
  return minutes < 120 ? DESK_WORDS.minutesAgo(minutes) : DESK_WORDS.hoursAgo(Math.floor(minutes / 60));
}

// What a pairing repeats, by its name in the API. Repeated meetings in a Swiss tournament are left out, because the server's message
// already says how many there are.
/** @type {Record<string, (times: number) => string>} */
const BROKEN = {
  second_byes: DESK_WORDS.secondByes,
  meeting_repeats: DESK_WORDS.meetingsAgain,
  partner_repeats: DESK_WORDS.partnersAgain,
  wishes: DESK_WORDS.wishes,
  wishes_later: DESK_WORDS.wishesLater,
  same_tables: DESK_WORDS.sameTables,
};

/**
 * What a pairing repeats, in words.
 * @param {Record<string, number> | null} unevenness how often something is repeated, by its name in the API; null: nothing is repeated
 */
export const unevenWords = (unevenness) => Object.entries(unevenness ?? {}).filter(([name, times]) => times && BROKEN[name]).map(([name, times]) => BROKEN[name](times));
