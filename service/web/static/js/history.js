/**
 * The record as recorded: every entry with its recorder, time and reason, the latest first. Entries that were taken back are struck
 * through.
 */

import { chip } from "./chips.js";
import { explanation, replacedBy, withdrawn } from "./corrections.js";
import { h, spoken } from "./dom.js";
import { raisedBy } from "./queries.js";
import { minuteTime } from "./times.js";
import { ENTRIES } from "./texts/table.js";
import { KINDS, lineOf, namesOf } from "./texts/words.js";

// If an entry reached the server more than this many milliseconds after it was made, the list shows both times.
const LATE = 5_000;
const DISPUTES = new Set(["IrregularityCalled", "ClaimMade", "ConcessionMade", "ClaimAnswered"]);

/**
 * @typedef {import("../../types/dom.js").Child} Child
 * @typedef {import("./record.js").Event} Event
 * @typedef {import("./record.js").Entry} Entry
 * @typedef {{events: Event[], recorders: ReadonlyMap<string, string> | null}} Recorded `recorders`: their names, by token; null: all was recorded by the same
 * @typedef {import("./formstate.js").Game} Game
 * @typedef {Map<number, number>} Gone the version of each withdrawn event → the version of the retraction that withdraws it
 */

/**
 * The list of the entries.
 * @param {Pick<import("./record.js").Record, "events" | "recorders">} record
 * @param {Game} game
 * @param {import("./findings.js").Finding[]} findings an entry that raised one of the questions gets a mark
 * @param {readonly import("./pasttricks.js").Won[]} won the tricks: the entry that ended one has a heading
 */
export function historyList(record, game, findings, won) {
  const { events } = record;
  const recorded = { events, recorders: new Set(events.map(({ by }) => by)).size > 1 ? record.recorders : null };
  const gone = withdrawn(events);
  const name = namesOf(game.seats);
  const tricks = new Map(won.map(({ number, winner, versions }) => [Math.max(...versions.map((version) => events[version - 1]?.after ?? version)), ENTRIES.trick(number, name(winner))]));
  const asks = new Set(findings.filter(({ kind, status }) => kind === "query" && status === "standing").map((query) => raisedBy(query, events)));
  const entries = events.toReversed().map((event) => entry(event, gone, recorded, game, { asks: asks.has(event.version), ends: tricks.get(event.version) }));
  return h("ol", { class: "history", role: "list", reversed: true }, entries);
}

/**
 * @param {Event} event
 * @param {Gone} gone
 * @param {Recorded} record
 * @param {Game} game
 * @param {{asks: boolean, ends?: string}} marks `ends`: the trick that the entry ends, in words
 */
function entry(event, gone, record, game, { asks, ends }) {
  const line = lineOf(event);
  const by = gone.get(event.version);
  const out = by !== undefined;
  const text = h("p", { class: "line" }, out ? ENTRIES.gone(h("s", {}, line), spoken) : line);
  return h("li", { class: out ? "gone" : null, "data-key": `v${event.version}` },
    ends && h("h3", { "data-key": "trick" }, ends),
    h("span", { class: "version" }, event.version),
    h("div", { class: "entry" }, text, asks && chip("query", KINDS.query.word), event.withheld ? null : facts(event, record, game, gone), out && withdrawal(by, record)),
    entryActions(event, gone, game));
}

/**
 * @param {Entry} event
 * @param {Recorded} record
 * @param {Game} game
 * @param {Gone} gone
 */
function facts(event, record, game, gone) {
  const late = event.recorded_at - event.at > LATE;
  return h("p", { class: "quiet facts" }, [
    minuteTime(event.at),
    late && h("span", { class: "late" }, ENTRIES.recorded(minuteTime(event.recorded_at))),
    who(event, record),
    placing(event, record.events, gone),
    event.version <= (game.life?.confirmed?.through ?? 0) && h("span", { class: "tag" }, ENTRIES.confirmed),
  ]);
}

/**
 * @param {Entry} event
 * @param {Event[]} events
 * @param {Gone} gone
 */
function placing(event, events, gone) {
  if (!event.after) return null;
  const explained = events[event.version]; // the event after this one: a note with a reason comes directly before the event that it explains
  if (explained && explanation(explained, events) === event) return h("span", { class: "why" }, ENTRIES.whyInserted(explained.version));
  const replaced = replacedBy(event, events);
  if (!replaced) return h("span", { class: "why" }, ENTRIES.insertedAfter(event.after, reason(explanation(event, events), gone)));
  return h("span", { class: "why" }, ENTRIES.inPlaceOf(event.after, replaced.data.reason));
}

/**
 * @param {number} version
 * @param {Recorded} record
 */
function withdrawal(version, record) {
  const event = /** @type {Entry} */ (record.events[version - 1]);
  return h("p", { class: "quiet facts" },
    h("span", { class: "why" }, ENTRIES.withdrawnBy(version, event.data.reason)),
    who(event, record), minuteTime(event.at));
}

// The reason in the note `note`; empty if the note was taken back or erased.
/**
 * @param {Event | null} note
 * @param {Gone} gone
 */
const reason = (note, gone) => (note && !gone.has(note.version) && note.data?.note.value ? note.data.note.value : "");

/**
 * Who recorded an event, if there are several.
 * @param {Entry} event
 * @param {Recorded} record
 */
const who = ({ by }, { recorders }) => recorders && h("span", { class: "who", title: ENTRIES.token(by) }, ENTRIES.by(recorders.get(by) ?? by, spoken));

/**
 * @param {Event} event
 * @param {Gone} gone
 * @param {Game} game
 */
function entryActions(event, gone, game) {
  const out = gone.has(event.version);
  const act = (/** @type {string} */ what, /** @type {(entry: number, say: typeof spoken) => Child} */ label) =>
    h("button", { type: "button", "data-do": what, "data-version": event.version }, label(event.version, spoken));
  const plainAct = event.type !== "Retracted" && event.version > 1 && !event.withheld;
  return h("details", { class: "menu" },
    h("summary", { "aria-label": ENTRIES.change(event.version) }, "⋯"),
    h("div", { class: "menu-items" },
      plainAct && !out && act("correct", ENTRIES.correct),
      plainAct && !out && act("retract", ENTRIES.takeBack),
      out && act("restore", ENTRIES.putBack),
      event.type === "Retracted" ? null : act("insert", ENTRIES.insertAfter),
      game.viewer === "director" && DISPUTES.has(event.type ?? "") && !out && act("rule", ENTRIES.rule)));
}
