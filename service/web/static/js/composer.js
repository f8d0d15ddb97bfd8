/**
 * The form for one act, built from the current prompts and the event types of the system: what happened, which seat, which word, which card.
 * The form proposes values, and accepts any others.
 */

import { inWords, JOKERS, numberPad, pad } from "./cards.js";
import { decisionButtons, typedNumber, worded } from "./choices.js";
import { h, on, redraw } from "./dom.js";
import * as drafts from "./draft.js";
import { control, SEATS, SUGGESTED, valueOf, ZERO } from "./fields.js";
import { enterNext, settle } from "./keys.js";
import { aimChoice, marker, padChoice } from "./places.js";
import { decisions, fits, heading, shared, states } from "./prompts.js";
import { rest } from "./rest.js";
import { seatGrid } from "./seats.js";
import { intoSight } from "./sight.js";
import { actLabel, capital, listed, namesOf } from "./words.js";

const FEW = 4;
// After an act, taps are ignored until the new state of the table comes, but for at most this many milliseconds.
const LONGEST_REST = 3_000;
/** A form for acts inside `root`. */
export class Composer {
  /**
   * @param {HTMLElement} root
   * @param {{record: (type: string, data: any) => void, choosable: (game: any) => string[], quick?: boolean, drawn?: () => void}} options
   *   `choosable`: returns the types of acts to offer; `quick`: when play waits for an act, the tap that completes this act also records
   *   it; `drawn`: called after every change
   */
  constructor(root, { record, choosable, quick = false, drawn = () => {} }) {
    Object.assign(this, { root, record, choosable, quick, drawn, closed: null, touched: false, draft: null, game: null, types: new Map(), serial: 0, kept: false, byKey: false, waiting: false, states: false, verb: "Record", short: false });
    on(root, {
      act: (button) => this.start(button.dataset.type),
      seat: (button, event) => this.tap(drafts.withSeat(this.#aimedAt(Number(button.dataset.seat)), Number(button.dataset.seat)), event),
      aim: (button, event) => this.tap(drafts.aimedAt(this.draft, Number(button.dataset.seat)), event),
      pad: (button, event) => this.tap(drafts.withPad(this.draft, button.dataset.field), event),
      give: (button, event) => this.tap(drafts.withSeatFor(this.draft, button.dataset.field, button.dataset.word, Number(button.dataset.seat)), event),
      more: () => this.#whole(),
      word: (button, event) => this.tap(drafts.answered(this.draft, button.dataset.field, button.dataset.word), event),
      card: (button, event) => this.tap(this.#fitted(drafts.withCard(this.draft, cardOf(button))), event),
      skip: (button, event) => this.tap(drafts.answered(this.draft, button.dataset.field, null), event),
      clear: (_, event) => this.tap(drafts.withoutAim(this.draft), event),
      commit: (_, event) => this.commit(event),
      decide: (button, event) => this.#decide(button.dataset.type, event),
    });
    root.addEventListener("click", () => { this.touched = true; }, { capture: true, once: true });
    on(root, { type: (input) => this.#typed(input), pick: (select) => this.#picked(select) }, "input");
  }

  /** Show the new state of the table. Values that the user has set stay; all others are taken from the new prompts. */
  show(game, types) {
    const first = !this.game;
    const moved = !first && game.version !== this.game.version;
    if (moved) this.waiting = false;
    Object.assign(this, { game, types });
    if (this.quick) this.kept &&= this.choosable(game).includes(this.draft?.type);
    if (this.draft && (drafts.begun(this.draft) || this.kept)) this.#update();
    else this.start();
    if (this.byKey && !this.waiting) enterNext(this.root, this.draft);
    this.byKey &&= this.waiting;
    if (moved) rest();
    if (this.quick && (first || moved)) intoSight(this.root);
  }

  /** Close the form and show the reason `why`. If `why` is null, open the form again. */
  close(why) {
    if (why === this.closed) return;
    this.closed = why;
    if (this.game) this.draw();
    rest();
  }

  /** Do not wait for the table to change, because the last act was discarded. */
  resume() {
    this.waiting = false;
    this.start();
  }

  /**
   * To be called when the record is loaded. `type`: the type of its last act. If that act entered a whole round at once, the form proposes
   * to enter the next round in the same way.
   */
  follows(type) {
    if (this.touched) return;
    this.states = this.#prompts().some((prompt) => prompt.type === type && states(prompt));
    if (this.states) this.start();
  }

  /** The heading of the form; null if it needs none, because it asks for exactly the act that play waits for. */
  get heading() {
    const mine = this.#prompts().filter((prompt) => prompt.type === this.draft?.type);
    return mine.length === 1 && !this.closed ? heading(mine[0]) : null;
  }

  /** Begin an act of `type`; without a type, the act that play waits for. `data`: the values of the event that is being corrected. */
  start(type, data) {
    const expected = this.#prompts().find((prompt) => prompt.expected)?.type;
    const chosen = type ?? this.#stated() ?? expected ?? this.choosable(this.game)[0];
    const known = this.types.get(chosen);
    this.kept = type !== undefined && type !== expected;
    this.draft = known ? this.#seated(drafts.draftOf(known, this.#prompt(chosen), data, !this.quick && !this.short)) : null;
    this.serial += 1;
    this.draw();
  }

  /** Show the draft after a tap. If the tap completed an act that play waits for, record the act. */
  tap(draft, event) {
    this.draft = draft;
    if (this.quick && drafts.recordsItself(draft)) this.commit(event);
    else {
      this.draw();
      if (event.detail === 0 && event.type === "click") enterNext(this.root, draft);
    }
  }

  commit(event) {
    if (!this.draft || !drafts.complete(this.draft)) return;
    const { type } = this.draft;
    const data = drafts.toSend(this.draft);
    this.byKey = event.detail === 0;
    if (this.#prompts().some(states)) this.states = this.#prompts().some((prompt) => prompt.type === type && states(prompt));
    this.waiting = true; // propose no seat until the new state comes: otherwise the next card could go to the same seat again
    this.start();
    if (this.quick) rest(LONGEST_REST);
    this.record(type, data);
  }

  // Record an act that has a button of its own. Its prompt knows every value of the act.
  #decide(type, event) {
    const prompt = this.#decisions().find((each) => each.type === type);
    if (!prompt) return;
    this.draft = drafts.draftOf(this.types.get(type), prompt, undefined, false);
    this.commit(event);
  }

  draw() {
    const offered = this.choosable(this.game);
    const draft = this.draft;
    const open = draft ? this.#body(draft) : seatGrid(this.game);
    if (this.closed) redraw(this.root, seatGrid(this.game), h("p", { class: "notice", "data-key": "closed" }, this.closed));
    else redraw(this.root, offered.length > 1 && !this.#deciding() && this.#acts(offered), open);
    settle(this.root);
    this.drawn();
  }

  #acts(offered) {
    if (offered.length > FEW) return this.#actList(offered);
    const chips = offered.map((type) =>
      h("button", { type: "button", class: "key-chip", "data-do": "act", "data-type": type, "data-key": type, "aria-pressed": String(this.draft?.type === type) }, actLabel(this.types, type)));
    return h("div", { class: "acts", role: "group", "aria-label": "What happened", "data-key": "acts" }, chips);
  }

  #actList(offered) {
    const id = `${this.root.id}-act`;
    const options = offered.map((type) => h("option", { value: type, selected: this.draft?.type === type }, actLabel(this.types, type)));
    return h("div", { "data-key": `acts-${this.serial}` },
      h("p", { class: "field" }, h("label", { for: id }, "What happened"), h("select", { id, "data-do": "pick" }, options)),
      h("p", { class: "quiet" }, firstSentence(this.draft?.doc)));
  }

  #body(draft) {
    const seats = this.#onTiles(draft) ? drafts.seatField(draft) : null;
    const cards = drafts.padField(draft);
    const pads = drafts.padFields(draft);
    const rest = draft.fields.filter((field) => field !== seats && !pads.includes(field) && !(this.#deciding() && field.name in draft.data)).map((field) => this.#control(field));
    const dealt = cards && !drafts.needed(draft, cards) && !["card", "number", "seat-number"].includes(cards.kind);
    const filled = pads.some((field) => drafts.said(draft.data[field.name])); // a pad that already has values is not folded away
    const first = cards?.kind === "number"; // a pad of numbers comes before the other fields, because it has few keys and is filled first
    const marks = seats?.kind.startsWith("seat-") ? this.#marks(draft) : new Map();
    const game = this.#prompts().some((prompt) => prompt.type === draft.type && states(prompt)) ? untimed(this.game) : this.game;
    const table = seats ? seatGrid(game, { field: seats.name, chosen: drafts.chosenSeats(draft), marks }) : seatGrid(game);
    return [
      seats && seats.kind === "seat" && seats.name !== "seat" && h("p", { class: "whose", "data-key": "whose-seat" }, `${seats.label}: tap the seat`),
      h("div", { "data-key": "seats" }, table),
      first && this.#cards(draft, cards),
      h("div", { "data-key": `fields-${draft.type}-${this.serial}`, class: "fields" }, rest),
      cards && !dealt && !first && this.#cards(draft, cards),
      dealt && h("details", { "data-key": `cards-${draft.type}-${this.serial}`, class: "fold", open: (this.quick && draft.whole) || filled }, h("summary", {}, `${capital(listed(pads.map((field) => field.label.toLowerCase())))}, if known`), this.#cards(draft, cards)),
      this.#foot(draft),
      this.#leavesOut(draft) && h("p", { "data-key": "more" }, h("button", { type: "button", class: "plain", "data-do": "more" }, "More details…")),
    ];
  }

  #control(field, value = this.draft.data[field.name]) {
    const name = namesOf(this.game.seats);
    const free = field.name === "seat";
    const asked = [...this.draft.asks.keys()].filter((key) => key.startsWith(`${field.name}.`)).map((key) => key.split(".")[1]);
    return control(worded(this.draft, field), value, { name, order: this.game.view.order, id: `${this.root.id}-${this.draft.type}`, free, suggested: SUGGESTED[this.draft.type]?.[field.name] ?? field.examples, asked });
  }

  #cards(draft, field) {
    const aimed = field.kind.startsWith("seat-");
    const chosen = drafts.chosenCards(draft);
    const label = field.kind === "number" && draft.fields.length > 2 && h("p", { class: "whose" }, field.label);
    const whose = aimed ? this.#aimLine(draft, chosen) : this.#whose(draft);
    const numbers = drafts.padNumbers(draft);
    const keys = numbers.length ? numberPad(numbers, chosen, drafts.proposed(draft), ZERO[field.name]) : pad({ chosen, mark: marker(draft, this.game), jokers: asksJokers(draft) });
    const skip = this.#skip(draft, field);
    const other = typedNumber(draft, field, numbers);
    const typed = other && this.#control(other.field, other.value);
    return h("div", { "data-key": "pad", class: "cards-field" }, label, padChoice(draft), aimChoice(draft, this.game.view.order, namesOf(this.game.seats)), whose, ...(drafts.forgettable(draft, field) ? [skip, keys] : [keys, typed, skip]));
  }

  // The button that leaves a card out; null if there is none. The button “Nobody remembers” is only for cards that are entered later: a
  // card that was just played was seen by everybody.
  #skip(draft, field) {
    const forgettable = drafts.forgettable(draft, field);
    if (forgettable ? this.quick : field.kind.startsWith("seat-") || field.kind === "cards" || drafts.needed(draft, field)) return null;
    return h("button", { type: "button", class: "skip-card", "data-do": "skip", "data-field": field.name, "aria-pressed": String(draft.data[field.name] === null) },
      forgettable ? "Nobody remembers" : `${field.label} not known yet`);
  }

  #aimLine(draft, chosen) {
    if (draft.aim === null) return h("p", { class: "aim" }, "Tap a seat, then its card.");
    const name = namesOf(this.game.seats)(draft.aim);
    return h("p", { class: "aim" }, h("span", { class: "clip" }, chosen.length ? `${name}: ${chosen.map(inWords).join(", ")}` : `Card of ${name}`),
      chosen.length ? h("button", { type: "button", class: "plain", "data-do": "clear" }, "Clear") : null);
  }

  // Says whose card will be entered next, when several players may act in any order.
  #whose(draft) {
    const mine = this.#prompts().filter((prompt) => prompt.type === draft.type);
    if (mine.length < 2 || drafts.seatField(draft)?.kind !== "seat") return null;
    const [seat] = drafts.chosenSeats(draft);
    return h("p", { class: "whose" }, h("span", { class: "clip" }, seat === undefined ? "Tap a seat, then its card." : `Card of ${namesOf(this.game.seats)(seat)}`));
  }

  #foot(draft) {
    if (this.#deciding()) return decisionButtons(this.#decisions());
    if (this.#lastTapRecords(draft)) return null;
    const ready = drafts.complete(draft);
    return h("p", { class: "foot", "data-key": "foot" },
      h("button", { type: "button", class: "primary wide", "data-do": "commit", "data-key": "commit", "aria-disabled": ready ? null : "true" }, `${this.verb}: ${actLabel(this.types, draft.type)}`));
  }

  // Whether the form shows a button for each act that play waits for.
  #deciding() {
    return Boolean(this.draft) && !drafts.begun(this.draft) && this.#decisions().some((prompt) => prompt.type === this.draft.type);
  }

  #decisions() {
    return this.quick && !this.waiting ? decisions(this.#prompts()) : [];
  }

  #marks(draft) {
    return new Map([...drafts.cardsBySeat(draft)].filter(([, cards]) => cards.length).map(([seat, cards]) => [seat, cards.at(-1)]));
  }

