/** The list of what needs the director: a row for each table, with the act that settles it. */

import { chip } from "../chips.js";
import { dotted, h, spoken } from "../dom.js";
import { count } from "../texts/words.js";
import { forms } from "./deskforms.js";
import { agoWords, gameWords, LATE, previewWords, resultWords, versus } from "./deskwords.js";
import { missing, missingWords } from "./missing.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("./desk.js").DeskPage} DeskPage
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
      page.button(`leave-out:${next}`, `Leave ${absent.length === 1 ? tournament.name(absent[0].entry) : "them"} out of round ${next}`),
      h("a", { class: "button", href: `${location.pathname}/entries` }, "Look at the players")));
}

/** @type {Record<string, string>} */
const EMPTY = {
  enter: "Tables that miss a result appear here once a round is played.",
  publish: "Look at the pairing, then publish it. Until then only directors see it.",
  pair: "Nothing is open.",
};
/** @param {Answers["Desk"]} desk */
const nothing = ({ next }) => EMPTY[next] ?? "Nothing is open.";

/**
 * @param {DeskPage} page
 * @param {string} key
 * @param {Line[]} lines
 */
function row(page, key, lines) {
  const [{ round, table, sides, game }] = lines;
  const called = round === page.desk.round?.round ? `Table ${table}` : `Round ${round}, table ${table}`;
  const about = lines.flatMap((line) => ABOUT[line.kind](page, /** @type {Full} */ (line)));
  const state = lines.some(({ kind }) => OPEN.has(kind)) ? h("span", { class: "quiet desk-state" }, progress(game, page.tournament.time.now)) : null;
  return h("li", { "data-key": key, class: "desk-row" },
    h("span", { class: "what" }, h("b", {}, called), " · ", versus(page.tournament, sides), state, about.map((said) => h("span", { class: "desk-about" }, said)), h("span", { class: "desk-chips" }, lines.flatMap(chips))),
    h("span", { class: "choices desk-does" }, buttons(page, key, lines, called)),
    forms(page, key, sides, called, ["result", "keep"]));
}

/**
 * @param {Answers["DeskGame"] | null} game
 * @param {number} now
 */
const progress = (game, now) => dotted([gameWords(game), game && `last entry ${agoWords(now - game.recorded_at)}`]);

/** @type {Record<string, (page: DeskPage, line: Full) => string[]>} */
const ABOUT = {
  disputed: ({ tournament }, { disputes }) => disputes.map(({ sentence, at }) => `${sentence} (${agoWords(tournament.time.now - at)})`),
  change: ({ tournament }, { change, sides }) => [
    `${resultWords(tournament, sides, change.former)} would become ${resultWords(tournament, sides, change.new)}.`,
    ...previewWords(tournament, change.preview),
  ],
  typed: ({ tournament }, { typed, sides }) => [`${resultWords(tournament, sides, typed)}, typed. It waits for a second person.`],
  late: () => [],
  missing: () => [],
  findings: () => [],
};

/** @param {Line} line */
function chips({ kind, late, disputes, breaches, contradictions, queries }) {
  /** @type {Record<string, () => Child[]>} */
  const made = {
    disputed: () => [chip("query", disputes.length > 1 ? `${disputes.length} disputes` : "disputed")],
    change: () => [chip("query", "changed")],
    typed: () => [chip("waiting", "typed")],
    late: () => [chip("waiting", LATE[late ?? ""])],
    missing: () => [],
    findings: () => [
      breaches ? chip("breach", count(breaches, "breach", "breaches")) : null,
      contradictions ? chip("contradiction", count(contradictions, "contradiction")) : null,
      queries ? chip("query", count(queries, "question")) : null,
    ],
  };
  return made[kind]();
}

/**
 * @param {DeskPage} page
 * @param {string} key
 * @param {Line[]} lines
 * @param {string} called
 */
function buttons(page, key, lines, called) {
  const at = (/** @type {string} */ said) => [said, spoken(` at ${called.toLowerCase()}`)];
  const kinds = new Set(lines.map(({ kind }) => kind));
  /** @type {Partial<Line> & Pick<Line, "sides">} */
  const { game, change, typed, sides } = Object.assign({}, ...lines.map((line) => Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null))));
  const disputed = lines.find(({ kind }) => kind === "disputed");
  const place = disputed ? `#event-${disputed.disputes[0].version}` : kinds.has("findings") ? "#findings" : "";
  const words = (/** @type {import("./tablewords.js").Result | null} */ result) => resultWords(page.tournament, sides, result);
  return [
    typed && page.button(`approve:${key}`, at(`Approve ${words(typed)}`)),
    change && page.button(`accept:${key}`, at(`Accept ${words(change.new)}`)),
    change && opens(page, key, "keep", at(`Keep ${words(change.former)}`)),
    game && game.state !== "unreadable" && h("a", { class: "button", href: `/games/${game.game}${place}` }, at(disputed ? "Rule on it" : "Open the game")),
    game && OVER.has(game.state) && !change && page.button(`reopen:${key}`, at("Open another game")),
    (typed || [...OPEN].some((kind) => kinds.has(kind))) && opens(page, key, "result", at(typed ? "Another result" : "Result")),
  ];
}

/**
 * A button that opens the form `what` in the row `key`, or closes it.
 * @param {DeskPage} page
 * @param {string} key
 * @param {string} what
 * @param {Child} words
 */
export const opens = (page, key, what, words) =>
  h("button", { type: "button", "data-do": "open", "data-key": `${what}:${key}`, "data-what": what, "data-place": key, "aria-expanded": String(page.open?.key === key && page.open.what === what) }, words);
