/**
 * The effect of a change on a record: scores, result, findings, and the standings of the club. It is drawn in the same way before the
 * change is sent (the preview of a correction) and afterwards (a diff).
 */

import { dotted, h, spoken } from "./dom.js";
import { turnLine, whereabouts } from "./position.js";
import { CHANGES } from "./texts/record.js";
import { KINDS, namesOf } from "./texts/words.js";

/**
 * @typedef {import("../../types/dom.js").Child} Child
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {import("./formstate.js").Game} Game
 * @typedef {Pick<Game, "state" | "seats" | "view" | "outcome" | "prompts">} Table
 * @typedef {Answers["Finding"]} Finding
 */

/**
 * Returns the elements that show the effect of a change. The server has computed the effect in a dry run.
 * @param {Answers["Foreseen"]} would the answer to the dry run
 * @param {Game} game the current table
 * @param {Finding[]} standing the current findings
 */
export function preview(would, game, standing) {
  const then = { ...game, ...would, prompts: [] };
  const gone = would.withdrawn.map((each) => standing.find((finding) => finding.id === each)).filter((finding) => finding !== undefined);
  return [
    scoreChanges(would.scores, game.seats),
    outcomeChange(game, then),
    findingChanges(would.raised, gone),
    standingChanges(would.standings ?? []),
    h("p", { class: "quiet" }, CHANGES.afterwards(dotted(then.state === "open" ? [...whereabouts(then.view), turnLine(then)] : [CHANGES.state(then.state), turnLine(then)]))),
  ];
}

/**
 * A table with the scores that change: for each seat, the score before and after.
 * @param {Answers["BeforeAndAfter"]} scores
 * @param {Game["seats"]} seats
 */
export function scoreChanges({ before, after }, seats) {
  const name = namesOf(seats);
  const moved = seats.filter(({ seat }) => (before[seat] ?? null) !== (after[seat] ?? null));
  if (!moved.length) return h("p", {}, CHANGES.scoresStay);
  const rows = moved.map(({ seat }) => h("tr", {}, h("th", { scope: "row", class: "clip", title: name(seat) }, name(seat)), fromTo(before[seat], after[seat])));
  return h("table", { class: "changes" }, h("caption", {}, CHANGES.scores), heads(CHANGES.player), h("tbody", {}, rows));
}

/**
 * @param {Table} now
 * @param {Table} then
 */
function outcomeChange(now, then) {
  const [was, is] = [resultLine(now), resultLine(then)];
  if (was === is) return h("p", {}, CHANGES.resultStays(strong(is)));
  return h("p", {}, CHANGES.resultBecomes(strong(is)), " ", h("span", { class: "quiet" }, CHANGES.resultIs(was)));
}

/** @param {Table} game */
const resultLine = (game) => (game.state === "open" ? CHANGES.inPlay : turnLine(game));

/**
 * A list of the findings that are raised or withdrawn.
 * @param {Finding[]} raised
 * @param {Finding[]} withdrawn
 */
export function findingChanges(raised, withdrawn) {
  if (!raised.length && !withdrawn.length) return h("p", {}, CHANGES.findingsStay);
  const line = (/** @type {Finding} */ finding, /** @type {typeof CHANGES.found} */ text) => h("li", {},
    text(strong, KINDS[finding.kind]?.word ?? finding.kind, finding.sentence), " ", h("span", { class: "quiet" }, CHANGES.entries(finding.versions)));
  return h("ul", { class: "change-list", role: "list", "aria-label": CHANGES.findings },
    withdrawn.map((finding) => line(finding, CHANGES.notFound)), raised.map((finding) => line(finding, CHANGES.found)));
}

const COUNTED = /** @type {const} */ (["games", "wins", "points"]);

/** @param {Answers["StandingLine"][]} standings */
function standingChanges(standings) {
  const moved = standings.filter(({ before, after }) => COUNTED.some((key) => before[key] !== after[key]));
  if (!moved.length) return null;
  const cell = (/** @type {Answers["StandingLine"]} */ line, /** @type {typeof COUNTED[number]} */ key) => (line.before[key] === line.after[key] ? line.after[key] : h("span", {}, line.before[key], " ", arrow(), " ", line.after[key]));
  const rows = moved.map((line) => h("tr", {}, h("th", { scope: "row", class: "clip" }, line.name ?? line.person), COUNTED.map((key) => h("td", {}, cell(line, key)))));
  const head = h("tr", {}, [CHANGES.player, CHANGES.games, CHANGES.won, CHANGES.points].map((word) => h("th", { scope: "col" }, word)));
  return h("table", { class: "changes" }, h("caption", {}, CHANGES.standings), h("thead", {}, head), h("tbody", {}, rows));
}

/** @param {string} words */
const strong = (words) => h("b", {}, words);

/** @param {string} first */
const heads = (first) => h("thead", {}, h("tr", {}, [first, CHANGES.before, CHANGES.after].map((word) => h("th", { scope: "col" }, word))));

/**
 * @param {number | undefined} before
 * @param {number | undefined} after
 */
const fromTo = (before, after) => [before, after].map((value) => h("td", {}, value ?? "—"));

const arrow = () => [h("span", { "aria-hidden": "true" }, "→"), spoken(CHANGES.becomes)];
