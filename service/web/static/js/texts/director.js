/**
 * The texts of the director's pages: the desk, one round, the entries, the links, setting up a tournament, and papers. Each text is whole:
 * what differs is passed to it, and where the words stand is decided here.
 */

import { capital, count, listed, numbered, openDeals, ordinal, verb } from "./words.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {(text: string) => Child} Made makes an element of a part of a text
 * @typedef {"alone" | "pairs" | "teams"} Kind what enters a tournament
 */

/** What several pages of a director say. */
export const DIRECTOR = {
  pair: (/** @type {number} */ round) => `Pair round ${round}`,
  publish: (/** @type {number} */ round) => `Publish round ${round}`,
  publishAsIs: "Publish it as it is",
  /** Why a pairing was taken back, in the record. */
  pairedAgain: "paired again",
  changed: "Changed",
  toDesk: "To the desk",
  typeName: "Type a name first.",
  remove: (/** @type {string} */ what) => `Remove ${what}`,
  making: (/** @type {number} */ at, /** @type {number} */ of) => `Making ${at} of ${of} …`,
  /** The label of a link with which an entry checks in. */
  checkInLink: (/** @type {string} */ name) => `Check-in: ${name}`,
};

/** Players who are not there (missing.js). */
export const MISSING = {
  /** `more`: how many are missing besides those with a name. */
  notCheckedIn: (/** @type {string[]} */ names, /** @type {number} */ more) => {
    const who = listed(more ? [...names, `${more} more`] : names);
    return `${who} ${verb(who, "is", "are")} not checked in.`;
  },
  leftOut: (/** @type {number} */ entries, /** @type {number} */ round) =>
    `${count(entries, "entry misses", "entries miss")} round ${round}. Anybody who still comes can be added to the pairing.`,
};

// --- the desk ----------------------------------------------------------------------------------------------------------------------------

/** The page of the desk (desk.js). */
export const DESK = {
  /** `kind`: what the entries are, such as `pair`. */
  needsTwo: (/** @type {string} */ kind) => `A tournament needs two ${kind}s. Then you can pair round 1.`,
  place: (/** @type {number} */ place) => ordinal(place),
  /** `what`: what has changed since the cut. */
  cutChanged: (/** @type {string} */ what) => `Who went on stays as it was decided. ${what}`,
  notRecorded: (/** @type {Made} */ bold) => [bold("Not recorded: "), "somebody else was faster. Look again before you go on."],
};

/** What a director does with a round (deskacts.js). */
export const DESK_ACTS = {
  cut: (/** @type {number} */ round) => `See who goes on, and pair round ${round}`,
  look: "Look at the pairing",
  change: "Change the pairing",
  publishStandings: "Publish the standings",
  addPlayers: "Add players",
  pairAgain: (/** @type {number} */ round) => `Pair round ${round} again`,
  start: (/** @type {number} */ round) => `Start round ${round}`,
  startTimed: (/** @type {number} */ round, /** @type {number} */ minutes) => `Start round ${round} (${count(minutes, "minute")})`,
  startClock: "Start the clock",
  startRound: "Start the round",
  bell: "Ring the bell",
  longer: "+5 minutes",
  finish: "Finish the tournament",
  callTime: (/** @type {number} */ tables) => `Call time at ${count(tables, "table")}`,
  /** Why time is called, in the record of a game. */
  reason: "the bell",
  called: (/** @type {number} */ done, /** @type {number} */ all) =>
    `Time is called at ${done} of ${count(all, "table")}. Hands that are being played are played to their end.`,
  notCalled: (/** @type {number} */ table, /** @type {string} */ why) => `Table ${table}: ${why}`,
};

/** The clock of the desk (deskclock.js). */
export const DESK_CLOCK = {
  bell: "Bell",
  rang: (/** @type {string} */ time) => `rang at ${time}`,
  since: (/** @type {string} */ time) => `since ${time}`,
  bellAt: (/** @type {string} */ time) => `bell at ${time}`,
  bellWasDue: (/** @type {string} */ time) => `bell was due at ${time}`,
};

