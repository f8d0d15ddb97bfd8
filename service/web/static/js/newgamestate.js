/**
 * What the form that starts a game knows, and what each tap and each answer makes of it. Nothing here reads or draws. The fields of the house
 * rules, of the title and of who may watch keep what was typed themselves.
 */

import { seatsFor, sidesFor } from "./options.js";
import * as pickers from "./pickerstate.js";
import { NEW_GAME } from "./texts/games.js";
import { FAILURE } from "./texts/pages.js";

/** The most seats that a record has. */
const MOST_SEATS = 16;
/** The number of seats at first, if the game allows it. */
const USUAL = 4;

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {import("./lastgame.js").LastGame} LastGame
 * @typedef {import("./people.js").Known} Known
 *
 * @typedef {object} Row a seat; its place in the list is its number
 * @property {number} key goes with the name when the order changes
 * @property {string} name as it was typed
 *
 * @typedef {object} Form what the form has besides the list of games; the seats and house rules are those of its `system`
 * @property {readonly LastGame[]} last the last games, the newest first
 * @property {readonly Known[] | null} people of the club; null: not known
 * @property {import("./options.js").Chosen} options the chosen house rules
 * @property {readonly Row[]} rows
 * @property {boolean} exact whether the rows are those of a last game, so that rows without a name stay
 * @property {number} serial the key of the next row
 * @property {number | null} held the key of the row that was picked up, to be put into another place
 * @property {string} said what screen readers are told about the seats
 * @property {ReadonlyMap<string, string>} faults by the pointer of their field; the one for `""` belongs to no field
 *
 * @typedef {import("./pickerstate.js").Picking & Form} Start
 */

/** @type {ReadonlyMap<string, string>} */
const NO_FAULTS = new Map();

/**
 * @param {readonly import("./pickerstate.js").Line[]} lines
 * @param {readonly LastGame[]} last
 * @param {string} wanted the slug in the address; empty: the game that was started last
 * @returns {Start}
 */
export function begun(lines, last, wanted) {
  const known = last.filter((game) => lines.some((line) => line.slug === game.system));
  const offered = lines.some((line) => line.slug === wanted);
  return {
    ...pickers.begun(lines, offered ? wanted : (known[0]?.system ?? "")),
    last: known, people: null, options: {}, ...rowsOf(Array(USUAL).fill(""), 0), exact: false, held: null, said: "", faults: NO_FAULTS,
  };
}

// --- the game -------------------------------------------------------------------------------------------------------------------------------

/**
 * @param {Start} start
 * @param {string} slug
 * @returns {Start}
 */
export const chosen = (start, slug) => ({ ...pickers.chosen(start, slug), exact: false, faults: NO_FAULTS });

/**
 * Choose the game, the house rules and the names of a last game.
 * @param {Start} start
 * @param {number} place of the game among the last ones
 * @returns {Start}
 */
export function again(start, place) {
  const { system, seats, options = {} } = start.last[place];
  return { ...chosen(start, system), ...rowsOf(seats, start.serial), options, exact: true, held: null };
}

/**
 * The names of the game that was started last, to put them at the seats; empty: they sit there already, or too many for this game.
 * @param {Start} start
 * @returns {readonly string[]}
 */
export function lastPeople(start) {
  const names = start.last[0]?.seats ?? [];
  const same = names.length === start.rows.length && names.every((name, seat) => name === start.rows[seat].name.trim());
  return same || !names.some(Boolean) || names.length > allowed(start).most ? [] : names;
}

/**
 * Put the people of the game that was started last at the seats of the chosen game.
 * @param {Start} start
 * @returns {Start}
 */
export function peopled(start) {
  const fresh = rowsOf(lastPeople(start), start.serial);
  return fitted({ ...reseated(start, fresh.rows, ""), serial: fresh.serial }, fresh.rows.length);
}

/**
 * The rules of the game are here. Without them no seats are shown.
 * @param {Start} start
 * @param {Answers["SystemSheet"]} system
 * @returns {Start}
 */
export function ruled(start, system) {
  if (system.slug !== start.wanted) return start; // another game has been chosen in the meantime
  const options = start.exact ? Object.fromEntries(Object.entries(start.options).filter(([name]) => system.options.some((option) => option.name === name))) : {};
  return fitted({ ...start, system, options }, start.exact ? Infinity : USUAL);
}

/**
 * @param {Start} start
 * @param {import("./options.js").Chosen} options
 * @returns {Start}
 */
export const optioned = (start, options) => fitted({ ...start, options }, Infinity);

// --- the seats ------------------------------------------------------------------------------------------------------------------------------

/**
 * @param {Start} start
 * @param {readonly Known[]} people
 * @returns {Start}
 */
export const known = (start, people) => ({ ...start, people });

/**
 * @param {Start} start
 * @param {number} seat
 * @param {string} name
 * @returns {Start}
 */
export const named = (start, seat, name) => ({ ...start, rows: start.rows.map((row, at) => (at === seat ? { ...row, name } : row)) });

/**
 * @param {Start} start
 * @returns {Start}
 */
export const added = (start) => reseated(start, [...start.rows, { key: start.serial, name: "" }], "");

/**
 * @param {Start} start
 * @param {number} seat
 * @returns {Start}
 */
export const removed = (start, seat) => reseated(start, start.rows.toSpliced(seat, 1), "");

/**
 * Put the player of seat `from` into seat `to`. Those between move up or down by one.
 * @param {Start} start
 * @param {number} from
 * @param {number} to if there is no such seat, the first or the last one
 * @returns {Start}
 */