  // Whether the seat is chosen on the tiles. A player who joins takes a seat that no tile shows.
  #onTiles(draft) {
    const asked = draft.asks.get("seat")?.choices;
    return draft.type !== "PlayerJoined" && !(asked?.length && asked.every((seat) => !this.game.view.order.includes(seat)));
  }

  #prompts() {
    return this.game.prompts ?? [];
  }

  #prompt(type) {
    const prompt = shared(this.#prompts().filter((prompt) => prompt.type === type));
    return prompt && this.waiting ? { ...prompt, given: {}, asks: prompt.asks.map((ask) => ({ ...ask, optional: true })) } : prompt;
  }

  // If the last round was entered as one act, the form proposes to enter the next round in the same way.
  #stated() {
    return this.quick && this.states ? this.#prompts().find(states)?.type : undefined;
  }

  #lastTapRecords(draft) {
    return this.quick && draft.expected && drafts.byTaps(draft) && !drafts.complete(draft);
  }

  #leavesOut(draft) {
    if (draft.whole || (this.#lastTapRecords(draft) && drafts.padField(draft)?.kind === "card")) return false; // the tap on the card records the act, so there is no time to add details
    return Object.keys(this.types.get(draft.type).schema.properties ?? {}).length > draft.fields.length;
  }

  #whole() {
    this.draft = drafts.updated({ ...this.draft, whole: true }, this.types.get(this.draft.type), this.#prompt(this.draft.type));
    this.draw();
  }

  // There may be several prompts for one type. The prompt that offers the chosen card decides what else the form asks.
  #fitted(draft) {
    const own = this.#prompts().filter((prompt) => prompt.type === draft.type && fits(prompt, draft.data));
    const asks = (prompt) => prompt.asks.map((ask) => ask.field).join();
    if (!own.length || own.some((prompt) => asks(prompt) === [...draft.asks.keys()].join())) return draft;
    return drafts.updated(draft, this.types.get(draft.type), own[0]);
  }

  #update() {
    const known = this.types.get(this.draft.type);
    this.draft = drafts.updated(this.draft, known, this.#prompt(this.draft.type));
    this.draw();
  }

  // Proposes the first free seat to a player who joins.
  #seated(draft) {
    if (this.#onTiles(draft) || draft.data.seat !== undefined) return draft;
    const free = draft.asks.get("seat")?.choices ?? SEATS.filter((seat) => !this.game.view.order.includes(seat));
    return { ...draft, data: { ...draft.data, seat: free[0] } };
  }

  // If the chosen seat has a prompt of its own, the form proposes the cards of that prompt.
  #aimedAt(seat) {
    const own = this.#prompts().find((prompt) => prompt.type === this.draft.type && prompt.seat === seat);
    return own ? { ...this.draft, asks: new Map(own.asks.map((ask) => [ask.field, ask])) } : this.draft;
  }

  #picked(select) {
    this.start(select.value);
    this.root.querySelector('[data-do="pick"]').focus();
  }

  #typed(input) {
    const { field, seat } = input.dataset;
    const value = valueOf(input);
    const now = this.draft.data[field];
    this.draft = drafts.answered(this.draft, field, seat === undefined ? value : without({ ...now, [seat]: value }));
    this.draw();
  }
}

const cardOf = (button) => (button.dataset.number === undefined ? button.dataset.card : Number(button.dataset.number));

const asksJokers = (draft) => [...draft.asks.values()].some((ask) => ask.choices.some((choice) => JOKERS.includes(choice)));

const firstSentence = (text) => text?.match(/^.*?[.?!](?= |$)/)?.[0];

// The form for a whole round does not show whose turn it is.
const untimed = (game) => ({ ...game, view: { ...game.view, turn: [] } });

const without = (map) => Object.fromEntries(Object.entries(map).filter(([, value]) => value !== undefined));
