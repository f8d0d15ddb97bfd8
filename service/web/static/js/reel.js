/**
 * A replay on a page: the table at one step, the buttons that go from step to step, the moves, the scores and the findings of that step. It
 * shows the replays that it is given. The page that has it reads them from the server (replay.js), or holds them itself (file.js).
 */

import { keyed, tableAt } from "./atstep.js";
import { ScoreChart } from "./chart.js";
import { byId, dotted, h, on, redraw } from "./dom.js";
import { dealSheet, inDeals } from "./deals.js";
import { tag } from "./evidence.js";
import { felt, redrawFelt, trickOf } from "./felt.js";
import { findingList } from "./findings.js";
import { flaggedSteps, flagsOf as flagsIn } from "./flags.js";
import { placeOf, stepsOf, whole } from "./frames.js";
import { titleOf } from "./titles.js";
import { movesTable, partAt, partsOf, stopsOf } from "./moves.js";
import { dealLine, openCards, unsure, whereabouts } from "./position.js";
import { stepLine, stepText } from "./steps.js";
import { REPLAY } from "./texts/replay.js";
import { ENTRIES, GAME, POSITION } from "./texts/table.js";
import { isolated, namesOf } from "./texts/words.js";
import { dayTime } from "./times.js";

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {import("./formstate.js").Game} Game
 * @typedef {import("./frames.js").Step} Step
 * @typedef {import("./frames.js").Replay} Replay
 */

const PACE = 1_500;

// A table of more columns is wider than its place, one of more rows higher.
const WIDE = 6;
const LONG = 14;

export class Reel {
  /**
   * @param {object} of
   * @param {Game} of.game
   * @param {{name: string}} of.system
   * @param {(as: string, version: number) => void} of.load gives the reel the replay as recorded or as corrected, and goes to that event;
   *   called for an event that has no step in the replay that is shown
   * @param {(frame: Step) => void} [of.stepped] called after each step
   */
  constructor({ game, system, load, stepped = () => {} }) {
    this.game = game;
    this.system = system;
    this.load = load;
    this.stepped = stepped;
    /** `corrected` or `recorded` */
    this.as = "corrected";
    /** @type {Step[]} */
    this.frames = [];
    this.seats = game.seats;
    this.name = namesOf(game.seats);
    /** @type {Set<number>} the versions of all events that have a frame */
    this.standing = new Set();
    /** @type {Answers["ReplayEvidence"] | null} */
    this.evidence = null;
    /** @type {import("./moves.js").Part[]} */
    this.parts = [];
    /** @type {import("./flags.js").StepFlag[]} */
    this.flagged = [];
    /** @type {import("./flags.js").Flags} */
    this.flags = () => null;
    /** as the replay is shown to */
    this.viewer = game.viewer;
    /** @type {string | null} the seat at the bottom, such as `seat:2`; null: the viewer's own */
    this.below = null;
    /** the step that is shown */
    this.at = 0;
    this.drawn = 0;
    this.timer = 0;
    this.speed = 1;
    this.chart = new ScoreChart(byId("scores"), { jump: (step) => this.go(step) });
    this.#head();
    this.#listen();
  }

