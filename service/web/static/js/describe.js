/** Events in a line: what was done, then of whom and with what, seats by name and cards as cards. */

import { face, isCard, suitName, SUITS } from "./cards.js";
import { h } from "./dom.js";
import { fieldsOf, inClear } from "./schema.js";
import { count, doneLabel, fieldLabel, minutes, plain } from "./words.js";

/**
 * @param {{type: string, data: any}} event
 * @param {Map<string, any>} types event types of the system by name
 * @param {(seat: number) => string} name
 * @param {boolean} [brief] leave out the label of the act where its fields say enough
 * @returns {unknown[]} nodes
 */
export function describe(event, types, name, brief = false) {
  if (event.withheld) return [h("span", { class: "quiet" }, "closed until the game opens it")];
  if (event.type === "Retracted") return [`Event ${event.data.target} taken back${event.data.reason ? `: ${event.data.reason}` : ""}`];
  if (event.type === "GameOpened") return opening(event);
  const type = types.get(event.type);
  const data = inClear(event.data);
  const fields = type ? fieldsOf(type) : Object.entries(data).map(([field, value]) => ({ name: field, kind: guessed(field, value) }));
  const parts = fields.filter((field) => given(data[field.name]) && plainOther(field, data[field.name])).map((field) => part(field, data[field.name], name, brief));
  const sealed = fields.filter((field) => hidden(event.data[field.name])).map((field) => h("span", { class: "quiet" }, `${fieldLabel(field.name).toLowerCase()} hidden`));
  const tells = fields.some((field) => field.kind !== "seat" && given(data[field.name])); // of whom alone does not say what
  const all = brief && parts.length && tells ? [...parts, ...sealed] : [h("span", { class: "act" }, doneLabel(event.type)), ...parts, ...sealed];
  return all.flatMap((each, index) => (index ? [" · ", each] : [each]));
}

// The page says which game it is, and who may watch.
function opening({ type, data }) {
  const { title } = inClear(data);
  return [h("span", { class: "act" }, doneLabel(type)), ...(title ? [` · “${title}”`] : [])];
}

// Types that nobody records by hand are not told of with the system.
const guessed = (field, value) => (field === "seat" ? "seat" : typeof value === "number" ? "number" : "other");

// Maps and lists that no picker knows (the rules and seats of an opening) are too long for a line; hashes, and what nobody ticked, say nothing to
// a reader.
const plainOther = (field, value) => field.name !== "hash" && (field.kind !== "flag" || value || field.nullable || FLAGS[field.name]) && (field.kind !== "other" || typeof value !== "object");

const given = (value) => value !== null && value !== undefined && !(typeof value === "object" && !Object.keys(value).length);

const hidden = (value) => Boolean(value && typeof value === "object" && "commit" in value && !("value" in value));

// Numbers that say of what they are the number. Where the act is left out, a bid says that it is one.
const NUMBERS = {
  amount: (value, brief) => (brief ? `bid ${value}` : `${value}`), count: (value) => count(value, "card"), seen: (value) => `${count(value, "card")} turned`,
  kept: (value) => `${value} kept`, through: (value) => `up to event ${value}`, claim: (value) => `of event ${value}`, seconds: (value) => minutes(value),
};
const FLAGS = { accepts: ["objected", "accepted"] };

const SHOW = {
  seat: (value, name) => name(value),
  seats: (value, name) => value.map(name).join(", "),
  word: (value) => (SUITS[value] ? suitName(value) : plain(value)),
  text: (value, name, field) => (field.examples?.includes(value) ? plain(value) : `“${value}”`),
  flag: (value, name, field) => FLAGS[field.name]?.[Number(value)] ?? `${value ? "" : "not "}${fieldLabel(field.name).toLowerCase()}`,
  number: (value, name, field, brief) => NUMBERS[field.name]?.(value, brief) ?? `${fieldLabel(field.name).toLowerCase()} ${value}`,
  card: (value) => face(value, "inline"),
  cards: (value) => cardsOf(value),
  "seat-card": (value, name) => bySeat(value, name, (card) => face(card, "inline")),
  "seat-cards": (value, name) => bySeat(value, name, cardsOf),
  "seat-number": (value, name) => bySeat(value, name, String),
  "word-seat": byMaker,
};

function part(field, value, name, brief) {
  const show = SHOW[field.kind];
  if (show) return field.name === "seat" || field.kind !== "seat" ? show(value, name, field, brief) : `${fieldLabel(field.name).toLowerCase()} ${name(value)}`;
  return isCard(value) ? face(value, "inline") : String(value);
}

// `Anna high, low · Ben jack`: what each seat has, in the order of the words.
function byMaker(value, name) {
  const has = Map.groupBy(Object.entries(value).filter(([, seat]) => given(seat)), ([, seat]) => seat);
  return [...has].flatMap(([seat, entries], index) => [index ? " · " : "", `${name(seat)} ${entries.map(([word]) => fieldLabel(word).toLowerCase()).join(", ")}`]);
}

const cardsOf = (cards) => (cards ?? []).map((card) => face(card, "inline"));

function bySeat(map, name, show) {
  return Object.entries(map).filter(([, value]) => given(value)).flatMap(([seat, value], index) => [index ? ", " : "", `${name(seat)} `, show(value)]);
}
