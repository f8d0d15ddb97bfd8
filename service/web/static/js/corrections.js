/** What of a record stands, and the batches that correct it. Pure. */

/** Why something is corrected, in the words that tables use. */
export const REASONS = ["typing slip", "misheard", "forgotten", "did not happen"];

/** Why something is inserted. */
export const REASONS_TO_INSERT = ["forgotten", "seen too late", "told later"];

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
 * All events in the order of the table: one that was placed `after` another stands directly behind it, of two the later recorded nearer.
 * @param {any[]} events in order of version
 * @returns {any[]}
 */
export function tableOrder(events) {
  const following = Map.groupBy(events, (event) => event.after ?? 0);
  const withBranch = (event) => [event, ...(following.get(event.version) ?? []).toReversed().flatMap(withBranch)];
  return (following.get(0) ?? []).flatMap(withBranch);
}

/**
 * What undo takes back: the last act that stands. A replacement goes together with the retraction of what it replaced, so that undoing a
 * correction brings the first entry back; an insertion goes together with the note that says why.
 * @param {any[]} events in order of version
 * @returns {object[]} events to append; empty when only the opening stands
 */
export function undoing(events) {
  const gone = withdrawn(events);
  const last = events.findLast((event) => event.version > 1 && event.type !== "Retracted" && !gone.has(event.version));
  if (!last) return [];
  const companion = replacedBy(last, events) ?? explanation(last, events);
  const pair = companion && !gone.has(companion.version);
  return [last, ...(pair ? [companion] : [])].map((event) => retraction(event.version, "undone"));
}

/** The retraction that came with `event` because it stands in another's place; null where it stands in nobody's. */
export function replacedBy(event, events) {
  const before = events[event.version - 2];
  return before?.type === "Retracted" && before.data.target === event.after ? before : null;
}

/** The note that came with `event` to say why it was inserted; null where none did. */
export const explanation = (event, events) => (event.explained_by ? events[event.explained_by - 1] : null);

/** The event that takes back `version`. */
export const retraction = (version, reason) => ({ type: "Retracted", data: { target: version, reason } });

/** The batch that puts an act behind `version`. The note that says why comes first and for the same place, so that the server knows them together. */
export const insertion = (version, type, data, reason) => [
  ...(reason ? [{ type: "NoteWritten", data: { note: reason }, after: version }] : []), { type, data, after: version },
];

/** The batch that replaces `version` by another act in the same place. */
export const amendment = (version, type, data, reason) => [retraction(version, reason), { type, data, after: version }];
