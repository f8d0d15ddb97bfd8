/**
 * All other tables of the newest round: those of a draw before it is published, and afterwards those whose result is in, with buttons to
 * correct it. What is missing is in the list above (desklines.js).
 */

import { byId, h, redraw, spoken } from "../dom.js";
import { DESK_LINES } from "../texts/director.js";
import { HALL } from "../texts/hall.js";
import { STAGES, WALL } from "../texts/tournament.js";
import { byGroup } from "./bygroup.js";
import { forms } from "./deskforms.js";
import { corrects, resultChip, withdraws } from "./desklines.js";
import { versus } from "./deskwords.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {Pick<Answers["TournamentRound"], "round" | "published" | "tables" | "sits_out">} Round
 */

/** @param {number} group */
const ofGroup = (group) => h("li", { class: "of-group", "data-key": `group-${group}` }, h("h4", {}, STAGES.group(group)));

export class Results {
  /** @param {import("./desk.js").DeskPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Round | null} the newest round; null: none is paired */
    this.round = null;
  }

  /**
   * Read the newest round, unless it is the one that is shown.
   * @param {Answers["Desk"]} desk
   * @returns {Promise<Round | null>}
   */
  async read({ version, round }) {
    if (!round) return null;
    return this.page.desk?.version === version ? this.round : this.page.tournament.get(`/rounds/${round.round}`);
  }

  /**
   * A table of this round; null: it is of another round.
   * @param {string} key `3-4` for table 4 of round 3
   */
  tableOf(key) {
    const { round } = this;
    return round?.tables.find(({ table }) => `${round.round}-${table}` === key) ?? null;
  }

  draw() {
    const { page, round } = this;
    const rows = round && page.desk.next !== "nothing" ? (round.published ? this.#decided(round) : this.#draw(round)) : [];
    byId("seated-part").hidden = !rows.length;
    redraw(byId("seated-title"), round && !round.published ? DESK_LINES.draw(round.round) : DESK_LINES.areIn);
    byId("seated").classList.toggle("desk-draw", !round?.published);
    redraw(byId("seated"), rows);
    const earlier = page.tournament.state.rounds.map((each) => each.round).filter((number) => number < (round?.round ?? 0)).toReversed();
    byId("earlier").hidden = !earlier.length;
    redraw(byId("earlier-rounds"), earlier.map((number) => h("a", { class: "button slim", href: `${location.pathname}/rounds/${number}`, "data-key": `earlier-${number}` }, DESK_LINES.round(number))));
  }

  /** @param {Round} round */
  #draw({ tables, sits_out: out }) {
    return [
      ...byGroup(tables, ofGroup, ({ table, sides }) => h("li", { "data-key": `draw-${table}` }, this.#named(table, sides))),
      ...out.map((entry) => h("li", { "data-key": `out-${entry}` }, WALL.sitsOut(this.page.tournament.name(entry)))),
    ];
  }

  /** @param {Round} round */
  #decided({ round, tables }) {
    const above = new Set(this.page.desk.lines.map((line) => `${line.round}-${line.table}`));
    const decided = tables.flatMap((seated) => (seated.result && !above.has(`${round}-${seated.table}`) ? [{ ...seated, result: seated.result }] : []));
    return byGroup(decided, ofGroup, (seated) => this.#row(`${round}-${seated.table}`, seated));
  }

  /**
   * @param {number} table
   * @param {number[][]} sides
   */
  #named(table, sides) {
    return h("span", { class: "what" }, h("b", {}, HALL.table(table)), " · ", versus(this.page.tournament, sides));
  }

  /**
   * @param {string} key
   * @param {Answers["RoundTable"] & {result: Answers["TableResult"]}} decided
   */
  #row(key, decided) {
    const { page } = this;
    const { table, sides, game, result } = decided;
    const called = DESK_LINES.table(table);
    return h("li", { "data-key": `in-${key}`, class: "desk-row" },
      this.#named(table, sides), h("span", { class: "desk-chips" }, resultChip(page, sides, result)),
      h("span", { class: "choices desk-does" },
        game && h("a", { class: "button slim", href: `/games/${game}` }, DESK_LINES.openGame(spoken(DESK_LINES.at(called)))),
        corrects(page, key, called)),
      forms(page, key, sides, called, ["correct"], withdraws(page, key, called, decided)));
  }
}
