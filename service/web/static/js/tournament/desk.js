/** The page "Now" of the director's desk: what happens, what follows, what is missing. It shows the answer of GET …/desk. */

import { Problem, Unreachable } from "../api.js";
import { byId, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { once } from "../once.js";
import { DESK } from "../texts/director.js";
import { FORMATS } from "../texts/start.js";
import { BRACKET, STAGES } from "../texts/tournament.js";
import { ActingPage } from "./acting.js";
import { actsByName } from "./actnames.js";
import { Acts, offered } from "./deskacts.js";
import { DeskClock } from "./deskclock.js";
import { Settling } from "./deskforms.js";
import { rows } from "./desklines.js";
import { More } from "./deskmore.js";
import { Pairing } from "./deskpairing.js";
import { Results } from "./deskresults.js";
import { Undo } from "./deskundo.js";
import { leaveOut } from "./missing.js";
import { following, kindOf } from "./sayings.js";
import { Tournament } from "./tournament.js";
import { lamp } from "./watch.js";

// The desk is read again after this many milliseconds, because games at tables change without a change of the tournament.
const AGAIN = 15_000;
// How many places have a prize, if the settings do not say it.
const PRIZES = 3;

/**
 * @typedef {import("../failure.js").Failure} Failure
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {{key: string, label: string, href?: string, primary?: boolean}} Act
 */

export class DeskPage extends ActingPage {
  /** @param {Tournament} tournament */
  constructor(tournament) {
    super(tournament);
    /** There is a desk once `read` has read it. */
    this.desk = /** @type {Answers["Desk"]} */ (/** @type {unknown} */ (null));
    this.prized = 0;
    /** @type {import("./watch.js").Connection | null} null: not known yet */
    this.connection = null;
    this.clock = new DeskClock(tournament.time, () => this.#isDue());
    this.acts = new Acts(this);
    this.settling = new Settling(this);
    this.pairing = new Pairing(this);
    this.more = new More(this);
    this.results = new Results(this);
    this.undo = new Undo(this);
    /** @type {import("./actnames.js").Works} */
    const works = { "leave-out": async (round) => this.say(await leaveOut(tournament, Number(round), this.desk.version)) };
    const { acts, settling, pairing, more, undo } = this;
    this.named = actsByName([works, ...[acts, settling, pairing, more, undo].map((part) => part.works)]);
  }

  get version() {
    return this.desk.version;
  }

  get lines() {
    return this.desk.lines;
  }

  get round() {
    return this.results.round;
  }

  async begin() {
    await this.read();
    on(byId("main"), this.handlers);
    for (const list of ["lines", "seated"]) this.listen(byId(list));
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
    if (this.connection) redraw(byId("live"), lamp(tournament, this.connection));
    redraw(byId("sentence"), following(desk, tournament.state));
    redraw(byId("hint"), desk.next === "enter" ? DESK.needsTwo(kindOf(tournament.state)) : this.#goOn());
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

  #goOn() {
    const { settings: { groups, cut }, finished } = this.tournament.state;
    return cut && !finished && [STAGES.goOn(cut.top, cut.best ?? 0, Boolean(groups), FORMATS[cut.format ?? ""] ?? ""), " ", h("a", { href: `/tournaments/${this.tournament.id}/bracket` }, BRACKET.coming)];
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

  /** @param {"live" | "waiting"} state */
  #connection(state) {
    this.connection = state;
    redraw(byId("live"), lamp(this.tournament, state));
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

  /** @param {Failure} problem */
  #fault(problem) {
    redraw(byId("told"), h("p", { class: "error" }, problem.message));
  }

  get handlers() {
    return {
      ...super.handlers,
      move: (/** @type {HTMLElement} */ { dataset }) => { const [, group, entry, step] = (dataset.key ?? "").split(":"); this.more.move(group, entry, step); },
      undo: (/** @type {HTMLElement} */ button) => once(button, () => this.undo.ask(Number(button.dataset.key?.split(":")[1])), byId("told")),
    };
  }
}

async function begin() {
  await new DeskPage(await Tournament.opened()).begin();
}

begin().catch(failed);
