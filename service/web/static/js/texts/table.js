/**
 * The texts of the card table and of the page of a game. Each text is whole: what differs is passed to it, and where the words stand is
 * decided here. A name, a number or an element may be part of a text that is returned as a list of its parts.
 */

import { capital, count, entriesLabel, listed } from "./words.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {(text: string) => Child} Say makes an element of a part that only screen readers read
 * @typedef {string | null | undefined} Reason
 */

/**
 * ` (rain)`: a reason after a statement; empty when nobody gave one.
 * @param {Reason} reason
 */
const because = (reason) => (reason ? ` (${reason})` : "");

/**
 * `: misheard`: a reason at the end; empty when nobody gave one.
 * @param {Reason} reason
 */
const colon = (reason) => (reason ? `: ${reason}` : "");

/**
 * Players who share their points, where there is little room: `Anna & Cleo`.
 * @param {string[]} names
 */
const together = (names) => names.join(" & ");

/** Where a game stands (position.js). */
export const POSITION = {
  deal: (/** @type {number} */ deal) => `Deal ${deal}`,
  round: (/** @type {number} */ round) => `Round ${round}`,
  timeCalled: "Time was called.",
  annulled: "This game was annulled.",
  abandoned: "The game was abandoned.",
  abandonedFor: (/** @type {string} */ reason) => `The game was abandoned: ${reason}.`,
  leaderUnknown: (/** @type {string[]} */ names) => `${names.join(" or ")} leads: nobody remembers who won.`,
  phase: (/** @type {string} */ phase) => `${phase}${/\w$/.test(phase) ? "." : ""}`,
  /** `task`: what they must do, such as `play`. */
  turn: (/** @type {string[]} */ names, /** @type {string} */ task) => `${listed(names)} to ${task}.`,
  turnOfAll: (/** @type {string} */ task) => `Everyone to ${task}.`,
  turnOfMany: (/** @type {number} */ players, /** @type {string} */ task) => `${players} players to ${task}.`,
  nobodyWins: "The game is over without a winner.",
  wins: (/** @type {string} */ name) => `${name} wins.`,
  win: (/** @type {string[]} */ names) => `${listed(names)} win.`,
  shareTheWin: (/** @type {string[]} */ names) => `${listed(names)} share the win.`,
  faceUp: (/** @type {number} */ cards) => `Face up ${cards}`,
  faceUpThisRound: "Face up this round",
  /** `deals`: which deals are open, such as `deal 3 open`. */
  unsure: (/** @type {string} */ deals) => `${capital(deals)}.`,
};

/**
 * A round and what is counted in it, by the API’s word (position.js).
 * @type {Record<string, (round: number, counted: number) => string>}
 */
export const COUNTED = {
  hand: (round, hand) => `Round ${round}, hand ${hand}`,
  trick: (round, trick) => `Round ${round}, trick ${trick}`,
  guess: (round, guess) => `Round ${round}, guess ${guess}`,
};

/**
 * What is counted within a round, by the API’s word (rounds.js).
 * @type {Record<string, (counted: number) => string>}
 */
export const HANDS = { hand: (hand) => `Hand ${hand}`, trick: (trick) => `Trick ${trick}`, guess: (guess) => `Guess ${guess}` };

/**
 * What players must do, by the API’s word (position.js). A word that is not here is shown as it is.
 * @type {Record<string, string>}
 */
export const TASKS = { play: "play", call: "bid", show: "show", stake: "stake", guess: "guess", choose: "choose", deal: "deal" };

/**
 * Which way the turn goes, by the API’s word (position.js).
 * @type {Record<string, string>}
 */
export const WAYS = { clockwise: "clockwise", counterclockwise: "counterclockwise" };

