/**
 * The texts of the pages in the playing hall: the page of a table, check-in and PINs, the clock of a round, and the lists of the standings.
 * Each text is whole: what differs is passed to it, and where the words stand is decided here.
 */

import { capital, count, listed, openDeals, ordinal, verb } from "./words.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {(text: string) => Child} Made makes an element of a part of a text
 */

/** What many pages of a tournament say. */
export const HALL = {
  round: (/** @type {number} */ round) => `Round ${round}`,
  table: (/** @type {number} */ table) => `Table ${table}`,
  untitled: "A tournament",
  show: "Show",
  live: "Live",
  offline: "Offline",
  noConnection: "No connection",
  over: "The tournament is over",
  thanks: "Thank you for playing.",
  lastRound: "It was the last round.",
  standings: "Standings",
  allTables: "All tables",
  record: "Look at the record",
  notNow: "Not now",
};

/** Sides and results (tablewords.js). */
export const RESULT = {
  against: (/** @type {string[]} */ sides) => sides.join(" against "),
  together: (/** @type {string[]} */ players) => listed(players),
  /** `outcome`: who won, as the texts below say it. */
  scored: (/** @type {{name: string, score: string}[]} */ sides, /** @type {string} */ outcome) =>
    `${sides.map(({ name, score }) => `${name} ${score}`).join(", ")}: ${outcome}`,
  nobodyWins: "nobody wins",
  draw: "a draw",
  wins: (/** @type {string} */ name) => `${name} ${verb(name, "wins", "win")}`,
  shareTheWin: (/** @type {string[]} */ names) => `${listed(names)} share the win`,
  /** A result as a sentence. */
  full: (/** @type {string} */ line) => `${line}.`,
  byForfeit: (/** @type {string} */ line) => `${line} by forfeit. The director decided this.`,
  whoPlays: "Who plays here",
  sideWon: (/** @type {string} */ side) => `${side} won`,
  drew: "Draw",
  won: "Won",
  announced: (/** @type {Made} */ bold, /** @type {string} */ text) => [bold("From the director: "), text],
};

/** The clock of a round (roundclock.js). */
export const ROUND_CLOCK = {
  up: "Time is up",
  rung: "The bell has rung",
  left: (/** @type {string} */ time) => `${time} left`,
};

const PAGE_SHOWS_IT = "This page shows it as soon as it is.";
const GAME_COUNTS_WHEN = "it counts when the table has answered the questions on the page of the game, or confirmed the result.";
const TYPE_OR_ASK = "You can type the result, or ask the director.";

/** @param {number[]} open deals */
const openHands = (open) => capital(openDeals(open, "hand"));

/** The page of a table (table.js, tablestate.js). `line`: a result in words. */
export const TABLE_PAGE = {
  firstRoundNotOut: "Round 1 is not out yet",
  notUsed: (/** @type {number} */ round) => `This table is not used in round ${round}`,
  forfeit: (/** @type {number} */ round) => `Round ${round}: decided without play`,
  counts: "Your result counts",
  playing: (/** @type {number} */ round, /** @type {string} */ sides) => `Round ${round}: ${sides}`,
  shownSoon: PAGE_SHOWS_IT,
  notOut: (/** @type {number} */ round) => `Round ${round} is not out yet. ${PAGE_SHOWS_IT}`,
  typedAnother: (/** @type {string} */ line) => `Somebody typed another result: ${line}. The director decides which one counts.`,
  recordedAnother: (/** @type {string} */ line) =>
    `The recorded game says something else now: ${line}. The director decides which one counts.`,
  left: (/** @type {string[]} */ names) =>
    `${listed(names)} left the tournament. If you do not play, ask the director how this table counts.`,
  typed: (/** @type {string} */ line) => `A result was typed and waits for the other side: ${line}.`,
  abandoned: "The game was abandoned.",
  abandonedYours: `The game was abandoned. ${TYPE_OR_ASK}`,
  annulled: "The game was annulled.",
  annulledYours: `The game was annulled. ${TYPE_OR_ASK}`,
  unfinished: "Time was called before the game was finished.",
  unfinishedYours: `Time was called before the game was finished. ${TYPE_OR_ASK}`,
  recording: "The game is being recorded.",
  recordingUnsure: (/** @type {number[]} */ open) => `The game is being recorded. ${openHands(open)}: the points are not sure.`,
  overUnsure: (/** @type {number[]} */ open) => `The game is over. ${openHands(open)}: ${GAME_COUNTS_WHEN}`,
  overNotFinal: "The game is over. It counts when the director has made the result final.",
  overNotConfirmed: "The game is over. It counts when the other side has confirmed the result.",
  counting: "The result of the game is being counted.",
  typeAgain: "Type it again",
  type: "Type the result",
  goOn: "Go on with the record",
  startRecord: "Record the game",
  confirm: "Confirm the result",
  otherPlayers: "The table has other players now. Nothing was sent.",
  droppedForPlayers: (/** @type {string} */ line, /** @type {number} */ round) =>
    `${line}: this was typed for round ${round} and not sent, because the table has other players now.`,
  droppedForResult: (/** @type {string} */ line, /** @type {number} */ round) =>
    `${line}: this was typed for round ${round} and not sent, because the table has a result already.`,
  refused: (/** @type {Made} */ bold, /** @type {string} */ line, /** @type {string} */ why) => [bold("Not sent: "), `${line}. ${why}`],
  waiting: (/** @type {Made} */ bold, /** @type {string} */ line) => [
    bold("Not sent yet: "),
    `${line}. There is no connection. The result is kept on this phone and is sent as soon as the connection is back.`,
  ],
  sending: (/** @type {string} */ line) => `Sending: ${line} …`,
  tryAgain: "Try again",
  sendNow: "Send it now",
  throwAway: "Throw it away",
  wrong: "This result is wrong",
  wrongHelp: "Tell the director. You can type the right result here; it counts when the director has approved it.",
  typeRight: "Type the right result",
  ownPage: "Your own page",
  goToTable: (/** @type {number} */ table) => `Go to table ${table}`,
  scan: "To record or type the result, scan the code on the table.",
};

