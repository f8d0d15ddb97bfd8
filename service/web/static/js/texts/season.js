/** The texts of the pages of seasons. Each text is whole: what differs is passed to it. */

import { count, listed, ordinal } from "./words.js";

/** The list of seasons (season/list.js). */
export const SEASONS = {
  some: (/** @type {number} */ seasons) => count(seasons, "season"),
  none: "Seasons",
  unnamed: "A season without a name",
  tournaments: (/** @type {number} */ tournaments) => count(tournaments, "tournament"),
  over: "Over",
  running: "Running",
  noName: "Give the season a name.",
};

/**
 * What gives points: places, if those who share a place share their points or get the same; points; or percent of them.
 * @type {Record<string, string>}
 */
export const WORTH = {
  share: "Places give points; entries that share a place share their points.",
  same: "Places give points; entries that share a place all get the points of the best of them.",
  points: "The points of the tournaments are added up.",
  percentage: "Each tournament gives its points, in percent of those of its best entry.",
};

/** The table of a season (season/table.js). */
export const TABLE = {
  nothing: "No tournament counts yet",
  leads: (/** @type {string[]} */ names) => `${listed(names)} ${names.length > 1 ? "lead" : "leads"}`,
  won: (/** @type {string[]} */ names) => `${listed(names)} won the season`,
  nobody: (/** @type {number} */ least) => `Nobody has played ${count(least, "tournament")} yet`,
  over: (/** @type {number} */ tournaments) => `Over ${count(tournaments, "tournament")}`,
  erased: "A person whose name was erased",
  played: "Played",
  noPlace: "no place yet",
  best: (/** @type {number} */ best) => `The best ${best === 1 ? "result counts" : `${best} results count`}.`,
  /** Behind the name of the season. `best`: how many results count; none: all. */
  counting: (/** @type {number | null} */ best) => ` · ${best ? `the best ${best === 1 ? "result counts" : `${best} results count`}` : "all results count"}`,
  least: (/** @type {number} */ least) => `A place needs at least ${count(least, "tournament")}.`,
  reasons: "How the points add up",
  tournament: "From",
  result: "Result",
  notCounted: "does not count: better ones do",
  together: "Together",
  untitled: "A tournament without a title",
  entries: (/** @type {number} */ entries) => count(entries, "entry", "entries"),
  page: (/** @type {number} */ page) => `Page ${page}`,
};

/** The desk of a season (season/desk.js). */
export const DESK = {
  waits: (/** @type {number} */ changes) => (changes === 1 ? "A late correction waits" : `${changes} late corrections wait`),
  open: (/** @type {number} */ tournaments) => `${count(tournaments, "finished tournament")} may be counted`,
  lessVisible: (/** @type {number} */ tournaments) => `${count(tournaments, "finished tournament is", "finished tournaments are")} less visible than the season`,
  nothingOpen: "No finished tournament waits to be counted",
  closed: "The season is over",
  noneToCount: "No finished tournament is left to count.",
  counts: "Count it",
  counted: (/** @type {string} */ title) => `${title} counts.`,
  leaveOut: "Leave it out",
  reason: "Reason",
  leftOut: (/** @type {string} */ title) => `${title} does not count any more.`,
  noReason: "Say why.",
  moves: (/** @type {string} */ name, /** @type {number | null} */ before, /** @type {number | null} */ place) => `${name}: ${before === null ? "without a place" : ordinal(before)} → ${place === null ? "without a place" : ordinal(place)}`,
  points: (/** @type {string} */ before, /** @type {string} */ points) => `${before} → ${points} points`,
  nobodyMoves: "Nobody moves; only the tournament has changed.",
  accept: "Accept",
  accepted: (/** @type {string} */ title) => `${title} counts with its corrected standings.`,
  decline: "Keep as it was",
  declined: (/** @type {string} */ title) => `${title} counts as before.`,
  kept: "The director keeps the former standings",
  saved: "Saved.",
  over: "The season is closed. Its table is final.",
  again: "The season is open again.",
};
