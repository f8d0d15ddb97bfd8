/** Repeats work until the server answers. */

import { unanswered } from "./api.js";

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 15_000;

/**
 * Call `work`, again and again, until the server answers. An error is thrown if the server refuses the work.
 * @template T
 * @param {() => Promise<T> | T} work
 * @param {(state: "live" | "waiting") => void} told called with "waiting" when there was no answer, and with "live" when there is one again
 * @returns {Promise<T>}
 */
export async function until(work, told) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      const done = await work();
      if (wait > FIRST_WAIT) told("live");
      return done;
    } catch (problem) {
      if (!unanswered(problem)) {
        told("live"); // the server has answered, although it refused the work
        throw problem;
      }
      told("waiting");
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
