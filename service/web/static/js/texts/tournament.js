/**
 * The texts of the pages of a tournament for everybody: what is happening, pairings, standings, the cross table, the card of a player and
 * the screen in the hall; and the reasons for a pairing. Each text is whole: what differs is passed to it. `Within` puts some of the words
 * into an element.
 */

import { count, listed, numbered, ordinal, verb } from "./words.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {(words: string) => Child} Within
 * @typedef {{round: number, table: number}} Table
 */

/** The list of tournaments (list.js). */
export const TOURNAMENTS = {
  oneRuns: "One tournament is running",
  run: (/** @type {number} */ tournaments) => `${tournaments} tournaments are running`,
  noneRuns: "No tournament is running",
  none: "Tournaments",
  rounds: (/** @type {number} */ rounds) => count(rounds, "round"),
  entries: (/** @type {number} */ entries) => count(entries, "entry", "entries"),
  desk: "Desk",
  deskOf: (/** @type {string} */ title) => `Desk of ${title}`,
  unnamed: "A tournament without a name",
};

/** Entries and sides of a table (seen.js). */
export const ENTRIES = {
  unnamed: (/** @type {number} */ entry) => `Entry ${entry}`,
  side: (/** @type {string[]} */ names) => listed(names),
};

/** Searching for a name in a list. */
export const FINDER = {
  found: (/** @type {number} */ entries) => `${entries} found`,
  none: "Nobody has this name here.",
  fewer: "Nobody has this name here. Try fewer letters.",
  more: (/** @type {number} */ entries) => `${entries} more have these letters. Type more of the name.`,
};

/** The heads of tables, and the numbers of rounds. */
export const HEADS = {
  place: "Place",
  name: "Name",
  points: "Points",
  table: "Table",
  round: "Round",
  /** A column or line of which only the number is seen. */
  roundWithin: (/** @type {Within} */ hidden, /** @type {number} */ round) => [hidden("Round "), round],
};

/** A round or a table in a line with other words. */
export const NUMBERED = {
  round: (/** @type {number} */ round) => `round ${round}`,
  table: (/** @type {number} */ table) => `table ${table}`,
};

/** The sign for the winner of a table, and for each of several. */
export const SIGNS = {
  won: (/** @type {Within} */ hidden) => ["✓", hidden(" won")],
  drew: (/** @type {Within} */ hidden) => ["=", hidden(" drew")],
  goesOn: (/** @type {Within} */ hidden) => ["✓", hidden(" goes on")],
};

// --- what is happening (sayings.js) ------------------------------------------------------------------------------------------------------

/**
 * How many tables are in: `2 of 4 tables are in`.
 * @param {number} done
 * @param {number} tables
 */
const inSoFar = (done, tables) => `${done} of ${count(tables, "table is", "tables are")} in`;

/** @param {Table[]} tables */
const tablesLabel = (tables) => listed(tables.map(({ round, table }) => `round ${round}, table ${table}`));

/**
 * A round of those that are planned, if that is known.
 * @param {number} round
 * @param {number | null | undefined} rounds
 */
const roundOf = (round, rounds) => (rounds ? `Round ${round} of ${rounds}` : `Round ${round}`);

/**
 * A title within a sentence: `the Autumn Cup`, `Anna’s Cup`.
 * @param {string | null} title
 */
