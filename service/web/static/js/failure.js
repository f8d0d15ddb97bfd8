/** When a page cannot begin: say so in its main part, with the way on. */

import { byId, h, redraw } from "./dom.js";

/** Show what went wrong in place of the page. */
export function failed(problem) {
  const again = h("a", { class: "button", href: location.pathname + location.search }, "Try again");
  redraw(byId("main"), h("section", { class: "panel message" }, h("h1", {}, "This page could not be shown"), h("p", { role: "alert" }, problem.message), h("p", {}, again, " ", h("a", { class: "button", href: "/" }, "All games"))));
  if (!problem.status) throw problem;
}
