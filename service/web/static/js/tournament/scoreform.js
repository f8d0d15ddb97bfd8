/** The form for the result of a table: a score for each side, or who won, as the scoring of the tournament needs it. */

import { around, h, on, redraw } from "../dom.js";
import { HALL, RESULT, SCORE_FORM } from "../texts/hall.js";
import { leaders, resultLine } from "./tablewords.js";

/**
 * @typedef {{scores: number[] | null, winners: number[]}} Result
 * @typedef {{result: Result, lacks?: undefined} | {result?: undefined, lacks: string}} Reading `lacks`: what is missing before it can be sent
 */
const LARGEST = 1_000_000;
const BY_SCORE = /^(total|game-points|difference)/;

/**
 * Whether the standings need the scores of a table with these sides, and not only who won.
 * @param {import("./seen.js").Settings} settings
 * @param {number[][]} sides
 */
export function needsScores({ scoring, tiebreaks }, sides) {
  return scoring.kind === "score" || (scoring.kind === "placement" && sides.length > 2) || tiebreaks.some((name) => BY_SCORE.test(name));
}

/**
 * The score in a field, a whole number. Null: the field is empty. Undefined: the text in the field is no whole number.
 * @param {string} text
 */
export function scoreIn(text) {
  const typed = text.trim().replace("−", "-");
  if (!typed) return null;
  const score = Number(typed);
  return /^[-+]?\d+$/.test(typed) && Math.abs(score) <= LARGEST ? score : undefined;
}

export class ScoreForm {
  /**
   * @param {HTMLElement} root
   * @param {{tournament: import("./tournament.js").Tournament, send: (result: {scores: number[] | null, winners: number[] | null}, line: string) => void, cancel: () => void}} place
   */
  constructor(root, { tournament, send, cancel }) {
    this.root = root;
    this.tournament = tournament;
    this.send = send;
    /** @type {number[][] | null} */
    this.sides = null;
    this.scored = false;
    this.ruled = false;
    /** @type {number[] | null} */
    this.winners = null;
    this.pressed = false;
    on(root, {
      step: (button) => this.#step(Number(button.dataset.side), Number(button.dataset.by)),
      won: (button) => this.#won((button.dataset.sides ?? "").split(",").map(Number)),
      scores: () => this.#turn({ scored: true, ruled: false }),
      ruled: () => this.#turn({ ruled: true }),
      send: () => this.#send(),
      cancel,
    });
    root.addEventListener("input", () => this.#draw());
    root.addEventListener("keydown", (event) => event.key === "Enter" && around(event, "input") && this.#send());
  }

  get open() {
    return this.sides !== null;
  }

  /**
   * Open the form for these sides.
   * @param {number[][]} sides
   */
  begin(sides) {
    const must = needsScores(this.tournament.state.settings, sides);
    Object.assign(this, { sides, scored: must, ruled: !must, winners: null, pressed: false });
    redraw(this.root);
    this.#draw();
    this.root.querySelector("h2")?.focus();
  }

  close() {
    this.sides = null;
    redraw(this.root);
  }

  /** @param {{scored?: boolean, ruled: boolean}} change */
  #turn(change) {
    Object.assign(this, change);
    if (this.scored && !this.ruled) this.winners = null;
    this.#draw();
  }

  /** @param {number[]} sides */
  #won(sides) {
    this.winners = sides;
    this.#draw();
  }