function articled(title) {
  if (!title) return "the tournament";
  return /^(the|a|an|our)\s|['’]s?\s/i.test(title) ? title : `the ${title}`;
}

/**
 * What entries are, and how many: all are players, pairs or teams.
 * @type {Record<"player" | "pair" | "team", {all: string, entered: (entries: number) => string}>}
 */
export const KINDS = {
  player: { all: "Players", entered: (entries) => `${count(entries, "player is", "players are")} entered, and round 1 is not paired yet` },
  pair: { all: "Pairs", entered: (entries) => `${count(entries, "pair is", "pairs are")} entered, and round 1 is not paired yet` },
  team: { all: "Teams", entered: (entries) => `${count(entries, "team is", "teams are")} entered, and round 1 is not paired yet` },
};

/** The sentence for everybody. `done`: how many tables have a result. */
export const HAPPENING = {
  nobody: "Nobody has entered yet",
  over: "The tournament is over",
  won: (/** @type {string[]} */ names, /** @type {string | null} */ title) => `${listed(names)} won ${articled(title)}`,
  manyWon: (/** @type {number} */ players, /** @type {string | null} */ title) => `${players} players together won ${articled(title)}`,
  lead: (/** @type {string[]} */ names, /** @type {number} */ round) =>
    `${listed(names)} ${verb(listed(names), "leads", "lead")} after round ${round}`,
  manyLead: (/** @type {number} */ players, /** @type {number} */ round) => `${players} players together lead after round ${round}`,
  /** `kind`: what the entries are, such as `pair`. */
  here: (/** @type {number} */ here, /** @type {number} */ entries, /** @type {string} */ kind) => (
    `${here} of ${count(entries, kind)} ${here === 1 ? "is" : "are"} here`
  ),
  noTables: (/** @type {number} */ round) => `Round ${round} has no tables`,
  allIn: (/** @type {number} */ round, /** @type {number} */ tables) => (
    tables === 1 ? `Round ${round}: the table is in` : `Round ${round}: all ${tables} tables are in`
  ),
  notPublished: (/** @type {number} */ round) => `Round ${round} is paired, and only directors see it`,
  begins: (/** @type {number} */ round) => `Round ${round} is about to begin`,
  played: (/** @type {number} */ round, /** @type {number} */ done, /** @type {number} */ tables) => (
    `Round ${round} is being played: ${inSoFar(done, tables)}`
  ),
};

/** The sentence for directors: what to do next. */
export const FOLLOWING = {
  /** `kind`: what the entries are, such as `pair`. */
  addOthers: (/** @type {string} */ kind) => `One ${kind} is in: add the others`,
  pair: (/** @type {number} */ round) => `Everything is in: pair round ${round}`,
  pairFirst: (/** @type {string} */ kind, /** @type {number} */ entries) => `${count(entries, kind)} entered: pair round 1`,
  pairAgain: (/** @type {number} */ round) => `Round ${round} rests on results that changed: pair it again`,
  /** `tables`: those of earlier rounds without a result. */
  settle: (/** @type {number} */ round, /** @type {Table[]} */ tables) =>
    `Round ${round} is paired, but ${tables.length > 1 ? "results are" : "a result is"} missing: ${tablesLabel(tables)}`,
  publish: (/** @type {number} */ round) => `Round ${round} is paired: publish it`,
  start: (/** @type {number} */ round) => `${HAPPENING.begins(round)}: start it`,
  cut: "The stage is over: see who goes on",
  finish: "Everything is in: finish the tournament",
};

/** The sentence and the chip of a tournament in lists. `rounds`: how many are planned. */
export const IN_SHORT = {
  final: "The standings are final.",
  finished: "Finished",
  sentence: (/** @type {string} */ words) => `${words}.`,
  notBegun: "Not begun",
  paired: (/** @type {number} */ round, /** @type {number | null | undefined} */ rounds) => (
    `${roundOf(round, rounds)} is paired. Only directors see it.`
  ),
  notPublished: "Not shown yet",
  begins: (/** @type {number} */ round, /** @type {number | null | undefined} */ rounds) => `${roundOf(round, rounds)} is about to begin.`,
  aboutToBegin: "About to begin",
  played: (
    /** @type {number} */ round, /** @type {number | null | undefined} */ rounds, /** @type {number} */ done, /** @type {number} */ tables,
  ) => `${roundOf(round, rounds)}: ${inSoFar(done, tables)}.`,
  playing: "Playing",
  allIn: (/** @type {number} */ round, /** @type {number | null | undefined} */ rounds) => `${roundOf(round, rounds)}: all results are in.`,
  between: "Between rounds",
};

/** What has changed since a round was paired. */
export const SINCE_PAIRED = {
  other: "Since it was paired, it has changed who plays, who should not meet, or what counts.",
  results: (/** @type {Table[]} */ tables) => `Since it was paired, results have changed: ${tablesLabel(tables)}.`,
};

/** Scores. `to`: one of them is below zero. */
export const SCORES = {
  to: (/** @type {string[]} */ scores) => scores.join(" to "),
};

/** The result of an entry in a round. The score stays on one line. */
export const RESULT = {
  playing: "Being played",
  begins: "About to begin",
  notPublished: "Paired, not shown yet",
  notPlayed: "Not played",
  score: (/** @type {string} */ score, /** @type {string} */ against) => `${score}\u00a0to\u00a0${against}`,
  withPartner: (/** @type {string} */ partners) => `with ${partners}`,
  metWith: (/** @type {string} */ opponents, /** @type {string} */ partners) => `${opponents}, with ${partners}`,
};

/**
 * The words for a played table, with and without a score, by outcome.
 * @type {Record<string, {alone: string, scored: (score: string, against: string) => string}>}
 */
export const OUTCOMES = {
  win: { alone: "Won", scored: (score, against) => `Won ${score}\u00a0to\u00a0${against}` },
  draw: { alone: "Drew", scored: (score, against) => `Drew ${score}\u00a0to\u00a0${against}` },
  loss: { alone: "Lost", scored: (score, against) => `Lost ${score}\u00a0to\u00a0${against}` },
};

/**
 * The words for a table that was decided without play, by outcome.
 * @type {Record<string, string>}
 */
export const WITHOUT_PLAY = { win: "Won without play", draw: "Drew without play", loss: "Lost without play" };

/**
 * The words for a round without a table, by the kind of the cell.
 * @type {Record<string, string>}
 */
export const WITHOUT_TABLE = {
  bye: "No table left: sat out",
  full: "Asked to sit out",
  half: "Asked to sit out, for half",
  zero: "Asked to sit out, for nothing",
  absent: "Not there",
};

// --- news, lists and charts --------------------------------------------------------------------------------------------------------------

/** The clock of a round and the announcements (news.js). */
export const NEWS = {
  timeIsUp: (/** @type {Within} */ strong, /** @type {Child} */ since) => [strong("Time is up"), " since ", since],
  left: (/** @type {Child} */ span, /** @type {Child} */ bell) => [span, " left, the bell at ", bell],
  playing: (/** @type {Child} */ since) => ["Playing since ", since],
  announcement: (/** @type {Within} */ hidden, /** @type {string | null} */ text) => [hidden("Announcement: "), text],
  older: (/** @type {number} */ announcements) => `Older announcements (${announcements})`,
};

/** The points after each round (progress.js). */
export const PROGRESS = {
  points: "Points after each round",
};

/** Places with a prize, in all standings. */
export const PRIZES = {
  sign: "*",
  spoken: ", with a prize",
  /** What the sign means. */
  legend: "* This place has a prize",
};

/** The lists of the page of standings (standingsview.js). */
export const STANDINGS = {
  people: "People",
  pairs: "Pairs",
  /** How level points are broken. `tiebreaks`: their names in order. */
  levels: (/** @type {string[]} */ tiebreaks) => (
    tiebreaks.length
      ? `Level on points: ordered by ${tiebreaks.join(", then by ")}. Who is level in all shares the place.`
      : "Who is level on points shares the place."
  ),
  levelTallies: "Level on points: more wins come first, then the greater difference of scores. Who is level in all shares the place.",
};

/**
 * The marks of the cross table, by letter: the words for each (crosstable.js).
 * @type {Record<string, string>}
 */
export const MARKS = {
  W: "won",
  D: "drew",
  L: "lost",
  X: "won without play",
  F: "lost without play",
  "*": "no result yet",
  B: "sat out, paid in full",
  H: "sat out, for half",
  Z: "sat out, for nothing",
  U: "not there",
};

/** The cross table (crosstable.js). `result`: of the entry in the round. */
export const CROSS_TABLE = {
  places: "The numbers on top are places.",
  against: (/** @type {string} */ result, /** @type {string} */ opponents) => `${result} against ${opponents}`,
  meeting: (/** @type {string} */ result, /** @type {string} */ opponent, /** @type {number} */ round) =>
    `${result} against ${opponent} in round ${round}`,
};

/** The bracket of a knock-out (bracket.js). */
export const BRACKET = {
  /**
   * The parts of a bracket, by the API’s word.
   * @type {Record<string, string>}
   */
  parts: { main: "Bracket", upper: "No defeat yet", lower: "One defeat", third: "For third place", fifth: "For fifth place", seventh: "For seventh place", final: "Final" },
  /** The last rounds of a bracket, the final first. */
  last: ["Final", "Semi-finals", "Quarter-finals"],
  secondFinal: "Second final, if it is needed",
  rounds: (/** @type {string} */ part) => `Rounds: ${part}`,
  match: (/** @type {number} */ match) => `Match ${match}`,
  winnerOf: (/** @type {number} */ match) => `Winner of match ${match}`,
  loserOf: (/** @type {number} */ match) => `Loser of match ${match}`,
  nobody: "Nobody",
  empty: "The bracket is drawn when the knock-out begins.",
  /** A knock-out that follows. `after`: the last round before it. */
  ahead: (/** @type {number} */ after) => `The knock-out comes next: who plays in it is known after round ${after}.`,
  /** If the best of all groups go on. */
  exchanged: " If two of one group would meet at once, numbers may be exchanged.",
  coming: "Who comes next",
  /** Who comes from the stage before. `place`: in a group; or if there are none, of all. */
  ofGroup: (/** @type {number} */ place) => `${ordinal(place)} of a group`,
  oneOfBest: (/** @type {number} */ place) => `One of the best ${ordinal(place)}s`,
  oneOfOthers: "One of the best others",
  ofAll: (/** @type {number} */ place, /** @type {number} */ after) => `${ordinal(place)} after round ${after}`,
  seed: (/** @type {number} */ seed) => `Number ${seed} of the best`,
  tied: "A tie: who goes on?",
  walkOver: "Walk-over",
  /** `names`: who should sit there. */
  moved: (/** @type {string[]} */ names) => `By the results, ${listed(names)} should play here`,
};

/** The stages of a tournament (stages.js). */
export const STAGES = {
  stage: (/** @type {number} */ stage, /** @type {string} */ format) => `Stage ${stage}: ${format}`,
  group: (/** @type {number} */ group) => `Group ${group}`,
  /** `top`: of each group; 0: the best of all. `best`: of the others. `format`: of the next stage. */
  goOn: (/** @type {number} */ top, /** @type {number} */ best, /** @type {boolean} */ groups, /** @type {string} */ format) => [
    top === 0 ? `The best ${best} of all${groups ? " groups together" : ""} go on`
      : groups ? (top === 1 ? "The first of each group goes on" : `The first ${top} of each group go on`) : `The first ${top} go on`,
    top > 0 && best > 0 && `, and the best ${best === 1 ? "one" : best} of the others`, `, into the next stage: ${format}.`,
  ].filter(Boolean).join(""),
  cut: "Those above this line go on",
  /** Groups that are not drawn yet. */
  drawn: { snake: "Groups are drawn when round 1 is paired: equally strong, by rank.", draw: "Groups are drawn when round 1 is paired: by lot." },
  /** `kind`: what the entries are, such as `pair`. */
  size: (/** @type {number} */ entries, /** @type {string} */ kind) => count(entries, kind),
};

/** The card of a player (player.js). */
export const PLAYER = {
  won: "Rounds won",
  entered: (/** @type {string} */ name) => `${name} ${verb(name, "is", "are")} entered`,
  came: (/** @type {string} */ name, /** @type {number} */ place, /** @type {number} */ entries) =>
    `${name} came ${ordinal(place)} of ${entries}`,
  left: (/** @type {string} */ name, /** @type {number} */ place, /** @type {number} */ entries) =>
    `${name} ${verb(name, "has", "have")} left, ${ordinal(place)} of ${entries}`,
  is: (/** @type {string} */ name, /** @type {number} */ place, /** @type {number} */ entries) =>
    `${name} ${verb(name, "is", "are")} ${ordinal(place)} of ${entries}`,
  players: (/** @type {Within} */ strong, /** @type {string[]} */ names) => [strong("Players: "), listed(names)],
  partners: (/** @type {Within} */ strong, /** @type {string[]} */ names) => [strong("Partners: "), listed(names)],
  points: (/** @type {number} */ points) => count(points, "point"),
  byDirector: "Changed by the director",
  /** `points`: as they are written, with their sign. */
  added: (/** @type {string} */ points, /** @type {number} */ number) => (Math.abs(number) === 1 ? `${points} point` : `${points} points`),
  breaches: (/** @type {number} */ breaches) => count(breaches, "breach", "breaches"),
  openGame: (/** @type {Within} */ hidden, /** @type {number} */ round) => ["Open the game", hidden(` of round ${round}`)],
  noBreach: "No breach in the recorded games.",
  noGame: "No game of this player was recorded here.",
};

/** Why an entry has its place (explained.js). */
export const EXPLAINED = {
  against: "Against",
  result: "Result",
  rounds: "Round by round",
  byDirector: "By the director",
  carried: "From the stage before",
  /** `group`: null: none. `together`: whether the best of all groups go on together. */
  stage: (/** @type {number} */ stage, /** @type {number | null} */ group, /** @type {boolean} */ together) => [
    `The place comes from stage ${stage}${group === null ? "" : `, group ${group}`}. Those who went on come first.`,
    together && " All groups are in one order: by points for each round, then by what breaks ties. Rounds that somebody sat out are left out. But nobody is above somebody who is better in the same group.",
  ].filter(Boolean).join(""),
  together: "Together",
  sum: (/** @type {string} */ name, /** @type {string} */ total) => `${name}: ${total}`,
  nobodyLevel: "Nobody is level here.",
  nothing: "Nothing to add yet.",
  /** Where a summand comes from. */
  from: (/** @type {string[]} */ parts) => `(${parts.join(", ")})`,
  notCounted: "does not count",
};

/**
 * Why a summand counts (explained.js), by the API’s word.
 * @type {Record<string, string>}
 */
export const WHY_COUNTED = {
  win: "won",
  draw: "drew",
  loss: "lost",
  bye: "no table left",
  full: "asked to sit out",
  half: "asked to sit out",
  zero: "asked to sit out",
  absent: "not there",
  forfeit: "without play",
  dummy: "no opponent, so one is assumed",
  adjusted: "by the director",
  carried: "from the stage before",
  rounded: "rounded",
  lots: "lots were drawn",
  ruled: "the director’s order",
  "not met": "meetings that are missing",
  ahead: "level players behind",
};

/**
 * Why a summand is left out, by the API’s word.
 * @type {Record<string, string>}
 */
export const WHY_LEFT_OUT = {
  cut: "left out by this tie-break",
  met: "a meeting, for the comparison",
  "not met": "not all have met",
  "below half": "left out: under half of the points",
};

/** The pairings of a round (pairings.js). */
export const PAIRINGS = {
  none: "No round is paired yet",
  tables: "Tables",
  out: (/** @type {Within} */ strong, /** @type {string[]} */ names) => [strong("Without a table in this round: "), names.join(", ")],
  newest: (/** @type {number} */ round) => `Go to round ${round}, the newest`,
  tableWithin: (/** @type {Within} */ within, /** @type {number} */ table) => [within("Table "), table],
  toApprove: "To be approved",
  changeWaits: "A change waits for the director",
  withoutPlay: "Without play",
  noTable: (/** @type {string} */ name) => `${verb(name, "has", "have")} no table in this round.`,
  against: (/** @type {string[]} */ sides) => ["against ", sides.join("; ")],
  withAndAgainst: (/** @type {Child} */ partners, /** @type {string[]} */ sides) => ["with ", partners, " against ", sides.join("; ")],
};

/** The screen in the hall (wall.js, wallpages.js). */
export const WALL = {
  stopped: (/** @type {string} */ page) => `${page} · stopped: press the space bar to go on`,
  time: "Time",
  isUp: "is up",
  untilBell: "until the bell",
  waiting: "Waiting for the connection",
  entered: "Who plays",
  here: "here",
  tables: (/** @type {number} */ round) => `Tables of round ${round}`,
  standings: "Standings",
  standingsAfter: (/** @type {number} */ round) => `Standings after round ${round}`,
  /** `more`: the legend. */
  withLegend: (/** @type {string} */ where, /** @type {string} */ more) => `${where} · ${more}`,
  part: (/** @type {string} */ caption, /** @type {number} */ first, /** @type {number} */ last, /** @type {number} */ all) => (
    `${caption}: ${first}–${last} of ${all}`
  ),
  sitsOut: (/** @type {string} */ name) => `${name} ${verb(name, "sits", "sit")} out`,
};

// --- why a pairing is as it is (why.js) --------------------------------------------------------------------------------------------------

/** @param {number[]} rounds */
const inRounds = (rounds) => `in ${numbered("round", rounds)}`;

/** What decides who meets whom. */
export const PAIRED_BY = {
  draw: "The draw: nobody has points yet.",
  points: "Paired by points: those who have about as many meet.",
  schedule: "This round of the schedule was known in advance.",
  random: "Everybody was seated at random.",
  movement: "Seated by the last round: winners move up.",
  chance: "Drawn so that people seldom meet again.",
  seeds: "Drawn by seeds: the best two can meet only in the final. Entries without a seed were drawn by lot.",
  bracket: "The bracket says who meets.",
};

/** The sentences about a pairing. `rounds`: those in which two entries met or were partners before. */
export const REASONS = {
  nobodyTwice: "Nobody meets twice.",
  gap: (/** @type {number} */ points) => `The greatest difference at a table is ${count(points, "point")}.`,
  met: (/** @type {string} */ one, /** @type {string} */ other, /** @type {number[]} */ rounds) =>
    `${one} and ${other} met ${inRounds(rounds)}.`,
  partners: (/** @type {string} */ one, /** @type {string} */ other, /** @type {number[]} */ rounds) => (
    `${one} and ${other} were partners ${inRounds(rounds)}.`
  ),
  outAgain: (/** @type {string[]} */ names) => `${listed(names)} ${verb(listed(names), "sits", "sit")} out a second time.`,
  meetAgain: (/** @type {number} */ times) => (
    times === 1 ? "Counting all rounds, people meet again once." : `Counting all rounds, people meet again ${times} times.`
  ),
  meetMost: (/** @type {number} */ times) => `Nobody meets anybody more than ${times} times.`,
  partnersAgain: (/** @type {number} */ pairs) => (
    `Counting all rounds, ${count(pairs, "pair of partners plays", "pairs of partners play")} together again.`
  ),
  notGranted: (/** @type {string} */ one, /** @type {string} */ other) => `${one} and ${other} sit together against a wish.`,
  stays: (/** @type {string} */ one, /** @type {number} */ table) => `${one} ${verb(one, "stays", "stay")} at table ${table} against a wish.`,
  tooEarly: (/** @type {number} */ times) => `In later rounds, ${count(times, "pair meets", "pairs meet")} earlier than is wished.`,
  opponentsMost: (/** @type {number} */ times) => `Nobody is against the same person more than ${times} times.`,
};

/** The words at one table of a pairing. */
export const TABLE_REASONS = {
  met: (/** @type {string} */ one, /** @type {string} */ other, /** @type {number[]} */ rounds) =>
    `${one} and ${other} met ${inRounds(rounds)}`,
  partners: (/** @type {string} */ one, /** @type {string} */ other, /** @type {number[]} */ rounds) => (
    `${one} and ${other} were partners ${inRounds(rounds)}`
  ),
  apart: (/** @type {number} */ points) => `${count(points, "point")} apart`,
  level: "level on points",
};

/** Why an entry sits out. */
export const OUT_REASONS = {
  already: (/** @type {number[]} */ rounds) => `sat out ${inRounds(rounds)} already`,
  points: (/** @type {number} */ points) => `${count(points, "point")}, not out before`,
  notBefore: "not out before",
  bye: "a bye",
  walkOver: "a walk-over",
  noTable: "no table is left",
};

/** What a change of a pairing does. */
export const EFFECTS = {
  againstWish: (/** @type {string} */ one, /** @type {string} */ other, /** @type {boolean} */ hard) => (
    `${one} and ${other} sit together against ${hard ? "a wish that no draw may break" : "a wish"}.`
  ),
  wishGranted: (/** @type {string} */ one, /** @type {string} */ other) => `${one} and ${other} do not sit together any more, as is wished.`,
  meetAgain: (/** @type {string} */ one, /** @type {string} */ other, /** @type {number[]} */ rounds) => (
    `${one} and ${other} meet again: they did ${inRounds(rounds)}.`
  ),
  meetNoMore: (/** @type {string} */ one, /** @type {string} */ other) => `${one} and ${other} do not meet again any more.`,
  partnersAgain: (/** @type {string} */ one, /** @type {string} */ other, /** @type {number[]} */ rounds) => (
    `${one} and ${other} are partners again: they were ${inRounds(rounds)}.`
  ),
  partnersNoMore: (/** @type {string} */ one, /** @type {string} */ other) => `${one} and ${other} do not become partners again any more.`,
  gap: (/** @type {number} */ points, /** @type {number} */ before) => (
    `The greatest difference at a table is ${count(points, "point")}; before it was ${before}.`
  ),
  out: (/** @type {string} */ name) => `${name} ${verb(name, "sits", "sit")} out.`,
  outAgain: (/** @type {string} */ name) => `${name} ${verb(name, "sits", "sit")} out a second time.`,
  hasTable: (/** @type {string} */ name) => `${name} ${verb(name, "has", "have")} a table now.`,
  tablesGone: (/** @type {number} */ tables) => (tables === 1 ? "One table is taken away." : `${tables} tables are taken away.`),
  nothing: "Nobody meets again because of this, and no difference grows.",
};
