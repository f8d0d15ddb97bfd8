/** Reads and follows the recorded game of a table, for the pages that links open. */

import { get, Problem } from "../api.js";
import { follow } from "../live.js";

/** @typedef {import("../gamestate.js").Game} Game */

/**
 * Read a game. Null if the visitor's link may not see it. This happens when the director has linked a private game to the table by hand.
 * @param {string} id
 * @returns {Promise<Game | null>}
 */
export async function gameOf(id) {
  try {
    return await get(`/games/${id}`);
  } catch (problem) {
    if (problem instanceof Problem && (problem.status === 404 || problem.status === 403)) return null;
    throw problem;
  }
}

/**
 * Keep `known.game` up to date with the game that is followed.
 * @param {{game: Game | null}} known
 * @param {() => void} changed
 * @returns {(game: string | null) => void} follows this game from now on, and no other game; with null, it follows none
 */
export function keeping(known, changed) {
  /** @type {{game: string, stop: () => void} | null} */
  let followed = null;
  /** @type {(body: {game: Game}) => void} */
  const heard = ({ game }) => {
    if (known.game?.game !== game.game || known.game.version > game.version) return;
    known.game = game;
    changed();
  };
  return (game) => {
    if (followed?.game === game) return;
    followed?.stop();
    followed = game === null ? null : { game, stop: follow(game, null, { table: heard, state: () => {} }) };
  };
}
