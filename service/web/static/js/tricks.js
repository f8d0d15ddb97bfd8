/** The tricks of the deal in progress: as a table with a column for each player, and the last one again on the felt. */

import { brief, colourOf, inWords } from "./cards.js";
import { h, spoken } from "./dom.js";
import { faceUp, unknownFace } from "./faces.js";
import { flag } from "./flags.js";
import { CARDS, TRICKS } from "./texts/table.js";
import { namesOf } from "./texts/words.js";

/**
 * @typedef {import("../../types/dom.js").Child} Child
 * @typedef {import("./felt.js").View} View
 * @typedef {import("./felt.js").Table} Table
 * @typedef {import("./flags.js").Flags} Flags
 *
 * @typedef {object} Cell
 * @property {string | null} card null: not known, or not to be seen
 * @property {number} version of the event that laid it; 0: not known
 * @property {boolean} led
 * @property {boolean} won
 *
 * @typedef {object} Row a trick
 * @property {number} number from 1
 * @property {boolean} over whether all have played to it
 * @property {boolean} closed whether it is turned over and this viewer may not see its cards
 * @property {Map<number, Cell>} cells by seat
 */

/**
 * The tricks of this deal in order. The last one may be in progress.
 * @param {View} view
 * @returns {Row[]}
 */
export function tricksOf(view) {
  const rows = (view.tricks ?? []).map(({ winner, seats, cards, versions }, at) => {
    /** @type {Map<number, Cell>} */
    const cells = new Map();
    seats.forEach((seat, place) => {
      if (!cells.has(seat)) cells.set(seat, { card: cards[place], version: versions[place], led: place === 0, won: seat === winner });
    });
    return { number: at + 1, over: true, closed: cards.every((card) => card === null), cells };
  });
  const now = laidNow(view);
  return now.size ? [...rows, { number: rows.length + 1, over: false, closed: false, cells: now }] : rows;
}

/**
 * The cards of the trick in progress. A trick that is complete lies on the table until somebody leads to the next one.
 * @param {View} view
 * @returns {Map<number, Cell>}
 */
function laidNow(view) {
  const before = new Set(view.tricks?.at(-1)?.versions);
  /** @type {Map<number, Cell>} */
  const cells = new Map();
  if (view.counts !== "trick") return cells;
  for (const seat of view.order) {
    const { placed, card, evidence } = view.seats[seat] ?? {};
    const version = evidence?.versions.at(-1) ?? 0;
    if (placed && !before.has(version)) cells.set(seat, { card: card ?? null, version, led: seat === view.leader, won: false });
  }
  return cells;
}

/** Nobody has dealt yet, or nobody will again. */
export const UNDEALT = new Set(["deal", "over"]);

/**
 * The table as it lies there: until somebody deals again, the last trick of a deal lies on it. Its cards are in no hand.
 * @param {View} view
 * @returns {View}
 */
export function lying(view) {
  const { number = 0, tricks = 0, trick = null } = view.last_deal ?? {};
  if (!trick || !UNDEALT.has(view.phase)) return view;
  const laid = trick.seats.map((seat, at) => [seat, { ...view.seats[seat], card: trick.cards[at], placed: trick.cards[at] === null }]);
  return { ...view, round: number, hand: tricks + 1, winning: trick.winner, seats: { ...view.seats, ...Object.fromEntries(laid) } };
}

/**
 * The table of the tricks; null before the first card of a deal.
 * @param {Table} game
 * @param {Flags} flags
 */
export function trickTable(game, flags) {
  const { view } = game;
  const rows = tricksOf(view);
  if (!rows.length) return null;
  const name = namesOf(game.seats);
  const head = h("tr", {}, h("th", { scope: "col" }, spoken(TRICKS.trick)), view.order.map((seat) => h("th", { scope: "col", title: name(seat) }, h("span", { class: "clip" }, name(seat)))));
  return h("table", { class: `tricks of-${view.order.length}`, "data-key": "tricks" },
    h("caption", { class: "spoken" }, TRICKS.title),
    h("thead", {}, head),
    h("tbody", {}, rows.map((row) => h("tr", { "data-key": `trick-${row.number}`, class: row.over ? null : "now" },
      h("th", { scope: "row" }, row.number),
      view.order.map((seat) => cellOf(row, seat, view, flags))))));
}

/**
 * @param {Row} row
 * @param {number} seat
 * @param {View} view
 * @param {Flags} flags
 */
function cellOf(row, seat, view, flags) {
  const cell = row.cells.get(seat);
  if (!cell) return h("td", {}, !row.over && view.turn.includes(seat) ? h("span", { class: "quiet" }, h("span", { "aria-hidden": "true" }, "…"), spoken(TRICKS.toPlay)) : null);
  const finding = flags(seat, cell.version);
  return h("td", { class: [cell.led && "led", cell.won && "won"].filter(Boolean).join(" ") || null },
    h("span", { class: "trick-card" }, TRICKS.laid(cardOf(cell, row), cell, spoken)),
    finding && [" ", flag(finding)]);
}

/**
 * @param {Cell} cell
 * @param {Row} row
 * @returns {Child}
 */
function cardOf({ card }, { closed }) {
  if (card) return [h("b", { class: colourOf(card), "aria-hidden": "true" }, brief(card)), spoken(inWords(card))];
  return closed ? [h("i", { class: "back", "aria-hidden": "true" }), spoken(TRICKS.turnedOver)] : [h("b", { "aria-hidden": "true" }, "?"), spoken(CARDS.forgotten)];
}

/**
 * The last trick, to be looked at again while the next one is played. Null if this viewer may not, or if it still lies on the table.
 * @param {Table} game
 */
export function lastTrick({ view, seats }) {
  const rows = tricksOf(view);
  const last = rows.at(-2);
  if (!last || rows.at(-1)?.over || last.closed) return null;
  const name = namesOf(seats);
  const cards = [...last.cells].map(([seat, { card, won }]) => h("li", { class: won ? "won" : null },
    h("span", { "aria-hidden": "true" }, card ? faceUp(card) : unknownFace()), TRICKS.laidBy(h("span", { class: "clip", title: name(seat) }, name(seat)), card ? inWords(card) : CARDS.forgotten, won, spoken)));
  return h("details", { class: "last-trick", "data-key": `last-trick-${last.number}` }, h("summary", {}, TRICKS.last), h("ul", { role: "list" }, cards));
}
