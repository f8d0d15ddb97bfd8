/**
 * The viewer whose view the page shows: `?view=public`, `?view=seat:2`, or `?watch` for a screen on the wall. The page never shows more
 * than the visitor may see.
 */

import { byId, h, redraw } from "./dom.js";
import { VIEWPOINT } from "./texts/table.js";
import { namesOf } from "./texts/words.js";

const asked = new URLSearchParams(location.search);

/** Whether the page is for a screen on the wall, which shows only the public view and offers no choice. */
export const onTheWall = asked.has("watch");

/** The viewer that the address of the page names; null: it names none, and the view is that of the visitor. */
export const viewpoint = onTheWall ? "public" : asked.get("view");

/**
 * Show the choice of a view to visitors who may see more than the public.
 * @param {import("../../types/api.js").components["schemas"]["GameState"]} game
 * @param {string[]} scopes of the visitor
 */
export function chooseViewpoint(game, scopes) {
  const wide = viewpoint ? scopes.includes("record") || scopes.includes("direct") : ["scorekeeper", "director"].includes(game.viewer);
  if (!wide || onTheWall) return;
  const name = namesOf(game.seats);
  const narrower = [["public", VIEWPOINT.everyone], ...game.seats.map(({ seat }) => [`seat:${seat}`, name(seat)])];
  const directs = scopes.includes("direct");
  const choices = [["", directs ? VIEWPOINT.ownDirector : VIEWPOINT.ownScorekeeper], ...(directs ? [["scorekeeper", VIEWPOINT.scorekeeper]] : []), ...narrower];
  const select = /** @type {HTMLSelectElement} */ (byId("viewpoint"));
  redraw(select, choices.map(([value, label]) => h("option", { value, selected: value === (viewpoint ?? "") }, label)));
  select.addEventListener("change", () => location.assign(location.pathname + (select.value ? `?view=${select.value}` : "")));
  byId("viewpoint-field").hidden = false;
  if (viewpoint && viewpoint !== "scorekeeper") redraw(byId("seen-as"), looking(label(choices)));
}

/** @param {string} whose */
const looking = (whose) => h("div", { class: "notice" },
  h("p", {}, VIEWPOINT.seen(whose)), h("p", {}, h("a", { class: "button", href: location.pathname }, VIEWPOINT.back)));

/** @param {string[][]} choices */
const label = (choices) => choices.find(([value]) => value === viewpoint)?.[1] ?? viewpoint ?? "";
