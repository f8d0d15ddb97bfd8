/**
 * Notices to the scorekeeper about batches that are not stored: because they wait, because other events were stored first, or because the
 * server refused them.
 */

import { h } from "./dom.js";
import { messageOf } from "./failure.js";
import { sideScores } from "./felt.js";
import { asked } from "./merging.js";
import { turnLine } from "./position.js";
import { idOf } from "./queue.js";
import { NOTICE } from "./texts/form.js";
import { minuteTime } from "./times.js";
import { actLabel, lineOf, listed, namesOf } from "./texts/words.js";

/**
 * @typedef {import("./desk.js").Desk} Desk
 * @typedef {import("./outbox.js").Outbox} Outbox
 * @typedef {import("./queue.js").Batch} Batch
 * @typedef {import("./formstate.js").Types} Types
 * @typedef {import("./api.js").Problem} Problem
 */

/**
 * What is not stored; null when there is nothing.
 * @param {Desk} desk
 */
export function notice(desk) {
  const { outbox, told, page: { state: { types } } } = desk;
  const { trouble } = outbox;
  const line = told && h("div", { class: "notice", role: "alert", "data-key": "told" }, told);
  if (trouble) return [line, trouble.kind === "conflict" ? overtaken(trouble.problem, desk) : refused(trouble.problem, outbox, types)];
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
 * Others recorded meanwhile. The table shows what they recorded with what waits after it. What the rules, or entries of others for the same
 * deal, speak against is asked about by itself, and the rest as a whole.
 * @param {Problem} problem
 * @param {Desk} desk
 */
function overtaken(problem, desk) {
  const { outbox, page: { state: { game, ahead } } } = desk;
  const { expected = 0, actual = 0 } = problem.body;
  const doubt = outbox.laid ? asked(desk) : undefined;
  return h("div", { class: "notice bad", role: "alert" },
    h("p", {}, NOTICE.overtaken(strong, actual - expected)),
    ...(doubt ? doubtful(doubt, desk) : doubt === null ? whole(desk, ahead ? game : null) : [h("p", { class: "choices" }, button("resend", NOTICE.tryAgain))]));
}

/**
 * @param {import("./merging.js").Doubt} doubt
 * @param {Desk} desk
 */
function doubtful({ batch, against }, desk) {
  const id = idOf(batch);
  return [
    h("p", {}, NOTICE.doubt(listed(linesOf(batch, desk)))), h("ul", {}, against.map((line) => h("li", {}, line))),
    h("p", { class: "choices" }, button("accept", NOTICE.accept, "primary", id), button("drop", NOTICE.discard, "", id)),
  ];
}

/**
 * @param {Desk} desk
 * @param {import("./gamestate.js").Game | null} game with what waits; null: this device cannot read it
 */
function whole(desk, game) {
  const { batches, waiting } = desk.outbox;
  const [{ events: [{ id }] }] = batches;
  const choices = batches.length === 1 ? [button("anyway", NOTICE.recordAtEnd, "primary"), button("drop", NOTICE.discard, "", id)] : [
    button("anyway", NOTICE.recordAll(waiting), "primary"), desk.merging.each ? null : button("each", NOTICE.askEach), button("save", NOTICE.save), button("drop", NOTICE.discardAll(waiting)),
  ];
  return [
    h("p", {}, NOTICE.belongs(batches.length === 1 ? linesOf(batches[0], desk) : null, waiting)),
    batches.length > 1 && h("details", {}, h("summary", {}, NOTICE.these(waiting)), h("ol", {}, batches.flatMap((batch) => linesOf(batch, desk)).map((line) => h("li", {}, line)))),
    game && h("p", {}, NOTICE.leadsTo(turnLine(game)), sideScores(game) ?? scores(game)),
    h("p", { class: "choices" }, choices),
  ];
}

/**
 * @param {import("./gamestate.js").Game} game
 */
function scores({ seats, outcome }) {
  const name = namesOf(seats);
  return Object.entries(outcome.scores).map(([seat, points]) => [" ", h("bdi", {}, name(Number(seat))), ` ${points}.`]);
}

/**
 * What the acts of a batch say, as far as this device can read them.
 * @param {Batch} batch
 * @param {Desk} desk
 */
const linesOf = ({ events }, { record, page: { state: { types } } }) => events.map(({ id, type }) => {
  const event = record.events.find((each) => each.id === id);
  return (event && lineOf(event)) ?? actLabel(types, type);
});

/**
 * @param {Problem} problem
 * @param {Outbox} outbox
 * @param {Types} types
 */
function refused(problem, outbox, types) {
  return h("div", { class: "notice bad", role: "alert" },
    h("p", {}, NOTICE.refused(strong, actsOf(outbox, types), messageOf(problem))),
    h("p", { class: "choices" }, button("resend", NOTICE.tryAgain), button("save", NOTICE.save), button("drop", NOTICE.discard, "", idOf(outbox.batches[0]))));
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
 * @param {string | null} [batch]
 */
const button = (what, label, kind = "", batch = null) => h("button", { type: "button", class: kind, "data-do": what, "data-batch": batch, "data-key": `${what}@${batch}` }, label);
