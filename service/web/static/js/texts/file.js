/** The texts of a replay in a file of its own, and of the check of its record. */

import { count } from "./words.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 */

/** The file (file.js). */
export const FILE = {
  checking: (/** @type {number} */ percent) => `Checking the record … ${percent} %`,
  whole: (/** @type {Child} */ mark, /** @type {number} */ events) => [mark, ` The record is whole: ${count(events, "entry", "entries")}, none changed since this file was made.`],
  faulty: (/** @type {Child} */ mark, /** @type {number} */ faults) => [mark, ` The record in this file was changed: ${count(faults, "fault")}.`],
  fault: (/** @type {string} */ where, /** @type {string} */ message) => `${where}: ${message}`,
  head: (/** @type {Child} */ hash) => ["The last hash of the record: ", hash],
  cannot: "This browser does not check files that are opened in this way. “faceup verify” and verify_record.py do.",
};

/** What may be wrong with a record file (verify.js). */
export const VERIFY = {
  header: "Header",
  footer: "Footer",
  event: (/** @type {number} */ version) => `Entry ${version}`,
  unreadable: "cannot be read",
  form: "is not in canonical form",
  noHeader: "is not the header of a game’s record, version 2",
  noFooter: "is not the footer of a record",
  digest: "was changed: its digest does not fit",
  version: (/** @type {number} */ version) => `must have the version ${version}`,
  missing: "is missing",
  missingUpTo: (/** @type {number} */ version) => `is missing, and all up to entry ${version}`,
  hash: "or its hash was changed: they do not fit",
  commitment: (/** @type {string} */ path) => `has “${path}”, which is not a commitment`,
  notSealed: (/** @type {string} */ path) => `opens “${path}”, which is not sealed`,
  opened: (/** @type {string} */ path) => `was changed: the opened value “${path}” does not fit its commitment`,
  after: "names a later entry as the one that it follows",
  sameId: "has the id of another entry",
  earlier: "was recorded before the entry above it",
  opening: "must be the opening if it is the first, and only then",
  otherStream: "names a game that entry 1 does not open",
  otherSystem: "names other rules than entry 1",
  head: (/** @type {number} */ version) => `does not name entry ${version} as the last`,
  lines: "does not fit the lines above: something was added or removed, such as an opened value",
  cutOff: "is cut off",
};
