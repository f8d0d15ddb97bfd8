/** The differences between two versions of a record, or between the record as recorded and as corrected. The server writes the sentences. */

import { get } from "./api.js";
import { scoreChanges } from "./changes.js";
import { byId, h, on, redraw, spoken } from "./dom.js";
import { messageOf } from "./failure.js";

/** The panel of one replay. */
export class Diff {
  /** @param {{game: string, look: () => {game: any, view: string}}} replay `view`: whose view the replay shows; empty: the visitor's own */
  constructor({ game, look }) {
    Object.assign(this, { game, look });
    const root = byId("diff");
    on(root, { corrections: () => this.#ask("between=recorded,corrected"), versions: () => this.#versions() });
    root.addEventListener("toggle", () => this.#opened());
  }

  #opened() {
    const { game } = this.look();
    for (const end of ["from", "to"]) byId(`diff-${end}`).max = game.version;
    byId("diff-to").value ||= game.version;
    if (byId("diff").open && !byId("diff-shown").hasChildNodes()) this.#ask("between=recorded,corrected").catch(() => {});
  }

  #versions() {
    return this.#ask(`from=${byId("diff-from").value || 1}&to=${byId("diff-to").value || this.look().game.version}`);
  }

  async #ask(question) {
    const { game, view } = this.look();
    try {
      redraw(byId("diff-shown"), drawn(await get(`/games/${this.game}/diff?${question}${view && `&view=${view}`}`), game));
    } catch (problem) {
      redraw(byId("diff-shown"), h("p", { class: "error", role: "alert" }, messageOf(problem)));
    }
  }
}

function drawn(diff, { seats }) {
  const both = diff.as.includes(",");
  const which = both ? `The game as recorded, compared with the game as corrected at entry ${diff.to}.` : `Entry ${diff.from} compared with entry ${diff.to}, as ${diff.as}.`;
  const list = h("ul", { class: "change-list", role: "list" }, diff.sentences.map(({ sentence, versions }) => h("li", {}, sentence, eventLinks(versions))));
  return [h("p", { class: "quiet" }, which), diff.sentences.length ? list : h("p", {}, "Nothing changed."), scoreChanges(diff.scores, seats)];
}

// The events that a sentence names, each a button that goes to its step.
const eventLinks = (versions) => (versions.length ? h("span", { class: "event-links" }, versions.map(eventLink)) : null);

const eventLink = (version) => h("button", { type: "button", class: "slim", "data-do": "event", "data-version": version }, spoken("Show entry "), version);
