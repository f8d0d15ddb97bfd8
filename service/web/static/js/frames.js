/** Frames of a replay: each says what changed since the one before it; here they become whole views again. */

/**
 * Apply a JSON Merge Patch (RFC 7396): null removes, maps merge, everything else replaces. The target is not touched.
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
 * Every frame with its whole `view`.
 * @param {any[]} frames as served, the first with the whole view as its patch
 */
export function whole(frames) {
  let view = {};
  return frames.map((frame) => {
    view = merged(view, frame.changed);
    return { ...frame, view };
  });
}
