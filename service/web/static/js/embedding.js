/** The code that shows a game or the standings of a tournament on another site, for pages of what is public. */

import { byId, h, on, redraw } from "./dom.js";
import { addressOf, copied, warning } from "./links.js";

const HEIGHT = 620;

/**
 * Offer the code, if this page has a place for it.
 * @param {string} title what the frame is called for people who cannot see it
 */
export function offerFrame(title) {
  const root = document.getElementById("embed");
  if (!root) return;
  const frame = h("iframe", { src: addressOf(root.dataset.shown ?? ""), title, width: "100%", height: HEIGHT, style: "border: 0", loading: "lazy" });
  redraw(byId("embed-code"), frame.outerHTML);
  on(root, { copy: copied });
  const told = warning();
  if (told) byId("embed-code").closest("p")?.before(told);
}
