/**
 * A list whose order the user changes: by the buttons ↑ and ↓, by the arrow keys in a row, or by dragging with a mouse. The rows have
 * `data-at`, their place from 0.
 */

import { around, h } from "../dom.js";
import { RANKS } from "../texts/director.js";

/** @type {Record<string, number>} */
const KEYS = { ArrowUp: -1, ArrowDown: 1 };
/**
 * The two buttons of a row.
 * @param {string} what names the row
 * @param {number} at
 * @param {number} length
 */
export const rankTools = (what, at, length) => [
  h("button", { type: "button", class: "tool", "data-do": "up", "data-at": at, "aria-label": RANKS.up(what), "aria-disabled": at === 0 ? "true" : null }, "↑"),
  h("button", { type: "button", class: "tool", "data-do": "down", "data-at": at, "aria-label": RANKS.down(what), "aria-disabled": at === length - 1 ? "true" : null }, "↓"),
];

/**
 * Let the user move the rows in `list`, or in the one list inside it.
 * @param {HTMLElement} list
 * @param {(from: number, to: number) => void} move changes the order and draws the list again
 */
export function ranked(list, move) {
  const rows = () => [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("li[data-at]"))];
  /** @type {(from: number, to: number, wanted: string | undefined) => void} */
  const shift = (from, to, wanted) => {
    if (to < 0 || to >= rows().length || to === from) return;
    move(from, to);
    const row = rows()[to];
    /** @type {HTMLElement | null} */
    const same = row.querySelector(`[data-do="${wanted}"]`);
    (same ?? row.querySelector("button"))?.focus();
  };
  list.addEventListener("click", (event) => {
    const button = around(event, '[data-do="up"], [data-do="down"]');
    if (button) shift(Number(button.dataset.at), Number(button.dataset.at) + (button.dataset.do === "up" ? -1 : 1), button.dataset.do);
  });
  list.addEventListener("keydown", (event) => {
    const by = KEYS[event.key];
    const row = around(event, "li[data-at]");
    if (!by || !row || around(event, "input, select")) return;
    event.preventDefault();
    shift(Number(row.dataset.at), Number(row.dataset.at) + by, by < 0 ? "up" : "down");
  });
  list.addEventListener("dragstart", (event) => {
    const row = around(event, "li[data-at]");
    if (!row || !event.dataTransfer) return;
    event.dataTransfer.setData("text/plain", row.dataset.at ?? "");
    event.dataTransfer.effectAllowed = "move";
  });
  list.addEventListener("dragover", (event) => around(event, "li[data-at]") && event.preventDefault());
  list.addEventListener("drop", (event) => {
    const row = around(event, "li[data-at]");
    const from = Number(event.dataTransfer?.getData("text/plain"));
    if (!row || Number.isNaN(from)) return;
    event.preventDefault();
    move(from, Number(row.dataset.at));
  });
}

/**
 * A copy of `items` in which the item at `from` is at `to`.
 * @template Item
 * @param {Item[]} items
 * @param {number} from
 * @param {number} to
 */
export function moved(items, from, to) {
  const others = items.toSpliced(from, 1);
  return others.toSpliced(to, 0, items[from]);
}
