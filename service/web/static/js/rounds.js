/** Finds in which round events happened, from the replay of a game. */

import { get } from "./api.js";
import { whole } from "./frames.js";
import { roundLabel } from "./position.js";
import { HANDS } from "./texts/table.js";

/** @typedef {{round: string, within: string}} Place of an event, in words; `within`: where in the round */

/**
 * Where the events of the corrected record happened, by version. Empty when the server does not answer.
 * @param {string} game
 * @returns {Promise<Map<number, Place>>}
 */
export async function placesOf(game) {
  try {
    const frames = whole((await replayOf(game)).frames);
    // An event may end its own round, so its place is taken from the frame before it.
    return new Map(frames.slice(1).map(({ version }, at) => {
      const { view } = frames[at];
      return [version, { round: roundLabel(view, Math.max(1, view.round)), within: view.phase === "play" || view.hand > 1 ? HANDS[view.counts](view.hand) : view.phase_label }];
    }));
  } catch {
    return new Map();
  }
}

/**
 * @param {string} game
 * @returns {Promise<import("../../types/api.js").components["schemas"]["Replay"]>}
 */
const replayOf = (game) => get(`/games/${game}/replay`);

/**
 * The round in progress when the last of these events happened.
 * @param {string} game
 * @param {number[]} versions
 * @returns {Promise<number | null>} null when the corrected record has none of these events, the game has no rounds, or the server does not
 *   answer
 */
export async function roundOf(game, versions) {
  try {
    const { frames } = await replayOf(game);
    const last = frames.findLastIndex((frame) => versions.includes(frame.version));
    // The event may have ended its own round, so the round is taken from the frame before the event.
    return last < 1 ? null : whole(frames)[last - 1].view.round || null;
  } catch {
    return null;
  }
}
