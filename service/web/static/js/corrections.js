/** What of a record stands, and the batches that correct it. Pure. */

/** Why something is corrected, in the words that tables use; the last asks for one's own. */
export const REASONS = ["typing slip", "misheard", "forgotten", "did not happen"];

/**
 * Versions of the events that are withdrawn. Read from the end: a retraction that is itself withdrawn withdraws nothing.
 * @param {any[]} events in order of version
 * @returns {Map<number, number>} version to the retraction that withdraws it
 */
export function withdrawn(events) {
  const gone = new Map();
  for (const event of events.toReversed()) {
    if (event.type === "Retracted" && !gone.has(event.version)) gone.set(event.data.target, event.version);
  }
  return gone;
}

/**
 * What undo takes back: the last act that stands. A replacement goes together with the retraction of what it replaced, so that undoing a
 * correction brings the first entry back.
 * @param {any[]} events in order of version
 * @returns {object[]} events to append; empty when only the opening stands
 */
export function undoing(events) {
  const gone = withdrawn(events);
  const last = events.findLast((event) => event.version > 1 && event.type !== "Retracted" && !gone.has(event.version));
  if (!last) return [];
  const replaced = replacedBy(last, events);
  const pair = replaced && !gone.has(replaced.version);
  return [last, ...(pair ? [replaced] : [])].map((event) => retraction(event.version, "undone"));
}

/** The retraction that came with `event` because it stands in another's place; null where it stands in nobody's. */
export function replacedBy(event, events) {
  const before = events[event.version - 2];
  return before?.type === "Retracted" && before.data.target === event.after ? before : null;
}

/** The event that takes back `version`. */
export const retraction = (version, reason) => ({ type: "Retracted", data: { target: version, reason } });

/** The batch that replaces `version` by another act in the same place. */
export const amendment = (version, type, data, reason) => [retraction(version, reason), { type, data, after: version }];
