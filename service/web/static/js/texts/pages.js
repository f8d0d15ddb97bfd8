/**
 * The texts of many pages: what they say when something fails, and those of links and practice tables. Each text is whole: what differs is
 * passed to it.
 */

import { capital } from "./words.js";

/** @typedef {import("../../../types/dom.js").Child} Child */

/** What the API client says itself (api.js). */
export const API = {
  tokenMissing: "Open the link that your club gave you, or scan the code at your table. Without a link you see only public games.",
  tokenInvalid: "This link is no longer valid, or part of it is missing. Ask the person who gave it to you for a new one.",
  noRight: "Your link does not allow this. Ask a director of the club for one that does.",
  status: (/** @type {number} */ status) => `The server answered ${status}. Try again in a moment.`,
  noAnswer: "The server does not answer. Check the connection, then try again.",
  cutOff: "The answer from the server was cut off. Try again.",
};

const SEVERAL = /^(?:are|have|need)\b/;
/** Faults that say only what is wrong with a field, such as `must be a number`. All others name what they are about. */
const ABOUT_FIELD = /^(?:is|are|was|has|have|must|cannot|needs?|does|would|leaves|makes|made|says|changes|contradicts)\b/;

/** What is shown in place of a page, and the faults of what was sent (failure.js). */
export const FAILURE = {
  /** A fault as a sentence. `field`: what is wrong; empty: the sentence stands beside it. */
  fault: (/** @type {string} */ field, /** @type {string} */ message) => {
    const subject = field || (SEVERAL.test(message) ? "These" : "This");
    return `${FAILURE.lacksSubject(message) ? `${subject} ${message}` : capital(message)}${/[.!?]$/.test(message) ? "" : "."}`;
  },
  lacksSubject: (/** @type {string} */ message) => ABOUT_FIELD.test(message),
  oneOf: (/** @type {string} */ field) => `One of the ${field.toLowerCase()}`,
  closed: "This page is for members of a club",
  failed: "This page could not be shown",
  again: "Try again",
  allGames: "All games",
};

/** Signing out while acts wait to be stored (leaving.js). */
export const LEAVING = {
  title: "Sign out?",
  lost: "What waits is on this device only. If you sign out now, it is lost.",
  stay: "Stay signed in",
  save: "Save as a file",
  leave: "Sign out",
};

/** People whose names are not known. */
export const PEOPLE = {
  unnamed: "Unnamed",
};

/** Links and their codes (links.js). */
export const LINKS = {
  code: (/** @type {string} */ label) => `QR code: ${label}`,
  copy: "Copy the link",
  copied: "Copied",
  addressCopied: "Address copied",
  addressOfMembers: "Address copied. It opens for members only: send others a link from “Share this table”.",
  /** This machine knows an address that phones can open. */
  otherAddress: (/** @type {Child} */ address) => [
    "Phones cannot open this address: it only works on this machine. The link here begins with ", address, ", which phones can open.",
  ],
  noAddress: "Phones cannot open this address yet: it only works on this machine. Whoever runs Faceup here can change that: "
    + "“Links” on the page of the club says how.",
  notDrawn: "The QR code could not be drawn.",
};

/** Links to a table (share.js). */
export const SHARE = {
  record: "Record at this table",
  watch: "Watch this table",
  seat: "Sit here",
  making: "Making the link…",
  address: "Watch this table — for everybody who has this address",
  asLongAsYours: (/** @type {string} */ label) => `${label} — as long as your own link, for anyone with this link`,
  forOneDay: (/** @type {string} */ label) => `${label} — for one day, for anyone with this link`,
};

/** Practice tables (practice.js, practicetable.js). */
export const PRACTICE_TABLES = {
  /** The players of a table for which nobody typed names. */
  names: ["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana"],
  again: "Same as last time",
  tooMany: (/** @type {string} */ game, /** @type {number} */ most, /** @type {number} */ named) => (
    `${game} has at most ${most} players, and you named ${named}.`
  ),
  /** When the table is cleared. */
  clearedAt: (/** @type {Child} */ time) => ["at ", time],
  link: "The link of this table, for anyone who has it",
  endedTitle: "This practice table has ended · Faceup",
};
