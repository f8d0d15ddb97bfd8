/**
 * The moves of a game as a table: a row for each trick of a deal, or in games without tricks for each hand, and a column for each player.
 * Each card leads to the step that laid it.
 */

import { brief, colourOf, inWords } from "./cards.js";
import { h, spoken } from "./dom.js";
import { flag } from "./flags.js";
import { REPLAY } from "./texts/replay.js";
import { CARDS, TRICKS } from "./texts/table.js";
import { namesOf } from "./texts/words.js";
import { UNDEALT } from "./tricks.js";

/**
 * @typedef {import("./frames.js").Step} Step
 * @typedef {import("./flags.js").Flags} Flags
 * @typedef {import("./flags.js").Finding} Finding
 * @typedef {import("./felt.js").Table["seats"]} Seats
 *
 * @typedef {object} Move
 * @property {number} step from which the card lies on the table; that of the reveal for cards that were face down
 * @property {number} version of its event
 * @property {string | null} card null: not known, or not to be seen
 * @property {boolean} led
 * @property {boolean} won
 *
 * @typedef {object} Row a trick or a hand
 * @property {string} label its number
 * @property {Map<number, Move>} moves by seat
 *
 * @typedef {object} Part a deal; in games without tricks the whole game
 * @property {number} round the number of the deal; 0: the whole game
 * @property {number} first the number of its first step
 * @property {number} last
 * @property {Row[]} rows
 */

/**
 * The parts of a game, in order.
 * @param {readonly Step[]} frames
 * @returns {Part[]}
 */
export function partsOf(frames) {
  if (frames.some(({ view }) => view.counts === "trick")) return dealsOf(frames);
  // Where play goes round, a player lays several cards in a hand: a table with one card for each would not tell the game.
  const goesRound = frames.some(({ view }) => view.direction !== "");
  return [{ round: 0, first: 0, last: frames.length - 1, rows: goesRound ? [] : handsOf(frames) }];
}

/**
 * @param {readonly Step[]} frames
 * @returns {Part[]}
 */
function dealsOf(frames) {
  /** @type {Part[]} */
  const parts = [];
  frames.forEach(({ view: { round } }, number) => {
    if (!round) return;
    const part = parts.at(-1);
    if (part) part.last = number; // the last card of a deal ends it: the step that lays it shows the next deal already
    if (round !== part?.round) parts.push({ round, first: part ? number + 1 : 0, last: number, rows: [] });
  });
  const dealt = parts.filter(({ first, last }) => first <= last);
  const [former, end] = dealt.slice(-2);
  // After a deal the view counts the next one already. While nobody has dealt it, its steps end the deal before.
  if (end && frames.slice(end.first, end.last + 1).every(({ view }) => UNDEALT.has(view.phase))) dealt.splice(-2, 2, { ...former, last: end.last });
  return dealt.map((part) => ({ ...part, rows: tricksIn(part, frames) }));
}

/**
 * The tricks of a deal, from the steps that lay its cards.
 * @param {Part} part
 * @param {readonly Step[]} frames
 * @returns {Row[]}
 */
function tricksIn({ first, last }, frames) {
  /** @type {Map<number, Row>} */
  const rows = new Map();
  for (let step = Math.max(first, 1); step <= last; step += 1) {
    const [{ view: before }, { view, event, version }] = [frames[step - 1], frames[step]];
    const card = cardOf(frames[step]);
    const seat = event.data?.seat;
    const ends = view.phase !== "play";
    if (card === undefined || !(ends ? before.phase === "play" : view.seats[seat]?.placed || view.seats[seat]?.card === card)) continue;
    const trick = before.phase === "play" ? before.hand : 1; // a trick that is complete lies there under the number of the next one
    const row = rows.get(trick) ?? { label: String(trick), moves: new Map() };
    row.moves.set(seat, { step, version, card, led: row.moves.size === 0, won: false });
    rows.set(trick, row);
    const winner = ends ? lastWinner(view, version) : view.hand > trick ? view.leader : null;
    const winning = winner === null ? null : row.moves.get(winner);
    if (winning) winning.won = true;
  }
  return [...rows.values()];
}

/**
 * Who won the last trick of a deal, if that event ended the deal with its last card; null: nobody, or not known.
 * @param {Step["view"]} view
 * @param {number} version
 */
function lastWinner({ last_deal: last }, version) {
  return last?.trick?.versions.at(-1) === version ? last.trick.winner : null;
}

/**
 * The hands of a game in which players lay one card each.
 * @param {readonly Step[]} frames
 * @returns {Row[]}
 */
