/**
 * The scorekeeper's desk: the form for the act that play waits for, the acts that wait to be stored, and undo. What else a scorekeeper can
 * do is loaded later (office.js).
 *
 * The way of a tap, from top to bottom: a handler of the `Composer` makes another draft of it (draft.js), the draft that needs nothing more is
 * committed, the `Desk` puts it into the outbox (outbox.js), and the page shows what the server answers (game.js, `Desk.show`). formview.js
 * draws the form.
 */

import { call } from "./api.js";
import { replacedBy, retraction, undoing } from "./corrections.js";
import { afterPaint, byId, DEAD, h, on, redraw, rest, untaken } from "./dom.js";
import * as drafts from "./draft.js";
import { messageOf } from "./failure.js";
import { redrawFelt, whenStill } from "./felt.js";
import { valueIn } from "./fields.js";
import * as forms from "./formstate.js";
import { formFace } from "./formview.js";
import { enterNext, roam, settle } from "./keys.js";
import { UNASKED } from "./merging.js";
import { closing, notice } from "./notice.js";
import { Outbox } from "./outbox.js";
import { turnLine } from "./position.js";
import { endOf, versionsIn } from "./queue.js";
import { Record } from "./record.js";
import { intoSight, nearest } from "./sight.js";
import { CORRECTIONS, DESK, NOTICE, UNTAKEN } from "./texts/form.js";
import { actLabel, lineOf, listed } from "./texts/words.js";

/**
 * @typedef {import("./formstate.js").Form} Form
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./outbox.js").Act} Act
 */

// After an act, a second tap at its place is not taken until the new state of the table comes, but for at most this many milliseconds.
const LONGEST_REST = 3_000;

// A second tap on the card that was just played comes from a finger that did not see the first one taken, if it comes within this time.
const TWICE = 2_000;

// How long a line stays over the felt.
const SAID = 3_500;

/** A form for one act inside `root`. */
export class Composer {
  #tapped = 0; // when the last act of this form was sent
  #answered = 0; // when the table showed it
  #keyed = false; // whether a key was pressed since that act was sent
  /** @type {unknown} */
  #card = null; // the card of that act
  #pad = ""; // which keys the pad has
  #keeping = true; // whether something of a round may be kept
  /** @type {(() => HTMLElement) | null} */
  #later = null; // makes the pad that is still to be drawn

