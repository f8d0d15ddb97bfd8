/**
 * A page of the director's desk that has acts in its rows: which form is open, which acts are under way, and what came of them. A page
 * extends it.
 */

import { Problem } from "../api.js";
import { byId, h, redraw, rest } from "../dom.js";
import { once } from "../once.js";
import { DESK } from "../texts/director.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {import("./seen.js").Answers} Answers
 */

export class ActingPage {
  /** @param {import("./tournament.js").Tournament} tournament */
  constructor(tournament) {
    this.tournament = tournament;
    /** @type {{key: string, what: string} | null} the form that is open */
    this.open = null;
    /** @type {ReadonlyMap<number, string>} what is wrong in the form that is open, by the place of the side */
    this.wrong = new Map();
    /** @type {Set<string>} the acts that are under way */
    this.busy = new Set();
    /** @type {(name: string) => import("./actnames.js").Work} */
    this.named = () => { throw new Error("this page has no acts"); };
  }

  /** The version of the tournament that is shown. */
  get version() {
    return this.tournament.state.version;
  }

  /**
   * What needs the director.
   * @returns {Answers["DeskLine"][]}
   */
  get lines() {
    return [];
  }

  /**
   * The round whose results are shown; null: none is paired.
   * @returns {Pick<Answers["TournamentRound"], "round" | "tables"> | null}
   */
  get round() {
    return null;
  }

  /** Read again what the page shows. */
  async again() {}

  /** Show what was read. */
  draw() {}

  /**
   * A button for the act `key`. While the act is under way it does nothing.
   * @param {string} key
   * @param {Child} label
   * @param {string} [kind] its class
   */
  button(key, label, kind = "") {
    return h("button", { type: "button", class: kind, "data-do": "act", "data-key": key, "aria-busy": this.isBusy(key) }, label);
  }

  /**
   * The value of `aria-busy` for the button of an act.
   * @param {string} key
   */
  isBusy(key) {
    return this.busy.has(key) ? "true" : null;
  }

  /**
   * Do one act, then show the page as it is after the act. The act is done once, even if the button is pressed several times.
   * @param {string} key names the act, for example `publish`, or `won:3-4:0`: side 0 won at table 4 of round 3
   * @param {HTMLElement} button
   * @param {HTMLElement} [from] the form that was sent, if there is one
   */
  async act(key, button, from = button) {
    const [name, place = "", choice = ""] = key.split(":");
    const work = this.named(name);
    if (this.busy.has(key)) return;
    this.busy.add(key);
    this.wrong = new Map();
    rest();
    redraw(byId("told"));
    await once(button, () => this.#worked(() => work(place, choice, from)), byId("told"));
    this.busy.delete(key);
    await this.again();
    this.draw();
    rest();
  }

  /** @param {() => unknown} work */
  async #worked(work) {
    try {
      await work();
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.status !== 412) throw problem;
      await this.overtaken(problem.body.expected ?? this.version);
    }
  }

  /**
   * Say that an act was not recorded, because others had recorded events after the version `seen`; list these events.
   * @param {number} seen
   */
  async overtaken(seen) {
    /** @type {Answers["TournamentEvents"]} */
    const { events } = await this.tournament.get(`/events?after=${seen}&limit=5`);
    redraw(byId("told"), h("div", { class: "said bad" }, h("p", {}, DESK.notRecorded((text) => h("b", {}, text))), h("ul", {}, events.map(({ sentence }) => h("li", {}, sentence)))));
  }

  /**
   * Say that something is done.
   * @param {Child} text
   */
  say(text) {
    redraw(byId("told"), h("p", { class: "said" }, text));
  }

  /**
   * What the buttons in the rows do.
   * @returns {Record<string, (button: HTMLElement) => unknown>}
   */
  get handlers() {
    return {
      act: (button) => this.act(button.dataset.key ?? "", button),
      open: ({ dataset }) => this.#toggle(dataset.place ?? "", dataset.what ?? ""),
    };
  }

  /**
   * @param {string} key
   * @param {string} what
   */
  #toggle(key, what) {
    this.open = this.open?.key === key && this.open.what === what ? null : { key, what };
    this.wrong = new Map();
    this.draw();
    /** @type {HTMLElement | null} */
    const first = byId("main").querySelector(`.desk-form[data-key$="${CSS.escape(key)}"] :is(button, input)`);
    if (this.open) first?.focus();
  }

  /**
   * Do the acts of the forms in a list.
   * @param {HTMLElement} list
   */
  listen(list) {
    list.addEventListener("submit", (event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      this.act(form.dataset.act ?? "", senderOf(event), form);
    });
  }
}

/**
 * The button with which a form was sent.
 * @param {SubmitEvent} event
 */
export const senderOf = ({ submitter, target }) => submitter ?? /** @type {HTMLButtonElement} */ (/** @type {HTMLElement} */ (target).querySelector("button"));
