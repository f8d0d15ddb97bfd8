/**
 * Notices to the scorekeeper about batches that are not stored: because they wait, because other events were stored first, or because the
 * server refused them.
 */

import { h } from "./dom.js";
import { NOTICE } from "./texts/form.js";
import { minuteTime } from "./times.js";
import { actLabel } from "./texts/words.js";

/**
 * @typedef {import("./outbox.js").Outbox} Outbox
 * @typedef {import("./formstate.js").Types} Types
 * @typedef {import("./api.js").Problem} Problem
 */

/**
 * The notice of the outbox; null when there is none.
 * @param {Outbox} outbox
 * @param {Types} types
 * @param {string} told what became of acts that are not recorded
 */
export function notice(outbox, types, told) {
  const { trouble } = outbox;
  const line = told && h("div", { class: "notice", role: "alert", "data-key": "told" }, told);
  if (trouble) return [line, (trouble.kind === "conflict" ? overtaken : refused)(trouble.problem, outbox, types)];
  return [line, outbox.behind || (outbox.waiting && outbox.place === "page") ? unsent(outbox, types) : null, reloading(outbox)];
}

/**
 * What a reload would do over plain HTTP, where the browser keeps no page: before play, and while the server does not answer. Then the page
 * that explains it cannot be opened.
 * @param {Outbox} outbox
 */
function reloading({ behind, stored }) {
  if (globalThis.isSecureContext !== false || (stored && !behind)) return null;
  return h("p", { class: "notice", "data-key": "reload" }, NOTICE.reload, behind ? null : [" ", h("a", { href: "/https" }, NOTICE.withHttps)]);
}

/**
 * The reason why nothing can be recorded now; null when recording is possible.
 * @param {Outbox} outbox
 */
export const closing = (outbox) => (outbox.trouble ? NOTICE.choose : null);

/**
 * @param {Outbox} outbox
 * @param {Types} types
 */
function unsent({ waiting, since, place, batches }, types) {
  const acts = batches.flatMap(({ events }) => events);
  return h("details", { class: "notice bad", "data-key": "unsent" },
    h("summary", {}, h("span", {}, NOTICE.unsent(strong, waiting, since ? minuteTime(since) : null), place === "database" ? null : ` ${NOTICE.kept[place]}`)),
    h("p", {}, NOTICE.goOn), h("ol", {}, acts.map((act) => h("li", {}, actLabel(types, act.type)))),
    h("p", { class: "choices" }, button("retry", NOTICE.sendNow), button("save", NOTICE.save)));
}

/**
 * @param {Problem} problem
 * @param {Outbox} outbox
 * @param {Types} types
 */
function overtaken(problem, outbox, types) {
  const { expected = 0, actual = 0 } = problem.body;
  return h("div", { class: "notice bad", role: "alert" },
    h("p", {}, NOTICE.overtaken(strong, actual - expected, actsOf(outbox, types))),
    h("p", { class: "choices" }, button("anyway", NOTICE.recordAtEnd, "primary"), button("drop", NOTICE.discard)));
}

/**
 * @param {Problem} problem
 * @param {Outbox} outbox
 * @param {Types} types
 */
function refused(problem, outbox, types) {
  const reasons = problem.errors.map((error) => error.message);
  return h("div", { class: "notice bad", role: "alert" },
    h("p", {}, NOTICE.refused(strong, actsOf(outbox, types), problem.message, reasons)),
    h("p", { class: "choices" }, button("resend", NOTICE.tryAgain), button("save", NOTICE.save), button("drop", NOTICE.discard)));
}

/**
 * @param {Outbox} outbox
 * @param {Types} types
 */
const actsOf = (outbox, types) => [...new Set(outbox.batches[0].events.map((event) => actLabel(types, event.type)))];

/** @param {string} words */
const strong = (words) => h("strong", {}, words);

/**
 * @param {string} what
 * @param {string} label
 * @param {string} [kind]
 */
const button = (what, label, kind = "") => h("button", { type: "button", class: kind, "data-do": what }, label);
