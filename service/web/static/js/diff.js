/** The differences between two versions of a record, or between the record as recorded and as corrected. The server writes the sentences. */

import { get } from "./api.js";
import { scoreChanges } from "./changes.js";
import { byId, h, on, redraw, spoken } from "./dom.js";
import { messageOf } from "./failure.js";
import { DIFF } from "./texts/replay.js";

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {import("./formstate.js").Game} Game
 */

/** The panel of one replay. */
export class Diff {
  /** @param {{game: string, look: () => {game: Game | null, view: string}}} replay `game`: null until it is read; `view`: whose view the replay shows; empty: the visitor's own */
  constructor({ game, look }) {
    this.game = game;
    this.look = look;
    const root = byId("diff");
    on(root, { corrections: () => this.#ask("between=recorded,corrected"), versions: () => this.#versions() });
    root.addEventListener("toggle", () => this.#opened());
  }

  #opened() {
    const { game } = this.look();
    if (!game) return;
    for (const end of ["from", "to"]) byId(`diff-${end}`, "input").max = String(game.version);
    byId("diff-to", "input").value ||= String(game.version);
    if (byId("diff", "details").open && !byId("diff-shown").hasChildNodes()) this.#ask("between=recorded,corrected").catch(() => {});
  }

  #versions() {
    return this.#ask(`from=${byId("diff-from", "input").value || 1}&to=${byId("diff-to", "input").value || this.look().game?.version}`);
  }

  /** @param {string} question */
  async #ask(question) {
    const { game, view } = this.look();
    if (!game) return;
    try {
      redraw(byId("diff-shown"), drawn(await get(`/games/${this.game}/diff?${question}${view && `&view=${view}`}`), game));
    } catch (problem) {
      redraw(byId("diff-shown"), h("p", { class: "error", role: "alert" }, messageOf(/** @type {Error} */ (problem))));
    }
  }
}

/**
 * @param {Answers["Differences"]} diff
 * @param {Game} game
 */
function drawn(diff, { seats }) {
  const both = diff.as.includes(",");
  const which = both ? DIFF.withCorrections(diff.to) : DIFF.versions(diff.from, diff.to, diff.as);
  const list = h("ul", { class: "change-list", role: "list" }, diff.sentences.map(({ sentence, versions }) => h("li", {}, sentence, eventLinks(versions))));
  return [h("p", { class: "quiet" }, which), diff.sentences.length ? list : h("p", {}, DIFF.nothing), scoreChanges(diff.scores, seats)];
}

// The events that a sentence names, each a button that goes to its step.
/** @param {number[]} versions */
const eventLinks = (versions) => (versions.length ? h("span", { class: "event-links" }, versions.map(eventLink)) : null);

/** @param {number} version */
const eventLink = (version) => h("button", { type: "button", class: "slim", "data-do": "event", "data-version": version }, DIFF.showEntry(version, spoken));
