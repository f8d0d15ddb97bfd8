/** The list of what needs the director: a row for each table, with the act that settles it. */

import { chip } from "../chips.js";
import { dotted, h, spoken } from "../dom.js";
import { DESK_LINES } from "../texts/director.js";
import { HALL } from "../texts/hall.js";
import { STAGES } from "../texts/tournament.js";
import { forms } from "./deskforms.js";
import { agoWords, gameWords, LATE, previewWords, resultWords, versus } from "./deskwords.js";
import { missing, missingWords } from "./missing.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("./desk.js").DeskPage} DeskPage
 * @typedef {import("./acting.js").ActingPage} ActingPage
 * @typedef {Answers["DeskLine"]} Line
 * @typedef {{[Name in keyof Line]: NonNullable<Line[Name]>}} Full a line as its own kind knows it: what the kind is about is there
 */

const OVER = new Set(["annulled", "abandoned"]);
const OPEN = new Set(["missing", "late"]);

/**
 * The rows of the desk's lines. A table with several lines has one row, at the place of its most urgent line.
 * @param {DeskPage} page
 */
export function rows(page) {
  /** @type {Map<string, Line[]>} */
  const tables = new Map();
  for (const line of page.desk.lines) {
    const key = `${line.round}-${line.table}`;
    tables.set(key, [...(tables.get(key) ?? []), line]);
  }
  const shown = [away(page), ...[...tables].map(([key, lines]) => row(page, key, lines))].filter(Boolean);
  return shown.length ? shown : h("li", { class: "quiet" }, nothing(page.desk));
}

/**
 * A row for the players who are missing before the next round is paired. Null if nobody is missing. Also null if nobody at all is checked in,
 * because then the tournament does not use check-in.
 * @param {DeskPage} page
 */
function away(page) {
  const { desk, tournament } = page;
  const next = (desk.round?.round ?? 0) + 1;
  const absent = missing(tournament, next);
  if (desk.next !== "pair" || !absent.length || !tournament.state.entries.some(({ here }) => here)) return null;
  return h("li", { "data-key": "missing", class: "desk-row" },
    h("span", { class: "what" }, missingWords(tournament, absent)),
    h("span", { class: "choices desk-does" },
      page.button(`leave-out:${next}`, DESK_LINES.leaveOut(absent.map(({ entry }) => tournament.name(entry)), next)),
      h("a", { class: "button", href: `${location.pathname}/entries` }, DESK_LINES.lookAtPlayers)));
}

/** @type {Record<string, string>} */
const EMPTY = {
  enter: DESK_LINES.nothingYet,
  publish: DESK_LINES.publishFirst,
};
/** @param {Answers["Desk"]} desk */
const nothing = ({ next }) => EMPTY[next] ?? DESK_LINES.nothingOpen;

/**
 * @param {DeskPage} page
 * @param {string} key
 * @param {Line[]} lines
 */
function row(page, key, lines) {
  const [{ round, table, sides, game }] = lines;
  const newest = round === page.desk.round?.round;
  const called = newest ? DESK_LINES.table(table) : DESK_LINES.tableOfRound(round, table);
  const seated = page.results.tableOf(key);
  const result = seated?.result ?? null;
  const about = lines.flatMap((line) => ABOUT[line.kind](page, /** @type {Full} */ (line)));
  const state = lines.some(({ kind }) => OPEN.has(kind)) ? h("span", { class: "quiet desk-state" }, progress(game, page.tournament.time.now)) : null;
  return h("li", { "data-key": key, class: "desk-row" },
    h("span", { class: "what" }, h("b", {}, newest ? HALL.table(table) : DESK_LINES.earlierTable(round, table)), " · ", seated?.group ? `${STAGES.group(seated.group)} · ` : null, versus(page.tournament, sides), state, about.map((said) => h("span", { class: "desk-about" }, said)), h("span", { class: "desk-chips" }, result && resultChip(page, sides, result), lines.flatMap(chips))),
    h("span", { class: "choices desk-does" }, buttons(page, key, lines, called), result && corrects(page, key, called)),
    forms(page, key, sides, called, ["result", "keep", "correct"], seated && withdraws(page, key, called, seated)));
}

/**
 * @param {Answers["DeskGame"] | null} game
 * @param {number} now
 */
const progress = (game, now) => dotted([gameWords(game), game && DESK_LINES.lastEntry(agoWords(now - game.recorded_at))]);

