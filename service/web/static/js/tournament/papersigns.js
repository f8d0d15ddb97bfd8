/** Table signs on paper: one page each, with a number that can be read across a hall and a code that opens the table. */

import { call } from "../api.js";
import { byId, h, redraw } from "../dom.js";
import { addressOf, qrOf } from "../links.js";
import { PAPER } from "../texts/director.js";
import { HALL } from "../texts/hall.js";
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
  if (!(most >= 1 && most <= MOST_TABLES)) return { sentence: PAPER.tableNumbers(MOST_TABLES), sheets: [] };
  const numbers = Array.from({ length: most }, (_, at) => at + 1);
  const codes = await Promise.all(numbers.map((table) => {
    const link = links.get(table);
    return link ? qrOf(addressOf(link)) : null;
  }));
  tell(tournament, numbers.filter((table) => !links.has(table)));
  return { sentence: PAPER.signs(most), sheets: numbers.map((table, at) => sign(tournament, table, codes[at])) };
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
  const some = without.length === Number(byId("tables", "input").value) ? [] : ranges(without);
  if (!without.length) redraw(byId("told"), PAPER.codesAreKept);
  else redraw(byId("told"), may ? PAPER.makeFirst(some) : PAPER.onlyDirectors);
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
const sign = (tournament, table, code) => h("article", { class: "sign", "aria-label": PAPER.sign(table) },
  h("p", { class: "sign-title" }, tournament.state.title ?? HALL.untitled),
  h("p", { class: "sign-word" }, PAPER.table),
  h("p", { class: `sign-number digits-${String(table).length}` }, table),
  code ? [h("img", { src: code, alt: PAPER.signCode(table), width: 300, height: 300 }), h("p", { class: "sign-how" }, PAPER.scan)] : null);

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
    const label = HALL.table(table);
    const { body } = await call("POST", "/tokens", { body: { label, scopes: ["record"], tournament: tournament.id, table } });
    keepLink(tournament.id, { id: body.id, label, link: body.link, table });
  }
}
