/** The steps of a replay in words: each act, with a mark for a ruling, a correction or an act that was taken back. */

import { dotted, h } from "./dom.js";
import { marks } from "./findings.js";
import { clockTime } from "./times.js";
import { ENTRIES, POINTS, POSITION } from "./texts/table.js";
import { lineOf, signed } from "./texts/words.js";

/** @typedef {import("./frames.js").Step} Step */

/**
 * One step as a line of the list.
 * @param {Step} frame
 * @param {number} step
 * @param {{standing: Set<number>}} reel `standing`: the versions of all events that have a frame
 * @returns {HTMLElement} the line: the number of the step, what happened, and the version of the event, because findings and corrections
 *   refer to versions
 */
export function stepLine(frame, step, reel) {
  return h("li", {}, h("button", { type: "button", "data-do": "jump", "data-step": step, class: frame.retracted ? "gone" : null },
    h("span", { class: "version" }, step), h("span", { class: "line" }, stepText(frame, reel), h("span", { class: "quiet way" }, " · ", ENTRIES.entry(frame.version))), h("span", { class: "flags" }, marks(frame.findings))));
}

/**
 * The act of a step in words, with its marks and its time.
 * @param {Step} frame
 * @param {{standing: Set<number>}} reel
 */
export function stepText(frame, { standing }) {
  const line = lineOf(frame.event);
  const marks = marksOf(frame, standing).map((mark) => h("span", { class: "tag" }, mark));
  return [frame.retracted ? h("s", {}, line) : line, marks.flatMap((mark) => [" ", mark]), frame.event.at && h("span", { class: "quiet" }, " ", clockTime(frame.event.at))];
}

/**
 * @param {Step} frame
 * @param {Set<number>} standing
 */
function marksOf({ event, retracted, why }, standing) {
  return [
    retracted && ENTRIES.takenBack,
    event.type === "RulingRecorded" && ENTRIES.ruling,
    event.type === "IrregularityCalled" && ENTRIES.playStopped,
    event.after && (standing.has(event.after) ? ENTRIES.insertedAfter : ENTRIES.correctedInPlaceOf)(event.after, why),
  ].filter(Boolean);
}

/**
 * One round of the replay in a line: its number and the points of each seat.
 * @param {{round: number, points: Record<string, number>}} round
 * @param {(seat: number) => string} name
 */
export const roundLine = ({ round, points }, name) => dotted([POSITION.round(round), ...Object.entries(points).map(([seat, value]) => POINTS.of(name(Number(seat)), signed(value)))]);
