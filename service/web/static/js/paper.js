/**
 * Prints the page of a table. When a game is over, the page reads the whole record once, soon after it is shown, and prints a sheet of the
 * game. While a game is in progress, a scorekeeper gets a sheet of the record as far as the page has it. For other visitors the page is
 * printed as it is.
 */

import { get } from "./api.js";
import { withdrawn } from "./corrections.js";
import { h } from "./dom.js";
import { stepsOf, whole } from "./frames.js";
import { printsAsSheet } from "./sheet.js";
import { stepText } from "./steps.js";
import { clockTime } from "./times.js";
import { lineOf } from "./texts/words.js";

/**
 * @typedef {import("./sheet.js").Known} Known
 * @typedef {import("./frames.js").Replay} Replay
 */

const SOON = 1_000;

export class Paper {
  /**
   * @param {{game: string, view: string, look: () => Pick<Known, "game" | "system" | "findings" | "rulings"> & {record?: import("./record.js").Record}}} table `look`: returns the table,
   *   with the scorekeeper's `record` and the `rulings`
   */
  constructor({ game, view, look }) {
    this.game = game;
    this.view = view;
    this.look = look;
    this.version = 0;
    /** @type {Replay | null} */
    this.replay = null;
    /** @type {Known["rulings"]} */
    this.rulings = [];
    printsAsSheet(() => this.#known());
  }

  /**
   * Take the new state of the table. If the game is over, read the whole record.
   * @param {Known["game"]} game
   */
  follow({ state, version }) {
    if (version === this.version) return;
    this.version = version;
    this.replay = null;
    if (state !== "open") setTimeout(() => this.#read(version).catch(() => {}), SOON);
  }

  /** @param {number} version */
  async #read(version) {
    const [replay, { rulings }] = await Promise.all([get(`/games/${this.game}/replay?${this.view}`), get(`/games/${this.game}/rulings?${this.view}`)]);
    if (version === this.version) Object.assign(this, { replay, rulings });
  }

  /** @returns {Known | null} */
  #known() {
    const { game, system, findings, record, rulings } = this.look();
    const known = { game, system, findings, rounds: [], rulings };
    if (this.replay) return { ...known, rulings: this.rulings, rounds: this.replay.evidence?.rounds ?? [], lines: replayed(this.replay) };
    return game && record ? { ...known, lines: recorded(record.events) } : null;
  }
}

/** @param {Replay} replay */
function replayed({ frames }) {
  const reel = { standing: new Set(frames.map((frame) => frame.version)) };
  return stepsOf(whole(frames)).map((frame) => ({ version: frame.version, text: stepText(frame, reel) }));
}

/** @param {import("./record.js").Event[]} events */
function recorded(events) {
  const gone = withdrawn(events);
  return events.map((event) => {
    const line = lineOf(event);
    const text = [gone.has(event.version) ? h("s", {}, line) : line, event.at && h("span", { class: "quiet" }, " ", clockTime(event.at))];
    return { version: event.version, text };
  });
}