/** The page of a game (game.js). */
export const GAME = {
  title: (/** @type {string} */ game) => `${game} · Faceup`,
  stored: (/** @type {number} */ entry) => `Stored as entry ${entry}.`,
  tricksByPlayer: "Tricks, player by player",
  ledFirst: (/** @type {string} */ name) => `${name} led first`,
  dealByDeal: "Deal by deal",
  roundByRound: "Round by round",
  scoreByDeal: "Score by deal",
  scoreByRound: "Score by round",
  delayed: (/** @type {string} */ time) => `shown with a delay of ${time}`,
  /** Nobody plays on, because the table has a result. `from`: the API’s word for where it comes from. */
  decidedElsewhere: (/** @type {string} */ from) => (from === "typed" ? "Result typed" : "Decided without play"),
  live: "Live",
  offline: "Offline",
};

/** Cards and their buttons (cards.js, faces.js). */
export const CARDS = {
  spades: "spades",
  hearts: "hearts",
  diamonds: "diamonds",
  clubs: "clubs",
  /** A suit as a heading. */
  suit: (/** @type {string} */ suit) => capital(suit),
  /**
   * The ranks that are said as words, by their letters.
   * @type {Record<string, string>}
   */
  ranks: { A: "ace", K: "king", Q: "queen", J: "jack", T: "10" },
  ofSuit: (/** @type {string} */ rank, /** @type {string} */ suit) => `${rank} of ${suit}`,
  highJoker: "high joker",
  lowJoker: "low joker",
  /** Printed on a joker. */
  high: "High",
  low: "Low",
  fromPack: (/** @type {string} */ card, /** @type {string} */ pack) => `${card}, pack ${pack}`,
  forgotten: "a card that nobody remembers",
  /** The mark of a card that the rules do not allow now. */
  unexpected: "not expected here",
  marked: (/** @type {string} */ card, /** @type {string} */ mark) => `${card}, ${mark}`,
  /** `shown`: what is printed on the key, `card`: the card in words. */
  key: (/** @type {string} */ shown, /** @type {string} */ card) => `${shown} ${card}`,
  keyTitle: (/** @type {string} */ card, /** @type {string} */ mark) => `${card}: ${mark}`,
  jokers: "jokers",
  number: "Number",
  none: "none",
  noneInFull: "none: no card",
};

/** Who plays together. */
export const SIDES = {
  names: (/** @type {string[]} */ names) => listed(names),
  /** Where there is little room. */
  short: (/** @type {string[]} */ names) => together(names),
};

/** Points of players. */
export const POINTS = {
  of: (/** @type {string} */ name, /** @type {string} */ points) => `${name} ${points}`,
  list: (/** @type {{name: string, points: string}[]} */ players) => players.map(({ name, points }) => POINTS.of(name, points)).join(", "),
};

/** The tricks of a deal (tricks.js). */
export const TRICKS = {
  title: "The tricks of this deal",
  trick: "Trick",
  toPlay: "to play",
  laid: (/** @type {Child} */ card, /** @type {{led: boolean, won: boolean}} */ { led, won }, /** @type {Say} */ say) => [
    led ? say("led ") : null, card, won ? say(", took the trick") : null,
  ],
  turnedOver: "turned over",
  last: "Last trick",
  /** `card`: in words. */
  laidBy: (/** @type {Child} */ name, /** @type {string} */ card, /** @type {boolean} */ won, /** @type {Say} */ say) => [
    name, say(won ? `: ${card}, took the trick` : `: ${card}`),
  ],
};

