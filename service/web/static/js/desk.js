/**
 * The scorekeeper's desk: the form for the act that play waits for, the acts that wait to be stored, and undo. What else a scorekeeper can
 * do is loaded later (office.js).
 */

import { Composer } from "./composer.js";
import { replacedBy, undoing } from "./corrections.js";
import { byId, h, on, redraw } from "./dom.js";
import { roam } from "./keys.js";
import { closing, notice } from "./notice.js";
import { Outbox } from "./outbox.js";
import { offeredBy } from "./formstate.js";
import { Record } from "./record.js";
import { rest } from "./rest.js";
import { DESK } from "./texts/form.js";
import { lineOf } from "./texts/words.js";

/** @typedef {import("./outbox.js").Act} Act */

/** The desk of one table. */
export class Desk {
  /**
   * @param {{id: string, page: import("./store.js").Store<import("./gamestate.js").State>, stored: (answer: {version: number}) => void, drawn: () => void}} place
   *   `drawn`: called after every change of the form
   */
  constructor({ id, page, stored, drawn }) {
    this.page = page;
    /** @type {import("./office.js").Office | null} null: it is not loaded yet */
    this.office = null;
    this.record = new Record(id);
    this.outbox = new Outbox(id, { changed: () => this.#outboxChanged(), stored });
    this.form = new Composer(byId("seats"), {
      quick: true, whole: "resultsFirst" in byId("main").dataset, drawn,
      record: (type, data, more = []) => this.put([{ type, data }, ...more]), instead: (type, data) => this.office?.dialogs.instead(type, data),
    });
    const { outbox } = this;
    on(byId("notice"), { anyway: () => outbox.anyway(), drop: () => this.#drop(), retry: () => outbox.send(), resend: () => outbox.again() });
    on(byId("tools"), { undo: (button) => button.ariaDisabled === "true" || this.#undo() });
    roam(byId("main"));
    byId("tools").hidden = false;
    outbox.send();
  }

  /**
   * Record a batch.
   * @param {Act[]} events
   */
  put(events) {
    this.office?.queries.fold();
    return this.outbox.add(events, this.page.state.game.version);
  }

  /** Show the current table. If the game is not in play any more, the form proposes nothing. */
  show() {
    const { game, types } = this.page.state;
    const table = game.state === "open" ? game : { ...game, prompts: [] };
    this.form.show(table, types, offeredBy(table));
    const first = !this.record.version;
    this.#drawUndo();
    this.record.catchUp(game.version).then(() => this.#caughtUp(first), () => {});
  }

  /** The heading of the form; null if it needs none, because it asks for exactly the act that play waits for. */
  get heading() {
    return this.form.heading;
  }

  /** @param {boolean} first */
  #caughtUp(first) {
    const last = this.#last();
    if (first && last?.type) this.form.follows(last.type);
    this.#drawUndo();
    this.office?.caughtUp();
  }

  #undo() {
    const batch = undoing(this.record.events);
    rest();
    if (batch.length) this.put(batch);
  }

  #drop() {
    this.outbox.drop();
    if (this.outbox.waiting) return;
    this.form.resume();
    this.office?.queries.resume();
  }

  /** The event that undo takes back. */
  #last() {
    const { events } = this.record;
    const [first] = undoing(events);
    return first && events[first.data.target - 1];
  }

  /**
   * Draw the undo button. The button shows the act that it takes back, so the scorekeeper also sees that the last entry was recorded. While
   * the record is older than the table, that act may be taken back already.
   */
  #drawUndo() {
    const event = this.#last();
    const button = byId("undo");
    button.ariaDisabled = String(this.record.version < this.page.state.game.version);
    const line = event && h("span", { class: "receipt" }, lineOf(event));
    const undoes = h("span", { class: "undoes" }, line ? this.#undoes(event)(line) : DESK.undo);
    undoes.title = undoes.textContent;
    redraw(button, undoes);
    button.dataset.version = String(event?.version ?? 0);
    button.toggleAttribute("disabled", !event || !this.#mayUndo(event) || Boolean(closing(this.outbox)));
  }

  /** @param {import("./record.js").Event} event that undo takes back */
  #undoes(event) {
    if (!event.after) return DESK.undoes;
    return replacedBy(event, this.record.events) ? DESK.undoesCorrection : DESK.undoesInsertion;
  }

  // Undo cannot take back what a player confirmed or a director decided. A director can withdraw these in the list of the record.
  /** @param {import("./record.js").Event} event */
  #mayUndo({ version, type = "" }) {
    const { game, types } = this.page.state;
    return type !== "ResultConfirmed" && types.get(type)?.right !== "direct" && version > (game.life?.may.correct_below ?? 0);
  }

  #outboxChanged() {
    redraw(byId("notice"), notice(this.outbox, this.page.state.types));
    this.form.close(closing(this.outbox));
    this.office?.queries.draw();
    this.#drawUndo();
    byId("seats").setAttribute("aria-busy", String(this.outbox.waiting > 0));
  }
}
