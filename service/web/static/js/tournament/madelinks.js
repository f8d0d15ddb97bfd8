/**
 * The links that were made in this tab, with their secrets. The server never shows a secret again, so the pages of this tab keep them for
 * printing until the tab is closed.
 */

/**
 * @typedef {{id: string, label: string, link: string, table?: number, entry?: number}} Made for a table, for an entry, or for viewing
 */

const key = (/** @type {string} */ tournament) => `faceup:links:${tournament}`;

/**
 * @param {string} tournament
 * @returns {Made[]} oldest first
 */
export const madeLinks = (tournament) => JSON.parse(sessionStorage.getItem(key(tournament)) ?? "[]");

/**
 * Keep a link. It replaces an earlier link of the same table or entry.
 * @param {string} tournament
 * @param {Made} made
 */
export function keepLink(tournament, made) {
  const alike = (/** @type {Made} */ each) => each.label === made.label && each.table === made.table && each.entry === made.entry;
  sessionStorage.setItem(key(tournament), JSON.stringify([...madeLinks(tournament).filter((each) => !alike(each)), made]));
}

/**
 * Forget a link that was withdrawn.
 * @param {string} tournament
 * @param {string} id
 */
export function forgetLink(tournament, id) {
  sessionStorage.setItem(key(tournament), JSON.stringify(madeLinks(tournament).filter((each) => each.id !== id)));
}
