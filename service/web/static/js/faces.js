/**
 * Cards as they lie on a table: white, with the rank and the suit in the corner and one large pip. How much is drawn depends on the height
 * of the card (css/felt.css). Tokens of cards: see cards.js. Screen readers skip these drawings: a page also says each card in words.
 */

import { colourOf, JOKERS, printed, SUITS } from "./cards.js";
import { h } from "./dom.js";
import { CARDS } from "./texts/table.js";

/** @typedef {import("../../types/dom.js").Child} Child */

const SVG = "http://www.w3.org/2000/svg";

// In a square of 100 by 100.
/** @type {Record<string, string>} */
const PIPS = {
  S: "M50 4C37 27 8 40 8 63c0 13 10 21 21 21 8 0 14-4 18-10-1 9-4 15-11 21h28c-7-6-10-12-11-21 4 6 10 10 18 10 11 0 21-8 21-21C92 40 63 27 50 4z",
  H: "M50 94C19 67 5 51 5 31 5 16 16 7 28 7c9 0 17 5 22 15C55 12 63 7 72 7c12 0 23 9 23 24 0 20-14 36-45 63z",
  D: "M50 2C60 20 73 36 88 50 73 64 60 80 50 98 40 80 27 64 12 50 27 36 40 20 50 2z",
  C: "M50 5a20 20 0 0 0-16 32 21 21 0 1 0 12 33c0 11-3 18-10 25h28c-7-7-10-14-10-25a21 21 0 1 0 12-33A20 20 0 0 0 50 5z",
};
const STAR = "M50 4l13.6 29.6L96 37.400 72 59.800 78.500 92 50 76 21.500 92 28 59.800 4 37.400l32.400-3.800z";

// In a field of 100 by 60: the gold, then what has the colour of the suit.
/** @type {Record<string, [string, string]>} */
const HATS = {
  K: ["M12 44L4 10l24 17L50 2l22 25 24-17-8 34z", "M12 49h76v9H12z"],
  Q: ["M12 46L6 20l18 14 6-20 12 18 8-22 8 22 12-18 6 20 18-14-6 26z", "M12 51h76v7H12zM6 10a6 6 0 1 0 .1 0zM30 4a6 6 0 1 0 .1 0zM50 0a6 6 0 1 0 .1 0zM70 4a6 6 0 1 0 .1 0zM94 10a6 6 0 1 0 .1 0z"],
  J: ["M14 44C10 22 28 12 50 12s40 10 36 32z", "M10 48h80v10H10zM60 18C68 4 84-2 99 2 95 18 82 27 66 26z"],
};
const JESTER = "M22 84L10 36c13 3 21 10 27 21L50 14l13 43c6-11 14-18 27-21L78 84zM10 22a8 8 0 1 0 .1 0zM50 0a8 8 0 1 0 .1 0zM90 22a8 8 0 1 0 .1 0z";

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
