// @ts-check
/** The events of one game as they were recorded, read in parts as the record grows, and the names of their recorders. */

import { get } from "./api.js";

export class Record {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** @type {import("../../types/api.js").components["schemas"]["RecordedEvent"][]} */
    this.events = [];
    /** @type {Map<string, string>} */
    this.recorders = new Map();
  }

  get version() {
    return this.events.at(-1)?.version ?? 0;
  }

  /**
   * Read up to that version.
   * @param {number} version
   */
  async catchUp(version) {
    while (this.version < version) {
      /** @type {import("../../types/api.js").components["schemas"]["EventList"]} */
      const { events, recorders } = await get(`/games/${this.game}/events?after=${this.version}`);
      if (!events.length) return;
      this.events.push(...events.filter((event) => event.version > this.version));
      Object.entries(recorders ?? {}).forEach(([token, label]) => this.recorders.set(token, label));
    }
  }
}
