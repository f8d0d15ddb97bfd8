/**
 * Cards as they lie on a table: white, with the rank and the suit in the corner and one large pip. How much is drawn depends on the height
 * of the card (css/felt.css). Tokens of cards: see cards.js. Screen readers skip these drawings: a page also says each card in words.
 */

import { colourOf, JOKERS, printed, SUITS } from "./cards.js";
import { h } from "./dom.js";
import { SHAPES } from "./shapes.js";
import { CARDS } from "./texts/table.js";

/** @typedef {import("../../types/dom.js").Child} Child */

const SVG = "http://www.w3.org/2000/svg";

const { pips: PIPS, star: STAR, hats: HATS, jester: JESTER } = SHAPES;

/**
 * A card face up.
 * @param {string} token
 * @param {string} [extra] more classes
 */
export function faceUp(token, extra = "") {
  const [card, pack] = String(token).split("@");
  const classes = `playing ${colourOf(card)} ${extra}`.trim();
  if (JOKERS.includes(card)) return h("span", { class: `${classes} joker ${card === "HJ" ? "high" : "low"}`, "aria-hidden": "true", "data-face": token }, joker(card === "HJ"), corner(null, drawn(STAR, "star"), pack, "turned"));
  const suit = card.length === 2 && SUITS[card[1]] ? card[1] : "";
  const rank = suit ? printed(card[0]) : card;
  const pip = suit ? drawn(PIPS[suit], "pip") : null;
  const large = suit ? drawn(PIPS[suit], "large") : h("b", { class: "large" }, card);
  const hat = suit && HATS[card[0]] ? hatOf(HATS[card[0]]) : null;
  return h("span", { class: `${classes}${suit === "D" || suit === "C" ? ` suit-${suit}` : ""}${card[0] === "A" && suit ? " ace" : ""}${hat ? " court" : ""}${suit ? "" : " plain"}`, "aria-hidden": "true", "data-face": token },
    corner(rank, pip, pack, ""), hat, large, corner(rank, suit ? drawn(PIPS[suit], "pip") : null, pack, "turned"));
}

/**
 * A card face down.
 * @param {string} [extra]
 */
export const faceDown = (extra = "") => h("span", { class: `playing down ${extra}`.trim(), "aria-hidden": "true" });

/** A card that lay face up and that nobody remembers. */
export const unknownFace = () => h("span", { class: "playing plain unknown", "aria-hidden": "true" }, h("b", { class: "large" }, "?"));

/** The sign on the card that wins a trick. */
export const winningMark = () => h("i", { class: "winning-mark" }, drawn(STAR, "gold"));

/**
 * A suit as a picture in the text, with its colour on cards.
 * @param {string} letter
 */
export const pipOf = (letter) => drawn(PIPS[letter], `pip ${SUITS[letter].colour}`);

/**
 * @param {string | null} rank
 * @param {Child} sign
 * @param {string | undefined} pack
 * @param {string} extra
 */
const corner = (rank, sign, pack, extra) => h("span", { class: `corner ${extra}`.trim() }, rank && h("b", {}, rank), sign, pack ? h("i", {}, pack) : null);

/** @param {boolean} high */
const joker = (high) => [corner(null, drawn(STAR, "star"), undefined, ""), drawn(JESTER, "jester"), h("i", { class: "which" }, high ? CARDS.high : CARDS.low)];

/**
 * @param {string} path
 * @param {string} extra
 */
const drawn = (path, extra) => picture("0 0 100 100", extra, [[path, null]]);

/** @param {[string, string]} paths */
const hatOf = ([gold, rest]) => picture("0 0 100 60", "hat", [[gold, "gold"], [rest, null]]);

/**
 * @param {string} box
 * @param {string} extra
 * @param {[string, string | null][]} paths
 */
function picture(box, extra, paths) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("class", extra);
  svg.setAttribute("aria-hidden", "true");
  for (const [path, kind] of paths) {
    const part = document.createElementNS(SVG, "path");
    part.setAttribute("d", path);
    if (kind) part.setAttribute("class", kind);
    svg.append(part);
  }
  return svg;
}
