/** Reads the people of entries from a list that somebody pasted, or from a CSV file. */

import { PASTED } from "../texts/director.js";

/**
 * @typedef {import("./who.js").Kind} Kind
 * @typedef {{number: number, line: string}} Line
 * @typedef {{number: number, people: string[], name?: string}} Read an entry; `number`: of its line
 */
const TOGETHER = /\s*(?:&|\+|\/|,|;|\t|\s+and\s+)\s*/;
const COLUMNS = /^(name|player|partner|member)\s*\d*$/i;

/**
 * @param {string} text
 * @param {Kind} kind
 * @returns {{entries: {people: string[], name?: string}[], faults: string[]}} `name`: the team's own name, if it has one. If there are
 *   faults, nobody should be added.
 */
export function readList(text, kind) {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n?|\n/).map((line, at) => ({ number: at + 1, line })).filter(({ line }) => line.trim());
  const separator = [";", "\t", ","].find((each) => lines[0]?.line.includes(each)) ?? ",";
  const header = cells(lines[0]?.line ?? "", separator).map((cell) => cell.toLowerCase());
  const read = header.some((cell) => COLUMNS.test(cell)) ? fromColumns(lines.slice(1), header, separator) : fromLines(lines, kind);
  const faults = read.flatMap(({ number, people }) => fault(kind, people).map((said) => said(number)));
  const twice = repeated(read.flatMap(({ people }) => people));
  return { entries: read.map(({ people, name }) => ({ people, ...(name && { name }) })), faults: [...faults, ...twice.map((name) => PASTED.twice(name))] };
}

/**
 * @param {Line[]} lines
 * @param {string[]} header
 * @param {string} separator
 * @returns {Read[]}
 */
function fromColumns(lines, header, separator) {
  const team = header.indexOf("team");
  return lines.map(({ number, line }) => {
    const row = cells(line, separator);
    return { number, people: row.filter((cell, at) => cell && COLUMNS.test(header[at] ?? "")), name: team >= 0 ? row[team] : undefined };
  });
}

/**
 * @param {Line[]} lines
 * @param {Kind} kind
 * @returns {Read[]}
 */
function fromLines(lines, kind) {
  if (kind === "alone") {
    const single = lines.length === 1 && /[,;\t]/.test(lines[0].line);
    return single ? lines[0].line.split(/[,;\t]/).map(bare).filter(Boolean).map((name) => ({ number: 1, people: [name] })) : lines.map(({ number, line }) => ({ number, people: [bare(line)] }));
  }
  return lines.map(({ number, line }) => {
    const [, name, rest] = (kind === "teams" && /^([^:]+):(.+)$/.exec(line)) || ["", undefined, line];
    return { number, people: rest.split(TOGETHER).map(bare).filter(Boolean), name: name && bare(name) };
  });
}

/**
 * A cell in quotation marks may have separators and doubled quotation marks in it.
 * @param {string} line
 * @param {string} separator
 */
function cells(line, separator) {
  /** @type {string[]} */
  const found = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at];
    if (sign === '"' && quoted && line[at + 1] === '"') {
      at += 1;
      cell += line[at];
    } else if (sign === '"') quoted = !quoted;
    else if (sign === separator && !quoted) {
      found.push(cell.trim());
      cell = "";
    } else cell += sign;
  }
  return [...found, cell.trim()];
}

/**
 * Removes the number or the dash that people put before a line.
 * @param {string} text
 */
const bare = (text) => text.trim().replace(/^(?:\d+[.)]|[-–*•])\s*/, "").trim();

/**
 * @param {Kind} kind
 * @param {string[]} people
 * @returns {((line: number) => string)[]} what is said about the line
 */
function fault(kind, people) {
  if (people.some((name) => name.length > 80)) return [PASTED.tooLong];
  if (kind === "alone") return people.length === 1 ? [] : [PASTED.needsOne];
  if (kind === "pairs") return people.length === 2 ? [] : [PASTED.needsTwo];
  return people.length >= 2 && people.length <= 8 ? [] : [PASTED.needsSeveral];
}

/** @param {string[]} names */
function repeated(names) {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}

/**
 * The text of a CSV file with one column.
 * @param {string} column
 * @param {string[]} values
 */
export const csvOf = (column, values) => [column, ...values.map((value) => `"${value.replaceAll('"', '""')}"`)].join("\r\n");
