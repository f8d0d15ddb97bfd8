/** Keeps the pad of cards in sight: nothing of it lies behind the bar at the bottom, as far as there is room. */

import { byId } from "./dom.js";

/** Scroll so far that the whole pad of `root` stands above the bar, and no further than to its first row. */
export function intoSight(root) {
  const pad = root.querySelector(".pad:has(.pad-suit)");
  if (!pad?.checkVisibility() || document.querySelector("dialog[open]")) return;
  const { top, bottom } = pad.getBoundingClientRect();
  const hidden = bottom - byId("tools").getBoundingClientRect().top;
  const room = top - document.querySelector(".top").getBoundingClientRect().bottom;
  if (hidden > 0) scrollBy(0, Math.min(hidden, room));
}
