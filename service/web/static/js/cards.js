/**
 * Cards on the page. Suits differ by shape and by colour, and by letter if the reader chose so (looks.js). In records, a card is a short text (token). It is the rank and the
 * suit (`TS`), `HJ` or `LJ` for a joker, or a number for a number card. `@2` at the end means that the card is from pack 2. Source:
 * docs/rules/00_conventions.md.
 */

import { filledOnce, h, spoken } from "./dom.js";
import { CARDS } from "./texts/table.js";

export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
export const JOKERS = ["HJ", "LJ"];
/** The mark of a card that the rules do not allow now. */
export const UNEXPECTED = CARDS.unexpected;

/**
 * The suits by their letters. `colour`: the classes that colour it. U+FE0E makes browsers draw the sign as text, not as a coloured emoji.
 * @type {Record<string, {sign: string, name: string, colour: string}>}
 */
export const SUITS = {
  S: { sign: "♠\uFE0E", name: CARDS.spades, colour: "black spades" },
  H: { sign: "♥\uFE0E", name: CARDS.hearts, colour: "red hearts" },
  D: { sign: "♦\uFE0E", name: CARDS.diamonds, colour: "red diamonds" },
  C: { sign: "♣\uFE0E", name: CARDS.clubs, colour: "black clubs" },
};

/**
 * The rank as printed on a card: `10` for T.
 * @param {string} rank
 */
export const printed = (rank) => (rank === "T" ? "10" : rank);

/**
 * A card in words: `10 of spades`, `high joker`, `7`.
 * @param {string | number} token
 */
export function inWords(token) {
  const [card, pack] = String(token).split("@");
  const suit = suitOf(card);
  if (!suit && !JOKERS.includes(card)) return card;
  const words = suit ? CARDS.ofSuit(CARDS.ranks[card[0]] ?? card[0], suit.name) : card === "HJ" ? CARDS.highJoker : CARDS.lowJoker;
  return pack ? CARDS.fromPack(words, pack) : words;
}

/**
 * A card in a line of text, without its pack: `10♠`, `★` for a joker. Screen readers need `inWords`.
 * @param {string | number} token
 */
export function brief(token) {
  const [card] = String(token).split("@");
  const suit = suitOf(card);
  return JOKERS.includes(card) ? "★" : suit ? printed(card[0]) + suit.sign : card;
}

/**
 * A suit as it is shown on a card: its sign and its letter. `letter`: the letter of the suit, such as `S`.
 * @param {string} letter
 */
export const suitLetter = (letter) => [h("span", { class: "sign", "aria-hidden": "true" }, SUITS[letter].sign), h("span", { class: "letter" }, ` ${letter}`)];

/**
 * A suit as its sign and its name: `♠ Spades` for `S`.
 * @param {string} letter
 */
export const suitName = (letter) => [h("span", { class: "sign", "aria-hidden": "true" }, SUITS[letter].sign), " ", CARDS.suit(SUITS[letter].name)];

/** @param {string} card */
const suitOf = (card) => (card.length === 2 ? SUITS[card[1]] : undefined);

/**
 * What is printed on a card: rank, suit sign, suit letter.
 * @param {string | number} token
 */
export function print(token) {
  const [card, pack] = String(token).split("@");
  const packMark = pack ? h("i", {}, `·${pack}`) : null;
  if (JOKERS.includes(card)) return [h("b", {}, "★"), h("i", {}, card === "HJ" ? CARDS.high : CARDS.low), packMark];
  const suit = suitOf(card);
  return suit ? [h("b", {}, printed(card[0])), h("i", {}, h("span", { class: "sign" }, suit.sign), h("span", { class: "letter" }, card[1])), packMark] : [h("b", {}, card)];
}

/** @param {string | number} card */
export const colourOf = (card) => suitOf(String(card).split("@")[0])?.colour ?? (card === "HJ" ? "red" : "black");

/**
 * A card face up.
 * @param {string | number} card
 * @param {string} [extra] further classes
 */
export function face(card, extra = "") {
  return h("span", { class: `card ${colourOf(card)} ${extra}`.trim() }, h("span", { "aria-hidden": "true" }, print(card)), spoken(inWords(card)));
}

/**
 * All cards as buttons, 13 ranks by 4 suits. A marked card can still be chosen, because a record may have unexpected cards.
 * @param {{chosen: readonly (string | number)[], mark: (card: string) => string | null, jokers: boolean}} state
 * @returns {HTMLElement}
 */
export function cardPad({ chosen, mark, jokers }) {
  /** @param {string} card */
  const key = (card) => padKey(card, chosen.includes(card), mark(card));
  const rows = Object.entries(SUITS).map(([letter, suit]) =>
    h("div", { class: "pad-suit", role: "group", "aria-label": suit.name },
      h("span", { class: `pad-sign ${suit.colour}`, "aria-hidden": "true" }, suit.sign),
      RANKS.map((rank) => key(rank + letter))));
  const extra = jokers && h("div", { class: "pad-suit", role: "group", "aria-label": CARDS.jokers }, JOKERS.map(key));
  return h("div", { class: "pad", "data-roving": "cards" }, rows, extra);
}

/**
 * Number cards as buttons.
 * @param {number[]} numbers 0 stands for “no card” and comes last
 * @param {readonly (string | number)[]} chosen
 * @param {{choices: unknown[]} | null} ask the prompt that proposes numbers; null: no prompt does
 * @param {string} [zero] the word for 0
 */
export function numberPad(numbers, chosen, ask, zero = CARDS.none) {
  const keys = numbers.toSorted((one, other) => (one || Infinity) - (other || Infinity)).map((number) => {
    const odd = ask && !ask.choices.includes(number);
    const words = number > 0 ? String(number) : zero === CARDS.none ? CARDS.noneInFull : zero;
    return h("button", {
      type: "button", class: `key number${odd ? " odd" : ""}`, "data-do": "card", "data-number": number, "data-key": `n${number}`,
      "aria-pressed": String(chosen.includes(number)), "aria-label": odd ? CARDS.marked(words, UNEXPECTED) : words,
    }, number === 0 ? zero : h("b", {}, number));
  });
  return h("div", { class: "pad pad-numbers", role: "group", "aria-label": CARDS.number, "data-roving": "cards" }, keys);
}

/**
 * @type {Map<string, string>}
 */
const keyWords = new Map();

// The accessible name of a key begins with the text on the key (WCAG 2.2, 2.5.3): `A♠S ace of spades, seen this round`.
/**
 * @param {string} card
 * @param {boolean} chosen
 * @param {string | null} mark
 */
function padKey(card, chosen, mark) {
  const words = keyWords.get(card) ?? CARDS.key(print(card).map((part) => part?.textContent ?? "").join(""), inWords(card));
  keyWords.set(card, words);
  return filledOnce("button", {
    type: "button", class: `key ${colourOf(card)}${mark ? (mark === UNEXPECTED ? " odd" : " seen") : ""}`, "data-do": "card", "data-card": card, "data-key": card,
    "aria-pressed": String(chosen), "aria-label": mark ? CARDS.marked(words, mark) : words, title: mark ? CARDS.keyTitle(inWords(card), mark) : null,
  }, () => print(card));
}
