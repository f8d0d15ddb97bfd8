/**
 * The last game that was started on this device in a club, or at a practice table: its system and the names at its seats. It is proposed
 * when the next game is started. It is kept on this device only.
 */

import { listed, seatLabel } from "./words.js";

/** The name under which practice tables are remembered. */
export const PRACTICE = "practice";

const keyOf = (club) => `faceup:last:${club}`;

/**
 * Remember a game that was started.
 * @param {string} club
 * @param {{system: string, name: string, seats: string[]}} game `name`: the name of the system; `seats`: the names, clockwise; an empty name
 *   is a seat without one
 */
export function remember(club, game) {
  try {
    localStorage.setItem(keyOf(club), JSON.stringify(game));
  } catch {
    // The device keeps nothing, or no more: then nothing is proposed.
  }
}

/** The last game in this club; null if there is none. */
export function lastGame(club) {
  try {
    const last = JSON.parse(localStorage.getItem(keyOf(club)));
    return typeof last.system === "string" && last.seats.every((name) => typeof name === "string") ? last : null;
  } catch {
    return null;
  }
}

/** The game in words: `High Card with Ann, Bob and Seat 3`. */
export const lastWords = ({ name, seats }) => `${name} with ${listed(seats.map((each, seat) => each || seatLabel(seat)))}`;