/** The forms in the rows of the desk (deskforms.js). `table`: such as `table 3`. */
export const DESK_FORMS = {
  resultOf: (/** @type {string} */ table) => `Result of ${table}`,
  draw: "A draw",
  scores: "The scores",
  orScores: "Or with the scores",
  ifLevel: "If they are level, who goes on?",
  level: "The scores are level, but one side goes on. Say which.",
  saveScores: "Save the scores",
  byForfeit: (/** @type {string} */ side) => `${side} ${verb(side, "wins", "win")} by forfeit`,
  notPlayed: "Not played",
  nobodyWins: "Nobody wins",
  /** `rule`: such as `must lie between 0 and 100`. */
  wrongScore: (/** @type {string} */ side, /** @type {string} */ rule) => `The score of ${side} ${rule}.`,
  /** What was recorded. `was`: the former result; null: there was none. */
  recorded: (/** @type {number} */ round, /** @type {number} */ table, /** @type {string} */ now, /** @type {string | null} */ was) =>
    `Round ${round}, table ${table}: ${was === null ? now : `${now}, was ${was}`}.`,
  whyStays: (/** @type {string} */ table) => `Why does the result of ${table} stay?`,
  keep: "Keep it",
  /** The reason that is proposed. */
  formerIsRight: "The former result is right",
};

/** What needs the director (desklines.js) and the results of a round (deskresults.js). `at`: at which table, for screen readers. */
export const DESK_LINES = {
  leaveOut: (/** @type {string[]} */ names, /** @type {number} */ round) =>
    `Leave ${names.length === 1 ? names[0] : "them"} out of round ${round}`,
  lookAtPlayers: "Look at the players",
  nothingYet: "Tables that miss a result appear here once a round is played.",
  publishFirst: "Look at the draw, then publish it. Until then only directors see it.",
  nothingOpen: "Nothing is open.",
  areIn: "In",
  round: (/** @type {number} */ round) => `Round ${round}`,
  draw: (/** @type {number} */ round) => `The draw of round ${round}`,
  live: "live",
  earlierTable: (/** @type {number} */ round, /** @type {number} */ table) => `Round ${round}, table ${table}`,
  table: (/** @type {number} */ table) => `table ${table}`,
  tableOfRound: (/** @type {number} */ round, /** @type {number} */ table) => `round ${round}, table ${table}`,
  at: (/** @type {string} */ table) => ` at ${table}`,
  lastEntry: (/** @type {string} */ ago) => `last entry ${ago}`,
  dispute: (/** @type {string} */ sentence, /** @type {string} */ ago) => `${sentence} (${ago})`,
  wouldBecome: (/** @type {string} */ former, /** @type {string} */ now) => `${former} would become ${now}.`,
  waits: (/** @type {string} */ result) => `${result}, typed. It waits for a second person.`,
  disputes: (/** @type {number} */ disputes) => (disputes > 1 ? `${disputes} disputes` : "disputed"),
  changed: "changed",
  tied: "a tie",
  whoGoesOn: "The result does not say who goes on. Type it again with the winner.",
  othersShould: "By the results of now, others should play here. The bracket says who.",
  typed: "typed",
  breaches: (/** @type {number} */ breaches) => count(breaches, "breach", "breaches"),
  contradictions: (/** @type {number} */ contradictions) => count(contradictions, "contradiction"),
  questions: (/** @type {number} */ questions) => count(questions, "question"),
  approve: (/** @type {string} */ result, /** @type {Child} */ at) => [`Approve ${result}`, at],
  accept: (/** @type {string} */ result, /** @type {Child} */ at) => [`Accept ${result}`, at],
  keep: (/** @type {string} */ result, /** @type {Child} */ at) => [`Keep ${result}`, at],
  rule: (/** @type {Child} */ at) => ["Rule on it", at],
  openGame: (/** @type {Child} */ at) => ["Open the game", at],
  anotherGame: (/** @type {Child} */ at) => ["Open another game", at],
  result: (/** @type {Child} */ at) => ["Result", at],
  anotherResult: (/** @type {Child} */ at) => ["Another result", at],
  /** `former`: the result that counts again then; null: none does. */
  withdraw: (/** @type {string | null} */ former, /** @type {Child} */ at) => [former === null ? "Withdraw it" : `Withdraw it: ${former} counts again`, at],
  typedResult: (/** @type {string} */ result) => `${result}, typed`,
  takenResult: (/** @type {string} */ result) => `${result}, from the game`,
  forfeitResult: (/** @type {string} */ result) => `${result}, by forfeit`,
};