  #head() {
    const title = titleOf(this.game, this.system.name);
    redraw(byId("title"), title);
    const own = isolated(this.game.title ?? "");
    redraw(byId("about"), dotted([title === own ? null : own, this.system.name, dayTime(this.game.opened_at)]));
    document.title = REPLAY.title(title);
    redraw(byId("below"), this.seats.map(({ seat }) => h("option", { value: `seat:${seat}`, selected: this.viewer === `seat:${seat}` }, this.name(seat))));
    byId("full").hidden = !document.fullscreenEnabled;
  }

  /**
   * Show the first replay, at the step or the event that the address names, or at the end.
   * @param {Replay} replay
   */
  open(replay) {
    const [step, event] = [numberInAddress("step"), numberInAddress("event")];
    this.show(replay, ({ length }) => step ?? length - 1);
    if (event) this.goToEvent(event);
  }

  /**
   * Show a replay, at the step whose number `choose` returns. `choose` gets the frames.
   * @param {Replay} replay
   * @param {(frames: Step[]) => number} choose
   */
  show(replay, choose) {
    this.stop();
    const frames = stepsOf(whole(replay.frames));
    byId("closed").hidden = replay.frames.every(({ step }, place) => step === place);
    Object.assign(this, {
      as: replay.as, viewer: replay.viewer, frames, seats: replay.seats, evidence: replay.evidence, name: namesOf(replay.seats), standing: new Set(frames.map((frame) => frame.version)), parts: partsOf(frames),
      flagged: flaggedSteps(frames), flags: flagsIn(frames.flatMap(({ findings }) => findings)),
    });
    const table = this.parts.some(({ rows }) => rows.length);
    byId("as", "select").value = this.as;
    byId("slider", "input").max = String(frames.length - 1);
    redraw(byId("steps"), frames.map((frame, number) => stepLine(frame, number, this)));
    this.#drawDeals();
    byId("words", "details").open = !table;
    byId("words").classList.toggle("only", !table);
    byId("deal-buttons").hidden = this.parts.length < 2;
    byId("next-flag").hidden = !this.flagged.length;
    redraw(byId("marks"), this.#markers());
    this.chart.show(frames, this.seats, this.flagged);
    this.go(choose(frames));
  }

  rounds() {
    return this.evidence?.rounds ?? [];
  }

  /** The events in words, in the order of the steps. */
  lines() {
    return this.frames.map((frame) => ({ version: frame.version, text: stepText(frame, this) }));
  }

  /**
   * Show another replay of the same game at the event that is shown, or at the end.
   * @param {Replay} replay
   */
  again(replay) {
    const ended = this.at === this.frames.length - 1;
    const { version } = this.frames[this.at];
    this.show(replay, (others) => (ended ? others.length - 1 : placeOf(others, version)));
  }

  /**
   * Go to the step of an event. An event that was taken back has a step only in the record as recorded.
   * @param {number} version
   */
  goToEvent(version) {
    const shown = this.frames.some((frame) => frame.version === version || frame.note === version);
    if (shown) this.go(placeOf(this.frames, version));
    else this.load("recorded", version);
    byId("where").scrollIntoView({ block: "center" });
  }

  /**
   * Show a step; a number that is too small or too great shows the first or the last step.
   * @param {number} step
   */
  go(step) {
    this.at = Math.max(0, Math.min(step, this.frames.length - 1));
    history.replaceState(null, "", `#step=${this.at}`);
    this.draw();
    if (this.at === this.frames.length - 1) this.stop();
  }

  draw() {
    const frame = this.frames[this.at];
    const { game, evidence } = this;
    const last = this.at === this.frames.length - 1;
    const table = tableAt({ ...this, viewer: this.below ?? this.viewer }, this.at);
    redraw(byId("where"), dotted([REPLAY.step(this.at, this.frames.length - 1), ENTRIES.entry(frame.version), ...whereabouts({ ...frame.view, hand: trickOf(frame.view) })]));
    redraw(byId("said"), stepText(frame, this));
    redraw(byId("last-round"), frame.view.last_round, unsure(table) && h("b", { class: "unsure" }, " ", POSITION.unsure(unsure(table))), last && game.outcome.state !== "open" && evidence?.outcome ? [" ", REPLAY.result(tag(evidence.outcome))] : null);
    redraw(byId("deal"), dealLine(table));
    // Cards move only from one step to the next: after a jump, or a step back, nobody played them now.
    redrawFelt(byId("seats"), felt(table), frame.view, { moves: this.at === this.drawn + 1 });
    this.drawn = this.at;
    redraw(byId("open-cards"), openCards(frame.view));
    redraw(byId("findings-list"), findingList(frame.findings));
    this.#drawMoves();
    this.#markDeal();
    this.#markStep();
    this.chart.mark(this.at);
    this.stepped(frame);
  }

  #drawDeals() {
    const sheet = dealSheet({ ...this, game: { ...this.game, seats: this.seats }, rounds: this.rounds() });
    redraw(byId("rounds-title"), inDeals(this.game) ? GAME.dealByDeal : GAME.roundByRound);
    redraw(byId("rounds"), sheet);
    byId("rounds-panel").hidden = !sheet;
  }

  /** Mark the deal or round of the step that is shown. */
  #markDeal() {
    const box = byId("rounds");
    const deals = [...box.querySelectorAll("tbody[data-first]")];
    const now = deals.findLast((deal) => Number(deal.getAttribute("data-first")) <= this.at);
    for (const deal of deals) {
      deal.classList.toggle("now", deal === now);
      if (deal === now) deal.querySelector("button")?.setAttribute("aria-current", "step");
      else deal.querySelector("button")?.removeAttribute("aria-current");
    }
    if (now instanceof HTMLElement) box.scrollTop = now.offsetTop - box.clientHeight / 2;
  }

  #drawMoves() {
    const { parts, frames, seats, at } = this;
    const part = partAt(parts, at);
    if (!part) return;
    redraw(byId("moves-title"), part.round ? REPLAY.deal(part.round, parts[parts.length - 1].round) : part.rows.length ? REPLAY.rounds : REPLAY.steps);
    const wide = frames[0].view.order.length > WIDE;
    const table = part.rows.length ? movesTable(part, { seats, order: frames[at].view.order }, at, this.flags) : null;
    redraw(byId("moves-table"), wide || part.rows.length > LONG ? h("div", { class: "scroll moves-scroll", role: "region", tabindex: 0, "aria-label": REPLAY.moves }, table) : table);
    const now = byId("moves-table").querySelector(".scroll .now");
    const box = now?.closest(".scroll");
    if (now instanceof HTMLElement && box) box.scrollTop = now.offsetTop - box.clientHeight / 2;
  }

  /** What is marked on the track of the slider: where deals begin, and flags. */
  #markers() {
    const last = Math.max(1, this.frames.length - 1);
    const at = (/** @type {number} */ step) => `left:${((100 * step) / last).toFixed(2)}%`;
    return [
      ...this.parts.slice(1).map(({ first }) => h("i", { class: "tick", style: at(first) })),
      ...this.flagged.map(({ step, kind }) => h("i", { class: `track-flag ${kind}`, style: at(step) })),
    ];
  }

  #markStep() {
    const slider = byId("slider", "input");
    slider.value = String(this.at);
    slider.setAttribute("aria-valuetext", REPLAY.stepOfEntry(this.at, this.frames.length - 1, this.frames[this.at].version));
    const list = byId("steps");
    list.querySelectorAll("button").forEach((button, step) => {
      if (step === this.at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const current = list.querySelector("[aria-current]")?.parentElement;
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }

  /**
   * Go to the next of these steps, or to the one before.
   * @param {readonly number[]} steps in order
   * @param {1 | -1} way
   * @param {{round?: boolean}} [how] `round`: after the last one comes the first; otherwise the end of the game
   */
  #toNext(steps, way, { round = false } = {}) {
    const next = way > 0 ? steps.find((step) => step > this.at) : steps.findLast((step) => step < this.at);
    const end = way > 0 ? this.frames.length - 1 : 0;
    const again = way > 0 ? steps[0] : steps[steps.length - 1];
    this.go(next ?? (round ? again ?? this.at : end));
  }

  play = () => {
    if (this.timer) return this.stop();
    if (this.at === this.frames.length - 1) this.go(0);
    this.timer = setInterval(() => this.go(this.at + 1), PACE / this.speed);
    playLabel(true);
  };

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    playLabel(false);
  }

  #listen() {
    const keys = this.#keys();
    on(byId("main"), {
      earlier: keys.PageUp, back: keys.ArrowLeft, play: this.play, forward: keys.ArrowRight, later: keys.PageDown, "deal-back": keys["Shift+PageUp"], "deal-on": keys["Shift+PageDown"],
      flag: keys.n, full: fullScreen, jump: (button) => this.go(Number(button.dataset.step)), event: (button) => this.goToEvent(Number(button.dataset.version)), print: () => print(),
    });
    byId("slider").addEventListener("input", () => this.go(Number(byId("slider", "input").value)));
    byId("speed").addEventListener("change", () => {
      this.speed = Number(byId("speed", "select").value);
      if (this.timer) [() => this.stop(), this.play].forEach((each) => each());
    });
    byId("below").addEventListener("change", () => {
      this.below = byId("below", "select").value;
      this.draw();
    });
    document.addEventListener("fullscreenchange", () => redraw(byId("full"), document.fullscreenElement ? REPLAY.leaveFullScreen : REPLAY.fullScreen));
    globalThis.addEventListener("hashchange", () => {
      const event = numberInAddress("event");
      if (event) this.goToEvent(event);
      else this.go(numberInAddress("step") ?? this.at);
    });
    document.addEventListener("keydown", keyed(keys));
  }

  /** @returns {Record<string, () => void>} */
  #keys() {
    return {
      ArrowLeft: () => this.go(this.at - 1),
      ArrowRight: () => this.go(this.at + 1),
      Home: () => this.go(0),
      End: () => this.go(this.frames.length - 1),
      PageUp: () => this.#toNext(stopsOf(this.parts), -1),
      PageDown: () => this.#toNext(stopsOf(this.parts), 1),
      "Shift+PageUp": () => this.#toNext(this.parts.map(({ first }) => first), -1),
      "Shift+PageDown": () => this.#toNext(this.parts.map(({ first }) => first), 1),
      n: () => this.#toNext(this.flagged.map(({ step }) => step), 1, { round: true }),
      p: () => this.#toNext(this.flagged.map(({ step }) => step), -1, { round: true }),
      f: fullScreen,
      " ": this.play,
    };
  }
}

/** @param {boolean} plays */
const playLabel = (plays) => redraw(byId("play"), plays ? REPLAY.pause : REPLAY.play);

function fullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else byId("main").requestFullscreen().catch(() => {}); // the browser does not allow it here
}

/**
 * A number in the fragment of the address: `step`, or `event` in a link to an entry, as findings have it.
 * @param {string} name
 */
function numberInAddress(name) {
  const [key, number] = location.hash.slice(1).split("=");
  return key === name && /^\d+$/.test(number ?? "") ? Number(number) : undefined;
}
