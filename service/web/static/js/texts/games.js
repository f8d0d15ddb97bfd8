/**
 * The texts of the pages around games: the lists of games and players, starting and importing games, and the page that links open. Each
 * text is whole: what differs is passed to it. `Within` puts some of the words into an element.
 */

import { capital, count, listed, stateLabel } from "./words.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {(words: string) => Child} Within
 */

/**
 * What a member may do, by role.
 * @type {Record<string, string>}
 */
export const RIGHTS = {
  owner: "As an owner you can do everything in the club: run it, invite people, and decide who may do what.",
  director: "As a director you run tournaments and decide about results. You also record games.",
  scorekeeper: "As a scorekeeper you start games and record them.",
  viewer: "As a viewer you see the games and tournaments of the club, also those that are not public.",
};

/** The page that links open (join.js). */
export const JOIN = {
  opening: "Opening your link…",
  noKey: "There is no key in this address. Open the link exactly as you were given it, or scan its code.",
  useHere: "Use this link on this device?",
  losesRights: [
    "You are signed in here as a member of a club. ",
    "With the link, this device can only do what the link allows, until you sign in again with a link from the club.",
  ],
  use: "Use the link",
  stay: "Stay signed in",
  practice: "A practice table",
  cleared: (/** @type {Child} */ time) => ["One game is recorded there. Everything about it is cleared at ", time, "."],
  clearedOrKept: (/** @type {Child} */ time) => [
    "One game is recorded there. Everything about it is cleared at ", time, ". Your club can keep the game, with the names of its players.",
  ],
  keepIn: (/** @type {string} */ club) => `Keep it in ${club}`,
  record: "Record at this table",
  neither: "Neither",
  recordReplaces:
    "If you record at the table, it takes the place of your own link on this device. Then you need a link from the club to come back.",
  replaces: "This device is signed in with another link. The new one takes its place here.",
  useAs: (/** @type {string | null} */ name) =>
    (name === null ? "Use Faceup on this device as a member?" : `Use Faceup on this device as ${name}?`),
  device: (/** @type {string | null} */ name, /** @type {string} */ club) => (
    name === null
      ? `This link signs in another device of a member in ${club}. If you did not make it yourself, close this page.`
      : `This link signs in another device of ${name} in ${club}. If you did not make it yourself, close this page.`
  ),
  signIn: "Yes, sign in",
  invites: (/** @type {string} */ by, /** @type {string} */ club) => `${by} invites you to ${club}`,
  invited: (/** @type {string} */ club) => `You are invited to ${club}`,
  forPerson: (/** @type {Child} */ name) => ["The invitation is for ", name, ". If that is not you, close this page."],
  name: "Your name",
  whoSeesName: "The club sees it where you play and record.",
  join: "Join the club",
  goodUntil: (/** @type {Child} */ time) => ["The invitation is good until ", time, "."],
  noName: "Type your name first.",
  /** The label of a device that does not say what it is. */
  browser: "browser",
  lost: "No connection",
  lostKept: "The server did not answer. Your link is still good.",
  refused: "This link does not open",
  firstPage: "First page",
};

/** The list of games (gameliststate.js, gamelistview.js). */
export const GAMES = {
  none: "No games here yet",
  noneFound,
  backwards: "No game: the day “To” is before the day “From”",
  onTheTable: "On the table now",
  others: "Other games",
  found: (/** @type {number} */ games) => count(games, "game"),
  foundAndMore: (/** @type {number} */ games) => `${count(games, "game")} and more`,
  state: (/** @type {string} */ state) => capital(stateLabel(state)),
  visibility: (/** @type {string} */ visibility) => ({ private: "For members", unlisted: "Not listed" })[visibility] ?? capital(visibility),
  replay: "Replay",
  table: (/** @type {Within} */ hidden, /** @type {number} */ table) => [hidden("Table "), table],
  noRecord: "No record yet",
  moreTables: (/** @type {number} */ tables) => count(tables, "more table"),
};

