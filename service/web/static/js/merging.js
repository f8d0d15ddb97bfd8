/** Others have recorded meanwhile, and acts wait on this device: what the recorder is asked about. Nothing here draws. */

import { enteredToo, idOf } from "./queue.js";
import { lineOf } from "./texts/words.js";

/**
 * @typedef {import("./queue.js").Batch} Batch
 *
 * @typedef {object} Merging what the recorder has answered so far
 * @property {ReadonlySet<string>} accepted batches to be recorded all the same, by the id of the first act
 * @property {boolean} each whether the recorder wants to be asked about each
 *
 * @typedef {{batch: Batch, against: string[]}} Doubt a batch that is asked about by itself; `against`: what speaks against it
 */

/** @type {Merging} */
export const UNASKED = { accepted: new Set(), each: false };

/**
 * The first batch that is asked about by itself; null: what waits may be recorded as a whole; undefined: the rules are still reading it.
 * @param {Pick<import("./desk.js").Desk, "outbox" | "ahead" | "record" | "merging">} desk
 * @returns {Doubt | null | undefined}
 */
export function asked({ outbox, ahead, record, merging }) {
  const { batches, trouble } = outbox;
  const { expected = 0, actual = 0 } = trouble?.problem.body ?? {};
  const others = record.stored.slice(expected, actual);
  for (const batch of batches) {
    const id = idOf(batch);
    const said = ahead?.serving ? ahead.doubts.get(id) : [];
    if (!said) return undefined;
    const against = [...enteredToo(batch, others).map((other) => lineOf(other) ?? ""), ...said];
    if ((against.length || merging.each) && !merging.accepted.has(id)) return { batch, against };
  }
  return null;
}
