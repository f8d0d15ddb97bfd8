/**
 * A dead time for fingers: the second tap of a double tap must not fall on what has come in place of what the first one hit. Keys are
 * pressed on purpose and go on.
 */

const DEAD = 400;
const timers = new WeakMap();

/** For so many milliseconds from now on, taps inside `root` do nothing. */
export function rest(root, time = DEAD) {
  clearTimeout(timers.get(root));
  root.classList.add("resting");
  timers.set(root, setTimeout(() => root.classList.remove("resting"), time));
}