/**
 * No game has what the list is filtered to; at least one is not empty.
 * @param {{system: string, player: string, state: string, dated: boolean}} filter
 */
function noneFound({ system, player, state, dated }) {
  const from = dated ? " from this time" : "";
  const is = state ? stateLabel(state) : "here";
  if (system && player) return `No game of ${system} with “${player}”${from} is ${is}`;
  if (system) return `No game of ${system}${from} is ${is}`;
  return player ? `No game with “${player}”${from} is ${is}` : `No game${from} is ${is}`;
}

/** Downloading the listed games (downloading.js). */
export const DOWNLOAD = {
  progress: (/** @type {number} */ games) => `${count(games, "game")} so far …`,
  done: (/** @type {number} */ games) => `${count(games, "game")} downloaded, one a line.`,
  lost: "The server did not answer. Nothing was saved; download again.",
};

/** The form that starts a game (newgamestate.js, newgameview.js). `who`: a name, or the number of a seat. */
export const NEW_GAME = {
  seat: (/** @type {number} */ number) => `seat ${number}`,
  nowAt: (/** @type {string} */ who, /** @type {number} */ seat, /** @type {number} */ seats) =>
    `${capital(who)} is now at seat ${seat} of ${seats}.`,
  pickedUp: (/** @type {string} */ who) => `${capital(who)} is picked up. Choose the new place.`,
  nobodyMoves: "Nobody moves.",
  partners: (/** @type {string[][]} */ sides) => `Partners: ${sides.map((names) => listed(names)).join(" against ")}.`,
  players: (/** @type {number} */ players) => count(players, "player"),
  newcomers: (/** @type {string[]} */ names) => `New to the club: ${listed(names)}.`,
  rulesChosen: (/** @type {number} */ rules) => `(${rules} chosen)`,
  put: (/** @type {string} */ who, /** @type {number} */ seat) => `Put ${who} at seat ${seat}`,
  move: (/** @type {string} */ who) => `Move ${who}`,
  remove: (/** @type {string} */ who) => `Remove ${who}`,
  nameAt: (/** @type {Within} */ hidden, /** @type {number} */ seat) => [hidden("Name at seat "), seat],
  name: "Name",
};

/** The list in which a game is chosen (picker.js). */
export const PICKER = {
  rulesOf: (/** @type {Within} */ hidden, /** @type {string} */ game) => ["Rules", hidden(` of ${game}`)],
  summary: (/** @type {string} */ summary, /** @type {{least: number, most: number}} */ { least, most }) => (
    least === most ? `${summary} For ${least} players.` : `${summary} For ${least} to ${most} players.`
  ),
  found: (/** @type {number} */ games) => count(games, "game"),
  noneFound: "No game is found by these words.",
};

/** House rules as fields (options.js). */
export const OPTIONS = {
  others: (/** @type {number} */ rules) => `Other house rules of similar games (${rules})`,
  similar: (/** @type {number} */ rules) => `House rules of similar games (${rules})`,
  notKnown: "They are not known to be played with this game, but a club may choose them.",
  asTheRulesSay: "as the rules say",
  none: "none",
  inOrder: "in order of the seats",
  suit: (/** @type {string} */ name) => capital(name),
};

/** The players of the club (players.js). */
export const PLAYERS = {
  making: "All games are being counted again. Come back in a moment.",
  behind: "The newest results are still being counted.",
  shared: (/** @type {number} */ wins) => `, ${wins} of them shared`,
  notFinished: (/** @type {number} */ games) => `, ${games} of them not finished`,
};

/** The page of one person (career.js). */
export const CAREER = {
  said: (/** @type {number} */ games, /** @type {number} */ finished) =>
    (games === finished ? count(games, "game") : `${count(games, "game")}, ${finished} of them with a result`),
  newest: (/** @type {number} */ games) => `The newest ${count(games, "game")}; older ones are not counted here.`,
  played: "Played",
  won: "Won",
  notWon: "Not won",
  share: "Won of finished",
  percent: (/** @type {number} */ share) => `${Math.round(100 * share)} %`,
  entered: "Tournaments",
  cupsWon: "Tournaments won",
  firstThree: "In the first three",
  untitled: "A tournament",
  entries: (/** @type {number} */ entries) => `of ${entries}`,
  running: "not finished",
  place: (/** @type {number} */ place) => `${place}.`,
};

