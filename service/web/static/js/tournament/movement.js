/** Shows how places change: arrows beside places, rows that glide, and a line that says which places a correction changed. */

import { h, spoken } from "../dom.js";
import { count, listed, ordinal } from "../words.js";

const MOST_NAMED = 3;
const LASTS = 500;

/** `▲2` or `▼1`, with words; null when the place is the same or was not known. */
export function arrow(before, now) {
  if (before === undefined || before === now) return null;
  const places = Math.abs(before - now);
  const [shape, word] = now < before ? ["▲", "up"] : ["▼", "down"];
  return h("span", { class: `moved ${word}` }, h("span", { "aria-hidden": "true" }, `${shape}${places}`), spoken(` ${word} ${count(places, "place")}`));
}

/**
 * Draw, and let the rows with `data-key` glide from where they were. Nothing glides if the reader prefers no motion.
 * @param {Element} root
 * @param {() => void} draw
 */
export function glided(root, draw) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return draw();
  const rows = () => [...root.querySelectorAll("[data-key]")];
  const before = new Map(rows().map((row) => [row.dataset.key, row.getBoundingClientRect().top]));
  draw();
  for (const row of rows()) {
    const way = (before.get(row.dataset.key) ?? NaN) - row.getBoundingClientRect().top;
    if (way) row.animate([{ transform: `translateY(${way}px)` }, { transform: "none" }], { duration: LASTS, easing: "ease-in-out" });
  }
  return undefined;
}

/** For each round, the set of numbers of the tables without a result. */
export const openTables = (state) => new Map(state.rounds.map(({ round, unfinished }) => [round, new Set(unfinished)]));

/**
 * The tables that a change has corrected. Such a table already had a result before the change, and the change altered this result, or the
 * row of one of the table's entries in the standings.
 * @param {import("./tournament.js").Tournament} tournament
 * @param {{since: number | null, tables: {round: number, table: number}[]}} what the change
 * @param {Map<number, Set<number>>} open the tables without a result before the change, by round
 * @param {(entry: number) => boolean} altered whether the row of an entry in the standings is different now
 * @returns {Promise<{round: number, table: number, entries: number[]}[]>}
 */
export async function corrected(tournament, what, open, altered) {
  const named = new Map(what.tables.map((each) => [`${each.round} ${each.table}`, each]));
  const settled = [...named.values()].filter(({ round, table }) => open.has(round) && !open.get(round).has(table));
  const rounds = [...new Set(settled.map(({ round }) => round))];
  const bodies = new Map(await Promise.all(rounds.map(async (round) => [round, await tournament.get(`/rounds/${round}`)])));
  return settled.flatMap(({ round, table }) => {
    const seated = bodies.get(round).tables.find((each) => each.table === table);
    const entries = seated?.sides.flat() ?? [];
    const recent = seated && !seated.change && (!seated.result || seated.result.version > what.since || entries.some(altered));
    return recent ? [{ round, table, entries }] : [];
  });
}

/**
 * `Table 2 of round 3 was corrected: Dora is now 3rd.` Entries that played at these tables are named first.
 * @param {{round: number, table: number, entries: number[]}[]} tables
 * @param {{entry: number, place: number}[]} moved with their places now
 * @param {(entry: number) => string} name
 */
export function correction(tables, moved, name) {
  const places = tables.map(({ round, table }) => `table ${table} of round ${round}`);
  const what = places.length ? `${listed(places)} ${places.length === 1 ? "was" : "were"} corrected` : "the director changed what counts";
  const seated = new Set(tables.flatMap(({ entries }) => entries));
  const sorted = [...moved].sort((one, other) => seated.has(other.entry) - seated.has(one.entry) || one.place - other.place);
  const told = sorted.slice(0, MOST_NAMED).map(({ entry, place }) => `${name(entry)} is now ${ordinal(place)}`);
  const more = sorted.length > MOST_NAMED ? [`${count(sorted.length - MOST_NAMED, "other moved", "others moved")}`] : [];
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}: ${moved.length ? listed([...told, ...more]) : "no place changed"}.`;
}
