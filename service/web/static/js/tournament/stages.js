/** The stages of a tournament: a table for each group, with the line above which entries go on. */

import { h, spoken } from "../dom.js";
import { HEADS, SIGNS, STAGES } from "../texts/tournament.js";
import { kindOf, written } from "./sayings.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {Answers["TournamentStage"]} Stage
 * @typedef {Answers["StageRow"]} Row
 */

/**
 * The stages that are no knock-out; the bracket shows those that are.
 * @param {import("./seen.js").Seen} tournament
 * @param {Answers["TournamentStages"]} stages
 */
export const groupsOf = (tournament, { stages }) => stages.filter((stage) => !stage.knocks_out).map((stage) => h("section", { class: "panel stack", "data-key": `stage${stage.stage}` },
  h("h2", {}, STAGES.stage(stage.stage, stage.label)),
  stage.cut && h("p", { class: "quiet" }, STAGES.goOn(stage.cut.top, stage.cut.best, stage.groups.length + stage.planned.length > 1, stage.cut.label)),
  stage.planned.length > 0 && h("p", {}, STAGES.drawn[tournament.state.settings.groups?.split ?? "snake"]),
  h("div", { class: "groups" }, stage.groups.map((group) => table(tournament, stage, group)), stage.planned.map((entries, at) => h("div", { class: "planned", "data-key": `planned${at}` },
    h("h3", {}, STAGES.group(at + 1)), h("p", { class: "quiet" }, STAGES.size(entries, kindOf(tournament.state))))))));

/**
 * @param {import("./seen.js").Named} tournament
 * @param {Stage} stage
 * @param {Answers["StageGroup"]} group
 */
function table(tournament, stage, { group, line: above, rows }) {
  const name = group === null ? stage.label : STAGES.group(group);
  const heads = [HEADS.points, ...stage.tiebreaks.map(({ label }) => label)];
  return h("div", { class: "scroll", role: "region", "aria-label": name, tabindex: 0, "data-key": `group${group ?? 0}` },
    h("table", { class: "numbers standings" },
      h("caption", {}, name),
      h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "stays place" }, h("span", { "aria-hidden": "true" }, "#"), spoken(HEADS.place)),
        h("th", { scope: "col", class: "name stays second" }, HEADS.name), heads.map((word) => h("th", { scope: "col" }, h("span", { class: "head" }, word))))),
      h("tbody", {}, rows.map((row, at) => line(tournament, row, at + 1 === above)))));
}

/**
 * @param {import("./seen.js").Named} tournament
 * @param {Row} row
 * @param {boolean} last whether the line of the cut is below this row
 */
const line = (tournament, { place, entry, points, values, goes_on: on }, last) => h("tr", { "data-key": `e${entry}`, class: `${on ? "on" : ""}${last ? " cut" : ""}` },
  h("td", { class: "stays place" }, h("b", {}, place)),
  h("th", { scope: "row", class: "name stays second" }, h("span", { class: "called", title: tournament.name(entry) }, tournament.name(entry)), on && [" ", h("span", { class: "quiet" }, SIGNS.goesOn(spoken))], last && spoken(` ${STAGES.cut}`)),
  h("td", { class: "points" }, points), values.map((value) => h("td", {}, written(value))));
