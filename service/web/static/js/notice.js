/**
 * Notices to the scorekeeper about batches that are not stored: because they wait, because other events were stored first, or because the
 * server refused them.
 */

import { h } from "./dom.js";
import { actLabel, count } from "./words.js";

/**
 * The notice of the outbox; null when there is none.
 * @param {import("./outbox.js").Outbox} outbox
 * @param {Map<string, any>} types event types of the system by name
 * @returns {unknown}
 */
export function notice(outbox, types) {
  if (outbox.trouble?.kind === "conflict") return overtaken(outbox, types);
  if (outbox.trouble) return refused(outbox, types);
  return outbox.waiting && outbox.offline ? unsent(outbox, types) : null;
}

/** The reason why nothing can be recorded now; null when recording is possible. */
export function closing(outbox) {
  if (outbox.trouble) return "Not stored. Choose above: record it or discard it.";
  return outbox.waiting && (outbox.offline || outbox.slow) ? "Not sent yet. You can record the next act as soon as the connection is back." : null;
}

function unsent(outbox, types) {
  return h("div", { class: "notice bad" },
    h("p", {}, h("strong", {}, "Not yet stored: "), `${count(outbox.waiting, "event")} kept on this device (${actsOf(outbox, types)}). ${outbox.reason} It will be sent again automatically.`),
    h("p", { class: "choices" }, button("retry", "Send now")));
}

function overtaken(outbox, types) {
  const { expected, actual } = outbox.trouble.problem.body;
  return h("div", { class: "notice bad", role: "alert" },
    h("p", {}, h("strong", {}, "Not stored: "), `somebody else recorded here meanwhile (${count(actual - expected, "entry", "entries")}). Look at the table: does “${actsOf(outbox, types)}” still belong at the end?`),
    h("p", { class: "choices" }, button("anyway", "Record it at the end", "primary"), button("drop", "Discard it")));
}

function refused(outbox, types) {
  const { problem } = outbox.trouble;
  const reasons = problem.errors.map((error) => error.message).join("; ");
  return h("div", { class: "notice bad", role: "alert" },
    h("p", {}, h("strong", {}, "Not stored: "), `${actsOf(outbox, types)}. ${problem.message} ${reasons}`),
    h("p", { class: "choices" }, button("resend", "Try again"), button("drop", "Discard it")));
}

const actsOf = (outbox, types) => [...new Set(outbox.batches[0].events.map((event) => actLabel(types, event.type)))].join(", ");

const button = (what, label, kind = "") => h("button", { type: "button", class: kind, "data-do": what }, label);
