/** The words of a tournament's pages: what is happening, places, values, and the result of an entry in a round. */

import { FOLLOWING, HAPPENING, IN_SHORT, KINDS, OUTCOMES, RESULT, SCORES, SINCE_PAIRED, WITHOUT_PLAY, WITHOUT_TABLE } from "../texts/tournament.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("./seen.js").Seen} Seen
 * @typedef {import("./seen.js").State} State
 * @typedef {Pick<Answers["RoundSummary"], "round" | "tables" | "unfinished"> & Partial<Answers["RoundSummary"]>} Round
 */

/** @type {Record<string, string>} */
const GLYPHS = { "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾" };
const MOST_LEADERS = 3;
// The kinds of lines of the desk about a table that has no result.
const OWED = new Set(["missing", "late", "typed"]);

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
 * The values of a row of standings, as people write them. A row of an entry that did not reach the last stage has none.
 * @param {string[]} values
 * @param {number} tiebreaks how many there are
 */
export const valuesOf = (values, tiebreaks) => Array.from({ length: tiebreaks }, (_, at) => (at < values.length ? written(values[at]) : ""));

/**
 * The scores of the sides of a table: `11–7`; with a score below zero `3 to −2`.
 * @param {number[]} scores
 */
export const scoreline = (scores) => (scores.some((score) => score < 0) ? SCORES.to(scores.map(written)) : scores.map(written).join("–"));

// --- what is happening in the tournament, in one sentence: for everybody, at the desk, and in the list of tournaments -----------------------

/**
 * The sentence for everybody.
 * @param {Seen} tournament
 * @param {{through: number, rows: {place: number, entry: number}[]}} best the first page of the standings
 */
export function happening(tournament, best) {
  const { state, current } = tournament;
  const names = best.rows.filter(({ place }) => place === 1).map(({ entry }) => tournament.name(entry));
  const many = names.length > MOST_LEADERS;
  if (state.finished && !best.through) return HAPPENING.over;
  if (state.finished) return many ? HAPPENING.manyWon(names.length, state.title) : HAPPENING.won(names, state.title);
  if (!current) return state.entries.length ? KINDS[kindOf(state)].entered(state.entries.length) : HAPPENING.nobody;
  if (current.unfinished.length) return playedNow(current);
  return many ? HAPPENING.manyLead(names.length, best.through) : HAPPENING.lead(names, best.through);
}

/**
 * The sentence for directors: what to do next.
 * @param {Answers["Desk"]} desk
 * @param {Pick<State, "entries">} state
 */
