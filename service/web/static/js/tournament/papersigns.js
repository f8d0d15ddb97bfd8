/** Table signs on paper: one page each, with a number that can be read across a hall and a code that opens the table. */

import { call } from "../api.js";
import { byId, h, redraw } from "../dom.js";
import { addressOf, qrOf } from "../links.js";
import { count, listed } from "../texts/words.js";
import { keepLink, madeLinks } from "./madelinks.js";

/**
 * @typedef {import("./tournament.js").Tournament} Tournament
 * @typedef {ReadonlyMap<number, string>} Links the links of tables that were made in this tab, by table
 */

const MOST_TABLES = 500;
/**
 * Makes a sign for each table. `tables`, from the form: how many signs; if empty, one for each table that the tournament is expected to use.
 * @param {Tournament} tournament
 * @param {import("./paperlists.js").Wanted} wanted
 * @returns {Promise<import("./paperlists.js").Printed>}
 */
export async function signs(tournament, { tables }) {
  const links = linksOf(tournament);
  if (!tables) byId("tables", "input").value = String(usualTables(tournament, links));
  const most = Number(byId("tables", "input").value);
  if (!(most >= 1 && most <= MOST_TABLES)) return { sentence: `Type a number of tables from 1 to ${MOST_TABLES}`, sheets: [] };
  const numbers = Array.from({ length: most }, (_, at) => at + 1);
  const codes = await Promise.all(numbers.map((table) => {
    const link = links.get(table);
    return link ? qrOf(addressOf(link)) : null;
  }));
  tell(tournament, numbers.filter((table) => !links.has(table)));
  return { sentence: `${count(most, "table sign")}, one on each page`, sheets: numbers.map((table, at) => sign(tournament, table, codes[at])) };
}

/**
 * @param {Tournament} tournament
 * @returns {Links}
 */
const linksOf = ({ id }) => new Map(madeLinks(id).flatMap(({ table, link }) => (table ? [[table, link]] : [])));

/**
 * How many signs to print at first: enough for all tables that have a link and for the tables of every round. If there are no links and no
 * rounds, enough for all entries.
 * @param {Tournament} tournament
 * @param {Links} links
 */
function usualTables({ state: { rounds, entries, settings } }, links) {
  const playing = entries.filter(({ withdrawn }) => !withdrawn).length;
  return Math.max(...links.keys(), ...rounds.map(({ tables }) => tables), 0) || Math.max(1, Math.floor(playing / settings.table));
}

/**
 * @param {Tournament} tournament
 * @param {number[]} without the tables without a code
 */
function tell(tournament, without) {
  const may = tournament.may("direct");
  byId("make").hidden = !without.length || !may;
  const which = without.length === Number(byId("tables", "input").value) ? "These signs have no codes yet." : `No code yet for ${listed(ranges(without).map((range) => `table ${range}`))}.`;
  if (!without.length) redraw(byId("told"), "The codes are kept in this tab only. If you close it, printing again needs new codes; those on the tables still work.");
  else if (may) redraw(byId("told"), which, " Make them before you print: each code is a new link, for 7 days, and anybody who scans it may record at that table. Codes that hang on tables already go on working until you withdraw them.");
  else redraw(byId("told"), "Only a director can print the codes of the tables. Without them the signs show the numbers.");
}

/**
 * `[1, 2, 3, 7]` → `["1–3", "7"]`
 * @param {number[]} numbers
 */
function ranges(numbers) {
  const firsts = numbers.filter((number, at) => numbers[at - 1] !== number - 1);
  const lasts = numbers.filter((number, at) => numbers[at + 1] !== number + 1);
  return firsts.map((first, at) => (first === lasts[at] ? `${first}` : `${first}–${lasts[at]}`));
}

/**
 * @param {Tournament} tournament
 * @param {number} table
 * @param {string | null} code the address of its image; null: none
 */
const sign = (tournament, table, code) => h("article", { class: "sign", "aria-label": `Sign of table ${table}` },
  h("p", { class: "sign-title" }, tournament.state.title ?? "A tournament"),
  h("p", { class: "sign-word" }, "Table"),
  h("p", { class: `sign-number digits-${String(table).length}` }, table),
  code ? [h("img", { src: code, alt: `QR code of table ${table}`, width: 300, height: 300 }), h("p", { class: "sign-how" }, "Scan to keep score at this table")] : null);

/**
 * Make a link for each of the first `most` tables that has none in this tab, one after the other. Links that were made before a failure are
 * kept.
 * @param {Tournament} tournament
 * @param {number} most
 * @param {(at: number, of: number) => void} progress
 */
export async function makeCodes(tournament, most, progress) {
  const links = linksOf(tournament);
  const without = Array.from({ length: most }, (_, at) => at + 1).filter((table) => !links.has(table));
  for (const [at, table] of without.entries()) {
    progress(at + 1, without.length);
    const label = `Table ${table}`;
    const { body } = await call("POST", "/tokens", { body: { label, scopes: ["record"], tournament: tournament.id, table } });
    keepLink(tournament.id, { id: body.id, label, link: body.link, table });
  }
}