/** Results, games and pairings in the words of the desk (deskwords.js). */
export const DESK_WORDS = {
  versus: (/** @type {string[]} */ sides) => sides.join(" v "),
  noResult: "no result",
  nobodyWon: "nobody won",
  levelWon: (/** @type {string} */ score, /** @type {string} */ won) => `${score}, ${won}`,
  openToSee: "Open the pending results to see what changes.",
  moved: (/** @type {string} */ name, /** @type {number} */ before, /** @type {number} */ place) =>
    `${name} ${verb(name, "moves", "move")} from ${ordinal(before)} to ${ordinal(place)}.`,
  comesIn: (/** @type {string} */ name, /** @type {number} */ place) => `${name} ${verb(name, "comes", "come")} in at ${ordinal(place)}.`,
  othersMove: (/** @type {number} */ places) => `${count(places, "other place changes", "other places change")}.`,
  onlyPoints: "No place changes, only points and tie-breaks.",
  nothingChanges: "Nothing changes in the standings.",
  pairedOnOld: (/** @type {number[]} */ rounds) =>
    `${listed(rounds.map((round) => `Round ${round}`))} ${rounds.length > 1 ? "were" : "was"} paired with the old result.`,
  finished: "Finished, not confirmed yet",
  confirmed: "Confirmed",
  final: "Final",
  abandoned: "The game was given up",
  unfinished: "Stopped before the end",
  annulled: "The game was annulled",
  unreadable: "The record of the game cannot be read",
  noGame: "No game yet",
  playing: (/** @type {number} */ hand) => `Hand ${hand} is being played`,
  played: (/** @type {number} */ hands) => `${count(hands, "hand")} played`,
  nothingPlayed: "Nothing played yet",
  /** `open`: the hands whose points are not sure. */
  score: (/** @type {string} */ score, /** @type {number[]} */ open) => (open.length ? `${score}, ${openDeals(open, "hand")}` : score),
  lateForRound: "late: a later round is paired",
  lateForBell: "late: the bell has rung",
  lateForTime: "late: the time is up",
  lateAndQuiet: "late: nothing recorded for a while",
  justNow: "just now",
  minutesAgo: (/** @type {number} */ minutes) => `${minutes} min ago`,
  hoursAgo: (/** @type {number} */ hours) => `${hours} hours ago`,
  secondByes: (/** @type {number} */ times) => `${count(times, "player has", "players have")} a second bye`,
  meetingsAgain: (/** @type {number} */ times) => `${count(times, "meeting")} for the second time or more`,
  partnersAgain: (/** @type {number} */ times) => `${count(times, "pair")} of partners for the second time or more`,
  wishes: (/** @type {number} */ times) => `${count(times, "pair sits", "pairs sit")} together against a wish`,
  wishesLater: (/** @type {number} */ times) => `${count(times, "pair meets", "pairs meet")} too early in a later round`,
  sameTables: (/** @type {number} */ times) => `${count(times, "player stays", "players stay")} at the same table against a wish`,
};

/** Pairing from the desk (deskpairing.js). */
export const DESK_PAIRING = {
  cancelled: "The pairing was cancelled. Nothing was recorded.",
  progress: (/** @type {number} */ percent) => `Pairing the round: ${percent} %`,
  cancel: "Cancel the pairing",
  notPaired: (/** @type {Made} */ bold, /** @type {string} */ why) => [bold("Not paired. "), why],
  best: (/** @type {string[]} */ uneven) => `In the best pairing that is left: ${uneven.join(", ")}.`,
  showBest: "Show that pairing",
  table: (/** @type {number} */ table, /** @type {string} */ sides) => `${table}: ${sides}`,
  sitsOut: (/** @type {string} */ names) => `Sits out: ${names}`,
  takeBest: "Pair it like this",
};

/** A tournament and its games in one archive (archive.js). */
export const ARCHIVE = {
  soon: "The archive will start soon",
  progress: (/** @type {number} */ done, /** @type {number} */ files) =>
    `${done} of ${count(files, "file is", "files are")} in the archive`,
  failed: (/** @type {string} */ reason) => `The archive could not be made: ${reason}. Nothing was changed.`,
  ready: (/** @type {number} */ missing) => (
    missing ? `The archive lacks ${count(missing, "game")} that could not be read; its manifest says why.` : "The archive is ready."
  ),
  again: "Download it again",
};