  /**
   * @param {HTMLElement} root
   * @param {{record: (type: string, data: any, more?: readonly forms.Event[]) => void, instead?: (type: string, data: any) => unknown, quick?: boolean, whole?: boolean, keeps?: string, drawn?: () => void}} options
   *   `more`: what is recorded together with it, after it; `instead`: corrects what somebody else has entered for the same round; false: it cannot yet; `quick`: when play waits for an act, the tap that completes this
   *   act also records it; `whole`: in a game that begins, a whole round is proposed as one act; `keeps`: the key by which this tab keeps what was
   *   entered of a whole round, also when the page is left; `drawn`: called after every change
   */
  constructor(root, { record, instead = record, quick = false, whole = false, keeps, drawn = () => {} }) {
    this.root = root;
    this.record = record;
    this.instead = instead;
    this.keeps = keeps;
    this.drawn = drawn;
    this.state = forms.form(quick, whole);
    /** @param {(draft: Draft, dataset: {[name: string]: string}) => Draft} change */
    const tap = (change) => (/** @type {HTMLElement} */ button, /** @type {Event} */ event) => {
      const { draft } = this.state;
      if (draft) this.#tap(change(draft, /** @type {{[name: string]: string}} */ (button.dataset)), event);
    };
    on(root, {
      card: tap((draft, { card, number }) => forms.withCard(this.state, draft, number === undefined ? card : Number(number))),
      seat: tap((draft, { seat }) => forms.withSeat(this.state, draft, Number(seat))),
      word: tap((draft, { field, word }) => drafts.answered(draft, field, word)),
      give: tap((draft, { field, word, seat }) => drafts.withSeatFor(draft, field, word, Number(seat))),
      aim: tap((draft, { seat }) => drafts.aimedAt(draft, Number(seat))),
      pad: tap((draft, { field }) => drafts.withPad(draft, field)),
      skip: tap((draft, { field }) => drafts.answered(draft, field, null)),
      clear: tap((draft) => drafts.withoutAim(draft)),
      commit: (_, event) => this.#commit(this.state, event),
      decide: (button, event) => this.#say(button, event),
      say: (button, event) => this.#say(button, event),
      "say-all": (button, event) => this.#say(button, event, forms.more(this.state, button.dataset.type ?? "")),
      act: ({ dataset: { type = "" } }) => {
        this.start(type);
        if (this.state.quick && forms.statesRound(this.state, type)) nearest(root); // it may have been offered below the pad
      },
      turn: ({ dataset: { field = "" } }) => this.state.draft && this.#become(forms.tapped(this.state, drafts.withPad(this.state.draft, field))),
      more: () => this.#become(forms.unfolded(this.state)),
      next: () => this.#become(forms.wentOn(this.state)),
      discard: () => this.start(),
      renumber: () => this.#become(forms.renumbered(this.state)),
      instead: () => this.#instead(),
    });
    root.addEventListener("click", () => { this.state = forms.touched(this.state); }, { capture: true, once: true });
    root.addEventListener("keydown", () => { this.#keyed = true; });
    on(root, {
      type: (input) => this.#typed(/** @type {HTMLInputElement} */ (input)),
      pick: (select) => this.#picked(/** @type {HTMLSelectElement} */ (select)),
    }, "input");
  }

  // --- from a tap to the act ------------------------------------------------------------------------------------------------------------------

  /**
   * Take the draft that a tap has made. If nothing is missing, record the act. Before the table has shown the last act, a tap is for the next
   * one: this waits (`#goOn`), and takes no more taps once it has a card or a number.
   * @param {Draft} draft
   * @param {Event} event
   */
  #tap(draft, event) {
    const form = this.state;
    if (forms.hasNext(form) || (form.waiting && draft.data.card && draft.data.card === this.#card)) return untaken(event, "early");
    const next = forms.tapped(form, draft);
    if (!form.waiting && forms.recordsItself(next)) return this.#commit(next, event);
    this.#become(next);
    if (byKey(event) && event.type === "click") enterNext(this.root, draft);
    return undefined;
  }

  /**
   * Record an act that needs nothing filled in.
   * @param {HTMLElement} button
   * @param {Event} event
   * @param {readonly forms.Event[]} [more] what is recorded together with it, after it
   */
  #say(button, event, more) {
    this.#commit(forms.decided(this.state, button.dataset.type ?? ""), event, more);
  }

  /**
   * @param {Form} form
   * @param {Event} [event]
   * @param {readonly forms.Event[]} [more]
   */
  #commit(form, event, more) {
    const act = forms.act(form);
    if (!act) return this.state.waiting ? untaken(event, "early") : undefined;
    const { card } = act.data;
    if (form.quick && card && card === this.#card && Date.now() - this.#answered < TWICE && forms.liesAlready(form, card)) return untaken(event, "twice");
    this.#card = card;
    this.#tapped = Date.now();
    this.#keyed = false;
    this.#become(forms.sent(form, byKey(event)));
    if (form.quick) rest(LONGEST_REST);
    return this.record(act.type, act.data, more);
  }

  #instead() {
    const act = forms.act(this.state);
    if (!act || this.instead(act.type, act.data) === false) return; // what was typed stays until it is taken
    this.start();
  }

  /** @param {HTMLSelectElement} select */
  #picked(select) {
    this.start(select.value);
    /** @type {HTMLElement} */ (this.root.querySelector('[data-do="pick"]')).focus();
  }

