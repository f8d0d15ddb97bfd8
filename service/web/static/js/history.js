/** The record as recorded: every keystroke, the latest first, what was taken back struck through, and the way to correct any of them. */

import { get } from "./api.js";
import { describe } from "./describe.js";
import { h, spoken } from "./dom.js";
import { clockTime } from "./times.js";
import { namesOf } from "./words.js";

/**
 * Versions of the events that are withdrawn. Read from the end: a retraction that is itself withdrawn withdraws nothing.
 * @param {any[]} events in order of version
 * @returns {Map<number, number>} version to the retraction that withdraws it
 */
export function withdrawn(events) {
  const gone = new Map();
  for (const event of events.toReversed()) {
    if (event.type === "Retracted" && !gone.has(event.version)) gone.set(event.data.target, event.version);
  }
  return gone;
}

/**
 * What undo takes back: the last act that stands. A replacement goes together with the retraction of what it replaced, so that undoing a
 * correction brings the first entry back.
 * @param {any[]} events in order of version
 * @returns {object[]} events to append; empty when only the opening stands
 */
export function undoing(events) {
  const gone = withdrawn(events);
  const last = events.findLast((event) => event.version > 1 && event.type !== "Retracted" && !gone.has(event.version));
  if (!last) return [];
  const replaced = events[last.version - 2];
  const pair = replaced.type === "Retracted" && replaced.data.target === last.after && !gone.has(replaced.version);
  return [last, ...(pair ? [replaced] : [])].map((event) => retraction(event.version, "undone"));
}

/** The event that takes back `version`. */
export const retraction = (version, reason) => ({ type: "Retracted", data: { target: version, reason } });

/** The batch that replaces `version` by another act in the same place. */
export const amendment = (version, type, data) => [retraction(version, "corrected"), { type, data, after: version }];

/** Events of one game, read on from where it stopped. */
export class Record {
  constructor(game) {
    this.game = game;
    this.events = [];
  }

  get version() {
    return this.events.at(-1)?.version ?? 0;
  }

  /** Read up to that version. */
  async catchUp(version) {
    while (this.version < version) {
      const { events } = await get(`/games/${this.game}/events?after=${this.version}`);
      if (!events.length) return;
      this.events.push(...events.filter((event) => event.version > this.version));
    }
  }
}

/**
 * The list.
 * @param {any[]} events
 * @param {{seats: any[], types: Map<string, any>}} table
 */
export function historyList(events, { seats, types }) {
  const gone = withdrawn(events);
  const name = namesOf(seats);
  const entries = events.toReversed().map((event) => entry(event, gone, describe(event, types, name)));
  return h("ol", { class: "history", role: "list", reversed: true }, entries);
}

function entry(event, gone, line) {
  const out = gone.has(event.version);
  const text = h("p", { class: "line" }, out && spoken("Taken back: "), out ? h("s", {}, line) : line);
  const where = event.after ? h("span", {}, `placed after ${event.after}`) : null;
  const facts = event.withheld ? null : h("p", { class: "quiet" }, [clockTime(event.at), h("span", { title: "recorded by" }, event.by), where]);
  return h("li", { class: out ? "gone" : null, "data-key": `v${event.version}` }, h("span", { class: "version" }, event.version), h("div", { class: "entry" }, text, facts), entryActions(event, gone));
}

function entryActions(event, gone) {
  const out = gone.has(event.version);
  const act = (what, label) => h("button", { type: "button", "data-do": what, "data-version": event.version }, label, spoken(` event ${event.version}`));
  const plainAct = event.type !== "Retracted" && event.version > 1 && !event.withheld;
  return h("details", { class: "menu" },
    h("summary", { "aria-label": `Change event ${event.version}` }, "⋯"),
    h("div", { class: "menu-items" },
      plainAct && !out && act("correct", "Correct"),
      plainAct && !out && act("retract", "Take back"),
      out && act("restore", "Put back"),
      event.type === "Retracted" ? null : act("insert", "Insert after")));
}
