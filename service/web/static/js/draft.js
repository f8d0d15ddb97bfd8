/**
 * A draft: an act that is being written down. Pure: every change gives a new draft. What a prompt knows is filled in, what is legal is only a
 * suggestion, and any seat, word or card may be chosen.
 *
 * `data` holds the answers; null: answered with “not known”. `tapped`: fields that a hand has set. `aim`: the seat whose cards are being chosen.
 */

import { fieldsOf } from "./schema.js";

const ONE_TAP = new Set(["seat", "word", "card", "number"]);
const OF_CARDS = new Set(["card", "cards", "seat-card", "seat-cards"]);
const OF_NUMBERS = new Set(["number", "seat-number"]);
const MOST_KEYS = 60;

/**
 * @typedef {{type: string, fields: import("./schema.js").Field[], asks: Map<string, any>, data: Record<string, any>, aim: number | null,
 *            expected: boolean, tapped: Set<string>, doc: string}} Draft
 */

/**
 * A draft of `type`, filled with what `prompt` knows, or with `data`.
 * @param {any} type an event type of the system
 * @param {any} [prompt] the standing prompt for it, if there is one
 * @param {Record<string, any>} [data] what an event that is being corrected said
 * @returns {Draft}
 */
export function draftOf(type, prompt, data) {
  const asks = new Map((prompt?.asks ?? []).map((ask) => [ask.field, ask]));
  const draft = {
    type: type.type, doc: type.doc, fields: fieldsOf(type), asks, data: structuredClone(data ?? prompt?.given ?? {}), aim: null,
    expected: Boolean(prompt?.expected), tapped: new Set(),
  };
  if (!data) asks.forEach((ask) => onlyChoice(draft, ask));
  return { ...draft, aim: nextAim(draft) };
}

/** The draft when the table has moved on: what a hand has set stays, the rest follows the new prompt. */
export function met(draft, type, prompt) {
  const fresh = draftOf(type, prompt);
  const set = Object.entries(draft.data).filter(([name]) => draft.tapped.has(name));
  return { ...fresh, data: { ...fresh.data, ...Object.fromEntries(set) }, tapped: draft.tapped, aim: draft.tapped.has("aim") ? draft.aim : fresh.aim };
}

/** Whether a hand has set anything. */
export const begun = (draft) => draft.tapped.size > 0;

/** The field that the seats choose: the first that names seats, or that the pad fills for each seat. */
export function seatField(draft) {
  return draft.fields.find((field) => field.kind === "seat" || field.kind === "seats" || (field.kind.startsWith("seat-") && onPad(draft, field)));
}

/** The field that the pad fills: with cards, or with numbers where the prompt names which. */
export const padField = (draft) => draft.fields.find((field) => onPad(draft, field));

/** The numbers on the pad, none when it is for cards. */
export function padNumbers(draft) {
  const field = padField(draft);
  if (!field || !OF_NUMBERS.has(field.kind)) return [];
  const proposed = asksOf(draft, field.name).flatMap((ask) => ask.choices);
  return [...new Set([...(field.least === 0 ? [0] : []), ...proposed])].sort((one, other) => one - other);
}

/** What the prompt proposes for the pad now; null where it proposes nothing. */
export function proposed(draft) {
  const field = padField(draft);
  return field ? draft.asks.get(field.kind.startsWith("seat-") ? `${field.name}.${draft.aim}` : field.name) ?? null : null;
}

/** The draft with `value` for `field`. */
export const answered = (draft, field, value) => ({ ...draft, tapped: new Set([...draft.tapped, field]), data: { ...draft.data, [field]: value } });

/** The draft after a tap on a seat: chosen, added to a list, or aimed at. */
export function withSeat(draft, seat) {
  const field = seatField(draft);
  if (!field) return draft;
  if (field.kind === "seat") return answered(draft, field.name, seat);
  if (field.kind === "seats") return answered(draft, field.name, toggled(draft.data[field.name] ?? [], seat));
  return { ...draft, aim: seat, tapped: new Set([...draft.tapped, "aim"]) };
}