  /** @param {HTMLInputElement} input */
  #typed(input) {
    const { draft } = this.state;
    const { field = "", seat } = input.dataset;
    if (!draft) return;
    const value = valueIn(input);
    this.#become(forms.tapped(this.state, drafts.answered(draft, field, seat === undefined ? value : without({ ...draft.data[field], [seat]: value }))));
  }

  // --- from the answer to what is drawn -------------------------------------------------------------------------------------------------------

  /**
   * Show the new state of the table.
   * @param {import("./formstate.js").Game} game
   * @param {import("./formstate.js").Types} types
   * @param {readonly string[]} offered the types of acts to choose from
   * @param {boolean} [mine] whether what is new was recorded here
   */
  show(game, types, offered, mine = true) {
    const former = this.state;
    const moved = forms.hasMoved(former, game);
    const shown = forms.shown(former, game, types, offered);
    this.#become(former.game ? shown : forms.restored(shown, this.#kept()));
    const { byKey, waiting, draft, quick } = this.state;
    // If the scorekeeper has gone on already, the focus stays: the next key must not hit something else.
    if (byKey && !waiting && !(this.#keyed && this.root.contains(document.activeElement))) enterNext(this.root, draft);
    this.state = forms.entered(this.state);
    if (moved) rest(former.waiting ? Math.max(0, DEAD - (Date.now() - this.#tapped)) : DEAD, { everywhere: !mine && !former.waiting });
    if (moved && former.waiting) this.#goOn();
    if (quick && (!former.game || moved)) requestAnimationFrame(() => intoSight(this.root)); // when all else is drawn
  }

  /** The table shows the last act. Record the act that was tapped meanwhile, if it is what play waits for now. */
  #goOn() {
    this.#answered = Date.now();
    const form = this.state;
    if (forms.isAwaited(form)) this.#commit(form);
    else if (forms.isOutOfPlace(form)) {
      this.start();
      untaken(null, "other");
    }
  }

  /** @param {Form} form */
  #become(form) {
    const former = this.state;
    if (form === former) return;
    this.state = form;
    if (former.game) this.#keep(forms.kept(form));
    if (form.waiting && !former.waiting) setTimeout(() => this.#draw()); // the browser shows first that the tap was taken
    else this.#draw();
  }

  /** @returns {ReturnType<typeof forms.kept>} what this tab keeps of a round that was not recorded yet */
  #kept() {
    try {
      return JSON.parse((this.keeps && sessionStorage.getItem(this.keeps)) || "null");
    } catch {
      return null; // this browser keeps nothing
    }
  }

  /** @param {ReturnType<typeof forms.kept>} entered */
  #keep(entered) {
    if (!this.keeps || (!entered && !this.#keeping)) return;
    this.#keeping = entered !== null;
    try {
      if (entered) sessionStorage.setItem(this.keeps, JSON.stringify(entered));
      else sessionStorage.removeItem(this.keeps);
    } catch {
      this.keeps = undefined; // this browser keeps nothing
    }
  }

  #draw() {
    const { root, state: form } = this;
    const { game } = form;
    if (!game) return;
    const former = /** @type {HTMLElement | null} */ (root.querySelector(':scope > [data-key="pad"]'));
    const byTaps = !root.querySelector(":focus-visible"); // keys are for what is drawn
    this.#later = null;
    // The felt is looked at first: the browser shows it before it works out a pad whose keys stay where they are.
    const face = formFace({ ...form, game }, root.id, (keys, make) => {
      if (former && byTaps && keys === this.#pad) this.#later = make;
      this.#pad = keys;
      return this.#later ? former : make();
    });
    redrawFelt(root, face, game.view);
    const later = /** @type {(() => HTMLElement) | null} */ (this.#later);
    settle(root, later && former);
    this.drawn();
    if (former && later) afterPaint(() => {
      if (this.#later !== later) return;
      redraw(former, ...later().childNodes);
      settle(former);
    });
  }

  /**
   * Close the form and show the reason. If it is null, open the form again.
   * @param {string | null} why
   */
  close(why) {
    if (why === this.state.closed) return;
    this.#become(forms.closed(this.state, why));
    rest();
  }

  /** Do not wait for the table to change, because the last act was discarded. */
  resume() {
    this.#become(forms.resumed(this.state));
  }

  /**
   * To be called when the record is loaded.
   * @param {string} type the type of its last act, which decides what the form proposes next
   */
  follows(type) {
    this.#become(forms.followed(this.state, type));
  }

  /**
   * Begin an act of `type`; without a type, the act that play waits for.
   * @param {string} [type]
   * @param {{[field: string]: unknown}} [data] the values of the event that is being corrected
   */
  start(type, data) {
    this.#become(forms.started(this.state, type, data));
  }

  /**
   * Begin an act in a dialog.
   * @param {Pick<Form, "game" | "types" | "offered" | "short" | "once" | "look">} how
   * @param {string} type
   * @param {{[field: string]: unknown}} [data]
   */
  open(how, type, data) {
    this.#become(forms.opened(this.state, how, type, data));
  }
}

/** The desk of one table. */
export class Desk {
  #due = false; // whether what waits is to be drawn
  /** @type {(() => void)[]} told when nothing waits, or no answer comes */
  #settled = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {{id: string, page: import("./store.js").Store<import("./gamestate.js").State>, stored: (answer: {version: number}) => void}} place
   */
  constructor({ id, page, stored }) {
    this.page = page;
    /** @type {import("./office.js").Office | null} null: it is not loaded yet */
    this.office = null;
    /** @type {import("./ahead.js").Ahead | null} null: it is not loaded yet, or this page has no rules to load */
    this.ahead = null;
    /** @type {import("./shelf.js").Shelf | null} null: it is not loaded yet, or this page is not kept */
    this.shelf = null;
    this.blind = 0; // so many acts wait of which the form does not know what they lead to
    this.told = ""; // what became of acts that are not recorded
    this.merging = UNASKED;
    this.id = id;
    this.record = new Record(id);
    const { game, system } = page.state;
    this.outbox = new Outbox(id, { changed: () => this.#outboxChanged(), stored }, game.title || system.name);
    this.form = new Composer(byId("seats"), {
      quick: true, whole: "resultsFirst" in byId("main").dataset, keeps: `faceup:entered:${id}`, drawn: () => this.#drawTurn(),
      record: (type, data, more = []) => this.put([{ type, data }, ...more]), instead: (type, data) => (this.office ? this.office.dialogs.instead(type, data) : false),
    });
    const { outbox } = this;
    on(byId("notice"), {
      anyway: () => outbox.anyway(), drop: (button) => this.#drop(button.dataset.batch), retry: () => outbox.send(), resend: () => outbox.again(),
      accept: (button) => this.#settle({ accepted: new Set([...this.merging.accepted, button.dataset.batch ?? ""]) }), each: () => this.#settle({ each: true }),
    });
    on(byId("tools"), { undo: (button, event) => (button.ariaDisabled === "true" || this.form.state.waiting ? untaken(event, "early") : this.#undo()) });
    addEventListener("untaken", (event) => this.say(UNTAKEN[/** @type {CustomEvent<keyof typeof UNTAKEN>} */ (event).detail]));
    roam(byId("main"));
    byId("tools").hidden = false;
  }

  /**
   * Record a batch.
   * @param {readonly Act[]} events
   */
  put(events) {
    const { game, types } = this.page.state;
    this.told = "";
    return this.outbox.add(events, game.version, ({ type }) => versionsIn(types.get(type)?.schema));
  }

  /** Returns when what was recorded here is stored, and read again. If no answer comes, without it. */
  async settled() {
    const { outbox, record } = this;
    if (outbox.waiting && !outbox.behind && !outbox.trouble) await new Promise((/** @type {(value?: undefined) => void} */ resolve) => { this.#settled.push(resolve); });
    await record.catchUp(outbox.stored).catch(() => {});
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
    const mine = this.outbox.waiting > 0 || this.outbox.stored >= game.version;
    this.form.show(table, types, this.blind ? forms.possible(types, this.outbox.batches, this.record.events) : forms.offeredBy(table), mine);
    this.#drawUndo();
    this.record.catchUp(ahead && server ? server.game.version : game.version).then(() => this.#caughtUp(first), () => {});
  }

  /**
   * The server would not record the last batch, as this device knows. It was not sent.
   * @param {import("./queue.js").Batch} batch
   * @param {import("./engine/client.js").Refused} why
   */
  refused(batch, { type, detail, errors }) {
    const acts = batch.events.map(({ type }) => actLabel(this.page.state.types, type));
    this.told = NOTICE.notRecorded(listed(acts), messageOf({ message: detail, status: 422, body: { type }, errors }));
    this.form.resume();
    return this.outbox.takeBack(batch);
  }

  /** To be called when the server has sent a message that is not shown yet, because this device reads the record itself. */
  async behind() {
    await this.record.catchUp(this.page.state.server?.game.version ?? 0).catch(() => {}); // the network may have gone again
    this.ahead?.lay();
  }

  /** Who states a whole deal sees the heading of the form for it, and not whose turn it is. */
  #drawTurn() {
    const { game } = this.page.state;
    redraw(byId("turn"), (game.state === "open" && forms.heading(this.form.state)) || turnLine(game));
  }

  /** @param {boolean} first */
  #caughtUp(first) {
    const last = this.#last();
    if (first && last?.type) this.form.follows(last.type);
    this.#drawUndo();
    whenStill(() => this.office?.caughtUp());
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

  /** @param {string} [batch] */
  async #drop(batch) {
    await this.outbox.drop(batch);
    this.#emptied();
  }

  /** @param {Partial<import("./merging.js").Merging>} answer of the recorder, about what others recorded meanwhile */
  #settle(answer) {
    this.merging = { ...this.merging, ...answer };
    this.tell();
  }

  /** Say what is not stored, and ask about it. */
  tell() {
    redraw(byId("notice"), notice(this));
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
    this.tell();
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
    const older = !this.blind && (this.record.version < game.version || (this.outbox.waiting > 0 && !this.page.state.ahead));
    const event = this.blind ? null : this.#last();
    const waits = this.blind ? listed(this.outbox.batches.at(-1)?.events.map(({ type }) => actLabel(types, type)) ?? []) : "";
    const replaced = event && replacedBy(event, this.record.events);
    const named = replaced ? this.record.events[replaced.data.target - 1] : event; // what counts again
    const line = !older && (named || waits) && h("span", { class: "receipt" }, named ? withFirstNames(lineOf(named)?.split(";")[0] ?? "", game.seats) : waits);
    const words = replaced ? DESK.undoesCorrection : event?.after ? DESK.undoesInsertion : DESK.undoes;
    const undoes = h("span", { class: "undoes" }, line ? words(line) : DESK.undo);
    undoes.title = undoes.textContent;
    redraw(button, undoes);
    button.dataset.version = String(event?.version ?? (waits ? game.version + this.blind : 0));
    button.ariaDisabled = String(!waits && older);
    button.toggleAttribute("disabled", !(waits || (event && this.#mayUndo(event))) || Boolean(closing(this.outbox)));
  }

  // Undo cannot take back what a player confirmed or a director decided. A director can withdraw these in the list of the record.
  /** @param {import("./record.js").Event} event */
  #mayUndo({ version, type = "" }) {
    const { game, types } = this.page.state;
    return type !== "ResultConfirmed" && types.get(type)?.right !== "direct" && version > (game.life?.may.correct_below ?? 0);
  }

  /**
   * Say something over the felt for a moment.
   * @param {import("../../types/dom.js").Child} words
   */
  say(words) {
    redraw(byId("untaken"), words);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => redraw(byId("untaken")), SAID);
  }

  /** Draw what waits in a task of its own: the request need not wait for it. */
  #outboxChanged() {
    if (!this.#due) setTimeout(() => this.#showOutbox());
    this.#due = true;
  }

  #showOutbox() {
    this.#due = false;
    const { outbox, page, blind } = this;
    if (!outbox.waiting || outbox.behind || outbox.trouble) this.#settled.splice(0).forEach((resolve) => { resolve(); });
    if (outbox.trouble?.kind !== "conflict") this.merging = UNASKED;
    this.tell();
    this.form.close(closing(outbox));
    this.office?.queries.draw();
    if (outbox.trouble?.kind === "conflict") this.#overtaken().catch(() => {});
    if (outbox.trouble?.kind === "refused") this.shelf?.again();
    this.ahead?.lay();
    if (blind || (outbox.behind && !page.state.ahead && !this.ahead?.serving)) this.show();
    else this.#drawUndo();
    byId("seats").setAttribute("aria-busy", String(outbox.waiting > 0));
  }
}

/**
 * Whether a key pressed the button, and no tap.
 * @param {Event} [event]
 */
const byKey = (event) => event instanceof UIEvent && event.detail === 0;

/**
 * A sentence about an act, for where whole names leave no room for what was done.
 * @param {string} line
 * @param {{name?: string | null}[]} seats
 */
const withFirstNames = (line, seats) => {
  const firsts = seats.map(({ name }) => (name ?? "").split(" ")[0]);
  return seats.reduce((all, { name }, at) => (name && firsts.indexOf(firsts[at]) === firsts.lastIndexOf(firsts[at]) ? all.replaceAll(name, firsts[at]) : all), line);
};

/** @param {{[name: string]: unknown}} map */
const without = (map) => Object.fromEntries(Object.entries(map).filter(([, value]) => value !== undefined));
