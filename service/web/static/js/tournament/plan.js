/** The plan of a tournament in words: how many rounds and tables, how long it takes, and who plays whom if this is known in advance. */

import { h } from "../dom.js";
import { count, listed } from "../texts/words.js";
import { entryName } from "./who.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("./who.js").Draft & {settings: import("./seen.js").Settings}} Draft
 */

const EXAMPLE = 8;

/**
 * @param {Draft} draft
 * @param {Answers["TournamentPlan"]} plan
 */
export function planned(draft, plan) {
  const entries = draft.entries.length;
  const tables = `${count(plan.tables, "table")} in each round`;
  const facts = [
    entries ? count(entries, { alone: "player", pairs: "pair", teams: "team" }[draft.kind]) : `Nobody has entered yet. With ${EXAMPLE} entries it would be:`,
    plan.rounds === null ? `${tables}, as many rounds as you want` : `${count(plan.rounds, "round")}, ${tables}`,
    plan.sits_out ? `${plan.sits_out === 1 ? "One sits" : `${plan.sits_out} sit`} out in each round` : "Nobody sits out",
    plan.minutes && `${hours(plan.minutes)} of play in all, with ${draft.settings.round.minutes} minutes for a round`,
  ].filter(Boolean);
  return [h("ul", { class: "facts" }, facts.map((fact) => h("li", {}, fact))), plan.schedule && schedule(draft, plan.schedule, plan.by_lines)];
}

/**
 * @param {Draft} draft
 * @param {Answers["PlannedRound"][]} rounds
 * @param {boolean} byLines
 */
function schedule(draft, rounds, byLines) {
  const names = byLines || !draft.entries.length ? null : draft.entries.map(entryName);
  const name = (/** @type {number} */ number) => names?.[number - 1] ?? number;
  const table = (/** @type {number[][]} */ sides) => sides.map((side) => listed(side.map(name))).join(" – ");
  return h("details", { class: "fold", id: "schedule" },
    h("summary", {}, "The schedule"),
    byLines && h("p", { class: "quiet" }, "Numbers are drawn when round 1 is paired."),
    h("div", { class: "scroll", role: "region", "aria-label": "The schedule", tabindex: "0" },
      h("table", { class: "numbers plan" },
        h("tbody", {}, rounds.map((round) => h("tr", {}, h("th", { scope: "row", class: "stays" }, `Round ${round.round}`),
          round.tables.map((sides) => h("td", {}, table(sides))),
          round.sits_out.length ? h("td", { class: "quiet" }, `${listed(round.sits_out.map(name))} out`) : null))))));
}

/**
 * `2 h 20 min`.
 * @param {number} minutes
 */
export function hours(minutes) {
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [whole && `${whole} h`, rest && `${rest} min`].filter(Boolean).join(" ") || "0 min";
}