/** The form for a result (scoreform.js). */
export const SCORE_FORM = {
  title: "What is the result?",
  notWhole: "A score is a whole number, such as 11.",
  lacksScores: "Type the score of each side.",
  lacksWinner: "Say who won.",
  send: "Send",
  /** `step`: `+1` or `−1`. */
  step: (/** @type {string} */ step, /** @type {string} */ side) => `${step} for ${side}`,
  cap: (/** @type {number} */ points) => `At most ${points} points count. Type the whole score.`,
  whoWon: "Who won?",
  draw: "It is a draw",
  typeScores: "Type the scores instead",
  bestLost: "The best score did not win",
  nameWinner: "Name the winner",
  level: "The scores are level, but one side goes on. Name the winner.",
};

/** The other side confirms a typed result (second.js). */
export const SECOND = {
  title: "Now the other side confirms it",
  wrongPin: (/** @type {string} */ name) => `This is not the PIN of ${name}.`,
  tooMany: (/** @type {string} */ name) =>
    `Too many wrong PINs for ${name} on this phone. ${name} can confirm on another phone, or on their own; the director can confirm too.`,
  notAlone: (/** @type {string} */ name) =>
    `${name} cannot confirm this alone. Somebody of the other side confirms it, or the director.`,
  asDirector: "Confirm it as the director",
  whoDidNotWin: "Who confirms? Somebody who did not win.",
  whoDidNotType: "Who confirms? Somebody who did not type it.",
  confirm: "Confirm",
  elsewhere: "They confirm on their own phone, with their check-in link. Or the director confirms it. "
    + "With a PIN, which is set at check-in, they could confirm on this phone.",
  /** `without`: the names of those without a PIN. */
  orElsewhere: (/** @type {string[]} */ without) => {
    const ways = "Or on their own phone, with their check-in link, or the director confirms it.";
    return without.length ? `${ways} ${listed(without)} ${verb(listed(without), "has", "have")} no PIN.` : ways;
  },
};

/** Fields for PINs (pinform.js). */
export const PIN_FORM = {
  of: (/** @type {string | null} */ name) => `PIN of ${name}`,
  label: "PIN, 4 to 8 digits",
  why: "With it you confirm your results on the phone of your table. Tell it to nobody at the table.",
  noPin: "A PIN has 4 to 8 digits, and nothing else.",
};

