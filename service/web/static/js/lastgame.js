/**
 * The last games that were started on this device in a club, or at a practice table: the game, its house rules and the names at its seats.
 * They are proposed when the next game is started. They are kept on this device only.
 */

import { LAST_GAME } from "./texts/start.js";
import { seatLabel } from "./texts/words.js";

/** The name under which practice tables are remembered. */
export const PRACTICE = "practice";

const MOST = 3;

/**
 * @typedef {object} LastGame
 * @property {string} system
 * @property {string} name of the system
 * @property {string[]} seats the names, clockwise; an empty name is a seat without one
 * @property {Record<string, unknown>} [options] the values of its house rules
 */

/** @param {string} club */
const keyOf = (club) => `faceup:last:${club}`;

/**
 * Remember a game that was started.
 * @param {string} club
 * @param {LastGame} game
 */
export function remember(club, game) {
  try {
    const others = lastGames(club).filter((other) => JSON.stringify([other.system, other.seats]) !== JSON.stringify([game.system, game.seats]));
    localStorage.setItem(keyOf(club), JSON.stringify([game, ...others].slice(0, MOST)));
  } catch {
    // The device keeps nothing, or no more: then nothing is proposed.
  }
}

/** Forget the last games of every club. */
export function forgetGames() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(keyOf(""))) localStorage.removeItem(key);
}

/**
 * The last games in this club, the newest first. Those with the same game and the same names count once.
 * @param {string} club
 * @returns {LastGame[]}
 */
export function lastGames(club) {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(club)) ?? "[]");
    return [kept].flat().filter(isGame);
  } catch {
    return [];
  }
}

/** @param {any} kept */
const isGame = (kept) => typeof kept?.system === "string" && typeof kept.name === "string" && Array.isArray(kept.seats) && kept.seats.every((/** @type {unknown} */ name) => typeof name === "string");

/**
 * Its people in words: `Ann, Bob and Seat 3`, `Ann and Bob, with 2 house rules`.
 * @param {LastGame} game
 */
export function peopleWords({ seats, options = {} }) {
  return LAST_GAME.people(seats.map((each, seat) => each || seatLabel(seat)), Object.keys(options).length);
}

/**
 * The game in words: `High Card with Ann, Bob and Seat 3`.
 * @param {LastGame} game
 */
export const lastWords = (game) => LAST_GAME.game(game.name, peopleWords(game));
