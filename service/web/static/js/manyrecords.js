/**
 * Reads a file with the records of many games, one a line, as the page of games and `faceup export --games` write it (docs/record-format.md).
 * The file may be larger than the memory: it is read piece by piece.
 */

import { IMPORT } from "./texts/games.js";
import { canonical } from "./verify.js";

/**
 * @typedef {object} One the record of one line
 * @property {File} file the record as a file of its own
 * @property {string} [fault] why the line has no record
 */

/** The first bytes of a file, which say whether it has many records. */
const START = 2 ** 16;

/**
 * Whether each line of the file is the record of a game, or says why it could not be exported.
 * @param {Blob} file
 */
export async function hasMany(file) {
  const [first] = (await file.slice(0, START).text()).split("\n");
  return first.startsWith('{"header":') ? first.includes('"events":[') : unreadIn(first) !== undefined;
}

/**
 * Each line as a file of its own. One that has no whole record stays as it is.
 * @param {File} file
 * @returns {AsyncGenerator<One>}
 */
export async function* recordsOf(file) {
  let number = 0;
  for await (const line of linesOf(file)) {
    number += 1;
    yield { file: new File([laidOut(line)], IMPORT.line(file.name, number)), fault: unreadIn(line) };
  }
}

/** @param {Blob} file */
async function* linesOf(file) {
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  /** @type {string[]} */
  let pieces = [];
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    const [rest, ...others] = (value ?? "").split("\n");
    pieces.push(rest);
    for (const next of others) {
      yield pieces.join("");
      pieces = [next];
    }
  }
  if (pieces.some(Boolean)) yield pieces.join("");
}

/**
 * The record in the ndjson form.
 * @param {string} line
 */
function laidOut(line) {
  try {
    const { header, events, footer } = JSON.parse(line);
    return [header, ...events, footer].map((part) => `${canonical(part)}\n`).join("");
  } catch {
    return line;
  }
}

/**
 * Why a line has no record; undefined: it does not say so.
 * @param {string} line
 * @returns {string | undefined}
 */
function unreadIn(line) {
  if (line.startsWith('{"header":')) return undefined;
  try {
    const { game, failed, detail } = JSON.parse(line);
    return game && (failed || detail) && IMPORT.unread(String(game), String(failed ?? detail));
  } catch {
    return undefined;
  }
}
