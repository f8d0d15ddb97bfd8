/** The words of a tournament's pages: what is happening, places, values, and the result of an entry in a round. */

import { count, listed } from "../texts/words.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("./seen.js").Seen} Seen
 * @typedef {import("./seen.js").State} State
 * @typedef {Pick<Answers["RoundSummary"], "round" | "tables" | "unfinished"> & Partial<Answers["RoundSummary"]>} Round
 */

/** @type {Record<string, string>} */
const GLYPHS = { "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾" };
const MOST_LEADERS = 3;
const NOBODY = "Nobody has entered yet";

/**
 * A value as the API gives it, such as `-5` or `7/2`, as people write it: `−5`, `3½`.
 * @param {string | number} value
 */
export function written(value) {
  const [above, below = 1] = String(value).split("/").map(Number);
  const whole = Math.trunc(above / below);
  const rest = GLYPHS[`${Math.abs(above % below)}/${below}`];
  const size = above % below === 0 ? Math.abs(whole) : rest ? `${Math.abs(whole) || ""}${rest}` : Math.abs(above / below).toFixed(2);
  return `${above < 0 ? "−" : ""}${size}`;
}

/**
 * The scores of the sides of a table: `11–7`; with a score below zero `3 to −2`.
 * @param {number[]} scores
 */
export const scoreline = (scores) => scores.map(written).join(scores.some((score) => score < 0) ? " to " : "–");

// --- what is happening in the tournament, in one sentence: for everybody, at the desk, and in the list of tournaments -----------------------

/**
 * The sentence for everybody.
 * @param {Seen} tournament
 * @param {{through: number, rows: {place: number, entry: number}[]}} best the first page of the standings
 */
export function happening(tournament, best) {
  const { state, current } = tournament;
  if (state.finished) return best.through ? `${led(tournament, best, "won", "won")} ${articled(state.title)}` : "The tournament is over";
  if (!current) return state.entries.length ? `${entered(state)}, and round 1 is not paired yet` : NOBODY;
  return current.unfinished.length ? playedNow(tournament, current) : `${led(tournament, best, "leads", "lead")} after round ${best.through}`;
}

/**
 * The sentence for directors: what to do next.
 * @param {Answers["Desk"]} desk
 * @param {number} players how many entries there are
 */
export function following({ next, round }, players) {
  const { round: number = 0 } = round ?? {};
  /** @type {Record<string, () => string>} */
  const said = {
    enter: () => (players ? "One player is in: add the others" : NOBODY),
    pair: () => (round ? `Everything is in: pair round ${number + 1}` : `${count(players, "player")} entered: pair round 1`),
    publish: () => (round?.overtaken ? `Round ${number} rests on results that changed: pair it again` : `Round ${number} is paired: publish it`),
    start: () => `Round ${number} is published: start it`,
    play: () => `Round ${number}: ${round && inSoFar(round)}`,
    finish: () => "Everything is in: finish the tournament",
    nothing: () => "The tournament is over",
  };
  return said[next]();
}

/**
 * The sentence and the chip for the list of tournaments.
 * @param {State} state
 * @returns {{sentence: string, kind: "live" | "waiting" | "done", word: string}} `kind`, `word`: of its chip
 */
export function inShort({ entries, rounds, finished, settings }) {
  const round = rounds.at(-1);
  if (finished) return { sentence: "The standings are final.", kind: "done", word: "Finished" };
  if (!round) return { sentence: `${presence(entries)}.`, kind: "waiting", word: "Not begun" };
  const named = `Round ${round.round}${settings.rounds ? ` of ${settings.rounds}` : ""}`;
  if (!round.published) return { sentence: `${named} is paired. It is not published yet.`, kind: "waiting", word: "Not published" };
  if (round.unfinished.length) return { sentence: `${named}: ${inSoFar(round)}.`, kind: "live", word: "Playing" };
  return { sentence: `${named}: all results are in.`, kind: "waiting", word: "Between rounds" };
}

/**
 * What has changed since a round was paired.
 * @param {Answers["DeskTable"][]} tables those of earlier rounds whose results changed
 */
export function sincePaired(tables) {
  if (!tables.length) return "Since it was paired, it has changed who plays, or what counts.";
  return `Since it was paired, results have changed: ${listed(tables.map(({ round, table }) => `round ${round}, table ${table}`))}.`;
}

/**
 * How many entries are here: `3 of 4 entries are here`. Entries that have left are not counted.
 * @param {Pick<Answers["TournamentEntry"], "withdrawn" | "here">[]} entries
 */
export function presence(entries) {
  const playing = entries.filter(({ withdrawn }) => !withdrawn);
  const here = playing.filter((entry) => entry.here).length;
  return playing.length ? `${here} of ${count(playing.length, "entry", "entries")} ${here === 1 ? "is" : "are"} here` : NOBODY;
}

/** @param {Pick<Answers["RoundSummary"], "tables" | "unfinished">} round */
const inSoFar = ({ tables, unfinished }) => `${tables - unfinished.length} of ${count(tables, "table")} ${tables === 1 ? "is" : "are"} in`;

