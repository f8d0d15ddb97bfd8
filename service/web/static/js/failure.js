/** Shows failures in words, in place of a page that cannot be shown or beside the button that was pressed. */

import { byId, h, redraw } from "./dom.js";
import { fieldLabel } from "./words.js";

// With these statuses nothing has failed: the visitor has no token, or a token that does not allow this.
const CLOSED = new Set([401, 403]);

/** One line with the server's message and the faults of each field. */
export function messageOf(problem) {
  const fields = problem.status === 422 ? problem.errors.map(({ pointer = "", message }) => `${fieldLabel(pointer.split("/").at(-1))}: ${message}.`) : [];
  return [problem.message, ...fields].join(" ");
}

/** Show the failure in place of the page. */
export function failed(problem) {
  const again = h("a", { class: "button", href: location.pathname + location.search }, "Try again");
  redraw(byId("main"), h("section", { class: "panel message" }, h("h1", {}, CLOSED.has(problem.status) ? "This page is for members of a club" : "This page could not be shown"), h("p", { role: "alert" }, problem.message), h("p", {}, again, " ", h("a", { class: "button", href: "/games" }, "All games"))));
  if (!problem.status) throw problem;
}
