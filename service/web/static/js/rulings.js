/** The rulings on a game: what directors ruled on, what they decided, with what effect, and which rulings are in force. */

import { get } from "./api.js";
import { findingChanges, scoreChanges } from "./changes.js";
import { byId, h, redraw, spoken } from "./dom.js";
import { RULINGS } from "./texts/record.js";
import { clockTime } from "./times.js";

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {Answers["Decision"]} Decision
 * @typedef {import("./formstate.js").Game} Game
 */

/** @type {Record<string, string>} */
export const RECTIFICATIONS = {
  stand: RULINGS.stand, void: RULINGS.void, penalty: RULINGS.penalty, adjust: RULINGS.adjust, replay: RULINGS.replay,
};

/** The panel of one table. */
export class Rulings {
  /** @param {{game: string, view: string}} table `view`: the query `view=…` for requests, or empty */
  constructor({ game, view }) {
    this.game = game;
    this.view = view;
    this.version = 0;
    this.loaded = false;
    /** @type {Game["seats"]} */
    this.seats = [];
    this.rules = false; // whether the visitor may rule
    /** @type {Decision[]} */
    this.rulings = [];
    byId("rulings").addEventListener("toggle", () => this.#load());
    byId("rulings-list").addEventListener("toggle", (event) => this.#explain(/** @type {HTMLDetailsElement} */ (event.target)), true);
  }

  /**
   * Take the new state. Most games never have a ruling, so the list is read once, and again only while it is open or if `eager` is set.
   * @param {Game} game
   * @param {boolean} eager
   */
  async show(game, eager) {
    this.seats = game.seats;
    this.rules = game.viewer === "director";
    if (game.version === this.version) return;
    this.version = game.version;
    if (eager || !this.loaded || byId("rulings", "details").open) await this.#load();
  }

  /** @param {number} version */
  of(version) {
    return this.rulings.find((ruling) => ruling.version === version);
  }

  async #load() {
    /** @type {Answers["RulingList"]} */
    const { rulings } = await get(`/games/${this.game}/rulings?${this.view}`);
    this.rulings = rulings;
    this.loaded = true;
    byId("rulings").hidden = !rulings.length;
    redraw(byId("rulings-count"), rulings.length || "");
    redraw(byId("rulings-list"), h("ul", { class: "rulings", role: "list" }, rulings.toReversed().map((ruling) => this.#item(ruling))));
  }

  /** @param {Decision} ruling */
  #item(ruling) {
    const facts = [RULINGS.entry(ruling.version), ruling.rule, ruling.round && RULINGS.round(ruling.round)].filter(Boolean).join(" · ");
    return h("li", { class: ruling.standing ? "ruling" : "ruling gone", "data-key": `r${ruling.version}` },
      h("p", { class: "finding-head" }, h("span", { class: "kind" }, RECTIFICATIONS[ruling.rectification] ?? ruling.rectification), h("span", { class: "source" }, facts)),
      h("p", {}, ruling.standing ? ruling.sentence : h("s", {}, ruling.sentence)),
      h("p", { class: "quiet" }, standing(ruling), " ", clockTime(ruling.at)),
      ruling.note ? h("p", { class: "quiet" }, RULINGS.note(ruling.note)) : null,
      h("details", { class: "fold", "data-version": ruling.version },
        h("summary", {}, RULINGS.changed(spoken, ruling.version)), h("div", { class: "effect", "data-effect": ruling.version })),
      this.rules && ruling.standing ? ruleAgain(ruling.version) : null);
  }

  /** @param {HTMLDetailsElement} fold */
  async #explain(fold) {
    const { version } = fold.dataset;
    if (!fold.open || !version) return;
    const region = /** @type {HTMLElement} */ (fold.querySelector("[data-effect]"));
    try {
      /** @type {Answers["Differences"]} */
      const { scores, findings } = await get(`/games/${this.game}/diff?from=${Number(version) - 1}&to=${version}&${this.view}`);
      redraw(region, scoreChanges(scores, this.seats), findingChanges(findings.raised, findings.withdrawn));
    } catch (problem) {
      redraw(region, h("p", { class: "error" }, /** @type {Error} */ (problem).message));
    }
  }
}

/** @param {number} version */
const ruleAgain = (version) => h("p", {},
  h("button", { type: "button", "data-do": "supersede", "data-version": version }, RULINGS.again(spoken, version)));

/** @param {Decision} ruling */
function standing(ruling) {
  if (ruling.superseded_by) return RULINGS.replaced(ruling.superseded_by);
  if (!ruling.standing) return RULINGS.takenBack;
  return ruling.supersedes ? RULINGS.replaces(ruling.supersedes) : RULINGS.stands;
}