/** What a director needs less often (deskmore.js). */
export const DESK_MORE = {
  announced: "Announced.",
  gets: (/** @type {string} */ name, /** @type {number} */ points) => `${name} ${verb(name, "gets", "get")} ${count(points, "point")}.`,
  choose: "Choose",
  addTieBreak: "Level players share a place. To part them by lots or by your own order, add “Lots” or “The director's order” "
    + "to the tie-breaks in the settings.",
  nobodyLevel: "Nobody is level.",
  level: (/** @type {number} */ place) => `Level at ${ordinal(place)}`,
  levelNames: (/** @type {Made} */ bold, /** @type {number} */ place, /** @type {string[]} */ names) =>
    [bold(`Level at ${ordinal(place)}: `), listed(names)],
  up: (/** @type {Made} */ spoken, /** @type {string} */ name) => ["Up", spoken(` ${name}`)],
  down: (/** @type {Made} */ spoken, /** @type {string} */ name) => ["Down", spoken(` ${name}`)],
  ruleOrder: "Rule this order",
  drawLots: "Draw lots",
  /** Why the order is as it is, in the record. */
  reason: "Ruled at the desk",
  orderRecorded: "The order is recorded.",
  lotsDrawn: "The lots are drawn.",
};

/** Undoing the last events (deskundo.js). */
export const DESK_UNDO = {
  nothing: "Nothing was recorded yet.",
  undone: "undone",
  undo: (/** @type {Made} */ spoken, /** @type {string} */ sentence) => ["Undo", spoken(`: ${sentence}`)],
  undoIt: "Undo it",
  leaveIt: "Leave it",
  said: (/** @type {string} */ sentence) => capital(sentence),
  undoneEvent: (/** @type {string} */ sentence) => `Undone: ${capital(sentence)}`,
  undoneEntry: (/** @type {unknown} */ version) => `Undone: entry ${version}`,
  done: "Undone.",
};

// --- one round ---------------------------------------------------------------------------------------------------------------------------

/** The page of a round at the desk (round.js). */
export const ROUND_PAGE = {
  unsaved: (/** @type {number} */ round) => `Round ${round}: changes that are not saved`,
  playing: (/** @type {number} */ entries) => `${count(entries, "entry plays", "entries play")} in this round.`,
  /** `tables`: some of the tables whose results are missing. */
  misses: (/** @type {number} */ round, /** @type {number} */ results, /** @type {number[]} */ tables) =>
    `Round ${round} still misses ${count(results, "result")}: ${numbered("table", tables)}. The next round is paired on all results.`,
  seeMissing: "See who is missing",
  takeBest: "Take the best pairing that there is",
  stale: "Somebody else changed this tournament while you changed the pairing. ",
  reload: "Drop my changes and load it again",
  picked: (/** @type {string} */ name) => `${name}: now tap the one to swap with, or “Sit out”. Escape takes it back.`,
  howToChange: "To change it, tap two names: they swap places. Or drag one onto the other, or use the arrow keys and Enter.",
  points: (/** @type {Made} */ spoken, /** @type {string} */ points) => [` ${points}`, spoken(" points")],
  sitOut: "Sit out",
  makeTable: (/** @type {string[]} */ names) => `Make a table of ${listed(names)}`,
  whatChanges: "What this changes",
  save: "Save the changes",
  reset: "Undo them",
  pairAgain: "Pair again",
  print: "Print the pairings",
  laterIsPaired: (/** @type {number} */ later) => `Round ${later} is paired already: take that one back first.`,
  hasResults: (/** @type {number} */ tables) =>
    `${count(tables, "table has a result", "tables have results")}: this round can no longer be taken back.`,
  why: "Why is it taken back?",
  whyExample: "Carla is here after all",
  whyHelp: "The pairing stays as it is, but only directors see it, until you publish it again. "
    + "The reason is in the record of the tournament.",
  takeBack: (/** @type {number} */ round) => `Take round ${round} back`,
  progress: (/** @type {number | undefined} */ percent) => `Pairing: ${percent} %`,
  somethingChanged: "Something changed in the meantime. Look again, then pair.",
  notPaired: (/** @type {number} */ round) => `Round ${round} is not paired.`,
  sayWhy: "Say why, in a few words.",
  overtaken: "Somebody else changed the tournament in the meantime, so nothing was stored. Load it again.",
};

// --- entries and links -------------------------------------------------------------------------------------------------------------------

