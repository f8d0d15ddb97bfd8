/** Chips show a state in the same way on all pages: with a colour, a shape and a word. The shapes are in css/look.css. */

import { h } from "./dom.js";

/**
 * @param {"query" | "breach" | "contradiction" | "gap" | "ruling" | "waiting" | "done" | "live"} kind
 * @param {string} word
 */
export const chip = (kind, word) => h("span", { class: `chip ${kind}` }, word);
