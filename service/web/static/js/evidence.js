/** How sure the record is of a card or a result, as one word: observed, stated, confirmed by both sides, inferred, … */

import { h } from "./dom.js";

const MEANINGS = {
  observed: "somebody saw it and wrote it down",
  stated: "the table said so",
  confirmed: "both sides confirmed it",
  inferred: "it follows from the rest of the record",
  director: "a director ruled so",
  unknown: "the record does not say",
};

/**
 * The tag that shows how sure the record is; null when there is no evidence.
 * @param {{level: string, versions: number[]} | null | undefined} evidence
 */
export function tag(evidence) {
  if (!evidence) return null;
  const { versions = [] } = evidence;
  const proof = versions.length ? ` (${versions.length > 1 ? "events" : "event"} ${versions.join(", ")})` : "";
  return h("span", { class: `evidence ${evidence.level}`, title: `${MEANINGS[evidence.level] ?? ""}${proof}` }, evidence.level);
}