/** The list of entries (entries.js). */
export const ENTRIES = {
  nobodyFound: "Nobody with that name.",
  leaveOut: (/** @type {number} */ missing, /** @type {number} */ round) =>
    (missing === 1 ? `Leave the one who is missing out of round ${round}` : `Leave the ${missing} who are missing out of round ${round}`),
  people: (/** @type {string[]} */ names) => names.join(", "),
  missesRound: (/** @type {number} */ round) => `misses round ${round}`,
  seed: (/** @type {number} */ seed) => `seed ${seed}`,
  withdrawn: "Withdrawn",
  isHere: "Here",
  moreAbout: (/** @type {string} */ name) => `More about ${name}`,
  arrived: (/** @type {string} */ name, /** @type {number} */ people) => `${name} ${people > 1 ? "are" : "is"} here.`,
  noPin: "A PIN has 4 to 8 digits.",
  withdraws: (/** @type {string} */ name, /** @type {number} */ round) => `${name} ${verb(name, "does", "do")} not play from round ${round} on.`,
  returns: (/** @type {string} */ name, /** @type {number} */ round) => `${name} ${verb(name, "plays", "play")} again from round ${round} on.`,
  misses: (/** @type {string} */ name, /** @type {number} */ round) => `${name} ${verb(name, "misses", "miss")} round ${round}.`,
  changed: (/** @type {string} */ name) => `${name}: changed.`,
  entered: (/** @type {string} */ name) => `${name}: entered.`,
};

/** What the director wishes of pairings (wishes.js). */
export const WISHES = {
  none: "Everybody may meet everybody.",
  said: (/** @type {string[]} */ names, /** @type {boolean} */ hard, /** @type {number | null} */ from, /** @type {string} */ because) =>
    `${listed(names)} ${hard ? "must" : "should"} not sit at one table${from ? ` before round ${from}` : ""}${because}.`,
  moves: (/** @type {string[]} */ names, /** @type {boolean} */ hard, /** @type {string} */ because) =>
    `${listed(names)} ${hard ? "must" : "should"} sit at another table than the last time${because}.`,
  /** @type {Record<string, string>} */
  because: { asked: "", family: ": one family", club: ": one club" },
  withdraw: "Withdraw",
  withdrawThis: (/** @type {string} */ wish) => `Withdraw: ${wish}`,
  title: "What is wished?",
  what: "The wish",
  /** @type {Record<string, string>} */
  kinds: { apart: "No two of them at one table", moves: "Another table than the last time" },
  who: "Who?",
  why: "Why?",
  /** @type {Record<string, string>} */
  reasons: { asked: "Somebody asked for it", family: "They are of one family", club: "They are of one club" },
  notBefore: (/** @type {Made} */ quiet) => ["They may meet from round ", quiet("(empty: never)")],
  hard: "No drawn pairing may break this",
  soft: "Without the tick, this happens only if there is no other way.",
  add: "Add the wish",
  twoOrMore: "Choose two or more.",
  somebody: "Choose somebody.",
  wrongRound: (/** @type {number} */ least) => `Type round ${least} or a later one, or leave the field empty.`,
  added: "The wish counts from the next pairing on.",
  withdrawn: "The wish is withdrawn.",
};

/** The dialogs about one entry (entry.js). */
export const ENTRY = {
  close: "Close",
  checkIn: "Check in",
  checkInOf: (/** @type {string | null} */ name) => `Check in ${name}`,
  handOver: "Hand the phone over: the player chooses a PIN of 4 to 8 digits.",
  withoutPin: "Without a PIN",
  playAgain: (/** @type {number} */ round) => `Play again from round ${round} on`,
  missesRound: "Misses round",
  gets: "and gets",
  nothing: "nothing",
  draw: "a draw",
  bye: "a bye",
  miss: "Miss this round",
  withdraw: (/** @type {number} */ round) => `Withdraw from round ${round} on`,
  change: "Change the name or the people",
  save: "Save",
  showCode: "Show the code for their own phone",
  whoEnters: "Who enters?",
  playFrom: (/** @type {number} */ round) => `They play from round ${round} on.`,
  enter: "Enter",
  partner: "Partner",
  partnerOfMany: (/** @type {number} */ number) => `Partner ${number}`,
  shownAs: (/** @type {Made} */ quiet) => ["Shown as ", quiet("(empty: the names)")],
  /** The name of an entry that has no name of its own. */
  together: (/** @type {string[]} */ names) => names.join(" and "),
  line: "Number in the rotation",
  link: (/** @type {string} */ name) => `${name}: check in and approve results, for 7 days`,
};