/** What each deal or round brought (deals.js). */
export const DEALS = {
  deal: "Deal",
  round: "Round",
  earlierDeals: "Earlier deals",
  earlierRounds: "Earlier rounds",
  numbered: (/** @type {Child} */ round, /** @type {Say} */ say) => [say("Round "), round],
  notKnown: "not known",
  nobody: "nobody",
  total: (/** @type {Child} */ total, /** @type {Say} */ say) => [say("total "), total],
  made: (/** @type {Child} */ sign, /** @type {Child} */ points, /** @type {Say} */ say) => [sign, say("bid kept, "), " ", points],
  set: (/** @type {Child} */ sign, /** @type {Child} */ points, /** @type {Say} */ say) => [sign, say("bid not kept, "), " ", points],
  /** The points that win the game. */
  target: (/** @type {number} */ points) => `to ${points}`,
  /** The button of a deal in a replay: goes to where it begins. */
  begins: (/** @type {Child} */ round, /** @type {Say} */ say, /** @type {boolean} */ deals) => [say(deals ? "Go to deal " : "Go to round "), round],
  /** What a side bid, and took. */
  contract: (/** @type {string[]} */ names, /** @type {string} */ said) => `${together(names)} ${said}`,
  /** The words for the end of a round, without its number, which stands before them. */
  ending: (/** @type {string} */ words) => capital(words.replace(/^[A-Z]\w+ \d+: /, "")),
};

/** The result of the last deal (result.js). `names`: those of the players of a side. */
export const RESULT = {
  pointsOpen: (/** @type {number} */ deal) => `Deal ${deal}: its points are open`,
  over: (/** @type {number} */ deal) => `Deal ${deal} is over`,
  bothMade: "Both made it",
  bothSet: "Both were set",
  bothSidesMade: "Both sides made it",
  bothSidesSet: "Both sides were set",
  everybodyMade: "Everybody made it",
  everybodySet: "Everybody was set",
  /** `nil` is false if a nil failed; then `contract` says whether the contract was made, null: nobody of the side bid a number. */
  bids: (/** @type {{names: string[], made: boolean | null, contract: boolean | null, nil: boolean | null}[]} */ sides) =>
    sides.map(({ names, made, contract, nil }) => {
      const [who, many] = [listed(names), names.length > 1];
      if (made) return `${who} made it`;
      if (nil !== false) return `${who} ${many ? "were" : "was"} set`;
      if (contract === null) return `${who} failed the nil`;
      return contract ? `${who} made the contract, but the nil failed` : `${who} ${many ? "were" : "was"} set, and the nil failed`;
    }).join("; "),
  lead: (/** @type {string[]} */ names, /** @type {number} */ by) => `${listed(names)} ${names.length > 1 ? "lead" : "leads"} by ${by}`,
  level: "Nobody leads",
  made: "made",
  madeContract: "contract made",
  set: "set",
  bid: (/** @type {string} */ bid) => `bid ${bid}`,
  bidAndTook: (/** @type {string} */ bid, /** @type {number} */ took) => `bid ${bid}, took ${took}`,
  total: (/** @type {Child} */ total) => ["total ", total],
  totalAndBags: (/** @type {Child} */ total, /** @type {number} */ bags) => ["total ", total, `, ${count(bags, "bag")}`],
};

/** The life of a game: its end, who confirms it, what comes next (life.js). */
export const LIFE = {
  timeCalled: "Time was called",
  over: "The game is over",
  nobodyWins: "Nobody wins",
  win: (/** @type {string[]} */ names) => (names.length > 1 ? `${together(names)} win` : `${names[0]} wins`),
  /** `sides`: the names of each side that won. */
  shared: (/** @type {string[][]} */ sides) => `${listed(sides.map(together))} share it`,
  against: (/** @type {string[]} */ names) => `against ${together(names)}`,
  againstTo: (/** @type {string[]} */ names, /** @type {number} */ target) => `against ${together(names)}, to ${target}`,
  /** The points of the other side, after those of the winners. */
  other: (/** @type {Child} */ points, /** @type {Say} */ say) => [say("to "), points],
  removed: (/** @type {Reason} */ why) =>
    `This game was removed from the lists${because(why)}. It counts in no statistics; who has its link still finds it here. `
    + "A director can take this back.",
  unconfirmed: "Nobody has confirmed it yet.",
  unconfirmedOfMany: (/** @type {number} */ players) => `Nobody has confirmed it yet; one of ${count(players, "player")} is enough.`,
  unconfirmedOf: (/** @type {string[]} */ names) =>
    `Nobody has confirmed it yet; ${names.length > 1 ? `one of ${listed(names)} is enough` : `${names[0]} can`}.`,
  confirmed: (/** @type {string[]} */ names) => `Confirmed by ${listed(names)}.`,
  final: "This result is final.",
  abandoned: (/** @type {Reason} */ reason) => `The game was abandoned${because(reason)}: nobody wins.`,
  stopped: (/** @type {Reason} */ reason) => `The game is unfinished${because(reason)}.`,
  annulled: (/** @type {Reason} */ reason) =>
    `This game was annulled${because(reason)}. It counts in no standings; its record stays.`,
  archived: "This record is in the archive.",
  directorCorrects: "As a director you may still correct it.",
  /** Followed by `wayOut`. */
  locked: (/** @type {number} */ entry) => `Entries up to ${entry} can no longer be corrected here.`,
  /** How to change a confirmed result, for visitors who may not correct it. */
  wayOut: "A director can correct it or rule on it: ask for the director, or open this table with the director’s link.",
  share: "Share",
  replay: "Replay",
  finalise: "Make the result final",
  openRematch: "Open the rematch",
  again: "Play again",
  againTitle: "A new game with the same seats",
  /** `page`: the name of the other page, such as `My page`. */
  back: (/** @type {string} */ page) => `Back to ${page.slice(0, 1).toLowerCase()}${page.slice(1)}`,
};

