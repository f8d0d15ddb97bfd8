/**
 * The seats as tiles in table order: name, score, call, card, turn. The live table and the replay draw them in the same way; the
 * scorekeeper's desk draws them as buttons.
 */

import { back, face, forgotten, suitLetter, SUITS } from "./cards.js";
import { dotted, h, spoken } from "./dom.js";
import { tag } from "./evidence.js";
import { listed, namesOf, openDeals, plain } from "./words.js";

const FEW = 4;
// A sign for each side. U+FE0E makes browsers draw the sign as text, not as an emoji.
const SIDES = ["●", "▲", "■", "◆"].map((sign) => `${sign}\uFE0E`);
const WAYS = { clockwise: "↻\uFE0E", counterclockwise: "↺\uFE0E" };

/**
 * @typedef {{field: string, chosen: number[], marks?: Map<number, string>, also?: number[]}} Pick what a tap on a tile chooses. `chosen`: the seats
 * that are chosen already; `marks`: cards to show on tiles; `also`: free seats to offer as well
 */

/**
 * All seats clockwise.
 * @param {any} game the body of `GET /games/{id}`, or a replay frame in that form
 * @param {Pick | null} [pick] null: the tiles are not buttons
 * @returns {HTMLElement}
 */
export function seatGrid(game, pick = null) {
  const name = namesOf(game.seats);
  const order = [...game.view.order, ...(pick?.also ?? [])];
  const tiles = order.map((seat) => tile(seat, game, name(seat), pick));
  const around = `seats of-${Math.min(order.length, 13)}`;
  if (!pick) return h("ul", { class: around, role: "list", "aria-label": "Seats, clockwise" }, tiles.map((each) => h("li", {}, each)));
  return h("div", { class: around, role: "group", "aria-label": "Seat, clockwise", "data-roving": "seats" }, tiles);
}

function tile(seat, game, name, pick) {
  const state = game.view.seats[seat] ?? {};
  const turn = inPlay(game) && game.view.turn.includes(seat);
  const classes = ["seat", turn && "turn", state.active === false && "out", wins(seat, game) && "won"].filter(Boolean).join(" ");
  const parts = [nameLine(seat, game, name, state), statusLine(seat, game, state, turn, pick?.marks?.get(seat)), heldLine(state)];
  if (!pick) return h("div", { class: classes }, parts, sureLine(state));
  const pressed = String(pick.chosen.includes(seat));
  return h("button", { type: "button", class: classes, "data-do": "seat", "data-seat": seat, "data-key": `seat-${seat}`, "aria-pressed": pressed }, parts);
}

function nameLine(seat, game, name, state) {
  const score = game.outcome?.scores?.[seat] ?? state.score;
  const [sign, partners] = sideOf(seat, game);
  return h("span", { class: "seat-line" },
    sign, h("span", { class: "seat-name", title: name }, name), partners,
    inPlay(game) && game.view.dealer === seat ? h("span", { class: "dealer", title: "dealer" }, h("span", { "aria-hidden": "true" }, "D"), spoken(" dealer")) : null,
    score === null || score === undefined ? null : h("span", { class: "score" }, score, spoken(Number(score) === 1 ? " point" : " points")));
}

function statusLine(seat, game, state, turn, mark) {
  return h("span", { class: "seat-line low" },
    h("span", { class: "seat-said" }, dotted(words(seat, game, state, turn))),
    cardOf(state, mark, game.view));
}

// The tag that says how sure the record is of a card. A card that somebody saw needs no tag.
function sureLine({ evidence }) {
  return evidence && evidence.level !== "observed" ? h("span", { class: "seat-line low" }, tag(evidence)) : null;
}

// The number of cards in each pile of a player, and the bags of the player's side. Null if there is nothing but a hand, or if the player is
// out.
function heldLine(state) {
  const piles = [...Object.entries(state.piles ?? {}), ...(state.bags ? [["bags", state.bags]] : [])];
  if (!piles.length || state.active === false) return null;
  const held = state.cards === null || state.cards === undefined ? piles : [["hand", state.cards], ...piles];
  return h("span", { class: "held" }, held.map(([pile, cards], place) => [place ? spoken(", ") : null, h("span", {}, `${plain(pile)} `, h("b", {}, cards))]));
}

function words(seat, game, state, turn) {
  if (wins(seat, game)) return ["winner"];
  const status = [];
  if (turn) status.push(["▸ ", waitingLine(game.view, state)]);
  else if (state.said) status.push(callOf(state.said, game.view.maker === seat && game.view.trump));
  if (state.active === false && state.said?.word !== "out" && game.outcome?.state === "open") status.push("out");
  if (!status.length && game.view.leader === seat && inPlay(game)) status.push(state.placed ? "led" : "to lead");
  return status;
}

// What play waits for at a seat, such as `to bid`. If the player must show a card, their call is shown instead. Otherwise the call is not
// shown, because it belongs to the last hand.
function waitingLine({ awaited }, { said }) {
  return awaited === "show" && said ? callOf(said) : h("span", { class: "roomy" }, `to ${awaited}`);
}

