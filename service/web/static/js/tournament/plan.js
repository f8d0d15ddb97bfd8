/** The plan of a tournament in words: how many rounds and tables, how long it takes, and who plays whom if this is known in advance. */

import { h } from "../dom.js";
import { PLAN } from "../texts/director.js";
import { HALL } from "../texts/hall.js";
import { FORMATS } from "../texts/start.js";
import { STAGES } from "../texts/tournament.js";
import { entryName } from "./who.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("./who.js").Draft & {settings: import("./seen.js").Settings}} Draft
 */

const EXAMPLE = 8;

/**
 * @param {Answers["TournamentPlan"]} plan
 * @param {boolean} cut whether fewer play in the later rounds
 */
const rounds = (plan, cut) => [plan.rounds === null ? PLAN.openRounds(plan.tables) : (cut ? PLAN.untilCut : PLAN.rounds)(plan.rounds, plan.tables), plan.sits_out ? PLAN.sitOut(plan.sits_out) : PLAN.nobodySitsOut];

/** @param {Answers["TournamentPlan"]} plan of a knock-out */
const bracket = (plan) => [PLAN.bracket(plan.rounds ?? 0, plan.tables), plan.sits_out > 0 && PLAN.byes(plan.sits_out)];

/** @param {Draft} draft */
function stages({ settings: { groups, cut } }) {
  return [groups && PLAN.groups(groups.count), cut && STAGES.goOn(cut.top, cut.best ?? 0, Boolean(groups), FORMATS[cut.format ?? ""] ?? cut.format ?? "")];
}

/**
 * @param {Draft} draft
 * @param {Answers["TournamentPlan"]} plan
 * @param {string | undefined} by what decides who meets whom: `pairs_by` of the format
 */
export function planned(draft, plan, by) {
  const entries = draft.entries.length;
  const facts = [
    entries ? PLAN.entries(draft.kind, entries) : PLAN.example(EXAMPLE),
    ...(by === "bracket" ? bracket(plan) : rounds(plan, Boolean(draft.settings.cut))),
    ...stages(draft),
    plan.minutes && PLAN.time(Math.floor(plan.minutes / 60), plan.minutes % 60, draft.settings.round.minutes),
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
  const table = (/** @type {number[][]} */ sides) => sides.map((side) => PLAN.side(side.map(name))).join(" – ");
  return h("details", { class: "fold", id: "schedule" },
    h("summary", {}, PLAN.schedule),
    byLines && h("p", { class: "quiet" }, PLAN.numbersAreDrawn),
    h("div", { class: "scroll", role: "region", "aria-label": PLAN.schedule, tabindex: "0" },
      h("table", { class: "numbers plan" },
        h("tbody", {}, rounds.map((round) => h("tr", {}, h("th", { scope: "row", class: "stays" }, HALL.round(round.round)),
          round.tables.map((sides) => h("td", {}, table(sides))),
          round.sits_out.length ? h("td", { class: "quiet" }, PLAN.out(round.sits_out.map(name))) : null))))));
}
