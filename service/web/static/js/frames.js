/**
 * Frames of a replay. In the server's answer, a frame has only what changed since the frame before it. Here every frame gets its whole
 * view.
 */

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {import("./felt.js").View} View
 * @typedef {Omit<Answers["Frame"], "event"> & {event: import("./record.js").Event}} Frame
 * @typedef {Omit<Answers["Replay"], "frames"> & {frames: Frame[]}} Replay
 * @typedef {Frame & {view: View, note?: number, why?: string | null}} Step `note`: the version of the note that says why the event was inserted; `why`: the text of that note
 */

/**
 * Apply a JSON Merge Patch (RFC 7396): null removes, maps merge, everything else replaces. The target does not change.
 * @param {unknown} target
 * @param {unknown} patch
 * @returns {unknown}
 */
export function merged(target, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  /** @type {Record<string, unknown>} */
  const result = target !== null && typeof target === "object" && !Array.isArray(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  }
  return result;
}

/**
 * Give every frame its whole `view`.
 * @template {{changed: object}} Sent
 * @param {Sent[]} frames as the server sends them: the patch of the first frame is its whole view
 */
export function whole(frames) {
  let view = /** @type {View} */ ({});
  return frames.map((frame) => {
    view = /** @type {View} */ (merged(view, frame.changed));
    return { ...frame, view };
  });
}

/**
 * The frames that are steps of the replay. A note that says why an event was inserted is not a step: it becomes the `why` of that event.
 * @param {Step[]} frames whole ones, in any order
 * @returns {Step[]}
 */
export function stepsOf(frames) {
  const by = new Map(frames.map((frame) => [frame.version, frame]));
  const notes = new Map(frames.map((frame) => [frame, explains(by.get(frame.version - 1), frame)]));
  const folded = new Set(notes.values());
  return frames.filter((frame) => !folded.has(frame)).map((frame) => withNote(frame, notes.get(frame)));
}

/**
 * The index of an event's step. A note has the step of the event that it explains; an event without a step has the last step before it.
 * @param {readonly {version: number, note?: number}[]} steps
 * @param {number} version
 */
export function placeOf(steps, version) {
  const exact = steps.findIndex((frame) => frame.version === version || frame.note === version);
  return exact < 0 ? steps.findLastIndex((frame) => frame.version < version) : exact;
}

// A note explains the next event if both were recorded in one batch and inserted at the same place (domain/record/insertions.py).
/**
 * @param {Step | undefined} note
 * @param {Step} frame
 */
function explains(note, { event }) {
  const together = note?.event.type === "NoteWritten" && event.after && /** @type {const} */ (["after", "by", "recorded_at"]).every((key) => note.event[key] === event[key]);
  return together ? note : null;
}

/**
 * @param {Step} frame
 * @param {Step | null} [note]
 * @returns {Step}
 */
const withNote = (frame, note) => (note ? {
  ...frame, note: note.version, why: note.retracted ? null : note.event.data?.note?.value, findings: [...frame.findings, ...note.findings],
} : frame);
