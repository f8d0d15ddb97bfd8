/** Scores over the steps of a replay: one row of values for each player, and the steps at which they change. Pure. */

/**
 * @typedef {{seat: number, values: (number | null)[], changes: number[]}} Line `values`: the score at each step, null when there is none;
 * `changes`: the steps at which the score changes
 */

/**
 * The lines of all seats that ever have a score, in the order of the seats.
 * @param {{scores: Record<string, number>}[]} frames
 * @param {{seat: number}[]} seats
 * @returns {Line[]}
 */
export function linesOf(frames, seats) {
  const lines = seats.map(({ seat }) => ({ seat, values: frames.map((frame) => frame.scores[seat] ?? null) }));
  return lines.filter((line) => line.values.some((value) => value !== null)).map((line) => ({ ...line, changes: changesOf(line.values) }));
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