export function following({ next, round, lines }, state) {
  const [kind, entries] = [kindOf(state), state.entries.length];
  const { round: number = 0 } = round ?? {};
  const owed = [...new Map(lines.filter((line) => line.round < number && OWED.has(line.kind)).map((line) => [`${line.round}-${line.table}`, line])).values()];
  /** @type {Record<string, () => string>} */
  const said = {
    enter: () => (entries ? FOLLOWING.addOthers(kind) : HAPPENING.nobody),
    pair: () => (round ? FOLLOWING.pair(number + 1) : FOLLOWING.pairFirst(kind, entries)),
    settle: () => FOLLOWING.settle(number, owed),
    publish: () => (round?.overtaken ? FOLLOWING.pairAgain(number) : FOLLOWING.publish(number)),
    start: () => FOLLOWING.start(number),
    play: () => (round ? HAPPENING.played(number, doneOf(round), round.tables) : ""),
    cut: () => FOLLOWING.cut,
    finish: () => FOLLOWING.finish,
    nothing: () => HAPPENING.over,
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
  if (finished) return { sentence: IN_SHORT.final, kind: "done", word: IN_SHORT.finished };
  if (!round) return { sentence: IN_SHORT.sentence(presence(entries)), kind: "waiting", word: IN_SHORT.notBegun };
  const { rounds: planned } = settings;
  if (!round.published) return { sentence: IN_SHORT.paired(round.round, planned), kind: "waiting", word: IN_SHORT.notPublished };
  if (isNext(round)) return { sentence: IN_SHORT.begins(round.round, planned), kind: "waiting", word: IN_SHORT.aboutToBegin };
  if (round.unfinished.length) return { sentence: IN_SHORT.played(round.round, planned, doneOf(round), round.tables), kind: "live", word: IN_SHORT.playing };
  return { sentence: IN_SHORT.allIn(round.round, planned), kind: "waiting", word: IN_SHORT.between };
}

/**
 * Whether a round that everybody sees is about to begin: nobody has started it, and it has no result. The desk starts such a round.
 * @param {Round} round
 */
const isNext = ({ published, started_at: started, tables, unfinished }) => Boolean(published) && !started && tables > 0 && unfinished.length === tables;

/**
 * Whether the last round that counts in the standings is still being played.
 * @param {Pick<State, "rounds">} state
 * @param {number} through the last round that counts
 */
export const inPlay = ({ rounds }, through) => rounds.some((round) => round.round === through && round.unfinished.length > 0 && !isNext(round));

/**
 * The last round that counts in the standings and is being played or is over; 0: none.
 * @param {Pick<State, "rounds">} state
 * @param {number} through the last round that counts
 */
export const begunBy = ({ rounds }, through) => (rounds.some((round) => round.round === through && isNext(round)) ? through - 1 : through);

/**
 * The last round that counts in the standings and has a result; 0: none.
 * @param {Pick<State, "rounds">} state
 * @param {number} through the last round that counts
 */
export const reached = ({ rounds }, through) => (rounds.some(({ round, tables, unfinished }) => round === through && tables > 0 && unfinished.length === tables) ? through - 1 : through);

/**
 * How many places of the standings have a prize; 0: none, or there are no results yet.
 * @param {Pick<State, "rounds" | "settings">} state
 * @param {number} through the last round that counts
 */
export const prizesOf = (state, through) => (reached(state, through) > 0 ? state.settings.prizes ?? 0 : 0);

/**
 * What has changed since a round was paired.
 * @param {Answers["DeskTable"][]} tables those of earlier rounds whose results changed
 */
export function sincePaired(tables) {
  return tables.length ? SINCE_PAIRED.results(tables) : SINCE_PAIRED.other;
}

/**
 * How many entries are here: `3 of 4 pairs are here`. Entries that have left are not counted.
 * @param {Pick<Answers["TournamentEntry"], "withdrawn" | "here" | "people">[]} entries
 */
export function presence(entries) {
  const playing = entries.filter(({ withdrawn }) => !withdrawn);
  const here = playing.filter((entry) => entry.here).length;
  return playing.length ? HAPPENING.here(here, playing.length, kindOf({ entries: playing })) : HAPPENING.nobody;
}

/**
 * How many tables have a result.
 * @param {Pick<Answers["RoundSummary"], "tables" | "unfinished">} round
 */
const doneOf = ({ tables, unfinished }) => tables - unfinished.length;

/**
 * What the entries are: `player`, `pair` or `team`.
 * @param {{entries: Pick<Answers["TournamentEntry"], "people">[]}} state
 * @returns {"player" | "pair" | "team"}
 */
export function kindOf({ entries }) {
  const sizes = entries.map(({ people }) => people.length);
  if (sizes.every((size) => size < 2)) return "player";
  return sizes.every((size) => size === 2) ? "pair" : "team";
}

/**
 * `Round 3 is being played: 4 of 6 tables are in`.
 * @param {Round} round
 */
export function playedNow(round) {
  const { tables, unfinished } = round;
  if (!tables) return HAPPENING.noTables(round.round);
  if (!unfinished.length) return HAPPENING.allIn(round.round, tables);
  if (!round.published) return HAPPENING.notPublished(round.round);
  return isNext(round) ? HAPPENING.begins(round.round) : HAPPENING.played(round.round, doneOf(round), tables);
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

/**
 * What is said of a table without a result. Directors also see rounds that are not shown to others yet.
 * @param {Seen} tournament
 * @param {number} number of its round
 */
export const openNow = (tournament, number) => RESULT[stateOf(tournament, number)];

/**
 * Whether that round is being played.
 * @param {Seen} tournament
 * @param {number} number
 */
export const isPlayed = (tournament, number) => stateOf(tournament, number) === "playing";

/**
 * @param {Seen} tournament
 * @param {number} number
 */
function stateOf(tournament, number) {
  const round = tournament.state.rounds.find((each) => each.round === number);
  if (!round?.published) return "notPublished";
  return isNext(round) ? "begins" : "playing";
}

/**
 * `Won 11 to 3` (the score stays on one line), `Being played`, `Not there`.
 * @param {Seen} tournament
 * @param {Answers["CrossCell"]} cell
 */
export function resultOf(tournament, cell) {
  if (cell.kind === "open") return openNow(tournament, cell.round);
  if (cell.kind === "forfeit") return WITHOUT_PLAY[cell.outcome ?? ""] ?? RESULT.notPlayed;
  if (cell.kind !== "played") return WITHOUT_TABLE[cell.kind] ?? RESULT.notPlayed;
  const outcome = OUTCOMES[cell.outcome ?? ""];
  if (cell.score === null || cell.against === null) return outcome?.alone ?? "";
  return (outcome?.scored ?? RESULT.score)(written(cell.score), written(cell.against));
}

/**
 * `Ben Okafor`, `Ben and Carla, with Dan`; empty without a table.
 * @param {import("./seen.js").Named} tournament
 * @param {Answers["CrossCell"]} cell
 */
export function metBy(tournament, cell) {
  const [opponents, partners] = [tournament.side(cell.opponents), tournament.side(cell.partners)];
  if (!partners) return opponents;
  return opponents ? RESULT.metWith(opponents, partners) : RESULT.withPartner(partners);
}
