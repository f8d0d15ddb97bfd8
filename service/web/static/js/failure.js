/** Shows failures in words, in place of a page that cannot be shown or beside the button that was pressed. */

import { byId, h, redraw } from "./dom.js";
import { FAILURE } from "./texts/pages.js";
import { fieldLabel } from "./texts/words.js";

/** @typedef {Pick<import("./api.js").Problem, "message"> & Partial<import("./api.js").Problem>} Failure without a status: no answer came, or the page is wrong */

// With these statuses nothing has failed: the visitor has no token, or a token that does not allow this.
const CLOSED = new Set([401, 403]);

/**
 * What is wrong, in sentences: those about the fields, if there are any; with them the server's message, unless it only counts them.
 * @param {Failure} problem
 */
export function messageOf({ message, status, body, errors = [] }) {
  const faults = status === 422 ? errors.filter(({ pointer }) => pointer !== undefined).map(faultOf) : [];
  return (faults.length && body?.type?.endsWith("/invalid") ? faults : [message, ...faults]).join(" ");
}

/**
 * A fault as a sentence. Its subject is the last name in its pointer; numbers are places in a list.
 * @param {{pointer?: string, message: string}} fault
 */
export function faultOf({ pointer = "", message }) {
  const parts = pointer.split("/").filter((part) => part && part !== "data");
  const name = fieldLabel(parts.findLast((part) => !isPlace(part)) ?? "");
  return FAILURE.fault(name && isPlace(parts.at(-1) ?? "") ? FAILURE.oneOf(name) : name, message);
}

/** @param {string} part of a pointer */
const isPlace = (part) => /^\d+$/.test(part);

/**
 * Show the failure in place of the page. What is no answer of the server is a fault of the page, and thrown again.
 * @param {Failure} problem
 */
export function failed(problem) {
  const again = h("a", { class: "button", href: location.pathname + location.search }, FAILURE.again);
  redraw(byId("main"), h("section", { class: "panel message" }, h("h1", {}, CLOSED.has(problem.status ?? 0) ? FAILURE.closed : FAILURE.failed), h("p", { role: "alert" }, problem.message), h("p", {}, again, " ", h("a", { class: "button", href: "/games" }, FAILURE.allGames))));
  if (!problem.status) throw problem;
}
