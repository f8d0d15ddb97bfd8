/** Shows how places change: arrows beside places, rows that glide, and a line that says which places a correction changed. */

import { h, spoken } from "../dom.js";
import { MOVEMENT } from "../texts/hall.js";
import { PRIZES } from "../texts/tournament.js";

const MOST_NAMED = 3;
const LASTS = 500;

/**
 * `▲2` or `▼1`, with words; null when the place is the same or was not known.
 * @param {number | undefined} before
 * @param {number} now
 */
export function arrow(before, now) {
  if (before === undefined || before === now) return null;
  const places = Math.abs(before - now);
  const [shape, way] = now < before ? ["▲", /** @type {const} */ ("up")] : ["▼", /** @type {const} */ ("down")];
  return h("span", { class: `moved ${way}` }, h("span", { "aria-hidden": "true" }, `${shape}${places}`), spoken(MOVEMENT[way](places)));
}

/**
 * A place; one with a prize has a sign.
 * @param {number} place
 * @param {number} prizes how many places have one
 */
export const placeMarked = (place, prizes) => [place, place <= prizes ? [h("span", { class: "quiet", "aria-hidden": "true" }, PRIZES.sign), spoken(PRIZES.spoken)] : null];

/**
 * Draw, and let the rows with `data-key` glide from where they were. Nothing glides if the reader prefers no motion.
 * @param {Element} root
 * @param {() => void} draw
 */
export function glided(root, draw) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return draw();
  const rows = () => [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-key]"))];
  const before = new Map(rows().map((row) => [row.dataset.key, row.getBoundingClientRect().top]));
  draw();
  for (const row of rows()) {
    const way = (before.get(row.dataset.key) ?? NaN) - row.getBoundingClientRect().top;
    if (way) row.animate([{ transform: `translateY(${way}px)` }, { transform: "none" }], { duration: LASTS, easing: "ease-in-out" });
  }
  return undefined;
}

/**
 * `Table 2 of round 3 was corrected: Dora is now 3rd.` Entries that played at these tables are named first.
 * @param {{round: number, table: number, entries: number[]}[]} tables the corrected tables; if empty, the director changed what counts
 * @param {{entry: number, place: number}[] | null} moved the entries that have moved, with their places now; null: not known
 * @param {(entry: number) => string} name
 */
export function correction(tables, moved, name) {
  const seated = new Set(tables.flatMap(({ entries }) => entries));
  const sorted = [...(moved ?? [])].sort((one, other) => Number(seated.has(other.entry)) - Number(seated.has(one.entry)) || one.place - other.place);
  const told = moved && sorted.slice(0, MOST_NAMED).map(({ entry, place }) => ({ name: name(entry), place }));
  return MOVEMENT.corrected(tables, told, Math.max(0, sorted.length - MOST_NAMED));
}
