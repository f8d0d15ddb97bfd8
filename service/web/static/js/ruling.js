/** The form in which a director rules on a finding or on a dispute of the table, or replaces an earlier ruling. */

import { byId, h, on, redraw } from "./dom.js";
import { RECTIFICATIONS } from "./rulings.js";
import { RULING } from "./texts/record.js";
import { namesOf } from "./texts/words.js";

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {import("./formstate.js").Game} Game
 * @typedef {import("../../types/dom.js").Child} Child
 *
 * @typedef {object} Matter
 * @property {Partial<Answers["Cited"]>} cites
 * @property {string} about what is ruled on, in words
 * @property {string} [rule]
 * @property {number} [supersedes] the version of the ruling that it replaces
 * @property {number | null} round in which it happened; null: not known
 *
 * @typedef {object} Draft
 * @property {Matter["cites"]} cites
 * @property {string} rule
 * @property {string | null} rectification null: not chosen yet
 * @property {number | null | undefined} round
 * @property {Record<string, number | undefined>} points by seat
 * @property {string} note
 * @property {number} [supersedes]
 */

/** @type {Set<string | null>} */
const MAY_CHANGE_POINTS = new Set(["penalty", "adjust"]);

/** The dialog with the form, one for each table. */
export class RulingForm {
  /** @param {{review: import("./review.js").Review}} table */
  constructor({ review }) {
    this.review = review;
    /** @type {Draft | null} */
    this.draft = null;
    /** @type {Game | null} */
    this.game = null;
    /** @type {Matter | null} */
    this.matter = null;
    /** @type {number | null} */
    this.round = null;
    this.serial = 0;
    this.dialog = byId("ruling", "dialog");
    on(this.dialog, {
      rectify: (button) => this.#set({ rectification: button.dataset.word ?? null }),
      look: () => this.#look(),
      close: () => this.dialog.close(),
    });
    on(this.dialog, { say: (input) => this.#said(/** @type {HTMLInputElement} */ (input)) }, "input");
  }

  /**
   * Open the form for a ruling.
   * @param {Game} game
   * @param {Matter} matter
   */
  open(game, matter) {
    this.game = game;
    this.matter = matter;
    this.round = matter.round ?? (game.view.round || null);
    this.draft = { cites: matter.cites, rule: matter.rule ?? "", rectification: null, round: this.round, points: {}, note: "", supersedes: matter.supersedes };
    this.serial += 1;
    this.#draw();
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** @param {Partial<Draft>} change */
  #set(change) {
    if (this.draft) Object.assign(this.draft, change);
    this.#draw();
  }

  /** @param {HTMLInputElement} input */
  #said(input) {
    const { field = "", seat } = input.dataset;
    const value = input.type === "number" ? (input.value === "" ? undefined : Number(input.value)) : input.value;
    this.#set(seat === undefined ? { [field]: value } : { points: { ...this.draft?.points, [seat]: value === undefined ? value : Number(value) } });
  }

  #draw() {
    const { draft, matter, game } = this;
    if (!draft || !matter || !game) return;
    const chip = (/** @type {string[]} */ [word, label]) => h("button", { type: "button", class: "key-chip", "data-do": "rectify", "data-word": word, "aria-pressed": String(draft.rectification === word) }, label);
    redraw(byId("ruling-form"),
      h("p", { class: "quiet", "data-key": "about" }, matter.about),
      h("div", { class: "acts", role: "group", "aria-label": RULING.decision, "data-key": "decision" }, Object.entries(RECTIFICATIONS).map(chip)),
      h("div", { class: "fields", "data-key": `fields-${this.serial}` },
        entry("rule", RULING.rule, { type: "text", maxlength: 60, autocomplete: "off", value: matter.rule }),
        draft.rectification === "stand" ? null : entry("round", RULING.round, { type: "number", inputmode: "numeric", min: 1, value: this.round }),
        MAY_CHANGE_POINTS.has(draft.rectification) ? this.#points(draft, game) : null,
        field("note", RULING.note, h("textarea", { id: "ruling-note", rows: 2, maxlength: 500, "data-do": "say", "data-field": "note" }))),
      h("p", { class: "foot", "data-key": "foot" },
        h("button", { type: "button", class: "primary wide", "data-do": "look", "aria-disabled": this.#ready(draft) ? null : "true" }, RULING.preview)));
  }

  /**
   * @param {Draft} draft
   * @param {Game} game
   */
  #points({ rectification }, { seats, view }) {
    const name = namesOf(seats);
    const legend = rectification === "adjust" ? RULING.pointsOfRound : RULING.pointsAdded;
    const row = (/** @type {number} */ seat) => h("p", { class: "field row", "data-key": `p${seat}` }, h("label", { for: `ruling-${seat}`, title: name(seat) }, name(seat)),
      h("input", { id: `ruling-${seat}`, type: "number", step: 1, "data-do": "say", "data-field": "points", "data-seat": seat }));
    return h("fieldset", { "data-key": "points" }, h("legend", {}, legend), view.order.map(row));
  }

  /** @param {Draft} draft */
  #ready({ rectification, rule, points }) {
    const pointed = Object.values(points).some((value) => value !== undefined);
    return Boolean(rectification && rule.trim() && (!MAY_CHANGE_POINTS.has(rectification) || pointed));
  }

  #look() {
    const { draft } = this;
    if (!draft || !this.#ready(draft)) return;
    this.dialog.close();
    this.review.open({ title: RULING.title, send: RULING.record, events: () => [{ type: "RulingRecorded", data: this.#data(draft) }], back: () => this.dialog.showModal() });
  }

  /** @param {Draft} draft */
  #data({ cites, rule, rectification, round, points, supersedes, note }) {
    const said = Object.fromEntries(Object.entries(points).filter(([, value]) => value !== undefined));
    return {
      cites, rule: rule.trim(), rectification,
      ...(rectification !== "stand" && round && { round }),
      ...(MAY_CHANGE_POINTS.has(rectification) && { points: said }),
      ...(supersedes && { supersedes }),
      ...(note.trim() && { note: note.trim() }),
    };
  }
}

/**
 * @param {string} name
 * @param {string} label
 * @param {Record<string, unknown>} attributes
 */
const entry = (name, label, attributes) => field(name, label, h("input", { ...attributes, id: `ruling-${name}`, "data-do": "say", "data-field": name }));

/**
 * @param {string} name
 * @param {string} label
 * @param {Child} input
 */
const field = (name, label, input) => h("p", { class: "field", "data-key": name }, h("label", { for: `ruling-${name}` }, label), input);
