/** Saves what a page has made itself as a file of the reader. */

import { h } from "./dom.js";

// The address must stay until the browser has begun to save.
const PAUSE = 2_000;

/**
 * Save what waits to be stored. The file is the body of a request that records these acts.
 * @param {string} game
 * @param {readonly import("./queue.js").Batch[]} batches
 */
export function saveWaiting(game, batches) {
  const events = batches.flatMap((batch) => batch.events);
  saveAs(new Blob([JSON.stringify({ events }, null, 1)], { type: "application/json" }), `${game}-waiting.json`);
}

/**
 * @param {Blob} file
 * @param {string} name
 */
export function saveAs(file, name) {
  const href = URL.createObjectURL(file);
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), PAUSE);
}
