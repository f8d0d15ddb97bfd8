/** Saves what a page has made itself as a file of the reader. */

import { h } from "./dom.js";

// The address must stay until the browser has begun to save.
const PAUSE = 2_000;

/**
 * @param {Blob} file
 * @param {string} name
 */
export function saveAs(file, name) {
  const href = URL.createObjectURL(file);
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), PAUSE);
}
