/** The forms inside a row of the desk: for typing a result, for ruling a forfeit, for keeping a former result. */

import { Problem } from "../api.js";
import { h } from "../dom.js";
import { DESK_FORMS } from "../texts/director.js";
import { RESULT } from "../texts/hall.js";
import { resultWords } from "./deskwords.js";
import { leaders } from "./tablewords.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {import("./acting.js").ActingPage} ActingPage
 * @typedef {import("./desklines.js").Full} Full
 */

// Where a problem document points when a score is wrong.
const SCORE = /\/scores\/(\d+)$/;

/**
 * The form in the row `key`, if it is open and is one of `offers`; otherwise null.
 * @param {ActingPage} page
 * @param {string} key
 * @param {number[][]} sides
 * @param {string} called the table in words, such as `table 3`
 * @param {string[]} offers
 * @param {Child} [withdraws] the button that withdraws the result which is there
 */
export function forms(page, key, sides, called, offers, withdraws = null) {
  if (page.open?.key !== key || !offers.includes(page.open.what)) return null;
  if (page.open.what === "keep") return keep(page, key, called);
  return h("div", { class: "desk-form stack", "data-key": `form:${key}`, role: "group", "aria-label": DESK_FORMS.resultOf(called) }, winners(page, key, sides), scores(page, key, sides), forfeits(page, key, sides), page.open.what === "correct" ? h("p", { class: "choices" }, withdraws) : null);
}

/**
 * @param {ActingPage} page
 * @param {string} key
 * @param {number[][]} sides
 */
function winners(page, key, sides) {
  if (page.tournament.state.settings.scoring.kind !== "wins") return null;
  const draw = sides.length === 2 && !page.tournament.knocksOut ? page.button(`won:${key}:all`, DESK_FORMS.draw) : null;
  return h("div", { class: "choices" }, sides.map((side, place) => page.button(`won:${key}:${place}`, RESULT.sideWon(page.tournament.side(side)))), draw);
}

/**
 * @param {ActingPage} page
 * @param {string} key
 * @param {number[][]} sides
 */
function scores(page, key, sides) {
  const field = (/** @type {number[]} */ side, /** @type {number} */ place) => {
    const [id, wrong] = [`score-${key}-${place}`, page.wrong.get(place)];
    return [
      h("p", { class: "field row", "data-key": id },
        h("label", { for: id }, page.tournament.side(side)),
        h("input", { id, "data-score": place, type: "number", step: 1, inputmode: "numeric", required: true, "aria-invalid": wrong ? "true" : null, "aria-describedby": wrong ? `${id}-wrong` : null })),
      wrong && h("p", { id: `${id}-wrong`, "data-key": `${id}-wrong`, class: "error" }, wrong),
    ];
  };
  const level = `level-${key}`;
  const goesOn = page.tournament.knocksOut && h("p", { class: "field row", "data-key": level },
    h("label", { for: level }, DESK_FORMS.ifLevel),
    h("select", { id: level, "data-level": "" }, h("option", { value: "" }, "—"), sides.map((side, place) => h("option", { value: place }, page.tournament.side(side)))));
  const or = page.tournament.state.settings.scoring.kind === "wins" ? DESK_FORMS.orScores : DESK_FORMS.scores;
  return h("form", { class: "stack desk-scores", "data-act": `scores:${key}` },
    h("fieldset", {}, h("legend", {}, or), sides.map(field), goesOn),
    h("p", { class: "choices" }, h("button", { "data-key": `scores:${key}`, "aria-busy": page.isBusy(`scores:${key}`) }, DESK_FORMS.saveScores)));
}

/**
 * @param {ActingPage} page
 * @param {string} key
 * @param {number[][]} sides
 */
function forfeits(page, key, sides) {
  const one = (/** @type {number[]} */ side, /** @type {number} */ place) => page.button(`forfeit:${key}:${place}`, DESK_FORMS.byForfeit(page.tournament.side(side)));
  return h("div", {}, h("p", { class: "desk-legend" }, DESK_FORMS.notPlayed), h("div", { class: "choices" }, sides.map(one), page.button(`forfeit:${key}:nobody`, DESK_FORMS.nobodyWins)));
}

/**
 * @param {ActingPage} page
 * @param {string} key
 * @param {string} called
 */
function keep(page, key, called) {
  return h("form", { class: "desk-form stack", "data-key": `form:${key}`, "data-act": `keep:${key}` },
    h("p", { class: "field" }, h("label", { for: `why-${key}` }, DESK_FORMS.whyStays(called)), h("input", { id: `why-${key}`, maxlength: 200, required: true, value: DESK_FORMS.formerIsRight })),
    h("p", { class: "choices" }, h("button", { "data-key": `keep:${key}`, "aria-busy": page.isBusy(`keep:${key}`) }, DESK_FORMS.keep)));
}

/** The acts of the rows of the desk. Each act settles one table, which is named by its round and number. */
export class Settling {
  /** @param {ActingPage} page */
  constructor(page) {
    this.page = page;
  }

