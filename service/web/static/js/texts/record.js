/**
 * The texts about a record, and of what a page loads when the form already records: findings, questions, rulings, corrections and what they change, and the record on paper. Each text is whole:
 * what differs is passed to it, and where the words stand is decided here. A name, a number or an element may be part of a text that is
 * returned as a list of its parts. Words of a text that stand in an element of their own go to a function that makes it (`Wrap`).
 */

import { capital, count, entriesLabel, stateLabel } from "./words.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {(words: string) => Child} Wrap puts words into an element
 */

/** What the record proves and asks (findings.js). */
export const FINDINGS = {
  checking: "Checking the latest entries…",
  none: "Nothing found against the rules.",
  incomplete: "Record incomplete",
  findings: (/** @type {Wrap} */ word, /** @type {number} */ findings) => [`${findings}`, word(findings === 1 ? " finding" : " findings")],
  questions: (/** @type {Wrap} */ word, /** @type {number} */ queries) => [`${queries}`, word(queries === 1 ? " question" : " questions")],
  /** `⚑ 2`, spoken as `2 × breach`. */
  ofKind: (/** @type {Wrap} */ spoken, /** @type {Child} */ icon, /** @type {number} */ findings, /** @type {string} */ kind) => [
    icon, findings, spoken(` × ${kind.toLowerCase()}`),
  ],
  answer: (/** @type {Wrap} */ spoken, /** @type {string} */ sentence) => ["Answer", spoken(`: ${sentence}`)],
  rule: (/** @type {Wrap} */ spoken, /** @type {string} */ sentence) => ["Rule on this", spoken(`: ${sentence}`)],
  unexamined: (/** @type {string} */ what) => `Not examined: ${what}`,
  perhaps: "Perhaps:",
  ruledOn: (/** @type {Wrap} */ strong) => [strong("Ruled on"), "."],
  ruledOnBy: (/** @type {Wrap} */ strong, /** @type {number} */ entry) => [strong("Ruled on"), ` by entry ${entry}.`],
};

/** The questions on the desk (queries.js). */
export const QUERIES = {
  question: "Question: ",
  asks: (/** @type {string} */ question) => `Question: ${question}`,
  more: (/** @type {Wrap} */ spoken, /** @type {number} */ questions) => ["+", questions, spoken(" more")],
  mistyped: (/** @type {Child} */ name, /** @type {Child} */ card) => ["Was ", name, "’s ", card, " typed wrong?"],
  others: "Or",
  answers: "Answers",
  entry: (/** @type {number} */ entry) => `Entry ${entry}`,
  entryIs: (/** @type {number} */ entry, /** @type {string} */ sentence) => `${entry}. ${sentence}`,
  after: (/** @type {Wrap} */ spoken, /** @type {number} */ entry, /** @type {string} */ sentence) => [
    spoken("After "), `${entry}. ${sentence}`,
  ],
};

/** The form for a ruling (ruling.js). */
export const RULING = {
  title: "Ruling",
  decision: "Decision",
  rule: "Rule that applies",
  round: "Round",
  note: "Note (for recorders and directors)",
  pointsOfRound: "Points of the round",
  pointsAdded: "Points added to the total",
  preview: "See what it changes",
  record: "Record the ruling",
};

/** The rulings on a game (rulings.js). */
export const RULINGS = {
  stand: "The result stands",
  void: "The deal is void",
  penalty: "Penalty",
  adjust: "Adjusted score",
  replay: "Replay the round",
  entry: (/** @type {number} */ entry) => `entry ${entry}`,
  round: (/** @type {number} */ round) => `round ${round}`,
  note: (/** @type {string} */ note) => `Note: ${note}`,
  changed: (/** @type {Wrap} */ spoken, /** @type {number} */ entry) => ["What it changed", spoken(`: ruling at entry ${entry}`)],
  again: (/** @type {Wrap} */ spoken, /** @type {number} */ entry) => ["Rule again", spoken(` in place of entry ${entry}`)],
  replaced: (/** @type {number} */ entry) => `Replaced by entry ${entry}.`,
  takenBack: "Taken back.",
  replaces: (/** @type {number} */ entry) => `In place of entry ${entry}.`,
  stands: "Stands.",
};

/** The preview of a correction (review.js). */
export const REVIEW = {
  why: "Why? (optional) The record shows the reason.",
  whyInserted: "Why? (optional) Scorekeepers and directors see this note.",
  otherReason: "other",
  working: "Working out what this changes…",
  noConnection: "Without a connection, this page cannot show what changes.",
  toRecord: (/** @type {Child} */ entry) => ["To be recorded: ", entry],
};