/** @type {Record<string, (page: DeskPage, line: Full) => string[]>} */
const ABOUT = {
  disputed: ({ tournament }, { disputes }) => disputes.map(({ sentence, at }) => DESK_LINES.dispute(sentence, agoWords(tournament.time.now - at))),
  change: ({ tournament }, { change, sides }) => [
    DESK_LINES.wouldBecome(resultWords(tournament, sides, change.former), resultWords(tournament, sides, change.new)),
    ...previewWords(tournament, change.preview),
  ],
  typed: ({ tournament }, { typed, sides }) => [DESK_LINES.waits(resultWords(tournament, sides, typed))],
  tied: () => [DESK_LINES.whoGoesOn],
  moved: () => [DESK_LINES.othersShould],
  late: () => [],
  missing: () => [],
  findings: () => [],
};

/** @param {Line} line */
function chips({ kind, game, late, disputes, breaches, contradictions, queries }) {
  /** @type {Record<string, () => Child[]>} */
  const made = {
    disputed: () => [chip("query", DESK_LINES.disputes(disputes.length))],
    change: () => [chip("query", DESK_LINES.changed)],
    typed: () => [chip("waiting", DESK_LINES.typed)],
    tied: () => [chip("query", DESK_LINES.tied)],
    moved: () => [chip("query", DESK_LINES.changed)],
    late: () => [chip("waiting", LATE[late ?? ""])],
    missing: () => [game?.state === "open" ? chip("live", DESK_LINES.live) : null],
    findings: () => [
      breaches ? chip("breach", DESK_LINES.breaches(breaches)) : null,
      contradictions ? chip("contradiction", DESK_LINES.contradictions(contradictions)) : null,
      queries ? chip("query", DESK_LINES.questions(queries)) : null,
    ],
  };
  return made[kind]();
}

/**
 * @param {DeskPage} page
 * @param {string} key
 * @param {Line[]} lines
 * @param {string} called the table in words, such as `table 3`
 */
function buttons(page, key, lines, called) {
  const at = () => spoken(DESK_LINES.at(called));
  const kinds = new Set(lines.map(({ kind }) => kind));
  /** @type {Partial<Line> & Pick<Line, "sides">} */
  const { game, change, typed, sides } = Object.assign({}, ...lines.map((line) => Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null))));
  const disputed = lines.find(({ kind }) => kind === "disputed");
  const place = disputed ? `#event-${disputed.disputes[0].version}` : kinds.has("findings") ? "#findings" : "";
  const words = (/** @type {import("./tablewords.js").Result | null} */ result) => resultWords(page.tournament, sides, result);
  return [
    typed && page.button(`approve:${key}`, DESK_LINES.approve(words(typed), at())),
    change && page.button(`accept:${key}`, DESK_LINES.accept(words(change.new), at())),
    change && opens(page, key, "keep", DESK_LINES.keep(words(change.former), at())),
    game && game.state !== "unreadable" && h("a", { class: "button", href: `/games/${game.game}${place}` }, disputed ? DESK_LINES.rule(at()) : DESK_LINES.openGame(at())),
    game && OVER.has(game.state) && !change && page.button(`reopen:${key}`, DESK_LINES.anotherGame(at())),
    !page.results.tableOf(key)?.result && (typed || [...OPEN].some((kind) => kinds.has(kind))) && opens(page, key, "result", typed ? DESK_LINES.anotherResult(at()) : DESK_LINES.result(at())),
  ];
}

/**
 * A button that opens the form `what` in the row `key`, or closes it.
 * @param {ActingPage} page
 * @param {string} key
 * @param {string} what
 * @param {Child} words
 */
export const opens = (page, key, what, words) =>
  h("button", { type: "button", "data-do": "open", "data-key": `${what}:${key}`, "data-what": what, "data-place": key, "aria-expanded": String(page.open?.key === key && page.open.what === what) }, words);

/** @type {Record<string, (result: string) => string>} */
const SOURCES = { typed: DESK_LINES.typedResult, taken: DESK_LINES.takenResult, forfeit: DESK_LINES.forfeitResult };

/**
 * A table is in: its result, and where it comes from.
 * @param {ActingPage} page
 * @param {number[][]} sides
 * @param {Answers["TableResult"]} result
 */
export const resultChip = (page, sides, result) => chip("done", SOURCES[result.source](resultWords(page.tournament, sides, result)));

/**
 * The button that opens the form with which a result is corrected.
 * @param {ActingPage} page
 * @param {string} key
 * @param {string} called the table in words, such as `table 3`
 */
export const corrects = (page, key, called) => opens(page, key, "correct", DESK_LINES.anotherResult(spoken(DESK_LINES.at(called))));

/**
 * The button that withdraws a result. Then the one that it replaced counts again, and the button says so; null: there is no result.
 * @param {ActingPage} page
 * @param {string} key
 * @param {string} called
 * @param {Pick<Answers["RoundTable"], "sides" | "result" | "former">} seated
 */
export const withdraws = (page, key, called, { sides, result, former }) =>
  result && page.button(`withdraw:${key}:${result.version}`, DESK_LINES.withdraw(former && resultWords(page.tournament, sides, former), spoken(DESK_LINES.at(called))));
