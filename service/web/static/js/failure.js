/** What went wrong, in words: in place of a page that cannot begin, or beside the button that was pressed. */

import { byId, h, redraw } from "./dom.js";
import { fieldLabel } from "./words.js";

// No token, or one that does not allow it: nothing went wrong.
const CLOSED = new Set([401, 403]);

/** One line: what the server said, and of which field. */
export function told(problem) {
  const fields = problem.status === 422 ? problem.errors.map(({ pointer = "", message }) => `${fieldLabel(pointer.split("/").at(-1))}: ${message}.`) : [];
  return [problem.message, ...fields].join(" ");
}

/** Show what went wrong in place of the page. */
export function failed(problem) {
  const again = h("a", { class: "button", href: location.pathname + location.search }, "Try again");
  redraw(byId("main"), h("section", { class: "panel message" }, h("h1", {}, CLOSED.has(problem.status) ? "This page is for members of a club" : "This page could not be shown"), h("p", { role: "alert" }, problem.message), h("p", {}, again, " ", h("a", { class: "button", href: "/" }, "All games"))));
  if (!problem.status) throw problem;
}
