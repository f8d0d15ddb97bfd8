/** The page "Now" of the director's desk: what happens, what follows, what is missing. It shows the answer of GET …/desk. */

import { Problem, Unreachable } from "../api.js";
import { chip } from "../chips.js";
import { byId, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { once } from "../once.js";
import { rest } from "../rest.js";
import { DESK } from "../texts/director.js";
import { actsByName } from "./actnames.js";
import { Acts, offered } from "./deskacts.js";
import { DeskClock } from "./deskclock.js";
import { senderOf, Settling } from "./deskforms.js";
import { rows } from "./desklines.js";
import { More } from "./deskmore.js";
import { Pairing } from "./deskpairing.js";
import { Results } from "./deskresults.js";
import { Undo } from "./deskundo.js";
import { leaveOut } from "./missing.js";
import { following } from "./sayings.js";
import { Tournament } from "./tournament.js";

// The desk is read again after this many milliseconds, because games at tables change without a change of the tournament.
const AGAIN = 15_000;
// How many places have a prize, if the settings do not say it.
const PRIZES = 3;

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {import("../failure.js").Failure} Failure
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {{key: string, label: string, href?: string, primary?: boolean}} Act
 */

export class DeskPage {
  /** @param {Tournament} tournament */
  constructor(tournament) {
    this.tournament = tournament;
    /** There is a desk once `read` has read it. */
    this.desk = /** @type {Answers["Desk"]} */ (/** @type {unknown} */ (null));
    /** @type {{key: string, what: string} | null} the form that is open */
    this.open = null;
    /** @type {Set<string>} the acts that are under way */
    this.busy = new Set();
    this.prized = 0;
    this.clock = new DeskClock(tournament.time, () => this.#isDue());
    this.acts = new Acts(this);
    this.settling = new Settling(this);
    this.pairing = new Pairing(this);
    this.more = new More(this);
    this.results = new Results(this);
    this.undo = new Undo(this);
    /** @type {import("./actnames.js").Works} */
    const works = { "leave-out": async (round) => this.say(await leaveOut(tournament, Number(round), this.desk.version)) };
    const { acts, settling, pairing, more, results, undo } = this;
    this.named = actsByName([works, ...[acts, settling, pairing, more, results, undo].map((part) => part.works)]);
  }

  async begin() {
    await this.read();
    on(byId("main"), this.#handlers());
    for (const list of ["lines", "seated"]) byId(list).addEventListener("submit", (event) => this.#submitted(event));
    this.tournament.follow({ changed: () => this.again(), state: (state) => this.#connection(state) });
    setInterval(() => document.hidden || this.again(), AGAIN);
    document.addEventListener("visibilitychange", () => document.hidden || this.again());
    await this.pairing.resume();
  }

  // --- reading the desk ---

  /** Read the desk and show it. Throws what `get` throws. */
  async read() {
    const sent = Date.now();
    /** @type {Answers["Desk"]} */
    const desk = await this.tournament.get("/desk");
    this.tournament.time.told(desk.now, sent);
    if (desk.version > this.tournament.state.version) await this.tournament.refresh();
    const round = await this.results.read(desk);
    if (this.desk && desk.version < this.desk.version) return; // a newer answer has already been shown
    this.desk = desk;
    this.results.round = round;
    this.draw();
  }

  /** Read the desk again. A failed request is ignored, because the desk is read again after the next change or the next connection. */
  async again() {
    try {
      await this.read();
    } catch (problem) {
      if (!(problem instanceof Problem || problem instanceof Unreachable)) throw problem;
    }
  }

  // --- showing it ---

  draw() {
    const { desk, tournament } = this;
    byId("loading").hidden = true;
    byId("desk").hidden = false;
    redraw(byId("sentence"), following(desk, tournament.state.entries.length));
    redraw(byId("hint"), desk.next === "enter" ? DESK.needsTwo : "");
    this.clock.show(desk.round?.published ? desk.round : null);
    const { acts, more } = offered(desk, tournament.state, this.clock.isDue);
    redraw(byId("acts"), this.pairing.working ? null : acts.map((act) => this.#act(act)));
    redraw(byId("more-acts"), more.map((act) => this.#act(act)));
    if (this.open && this.open.what !== "correct" && !desk.lines.some((line) => `${line.round}-${line.table}` === this.open?.key)) this.open = null;
    /** @type {HTMLElement} */ (byId("lines").parentElement).hidden = desk.next === "nothing";
    redraw(byId("lines"), rows(this));
    this.results.draw();
    this.pairing.draw();
    this.more.draw();
    this.undo.draw().catch((problem) => this.#fault(problem));
    this.#prizes().catch((problem) => this.#fault(problem));
  }

  // The server decides when the bell is due; without a connection, this device's clock does.
  #isDue() {
    this.draw();
    this.again();
  }

  /** @param {Act} act */
  #act({ key, label, href, primary }) {
    const kind = primary ? "primary" : "";
    return href ? h("a", { class: `button ${kind}`, href, "data-key": key }, label) : this.button(key, label, kind);
  }

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

  /** @param {"live" | "waiting"} state */
  #connection(state) {
    redraw(byId("live"), state === "live" ? chip("live", DESK.live) : chip("waiting", DESK.noConnection));
    if (state === "live" && this.desk) this.again();
  }

  async #prizes() {
    const over = this.desk.next === "nothing";
    byId("prizes").hidden = !over;
    if (!over || this.prized === this.desk.version) return;
    this.prized = this.desk.version;
    /** @type {Answers["Standings"]} */
    const { rows: ranked } = await this.tournament.get("/standings");
    const prizes = this.tournament.state.settings.prizes ?? PRIZES;
    redraw(byId("places"), ranked.filter(({ place }) => place <= prizes).map(({ place, entry, points }) => h("li", {}, h("b", { class: "desk-place" }, DESK.place(place)), h("span", { class: "what" }, this.tournament.name(entry)), h("span", { class: "desk-points" }, points))));
  }

  // --- acts ---

  /**
   * Do one act, then show the desk as it is after the act. The act is done once, even if the button is pressed several times.
   * @param {string} key names the act, for example `publish`, or `won:3-4:0`: side 0 won at table 4 of round 3
   * @param {HTMLElement} button
   * @param {HTMLElement} [from] the form that was sent, if there is one
   */
  async act(key, button, from = button) {
    const [name, place = "", choice = ""] = key.split(":");
    const work = this.named(name);
    if (this.busy.has(key)) return;
    this.busy.add(key);
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
      await this.overtaken(problem.body.expected ?? this.desk.version);
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

  /** @param {Failure} problem */
  #fault(problem) {
    redraw(byId("told"), h("p", { class: "error" }, problem.message));
  }

  /** @returns {Record<string, (button: HTMLElement) => unknown>} */
  #handlers() {
    return {
      act: (button) => this.act(button.dataset.key ?? "", button),
      open: ({ dataset }) => this.#toggle(dataset.place ?? "", dataset.what ?? ""),
      move: ({ dataset }) => { const [, group, entry, step] = (dataset.key ?? "").split(":"); this.more.move(group, entry, step); },
      undo: (button) => once(button, () => this.undo.ask(Number(button.dataset.key?.split(":")[1])), byId("told")),
    };
  }

  /**
   * @param {string} key
   * @param {string} what
   */
  #toggle(key, what) {
    this.open = this.open?.key === key && this.open.what === what ? null : { key, what };
    this.draw();
    /** @type {HTMLElement | null} */
    const first = byId("main").querySelector(`.desk-form[data-key$="${CSS.escape(key)}"] :is(button, input)`);
    if (this.open) first?.focus();
  }

  /** @param {SubmitEvent} event */
  #submitted(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    this.act(form.dataset.act ?? "", senderOf(event), form);
  }
}

async function begin() {
  await new DeskPage(await Tournament.opened()).begin();
}

begin().catch(failed);