function handsOf(frames) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  const several = frames.some(({ view }) => view.hand > 1);
  let key = "";
  frames.forEach(({ view, version }, step) => {
    const before = frames[step - 1]?.view;
    // The reveal that ends a round shows its cards, and counts as the next round already.
    const shows = view.order.some((seat) => view.seats[seat]?.card && view.seats[seat].card !== before?.seats[seat]?.card);
    if (view.order.some((seat) => view.seats[seat]?.placed && !before?.seats[seat]?.placed)) key = `${view.round}.${view.hand}`;
    if (!shows || !key) return;
    const [round, hand] = key.split(".");
    const row = rows.get(key) ?? { label: several ? REPLAY.hand(Number(round), Number(hand)) : round, moves: new Map() };
    for (const seat of view.order) {
      const card = view.seats[seat]?.card;
      if (card && card !== before?.seats[seat]?.card) row.moves.set(seat, { step, version, card, led: false, won: false });
    }
    rows.set(key, row);
  });
  return [...rows.values()];
}

/**
 * The card that a step laid for a player; null when nobody knows it, undefined when it laid none.
 * @param {Step} frame
 * @returns {string | null | undefined}
 */
function cardOf({ event }) {
  const { seat, card } = event.data ?? {};
  if (typeof seat !== "number" || card === undefined) return undefined;
  return typeof card === "string" ? card : (card?.value ?? null);
}

/**
 * The first step of each round, by its number. A round of which no step is there has none.
 * @param {readonly Step[]} frames
 * @param {readonly Part[]} parts those of these frames
 * @returns {Map<number, number>}
 */
export function beginningsOf(frames, parts) {
  if (parts[0]?.round) return new Map(parts.map(({ round, first }) => [round, first]));
  /** @type {Map<number, number>} */
  const first = new Map();
  // The step that ends a round shows the next one already.
  frames.forEach(({ view: { round } }, step) => round && !first.has(round) && first.set(round, first.size ? step + 1 : 0));
  return new Map([...first].filter(([, step]) => step < frames.length));
}

/**
 * What was said of each round at its end, by its number.
 * @param {readonly Step[]} frames
 * @returns {Map<number, {deal: Step["view"]["last_deal"], words: string}>}
 */
export function endingsOf(frames) {
  /** @type {ReturnType<typeof endingsOf>} */
  const endings = new Map();
  frames.forEach(({ view, state }, step) => {
    const { last_round: words, last_deal: deal } = view;
    if (words && words !== frames[step - 1]?.view.last_round) endings.set(deal?.number ?? (state === "open" ? view.round - 1 : view.round), { deal, words });
  });
  return endings;
}

/**
 * The part that a step belongs to.
 * @param {readonly Part[]} parts
 * @param {number} step
 */
export const partAt = (parts, step) => parts.findLast(({ first }) => first <= step) ?? parts[0];

/**
 * Where a reader may stop, in order: the first step of each deal, and the last one of each trick or hand, when all its cards lie there.
 * @param {readonly Part[]} parts
 * @returns {number[]}
 */
export function stopsOf(parts) {
  const stops = parts.flatMap(({ first, rows }) => [first, ...rows.map(({ moves }) => Math.max(...[...moves.values()].map(({ step }) => step)))]);
  return [...new Set(stops.filter(Number.isFinite))].toSorted((one, other) => one - other);
}

/**
 * The table of a part. `at`: the step that is shown.
 * @param {Part} part
 * @param {{seats: Seats, order: readonly number[]}} table
 * @param {number} at
 * @param {Flags} flags
 */
export function movesTable({ round, rows }, { seats, order }, at, flags) {
  const name = namesOf(seats);
  const head = h("tr", {}, h("th", { scope: "col" }, spoken(round ? TRICKS.trick : REPLAY.round)), order.map((seat) => h("th", { scope: "col", title: name(seat) }, h("span", { class: "clip" }, name(seat)))));
  const now = rows.findLast(({ moves }) => [...moves.values()].some(({ step }) => step <= at));
  return h("table", { class: `tricks moves of-${order.length}`, "data-key": `moves-${round}` },
    h("caption", { class: "spoken" }, round ? REPLAY.tricksOfDeal(round) : REPLAY.rounds),
    h("thead", {}, head),
    h("tbody", {}, rows.map((row) => h("tr", { "data-key": `row-${row.label}`, class: row === now ? "now" : null },
      h("th", { scope: "row" }, row.label),
      order.map((seat) => cellOf(row.moves.get(seat), seat, at, flags))))));
}

/**
 * @param {Move | undefined} move
 * @param {number} seat
 * @param {number} at
 * @param {Flags} flags
 */
function cellOf(move, seat, at, flags) {
  if (!move) return h("td", {});
  const { card, step, version, led, won } = move;
  const shown = card ? [h("b", { class: colourOf(card), "aria-hidden": "true" }, brief(card)), spoken(inWords(card))] : [h("b", { "aria-hidden": "true" }, "?"), spoken(CARDS.forgotten)];
  const finding = flags(seat, version);
  return h("td", { class: [led && "led", won && "won", step > at && "later"].filter(Boolean).join(" ") || null },
    h("button", { type: "button", class: "trick-card", "data-do": "jump", "data-step": step, "aria-current": step === at ? "step" : null }, TRICKS.laid(shown, { led, won }, spoken)),
    finding && [" ", flag(finding)]);
}
