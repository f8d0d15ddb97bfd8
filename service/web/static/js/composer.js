/**
 * The form for one act, built from the current prompts and the event types of the system: what happened, which seat, which word, which card.
 * The form proposes values, and accepts any others. Here is what its buttons do; formview.js draws it.
 */

import { afterPaint, on, redraw } from "./dom.js";
import * as drafts from "./draft.js";
import { valueIn } from "./fields.js";
import * as forms from "./formstate.js";
import { formFace } from "./formview.js";
import { enterNext, settle } from "./keys.js";
import { redrawFelt } from "./motion.js";
import { DEAD, hitAtRest, rest } from "./rest.js";
import { intoSight } from "./sight.js";
import { store } from "./store.js";

// After an act, taps are ignored until the new state of the table comes, but for at most this many milliseconds.
const LONGEST_REST = 3_000;

// A second tap on the card that was just played comes from a finger that did not see the first one taken, if it comes within this time.
const TWICE = 2_000;

// Two taps within so many milliseconds, and so many pixels apart, are one touch.
const SAME_TOUCH = 300;
const NEAR = 24;

/**
 * @typedef {import("./formstate.js").Form} Form
 * @typedef {import("./draft.js").Draft} Draft
 */

/** A form for acts inside `root`. Its state is a `Form` (formstate.js). */
export class Composer {
  /**
   * @param {HTMLElement} root
   * @param {{record: (type: string, data: any, more?: readonly forms.Event[]) => void, instead?: (type: string, data: any) => unknown, quick?: boolean, whole?: boolean, drawn?: () => void}} options
   *   `more`: what is recorded together with it, after it; `instead`: corrects what somebody else has entered for the same round; false: it cannot yet; `quick`: when play waits for an act, the tap that completes this
   *   act also records it; `whole`: in a game that begins, a whole round is proposed as one act; `drawn`: called after every change
   */
  constructor(root, { record, instead = record, quick = false, whole = false, drawn = () => {} }) {
    this.root = root;
    this.record = record;
    this.tapped = 0; // when the last act of this form was sent
    this.answered = 0; // when the table showed it
    /** @type {unknown} */
    this.card = null; // the card of that act
    this.spot = [0, 0]; // where the page was tapped for it
    /** @type {string | null} */
    this.early = null; // a card that was tapped before the table showed that act
    this.instead = instead;
    this.drawn = drawn;
    /** @type {Element | null} */
    this.pad = null; // the pad that is still to be drawn
    this.form = store(forms.form(quick, whole), (form, former) => {
      if (!former || form.touched !== former.touched) return;
      if (form.waiting && !former.waiting) setTimeout(() => this.#draw()); // the browser shows first that the tap was taken
      else this.#draw();
    });
    /** @param {(draft: Draft, dataset: Record<string, string>) => Draft} change */
    const tap = (change) => (/** @type {HTMLElement} */ button, /** @type {Event} */ event) => {
      const { draft } = this.form.state;
      if (draft) this.#tap(change(draft, /** @type {Record<string, string>} */ (button.dataset)), event);
    };
    on(root, {
      act: (button) => this.start(button.dataset.type),
      seat: tap((draft, { seat }) => forms.withSeat(this.form.state, draft, Number(seat))),
      aim: tap((draft, { seat }) => drafts.aimedAt(draft, Number(seat))),
      pad: tap((draft, { field }) => drafts.withPad(draft, field)),
      give: tap((draft, { field, word, seat }) => drafts.withSeatFor(draft, field, word, Number(seat))),
      more: () => this.form.next(forms.unfolded),
      word: tap((draft, { field, word }) => drafts.answered(draft, field, word)),
      card: tap((draft, { card, number }) => forms.withCard(this.form.state, draft, number === undefined ? card : Number(number))),
      skip: tap((draft, { field }) => drafts.answered(draft, field, null)),
      clear: tap((draft) => drafts.withoutAim(draft)),
      commit: (_, event) => this.#commit(this.form.state, event),
      next: () => this.form.next(forms.wentOn),
      discard: () => this.start(),
      renumber: () => this.form.next(forms.renumbered),
      instead: () => this.#instead(),
      decide: (button, event) => this.#say(button, event),
      say: (button, event) => this.#say(button, event),
      "say-all": (button, event) => this.#say(button, event, forms.more(this.form.state, button.dataset.type ?? "")),
    });
    root.addEventListener("click", () => this.form.next(forms.touched), { capture: true, once: true });
    if (quick) document.addEventListener("click", (event) => this.#early(event), { capture: true });
    on(root, {
      type: (input) => this.#typed(/** @type {HTMLInputElement} */ (input)),
      pick: (select) => this.#picked(/** @type {HTMLSelectElement} */ (select)),
    }, "input");
  }

  #draw() {
    const { root, form: { state } } = this;
    const { game } = state;
    if (!game) return;
    const face = formFace({ ...state, game }, root.id).flat(/** @type {1} */ (Infinity));
    const now = face.find(isPad);
    const former = [...root.children].find(isPad);
    // The felt is looked at first, and the cards on it move: the browser shows it before it works out the pad. Keys are for what is drawn.
    const waits = former && now && shapeOf(former) === shapeOf(now) && !root.querySelector(":focus-visible") ? now : null;
    this.pad = waits;
    redrawFelt(root, waits ? face.with(face.indexOf(waits), former) : face, game.view);
    settle(root);
    this.drawn();
    if (former && waits) afterPaint(() => {
      if (this.pad !== waits) return;
      redraw(former, ...waits.childNodes);
      settle(former);
    });
  }

  /**
   * Show the new state of the table.
   * @param {import("./formstate.js").Game} game
   * @param {import("./formstate.js").Types} types
   * @param {readonly string[]} offered the types of acts to choose from
   */
  show(game, types, offered) {
    const { state } = this.form;
    const moved = forms.hasMoved(state, game);
    this.form.next(forms.shown, game, types, offered);
    const { byKey, waiting, draft, quick } = this.form.state;
    if (byKey && !waiting) enterNext(this.root, draft);
    this.form.next(forms.entered);
    if (moved) rest(state.waiting ? Math.max(0, DEAD - (Date.now() - this.tapped)) : DEAD);
    if (moved && state.waiting) this.answered = Date.now();
    if (moved) this.#next();
    if (quick && (!state.game || moved)) requestAnimationFrame(() => intoSight(this.root)); // when all else is drawn
  }

  /**
   * Close the form and show the reason. If it is null, open the form again.
   * @param {string | null} why
   */
  close(why) {
    if (why === this.form.state.closed) return;
    this.form.next(forms.closed, why);
    rest();
  }

  /** Do not wait for the table to change, because the last act was discarded. */
  resume() {
    this.form.next(forms.resumed);
  }

  /**
   * To be called when the record is loaded.
   * @param {string} type the type of its last act, which decides what the form proposes next
   */
  follows(type) {
    this.form.next(forms.followed, type);
  }

  /** The heading of the form; null if it needs none, because it asks for exactly the act that play waits for. */
  get heading() {
    return forms.heading(this.form.state);
  }

  /**
   * Begin an act of `type`; without a type, the act that play waits for.
   * @param {string} [type]
   * @param {Record<string, unknown>} [data] the values of the event that is being corrected
   */
  start(type, data) {
    this.form.next(forms.started, type, data);
  }

  /**
   * Begin an act in a dialog.
   * @param {Pick<Form, "game" | "types" | "offered" | "short" | "once" | "look">} how
   * @param {string} type
   * @param {Record<string, unknown>} [data]
   */
  open(how, type, data) {
    this.form.next(forms.opened, how, type, data);
  }

  /**
   * Show the draft after a tap. If the tap completed an act that needs no other, record the act.
   * @param {Draft} draft
   * @param {Event} event
   */
  #tap(draft, event) {
    const form = forms.tapped(this.form.state, draft);
    if (forms.recordsItself(form)) return this.#commit(form, event);
    this.form.next(forms.tapped, draft);
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
    this.#commit(forms.decided(this.form.state, button.dataset.type ?? ""), event, more);
  }

