/**
 * Frames of a replay. In the server's answer, a frame has only what changed since the frame before it. Here every frame gets its whole
 * view.
 */

/**
 * Apply a JSON Merge Patch (RFC 7396): null removes, maps merge, everything else replaces. The target does not change.
 * @param {any} target
 * @param {any} patch
 */
export function merged(target, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const result = target !== null && typeof target === "object" && !Array.isArray(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  }
  return result;
}

/**
 * Give every frame its whole `view`.
 * @param {any[]} frames as the server sends them: the patch of the first frame is its whole view
 */
export function whole(frames) {
  let view = {};
  return frames.map((frame) => {
    view = merged(view, frame.changed);
    return { ...frame, view };
  });
}

/**
 * The frames that are steps of the replay. A note that says why an event was inserted is not a step: it becomes the `why` of that event.
 * @param {any[]} frames whole ones, in any order
 */
export function stepsOf(frames) {
  const by = new Map(frames.map((frame) => [frame.version, frame]));
  const notes = new Map(frames.map((frame) => [frame, explains(by.get(frame.version - 1), frame)]).filter(([, note]) => note));
  const folded = new Set(notes.values());
  return frames.filter((frame) => !folded.has(frame)).map((frame) => (notes.has(frame) ? withNote(frame, notes.get(frame)) : frame));
}

/** The index of an event's step. A note has the step of the event that it explains; an event without a step has the last step before it. */
export function placeOf(steps, version) {
  const exact = steps.findIndex((frame) => frame.version === version || frame.note === version);
  return exact < 0 ? steps.findLastIndex((frame) => frame.version < version) : exact;
}

// A note explains the next event if both were recorded in one batch and inserted at the same place (domain/insertions.py).
function explains(note, { event }) {
  const together = note?.event.type === "NoteWritten" && event.after && ["after", "by", "recorded_at"].every((key) => note.event[key] === event[key]);
  return together ? note : null;
}

const withNote = (frame, note) => ({
  ...frame, note: note.version, why: note.retracted ? null : note.event.data.note?.value, findings: [...frame.findings, ...note.findings],
});