/** A player's own page (checkin.js, ownstate.js). */
export const CHECK_IN = {
  stranger: "This page is for players",
  strangerHelp: "Open it with your own check-in link: scan the code that the director gives you.",
  areYou: (/** @type {string} */ name) => `Are you ${name}?`,
  arrive: (/** @type {string} */ name) =>
    `Tell the director that you are here. If you are not ${name}, ask the director for your own link.`,
  arriveWithPin: (/** @type {string} */ name) =>
    `Tell the director that you are here, and choose a PIN. If you are not ${name}, ask the director for your own link.`,
  here: "I am here",
  checkedIn: "You are checked in.",
  checkedInWithPin: "You are checked in, and your PIN is set.",
  typePin: "Type a PIN first.",
  pinSet: "Your new PIN is set.",
  typed: "Somebody typed the result of your table. Is it right?",
  played: "The game of your table is over. Is this the result?",
  /** A seat of several entries. */
  either: (/** @type {string[]} */ names) => names.join(" or "),
  yes: "Yes, it is right",
  no: "No",
  denied: "It does not count yet",
  correctRecord: "Tell the others at your table. They can correct the record; or ask the director.",
  typeAgain: "Tell the others at your table. They can type it again; or ask the director.",
  rightAfterAll: "It is right after all",
  place: (/** @type {Made} */ bold, /** @type {number} */ place, /** @type {number} */ entries, /** @type {number} */ points) =>
    [bold(`Place ${place}`), ` of ${entries} · ${count(points, "point")}`],
  why: "Why?",
  pin: "Your PIN",
  pinHelp: "With a PIN you confirm results on anybody’s phone. A new PIN takes the place of one that you have.",
  setPin: "Set this PIN",
  left: "You left the tournament",
  leftHelp: "If you want to play again, ask the director.",
  nothingYet: "You are checked in",
  counts: (/** @type {number} */ round) => `Round ${round}: your result counts`,
  playAt: (/** @type {number} */ round, /** @type {number} */ table) => `Round ${round}: you play at table ${table}`,
  sitOut: (/** @type {number} */ round) => `Round ${round}: you sit out`,
  doNotPlay: (/** @type {number} */ round) => `Round ${round}: you do not play`,
  notOut: (/** @type {number} */ round) => `Round ${round} is not out yet. This page shows your table as soon as it is.`,
};

/** Links to games (gamelink.js). `of`: such as `table 3`. */
export const GAME_LINK = {
  replay: (/** @type {Made} */ spoken, /** @type {string} */ of) => ["Replay", spoken(` ${of}`)],
  watch: (/** @type {Made} */ spoken, /** @type {string} */ of) => ["Watch", spoken(` ${of}`)],
};

/** The tables of the standings (lists.js). */
export const LISTS = {
  person: "Person",
  pair: "Pair",
  played: "Played",
  won: "Won",
  drawn: "Drawn",
  lost: "Lost",
  scores: "Scores",
  unnamed: "Unnamed",
  left: "left",
  openCard: (/** @type {Made} */ spoken, /** @type {string} */ name) => ["Open the card", spoken(` of ${name}`)],
  pairNames: (/** @type {string[]} */ names) => listed(names),
  /** A score and the score against it; `sign`: what is seen between them. */
  score: (/** @type {Made} */ spoken, /** @type {Child} */ score, /** @type {Child} */ sign, /** @type {Child} */ against) =>
    [score, spoken(" to "), sign, against],
};

/** How places change (movement.js). */
export const MOVEMENT = {
  up: (/** @type {number} */ places) => ` up ${count(places, "place")}`,
  down: (/** @type {number} */ places) => ` down ${count(places, "place")}`,
  /** `tables`: the corrected tables; if empty, the director changed what counts. `moved`: null if not known. `others`: how many more. */
  corrected: (
    /** @type {{round: number, table: number}[]} */ tables,
    /** @type {{name: string, place: number}[] | null} */ moved,
    /** @type {number} */ others,
  ) => {
    const places = [...new Set(tables.map(({ round, table }) => `table ${table} of round ${round}`))];
    const what = places.length
      ? capital(`${listed(places)} ${places.length === 1 ? "was" : "were"} corrected`)
      : "The director changed what counts";
    if (!moved) return `${what}.`;
    const told = moved.map(({ name, place }) => `${name} ${verb(name, "is", "are")} now ${ordinal(place)}`);
    const more = others ? [count(others, "other moved", "others moved")] : [];
    return `${what}: ${listed([...told, ...more]) || "no place changed"}.`;
  },
};

/** Former standings (past.js). */
export const PAST = {
  now: "now",
  nowIn: (/** @type {number} */ round) => `now, round ${round} in play`,
  afterRound: (/** @type {number} */ round) => `after round ${round}`,
  heading: (/** @type {number} */ round) => `After round ${round}`,
  publishedAfter: (/** @type {number} */ round) => `published after round ${round}`,
  published: (/** @type {number} */ round, /** @type {Child} */ time) => [`Published after round ${round}, `, time, "."],
  shown: (/** @type {number} */ round) => `These are the standings after round ${round}.`,
  showNow: "Show them as they are now",
  show: (/** @type {Made} */ spoken, /** @type {number} */ round) => ["Show", spoken(` the standings published after round ${round}`)],
  fingerprint: "Fingerprint",
};

/** The pages of a long list (pager.js). */
export const PAGER = {
  places: "Places",
  /** `range`: such as `1–100`. */
  page: (/** @type {Made} */ spoken, /** @type {string} */ what, /** @type {string} */ range) => [spoken(`${what} `), range],
};
