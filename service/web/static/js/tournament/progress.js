/** The points of several entries after each round, as a chart and as a table. */

import { h, redraw, spoken } from "../dom.js";
import { LineChart } from "../linechart.js";
import { written } from "./sayings.js";

const MOST = 8;

/** The entries whose lines are shown: the best ones, and the chosen one. */
export function shownOf(rows, chosen = null) {
  const best = rows.slice(0, MOST).map(({ entry }) => entry);
  return chosen === null || best.includes(chosen) ? best : [...best.slice(0, MOST - 1), chosen];
}

/**
 * The points after each round, from the contributions to the points of an entry.
 * @param {{contributions: {round: number | null, value: string}[]}} points
 * @param {number} through the last round that counts
 */
export function pointsByRound({ contributions }, through) {
  const after = Array.from({ length: through + 1 }, () => 0);
  for (const { round, value } of contributions) after[round ?? through] += Number(value);
  for (let round = 1; round <= through; round += 1) after[round] += after[round - 1];
  return after;
}

export class Progress extends LineChart {
  /** @param {HTMLElement} root with `data-legend`, `data-plot` and `data-table` */
  constructor(root) {
    super(root, { heights: [230, 300], axes: [{ size: 26, label: "Round", labelSize: 20 }, { size: 40 }] });
  }

  /**
   * @param {{entry: number, values: number[]}[]} lines the points after each round, from round 0 on
   * @param {(entry: number) => string} name
   * @param {number | null} [chosen] the entry whose line stands out
   */
  show(lines, name, chosen = null) {
    const number = lines.findIndex(({ entry }) => entry === chosen);
    Object.assign(this, { lines, name: ({ entry }) => name(entry), alone: number < 0 ? null : number });
    this.draw();
    this.#tabulate();
  }

  signsOf(number) {
    return this.lines[number].values.map((_, round) => [round, false]);
  }

  scoreOf({ values }) {
    return written(values.at(-1));
  }

  #tabulate() {
    const rounds = this.lines[0]?.values.map((_, round) => round).slice(1) ?? [];
    redraw(this.table, h("caption", { class: "spoken" }, "Points after each round"),
      h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "name stays" }, "Name"), rounds.map((round) => h("th", { scope: "col" }, spoken("Round "), round)))),
      h("tbody", {}, this.lines.map((line) => h("tr", {}, h("th", { scope: "row", class: "name stays" }, this.name(line)), rounds.map((round) => h("td", {}, written(line.values[round])))))));
  }
}

/**
 * Read the lines of these entries. Each line takes a request of its own, so only a few entries have a line.
 * @param {import("./tournament.js").Tournament} tournament
 */
export async function linesOf(tournament, entries, through) {
  const places = await Promise.all(entries.map((entry) => tournament.get(`/standings/${entry}`)));
  return places.map(({ entry, values }) => ({ entry, values: pointsByRound(values[0], through) }));
}