/**
 * What the entries are: `player`, `pair` or `team`.
 * @param {Pick<State, "entries">} state
 */
export function kindOf({ entries }) {
  const sizes = entries.map(({ people }) => people.length);
  if (sizes.every((size) => size < 2)) return "player";
  return sizes.every((size) => size === 2) ? "pair" : "team";
}

/** @param {State} state */
const entered = (state) => `${count(state.entries.length, kindOf(state))} ${state.entries.length === 1 ? "is" : "are"} entered`;

/**
 * `Round 3 is being played: 4 of 6 tables are in`.
 * @param {Seen} tournament
 * @param {Round} round
 */
export function playedNow(tournament, round) {
  const { tables, unfinished } = round;
  if (!tables) return `Round ${round.round} has no tables`;
  if (!unfinished.length) return `Round ${round.round}: all ${count(tables, "table")} ${tables === 1 ? "is" : "are"} in`.replace("all 1 table", "the table");
  if (!round.published) return `Round ${round.round} is paired and not published yet`;
  const waits = tournament.state.settings.round.minutes && !round.started_at && unfinished.length === tables;
  if (waits) return `Round ${round.round} is about to begin`;
  return `Round ${round.round} is being played: ${inSoFar(round)}`;
}

/**
 * @param {Seen} tournament
 * @param {{rows: {place: number, entry: number}[]}} best
 * @param {string} alone
 * @param {string} together
 */
function led(tournament, best, alone, together) {
  const leaders = best.rows.filter(({ place }) => place === 1).map(({ entry }) => tournament.name(entry));
  if (leaders.length === 1) return `${leaders[0]} ${alone}`;
  return `${leaders.length > MOST_LEADERS ? `${leaders.length} players together` : listed(leaders)} ${together}`;
}

/** @param {string | null} title */
function articled(title) {
  if (!title) return "the tournament";
  return /^(the|a|an|our)\s|['’]s?\s/i.test(title) ? title : `the ${title}`;
}

// --- names ----------------------------------------------------------------------------------------------------------------------------------

/**
 * A name or search text in small letters without accents, so that the two can be compared.
 * @param {string} text
 */
export const plainly = (text) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase().trim();

/**
 * A sort function: entries whose names begin with these letters come first.
 * @param {import("./seen.js").Named} tournament
 * @param {string} letters
 * @returns {(one: number, other: number) => number}
 */
export const beginningWith = (tournament, letters) => (one, other) => {
  const [first, second] = [one, other].map((entry) => Number(plainly(tournament.name(entry)).startsWith(plainly(letters))));
  return second - first;
};

/**
 * A function that returns whether an entry has these letters in its name, or in the name of one of its people.
 * @param {Seen} tournament
 * @param {string} letters
 * @returns {(entry: number) => boolean}
 */
export function finder(tournament, letters) {
  const sought = plainly(letters);
  return (entry) => {
    const found = tournament.entries.get(entry);
    return [tournament.name(entry), ...(found?.people_names ?? [])].some((name) => name && plainly(name).includes(sought));
  };
}

// --- the result of an entry in a round; cells are those of the cross table -------------------------------------------------------------------

/** @type {Record<string, string>} */
const WITHOUT_TABLE = {
  bye: "No table left: sat out", full: "Asked to sit out", half: "Asked to sit out, for half", zero: "Asked to sit out, for nothing", absent: "Not there",
};
/** @type {Record<string, string>} */
const OUTCOMES = { win: "Won", draw: "Drew", loss: "Lost" };
/** @type {Record<string, string>} */
const RULED = { win: "Won without play", draw: "Drew without play", loss: "Lost without play" };

/**
 * Whether everybody may see that round. Directors also see a round that is paired and not published yet.
 * @param {Seen} tournament
 * @param {number} number
 */
export const isPublished = (tournament, number) => Boolean(tournament.state.rounds.find(({ round }) => round === number)?.published);

/**
 * `Won 11 to 3` (the score stays on one line), `Being played`, `Not there`.
 * @param {Seen} tournament
 * @param {Answers["CrossCell"]} cell
 */
export function resultOf(tournament, cell) {
  if (cell.kind === "open") return isPublished(tournament, cell.round) ? "Being played" : "Paired, not published yet";
  if (cell.kind === "forfeit") return RULED[cell.outcome ?? ""] ?? "Not played";
  if (cell.kind !== "played") return WITHOUT_TABLE[cell.kind] ?? "Not played";
  return [OUTCOMES[cell.outcome ?? ""], cell.score === null || cell.against === null ? "" : `${written(cell.score)}\u00a0to\u00a0${written(cell.against)}`].filter(Boolean).join(" ");
}

/**
 * `Ben Okafor`, `Ben and Carla, with Dan`; empty without a table.
 * @param {import("./seen.js").Named} tournament
 * @param {Answers["CrossCell"]} cell
 */
export function metBy(tournament, cell) {
  return [tournament.side(cell.opponents), cell.partners.length ? `with ${tournament.side(cell.partners)}` : ""].filter(Boolean).join(", ");
}
