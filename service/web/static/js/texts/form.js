/**
 * The texts of the desk, where a scorekeeper enters acts: the form, its dialogs and the notices. Each text is whole:
 * what differs is passed to it, and where the words stand is decided here. A name, a number or an element may be part of a text that is
 * returned as a list of its parts. Words of a text that stand in an element of their own go to a function that makes it (`Wrap`).
 */

import { capital, count, listed } from "./words.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {(words: string) => Child} Wrap puts words into an element
 */

/** The form for one act (formview.js, formstate.js). `act`: the label of an act; `field`: that of a field. */
export const FORM = {
  exchanged: "Everybody took and threw as the rules say",
  all: (/** @type {string} */ act) => `All ${act.toLowerCase()}`,
  allOthers: (/** @type {string} */ act) => `All others ${act.toLowerCase()}`,
  whatHappened: "What happened",
  tapSeatFor: (/** @type {string} */ field) => `${field}: tap the seat`,
  tapSeatsFor: (/** @type {string} */ field) => `${field}: tap them at the table`,
  ifKnown: (/** @type {string[]} */ fields) => `${capital(listed(fields.map((field) => field.toLowerCase())))}, if known`,
  more: "More details…",
  nobodyRemembers: "Nobody remembers",
  notKnownYet: (/** @type {string} */ field) => `${field} not known yet`,
  tapSeatThenNumber: "Tap a seat, then its number.",
  tapSeatThenCard: "Tap a seat, then its card.",
  given: (/** @type {string} */ name, /** @type {string[]} */ cards) => `${name}: ${cards.join(", ")}`,
  cardOf: (/** @type {string} */ name) => `Card of ${name}`,
  numberOf: (/** @type {string} */ field, /** @type {string} */ name) => `${field} of ${name}`,
  numberOfLeft: (/** @type {string} */ field, /** @type {string} */ name, /** @type {number} */ left, /** @type {number} */ total) => `${field} of ${name} (${left} of ${total} left)`,
  wholeDeal: (/** @type {string | null} */ name, /** @type {number} */ had) => (name ? `${name} has ${had} already. Enter all of the deal.` : "All of the deal, also those already played."),
  /** What is still to enter. */
  allOf: (/** @type {string} */ field) => `all ${field}`,
  ofEach: (/** @type {string} */ field, /** @type {string[]} */ names) => (names.length > 1 ? `${field} of ${listed(names)}` : `${names[0]}’s ${field === "bids" ? "bid" : field}`),
  clear: "Clear",
  openAgain: "The round before the one that you were entering is open again.",
  discardMine: "Discard mine",
  correctToMine: "Correct it to mine",
  mineIsNext: "Mine is the next one",
  mineIsOpen: "Mine is the open one",
  nextDeal: (/** @type {Child} */ act, /** @type {Wrap} */ said) => ["Next deal", act && [said(": "), act]],
  nextDealInDetail: "Next deal, with details…",
  onlyNextResult: "Only the next deal’s result…",
  onlyResult: "Only this deal’s result",
  record: (/** @type {string} */ act, /** @type {Wrap} */ said) => ["Record it", said(`: ${act}`)],
  recordAnyway: "Record it all the same",
  look: (/** @type {string} */ act, /** @type {Wrap} */ said) => ["See what it changes", said(`: ${act}`)],
  lookAnyway: "See what it changes all the same",
  missing: (/** @type {string[]} */ parts) => `Still to enter: ${listed(parts)}.`,
  open: (/** @type {string[]} */ parts) => `Not entered: ${listed(parts)}. Leave out what nobody made.`,
  sumIs: (/** @type {string} */ field, /** @type {number} */ said, /** @type {number} */ total) => `${field} add up to ${said}. ${total} were played.`,
  enteredMeanwhile: "This was entered meanwhile",
  takenBackMeanwhile: "An earlier entry was taken back meanwhile",
};

/** The desk and its dialogs (desk.js, dialogs.js). */
export const DESK = {
  undo: "↶ Undo",
  undoes: (/** @type {Child} */ entry) => ["↶ Undo: ", entry],
  /** `entry`: the one that was corrected. */
  undoesCorrection: (/** @type {Child} */ entry) => ["↶ Undo, back to: ", entry],
  undoesInsertion: (/** @type {Child} */ entry) => ["↶ Undo insertion: ", entry],
  whatIsWrong: "What is wrong?",
  howItEnds: "How does the game end?",
  whatElse: "What else happened?",
  happenedAfter: (/** @type {Child} */ entry) => ["What happened after: ", entry],
  missingAfter: (/** @type {Child} */ entry) => ["What is missing after: ", entry],
  correct: (/** @type {Child} */ entry) => ["Correct: ", entry],
  takeBack: (/** @type {Child} */ entry) => ["Take back: ", entry],
  putBack: (/** @type {Child} */ entry) => ["Put back: ", entry],
  recordIt: "Record it",
};

/** Why a tap was not taken (desk.js). */
export const UNTAKEN = {
  twice: "Tap again: the same place was tapped twice.",
  changed: "Tap again: the table has just changed.",
  early: "Tap again: the tap before was not recorded yet.",
  other: "Not recorded: it is not what play waits for now.",
};

/** What a page that is kept on the device says (shelf.js). */
export const SHELF = {
  newer: "Faceup has a new version.",
  loadAgain: "Load this page again",
};