// A call: `bid 6 ♥ H`, or `6 ♥ H` when there is no room for the word. Screen readers say `bid 6 in hearts`. A bid of a kind: `4 low ♥ H`.
function callOf({ word, amount, doubled, kind }, trump) {
  return [
    amount === null || amount === undefined ? spelt(word) : [h("span", { class: "roomy" }, `${word} `), amount],
    kind && ` ${spelt(kind)}`,
    trump && [" ", h("span", { "aria-hidden": "true" }, suitLetter(trump)), spoken(`in ${SUITS[trump].name}`)],
    doubled && ", doubled",
  ];
}

const spelt = (word) => word.replaceAll("_", " ");

// The sign of a seat's side, and its partners for screen readers; empty when partners are not fixed.
function sideOf(seat, { seats, view }) {
  const side = view.seats[seat]?.side ?? null;
  if (side === null) return [];
  const partners = `with ${listed(view.order.filter((other) => other !== seat && view.seats[other]?.side === side).map(namesOf(seats)))}`;
  return [h("span", { class: "side-sign", "aria-hidden": "true", title: partners }, SIDES[side]), spoken(` (${partners}) `)];
}

// In games of tricks, and where play has a direction, all cards on the table lie face up.
function cardOf(state, mark, view) {
  if (mark !== undefined) return face(mark, "small");
  if (state.card) return face(state.card, "small");
  if (!state.placed) return null;
  return view.counts === "trick" || view.direction ? forgotten("small") : back("small");
}

const wins = (seat, game) => Boolean(game.outcome?.winners?.includes(seat));

// Whether the game is still in play.
const inPlay = ({ state, outcome }) => (state ?? "open") === "open" && (outcome?.state ?? "open") === "open";

/** The line about the current deal; null when there is no deal. */
export const dealLine = (game) => (inPlay(game) ? game.view.deal : null);

/**
 * `Round 2, hand 1 · calls · ↻ clockwise` as parts.
 * @returns {import("../../types/dom.js").Child[]}
 */
export function whereabouts(view) {
  const hand = view.hand > 1 ? `, ${view.counts} ${view.hand}` : "";
  return [view.round ? `Round ${view.round}${hand}` : null, view.phase_label, way(view.direction)];
}

/** `Deal 3 open`: the deals whose points are not sure. Empty if all are sure. */
export function unsure({ outcome, view }) {
  return openDeals(outcome?.open_deals, view.counts === "trick" ? "deal" : "round");
}

function way(direction) {
  return direction ? h("span", { class: "way" }, h("span", { "aria-hidden": "true" }, WAYS[direction]), ` ${direction}`) : null;
}

// What the page says about games that somebody ended before they were over by the rules.
const ENDED = { unfinished: "Time was called.", annulled: "This game was annulled." };

/** One line that says whose turn it is, or how the game ended. */
export function turnLine(game) {
  const name = namesOf(game.seats);
  const { outcome, view } = game;
  if (ENDED[game.state]) return ENDED[game.state];
  if (outcome.state === "abandoned") return `The game was abandoned${outcome.reason ? `: ${outcome.reason}` : ""}.`;
  if (outcome.state === "finished") return winnersLine(outcome.winners.map(name));
  const [expected, another] = (game.prompts ?? []).filter((prompt) => prompt.expected);
  if (expected && !another) return expected.text;
  if (view.counts === "trick" && view.turn.length > 1) return `${view.turn.map(name).join(" or ")} leads: nobody remembers who won.`;
  return view.turn.length ? `${waiting(view, name)} to ${view.awaited}.` : view.phase_label.replace(/(\w)$/, "$1.");
}

// Names the players whose turn it is, if they are few: a line of thirteen names helps nobody, and the tiles show the turn too.
function waiting({ turn, order }, name) {
  if (turn.length <= FEW) return listed(turn.map(name));
  return turn.length === order.length ? "Everyone" : `${turn.length} players`;
}

function winnersLine(names) {
  if (!names.length) return "The game is over without a winner.";
  return names.length === 1 ? `${names[0]} wins.` : `${listed(names)} share the win.`;
}

/**
 * The cards face up this round, oldest first. Null if each of them lies in front of a player or in the middle, where the felt shows it.
 * @param {any} view
 */
export function openCards(view) {
  const all = view.face_up ?? [];
  const lying = new Set([view.base, ...Object.values(view.seats).map((seat) => seat.card)]);
  if (all.every((card) => lying.has(card))) return null;
  return h("div", { class: "middle" },
    h("p", { class: "piles" }, `Face up ${all.length}`),
    h("div", { class: "cards", role: "list", "aria-label": "Face up this round" },
      all.map((card) => h("span", { role: "listitem" }, face(card, "small")))));
}

/**
 * The face-down piles that belong to nobody, where the seats are tiles.
 * @param {any} view
 */
export function pileLine(view) {
  const piles = Object.entries(view.piles ?? {});
  return piles.length ? h("p", { class: "piles" }, piles.map(([pile, cards]) => h("span", { class: "pile" }, `${plain(pile)} ${cards}`))) : null;
}
