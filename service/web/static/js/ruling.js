/** The form in which a director rules on a finding or on a dispute of the table, or replaces an earlier ruling. */

import { byId, h, on, redraw } from "./dom.js";
import { RECTIFICATIONS } from "./rulings.js";
import { namesOf } from "./words.js";

const MAY_CHANGE_POINTS = new Set(["penalty", "adjust"]);

/** The dialog with the form, one for each table. */
export class RulingForm {
  /** @param {{review: import("./review.js").Review}} table */
  constructor({ review }) {
    Object.assign(this, { review, draft: null, game: null });
    this.dialog = byId("ruling");
    on(this.dialog, {
      rectify: (button) => this.#set({ rectification: button.dataset.word }),
      look: () => this.#look(),
      close: () => this.dialog.close(),
    });
    on(this.dialog, { say: (input) => this.#said(input) }, "input");
  }

  /**
   * Open the form for a ruling.
   * @param {any} game
   * @param {{cites: any, about: string, rule?: string, supersedes?: number, round: number | null}} matter `about`: what is ruled on, in words;
   *   `round`: the round in which it happened; null when it is not known
   */
  open(game, matter) {
    Object.assign(this, { game, matter, round: matter.round ?? (game.view.round || null) });
    this.draft = { cites: matter.cites, rule: matter.rule ?? "", rectification: null, round: this.round, points: {}, note: "", supersedes: matter.supersedes };
    this.serial = (this.serial ?? 0) + 1;
    this.#draw();
    if (!this.dialog.open) this.dialog.showModal();
  }

  #set(change) {
    Object.assign(this.draft, change);
    this.#draw();
  }

  #said(input) {
    const { field, seat } = input.dataset;
    const value = input.type === "number" ? (input.value === "" ? undefined : Number(input.value)) : input.value;
    this.#set(seat === undefined ? { [field]: value } : { points: { ...this.draft.points, [seat]: value } });
  }

  #draw() {
    const { draft, matter } = this;
    const chip = ([word, label]) => h("button", { type: "button", class: "key-chip", "data-do": "rectify", "data-word": word, "aria-pressed": String(draft.rectification === word) }, label);
    redraw(byId("ruling-form"),
      h("p", { class: "quiet", "data-key": "about" }, matter.about),
      h("div", { class: "acts", role: "group", "aria-label": "Decision", "data-key": "decision" }, Object.entries(RECTIFICATIONS).map(chip)),
      h("div", { class: "fields", "data-key": `fields-${this.serial}` },
        entry("rule", "Rule that applies", { type: "text", maxlength: 60, autocomplete: "off", value: matter.rule }),
        draft.rectification === "stand" ? null : entry("round", "Round", { type: "number", inputmode: "numeric", min: 1, value: this.round }),
        MAY_CHANGE_POINTS.has(draft.rectification) ? this.#points() : null,
        field("note", "Note (for recorders and directors)", h("textarea", { id: "ruling-note", rows: 2, maxlength: 500, "data-do": "say", "data-field": "note" }))),
      h("p", { class: "foot", "data-key": "foot" },
        h("button", { type: "button", class: "primary wide", "data-do": "look", "aria-disabled": this.#ready() ? null : "true" }, "Preview what it changes")));
  }

  #points() {
    const name = namesOf(this.game.seats);
    const legend = this.draft.rectification === "adjust" ? "Points of the round" : "Points added to the total";
    const row = (seat) => h("p", { class: "field row", "data-key": `p${seat}` }, h("label", { for: `ruling-${seat}`, title: name(seat) }, name(seat)),
      h("input", { id: `ruling-${seat}`, type: "number", step: 1, "data-do": "say", "data-field": "points", "data-seat": seat }));
    return h("fieldset", { "data-key": "points" }, h("legend", {}, legend), this.game.view.order.map(row));
  }

  #ready() {
    const { rectification, rule, points } = this.draft;
    const pointed = Object.values(points).some((value) => value !== undefined);
    return Boolean(rectification && rule.trim() && (!MAY_CHANGE_POINTS.has(rectification) || pointed));
  }

  #look() {
    if (!this.#ready()) return;
    this.dialog.close();
    this.review.open({ title: "Ruling", send: "Record the ruling", events: () => [{ type: "RulingRecorded", data: this.#data() }], back: () => this.dialog.showModal() });
  }

  #data() {
    const { cites, rule, rectification, round, points, supersedes, note } = this.draft;
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

const entry = (name, label, attributes) => field(name, label, h("input", { ...attributes, id: `ruling-${name}`, "data-do": "say", "data-field": name }));

const field = (name, label, input) => h("p", { class: "field", "data-key": name }, h("label", { for: `ruling-${name}` }, label), input);
