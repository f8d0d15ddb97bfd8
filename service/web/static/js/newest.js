/**
 * Of several readings the newest counts, in whatever order the answers come. An older one counts only if the newest fails, and never
 * replaces a newer one.
 */

/**
 * @template Answer
 * @param {(answer: Answer) => void} take is given each answer that counts
 * @returns {(reading: Promise<Answer>) => Promise<void>} to be called when a reading begins; it ends when an answer was taken, or fails as the
 *   newest reading does
 */
export function newest(take) {
  let begun = 0;
  let taken = 0;
  /** @type {Promise<void>} */
  let last = Promise.resolve();
  return (reading) => {
    begun += 1;
    const number = begun;
    /** @param {Answer} answer */
    const counted = (answer) => {
      if (number < taken) return;
      taken = number;
      take(answer);
    };
    last = reading.then(
      (answer) => (number === begun ? counted(answer) : last.catch(() => counted(answer))),
      (problem) => (number === begun ? Promise.reject(problem) : last),
    );
    return last;
  };
}
