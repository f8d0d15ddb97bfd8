/**
 * Pages in a frame ask again and again whether something has changed, as long as they can be seen. They do not listen to a live stream: a
 * stream sends the cookies of a reader who is signed in, and a page with several frames would run out of connections.
 */

import { Problem } from "../api.js";
import { byId, h, redraw } from "../dom.js";
import { EMBED } from "../texts/embed.js";
import { until } from "../until.js";

/**
 * Read and draw until `draw` returns true.
 * @template Answer
 * @param {() => Promise<Answer>} read
 * @param {(answer: Answer) => boolean | void} draw
 * @param {number} every how long to wait between two readings, in ms
 */
export async function look(read, draw, every) {
  lamp("live");
  while (!draw(await until(read, lamp))) {
    await new Promise((done) => setTimeout(done, every));
    if (document.hidden) await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
  }
}

/** @param {"live" | "waiting"} state */
const lamp = (state) => redraw(byId("state"), state === "live" ? EMBED.live : EMBED.waiting);

/**
 * The record was closed to the public, or cannot be read. What is no answer of the server is a fault of the page, and thrown again.
 * @param {Error} problem
 */
export function closed(problem) {
  const said = problem instanceof Problem && problem.status === 404 ? EMBED.closed : problem.message;
  redraw(byId("main"), h("h1", { role: "alert" }, said));
  if (!(problem instanceof Problem)) throw problem;
}
