/** The texts of the first page, of the lines of games in lists, and of what is proposed for a new game. */

import { count, listed } from "./words.js";

/** @typedef {import("../../../types/dom.js").Child} Child */

/** The lists of the first page (landing.js). */
export const LANDING = {
  inPlay: "In play",
  finished: "Finished",
  notBegun: "Not begun",
  round: (/** @type {number} */ round) => `Round ${round}`,
  entries: (/** @type {number} */ entries) => count(entries, "entry", "entries"),
  untitled: "A tournament",
};

/**
 * The formats of tournaments, by the API’s word (landing.js). A word that is not here is shown as it is.
 * @type {Record<string, string>}
 */
export const FORMATS = {
  "round-robin": "Round robin",
  "double-round-robin": "Double round robin",
  progressive: "Progressive",
  "progressive-up-down": "Progressive up down",
  "progressive-seats": "Progressive seats",
  swiss: "Swiss",
  rotation: "Rotation",
  draw: "Draw",
  "draw-by-standing": "Draw by standing",
  "single-elimination": "Knock-out",
  "single-elimination-third": "Knock-out with a match for third place",
  "single-elimination-eight": "Knock-out with the places to 8 played out",
  "double-elimination": "Double elimination",
  "double-elimination-one-final": "Double elimination with one final",
};

/** The sample game of the first page (sample.js). */
export const SAMPLE = {
  play: "Play",
  pause: "Pause",
  said: (/** @type {string} */ sentence) => `${sentence}.`,
  over: (/** @type {string[]} */ winners) => `${listed(winners)} ${winners.length > 1 ? "win" : "wins"} the game.`,
  failed: "The sample game could not be loaded. Reload the page to see it.",
};

/** A game in one line (gamelines.js). */
export const GAME_LINES = {
  side: (/** @type {string[]} */ names) => names.join(" & "),
  points: (/** @type {string} */ name, /** @type {string} */ points) => `${name} ${points}`,
  won: (/** @type {Child} */ player) => [player, " (won)"],
};

/** The last games of this device (lastgame.js). `rules`: the number of house rules. */
export const LAST_GAME = {
  people: (/** @type {string[]} */ names, /** @type {number} */ rules) =>
    (rules ? `${listed(names)}, with ${count(rules, "house rule")}` : listed(names)),
  game: (/** @type {string} */ game, /** @type {string} */ people) => `${game} with ${people}`,
};
