/** One act for each press: a second press does nothing while the first act is under way. A failure is shown beside the button. */

import { h, redraw } from "./dom.js";
import { messageOf } from "./failure.js";

/**
 * Run `work` unless this button is already at work.
 * @template T
 * @param {HTMLElement} button
 * @param {() => Promise<T>} work
 * @param {Element} [told] the element that says what failed; it should be a live region
 * @returns {Promise<T | undefined>} undefined: the button was at work already, or the work failed
 */
export async function once(button, work, told) {
  if (button.getAttribute("aria-busy") === "true") return undefined;
  button.setAttribute("aria-busy", "true");
  if (told) redraw(told);
  try {
    return await work();
  } catch (problem) {
    if (!told) throw problem;
    redraw(told, h("span", { class: "error" }, messageOf(/** @type {import("./failure.js").Failure} */ (problem))));
    return undefined;
  } finally {
    button.removeAttribute("aria-busy");
  }
}
