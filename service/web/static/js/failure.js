/** Shows failures in words, in place of a page that cannot be shown or beside the button that was pressed. */

import { byId, h, redraw } from "./dom.js";
import { FAILURE } from "./texts/pages.js";
import { fieldLabel } from "./texts/words.js";

/** @typedef {Pick<import("./api.js").Problem, "message"> & Partial<import("./api.js").Problem>} Failure without a status: no answer came, or the page is wrong */

// With these statuses nothing has failed: the visitor has no token, or a token that does not allow this.
const CLOSED = new Set([401, 403]);

/**
 * One line with the server's message and the faults of each field.
 * @param {Failure} problem
 */
export function messageOf(problem) {
  const fields = problem.status === 422 && problem.errors ? problem.errors.map(({ pointer = "", message }) => FAILURE.field(fieldLabel(pointer.split("/").at(-1) ?? ""), message)) : [];
  return [problem.message, ...fields].join(" ");
}

/**
 * Show the failure in place of the page. What is no answer of the server is a fault of the page, and thrown again.
 * @param {Failure} problem
 */
export function failed(problem) {
  const again = h("a", { class: "button", href: location.pathname + location.search }, FAILURE.again);
  redraw(byId("main"), h("section", { class: "panel message" }, h("h1", {}, CLOSED.has(problem.status ?? 0) ? FAILURE.closed : FAILURE.failed), h("p", { role: "alert" }, problem.message), h("p", {}, again, " ", h("a", { class: "button", href: "/games" }, FAILURE.allGames))));
  if (!problem.status) throw problem;
}
