/** Why a file was not imported, in sentences. Nothing here draws or sends. */

import { Problem, Unreachable } from "./api.js";
import { faultOf } from "./failure.js";
import { IMPORT } from "./texts/games.js";
import { FAILURE } from "./texts/pages.js";
import { capital } from "./texts/words.js";

/** @type {Record<number, string>} */
const OF_STATUS = { 413: IMPORT.tooLarge, 415: IMPORT.wrongKind, 507: IMPORT.diskFull };
const FAULTS = 500;

/**
 * @param {unknown} problem
 * @returns {{title: string, reasons: string[]}} `title`: what became of the file
 */
export function whyNot(problem) {
  if (problem instanceof Unreachable) return { title: IMPORT.unsure, reasons: [IMPORT.noNetwork] };
  const refused = (/** @type {string[]} */ ...reasons) => ({ title: IMPORT.refused, reasons });
  if (!(problem instanceof Problem)) return refused(/** @type {Error} */ (problem).message);
  const said = OF_STATUS[problem.status];
  if (said) return refused(said);
  if (problem.status >= FAULTS) return { title: IMPORT.unsure, reasons: [problem.message, IMPORT.again] };
  return refused(...(problem.errors.length ? problem.errors.map(placed) : [problem.message]));
}

/**
 * A fault with its place in the file.
 * @param {Problem["errors"][number]} fault
 */
function placed({ where, pointer, message }) {
  if (!where) return faultOf({ pointer, message });
  return pointer || !FAILURE.lacksSubject(message) ? IMPORT.fault(where, faultOf({ pointer, message })) : FAILURE.fault(capital(where), message);
}
