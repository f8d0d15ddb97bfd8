/**
 * Scrolls the page to what has to be seen now. This does not move the keyboard: `scrollIntoView` would, because after it Chromium takes Tab
 * to what follows that element, past the link to the content.
 */

import { byId } from "./dom.js";

/**
 * Scroll until the whole pad of `root` is above the bar, but not so far that the pad's first row disappears; or until the result of the deal
 * that stands in its place is in sight.
 * @param {Element} root
 */
export function intoSight(root) {
  if (document.querySelector("dialog[open]")) return;
  const result = root.querySelector(".deal-result");
  if (result) return nearest(root);
  const pad = root.querySelector(".pad:has(.pad-suit)");
  if (!pad?.checkVisibility()) return;
  const { top, bottom } = pad.getBoundingClientRect();
  const hidden = bottom - byId("tools").getBoundingClientRect().top;
  const room = top - /** @type {Element} */ (document.querySelector(".top")).getBoundingClientRect().bottom;
  if (hidden > 0) scrollBy(0, Math.min(hidden, room));
}

/** After a change that was begun in the record: show the form again, if the page has scrolled away from it. */
export function backToTable() {
  const form = byId("seats");
  const { top, bottom } = form.getBoundingClientRect();
  if (bottom < innerHeight / 2 || top > innerHeight / 2) nearest(form);
  intoSight(form);
}

/**
 * Call `draw`. What the link that was tapped last leads to (`#…`) stays in sight, if it was, although the page above it grows.
 * @param {() => void} draw
 */
export function steadily(draw) {
  const target = document.querySelector(":target");
  const { top, bottom } = target?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  draw();
  if (target && top < innerHeight && bottom > 0) nearest(target);
}

/**
 * Scroll as little as possible until the whole of `place` can be seen, or at least its top, between the bars of the page.
 * @param {Element} place
 */
export function nearest(place) {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(place);
  /** @param {string[]} lengths */
  const pixels = (...lengths) => lengths.reduce((sum, each) => sum + (parseFloat(each) || 0), 0); // `auto` is 0
  const { top, bottom } = place.getBoundingClientRect();
  const above = top - pixels(scrollPaddingTop, scrollMarginTop);
  const below = bottom - innerHeight + pixels(scrollPaddingBottom, scrollMarginBottom);
  if (above < 0) scrollBy(0, above);
  else if (below > 0) scrollBy(0, Math.min(below, above));
}
