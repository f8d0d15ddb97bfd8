/** The valid results of the newest round, each with buttons to correct it. */

import { byId, h, redraw, spoken } from "../dom.js";
import { forms } from "./deskforms.js";
import { opens } from "./desklines.js";
import { resultWords, versus } from "./deskwords.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {Answers["RoundTable"] & {round: number, result: Answers["TableResult"]}} Decided a table with a result
 */

/** @type {Record<string, string>} */
const SOURCES = { typed: "typed", taken: "from the game", forfeit: "by forfeit" };

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
    redraw(byId("results-list"), this.tables.length ? this.tables.map((table) => this.#row(table)) : h("li", { class: "quiet" }, "No table of this round is in yet."));
  }

  /** @param {Decided} table */
  #row({ round, table, sides, game, result }) {
    const { page } = this;
    const key = `${round}-${table}`;
    const at = (/** @type {string} */ said) => [said, spoken(` at table ${table}`)];
    return h("li", { "data-key": `in-${key}` },
      h("span", { class: "what" }, h("b", {}, `Table ${table}`), " · ", versus(page.tournament, sides), h("span", { class: "quiet desk-state" }, `${resultWords(page.tournament, sides, result)}, ${SOURCES[result.source]}`)),
      h("span", { class: "choices desk-does" },
        game && h("a", { class: "button", href: `/games/${game}` }, at("Open the game")),
        page.desk.next === "nothing" ? null : [opens(page, key, "correct", at("Another result")), page.button(`withdraw:${key}:${result.version}`, at("Withdraw it"))]),
      forms(page, key, sides, `Table ${table}`, ["correct"]));
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