/** The links of a tournament (links.js). */
export const LINKS = {
  none: "No table has a code yet",
  some: (/** @type {number} */ tables) => `${count(tables, "table")} ${tables === 1 ? "has" : "have"} a code`,
  make: "Make codes for the tables",
  makeSome: (/** @type {number} */ codes) => `Make ${count(codes, "code")}`,
  makeNew: (/** @type {number} */ codes) => `Make ${count(codes, "new code")}`,
  until: (/** @type {Child} */ time) => ["until ", time],
  checkIn: "check-in",
  records: "records",
  views: "views",
  atHand: "Code at hand",
  withdraw: "Withdraw",
  withdrawOf: (/** @type {string} */ label) => `Withdraw ${label}`,
  tableNumbers: (/** @type {number} */ most) => `Tables are numbered from 1 to ${most}: type the first and the last one.`,
  printNow: (/** @type {number} */ codes) => `${count(codes, "code")} made. Print them now.`,
  nobody: "Nobody has entered yet.",
  made: (/** @type {number} */ codes) => `${count(codes, "code")} made.`,
  /** The label of a link with which anybody may look on. */
  viewing: "Viewing",
  viewingMade: "The link is made: it is above, under “Made in this tab”.",
  revoked: (/** @type {string} */ label) => `${label} no longer works.`,
};

// --- setting up --------------------------------------------------------------------------------------------------------------------------

/** `3 players`, `1 pair`: how many have entered. */
const entered = (/** @type {Kind} */ kind, /** @type {number} */ entries) =>
  count(entries, { alone: "player", pairs: "pair", teams: "team" }[kind]);

/** The three steps of a new tournament (new.js). */
export const NEW = {
  forDirectors: "For directors of the club",
  forDirectorsHelp: "Only directors can set up a tournament. Ask a director of the club for a link that allows it.",
  allTournaments: "All tournaments",
  rulesChosen: (/** @type {number} */ rules) => `(${rules} chosen)`,
  giveTitle: "Give it a title, such as “Friday evening”.",
  chooseGame: "Choose the game that is played.",
  lacksPartner: "One is still without a partner.",
  lacksTeam: "A team is not made yet.",
  nextWho: "Next: who plays",
  nextHow: "Next: how they play",
  open: "Open the tournament",
  what: "What is played?",
  who: "Who plays?",
  whoSoFar: (/** @type {Kind} */ kind, /** @type {number} */ entries) => `Who plays? ${entered(kind, entries)} so far`,
  how: "How do they play?",
  howSome: (/** @type {Kind} */ kind, /** @type {number} */ entries) => `How do the ${entered(kind, entries)} play?`,
  halfway: (/** @type {Made} */ button, /** @type {string} */ why) => [
    `The tournament is open, but its entries are not stored yet: ${why} What you typed is kept: tap the button again. Or `,
    button("go on without them"),
  ],
};

/** Step 2: who plays (who.js). */
export const WHO = {
  exampleAlone: "For example: Anna Berg",
  examplePairs: "For example: Anna and Ben. In a file, the columns “name” and “partner”.",
  exampleTeams: "For example: The Aces: Anna, Ben, Carl. In a file, the columns “team”, “name 1”, “name 2” and so on.",
  more: (/** @type {number} */ people) => `${people} more: type a part of the name.`,
  /** The name of an entry that has no name of its own. */
  together: (/** @type {string[]} */ names) => listed(names),
  members: (/** @type {string[]} */ names) => ` ${listed(names)}`,
  cancel: "Cancel",
  partnerOf: (/** @type {string[]} */ names) => `${listed(names)} and …? Now tap or add the partner.`,
  team: (/** @type {string[]} */ names) => `Team: ${listed(names)}`,
  teamName: (/** @type {Made} */ quiet) => ["Name of the team ", quiet("(optional)")],
  makeTeam: "Make this team",
  inListAlready: (/** @type {string} */ name) => `${name} is in the list already.`,
  /** `one`: whether the name is that of one person or of a team. `entries`: how many there are now. */
  entered: (/** @type {string} */ name, /** @type {boolean} */ one, /** @type {number} */ entries) =>
    `${name} ${one ? "is" : "are"} entered: ${count(entries, "entry", "entries")}.`,
  removed: (/** @type {string} */ name, /** @type {boolean} */ one) => `${name} ${one ? "is" : "are"} removed.`,
  firstTeam: "Now tap the people of the first team.",
  putTogether: "Everybody was put together in this order. Remove a pair to change it.",
  enteredAlready: (/** @type {string} */ name) => `${name} is entered already.`,
  /** `faults`: sentences. */
  nothingAdded: (/** @type {string[]} */ faults) => `${faults.join(" ")} Nothing was added.`,
  noName: "There is no name in the list.",
  added: (/** @type {number} */ entries) => `${count(entries, "entry", "entries")} added.`,
};

