/** Scrolls the page so that the pad of cards can be seen above the bar at the bottom, as far as there is room. */

import { byId } from "./dom.js";

/** Scroll until the whole pad of `root` is above the bar, but not so far that the pad's first row disappears. */
export function intoSight(root) {
  const pad = root.querySelector(".pad:has(.pad-suit)");
  if (!pad?.checkVisibility() || document.querySelector("dialog[open]")) return;
  const { top, bottom } = pad.getBoundingClientRect();
  const hidden = bottom - byId("tools").getBoundingClientRect().top;
  const room = top - document.querySelector(".top").getBoundingClientRect().bottom;
  if (hidden > 0) scrollBy(0, Math.min(hidden, room));
}
