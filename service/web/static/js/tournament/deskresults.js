/** The valid results of the newest round, each with buttons to correct it. */

import { byId, h, redraw, spoken } from "../dom.js";
import { DESK_LINES } from "../texts/director.js";
import { HALL } from "../texts/hall.js";
import { forms } from "./deskforms.js";
import { opens } from "./desklines.js";
import { resultWords, versus } from "./deskwords.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {Answers["RoundTable"] & {round: number, result: Answers["TableResult"]}} Decided a table with a result
 */

/** @type {Record<string, (result: string) => string>} */
const SOURCES = { typed: DESK_LINES.typedResult, taken: DESK_LINES.takenResult, forfeit: DESK_LINES.forfeitResult };

export class Results {
  /** @param {import("./desk.js").DeskPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Decided[]} */
    this.tables = [];
    this.read = 0;
    byId("results").addEventListener("toggle", () => this.draw());
  }

  /** @returns {import("./actnames.js").Works} */
  get works() {
    return { withdraw: (_, version) => this.withdraw(version) };
  }

  /** Read the results again if there are newer ones, and show them. */
  async draw() {
    const { desk, tournament } = this.page;
    if (!byId("results", "details").open) return;
    if (this.read !== desk.version) {
      /** @type {Pick<Answers["TournamentRound"], "round" | "tables">} */
      const { round, tables } = desk.round ? await tournament.get(`/rounds/${desk.round.round}`) : { round: 0, tables: [] };
      this.tables = tables.flatMap(({ result, ...table }) => (result ? { round, ...table, result } : []));
      this.read = desk.version;
    }
    redraw(byId("results-list"), this.tables.length ? this.tables.map((table) => this.#row(table)) : h("li", { class: "quiet" }, DESK_LINES.noResults));
  }

  /** @param {Decided} table */
  #row({ round, table, sides, game, result }) {
    const { page } = this;
    const key = `${round}-${table}`;
    const called = DESK_LINES.table(table);
    const at = () => spoken(DESK_LINES.at(called));
    return h("li", { "data-key": `in-${key}` },
      h("span", { class: "what" }, h("b", {}, HALL.table(table)), " · ", versus(page.tournament, sides), h("span", { class: "quiet desk-state" }, SOURCES[result.source](resultWords(page.tournament, sides, result)))),
      h("span", { class: "choices desk-does" },
        game && h("a", { class: "button", href: `/games/${game}` }, DESK_LINES.openGame(at())),
        page.desk.next === "nothing" ? null : [opens(page, key, "correct", DESK_LINES.anotherResult(at())), page.button(`withdraw:${key}:${result.version}`, DESK_LINES.withdraw(at()))]),
      forms(page, key, sides, called, ["correct"]));
  }

  /**
   * Withdraw a result, so that the table has no result again.
   * @param {string} version of the event with the result
   */
  async withdraw(version) {
    await this.page.tournament.record([{ type: "Retracted", data: { target: Number(version) } }], this.page.desk.version);
    this.page.open = null;
  }
}
