/** Finds the round in which an event happened. The form of a ruling proposes this round. */

import { get } from "./api.js";
import { whole } from "./frames.js";

/**
 * The round in progress when the last of these events happened.
 * @param {string} game
 * @param {number[]} versions
 * @returns {Promise<number | null>} null when the corrected record has none of these events, the game has no rounds, or the server does not
 *   answer
 */
export async function roundOf(game, versions) {
  try {
    /** @type {import("../../types/api.js").components["schemas"]["Replay"]} */
    const { frames } = await get(`/games/${game}/replay`);
    const last = frames.findLastIndex((frame) => versions.includes(frame.version));
    // The event may have ended its own round, so the round is taken from the frame before the event.
    return last < 1 ? null : whole(frames)[last - 1].view.round || null;
  } catch {
    return null;
  }
}