/** Claims and concessions, and the answers to them (claims.js). */
export const CLAIMS = {
  title: "Claims",
  claimed: (/** @type {string} */ claim) => `${claim}.`,
  objected: "Somebody objects.",
  allAgreed: "All others agree.",
  agreed: (/** @type {string[]} */ names) => (names.length === 1 ? `${names[0]} agrees.` : `${listed(names)} agree.`),
  /** On the button that answers for these players. */
  allAgree: "All others agree",
  agree: (/** @type {string[]} */ names) => (names.length === 1 ? `${names[0]} agrees` : `${listed(names)} agree`),
  eachPlayer: "Player by player",
  enterDeal: "Enter the result of the deal",
  enterWinner: "Enter who won",
  accepted: (/** @type {string} */ name) => `${name} accepts.`,
  refused: (/** @type {string} */ name) => `${name} objects.`,
  unanswered: (/** @type {string} */ name) => `${name} has not answered.`,
  accepts: (/** @type {string} */ name, /** @type {Say} */ say) => ["Accepts", say(` for ${name}`)],
  objects: (/** @type {string} */ name, /** @type {Say} */ say) => ["Objects", say(` for ${name}`)],
  accept: (/** @type {string} */ name, /** @type {Say} */ say) => ["Accept", say(` as ${name}`)],
  object: (/** @type {string} */ name, /** @type {Say} */ say) => ["Object", say(` as ${name}`)],
};

/** The other side confirms a result (confirm.js). */
export const CONFIRM = {
  others: "Others may confirm too",
  who: "Who confirms on this phone?",
  pinOf: (/** @type {string} */ name) => `PIN of ${name}`,
  confirm: (/** @type {string} */ totals) => `Confirm: ${totals}`,
  confirmAs: (/** @type {string} */ name, /** @type {string} */ totals) => `Confirm as ${name}: ${totals}`,
  wrongPin: (/** @type {string} */ name) => `This is not the PIN of ${name}.`,
  winnerFirst: (/** @type {string} */ name) => `${name} won. Somebody who did not win confirms first.`,
  tooManyPins: (/** @type {string} */ name) =>
    `Too many wrong PINs for ${name} on this phone. ${name} can confirm on another phone, or on their own. Here, try again later.`,
  /** How to confirm at the seats without a PIN, when others have one. */
  orElsewhere: "Or on their own phone, with the link of their seat; or here, with a PIN.",
  /** `links`: whether this visitor can make the links; `pin`: who gives the PIN. */
  elsewhere: (/** @type {boolean} */ links, /** @type {"here" | "entry" | "seat"} */ pin) => {
    const ask = links ? "" : " (ask the director)";
    const pins = {
      here: "their seat has a PIN",
      entry: "their entry has a PIN (set at check-in, or by a director)",
      seat: "their seat has a PIN (set by a scorekeeper of the club)",
    };
    return `Players confirm on their own phone, with the link of their seat${ask}; or on this phone, once ${pins[pin]}.`;
  },
  givePin: "Give a seat a PIN",
  linkForSeat: "Link for a seat",
  /** When there are no totals. */
  winners: (/** @type {string[]} */ names) => names.join(", "),
};

