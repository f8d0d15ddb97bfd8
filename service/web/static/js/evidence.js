/** How sure the record is of a card or a result, in a word or two: seen, stated, confirmed by both sides, worked out, … */

import { h } from "./dom.js";
import { entriesLabel } from "./texts/words.js";

/**
 * Each level: its word, and what it means.
 * @type {Record<string, [string, string]>}
 */
const LEVELS = {
  observed: ["seen", "somebody saw it and wrote it down"],
  stated: ["stated", "the table said so"],
  confirmed: ["confirmed", "both sides confirmed it"],
  inferred: ["worked out", "it follows from the rest of the record"],
  director: ["ruled", "a director ruled so"],
  unknown: ["not known", "the record does not say"],
};

/**
 * The word for a level.
 * @param {string} level
 */
export const sureness = (level) => LEVELS[level]?.[0] ?? level;

/**
 * The tag that shows how sure the record is; null when there is no evidence.
 * @param {{level: string, versions: number[]} | null | undefined} evidence
 */
export function tag(evidence) {
  if (!evidence) return null;
  const { versions = [] } = evidence;
  const proof = versions.length ? ` (${entriesLabel(versions)})` : "";
  return h("span", { class: `evidence ${evidence.level}`, title: `${LEVELS[evidence.level]?.[1] ?? ""}${proof}` }, sureness(evidence.level));
}
