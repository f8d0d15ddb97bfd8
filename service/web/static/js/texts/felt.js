/**
 * The texts on the felt: a game's page, its replay, the first page and the wall show it. What differs is passed to a text, and where the
 * words stand is decided here.
 */

import { capital, count, listed } from "./words.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {(text: string) => Child} Wrap makes an element for words
 */

/** @param {string} word such as `blind_nil` */
const call = (word) => word.replaceAll("_", " ");

/** The felt (felt.js). `say`: for screen readers only; `roomy`: left out where there is little room. */
export const FELT = {
  pickSeat: "Seat, clockwise",
  seats: "Seats, clockwise",
  sides: "Sides",
  /** Of a side with its points; `names`: elements. */
  partners: (/** @type {Child[]} */ names) => names.map((name, at) => [at ? (at === names.length - 1 ? " & " : ", ") : null, name]),
  took: (/** @type {number} */ took, /** @type {number} */ bid) => `${took} of ${bid}`,
  tookOf: (/** @type {number} */ took, /** @type {number} */ bid) => `${took} of ${count(bid, "trick")}`,
  dealer: "dealer",
  dealerSign: "D",
  dealerSaid: " dealer ",
  winner: "winner",
  turn: (/** @type {string} */ task) => ` to ${task}`,
  out: "out",
  led: "led",
  toLead: "to lead",
  /** The tricks that a player took of those that the player bid. */
  contract: (/** @type {number} */ took, /** @type {number} */ bid, /** @type {Wrap} */ shown, /** @type {Wrap} */ say) => [shown(`${took} of ${bid}`), say(" tricks")],
  contractOfNone: (/** @type {string} */ word, /** @type {number} */ took) => (took ? `${call(word)}, took ${took}` : call(word)),
  /** A call: `bid 6 ♥`, `4 low ♥`. `amount`: null: none; `suit`: an element. */
  call: (/** @type {{word: string, amount: number | null, kind?: string | null, doubled?: boolean}} */ { word, amount, kind, doubled }, /** @type {Child} */ suit, /** @type {(part: Child) => Child} */ roomy) => [
    amount === null ? call(word) : [roomy(`${call(word)} `), amount],
    kind && ` ${call(kind)}`,
    suit && (kind ? roomy([" ", suit]) : [" ", suit]),
    doubled && ", doubled",
  ],
  inSuit: (/** @type {string} */ suit) => `in ${suit}`,
  bags: "bags",
  bagsOfSide: (/** @type {number} */ bags) => count(bags, "bag"),
  winning: "winning",
  tookTrick: "took the trick",
  hand: (/** @type {number} */ cards) => `Hand ${cards}, `,
  pile: (/** @type {string} */ pile, /** @type {Child} */ cards) => [`${capital(call(pile))} `, cards],
  with: (/** @type {string[]} */ names) => `with ${listed(names)}`,
  withSaid: (/** @type {string[]} */ names) => ` (with ${listed(names)}) `,
  faceDown: "a card face down",
  inHand: (/** @type {number} */ cards) => `${count(cards, "card")} in hand`,
  /** What screen readers hear of the bags of a player's side, of the card in front of the player, how sure it is, and of the hand. */
  card: (/** @type {string[]} */ ...parts) => ` ${parts.filter(Boolean).join(", ")}`,
  trumps: (/** @type {Child} */ pip, /** @type {string} */ suit, /** @type {Wrap} */ roomy) => [pip, ` ${capital(suit)}`, roomy(" are trumps")],
  trick: (/** @type {number} */ trick) => `Trick ${trick}`,
  trickAnd: (/** @type {number} */ trick) => `Trick ${trick} · `,
  suitLed: (/** @type {string} */ suit) => `${suit} led`,
  units: (/** @type {number} */ units) => count(units, "unit"),
};