/** How sure the record is (evidence.js), by level. */
export const EVIDENCE = {
  /** @type {Record<string, string>} */
  words: { observed: "seen", stated: "reported", confirmed: "confirmed", inferred: "worked out", director: "ruled", unknown: "not known" },
  /** @type {Record<string, string>} */
  meanings: {
    observed: "somebody saw it and wrote it down",
    stated: "the players said so",
    confirmed: "both sides confirmed it",
    inferred: "it follows from the rest of the record",
    director: "a director ruled so",
    unknown: "the record does not say",
  },
  withEntries: (/** @type {string} */ meaning, /** @type {number[]} */ versions) => `${meaning} (${entriesLabel(versions)})`,
};

/** Whose view is shown (viewpoint.js, replay.js). */
export const VIEWPOINT = {
  everyone: "everyone",
  scorekeeper: "scorekeeper",
  ownScorekeeper: "you, as scorekeeper",
  ownDirector: "you, as director",
  seen: (/** @type {string} */ viewer) => `You see what ${viewer} sees.`,
  back: "Back to your own view",
};

/** Entries of a record and what became of them (steps.js, history.js). `why`: the reason that somebody gave; empty: none. */
export const ENTRIES = {
  entry: (/** @type {number} */ entry) => `entry ${entry}`,
  /** Above the entry that ends a trick. */
  trick: (/** @type {number} */ trick, /** @type {string} */ name) => `Trick ${trick}: ${name} takes it`,
  insertedAfter: (/** @type {number} */ entry, /** @type {Reason} */ why) => `inserted after entry ${entry}${colon(why)}`,
  correctedInPlaceOf: (/** @type {number} */ entry, /** @type {Reason} */ why) => `corrected, in place of entry ${entry}${colon(why)}`,
  inPlaceOf: (/** @type {number} */ entry, /** @type {Reason} */ why) => `in place of entry ${entry}${colon(why)}`,
  withdrawnBy: (/** @type {number} */ entry, /** @type {Reason} */ why) => `withdrawn by entry ${entry}${colon(why)}`,
  whyInserted: (/** @type {number} */ entry) => `why ${entry} was inserted`,
  /** Marks. */
  takenBack: "taken back",
  ruling: "ruling",
  playStopped: "play stopped",
  confirmed: "confirmed",
  /** Before a sentence that is struck through. */
  gone: (/** @type {Child} */ sentence, /** @type {Say} */ say) => [say("Taken back: "), sentence],
  recorded: (/** @type {Child} */ time) => ["recorded ", time],
  by: (/** @type {string} */ recorder, /** @type {Say} */ say) => [say("by "), recorder],
  token: (/** @type {string} */ token) => `token ${token}`,
  change: (/** @type {number} */ entry) => `Change entry ${entry}`,
  correct: (/** @type {number} */ entry, /** @type {Say} */ say) => ["Correct", say(` entry ${entry}`)],
  takeBack: (/** @type {number} */ entry, /** @type {Say} */ say) => ["Take back", say(` entry ${entry}`)],
  putBack: (/** @type {number} */ entry, /** @type {Say} */ say) => ["Put back", say(` entry ${entry}`)],
  insertAfter: (/** @type {number} */ entry, /** @type {Say} */ say) => ["Insert after", say(` entry ${entry}`)],
  rule: (/** @type {number} */ entry, /** @type {Say} */ say) => ["Rule on this", say(` entry ${entry}`)],
};