/** A list that was pasted (pasted.js). `line`: its number. */
export const PASTED = {
  tooLong: (/** @type {number} */ line) => `Line ${line} has a name of more than 80 letters.`,
  needsOne: (/** @type {number} */ line) => `Line ${line} needs one name.`,
  needsTwo: (/** @type {number} */ line) => `Line ${line} needs two names, such as Anna and Ben.`,
  needsSeveral: (/** @type {number} */ line) => `Line ${line} needs two to eight names.`,
  twice: (/** @type {string} */ name) => `${name} is in the list twice.`,
};

/** A list that the user orders (ranks.js). */
export const RANKS = {
  up: (/** @type {string} */ what) => `Move up ${what}`,
  down: (/** @type {string} */ what) => `Move down ${what}`,
};

/** Step 3: how they play (how.js). */
export const HOW = {
  best: "Suits you best",
  /** `format`: what was chosen before, and does not suit any more. `now`: what is chosen instead. */
  another: (/** @type {string} */ format, /** @type {string} */ now) => `${format} does not suit any more, so ${now} is chosen.`,
  noFormat: "No format fits this game and these entries. Go back to change who plays, or choose another game.",
  noPlan: "The plan appears when the settings above fit together.",
};

/** The settings (settings.js). */
export const SETTINGS = {
  wins: "Wins",
  winsHelp: "A win, a draw and a loss bring fixed points.",
  score: "Scores",
  scoreHelp: "What somebody scores at the table counts as points.",
  placement: "Places",
  placementHelp: "The first at a table, the second and so on bring fixed points.",
  target: "When the game is won",
  targetHelp: "Each table plays until somebody reaches the target of the game.",
  handsEnd: "After a number of hands",
  handsEndHelp: "All tables play equally many hands.",
  bell: "When the bell rings",
  bellHelp: "The running hands are played to their end, and nobody deals again.",
  finished: "As soon as its game is over",
  confirmed: "When somebody at the table has confirmed it",
  final: "When a director has made it final",
  average: "the average of the own rounds",
  fixed: "fixed points",
  nothing: "nothing",
  rounds: "Rounds",
  all: "all",
  untilAllMet: "Empty: until everybody has met everybody.",
  table: "Entries at a table",
  partners: "Partners on a side",
  groups: "Groups",
  split: "Into groups",
  snake: "equally strong, by rank",
  byLot: "by lot",
  goOn: "Who goes on",
  ofEach: "the first of each group",
  ofAll: "the best of all groups",
  top: "How many go on",
  topOfGroup: "From each group",
  best: "And the best others",
  following: "Then they play",
  minutes: "Minutes a round",
  noClock: "no clock",
  prizes: "Places with a prize",
  ends: "A round ends",
  hands: "Hands in a round",
  points: "Points",
  pointsFrom: "Points come from",
  level: "When points are level",
  tieBreaks: (/** @type {string[]} */ labels) => labels.join(", "),
  sharePlace: "Level entries share a place.",
  takes: "How results are taken",
  /** `choice`: when a result counts. */
  takesNow: (/** @type {string} */ choice) => `${choice}.`,
  counts: "A result counts",
  acceptChanges: "A corrected game changes the standings without asking me",
  win: "A win",
  draw: "A draw",
  loss: "A loss",
  bye: "Sitting out",
  cap: "At most, in a round",
  noLimit: "no limit",
  places: "For the first, the second …",
  sitOut: "Sitting out brings",
  sitOutScore: "Points for sitting out",
  addTieBreak: "Add a tie-break",
  tieBreak: (/** @type {string} */ label, /** @type {string} */ sentence) => `${label}: ${sentence}`,
  add: "Add",
};

