/** The tricks of all deals of a game, for the headings of its record: those of this deal from the table, those of earlier ones from the replay. */

import { get } from "./api.js";
import { whole } from "./frames.js";
import { partsOf } from "./moves.js";

/**
 * @typedef {import("./frames.js").Step} Step
 * @typedef {import("./record.js").Event} Event
 * @typedef {import("./gamestate.js").Game} Game
 *
 * @typedef {object} Won a trick that somebody took
 * @property {number} number from 1
 * @property {number} winner
 * @property {readonly number[]} versions of the events that laid its cards
 */

/**
 * @param {readonly Step[]} frames
 * @returns {Won[]}
 */
export const wonIn = (frames) => partsOf(frames).flatMap(({ rows }) => rows.flatMap(({ label, moves }) => {
  const won = [...moves].find(([, move]) => move.won);
  return won ? [{ number: Number(label), winner: won[0], versions: [...moves.values()].map(({ version }) => version) }] : [];
}));

/**
 * @param {Game["view"]} view
 * @returns {Won[]}
 */
const wonNow = ({ tricks }) => (tricks ?? []).flatMap(({ winner, versions }, at) => (winner === null ? [] : [{ number: at + 1, winner, versions }]));

/** @param {Event} event */
const corrects = ({ type = "", after }) => Boolean(after) || type === "Retracted" || type === "RulingRecorded";

export class PastTricks {
  /** @type {Won[]} */
  #past = []; // those of the deals that are over
  /** @type {Won[]} */
  #now = [];
  #over = 0; // so many deals are over
  #known = ""; // the deal and the corrections for which the replay was read
  #reading = false;

  /**
   * @param {string} game
   * @param {() => void} changed called when more is known
   */
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
  }

  /**
   * All tricks that are known now. If a deal has ended or something was corrected since the replay was read, it is read again.
   * @param {Game} game
   * @param {readonly Event[]} events
   */
  of({ view, rounds }, events) {
    const over = rounds.at(-1)?.round ?? 0;
    if (over !== this.#over) this.#past = [...this.#past, ...this.#now];
    this.#over = over;
    this.#now = wonNow(view);
    const wanted = `${over} ${events.filter(corrects).length}`;
    if (view.counts === "trick" && over && wanted !== this.#known && !this.#reading) this.#read(wanted);
    return [...this.#past, ...this.#now];
  }

  /** @param {string} wanted */
  async #read(wanted) {
    this.#reading = true;
    try {
      const { frames } = await get(`/games/${this.game}/replay`);
      this.#past = wonIn(whole(frames));
      this.#known = wanted;
      this.changed();
    } catch {
      // Without an answer the headings of earlier deals stay as they are.
    } finally {
      this.#reading = false;
    }
  }
}
