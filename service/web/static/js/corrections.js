/** Finds the events of a record that are withdrawn, and makes the batches that correct a record. Pure functions. */

import { SIGN } from "./outbox.js";
import { inClear } from "./schema.js";
import { CORRECTIONS } from "./texts/form.js";

/**
 * @typedef {import("./record.js").Entry} Entry
 * @typedef {import("./record.js").Event} Event
 * @typedef {import("./outbox.js").Act} Act
 */

/** The reason for a correction of a card that was typed wrong. */
export const TYPED_WRONG = CORRECTIONS.typedWrong;

/** Reasons for a correction, in the words that players use. */
export const REASONS = [TYPED_WRONG, CORRECTIONS.misheard, CORRECTIONS.forgotten, CORRECTIONS.didNotHappen];

/** Reasons for an insertion. */
export const REASONS_TO_INSERT = [CORRECTIONS.forgotten, CORRECTIONS.seenTooLate, CORRECTIONS.reportedLater];

/**
 * The events that are withdrawn. The search goes from the last event to the first, because a retraction that is itself withdrawn withdraws
 * nothing.
 * @param {readonly Event[]} events in order of version
 * @returns {Map<number, number>} the version of each withdrawn event → the version of the retraction that withdraws it
 */
export function withdrawn(events) {
  /** @type {Map<number, number>} */
  const gone = new Map();
  for (const event of events.toReversed()) {
    if (event.type === "Retracted" && !gone.has(event.version)) gone.set(event.data.target, event.version);
  }
  return gone;
}

/**
 * All events in the order in which they happened at the table. An event that was placed `after` another event comes directly after it. If
 * two events were placed after the same event, the one that was recorded later comes first.
 * @template {{version: number, after?: number}} Placed
 * @param {readonly Placed[]} events in order of version
 * @returns {Placed[]}
 */
export function tableOrder(events) {
  const following = Map.groupBy(events, (event) => event.after ?? 0);
  /** @type {(event: Placed) => Placed[]} */
  const withBranch = (event) => [event, ...(following.get(event.version) ?? []).toReversed().flatMap(withBranch)];
  return (following.get(0) ?? []).flatMap(withBranch);
}

/**
 * The entries that stand, in the order of the table: neither retractions nor notes.
 * @param {readonly Event[]} events in order of version
 * @param {number} [version] only those before this event
 */
export function standingEntries(events, version) {
  const gone = withdrawn(events);
  const order = tableOrder(events);
  const wanted = version === undefined ? order : order.slice(0, order.findIndex((event) => event.version === version));
  return wanted.filter((event) => event.type !== "Retracted" && event.type !== "NoteWritten" && !gone.has(event.version));
}

/**
 * The events that undo the last act that is not withdrawn. If one tap recorded several acts, all of them are undone. If that act replaced
 * an earlier act, the retraction of the earlier act is undone too, so that the earlier act counts again. If that act was inserted, the note
 * with the reason is undone too, and later rounds get their former numbers back.
 * @param {readonly Event[]} events in order of version
 * @returns {Act[]} events to append; empty when only the opening is left
 */
export function undoing(events) {
  const gone = withdrawn(events);
  const last = events.findLast((event) => event.version > 1 && event.type !== "Retracted" && !gone.has(event.version));
  if (!last) return [];
  const companion = replacedBy(last, events) ?? explanation(last, events);
  const begun = companion?.version ?? last.version;
  return [last, companion, ...(companion ? [] : saidWith(last, events)), ...movedUp(events[begun - 2], events)].flatMap((event) => (event && !gone.has(event.version) ? [retraction(event.version, CORRECTIONS.undone)] : []));
}

/**
 * The acts that were recorded with the tap that recorded `last`, the latest first.
 * @param {Event} last
 * @param {readonly Event[]} events
 * @returns {Event[]}
 */
function saidWith(last, events) {
  const before = events[last.version - 2];
  const alike = last.id && before?.id?.slice(0, SIGN) === last.id.slice(0, SIGN) && before.by === last.by;
  return alike && ![last, before].some(({ type, after }) => after || type === "Retracted") ? [before, ...saidWith(before, events)] : [];
}

// The events that gave later rounds the next number, in the batch that ends with `event`, from the last to the first.
/**
 * @param {Event | undefined} event
 * @param {readonly Event[]} events
 * @returns {Event[]}
 */
function movedUp(event, events) {
  const replaced = event && replacedBy(event, events);
  const before = replaced && events[replaced.data.target - 1];
  return before && event && isRound(event) && event.type === before.type && event.data.round === before.data?.round + 1 ? [event, replaced, ...movedUp(events[replaced.version - 2], events)] : [];
}

/**
 * The retraction that was recorded together with `event`, if `event` replaces another event; otherwise null.
 * @param {Event} event
 * @param {readonly Event[]} events
 * @returns {Entry | null}
 */
export function replacedBy(event, events) {
  const before = events[event.version - 2];
  return before?.type === "Retracted" && before.data.target === event.after ? before : null;
}

/**
 * The note that says why `event` was inserted; null when there is none.
 * @param {Event} event
 * @param {readonly Event[]} events
 */
export const explanation = (event, events) => (event.explained_by ? events[event.explained_by - 1] : null);

/**
 * The event that takes back `version`.
 * @param {number} version
 * @param {string | null} [reason]
 * @returns {Act}
 */
export const retraction = (version, reason) => ({ type: "Retracted", data: { target: version, reason } });

/**
 * The batch that inserts an act after `version`. A note with the reason comes first, at the same place, so the server links the note to the
 * act.
 * @param {number} version
 * @param {string} type
 * @param {Act["data"]} data
 * @param {string | null} [reason]
 * @returns {Act[]}
 */
const insertion = (version, type, data, reason) => [
  ...(reason ? [{ type: "NoteWritten", data: { note: reason }, after: version }] : []), { type, data, after: version },
];

/**
 * @param {{type?: string, data?: Act["data"]}} event
 * @returns {event is Entry}
 */
const isRound = (event) => Boolean(event.type?.endsWith("Stated")) && event.data?.round !== undefined;

/**
 * The batch that inserts an act after `version`. If the act states a round whose number a later statement has already, that round and all
 * stated after it get the next number. The inserted act comes last.
 * @param {readonly Event[]} events of the record, in order of version
 * @param {number} version
 * @param {string} type
 * @param {Act["data"]} data
 * @param {string | null} [reason]
 */
export function insertedRound(events, version, type, data, reason) {
  const gone = withdrawn(events);
  const order = tableOrder(events);
  const later = order.slice(order.findIndex((event) => event.version === version) + 1).filter(isRound).filter((event) => !gone.has(event.version) && event.data.round >= data.round);
  const taken = isRound({ type, data }) && later.some((event) => event.data.round === data.round);
  const moved = taken ? later.flatMap((event) => amendment(event.version, event.type, { ...inClear(event.data), round: event.data.round + 1 }, CORRECTIONS.roundInserted)) : [];
  return [...moved, ...insertion(version, type, data, reason)];
}

/**
 * The batch that replaces `version` with another act in the same place.
 * @param {number} version
 * @param {string} type
 * @param {Act["data"]} data
 * @param {string | null} [reason]
 * @returns {Act[]}
 */
export const amendment = (version, type, data, reason) => [retraction(version, reason), { type, data, after: version }];