  /** @returns {import("./actnames.js").Works} */
  get works() {
    return {
      approve: (key) => this.approve(key), accept: (key) => this.accept(key), keep: (key, _, form) => this.keep(key, form),
      won: (key, side) => this.won(key, side), scores: (key, _, form) => this.scores(key, form),
      forfeit: (key, side) => this.forfeit(key, side), reopen: (key) => this.reopen(key),
      withdraw: (_, version) => this.withdraw(version),
    };
  }

  /**
   * The line of this kind in the row `key`, which has it.
   * @param {string} key
   * @param {string} kind
   */
  #line(key, kind) {
    return /** @type {Full} */ (this.page.lines.find((line) => line.kind === kind && `${line.round}-${line.table}` === key));
  }

  /**
   * The table of the row `key`, even if there is nothing to do at it.
   * @param {string} key
   */
  #table(key) {
    const { round = 0, tables = [] } = this.page.round ?? {};
    const known = [...this.page.lines, ...tables.map((table) => ({ round, ...table }))];
    return /** @type {Pick<Full, "round" | "table" | "sides">} */ (known.find((each) => `${each.round}-${each.table}` === key));
  }

  /**
   * @param {string} type
   * @param {object} data
   */
  #record(type, data) {
    return this.page.tournament.record([{ type, data }], this.page.version);
  }

  /**
   * @param {number} round
   * @param {number} table
   * @param {number} result the version of the event that typed it
   */
  async #approved(round, table, result) {
    await this.page.tournament.call("POST", `/rounds/${round}/tables/${table}/approval`, { body: { result } });
    this.page.open = null;
  }

  /**
   * Type a result and approve it: a director needs no second person.
   * @param {string} key
   * @param {{winners?: number[], scores?: number[]}} result
   */
  async #typed(key, result) {
    const { round, table } = this.#table(key);
    const { first } = await this.#record("ResultEntered", { round, table, ...result });
    await this.#approved(round, table, first);
    this.#told(key, { winners: [], scores: null, ...result });
  }

  /**
   * Say what was recorded, and what was there before.
   * @param {string} key
   * @param {import("./tablewords.js").Result} result
   */
  #told(key, result) {
    const { round, table, sides } = this.#table(key);
    const former = this.page.round?.round === round ? this.page.round.tables.find((each) => each.table === table)?.result : null;
    const words = (/** @type {import("./tablewords.js").Result} */ each) => resultWords(this.page.tournament, sides, each);
    this.page.say(DESK_FORMS.recorded(round, table, words(result), former ? words(former) : null));
  }

  /** @param {string} key */
  approve(key) {
    const { round, table, typed } = this.#line(key, "typed");
    return this.#approved(round, table, typed.result);
  }

  /** @param {string} key */
  accept(key) {
    const { round, table, change } = this.#line(key, "change");
    return this.#record("ChangeAccepted", { round, table, change: change.change });
  }

  /**
   * @param {string} key
   * @param {HTMLElement} form
   */
  async keep(key, form) {
    const { round, table, change } = this.#line(key, "change");
    await this.#record("ChangeDeclined", { round, table, change: change.change, reason: form.querySelector("input")?.value.trim() });
    this.page.open = null;
  }

  /**
   * @param {string} key
   * @param {string} side its place, or `all`
   */
  won(key, side) {
    const { sides } = this.#table(key);
    return this.#typed(key, { winners: side === "all" ? sides.map((_, place) => place) : [Number(side)] });
  }

  /**
   * @param {string} key
   * @param {HTMLElement} form
   */
  async scores(key, form) {
    const inputs = [.../** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-score]"))];
    const typed = inputs.map((input) => Number(input.value));
    /** @type {HTMLSelectElement | null} */
    const level = leaders(typed).length > 1 ? form.querySelector("[data-level]") : null;
    if (level?.value === "") {
      level.focus();
      throw new Error(DESK_FORMS.level);
    }
    try {
      await this.#typed(key, { scores: typed, ...(level && { winners: [Number(level.value)] }) });
    } catch (problem) {
      if (!(problem instanceof Problem && problem.errors.length && problem.errors.every(({ pointer = "" }) => SCORE.test(pointer)))) throw problem;
      const { sides } = this.#table(key);
      const rules = problem.errors.map(({ pointer = "", message }) => ({ place: Number(SCORE.exec(pointer)?.[1]), message }));
      this.page.wrong = new Map(rules.map(({ place, message }) => [place, DESK_FORMS.wrongScore(this.page.tournament.side(sides[place]), message)]));
      inputs[rules[0].place].focus();
    }
  }

  /**
   * @param {string} key
   * @param {string} side its place, or `nobody`
   */
  async forfeit(key, side) {
    const { round, table } = this.#table(key);
    const winners = side === "nobody" ? [] : [Number(side)];
    await this.#record("ForfeitRuled", { round, table, winners });
    this.page.open = null;
    this.#told(key, { winners, scores: null });
  }

  /** @param {string} key */
  reopen(key) {
    const { round, table } = this.#table(key);
    return this.page.tournament.call("POST", `/rounds/${round}/tables/${table}/game`, { body: { again: true } });
  }
  /**
   * Withdraw a result. Then the one that it replaced counts again; if there was none, the table has no result.
   * @param {string} version of the event with the result
   */
  async withdraw(version) {
    await this.#record("Retracted", { target: Number(version) });
    this.page.open = null;
  }
}
