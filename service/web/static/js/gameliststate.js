/** The list of games: which games it is filtered to, and what each answer makes of it. Nothing here reads or draws. */

import { GAMES } from "./texts/games.js";

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {Answers["GameLine"]} Line
 *
 * @typedef {object} Filter empty: all games
 * @property {string} q the name of a player
 * @property {string} system its slug
 * @property {string} state
 * @property {string} from the first day, such as `2026-11-29`
 * @property {string} to the last day
 *
 * @typedef {object} Running a tournament whose newest published round is not over
 * @property {import("./tournament/seen.js").State} cup
 * @property {Answers["TournamentRound"]} round
 *
 * @typedef {object} List
 * @property {Filter} filter
 * @property {boolean} loading whether the games of this filter are not here yet: those shown are of another one
 * @property {readonly Line[]} games newest first
 * @property {string | null} next the path of the page after them; null: there are no more
 * @property {readonly Running[]} running
 * @property {ReadonlyMap<string, Line>} seated the games of their tables, by id
 */

/** The fields of a filter. */
export const FIELDS = /** @type {const} */ (["q", "system", "state", "from", "to"]);
const PAGE = 50;
/** How many tables of a tournament are shown at most. */
const MOST_TABLES = 8;

/**
 * The filter that an address names.
 * @param {string | URLSearchParams} search the part after `?`
 * @returns {Filter}
 */
export function filterOf(search) {
  const named = new URLSearchParams(search);
  const [q, system, state, from, to] = FIELDS.map((name) => (named.get(name) ?? "").trim());
  return { q, system, state, from: day(from), to: day(to) };
}

/**
 * Whether the last day is before the first, so that no game is found.
 * @param {Filter} filter
 */
export const isBackwards = ({ from, to }) => from !== "" && to !== "" && from > to;

/**
 * A day as the fields of the page write it; what is none is left out.
 * @param {string} value
 */
const day = (value) => (/^\d{4}-\d\d-\d\d$/.test(value) && Number.isFinite(Date.parse(value)) ? value : "");

/**
 * The part of an address after `?` that names the filter; empty: all games.
 * @param {Partial<Filter>} filter
 */
const searchOf = (filter) => new URLSearchParams(Object.entries(filter).filter(([, value]) => value)).toString();

/**
 * When a day of this reader begins, in ms UTC.
 * @param {string} value the day
 * @param {number} [more] so many days later
 */
function begins(value, more = 0) {
  const [year, month, date] = value.split("-").map(Number);
  const at = new Date(0);
  at.setFullYear(year, month - 1, date + more); // `new Date(99, …)` would be in 1999
  return String(at.setHours(0, 0, 0, 0));
}

/**
 * @param {Filter} filter
 */
export const addressOf = (filter) => `/games${isAny(filter) ? "" : `?${searchOf(filter)}`}`;

/**
 * The path of the first page of the filtered list.
 * @param {Filter} filter
 */
export function pathOf(filter) {
  const { from, to } = filter;
  const asked = searchOf({ ...filter, from: from && begins(from), to: to && begins(to, 1) });
  return `/games?limit=${PAGE}${asked && `&${asked}`}`;
}

/**
 * Whether the list has all games.
 * @param {Filter} filter
 */
export const isAny = (filter) => FIELDS.every((name) => !filter[name]);

/**
 * Whether the user has only typed on in a name since the former filter.
 * @param {Filter} former
 * @param {Filter} filter
 */
export const typesOn = (former, filter) => former.q !== "" && filter.q !== "" && FIELDS.every((name) => name === "q" || former[name] === filter[name]);

/**
 * @param {Filter} filter
 * @returns {List}
 */
export const begun = (filter) => ({ filter, loading: true, games: [], next: null, running: [], seated: new Map() });

/**
 * @param {List} list
 * @param {Filter} filter
 * @returns {List}
 */
export const filtered = (list, filter) => (FIELDS.every((name) => list.filter[name] === filter[name]) ? list : { ...list, filter, loading: true });

/**
 * The first page of a filtered list.
 * @param {List} list
 * @param {Filter} filter the one that was asked for
 * @param {readonly Line[]} games
 * @param {string | null} next
 * @returns {List}
 */
export const answered = (list, filter, games, next) => (list.filter === filter ? { ...list, loading: false, games, next } : list);

/**
 * The page after those that are shown.
 * @param {List} list
 * @param {string} path that was asked for
 * @param {readonly Line[]} games
 * @param {string | null} next
 * @returns {List}
 */
export const appended = (list, path, games, next) => (list.next === path ? { ...list, games: [...list.games, ...games], next } : list);

/**
 * The tournaments that are being played, and the games of their tables.
 * @param {List} list
 * @param {readonly Running[]} running
 * @param {readonly Line[]} games
 * @returns {List}
 */
export const seated = (list, running, games) => ({ ...list, running: running.filter((each) => tables(each).length), seated: new Map(games.map((game) => [game.game, game])) });

/**
 * The tables of the round that are being played, or still to be played; not more than a page can show.
 * @param {Running} running
 */
export const tables = ({ round }) => round.tables.filter((table) => !table.result).slice(0, MOST_TABLES);

/**
 * The games of these tables.
 * @param {readonly Running[]} running
 * @returns {string[]}
 */
export const gamesOf = (running) => running.flatMap((each) => tables(each).flatMap(({ game }) => game ?? []));

/**
 * Whether the tables of tournaments are shown: above the list of all games, whatever their filter would leave of them.
 * @param {List} list
 */
export const showsTables = ({ filter, running }) => isAny(filter) && running.length > 0;

/**
 * The games of the list without those that are shown at the tables above it.
 * @param {List} list
 */
export function below(list) {
  const above = new Set(showsTables(list) ? gamesOf(list.running) : []);
  return list.games.filter(({ game }) => !above.has(game));
}

/**
 * What to say when the list is empty: `No game of “Ann” is finished`.
 * @param {List} list
 * @param {string} system the name of the system that it is filtered to
 */
export function emptyWords({ filter }, system) {
  if (isBackwards(filter)) return GAMES.backwards;
  return isAny(filter) ? GAMES.none : GAMES.noneFound({ system: filter.system && system, player: filter.q, state: filter.state, dated: Boolean(filter.from || filter.to) });
}
