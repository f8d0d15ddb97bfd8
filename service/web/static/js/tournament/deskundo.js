/** The last events of the tournament, each with a button “Undo” that first shows what undoing the event would change. */

import { byId, h, redraw, spoken } from "../dom.js";
import { DESK_UNDO } from "../texts/director.js";
import { clockTime } from "../times.js";
import { previewWords } from "./deskwords.js";

/** @typedef {import("./seen.js").Answers["TournamentEvent"]} Event */

const LAST = 12;
const BEFORE = 60;
// The events that are not listed, because they tell a director nothing new. A game, for example, is linked as soon as somebody opens it.
const UNSAID = new Set(["TournamentOpened", "TableLinked"]);

export class Undo {
  /** @param {import("./desk.js").DeskPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Event[]} */
    this.events = [];
    /** @type {ReadonlySet<unknown>} the versions of events that are undone */
    this.gone = new Set();
    /** @type {{version: number, said: string[]} | null} the event whose button was pressed; `said`: what undoing it would change */
    this.asked = null;
    this.read = 0;
    byId("undo").addEventListener("toggle", () => this.draw());
  }

  /** @returns {import("./actnames.js").Works} */
  get works() {
    return { retract: (version) => this.retract(Number(version)), leave: () => this.leave() };
  }

  /** Read the last events again if there are new ones, and show them. */
  async draw() {
    if (!byId("undo", "details").open) return;
    const { version } = this.page.desk;
    if (this.read !== version) {
      /** @type {{events: Event[]}} */
      const { events } = await this.page.tournament.get(`/events?after=${Math.max(0, version - BEFORE)}`);
      this.gone = withdrawn(events);
      this.events = events.filter(({ type }) => !UNSAID.has(type)).toReversed().slice(0, LAST);
      Object.assign(this, { read: version, asked: null });
    }
    this.#show();
  }

  #show() {
    redraw(byId("undo-list"), this.events.length ? this.events.map((event) => this.#row(event)) : h("li", { class: "quiet" }, DESK_UNDO.nothing));
  }

  /** @param {Event} event */
  #row(event) {
    const { version, recorded_at: at } = event;
    const gone = this.gone.has(version) || isIdle(event, this.gone);
    const asked = this.asked?.version === version ? this.asked : null;
    const act = gone ? h("span", { class: "quiet" }, DESK_UNDO.undone) : h("button", { type: "button", class: "slim", "data-do": "undo", "data-key": `undo:${version}`, "aria-expanded": String(Boolean(asked)) }, DESK_UNDO.undo(spoken, this.#said(event)));
    return h("li", { "data-key": `event-${version}` },
      h("span", { class: gone ? "what desk-gone" : "what" }, this.#said(event), " ", h("span", { class: "quiet" }, clockTime(at))),
      act,
      asked ? h("div", { class: "desk-form stack" }, h("p", {}, asked.said.join(" ")), h("p", { class: "choices" }, this.page.button(`retract:${version}`, DESK_UNDO.undoIt), this.page.button("leave", DESK_UNDO.leaveIt))) : null);
  }

  /** @param {Event} event */
  #said({ type, data, sentence }) {
    if (type !== "Retracted") return DESK_UNDO.said(sentence);
    const target = this.events.find(({ version }) => version === data.target);
    return target ? DESK_UNDO.undoneEvent(target.sentence) : DESK_UNDO.undoneEntry(data.target);
  }

  /**
   * Show what withdrawing the event would change. A second press on the same button hides this again.
   * @param {number} version
   */
  async ask(version) {
    if (this.asked?.version === version) return this.leave();
    const foreseen = await this.page.tournament.foreseen([{ type: "Retracted", data: { target: version } }]);
    this.asked = { version, said: previewWords(this.page.tournament, foreseen) };
    return this.#show();
  }

  leave() {
    this.asked = null;
    this.#show();
  }

  /** @param {number} version */
  async retract(version) {
    await this.page.tournament.record([{ type: "Retracted", data: { target: version } }], this.page.desk.version);
    this.page.say(DESK_UNDO.done);
  }
}

/**
 * Whether undoing the event would change nothing, because it approves a result that is undone.
 * @param {Event} event
 * @param {ReadonlySet<unknown>} gone the versions of events that are undone
 */
const isIdle = ({ type, data }, gone) => type === "ResultApproved" && gone.has(data.result);

/**
 * The events are read from the last to the first, because a retraction that is itself withdrawn withdraws nothing.
 * @param {Event[]} events
 */
function withdrawn(events) {
  const gone = new Set();
  for (const { version, type, data } of events.toReversed()) if (type === "Retracted" && !gone.has(version)) gone.add(data.target);
  return gone;
}
