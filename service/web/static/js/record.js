/**
 * The events of one game as they were recorded, read in parts as the record grows, and the names of their recorders. While acts wait that this
 * device reads itself (ahead.js), they come after those.
 */

import { get } from "./api.js";

/**
 * @typedef {import("../../types/api.js").components["schemas"]["RecordedEvent"]} Sent
 * @typedef {Required<Omit<Sent, "withheld" | "data" | "after" | "explained_by">> & Pick<Sent, "after" | "explained_by"> & {withheld?: undefined, data: {[field: string]: any}}} Entry an event
 *   that this visitor may see
 * @typedef {{version: number, withheld: true} & {[Member in Exclude<keyof Sent, "version" | "withheld">]?: undefined}} Hidden an event that this visitor may not see now
 * @typedef {Entry | Hidden} Event
 */

export class Record {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** @type {Event[]} those that the server has sent, in order of version */
    this.stored = [];
    /** @type {Event[]} all, in order of version */
    this.events = this.stored;
    /** @type {Map<string, string>} */
    this.recorders = new Map();
  }

  get version() {
    return this.events.at(-1)?.version ?? 0;
  }

  /**
   * Acts that wait come after what the server has sent.
   * @param {Event[]} waiting as this device reads them
   */
  ahead(waiting) {
    this.events = waiting.length ? [...this.stored.slice(0, waiting[0].version - 1), ...waiting] : this.stored;
  }

  /**
   * Read up to that version.
   * @param {number} version
   */
  async catchUp(version) {
    while (this.stored.length < version) {
      /** @type {Omit<import("../../types/api.js").components["schemas"]["EventList"], "events"> & {events: Event[]}} */
      const { events, recorders } = await get(`/games/${this.game}/events?after=${this.stored.length}`);
      if (!events.length) return;
      this.stored.push(...events.filter((event) => event.version > this.stored.length));
      Object.entries(recorders ?? {}).forEach(([token, label]) => this.recorders.set(token, label));
    }
  }
}
