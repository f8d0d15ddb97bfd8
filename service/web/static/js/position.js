/** Says in words where a game stands: round and phase, whose turn it is or who has won, which points are not sure, which cards lie open. */

import { face } from "./cards.js";
import { h } from "./dom.js";
import { COUNTED, POSITION, TASKS, WAYS } from "./texts/table.js";
import { namesOf, openDeals } from "./texts/words.js";

/**
 * @typedef {import("../../types/dom.js").Child} Child
 * @typedef {import("./felt.js").View} View
 * @typedef {import("./felt.js").Table & {prompts?: readonly {expected: boolean, text: string}[] | null}} Table
 */

const FEW = 4;
/** @type {Record<string, string>} */
const ARROWS = { clockwise: "↻\uFE0E", counterclockwise: "↺\uFE0E" };

/**
 * Whether the game is still in play.
 * @param {{state?: string, outcome?: {state?: string} | null}} game
 */
export const inPlay = ({ state, outcome }) => (state ?? "open") === "open" && (outcome?.state ?? "open") === "open";

/**
 * What the players whose turn it is must do: `play`, `call`, `show`, or before a deal `deal`.
 * @param {View} view
 */
export const taskOf = ({ counts, phase, awaited }) => (counts === "trick" && phase === "deal" ? "deal" : awaited);

/**
 * The same in words, within a sentence.
 * @param {View} view
 */
export const taskLabel = (view) => TASKS[taskOf(view)] ?? taskOf(view);

/**
 * The line about the current deal; null when there is no deal.
 * @param {Table} game
 */
export const dealLine = (game) => (inPlay(game) ? game.view.deal : null);

/**
 * `Round 2, hand 1 · calls · ↻ clockwise` as parts.
 * @param {View} view
 * @returns {Child[]}
 */
export function whereabouts(view) {
  const round = view.hand > 1 ? (COUNTED[view.counts] ?? COUNTED.hand)(view.round, view.hand) : POSITION.round(view.round);
  return [view.round ? round : null, view.phase_label, way(view.direction)];
}

/**
 * What a round of this game is called, with its number: `Deal 3`, `Round 3`.
 * @param {Pick<View, "counts">} view
 * @param {number} round
 */
export const roundLabel = ({ counts }, round) => (counts === "trick" ? POSITION.deal : POSITION.round)(round);

/**
 * `Deal 3 open`: the deals whose points are not sure. Empty if all are sure.
 * @param {{outcome?: {open_deals?: number[]} | null, view: View}} game
 */
export function unsure({ outcome, view }) {
  return openDeals(outcome?.open_deals, view.counts === "trick" ? "deal" : "round");
}

/** @param {string} direction */
function way(direction) {
  return direction ? h("span", { class: "way" }, h("span", { "aria-hidden": "true" }, ARROWS[direction]), ` ${WAYS[direction]}`) : null;
}

// What the page says about games that somebody ended before they were over by the rules.
/** @type {Record<string, string>} */
const ENDED = { unfinished: POSITION.timeCalled, annulled: POSITION.annulled };

/**
 * One line that says whose turn it is, or how the game ended.
 * @param {Table & {outcome: {state: string, reason?: string | null, winners?: number[]}}} game
 */
export function turnLine(game) {
  const name = namesOf(game.seats);
  const { outcome, view } = game;
  const ended = ENDED[game.state ?? ""];
  if (ended) return ended;
  if (game.state === "final" && outcome.state === "open") return POSITION.timeCalled;
  if (outcome.state === "abandoned") return outcome.reason ? POSITION.abandonedFor(outcome.reason) : POSITION.abandoned;
  if (outcome.state === "finished") return winnersLine((outcome.winners ?? []).map(name), partners(outcome.winners ?? [], view));
  const [expected, another] = (game.prompts ?? []).filter((prompt) => prompt.expected);
  if (expected && !another) return expected.text;
  if (view.counts === "trick" && view.turn.length > 1) return POSITION.leaderUnknown(view.turn.map(name));
  return view.turn.length ? waiting(view, name) : POSITION.phase(view.phase_label);
}

// Names the players whose turn it is, if they are few: a line of thirteen names helps nobody, and the felt shows the turn too.
/**
 * @param {View} view
 * @param {(seat: number) => string} name
 */
function waiting(view, name) {
  const { turn, order } = view;
  if (turn.length <= FEW) return POSITION.turn(turn.map(name), taskLabel(view));
  return turn.length === order.length ? POSITION.turnOfAll(taskLabel(view)) : POSITION.turnOfMany(turn.length, taskLabel(view));
}

/**
 * @param {string[]} names
 * @param {boolean} together whether they are partners
 */
function winnersLine(names, together) {
  if (!names.length) return POSITION.nobodyWins;
  if (names.length === 1) return POSITION.wins(names[0]);
  return together ? POSITION.win(names) : POSITION.shareTheWin(names);
}

/**
 * @param {readonly number[]} seats
 * @param {View} view
 */
function partners([first, ...others], view) {
  const side = view.seats[first]?.side ?? null;
  return side !== null && others.every((seat) => view.seats[seat]?.side === side);
}

/**
 * The cards face up this round, oldest first. Null if each of them lies in front of a player or in the middle, where the felt shows it.
 * @param {View} view
 */
export function openCards(view) {
  const all = view.face_up ?? [];
  const lying = new Set([view.base, ...Object.values(view.seats).map((seat) => seat.card)]);
  if (all.every((card) => lying.has(card))) return null;
  return h("div", { class: "middle" },
    h("p", { class: "piles" }, POSITION.faceUp(all.length)),
    h("div", { class: "cards", role: "list", "aria-label": POSITION.faceUpThisRound },
      all.map((card) => h("span", { role: "listitem" }, face(card, "small")))));
}