/** What a correction or a ruling changes (changes.js). */
export const CHANGES = {
  afterwards: (/** @type {Child} */ position) => ["Then: ", position],
  state: (/** @type {string} */ state) => capital(stateLabel(state)),
  scoresStay: "The scores stay as they are.",
  scores: "Scores that change",
  player: "Player",
  before: "before",
  after: "after",
  resultStays: (/** @type {Child} */ result) => ["The result stays: ", result],
  resultBecomes: (/** @type {Child} */ result) => ["The result becomes: ", result],
  resultIs: (/** @type {string} */ result) => `It is now: ${result}`,
  inPlay: "The game is in play.",
  findingsStay: "The findings stay as they are.",
  findings: "Findings that change",
  found: (/** @type {Wrap} */ strong, /** @type {string} */ kind, /** @type {string} */ sentence) => [
    strong("Found: "), `${kind}. ${sentence}`,
  ],
  notFound: (/** @type {Wrap} */ strong, /** @type {string} */ kind, /** @type {string} */ sentence) => [
    strong("No longer found: "), `${kind}. ${sentence}`,
  ],
  entries: (/** @type {number[]} */ versions) => `${capital(entriesLabel(versions))}.`,
  standings: "In all games of the club",
  games: "Games",
  won: "Won",
  points: "Points",
  becomes: "becomes",
};

/** A game on paper (sheet.js). */
export const SHEET = {
  title: "Sheet",
  entriesOf: (/** @type {string} */ game, /** @type {number} */ entries) => `${game}, ${count(entries, "entry", "entries")}`,
  state: (/** @type {string} */ state) => `${capital(stateLabel(state))}.`,
  rounds: "Rounds",
  /** `sureness`: how sure the points of the round are. */
  round: (/** @type {Child} */ round, /** @type {string} */ sureness) => [round, ` (${sureness})`],
  findings: "Findings",
  rulings: "Rulings",
  ruling: (/** @type {number} */ entry, /** @type {Child} */ sentence) => [`Entry ${entry}: `, sentence],
  rulingGone: (/** @type {number} */ entry, /** @type {Child} */ sentence) => [`Entry ${entry}: `, sentence, " (no longer in force)"],
  entries: "Entries",
  player: "Player",
  seat: "Seat",
  score: "Score",
  result: "Result",
  winner: "winner",
};

/** All games of a club in one archive (filing.js). */
export const FILING = {
  failed: (/** @type {string} */ reason) => `The export failed: ${reason}. No game was changed. When the cause is fixed, export again.`,
  soon: "The export will start soon.",
  download: (/** @type {number} */ games) => `Download ${count(games, "game")}`,
  file: (/** @type {string} */ size, /** @type {Child} */ requested, /** @type {Child} */ until) => [
    `${size}, requested on `, requested, ", kept until ", until, ".",
  ],
  unread: (/** @type {number} */ games) => `${count(games, "game")} could not be read; the manifest in the archive says why.`,
  kilobytes: (/** @type {number} */ size) => `${size} kB`,
  megabytes: (/** @type {number} */ size) => `${size.toFixed(1)} MB`,
};

/** The lists from which an act is chosen (actlists.js). `…Line`: what follows from the act. */
export const ACTS = {
  finished: "It is finished",
  finishedLine: "Enter who won. Then the other side confirms.",
  timeUp: "Time is up",
  timeUpLine: "The game stays unfinished, with the scores so far. The end of this round may still follow.",
  givesUp: "A player gives up",
  givesUpLine: "The other side agrees with one tap. Then enter who won.",
  whoGivesUp: "Who gives up?",
  brokenOff: "It is broken off",
  brokenOffLine: "Nobody wins.",
  theRest: "The rest are one player’s",
  theRestLine: "The other side agrees with one tap. Then enter the result of the deal.",
  whoseRest: "Whose are the rest?",
  result: "Result of this deal",
  resultOfNext: "Result of the next deal",
  resultLine: "Only what is missing is asked: each player’s tricks, and bids.",
  ruleBroken: "A rule was broken",
  ruleBrokenLine: "Play stops, and the record says what was seen. A director may rule on it.",
  dealVoid: "This deal does not count",
  dealVoidLine: "Nothing in it counts, and it is dealt again.",
  typedWrong: "Typed wrong? Tap the entry",
  or: "Or",
  missing: "An entry is missing",
  afterWhich: "After which entry is one missing?",
  older: "An older entry is wrong",
  olderLine: "Tap it in the list of all entries.",
  whichEntry: "Which entry is wrong?",
  ofTheDeal: "The deal",
  now: "Now",
  atAnyTime: "At any time",
  waitedFor: "What play waited for",
  others: "Other acts of this game",
};

/** What can be done with a game besides playing (menu.js). */
export const MENU = {
  atOnce: "at once",
  secondsLater: (/** @type {number} */ seconds) => `${count(seconds, "second")} later`,
  minutesLater: (/** @type {number} */ minutes) => `${count(minutes, "minute")} later`,
  halfAnHourLater: "half an hour later",
  anHourLater: "an hour later",
  seat: "Seat",
  newPin: "New PIN, 4 to 8 digits",
  setPin: "Set the PIN",
  pinIsSet: (/** @type {string} */ name) => `${name} has a PIN now. It confirms results on this phone.`,
  hasPin: "This seat already has a PIN. Its player can change it with the link of the seat; a director can change it too.",
  handOver: "Hand over to another phone",
  replay: "Replay",
  forNext: "For the next scorekeeper",
  handsOver: "The next phone scans this code and then records the game. This phone no longer records.",
  shares: "The next phone scans this code and then records the game. This phone can still record.",
};
