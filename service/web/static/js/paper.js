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
import { lineOf } from "./words.js";

const SOON = 1_000;

export class Paper {
  /**
   * @param {{game: string, view: string, look: () => any}} table `look`: returns the table, with the scorekeeper's `record` and the
   * `rulings`
   */
  constructor({ game, view, look }) {
    Object.assign(this, { game, view, look, version: 0, replay: null, rulings: [] });
    printsAsSheet(() => this.#known());
  }

  /** Take the new state of the table. If the game is over, read the whole record. */
  follow({ state, version }) {
    if (version === this.version) return;
    Object.assign(this, { version, replay: null });
    if (state !== "open") setTimeout(() => this.#read(version).catch(() => {}), SOON);
  }

  async #read(version) {
    const [replay, { rulings }] = await Promise.all([get(`/games/${this.game}/replay?${this.view}`), get(`/games/${this.game}/rulings?${this.view}`)]);
    if (version === this.version) Object.assign(this, { replay, rulings });
  }

  #known() {
    const { game, system, findings, record, rulings } = this.look();
    const known = { game, system, findings, rounds: [], rulings };
    if (this.replay) return { ...known, rulings: this.rulings, rounds: this.replay.evidence?.rounds ?? [], lines: replayed(this.replay) };
    return game && record ? { ...known, lines: recorded(record.events) } : null;
  }
}

function replayed({ frames }) {
  const reel = { standing: new Set(frames.map((frame) => frame.version)) };
  return stepsOf(whole(frames)).map((frame) => ({ version: frame.version, text: stepText(frame, reel) }));
}

function recorded(events) {
  const gone = withdrawn(events);
  return events.map((event) => {
    const line = lineOf(event);
    const text = [gone.has(event.version) ? h("s", {}, line) : line, event.at && h("span", { class: "quiet" }, " ", clockTime(event.at))];
    return { version: event.version, text };
  });
}