  /**
   * @param {Form} form
   * @param {Event} event
   * @param {readonly forms.Event[]} [more]
   */
  #commit(form, event, more) {
    const act = forms.act(form);
    if (!act) return;
    const { card } = act.data;
    const legal = form.draft?.asks.get("card")?.choices.includes(card); // where each player has a pack, the next one may play the same card
    if (form.quick && card && card === this.card && !legal && lies(form, card) && Date.now() - this.answered < TWICE) return;
    this.card = card;
    this.tapped = Date.now();
    if (event instanceof MouseEvent) this.spot = [event.clientX, event.clientY];
    this.form.next(() => forms.sent(form, byKey(event)));
    if (form.quick) rest(LONGEST_REST);
    this.record(act.type, act.data, more);
  }

  /**
   * A tap on another card, before the table has shown the act before it, is for the next player. It is kept until the table shows whose turn
   * it is. A second tap that follows at once and near the first comes from the same touch of the finger.
   * @param {MouseEvent} event
   */
  #early(event) {
    const card = hitAtRest(event, `#${this.root.id} .pad [data-card]`)?.dataset.card;
    const again = Date.now() - this.tapped < SAME_TOUCH && Math.hypot(event.clientX - this.spot[0], event.clientY - this.spot[1]) < NEAR;
    if (card && card !== this.card && !again && this.form.state.waiting) this.early = card;
  }

  /** Record the card that was tapped early, if the next player may lay it. */
  #next() {
    const { early, form: { state } } = this;
    this.early = null;
    if (!early || !state.draft?.expected || !state.draft.asks.get("card")?.choices.includes(early)) return;
    const form = forms.tapped(state, forms.withCard(state, state.draft, early));
    if (forms.recordsItself(form)) this.#commit(form, new Event("early"));
  }

  #instead() {
    const act = forms.act(this.form.state);
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
    const { draft } = this.form.state;
    const { field = "", seat } = input.dataset;
    if (!draft) return;
    const value = valueIn(input);
    this.form.next(forms.tapped, drafts.answered(draft, field, seat === undefined ? value : without({ ...draft.data[field], [seat]: value })));
  }
}

/**
 * Whether a key pressed the button, and no tap.
 * @param {Event} event
 */
const byKey = (event) => event instanceof UIEvent && event.detail === 0;

/**
 * Whether the card lies in front of a player.
 * @param {Form} form
 * @param {unknown} card
 */
const lies = ({ game }, card) => Object.values(game?.view.seats ?? {}).some((seat) => seat.card === card);

/** @param {Record<string, unknown>} map */
const without = (map) => Object.fromEntries(Object.entries(map).filter(([, value]) => value !== undefined));

/**
 * @param {unknown} child of the form
 * @returns {child is HTMLElement}
 */
const isPad = (child) => child instanceof HTMLElement && child.dataset.key === "pad";

/**
 * Two pads with the same shape have the same keys in the same places.
 * @param {Element} pad
 */
const shapeOf = (pad) => [...pad.querySelectorAll(".pad, .pad > *")].map((each) => `${each.className} ${each.childElementCount}`).join();
