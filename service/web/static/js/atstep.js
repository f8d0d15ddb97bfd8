/** What all pages with a replay share: the table at a step, and the keys that go from step to step. */

import { around } from "./dom.js";
import { gravest } from "./flags.js";

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {import("./frames.js").Step} Step
 * @typedef {import("./felt.js").View} View
 */

/**
 * The table at a step. `viewer`: whose seat is at the bottom.
 * @param {{game: Answers["GameState"], frames: readonly Step[], seats: Answers["GameState"]["seats"], evidence: Answers["ReplayEvidence"] | null, viewer: string}} reel
 * @param {number} at
 */
export function tableAt({ game, frames, seats, evidence, viewer }, at) {
  const frame = frames[at];
  const ended = at === frames.length - 1 ? game.outcome : frame;
  /** @type {{state: string, scores: Record<string, number>, winners: number[], open_deals?: number[]}} */
  const outcome = { ...ended, scores: frame.scores };
  return { seats, view: withEvidence(frame.view, evidence?.cards[frame.version]), outcome, viewer, flags: flagsOf(frame) };
}

// Returns the view with the evidence of each seat: how sure the record is of the card in front of that seat.
/**
 * @param {View} view
 * @param {Record<string, Answers["Evidence"]> | undefined} cards
 * @returns {View}
 */
function withEvidence(view, cards) {
  if (!cards) return view;
  return { ...view, seats: Object.fromEntries(Object.entries(view.seats).map(([seat, state]) => [seat, { ...state, evidence: cards[seat] ?? null }])) };
}

// By seat: the gravest finding about what this step has laid before it.
/**
 * @param {Step} frame
 * @returns {Record<number, Answers["Finding"]>}
 */
function flagsOf({ event, findings }) {
  const finding = gravest(findings);
  return finding && event.data?.seat !== undefined ? { [event.data.seat]: finding } : {};
}

/**
 * Calls what belongs to a key, except in controls that use the key themselves: arrows in the slider, the space bar on a button or link, every
 * key in a select.
 * @param {Record<string, () => void>} keys
 * @returns {(event: KeyboardEvent) => void}
 */
export const keyed = (keys) => (event) => {
  const act = keys[`${event.shiftKey && event.key.startsWith("Page") ? "Shift+" : ""}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`];
  const own = around(event, "select, input, summary, .scroll") || (event.key === " " && around(event, "button, a"));
  if (!act || own || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act();
};
