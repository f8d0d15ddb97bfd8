/** Players who should play in a round and are not there: their names, and how to leave them out. */

import { MISSING } from "../texts/director.js";

/**
 * @typedef {import("./seen.js").State} State
 * @typedef {State["entries"][number]} Entry
 */

const NAMED = 5;

/**
 * The entries that should play in that round and are not checked in.
 * @param {{state: State}} tournament
 * @param {number} round
 */
export const missing = ({ state }, round) => state.entries.filter(({ withdrawn, here, absences }) => !withdrawn && !here && !absences.some((each) => each.round === round));

/**
 * `Anna, Ben and 3 more are not checked in.`
 * @param {import("./seen.js").Named} tournament
 * @param {Entry[]} entries
 */
export function missingWords(tournament, entries) {
  return MISSING.notCheckedIn(entries.slice(0, NAMED).map(({ entry }) => tournament.name(entry)), Math.max(0, entries.length - NAMED));
}

/**
 * Let the missing entries miss the round.
 * @param {import("./tournament.js").Tournament} tournament
 * @param {number} round
 * @param {number} seen the version that the director saw
 * @returns {Promise<string>} the message to show
 */
export async function leaveOut(tournament, round, seen) {
  const out = missing(tournament, round);
  await tournament.record(out.map(({ entry }) => ({ type: "AbsenceNoted", data: { entry, round, kind: "zero" } })), seen);
  return MISSING.leftOut(out.length, round);
}
