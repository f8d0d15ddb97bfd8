/** How sure the record is of a card or a result, in a word or two: seen, stated, confirmed by both sides, worked out, … */

import { h } from "./dom.js";
import { EVIDENCE } from "./texts/table.js";

/**
 * The word for a level.
 * @param {string} level
 */
export const sureness = (level) => EVIDENCE.words[level] ?? level;

/**
 * The tag that shows how sure the record is; null when there is no evidence.
 * @param {{level: string, versions: number[]} | null | undefined} evidence
 */
export function tag(evidence) {
  if (!evidence) return null;
  const { level, versions = [] } = evidence;
  const meaning = EVIDENCE.meanings[level] ?? "";
  return h("span", { class: `evidence ${level}`, title: versions.length ? EVIDENCE.withEntries(meaning, versions) : meaning }, sureness(level));
}
