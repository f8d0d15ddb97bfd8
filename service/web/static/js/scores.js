/** Scores over the steps of a replay: one row of values for each player or side, and the steps at which they change. Pure. */

/**
 * @typedef {import("./felt.js").View} View
 * @typedef {{seats: number[], values: (number | null)[], changes: number[]}} Line `seats`: those of a player, or of partners who always have
 *   the same score; `values`: the score at each step, null when there is none; `changes`: the steps at which the score changes
 */

/**
 * The lines of all seats that ever have a score, in the order of the seats.
 * @param {{scores: Record<string, number>, view?: View}[]} frames
 * @param {{seat: number}[]} seats
 * @returns {Line[]}
 */
export function linesOf(frames, seats) {
  const sides = frames.at(-1)?.view?.seats ?? {};
  /** @type {Map<string, Line>} */
  const lines = new Map();
  for (const { seat } of seats) {
    const values = frames.map((frame) => frame.scores[seat] ?? null);
    if (values.every((value) => value === null)) continue;
    const key = JSON.stringify([sides[seat]?.side ?? `seat ${seat}`, values]);
    const line = lines.get(key);
    if (line) line.seats.push(seat);
    else lines.set(key, { seats: [seat], values, changes: changesOf(values) });
  }
  return [...lines.values()];
}

/**
 * The steps at which any score changes, and the step of the first score.
 * @param {Line[]} lines
 */
export const turningPoints = (lines) => [...new Set(lines.flatMap((line) => line.changes))].sort((one, other) => one - other);

/**
 * The lowest and the highest score, where 0 counts as a score too. The two are never equal.
 * @param {Pick<Line, "values">[]} lines
 */
export function spanOf(lines) {
  const all = lines.flatMap((line) => line.values).filter((value) => value !== null);
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all)];
  return [least, Math.max(most, least + 1)];
}

/**
 * The values to draw. Lines of players with equal scores are drawn beside each other, at a distance of `apart` points of score.
 * @param {Pick<Line, "values">[]} lines
 * @param {number} apart
 */
export function sideBySide(lines, apart) {
  const middle = (lines.length - 1) / 2;
  return lines.map((line, number) => line.values.map((value) => (value === null ? null : value + (middle - number) * apart)));
}

/** @param {(number | null)[]} values */
function changesOf(values) {
  return values.flatMap((value, step) => (value !== null && value !== (values[step - 1] ?? null) ? [step] : []));
}
