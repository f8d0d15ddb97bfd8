/** The links of a tournament: codes for tables, for viewing, for players; made for all at once, listed, withdrawn. */

import { call, get } from "../api.js";
import { chip } from "../chips.js";
import { byId, dotted, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { copied, linkCard } from "../links.js";
import { once } from "../once.js";
import { dayTime } from "../times.js";
import { DIRECTOR, LINKS } from "../texts/director.js";
import { HALL } from "../texts/hall.js";
import { forgetLink, keepLink, madeLinks } from "./madelinks.js";
import { Tournament } from "./tournament.js";

const DAY = 86_400;
const MOST_TABLES = 500;
/**
 * @typedef {import("./seen.js").Answers["TokenLine"]} Token
 * @typedef {{scopes: string[], table?: number, entry?: number}} Limits what a link allows
 *
 * @typedef {object} Page
 * @property {Tournament} tournament there is one once `begin` has read it
 * @property {Token[]} tokens
 * @property {Map<string, HTMLElement>} cards of the links that were made in this tab, by id
 */

/** @type {Page} */
const page = { tournament: /** @type {Tournament} */ (/** @type {unknown} */ (null)), tokens: [], cards: new Map() };

async function begin() {
  const tournament = await Tournament.opened();
  page.tournament = tournament;
  byId("to", "input").value = String(usualTables());
  on(byId("main"), {
    tables: (button) => once(button, () => tables(button), byId("told")),
    viewing: (button) => once(button, () => viewing(), byId("told-other")),
    entries: (button) => once(button, () => entries(button), byId("told-other")),
    revoke: (button) => once(button, () => revoke(button.dataset.id ?? ""), byId("told-all")),
    copy: copied,
  });
  for (const end of ["from", "to"]) byId(end).addEventListener("input", draw);
  await load();
}

async function load() {
  const now = Date.now();
  /** @type {{tokens: Token[]}} */
  const { tokens } = await get("/tokens");
  page.tokens = tokens.filter((token) => token.tournament === page.tournament.id && (!token.expires_at || token.expires_at > now));
  draw();
  await cards();
}

// How many tables need a code: the tables of the newest round or, before the first round, as many tables as the entries fill.
function usualTables() {
  const { rounds, entries, settings } = page.tournament.state;
  const playing = entries.filter((entry) => !entry.withdrawn).length;
  return Math.max(1, rounds.at(-1)?.tables ?? Math.floor(playing / settings.table));
}

function wanted() {
  const [from, to] = [Number(byId("from", "input").value), Number(byId("to", "input").value)];
  return from >= 1 && to >= from && to <= MOST_TABLES ? Array.from({ length: to - from + 1 }, (_, at) => from + at) : [];
}

function draw() {
  const tables = new Set(page.tokens.filter((token) => token.table).map((token) => token.table));
  const asked = wanted();
  redraw(byId("sentence"), tables.size ? LINKS.some(tables.size) : LINKS.none);
  const makes = asked.some((table) => tables.has(table)) ? LINKS.makeNew : LINKS.makeSome;
  redraw(byId("make"), asked.length ? makes(asked.length) : LINKS.make);
  const made = madeLinks(page.tournament.id);
  byId("fresh").hidden = !made.length;
  byId("print").hidden = !made.some((each) => each.table);
  redraw(byId("all-count"), page.tokens.length || "");
  byId("none").hidden = page.tokens.length > 0;
  redraw(byId("links"), page.tokens.toSorted(byPurpose).map(line));
}

const byPurpose = (/** @type {Token} */ one, /** @type {Token} */ other) => (one.table ?? 1e6) - (other.table ?? 1e6) || (one.entry ?? 0) - (other.entry ?? 0) || one.created_at - other.created_at;

/** @param {Token} token */
const line = (token) => h("li", { "data-key": token.id },
  h("span", { class: "what" }, h("b", {}, token.label), h("br"), h("span", { class: "quiet" }, dotted([token.expires_at && LINKS.until(dayTime(token.expires_at)), token.entry ? LINKS.checkIn : token.table ? LINKS.records : LINKS.views]))),
  madeLinks(page.tournament.id).some((each) => each.id === token.id) && chip("live", LINKS.atHand),
  h("button", { type: "button", class: "slim danger", "data-do": "revoke", "data-id": token.id, "aria-label": LINKS.withdrawOf(token.label) }, LINKS.withdraw));

// Each code is drawn only once, because each drawing is a request to the server.
async function cards() {
  const made = madeLinks(page.tournament.id);
  for (const each of made) {
    if (!page.cards.has(each.id)) page.cards.set(each.id, h("li", { class: "panel", "data-key": each.id }, await linkCard(each.label, each.link, `link-${each.id}`)));
  }
  const ordered = made.toSorted((one, other) => (one.table ?? 1e6) - (other.table ?? 1e6) || (one.entry ?? 0) - (other.entry ?? 0));
  byId("codes").replaceChildren(...ordered.flatMap((each) => page.cards.get(each.id) ?? []));
}

/**
 * @param {string} label
 * @param {Limits} limits
 */
async function make(label, limits) {
  const { body } = await call("POST", "/tokens", { body: { label: label.slice(0, 80), tournament: page.tournament.id, expires_in: Number(byId("days", "select").value) * DAY, ...limits } });
  keepLink(page.tournament.id, { id: body.id, label, link: body.link, table: limits.table, entry: limits.entry });
}

/** @param {HTMLElement} button */
async function tables(button) {
  const asked = wanted();
  if (!asked.length) throw new Error(LINKS.tableNumbers(MOST_TABLES));
  await all(asked, (table) => make(HALL.table(table), { scopes: ["record"], table }), button);
  redraw(byId("told"), LINKS.printNow(asked.length));
}

/** @param {HTMLElement} button */
async function entries(button) {
  const playing = page.tournament.state.entries.filter((entry) => !entry.withdrawn);
  if (!playing.length) throw new Error(LINKS.nobody);
  await all(playing, ({ entry }) => make(DIRECTOR.checkInLink(page.tournament.name(entry)), { scopes: ["read"], entry }), button);
  redraw(byId("told-other"), LINKS.made(playing.length));
}

async function viewing() {
  await make(LINKS.viewing, { scopes: ["read"] });
  await load();
  redraw(byId("told-other"), LINKS.viewingMade);
}

/**
 * Makes one link after the other. Links that were made before a failure are kept and shown.
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item) => Promise<void>} work
 * @param {HTMLElement} button
 */
async function all(items, work, button) {
  const label = button.textContent;
  try {
    for (const [at, item] of items.entries()) {
      redraw(button, DIRECTOR.making(at + 1, items.length));
      await work(item);
    }
  } finally {
    redraw(button, label);
    await load();
  }
}

/** @param {string} id */
async function revoke(id) {
  const token = /** @type {Token} */ (page.tokens.find((each) => each.id === id));
  await call("DELETE", `/tokens/${id}`);
  forgetLink(page.tournament.id, id);
  await load();
  redraw(byId("told-all"), LINKS.revoked(token.label));
}

begin().catch(failed);
