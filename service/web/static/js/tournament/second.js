/**
 * The second side confirms a typed result, on this phone with the PIN of its entry, or in another way. The page says which ways there are.
 */

import { Problem } from "../api.js";
import { around, h, on, redraw } from "../dom.js";
import { messageOf } from "../failure.js";
import { once } from "../once.js";
import { forgetPin, pinIn, pinKeys, pinPad } from "../pin.js";
import { PIN_FORM, RESULT, SECOND } from "../texts/hall.js";

const PIN = "approve-pin";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {import("./seen.js").Answers["EntryAtTable"]} Entry
 *
 * @typedef {object} Matter a result that waits for its confirmation
 * @property {string} path the address of the table, below the tournament
 * @property {number[][]} sides
 * @property {number[]} winners the places of the winning sides in `sides`
 * @property {number} result its version
 * @property {string} line the result in words
 */
export class SecondPerson {
  /**
   * @param {HTMLElement} root
   * @param {{tournament: import("./tournament.js").Tournament, taken: () => void}} place `taken`: called when the result was confirmed, or
   *   no longer waits for a confirmation
   */
  constructor(root, { tournament, taken }) {
    this.root = root;
    this.tournament = tournament;
    this.taken = taken;
    /** @type {Matter | null} */
    this.matter = null;
    /** @type {number | null} */
    this.chosen = null;
    this.said = "";
    /** @type {Entry[]} */
    this.entries = [];
    on(root, {
      who: (button) => this.#choose(Number(button.dataset.entry)),
      approve: (button) => once(button, () => this.#approve()),
      direct: (button) => once(button, () => this.#approve({ direct: true })),
      ...pinKeys(() => this.#draw()),
    });
    on(root, { pin: () => this.#draw() }, "input");
    root.addEventListener("keydown", (event) => event.key === "Enter" && around(event, `#${PIN}`) && /** @type {HTMLElement | null} */ (root.querySelector('[data-do="approve"]'))?.click());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#ask());
  }

  /**
   * Ask for the confirmation of a result; null: none waits.
   * @param {Matter | null} matter
   */
  show(matter) {
    const fresh = matter?.result !== this.matter?.result;
    this.matter = matter;
    if (fresh) {
      Object.assign(this, { chosen: null, said: "" });
      forgetPin(PIN);
      this.#ask();
    }
    this.#draw();
  }

  /** Ask again which entries have PINs: somebody may have set one. */
  async #ask() {
    if (!this.matter) return;
    try {
      this.entries = (await this.tournament.get(`${this.matter.path}/entries`)).entries;
    } catch {
      return; // the page still shows the other ways to confirm, and `again` repeats this request
    }
    this.#draw();
  }

  again() {
    this.#ask();
  }

  /** @param {number} entry */
  #choose(entry) {
    this.chosen = this.chosen === entry ? null : entry;
    this.said = "";
    forgetPin(PIN);
    this.#draw();
    document.getElementById(PIN)?.focus();
  }

  async #approve({ direct = false } = {}) {
    const pin = direct ? undefined : pinIn(PIN);
    if (!this.matter || pin === null || (!direct && this.chosen === null)) return;
    const { path, result } = this.matter;
    try {
      await this.tournament.call("POST", `${path}/approval`, { body: { result, ...(direct ? {} : { entry: this.chosen, pin }) } });
      this.said = "";
      this.chosen = null;
      this.taken();
    } catch (problem) {
      this.said = this.#refusal(problem);
      if (problem instanceof Problem && problem.status === 422 && problem.errors.some(({ pointer }) => pointer === "/result")) this.taken();
    }
    forgetPin(PIN);
    this.#draw();
  }

  /** @param {unknown} problem */
  #refusal(problem) {
    const name = this.chosen === null ? "" : this.tournament.name(this.chosen);
    const kind = (problem instanceof Problem && problem.body.type) || "";
    if (kind.endsWith("/wrong-pin")) return SECOND.wrongPin(name);
    if (kind.endsWith("/too-many-attempts")) return SECOND.tooMany(name);
    if (kind.endsWith("/second-person-needed")) return SECOND.notAlone(name);
    return messageOf(/** @type {import("../failure.js").Failure} */ (problem));
  }

  #draw() {
    const { matter } = this;
    if (!matter) return redraw(this.root);
    const pinned = this.entries.filter(({ entry, pin }) => pin && !won(matter, entry)).map(({ entry }) => entry);
    return redraw(this.root, h("section", { class: "panel second", "aria-labelledby": "second-title" },
      h("h2", { id: "second-title" }, SECOND.title),
      h("p", { class: "result-line" }, RESULT.full(matter.line)),
      pinned.length ? this.#here(matter, pinned) : null,
      this.chosen === null ? h("p", { class: "error", role: "alert", "data-key": "said" }, this.said) : null,
      h("p", { class: "quiet", "data-key": "ways" }, this.#ways(pinned)),
      this.tournament.may("direct") ? h("p", { "data-key": "direct" }, h("button", { type: "button", class: "wide", "data-do": "direct" }, SECOND.asDirector)) : null));
  }

  /**
   * @param {Matter} matter
   * @param {number[]} pinned
   * @returns {Child[]}
   */
  #here({ winners, sides }, pinned) {
    const name = (/** @type {number} */ entry) => this.tournament.name(entry);
    return [
      h("p", { id: "second-ask", "data-key": "ask" }, winners.length < sides.length ? SECOND.whoDidNotWin : SECOND.whoDidNotType),
      h("div", { class: "pin-choice", role: "group", "aria-labelledby": "second-ask", "data-key": "who" }, pinned.map((entry) => h("button", {
        type: "button", "data-do": "who", "data-entry": entry, "data-key": `e${entry}`, "aria-pressed": String(this.chosen === entry),
      }, name(entry)))),
      this.chosen === null ? null : [
        pinPad(PIN, PIN_FORM.of(name(this.chosen)), this.said),
        h("p", { class: "actions", "data-key": "approve" }, h("button", { type: "button", class: "primary", "data-do": "approve", "aria-disabled": pinIn(PIN) ? null : "true" }, SECOND.confirm)),
      ],
    ];
  }

  /** @param {number[]} pinned */
  #ways(pinned) {
    if (!pinned.length) return SECOND.elsewhere;
    return SECOND.orElsewhere(this.entries.filter(({ pin }) => !pin).map(({ entry }) => this.tournament.name(entry)));
  }
}

/**
 * Whether an entry won, and another did not: then the PIN of another must confirm.
 * @param {Matter} matter
 * @param {number} entry
 */
const won = ({ sides, winners }, entry) => winners.length < sides.length && winners.some((side) => sides[side].includes(entry));