/** The plan of a tournament (plan.js). */
export const PLAN = {
  entries: entered,
  example: (/** @type {number} */ entries) => `Nobody has entered yet. With ${entries} entries it would be:`,
  rounds: (/** @type {number} */ rounds, /** @type {number} */ tables) =>
    `${count(rounds, "round")}, ${count(tables, "table")} in each round`,
  /** Fewer play after the cut. */
  untilCut: (/** @type {number} */ rounds, /** @type {number} */ tables) => `${count(rounds, "round")} in all, ${count(tables, "table")} in each round before the cut`,
  openRounds: (/** @type {number} */ tables) => `${count(tables, "table")} in each round, as many rounds as you want`,
  bracket: (/** @type {number} */ rounds, /** @type {number} */ tables) => `${count(rounds, "round")} at most, ${count(tables, "table")} in round 1`,
  byes: (/** @type {number} */ entries) => `${entries === 1 ? "One has" : `${entries} have`} a bye in round 1`,
  sitOut: (/** @type {number} */ entries) => `${entries === 1 ? "One sits" : `${entries} sit`} out in each round`,
  nobodySitsOut: "Nobody sits out",
  groups: (/** @type {number} */ groups) => count(groups, "group"),
  /** How long it takes: `2 h 20 min of play in all`. */
  time: (/** @type {number} */ hours, /** @type {number} */ minutes, /** @type {number | null | undefined} */ round) =>
    `${[hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean).join(" ")} of play in all, with ${round} minutes for a round`,
  schedule: "The schedule",
  numbersAreDrawn: "Numbers are drawn when round 1 is paired.",
  side: (/** @type {(string | number)[]} */ names) => listed(names),
  out: (/** @type {(string | number)[]} */ names) => `${listed(names)} out`,
};

// --- papers ------------------------------------------------------------------------------------------------------------------------------

const MAKE_FIRST = "Make them before you print: each code is a new link, for 7 days, and anybody who scans it may record at that table. "
  + "Codes that hang on tables already go on working until you withdraw them.";

/** What is printed (print.js, paperlists.js, papercards.js, papersigns.js). */
export const PAPER = {
  noRound: "No round is paired yet",
  nobody: "Nobody has entered yet",
  pairings: (/** @type {number} */ round) => `Pairings of round ${round}`,
  pairingsByTable: (/** @type {number} */ round) => `Pairings of round ${round} by table`,
  pairingsByName: (/** @type {number} */ round) => `Pairings of round ${round} by name`,
  byTable: "by table",
  byName: "by name",
  table: "Table",
  result: "Result",
  plays: "Plays",
  withoutTable: (/** @type {Made} */ bold, /** @type {string[]} */ names) => [bold("Without a table in this round: "), names.join(", ")],
  sitsOut: (/** @type {string} */ name) => `${verb(name, "sits", "sit")} out`,
  /** `sides`: the other sides at the table. */
  against: (/** @type {string[]} */ partners, /** @type {string[]} */ sides) =>
    (partners.length ? `with ${listed(partners)}, against ${sides.join("; ")}` : `against ${sides.join("; ")}`),
  standingsAfter: (/** @type {number} */ round) => `Standings after round ${round}`,
  standingsDuring: (/** @type {number} */ round) => `Standings, round ${round} in play`,
  standingsBefore: "Standings before round 1",
  stillMissing: (/** @type {number} */ tables) => `${tables} ${tables === 1 ? "table is" : "tables are"} still missing`,
  cardsOfAll: (/** @type {number} */ cards) => `${count(cards, "score card")} of all rounds`,
  cardsOf: (/** @type {number} */ cards, /** @type {number} */ round) => `${count(cards, "score card")} of round ${round}`,
  card: (/** @type {number} */ table, /** @type {number} */ round) => `Score card of table ${table}, round ${round}`,
  cardCode: (/** @type {number} */ table) => `QR code of the page of table ${table}`,
  scoresOf: (/** @type {number} */ table) => `Scores of table ${table}`,
  score: "Score",
  signature: "Signature",
  tableNumbers: (/** @type {number} */ most) => `Type a number of tables from 1 to ${most}`,
  signs: (/** @type {number} */ signs) => `${count(signs, "table sign")}, one on each page`,
  sign: (/** @type {number} */ table) => `Sign of table ${table}`,
  signCode: (/** @type {number} */ table) => `QR code of table ${table}`,
  scan: "Scan to keep score at this table",
  codesAreKept: "The codes are kept in this tab only. If you close it, printing again needs new codes; those on the tables still work.",
  /** `tables`: those without a code, such as `1–3`; if empty, no sign has one. */
  makeFirst: (/** @type {string[]} */ tables) =>
    (tables.length
      ? `No code yet for ${tables.join().match(/\D/) ? "tables" : "table"} ${listed(tables)}. ${MAKE_FIRST}`
      : `These signs have no codes yet. ${MAKE_FIRST}`),
  onlyDirectors: "Only a director can print the codes of the tables. Without them the signs show the numbers.",
  makeCodes: "Make the codes",
  roundNotShown: (/** @type {number} */ round) => `Round ${round} (not shown yet)`,
  allRounds: "All rounds",
};
