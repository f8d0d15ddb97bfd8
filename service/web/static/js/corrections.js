/** Finds the events of a record that are withdrawn, and makes the batches that correct a record. Pure functions. */

/** Reasons for a correction, in the words that players use. */
export const REASONS = ["typing slip", "misheard", "forgotten", "did not happen"];

/** Reasons for an insertion. */
export const REASONS_TO_INSERT = ["forgotten", "seen too late", "reported later"];

/**
 * The events that are withdrawn. The search goes from the last event to the first, because a retraction that is itself withdrawn withdraws
 * nothing.
 * @param {any[]} events in order of version
 * @returns {Map<number, number>} the version of each withdrawn event → the version of the retraction that withdraws it
 */
export function withdrawn(events) {
  const gone = new Map();
  for (const event of events.toReversed()) {
    if (event.type === "Retracted" && !gone.has(event.version)) gone.set(event.data.target, event.version);
  }
  return gone;
}

/**
 * All events in the order in which they happened at the table. An event that was placed `after` another event comes directly after it. If
 * two events were placed after the same event, the one that was recorded later comes first.
 * @param {any[]} events in order of version
 * @returns {any[]}
 */
export function tableOrder(events) {
  const following = Map.groupBy(events, (event) => event.after ?? 0);
  const withBranch = (event) => [event, ...(following.get(event.version) ?? []).toReversed().flatMap(withBranch)];
  return (following.get(0) ?? []).flatMap(withBranch);
}

/**
 * The events that undo the last act that is not withdrawn. If that act replaced an earlier act, the retraction of the earlier act is undone
 * too, so that the earlier act counts again. If that act was inserted, the note with the reason is undone too.
 * @param {any[]} events in order of version
 * @returns {object[]} events to append; empty when only the opening is left
 */
export function undoing(events) {
  const gone = withdrawn(events);
  const last = events.findLast((event) => event.version > 1 && event.type !== "Retracted" && !gone.has(event.version));
  if (!last) return [];
  const companion = replacedBy(last, events) ?? explanation(last, events);
  const pair = companion && !gone.has(companion.version);
  return [last, ...(pair ? [companion] : [])].map((event) => retraction(event.version, "undone"));
}

/** The retraction that was recorded together with `event`, if `event` replaces another event; otherwise null. */
export function replacedBy(event, events) {
  const before = events[event.version - 2];
  return before?.type === "Retracted" && before.data.target === event.after ? before : null;
}

/** The note that says why `event` was inserted; null when there is none. */
export const explanation = (event, events) => (event.explained_by ? events[event.explained_by - 1] : null);

/** The event that takes back `version`. */
export const retraction = (version, reason) => ({ type: "Retracted", data: { target: version, reason } });

/**
 * The batch that inserts an act after `version`. A note with the reason comes first, at the same place, so the server links the note to the
 * act.
 */
export const insertion = (version, type, data, reason) => [
  ...(reason ? [{ type: "NoteWritten", data: { note: reason }, after: version }] : []), { type, data, after: version },
];

/** The batch that replaces `version` with another act in the same place. */
export const amendment = (version, type, data, reason) => [retraction(version, reason), { type, data, after: version }];
