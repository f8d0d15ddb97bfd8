/**
 * A dead time for fingers: the second tap of a double tap must not fall on what has come in place of what the first one hit, be it the
 * next player's pad or a button that has moved there. Keys are pressed on purpose and go on.
 */

import { byId } from "./dom.js";

const DEAD = 400;
let timer;

/** For so many milliseconds from now on, taps on the page do nothing. */
export function rest(time = DEAD) {
  clearTimeout(timer);
  byId("main").classList.add("resting");
  timer = setTimeout(() => byId("main").classList.remove("resting"), time);
}
