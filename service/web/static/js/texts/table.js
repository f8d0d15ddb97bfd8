/**
 * The texts of the card table and of the page of a game. Each text is whole: what differs is passed to it, and where the words stand is
 * decided here. A name, a number or an element may be part of a text that is returned as a list of its parts.
 */

import { listed } from "./words.js";

/** Where a game stands (position.js). */
export const POSITION = {
  round: (/** @type {number} */ round) => `Round ${round}`,
  /** `counts`: what is counted in a round, `hand` or `trick`. */
  hand: (/** @type {number} */ round, /** @type {string} */ counts, /** @type {number} */ hand) => `Round ${round}, ${counts} ${hand}`,
  timeCalled: "Time was called.",
  annulled: "This game was annulled.",
  abandoned: "The game was abandoned.",
  abandonedFor: (/** @type {string} */ reason) => `The game was abandoned: ${reason}.`,
  leaderUnknown: (/** @type {string[]} */ names) => `${names.join(" or ")} leads: nobody remembers who won.`,
  phase: (/** @type {string} */ phase) => `${phase}${/\w$/.test(phase) ? "." : ""}`,
  /** `task`: what they must do, such as `play`. */
  turn: (/** @type {string[]} */ names, /** @type {string} */ task) => `${listed(names)} to ${task}.`,
  turnOfAll: (/** @type {string} */ task) => `Everyone to ${task}.`,
  turnOfMany: (/** @type {number} */ players, /** @type {string} */ task) => `${players} players to ${task}.`,
  nobodyWins: "The game is over without a winner.",
  wins: (/** @type {string} */ name) => `${name} wins.`,
  win: (/** @type {string[]} */ names) => `${listed(names)} win.`,
  shareTheWin: (/** @type {string[]} */ names) => `${listed(names)} share the win.`,
  faceUp: (/** @type {number} */ cards) => `Face up ${cards}`,
  faceUpThisRound: "Face up this round",
};
