/**
 * Notices to the scorekeeper about batches that are not stored: because they wait, because other events were stored first, or because the
 * server refused them.
 */

import { h } from "./dom.js";
import { actLabel, count } from "./texts/words.js";

/**
 * @typedef {import("./outbox.js").Outbox} Outbox
 * @typedef {import("./formstate.js").Types} Types
 * @typedef {import("./api.js").Problem} Problem
 */

/**
 * The notice of the outbox; null when there is none.
 * @param {Outbox} outbox
 * @param {Types} types
 */
export function notice(outbox, types) {
  const { trouble } = outbox;
  if (trouble?.kind === "conflict") return overtaken(trouble.problem, outbox, types);
  if (trouble) return refused(trouble.problem, outbox, types);
  return outbox.waiting && outbox.offline ? unsent(outbox, types) : null;
}

/**
 * The reason why nothing can be recorded now; null when recording is possible.
 * @param {Outbox} outbox
 */
export function closing(outbox) {
  if (outbox.trouble) return "Not stored. Choose above: record it or discard it.";
  return outbox.waiting && (outbox.offline || outbox.slow) ? "Not sent yet. You can record the next act as soon as the connection is back." : null;
}

/**
 * @param {Outbox} outbox
 * @param {Types} types
 */
function unsent(outbox, types) {
  return h("div", { class: "notice bad" },
    h("p", {}, h("strong", {}, "Not yet stored: "), `${count(outbox.waiting, "event")} kept on this device (${actsOf(outbox, types)}). ${outbox.reason} It will be sent again automatically.`),
    h("p", { class: "choices" }, button("retry", "Send now")));
}

/**
 * @param {Problem} problem
 * @param {Outbox} outbox
 * @param {Types} types
 */
function overtaken(problem, outbox, types) {
  const { expected = 0, actual = 0 } = problem.body;
  return h("div", { class: "notice bad", role: "alert" },
    h("p", {}, h("strong", {}, "Not stored: "), `somebody else recorded here meanwhile (${count(actual - expected, "entry", "entries")}). Look at the table: does “${actsOf(outbox, types)}” still belong at the end?`),
    h("p", { class: "choices" }, button("anyway", "Record it at the end", "primary"), button("drop", "Discard it")));
}

/**
 * @param {Problem} problem
 * @param {Outbox} outbox
 * @param {Types} types
 */
function refused(problem, outbox, types) {
  const reasons = problem.errors.map((error) => error.message).join("; ");
  return h("div", { class: "notice bad", role: "alert" },
    h("p", {}, h("strong", {}, "Not stored: "), `${actsOf(outbox, types)}. ${problem.message} ${reasons}`),
    h("p", { class: "choices" }, button("resend", "Try again"), button("drop", "Discard it")));
}

/**
 * @param {Outbox} outbox
 * @param {Types} types
 */
const actsOf = (outbox, types) => [...new Set(outbox.batches[0].events.map((event) => actLabel(types, event.type)))].join(", ");

/**
 * @param {string} what
 * @param {string} label
 * @param {string} [kind]
 */
const button = (what, label, kind = "") => h("button", { type: "button", class: kind, "data-do": what }, label);
