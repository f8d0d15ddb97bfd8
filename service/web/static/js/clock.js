/**
 * The time for what is recorded here. The clock of this device may be wrong, so it is the server's, as its answers tell it. A difference that
 * matters is kept, for a page that opens without a network.
 */

import { ServerTime } from "./servertime.js";

const ITEM = "faceup:clock";
const MATTERS = 2_000;

const server = new ServerTime();
let heard = false; // whether this page has learned the server's time

/**
 * Learn the server's time from an answer. One that the service worker has kept has no time.
 * @param {Headers} headers
 * @param {number} sent when the request was sent, by this machine's clock (ms)
 */
export function learn(headers, sent) {
  if (!headers.has("Date")) return;
  server.learn(headers, sent);
  heard = true;
  const ahead = server.earliest - Date.now();
  try {
    if (Math.abs(ahead) < MATTERS) localStorage.removeItem(ITEM);
    else if (Math.abs(ahead - kept()) >= MATTERS) localStorage.setItem(ITEM, String(ahead));
  } catch {} // then a page without a network believes its own clock
}

/** The latest moment that is not in the future for the server, in ms since 1970, UTC. Before any answer, what this device believes. */
export const now = () => (heard ? server.earliest : Date.now() + kept());

function kept() {
  try {
    return Number(localStorage.getItem(ITEM)) || 0;
  } catch {
    return 0;
  }
}
