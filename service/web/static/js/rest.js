/**
 * A short time in which taps do nothing. Otherwise the second tap of a double tap could hit something that has just come to the same place,
 * such as the next player's pad or another button. Keys still work.
 */

import { byId } from "./dom.js";

/** How long taps rest after one, in ms. */
export const DEAD = 400;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * The control that a tap would have hit if taps did not rest; null: there is none, or taps do not rest.
 * @param {MouseEvent} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function hitAtRest({ clientX, clientY }, selector) {
  const main = byId("main");
  if (!main.classList.contains("resting")) return null;
  main.classList.remove("resting");
  const hit = document.elementFromPoint(clientX, clientY)?.closest(selector);
  main.classList.add("resting");
  return hit instanceof HTMLElement ? hit : null;
}

/** Ignore taps on the page for that many milliseconds. */
export function rest(time = DEAD) {
  clearTimeout(timer);
  byId("main").classList.add("resting");
  timer = setTimeout(() => byId("main").classList.remove("resting"), time);
}
