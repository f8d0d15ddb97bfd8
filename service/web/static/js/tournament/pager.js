/** Buttons for the pages of a long list. */

import { h, redraw, spoken } from "../dom.js";
import { PAGER } from "../texts/hall.js";

/**
 * Draw the buttons; nothing if there is one page. Each has `data-do="page"` and `data-page`.
 * @param {HTMLElement} root
 * @param {{page: number, pages: number, size?: number, total: number, what?: string}} where `what`: the word for the things on the pages
 */
export function paged(root, { page, pages, size = 100, total, what = PAGER.places }) {
  root.hidden = pages < 2;
  redraw(root, root.hidden ? null : Array.from({ length: pages }, (_, index) => index + 1).map((number) =>
    h("button", { type: "button", class: "slim", "data-do": "page", "data-page": number, "data-key": `p${number}`, "aria-current": number === page ? "page" : null },
      PAGER.page(spoken, what, `${(number - 1) * size + 1}–${Math.min(number * size, total)}`))));
}

/**
 * One page of a list that is completely in memory.
 * @template Item
 * @param {Item[]} list
 * @param {number} page
 */
export const partOf = (list, page, size = 100) => list.slice((page - 1) * size, page * size);
