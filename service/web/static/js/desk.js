/**
 * The scorekeeper's desk: the form for the act that play waits for, the acts that wait to be stored, and undo. What else a scorekeeper can
 * do is loaded later (office.js).
 */

import { call } from "./api.js";
import { Composer } from "./composer.js";
import { replacedBy, retraction, undoing } from "./corrections.js";
import { byId, h, on, redraw } from "./dom.js";
import { roam } from "./keys.js";
import { closing, notice } from "./notice.js";
import { Outbox } from "./outbox.js";
import { endOf, versionsIn } from "./queue.js";
import * as forms from "./formstate.js";
import { Record } from "./record.js";
import { rest } from "./rest.js";
import { CORRECTIONS, DESK, NOTICE } from "./texts/form.js";
import { actLabel, lineOf, listed } from "./texts/words.js";

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
    /** @type {import("./ahead.js").Ahead | null} null: it is not loaded yet, or this page has no rules to load */
    this.ahead = null;
    this.blind = 0; // so many acts wait of which the form does not know what they lead to
    this.told = ""; // what became of acts that are not recorded
    this.id = id;
    this.record = new Record(id);
    const { game, system } = page.state;
    this.outbox = new Outbox(id, { changed: () => this.#outboxChanged(), stored }, game.title || system.name);
    this.form = new Composer(byId("seats"), {
      quick: true, whole: "resultsFirst" in byId("main").dataset, drawn,
      record: (type, data, more = []) => this.put([{ type, data }, ...more]), instead: (type, data) => (this.office ? this.office.dialogs.instead(type, data) : false),
    });
    const { outbox } = this;
    on(byId("notice"), { anyway: () => outbox.anyway(), drop: () => this.#drop(), retry: () => outbox.send(), resend: () => outbox.again() });
    on(byId("tools"), { undo: (button) => button.ariaDisabled === "true" || this.#undo() });
    roam(byId("main"));
    byId("tools").hidden = false;
  }

  /**
   * Record a batch.
   * @param {readonly Act[]} events
   */
  put(events) {
    const { game, types } = this.page.state;
    this.office?.queries.fold();
    this.told = "";
    return this.outbox.add(events, game.version, ({ type }) => versionsIn(types.get(type)?.schema));
  }

  /**
   * What these acts would change, as the server says, or this device while it reads the record itself.
   * @param {readonly Act[]} events
   * @returns {Promise<import("./gamestate.js").Answers["DryRun"]>}
   */
  async foreseen(events) {
    if (this.page.state.ahead && this.ahead) return this.ahead.foreseen(events);
    return (await call("POST", `/games/${this.id}/events?dry_run=true`, { body: { events }, headers: { "If-Match": "*" } })).body;
  }

  /** Show the current table. If the game is not in play any more, the form proposes nothing. */
  show() {
    const { game, types, ahead, server } = this.page.state;
    const first = !this.record.version;
    this.blind = ahead || !this.outbox.behind || this.ahead?.serving ? 0 : this.outbox.waiting;
    const table = this.blind ? forms.unforeseen(game, this.blind) : game.state === "open" ? game : { ...game, prompts: [] };
    this.form.show(table, types, this.blind ? forms.possible(types, this.outbox.batches, this.record.events) : forms.offeredBy(table));
    this.#drawUndo();
    this.record.catchUp(ahead && server ? server.game.version : game.version).then(() => this.#caughtUp(first), () => {});
  }

  /**
   * The server would not record the last batch, as this device knows. It was not sent.
   * @param {import("./queue.js").Batch} batch
   * @param {import("./engine/client.js").Refused} why
   */
  refused(batch, { detail, errors }) {
    const acts = batch.events.map(({ type }) => actLabel(this.page.state.types, type));
    this.told = NOTICE.notRecorded(listed(acts), detail, errors.map(({ message }) => message));
    this.form.resume();
    return this.outbox.takeBack(batch);
  }

  /** To be called when the server has sent a message that is not shown yet, because this device reads the record itself. */
  async behind() {
    await this.record.catchUp(this.page.state.server?.game.version ?? 0);
    this.ahead?.lay();
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
    this.ahead?.lay();
  }

  #undo() {
    rest();
    if (this.blind) return this.#undoWaiting();
    const batch = undoing(this.record.events);
    return batch.length ? this.put(batch) : undefined;
  }

  // An act that may have reached the server is retracted.
  #undoWaiting() {
    const { batches } = this.outbox;
    const last = batches.at(-1);
    const end = endOf(batches);
    if (last && !last.tried) return this.outbox.takeBack(last);
    return last && end ? this.put(last.events.map((_, at) => retraction(end - at, CORRECTIONS.undone))) : undefined;
  }

  async #drop() {
    await this.outbox.drop();
    this.#emptied();
  }

  #emptied() {
    if (this.outbox.waiting) return;
    this.form.resume();
    this.office?.queries.resume();
  }

  // Others recorded something meanwhile: read it, and lay on it what waits.
  async #overtaken() {
    const { outbox, record } = this;
    const { trouble, batches: [first] } = outbox;
    const { actual = 0 } = trouble?.problem.body ?? {};
    await record.catchUp(actual);
    if (outbox.trouble !== trouble || typeof first?.expected !== "number" || record.stored.length < actual || first.expected >= actual) return;
    const both = await outbox.follow(first.expected, record.stored.slice(first.expected, actual));
    if (both) this.told = NOTICE.both(both);
    this.#emptied();
    this.#outboxChanged();
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
    const { game, types } = this.page.state;
    const button = byId("undo");
    const event = this.blind ? null : this.#last();
    const waits = this.blind ? listed(this.outbox.batches.at(-1)?.events.map(({ type }) => actLabel(types, type)) ?? []) : "";
    const line = (event || waits) && h("span", { class: "receipt" }, event ? lineOf(event) : waits);
    const undoes = h("span", { class: "undoes" }, line ? (event ? this.#undoes(event) : DESK.undoes)(line) : DESK.undo);
    undoes.title = undoes.textContent;
    redraw(button, undoes);
    button.dataset.version = String(event?.version ?? (waits ? game.version + this.blind : 0));
    button.ariaDisabled = String(!waits && this.record.version < game.version);
    button.toggleAttribute("disabled", !(waits || (event && this.#mayUndo(event))) || Boolean(closing(this.outbox)));
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
    const { outbox, page, blind } = this;
    redraw(byId("notice"), notice(outbox, page.state.types, this.told));
    this.form.close(closing(outbox));
    this.office?.queries.draw();
    if (outbox.trouble?.kind === "conflict") this.#overtaken().catch(() => {});
    this.ahead?.lay();
    if (blind || (outbox.behind && !page.state.ahead && !this.ahead?.serving)) this.show();
    else this.#drawUndo();
    byId("seats").setAttribute("aria-busy", String(outbox.waiting > 0));
  }
}