  /**
   * @param {number} side
   * @param {number} by
   */
  #step(side, by) {
    const field = this.#field(side);
    if (!field) return;
    const score = scoreIn(field.value) ?? 0;
    field.value = String(Math.max(-LARGEST, Math.min(LARGEST, score + by)));
    this.#draw();
  }

  /**
   * @param {number} side
   * @returns {HTMLInputElement | null}
   */
  #field(side) {
    return this.root.querySelector(`#score-${side}`);
  }

  /**
   * @param {number[][]} sides
   * @returns {Reading}
   */
  #read(sides) {
    const typed = this.scored ? sides.map((_, side) => scoreIn(this.#field(side)?.value ?? "")) : null;
    if (typed?.includes(undefined)) return { lacks: SCORE_FORM.notWhole };
    const scores = typed?.filter((score) => score !== null && score !== undefined) ?? null;
    if (scores?.length !== typed?.length) return { lacks: SCORE_FORM.lacksScores };
    const winners = this.ruled ? this.winners : leaders(scores ?? []);
    if (this.tournament.knocksOut && winners && winners.length !== 1) return { lacks: SCORE_FORM.level };
    return winners ? { result: { scores, winners } } : { lacks: SCORE_FORM.lacksWinner };
  }

  #send() {
    const { sides } = this;
    if (!sides) return undefined;
    const { result, lacks } = this.#read(sides);
    this.pressed = Boolean(lacks);
    if (!result) return this.#draw();
    const line = resultLine(this.tournament, sides, result);
    const { scores, winners } = result;
    this.close();
    return this.send({ scores, winners: this.ruled ? winners : null }, line);
  }

  #draw() {
    const { sides } = this;
    if (!sides) return;
    const { result, lacks } = this.#read(sides);
    redraw(this.root, h("section", { class: "panel typing", "aria-labelledby": "typing-title" },
      h("h2", { id: "typing-title", tabindex: -1 }, SCORE_FORM.title),
      this.scored ? this.#scores(sides) : null,
      this.ruled ? this.#picks(sides) : null,
      this.#others(),
      h("div", { class: "actions thumb" },
        h("p", { class: "result-line", "aria-live": "polite" }, result ? RESULT.full(resultLine(this.tournament, sides, result)) : h("span", { class: this.pressed ? "error" : "quiet" }, lacks)),
        h("button", { type: "button", class: "primary", "data-do": "send", "aria-disabled": result ? null : "true" }, SCORE_FORM.send),
        h("button", { type: "button", "data-do": "cancel" }, HALL.notNow))));
  }

  /** @param {number[][]} sides */
  #scores(sides) {
    const { cap } = this.tournament.state.settings.scoring;
    const row = (/** @type {number[]} */ side, /** @type {number} */ place) => {
      const name = this.tournament.side(side);
      const step = (/** @type {number} */ by, /** @type {string} */ word) => h("button", { type: "button", "data-do": "step", "data-side": place, "data-by": by, "aria-label": SCORE_FORM.step(word, name) }, word);
      return h("div", { class: "score-row", "data-key": `score${place}` },
        h("label", { for: `score-${place}` }, name),
        h("div", { class: "stepper" }, step(-1, "−1"),
          h("input", { id: `score-${place}`, inputmode: "numeric", autocomplete: "off", maxlength: 8, "data-key": `field${place}` }), step(1, "+1")));
    };
    return [sides.map(row), cap === null || cap === undefined ? null : h("p", { class: "quiet" }, SCORE_FORM.cap(cap))];
  }

  /** @param {number[][]} sides */
  #picks(sides) {
    const all = sides.map((_, side) => side);
    const pick = (/** @type {number[]} */ won, /** @type {string} */ word) => h("button", { type: "button", "data-do": "won", "data-sides": won.join(","), "aria-pressed": String(same(won, this.winners)) }, word);
    return h("div", { class: "picks", role: "group", "aria-label": SCORE_FORM.whoWon, "data-key": "picks" },
      all.map((side) => pick([side], RESULT.sideWon(this.tournament.side(sides[side])))), this.tournament.knocksOut ? null : pick(all, SCORE_FORM.draw));
  }

  // Buttons for two rarer cases: the user wants to type scores that the standings do not need, or the scores do not say who won.
  #others() {
    return [
      this.scored ? null : h("p", { "data-key": "scores" }, h("button", { type: "button", class: "plain", "data-do": "scores" }, SCORE_FORM.typeScores)),
      this.ruled ? null : h("p", { "data-key": "ruled" }, h("button", { type: "button", class: "plain", "data-do": "ruled" }, this.tournament.knocksOut ? SCORE_FORM.nameWinner : SCORE_FORM.bestLost)),
    ];
  }
}

/**
 * @param {number[]} one
 * @param {number[] | null} other
 */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
