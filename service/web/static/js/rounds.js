/** In which round something happened: what a ruling on it is proposed for. */

import { get } from "./api.js";
import { whole } from "./frames.js";

/**
 * The round in progress when the last of these events happened.
 * @param {string} game
 * @param {number[]} versions
 * @returns {Promise<number | null>} null where the record as corrected has none of them, or the game no rounds, or nobody answers
 */
export async function roundOf(game, versions) {
  try {
    const { frames } = await get(`/games/${game}/replay`);
    const last = frames.findLastIndex((frame) => versions.includes(frame.version));
    // The event may itself have ended its round: what counts is the table before it.
    return last < 1 ? null : whole(frames)[last - 1].view.round || null;
  } catch {
    return null;
  }
}
