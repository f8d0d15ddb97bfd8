/**
 * Which cards on the table findings are about, and which steps of a replay are flagged. A finding is about the cards that its seats laid by
 * the events it names.
 */

import { h, spoken } from "./dom.js";
import { FLAGS, KINDS, lineOf } from "./texts/words.js";

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {Answers["Finding"]} Finding
 * @typedef {(seat: number, version: number) => Finding | null} Flags the gravest open finding about a card; null: there is none
 * @typedef {{step: number, kind: string, said: string}} StepFlag `kind`: one of FLAGS; `said`: what was found or done, in words
 */

const RULINGS = ["RulingRecorded", "IrregularityCalled"];

/**
 * The gravest of some findings, the first of its kind; null: none is of a kind that pages know.
 * @param {readonly Finding[]} findings
 */
export const gravest = (findings) => Object.keys(KINDS).map((each) => findings.find(({ kind }) => kind === each)).find(Boolean) ?? null;

/**
 * @param {readonly Finding[]} findings
 * @returns {Flags}
 */
export function flagsOf(findings) {
  const open = findings.filter(({ status }) => status === "standing");
  return (seat, version) => gravest(open.filter(({ seats, versions }) => versions.includes(version) && (!seats.length || seats.includes(seat))));
}

/**
 * By seat: the gravest finding about the card in front of it.
 * @param {import("./felt.js").View} view
 * @param {Flags} flags
 * @returns {Record<number, Finding>}
 */
export function flagsOnFelt({ order, seats }, flags) {
  /** @type {Record<number, Finding>} */
  const found = {};
  for (const seat of order) {
    const finding = seats[seat]?.evidence?.versions.map((version) => flags(seat, version)).find(Boolean);
    if (finding) found[seat] = finding;
  }
  return found;
}

/**
 * The id of a finding in the list of findings.
 * @param {string} id of the finding
 */
export const anchorOf = (id) => `finding-${id.replace(/[^\w-]/g, "-")}`;

/**
 * A flag on a card, as a link to the finding.
 * @param {Finding} finding
 */
export function flag({ id, kind }) {
  const { icon, word } = KINDS[kind];
  return h("a", { class: "card-flag", "data-kind": kind, href: `#${anchorOf(id)}`, "data-key": "flag" }, h("span", { "aria-hidden": "true" }, icon), spoken(word));
}

/**
 * The steps that are flagged, in order: by their gravest finding, else by a ruling or a correction.
 * @param {readonly import("./frames.js").Step[]} frames
 * @returns {StepFlag[]}
 */
export function flaggedSteps(frames) {
  return frames.flatMap(({ event, findings, retracted }, step) => {
    const finding = gravest(findings);
    const kind = finding?.kind ?? (RULINGS.includes(event.type ?? "") ? "ruling" : retracted || event.after ? "correction" : null);
    return kind ? [{ step, kind, said: finding?.sentence ?? lineOf(event) ?? "" }] : [];
  });
}

/**
 * The flags in groups: those that would lie on each other are in one.
 * @param {readonly StepFlag[]} flags in order
 * @param {(step: number) => number} place where a step is
 * @param {number} room that a group takes
 * @returns {StepFlag[][]}
 */
export function grouped(flags, place, room) {
  /** @type {StepFlag[][]} */
  const groups = [];
  for (const flag of flags) {
    const last = groups.at(-1);
    if (last && place(flag.step) - place(last[0].step) < room) last.push(flag);
    else groups.push([flag]);
  }
  return groups;
}

/**
 * The gravest kind among some flags.
 * @param {readonly StepFlag[]} flags
 */
export const gravestOf = (flags) => Object.keys(FLAGS).find((kind) => flags.some((flag) => flag.kind === kind)) ?? "";
