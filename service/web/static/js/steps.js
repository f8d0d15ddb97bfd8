/** The steps of a replay in words: each act, and the mark of what is no ordinary act: a ruling, a correction, what was taken back. */

import { dotted, h } from "./dom.js";
import { clockTime } from "./times.js";
import { lineOf } from "./words.js";

/**
 * One step as a line of the list.
 * @param {any} frame
 * @param {number} step
 * @param {{standing: Set<number>}} reel `standing`: versions that have a frame
 * @returns {HTMLElement} the step's number, what happened, and which event it is: findings and corrections name that
 */
export function stepLine(frame, step, reel) {
  const flag = frame.findings.length ? h("span", { class: "flag" }, `⚑ ${frame.findings.length}`) : null;
  return h("li", {}, h("button", { type: "button", "data-do": "jump", "data-step": step, class: frame.retracted ? "gone" : null },
    h("span", { class: "version" }, step), h("span", { class: "line" }, stepText(frame, reel), h("span", { class: "quiet way" }, ` · event ${frame.version}`)), flag));
}

/** What happened at a step, marked and with its time. */
export function stepText(frame, { standing }) {
  const line = lineOf(frame.event);
  const marks = marksOf(frame, standing).map((mark) => h("span", { class: "tag" }, mark));
  return [frame.retracted ? h("s", {}, line) : line, marks.flatMap((mark) => [" ", mark]), frame.event.at && h("span", { class: "quiet" }, " ", clockTime(frame.event.at))];
}

function marksOf({ event, retracted, why }, standing) {
  return [
    retracted && "taken back",
    event.type === "RulingRecorded" && "ruling",
    event.type === "IrregularityCalled" && "play stopped",
    event.after && `${standing.has(event.after) ? "inserted after" : "corrected, in place of"} event ${event.after}${why ? `: ${why}` : ""}`,
  ].filter(Boolean);
}

/** The rounds of the replay with how sure the record is of each: lines for the end of the list. */
export const roundLine = ({ round, points }, name) => dotted([`Round ${round}`, ...Object.entries(points).map(([seat, value]) => `${name(seat)} ${value}`)]);