/**
 * What became of a file, by the API’s word for it.
 * @typedef {Record<string, (record: string, added: number, all: number) => string>} Outcomes
 */

/** Importing files (import.js). `added`, `all`: events. */
export const IMPORT = {
  noFile: "Choose one file or several.",
  progress: (/** @type {number} */ number, /** @type {number} */ files) => `File ${number} of ${files} …`,
  progressOfMany: (/** @type {string} */ progress, /** @type {number} */ number) => `${progress} record ${number} …`,
  file: "file",
  record: "record",
  accepted: (/** @type {number} */ fine, /** @type {string} */ what) => `${count(fine, what)} accepted.`,
  wouldBeAccepted: (/** @type {number} */ fine, /** @type {string} */ what) => `${count(fine, what)} would be accepted.`,
  someRefused: (/** @type {number} */ fine, /** @type {number} */ refused, /** @type {string} */ what) => (
    `${count(fine, what)} accepted, ${count(refused, what)} refused: nothing of ${refused === 1 ? "it" : "them"} was stored.`
  ),
  someWouldBeRefused: (/** @type {number} */ fine, /** @type {number} */ refused, /** @type {string} */ what) => (
    `${count(fine, what)} would be accepted, ${count(refused, what)} refused: nothing of ${refused === 1 ? "it" : "them"} was stored.`
  ),
  line: (/** @type {string} */ file, /** @type {number} */ number) => `${file}, line ${number}`,
  unread: (/** @type {string} */ game, /** @type {string} */ why) => `${game} was not exported: ${why}`,
  /** What became of the records of one file. */
  together: (/** @type {Record<string, number>} */ { appended = 0, completed = 0, "already-there": here = 0, refused = 0 }, /** @type {boolean} */ dry) => {
    const would = dry ? "would be " : "";
    const parts = [
      appended && `${appended} ${would}imported`,
      completed && `${completed} ${would}completed`,
      here && `${here} already here`,
      refused && `${refused} refused`,
    ];
    return `${count(appended + completed + here + refused, "record")}: ${parts.filter(Boolean).join(", ")}.`;
  },
  tooLarge: "The file is larger than 16 MiB, the most that can be imported at once. Export the games one by one, and import these files.",
  wrongKind: "The server does not read files of this kind. Choose a record that was exported as json, ndjson, html or text, or the archive of a tournament (.zip).",
  diskFull: "The disk of the server is full. Tell the person who runs it, and import the file again when there is room.",
  noNetwork: "The server does not answer. Check the connection, then import the file again: what is here already is not stored twice.",
  again: "Import the file again in a minute: what is here already is not stored twice.",
  /** What a file holds that is no game and no tournament. */
  club: "The club’s own stream",
  standings: "Standings",
  fault: (/** @type {string} */ place, /** @type {string} */ sentence) => `${capital(place)}: ${sentence}`,
  done: /** @type {Outcomes} */ ({
    appended: (record, added, all) => `${record} imported, ${count(added, "entry", "entries")} of ${all} new.`,
    completed: (record, added, all) => `${record} completed, ${count(added, "entry", "entries")} of ${all} new.`,
    "already-there": (record, added, all) => `${record} already here, ${count(added, "entry", "entries")} of ${all} new.`,
  }),
  wouldBe: /** @type {Outcomes} */ ({
    appended: (record, added, all) => `${record} would be imported, ${count(added, "entry", "entries")} of ${all} new.`,
    completed: (record, added, all) => `${record} would be completed, ${count(added, "entry", "entries")} of ${all} new.`,
  }),
  refused: "Refused. Nothing of it was stored:",
  unsure: "It is not known whether this file was imported:",
};