export function moved(start, from, to) {
  const place = Math.min(Math.max(to, 0), start.rows.length - 1);
  const row = start.rows[from];
  return reseated(start, start.rows.toSpliced(from, 1).toSpliced(place, 0, row), NEW_GAME.nowAt(callOf(row, from), place + 1, start.rows.length));
}

/**
 * A tap on a row: it is picked up; or the row that was picked up comes to its place.
 * @param {Start} start
 * @param {number} seat
 * @returns {Start}
 */
export function grasped(start, seat) {
  const { rows, held } = start;
  const from = rows.findIndex((row) => row.key === held);
  if (from >= 0 && from !== seat) return moved(start, from, seat);
  const up = from < 0;
  return { ...start, held: up ? rows[seat].key : null, said: up ? NEW_GAME.pickedUp(callOf(rows[seat], seat)) : NEW_GAME.nobodyMoves };
}

/**
 * @param {Start} start
 * @returns {Start}
 */
export const released = (start) => (start.held === null ? start : { ...start, held: null, said: NEW_GAME.nobodyMoves });

/**
 * How somebody is called who has no name yet: `Ann`, `seat 3`.
 * @param {Row} row
 * @param {number} seat
 */
export const callOf = ({ name }, seat) => name.trim() || NEW_GAME.seat(seat + 1);

/**
 * How many may play.
 * @param {Start} start
 * @returns {Answers["Players"]}
 */
export function allowed({ system, options }) {
  const { least, most } = system ? seatsFor(system, options) : { least: 1, most: MOST_SEATS };
  return { least, most: Math.min(most, MOST_SEATS) };
}

/**
 * `Partners: Ann and Cyd against Bob and 4.` Null: everybody plays alone, or the number of players is no whole number of sides.
 * @param {Start} start
 * @returns {string | null}
 */
export function partners({ system, options, rows }) {
  const sides = system ? sidesFor(system, options) : 0;
  if (!sides || rows.length % sides) return null;
  const called = rows.map(({ name }, seat) => name.trim() || String(seat + 1));
  const side = (/** @type {number} */ number) => called.filter((_, seat) => seat % sides === number);
  return NEW_GAME.partners(Array.from({ length: sides }, (_, number) => side(number)));
}

/**
 * @param {readonly string[]} names
 * @param {number} serial
 * @returns {Pick<Start, "rows" | "serial">}
 */
const rowsOf = (names, serial) => ({ rows: names.map((name, place) => ({ key: serial + place, name })), serial: serial + names.length });

/**
 * Adds rows that the game needs, and takes away rows without a name if there are more than `usual`.
 * @param {Start} start
 * @param {number} usual
 * @returns {Start}
 */
function fitted(start, usual) {
  const { least, most } = allowed(start);
  const limit = Math.min(most, Math.max(least, usual));
  let { rows } = start;
  while (rows.length > limit) {
    const spare = rows.findLastIndex((row) => !row.name.trim());
    if (spare < 0) break;
    rows = rows.toSpliced(spare, 1);
  }
  const missing = rowsOf(Array(Math.max(0, least - rows.length)).fill(""), start.serial);
  return { ...start, rows: [...rows, ...missing.rows], serial: missing.serial };
}

/**
 * The rows changed: what was said against a seat belongs to none any more.
 * @param {Start} start
 * @param {readonly Row[]} rows
 * @param {string} said
 * @returns {Start}
 */
function reseated(start, rows, said) {
  const faults = new Map([...start.faults].filter(([pointer]) => !pointer.startsWith("/seats")));
  return { ...start, rows, serial: start.serial + 1, held: null, said, faults };
}

// --- sending --------------------------------------------------------------------------------------------------------------------------------

/**
 * The system and the seats as POST /games takes them: a name that the club knows is that person.
 * @param {Start} start
 * @returns {{system: string, seats: {person?: string, name?: string}[]}}
 */
export function opening({ wanted, rows, people }) {
  const ids = new Map((people ?? []).map((each) => [each.name, each.person]));
  const seat = (/** @type {string} */ name) => {
    const person = ids.get(name);
    return person ? { person } : name ? { name } : {};
  };
  return { system: wanted, seats: rows.map(({ name }) => seat(name.trim())) };
}

/**
 * The typed names that the club does not know yet: to start the game adds these people to it.
 * @param {Start} start
 */
export const newcomers = ({ rows, people }) => (people ? [...new Set(rows.map(({ name }) => name.trim()))].filter((name) => name && !people.some((each) => each.name === name)) : []);

/**
 * The game as this device remembers it.
 * @param {Start} start
 * @returns {LastGame}
 */
export const remembered = (start) => ({ system: start.wanted, name: pickers.lineOf(start)?.name ?? "", seats: start.rows.map(({ name }) => name.trim()), options: start.options });

/**
 * @param {Start} start
 * @returns {Start}
 */
export const sending = (start) => ({ ...start, faults: NO_FAULTS });

/**
 * The game was not opened. Each fault goes to the field with the longest pointer that matches; what belongs to no field is said below the form.
 * @param {Start} start
 * @param {string} message
 * @param {readonly {pointer?: string, message: string}[]} errors
 * @param {readonly string[]} pointers of the fields
 * @returns {Start}
 */
export function refused(start, message, errors, pointers) {
  /** @type {Map<string, string>} */
  const faults = new Map();
  for (const { pointer = "", message: fault } of errors.length ? errors : [{ message }]) {
    const [field = ""] = pointers.filter((each) => `${pointer}/`.startsWith(`${each}/`)).sort((one, other) => other.length - one.length);
    faults.set(field, [faults.get(field), FAILURE.fault("", fault)].filter(Boolean).join(" "));
  }
  return { ...start, picking: start.picking || faults.has("/system"), faults };
}
