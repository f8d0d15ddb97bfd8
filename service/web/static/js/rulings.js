/** The rulings on a game: what directors ruled on, what they decided, with what effect, and which rulings are in force. */

import { get } from "./api.js";
import { findingChanges, scoreChanges } from "./changes.js";
import { byId, h, redraw, spoken } from "./dom.js";
import { clockTime } from "./times.js";

export const RECTIFICATIONS = {
  stand: "The result stands", void: "The deal is void", penalty: "Penalty", adjust: "Adjusted score", replay: "Replay the round",
};

/** The panel of one table. */
export class Rulings {
  /** @param {{game: string, view: string}} table `view`: the query `view=…` for requests, or empty */
  constructor({ game, view }) {
    Object.assign(this, { game, view, version: 0, loaded: false, seats: [], rules: false });
    /** @type {any[]} */
    this.rulings = [];
    byId("rulings").addEventListener("toggle", () => this.#load());
    byId("rulings-list").addEventListener("toggle", (event) => this.#explain(event.target), true);
  }

  /** Take the new state. Most games never have a ruling, so the list is read once, and again only while it is open or if `eager` is set. */
  async show(game, eager) {
    Object.assign(this, { seats: game.seats, rules: game.viewer === "director" });
    if (game.version === this.version) return;
    this.version = game.version;
    if (eager || !this.loaded || byId("rulings").open) await this.#load();
  }

  of(version) {
    return this.rulings.find((ruling) => ruling.version === version);
  }

  async #load() {
    const { rulings } = await get(`/games/${this.game}/rulings?${this.view}`);
    Object.assign(this, { rulings, loaded: true });
    byId("rulings").hidden = !rulings.length;
    redraw(byId("rulings-count"), rulings.length || "");
    redraw(byId("rulings-list"), h("ul", { class: "rulings", role: "list" }, rulings.toReversed().map((ruling) => this.#item(ruling))));
  }

  #item(ruling) {
    const facts = [`entry ${ruling.version}`, ruling.rule, ruling.round && `round ${ruling.round}`].filter(Boolean).join(" · ");
    return h("li", { class: ruling.standing ? "ruling" : "ruling gone", "data-key": `r${ruling.version}` },
      h("p", { class: "finding-head" }, h("span", { class: "kind" }, RECTIFICATIONS[ruling.rectification] ?? ruling.rectification), h("span", { class: "source" }, facts)),
      h("p", {}, ruling.standing ? ruling.sentence : h("s", {}, ruling.sentence)),
      h("p", { class: "quiet" }, standing(ruling), clockTime(ruling.at)),
      noteOf(ruling) ? h("p", { class: "quiet" }, `Note: ${noteOf(ruling)}`) : null,
      h("details", { class: "fold", "data-version": ruling.version },
        h("summary", {}, "What it changed", spoken(`: ruling at entry ${ruling.version}`)), h("div", { class: "effect", "data-effect": ruling.version })),
      this.rules && ruling.standing ? ruleAgain(ruling.version) : null);
  }

  async #explain(fold) {
    const { version } = fold.dataset;
    if (!fold.open || !version) return;
    const region = fold.querySelector("[data-effect]");
    try {
      const { scores, findings } = await get(`/games/${this.game}/diff?from=${version - 1}&to=${version}&${this.view}`);
      redraw(region, scoreChanges(scores, this.seats), findingChanges(findings.raised, findings.withdrawn));
    } catch (problem) {
      redraw(region, h("p", { class: "error" }, problem.message));
    }
  }
}

const ruleAgain = (version) => h("p", {},
  h("button", { type: "button", "data-do": "supersede", "data-version": version }, "Rule again", spoken(` in place of entry ${version}`)));

function standing(ruling) {
  if (ruling.superseded_by) return `Replaced by entry ${ruling.superseded_by}. `;
  if (!ruling.standing) return "Taken back. ";
  return ruling.supersedes ? `In place of entry ${ruling.supersedes}. ` : "Stands. ";
}

const noteOf = ({ note }) => (note && typeof note === "object" ? note.value : note);
