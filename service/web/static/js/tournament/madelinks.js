/**
 * The links that were made in this tab, with their secrets. The server never shows a secret again, so the pages of this tab keep them for
 * printing until the tab is closed.
 */

const key = (tournament) => `faceup:links:${tournament}`;

/**
 * @param {string} tournament
 * @returns {{id: string, label: string, link: string, table?: number, entry?: number}[]} oldest first
 */
export const madeLinks = (tournament) => JSON.parse(sessionStorage.getItem(key(tournament)) ?? "[]");

/** Keep a link. It replaces an earlier link of the same table or entry. */
export function keepLink(tournament, made) {
  const alike = (each) => each.label === made.label && each.table === made.table && each.entry === made.entry;
  sessionStorage.setItem(key(tournament), JSON.stringify([...madeLinks(tournament).filter((each) => !alike(each)), made]));
}

/** Forget a link that was withdrawn. */
export function forgetLink(tournament, id) {
  sessionStorage.setItem(key(tournament), JSON.stringify(madeLinks(tournament).filter((each) => each.id !== id)));
}