/** The draft after a tap on the pad: a card, or a number. In a list, a second tap takes it away again. */
export function withCard(draft, card) {
  const field = padField(draft);
  const now = draft.data[field.name];
  if (field.kind === "card" || field.kind === "number") return answered(draft, field.name, card);
  if (field.kind === "cards") return answered(draft, field.name, toggled(now ?? [], card));
  if (draft.aim === null) return draft;
  const before = now?.[draft.aim];
  if (field.kind === "seat-cards") return answered(draft, field.name, { ...now, [draft.aim]: toggled(before ?? [], card) });
  const next = answered(draft, field.name, { ...now, [draft.aim]: card });
  return { ...next, aim: nextAim(next) ?? draft.aim };
}

/** The draft without what was said of the seat in aim. */
export function withoutAim(draft) {
  const field = padField(draft);
  const { [draft.aim]: gone, ...rest } = draft.data[field.name] ?? {};
  return answered(draft, field.name, rest);
}

/** Cards (or numbers) chosen so far: of the seat in aim where each seat has its own, else all. */
export function chosenCards(draft) {
  const field = padField(draft);
  const value = field && draft.data[field.name];
  if (value === undefined || value === null) return [];
  return [field.kind.startsWith("seat-") ? value[draft.aim] : value].flat().filter(said);
}

/** Cards (or numbers) by seat, where each seat has its own. */
export function cardsBySeat(draft) {
  const field = padField(draft);
  const value = field?.kind.startsWith("seat-") ? draft.data[field.name] ?? {} : {};
  return new Map(Object.entries(value).map(([seat, cards]) => [Number(seat), [cards].flat().filter(said)]));
}

/** Seats chosen so far, or the one in aim. */
export function chosenSeats(draft) {
  const field = seatField(draft);
  if (!field) return [];
  if (field.kind.startsWith("seat-")) return draft.aim === null ? [] : [draft.aim];
  return [draft.data[field.name]].flat().filter((seat) => seat !== undefined && seat !== null);
}

/** Whether the act can be recorded as it is. */
export const complete = (draft) => draft.fields.every((field) => !field.required || said(draft.data[field.name])) && everySeat(draft);

/** Whether the last tap made it complete, so that it is recorded without another: what play waits for, answered field by field. */
export function recordsItself(draft) {
  return draft.expected && begun(draft) && complete(draft) && byTaps(draft) && draft.fields.every((field) => field.name in draft.data);
}

/** Whether taps alone can answer it. */
export const byTaps = (draft) => draft.fields.every((field) => ONE_TAP.has(field.kind) && (field.kind !== "number" || onPad(draft, field)));

/** The data to send: what was answered. */
export function toSend(draft) {
  return Object.fromEntries(Object.entries(draft.data).filter(([, value]) => said(value)));
}

/** The first field still to be answered; null when nothing is missing. */
export const nextField = (draft) => draft.fields.find((field) => !(field.name in draft.data) || !everySeatOf(draft, field)) ?? null;

function onlyChoice(draft, ask) {
  if (ask.optional || ask.choices.length !== 1) return;
  const [name, seat] = ask.field.split(".");
  if (seat === undefined) draft.data[name] ??= ask.choices[0];
  else draft.data[name] = { [seat]: ask.choices[0], ...draft.data[name] };
}

const onPad = (draft, field) => OF_CARDS.has(field.kind) || (OF_NUMBERS.has(field.kind) && few(asksOf(draft, field.name)));

const few = (asks) => asks.length > 0 && asks.every((ask) => ask.choices.length > 0 && ask.choices.length <= MOST_KEYS);

const asksOf = (draft, name) => [...draft.asks.values()].filter((ask) => ask.field === name || ask.field.startsWith(`${name}.`));

const seatOf = (ask) => Number(ask.field.split(".")[1]);

function nextAim(draft) {
  const field = seatField(draft);
  if (!field?.kind.startsWith("seat-")) return null;
  return asksOf(draft, field.name).map(seatOf).find((seat) => !said(draft.data[field.name]?.[seat])) ?? null;
}

function everySeatOf(draft, field) {
  const asked = asksOf(draft, field.name).filter((ask) => !ask.optional && ask.field !== field.name).map(seatOf);
  return asked.every((seat) => said(draft.data[field.name]?.[seat]));
}

const everySeat = (draft) => draft.fields.every((field) => everySeatOf(draft, field));

const said = (value) => value !== undefined && value !== null && value !== "" && !(typeof value === "object" && !Object.keys(value).length);

const toggled = (list, item) => (list.includes(item) ? list.filter((each) => each !== item) : [...list, item]);