/** The page of a scorekeeper around the desk (office.js). */
export const OFFICE = {
  makeFinal: "Make the result final",
  corrected: (/** @type {string} */ now, /** @type {string} */ before) => `Corrected: ${now}. Before: ${before}.`,
  inPlaceOf: (/** @type {string} */ ruling) => `In place of: ${ruling}`,
};

/** The reasons for corrections (corrections.js). The record keeps them as they are. */
export const CORRECTIONS = {
  typedWrong: "typing slip",
  misheard: "misheard",
  forgotten: "forgotten",
  didNotHappen: "did not happen",
  seenTooLate: "seen too late",
  reportedLater: "reported later",
  undone: "undone",
  roundInserted: "round inserted before",
};

/** The controls of fields (fields.js). */
export const FIELDS = {
  yes: "Yes",
  no: "No",
  nil: "nil",
  name: "Name",
  ownWords: "Or in your words",
  notJson: "This is not JSON.",
  json: (/** @type {string} */ label) => `${label} (JSON)`,
  optional: (/** @type {Wrap} */ quiet, /** @type {string} */ label) => [label, quiet(" (optional)")],
  /** Begins with what the button shows. */
  suit: (/** @type {string} */ sign, /** @type {string} */ letter, /** @type {string} */ name) => `${sign} ${letter} ${name}`,
};

/** The words that people use most for a reason (fields.js). The record keeps them as they are. */
export const SUGGESTIONS = {
  dealVoided: ["misdeal", "exposed card", "wrong pack"],
  gameAbandoned: ["players left", "agreed"],
  gameAnnulled: ["test game", "recorded twice", "wrong players"],
  gameRemoved: ["nobody played", "opened by mistake"],
  timeCalled: ["end of the round", "hall closes"],
};

/** Short ways to enter an act (formview.js). */
export const CHOICES = {
  whatHappened: "What happened",
  anotherNumber: "Another number",
};

/** Where the cards go (formview.js). */
export const PLACES = {
  forWhat: "What the pad is for",
  whoseCards: "Whose cards",
  cards: (/** @type {Child} */ name, /** @type {string | number} */ cards) => [name, ` ${cards}`],
  cardsOf: (/** @type {Child} */ name, /** @type {number} */ cards, /** @type {number} */ all) => [name, ` ${cards} of ${all}`],
  seen: "seen this round",
  already: (/** @type {string} */ field) => `${field.toLowerCase()} already`,
  givenTo: (/** @type {string} */ name) => `given to ${name}`,
};

/** What is not stored (notice.js). `acts`: their labels. */
export const NOTICE = {
  choose: "Not stored. Choose above: record it or discard it.",
  unsent: (/** @type {Wrap} */ strong, /** @type {number} */ acts, /** @type {Child} */ time) => [
    strong("Not yet stored: "),
    acts === 1 ? "1 act waits on this device" : `${acts} acts wait on this device`, time ? [". No answer since ", time] : "", ".",
  ],
  goOn: "You can go on. All is sent by itself, in this order, when the server answers.",
  reload: "Leave this page open: reloaded without a network, it does not come back.",
  withHttps: "With HTTPS it does",
  /** Where the acts are that wait, if not in the browser's database. */
  kept: {
    storage: "This browser has no database for them, so they are in its small storage.",
    page: "This browser cannot keep them: they are only on this page. Leave it open until they are sent, or save them as a file.",
  },
  save: "Save as a file",
  both: (/** @type {number} */ acts) => (acts === 1 ? "One act was recorded on both phones. It counts once." : `${acts} acts were recorded on both phones. They count once.`),
  notRecorded: (/** @type {string} */ acts, /** @type {string} */ why) => `Not recorded: ${acts}. ${why}`,
  overtaken: (/** @type {Wrap} */ strong, /** @type {number} */ entries) => [strong("Not stored: "), `somebody else recorded here meanwhile (${count(entries, "entry", "entries")}).`],
  /** `lines`: what the only act says; null: there are several. */
  belongs: (/** @type {string[] | null} */ lines, /** @type {number} */ acts) =>
    `Look at the table: ${lines ? `does “${lines.join(", ")}” still belong at the end?` : `do your ${acts} acts still belong at the end?`}`,
  these: (/** @type {number} */ acts) => `Your ${acts} acts`,
  leadsTo: (/** @type {string} */ turn) => `With what waits here: ${turn}`,
  doubt: (/** @type {string} */ act) => `Does “${act}” still belong after that?`,
  accept: "Yes, it happened so",
  recordAll: (/** @type {number} */ acts) => `Record all ${acts} at the end`,
  askEach: "Ask about each",
  discardAll: (/** @type {number} */ acts) => `Discard all ${acts}`,
  refused: (/** @type {Wrap} */ strong, /** @type {string[]} */ acts, /** @type {string} */ why) => [strong("Not stored: "), `${acts.join(", ")}. ${why}`],
  sendNow: "Send now",
  recordAtEnd: "Record it at the end",
  discard: "Discard it",
  tryAgain: "Try again",
};

/** The pad for a PIN (pin.js). */
export const PIN = {
  entered: (/** @type {number} */ digits) => `${count(digits, "digit")} entered`,
  digits: "Digits",
  deleteLast: "Delete the last digit",
};
