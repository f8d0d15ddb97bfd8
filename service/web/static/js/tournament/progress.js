/** The points of several entries after each round, as a chart and as a table. */

import { h, redraw, spoken } from "../dom.js";
import { LineChart } from "../linechart.js";
import { HEADS, PROGRESS } from "../texts/tournament.js";
import { reached, written } from "./sayings.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {{entry: number, values: number[]}} Line `values`: the points after each round, from round 0 on
 */

const MOST = 8;

/**
 * The entries whose lines are shown: the best ones, and the chosen one.
 * @param {{entry: number}[]} rows the best first
 * @param {number | null} [chosen]
 */
export function shownOf(rows, chosen = null) {
  const best = rows.slice(0, MOST).map(({ entry }) => entry);
  return chosen === null || best.includes(chosen) ? best : [...best.slice(0, MOST - 1), chosen];
}

/**
 * The points after each round, from the contributions to the points of an entry.
 * @param {{contributions: {round: number | null, value: string}[]}} points
 * @param {number} through the last round that is shown; what counts later is left out
 */
export function pointsByRound({ contributions }, through) {
  const after = Array.from({ length: through + 1 }, () => 0);
  for (const { round, value } of contributions) if ((round ?? 0) <= through) after[round ?? through] += Number(value);
  for (let round = 1; round <= through; round += 1) after[round] += after[round - 1];
  return after;
}

/** @extends {LineChart<Line>} */
export class Progress extends LineChart {
  /** @param {HTMLElement} root with `data-legend`, `data-plot` and `data-table` */
  constructor(root) {
    super(root, { heights: [230, 300], axes: [{ size: 26, label: HEADS.round, labelSize: 20 }, { size: 40 }] });
  }

  /**
   * @param {Line[]} lines
   * @param {(entry: number) => string} name
   * @param {number | null} [chosen] the entry whose line stands out
   */
  show(lines, name, chosen = null) {
    const number = lines.findIndex(({ entry }) => entry === chosen);
    Object.assign(this, { lines, name: (/** @type {Line} */ { entry }) => name(entry), alone: number < 0 ? null : number });
    this.draw();
    this.#tabulate();
  }

  /**
   * @param {number} number
   * @returns {[number, boolean][]}
   */
  signsOf(number) {
    return this.lines[number].values.map((_, round) => [round, false]);
  }

  /** @param {Line} line */
  scoreOf({ values }) {
    return values.at(-1) ?? null;
  }

  #tabulate() {
    const rounds = this.lines[0]?.values.map((_, round) => round).slice(1) ?? [];
    redraw(this.table, h("caption", { class: "spoken" }, PROGRESS.points),
      h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "name stays" }, HEADS.name), rounds.map((round) => h("th", { scope: "col" }, HEADS.roundWithin(spoken, round))))),
      h("tbody", {}, this.lines.map((line) => h("tr", {}, h("th", { scope: "row", class: "name stays" }, this.name(line)), rounds.map((round) => h("td", {}, written(line.values[round])))))));
  }
}

/**
 * Read the lines of these entries. Each line takes a request of its own, so only a few entries have a line.
 * @param {import("./tournament.js").Tournament} tournament
 * @param {number[]} entries
 * @param {number} through the last round that counts
 * @returns {Promise<Line[]>}
 */
export async function linesOf(tournament, entries, through) {
  const last = reached(tournament.state, through);
  /** @type {Answers["EntryPlace"][]} */
  const places = await Promise.all(entries.map((entry) => tournament.get(`/standings/${entry}`)));
  return places.map(({ entry, values }) => ({ entry, values: pointsByRound(values[0], last) }));
}
