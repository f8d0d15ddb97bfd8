/**
 * A draft is an act that is being entered. The functions are pure: every change returns a new draft. A prompt (formstate.js) says what may
 * come next. The values that the prompt knows are filled in. The values that the prompt offers are only suggestions: any seat, word or card
 * may be chosen.
 *
 * `data` holds the answers; null means “not known”. `tapped`: the fields that the user has set. `pad`: the field that the user chose to
 * fill with cards or numbers; null: the first field that lacks some. `aim`: the seat whose cards are being chosen. `filled`: the seats that got a
 * 0 of a total because nothing was left.
 */

const ONE_TAP = new Set(["seat", "word", "card", "number"]);
const OF_CARDS = new Set(["card", "cards", "seat-card", "seat-cards"]);
const SEVERAL = new Set(["cards", "seat-cards"]);
const OF_NUMBERS = new Set(["number", "seat-number"]);
const MOST_KEYS = 60;

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {import("./schema.js").Field} Field
 * @typedef {Omit<Answers["Ask"], "choices"> & {choices: any[]}} Ask the choices are seats, words, cards or numbers
 * @typedef {Pick<Answers["Prompt"], "given" | "seat"> & {expected?: boolean, asks: Ask[]}} Prompt as much of a prompt as a draft reads
 * @typedef {Pick<Answers["EventTypeSheet"], "type" | "doc"> & {fields: Field[], uses?: string[] | null}} Type an event type of the system; `uses`: the fields that the
 *   game uses, and the words of them (`points.jack`); none: all
 * @typedef {string | number} Card a card, or a number
 * @typedef {{type: string, fields: Field[], asks: Map<string, Ask>, data: Record<string, any>, pad: string | null,
 *            aim: number | null, filled: number[], whole: boolean, corrects: boolean, expected: boolean, tapped: Set<string>, doc: string}} Draft
 *   `corrects`: whether it has the values of an event that is being corrected
 */

/**
 * A draft of `type`, filled with the values that `prompt` knows, or with `data`.
 * @param {Type} type
 * @param {Prompt} [prompt] the current prompt for it, if there is one
 * @param {Record<string, any>} [data] the data of the event that is being corrected
 * @param {boolean} [whole] whether to show every field that the game uses; otherwise only those that are needed, that the prompt asks for, or that `data` has
 * @returns {Draft}
 */
export function draftOf(type, prompt, data, whole = true) {
  const asks = new Map((prompt?.asks ?? []).map((ask) => [ask.field, ask]));
  const fields = shownFields(type, prompt, data).filter((field) => whole || !says(prompt) || wanted(field, prompt) || said(data?.[field.name]));
  /** @type {Draft} */
  const draft = {
    type: type.type, doc: type.doc, whole, fields, asks, data: structuredClone(data ?? prompt?.given ?? {}), pad: null, aim: null, filled: [],
    corrects: Boolean(data), expected: Boolean(prompt?.expected), tapped: new Set(),
  };
  if (!data) asks.forEach((ask) => onlyChoice(draft, ask));
  return { ...draft, aim: nextAim(draft) };
}

/**
 * Every field that a form for the act may show: those that the game uses, those that the prompt asks for or knows, those that `data` has. A
 * field with a seat for each word keeps the words of which the same is true.
 * @param {Type} type
 * @param {Prompt} [prompt]
 * @param {Record<string, any>} [data]
 * @returns {Field[]}
 */
export function shownFields({ fields, uses }, prompt, data) {
  const asked = new Set(prompt?.asks.map(({ field }) => field));
  const known = (/** @type {string} */ path) => said(path.split(".").reduce((/** @type {any} */ value, name) => value?.[name], data ?? prompt?.given));
  const used = (/** @type {string} */ path) => !uses || uses.includes(path) || asked.has(path) || known(path);
  return fields.filter(({ name }) => used(name)).map((field) => (field.kind === "word-seat" ? { ...field, words: field.words.filter((word) => used(`${field.name}.${word}`)) } : field));
}

/**
 * The draft after the table has changed: values that the user has set stay, and so does the round for which they were set; all others are
 * taken from the new prompt.
 * @param {Draft} draft
 * @param {Type} type
 * @param {Prompt} [prompt]
 * @returns {Draft}
 */
export function updated(draft, type, prompt) {
  const fresh = draftOf(type, prompt, undefined, draft.whole);
  const set = Object.entries(draft.data).filter(([name]) => draft.tapped.has(name) || (name === "round" && begun(draft)));
  const next = { ...fresh, data: { ...fresh.data, ...Object.fromEntries(set) }, tapped: draft.tapped, pad: draft.pad, filled: draft.filled };
  return counted({ ...next, aim: draft.tapped.has("aim") ? draft.aim : nextAim(next) });
}

/**
 * How many rounds the table is ahead of the round that the draft is for; 0 if the draft is for the round that the prompt asks for.
 * @param {Draft} draft
 * @param {{given: Record<string, any>}} [prompt]
 * @returns {number}
 */
export const behind = (draft, prompt) => (draft.data.round === undefined || prompt?.given.round === undefined ? 0 : prompt.given.round - draft.data.round);

/**
 * Whether the user has set anything.
 * @param {Draft} draft
 */
export const begun = (draft) => draft.tapped.size > 0;

/**
 * The field that a tap on a seat changes: the first field that holds a seat or seats, or that is filled from the pad seat by seat.
 * @param {Draft} draft
 */
export function seatField(draft) {
  return draft.fields.find((field) => field.kind === "seat" || field.kind === "seats" || (field.kind.startsWith("seat-") && onPad(draft, field)));
}

/**
 * The fields that the pad can fill: fields of cards, and fields of numbers if the prompt lists the numbers.
 * @param {Draft} draft
 */
export const padFields = (draft) => draft.fields.filter((field) => onPad(draft, field));

/**
 * The field that the pad fills now: the one that the user chose, otherwise the first that lacks something. If the act needs no other field,
 * a field for one card keeps the pad after its card was chosen, so that the card can be replaced. The user chooses optional fields (the
 * extras of a play) by hand.
 * @param {Draft} draft
 * @returns {Field | undefined}
 */
export function padField(draft) {
  const fields = padFields(draft);
  const lacking = fields.find((field) => lacks(draft, field));
  const filled = fields.find((field) => field.kind === "card" && said(draft.data[field.name]));
  const asked = fields.find((field) => field.name === draft.pad);
  return asked ?? (filled && !(lacking && needed(draft, lacking)) ? filled : lacking) ?? fields[0];
}

/**
 * The draft in which the pad fills the field of this name.
 * @param {Draft} draft
 * @param {string} name
 * @returns {Draft}
 */
export function withPad(draft, name) {
  const next = { ...draft, pad: name };
  return { ...next, aim: nextAim(next) };
}

/**
 * How many cards the prompt asks for in the field; null: any number. If each seat has its own cards: how many cards of `seat`.
 * @param {Draft} draft
 * @param {Field} field
 * @param {number | null} [seat]
 */
export const numberOf = (draft, field, seat = draft.aim) => askOf(draft, field, seat)?.number ?? null;

/**
 * The numbers on the pad; empty when it is for cards.
 * @param {Draft} draft
 * @returns {number[]}
 */
export function padNumbers(draft) {
  const field = padField(draft);
  if (!field || !OF_NUMBERS.has(field.kind)) return [];
  const proposed = asksOf(draft, field.name).flatMap((ask) => ask.choices);
  return [...new Set([...(field.least === 0 && field.most <= MOST_KEYS ? [0] : []), ...proposed])].sort((one, other) => one - other);
}

/**
 * What the prompt proposes for the field that the pad fills now; null when it proposes nothing. Where the values for all seats have a fixed
 * total, only those that the other seats leave.
 * @param {Draft} draft
 * @returns {Ask | null}
 */
export function proposed(draft) {
  const field = padField(draft);
  const ask = field && askOf(draft, field, draft.aim);
  const sum = ask && sumOf(draft);
  if (!field || !ask || sum?.field !== field || draft.aim === null) return ask ?? null;
  const left = sum.total - sum.said + (draft.data[field.name]?.[draft.aim] ?? 0);
  const last = sum.open.every((seat) => seat === draft.aim);
  return { ...ask, choices: ask.choices.filter((choice) => (last ? choice === left : choice <= left)) };
}

/**
 * The field of numbers by seat that have a fixed total: `said`, what the numbers so far add up to, and the seats that are `open`: the user has
 * entered no number. Null when
 * there is none.
 * @param {Draft} draft
 * @returns {{field: Field, total: number, said: number, open: number[]} | null}
 */
export function sumOf(draft) {
  const field = draft.fields.find(({ name, kind }) => kind === "seat-number" && asksOf(draft, name).some(({ total }) => Number.isFinite(total)));
  if (!field) return null;
  /** @type {Record<string, number>} */
  const values = draft.data[field.name] ?? {};
  const seats = seatsAsked(draft, field);
  return { field, total: asksOf(draft, field.name)[0].total ?? 0, said: Object.values(values).reduce((sum, each) => sum + each, 0), open: seats.filter((seat) => !said(values[seat]) || draft.filled.includes(seat)) };
}

/**
 * The draft with `value` for `field`.
 * @param {Draft} draft
 * @param {string} field
 * @param {unknown} value
 * @returns {Draft}
 */
export const answered = (draft, field, value) => ({ ...draft, tapped: new Set([...draft.tapped, field]), data: { ...draft.data, [field]: value } });

/**
 * The draft after a tap on a seat. In a field for one seat, the seat is chosen. In a list of seats, the seat is added or removed. If each
 * seat has its own cards, the cards of this seat are chosen next.
 * @param {Draft} draft
 * @param {number} seat
 * @returns {Draft}
 */
export function withSeat(draft, seat) {
  const field = seatField(draft);
  if (!field) return draft;
  if (field.kind === "seat") return answered(draft, field.name, seat);
  if (field.kind === "seats") return answered(draft, field.name, toggled(draft.data[field.name] ?? [], seat));
  return aimedAt(draft, seat);
}

/**
 * The draft in which a card that is tapped on the pad goes to this seat.
 * @param {Draft} draft
 * @param {number} seat
 * @returns {Draft}
 */
export const aimedAt = (draft, seat) => ({ ...draft, aim: seat, tapped: new Set([...draft.tapped, "aim"]) });

/**
 * The draft after a tap that gives `word` a seat. If `word` has that seat already, the tap takes the seat away.
 * @param {Draft} draft
 * @param {string} field
 * @param {string} word
 * @param {number} seat
 * @returns {Draft}
 */
export function withSeatFor(draft, field, word, seat) {
  const { [word]: before, ...rest } = draft.data[field] ?? {};
  return answered(draft, field, before === seat ? rest : { ...rest, [word]: seat });
}

/**
 * The draft after a tap on the pad: a card or a number. In a list, a second tap removes it again.
 * @param {Draft} draft
 * @param {Card} card
 * @returns {Draft}
 */
export function withCard(draft, card) {
  const field = padField(draft);
  if (!field) return draft;
  const now = draft.data[field.name];
  if (field.kind === "card" || field.kind === "number") return answered(draft, field.name, card);
  if (field.kind === "cards") return counted(answered(draft, field.name, toggled(now ?? [], card)));
  if (draft.aim === null) return draft;
  const before = now?.[draft.aim];
  const many = field.kind === "seat-cards";
  const next = filledUp(answered(draft, field.name, { ...entered(draft, field), [draft.aim]: many ? toggled(before ?? [], card) : card }), field);
  return many && !full(next, field, draft.aim) ? next : { ...next, aim: nextAim(next) ?? draft.aim };
}

/**
 * The values by seat that the user has entered.
 * @param {Draft} draft
 * @param {Field} field
 * @returns {Record<string, any>}
 */
function entered(draft, field) {
  const filled = sumOf(draft)?.field === field ? draft.filled : [];
  return Object.fromEntries(Object.entries(draft.data[field.name] ?? {}).filter(([seat]) => !filled.includes(Number(seat))));
}

/**
 * The draft in which each seat without a number gets 0, if nothing of the total is left and the seat may have none.
 * @param {Draft} draft
 * @param {Field} field
 * @returns {Draft}
 */
function filledUp(draft, field) {
  const sum = sumOf({ ...draft, filled: [] });
  if (sum?.field !== field) return draft;
  const filled = sum.said === sum.total ? sum.open.filter((seat) => leastOf(draft, field, seat) === 0) : [];
  return { ...draft, filled, data: { ...draft.data, [field.name]: { ...draft.data[field.name], ...Object.fromEntries(filled.map((seat) => [seat, 0])) } } };
}

/**
 * The smallest number that the prompt offers for a seat.
 * @param {Draft} draft
 * @param {Field} field
 * @param {number} seat
 */
export const leastOf = (draft, field, seat) => Math.min(...(askOf(draft, field, seat)?.choices ?? []));

// Sets the field `count` to the number of named cards. If the prompt does not ask for `count`, `count` never becomes smaller here, because
// the user may name only some of the cards.
/**
 * @param {Draft} draft
 * @returns {Draft}
 */
function counted(draft) {
  if (!draft.fields.some((field) => field.name === "count") || draft.tapped.has("count")) return draft;
  const named = draft.fields.filter((field) => field.kind === "cards").reduce((sum, field) => sum + (draft.data[field.name]?.length ?? 0), 0);
  if (!named) return draft;
  return { ...draft, data: { ...draft.data, count: draft.asks.has("count") ? named : Math.max(named, draft.data.count ?? 0) } };
}

/**
 * The draft without the cards of the seat whose cards are being chosen.
 * @param {Draft} draft
 * @returns {Draft}
 */
export function withoutAim(draft) {
  const field = padField(draft);
  if (!field || draft.aim === null) return draft;
  const { [draft.aim]: _, ...rest } = entered(draft, field);
  return { ...answered(draft, field.name, rest), filled: sumOf(draft)?.field === field ? [] : draft.filled };
}

/**
 * The cards (or numbers) that are chosen so far. If each seat has its own cards, only those of the seat whose cards are being chosen.
 * @param {Draft} draft
 * @returns {Card[]}
 */
export function chosenCards(draft) {
  const field = padField(draft);
  const value = field && draft.data[field.name];
  if (!field || value === undefined || value === null) return [];
  return [field.kind.startsWith("seat-") ? value[draft.aim ?? -1] : value].flat().filter(said);
}

/**
 * The cards that are already in another field of the draft, or at another seat of the field that the pad fills now. Returns a map from each
 * card to its field and seat.
 * @param {Draft} draft
 * @returns {Map<Card, {field: Field, seat: number | null}>}
 */
export function elsewhere(draft) {
  const here = padField(draft);
  const places = draft.fields.filter((field) => OF_CARDS.has(field.kind) && draft.data[field.name]).flatMap((field) => {
    const value = draft.data[field.name];
    /** @type {[number | null, any][]} */
    const bySeat = field.kind.startsWith("seat-") ? Object.entries(value).map(([seat, cards]) => [Number(seat), cards]) : [[null, value]];
    return bySeat.filter(([seat]) => field !== here || (seat !== null && seat !== draft.aim)).flatMap(([seat, cards]) => [cards].flat().map((card) => /** @type {const} */ ([card, { field, seat }])));
  });
  return new Map(places.filter(([card]) => said(card)));
}

/**
 * Cards (or numbers) by seat; empty when the field does not have cards for each seat.
 * @param {Draft} draft
 * @returns {Map<number, Card[]>}
 */
export function cardsBySeat(draft) {
  const field = padField(draft);
  const value = field?.kind.startsWith("seat-") ? draft.data[field.name] ?? {} : {};
  return new Map(Object.entries(value).map(([seat, cards]) => [Number(seat), [cards].flat().filter(said)]));
}

/**
 * The seats chosen so far, or the seat whose cards are being chosen.
 * @param {Draft} draft
 * @returns {number[]}
 */
export function chosenSeats(draft) {
  const field = seatField(draft);
  if (!field) return [];
  if (field.kind.startsWith("seat-")) return draft.aim === null ? [] : [draft.aim];
  return [draft.data[field.name]].flat().filter((seat) => seat !== undefined && seat !== null);
}

/**
 * Whether the field is a card that everyone has seen, so that the user must name it or say that nobody remembers it. Only a sealed card may
 * be left out without a word.
 * @param {Field} field
 */
export const forgettable = (field) => field.kind === "card" && !field.required && !field.sealed;

/**
 * Whether the act needs that field: the event type requires it or, on the short form, the prompt asks for it.
 * @param {Draft} draft
 * @param {Field} field
 */
export const needed = (draft, field) => field.required || forgettable(field) || Boolean(!draft.whole && draft.asks.has(field.name) && !draft.asks.get(field.name)?.optional);

/**
 * Whether the act can be recorded as it is.
 * @param {Draft} draft
 */
export const complete = (draft) => draft.fields.every((field) => !needed(draft, field) || said(draft.data[field.name]) || forgotten(draft, field)) && everySeat(draft);

/** @typedef {{field: Field, key: string | null, must: boolean}} Lack `key`: the seat or word whose value is not there; `must`: the act cannot be recorded without it */

/**
 * What the prompt asks for, or the act needs, and the draft has not yet.
 * @param {Draft} draft
 * @returns {Lack[]}
 */
export const lacking = (draft) => draft.fields.flatMap((field) => {
  const asked = draft.whole ? [] : asksOf(draft, field.name);
  const value = draft.data[field.name];
  const must = needed(draft, field);
  if (asked.some((ask) => keyOf(ask))) return asked.filter((ask) => !said(value?.[keyOf(ask)])).map((ask) => ({ field, key: keyOf(ask), must: !ask.optional }));
  return (must || asked.length) && !said(value) && !forgotten(draft, field) ? [/** @type {Lack} */ ({ field, key: null, must })] : [];
});

/**
 * @param {Draft} draft
 * @param {Field} field
 */
const forgotten = (draft, field) => forgettable(field) && draft.data[field.name] === null;

/**
 * Whether the act is recorded without another tap: play waits for it, and every field is answered.
 * @param {Draft} draft
 */
export function recordsItself(draft) {
  return draft.expected && begun(draft) && complete(draft) && byTaps(draft) && draft.fields.every((field) => field.name in draft.data || leftOut(draft, field));
}

/**
 * Whether the draft is complete, and the user has set its one card or number on the pad.
 * @param {Draft} draft
 */
export function givenOnPad(draft) {
  const [field, another] = padFields(draft);
  return !another && draft.tapped.has(field?.name) && ["card", "number"].includes(field.kind) && said(draft.data[field.name]) && complete(draft);
}

/**
 * Whether the draft lacks nothing but its one card or number on the pad.
 * @param {Draft} draft
 */
export function lacksOnPad(draft) {
  const [field, another] = padFields(draft);
  const lacks = lacking(draft).filter(({ must }) => must);
  return !another && lacks.length > 0 && lacks.every((each) => each.field === field && ["card", "number"].includes(field.kind));
}

/**
 * Whether the user has tapped its card or number on the pad, or that it is not known.
 * @param {Draft} draft
 */
export const hasOnPad = (draft) => padFields(draft).some(({ name, kind }) => (kind === "card" || kind === "number") && draft.tapped.has(name) && (said(draft.data[name]) || draft.data[name] === null));

/**
 * Whether taps alone can fill the draft.
 * @param {Draft} draft
 */
export const byTaps = (draft) => draft.fields.every((field) => leftOut(draft, field) || (ONE_TAP.has(field.kind) && (field.kind !== "number" || onPad(draft, field))));

/**
 * Whether the cards of this field, such as the hands of a deal, are left out: the prompt asks for something else, and the user has not turned
 * to the cards.
 * @param {Draft} draft
 * @param {Field} field
 */
function leftOut(draft, { name, kind, required }) {
  const [asked, all] = [asksOf(draft, name), [...draft.asks.values()]];
  const turned = draft.whole || draft.pad !== null || draft.tapped.has("aim") || said(draft.data[name]);
  return SEVERAL.has(kind) && !required && !turned && asked.length > 0 && asked.every(({ optional }) => optional) && all.some(({ optional }) => !optional);
}

/**
 * The data to send: the fields that were answered.
 * @param {Draft} draft
 * @returns {Record<string, unknown>}
 */
export function toSend(draft) {
  return Object.fromEntries(Object.entries(draft.data).filter(([, value]) => said(value)));
}

/**
 * The first field still to be answered; null when nothing is missing.
 * @param {Draft} draft
 */
export const nextField = (draft) => draft.fields.find((field) => !(field.name in draft.data) || !everySeatOf(draft, field)) ?? null;

// Whether the prompt asks for anything. If it asks for nothing (a deal may be entered without its cards), the form shows every field.
/**
 * @param {Prompt} [prompt]
 * @returns {prompt is Prompt}
 */
const says = (prompt) => Boolean(prompt && (prompt.seat !== null || prompt.asks.length));

// Whether the form shows that field. It shows fields that the prompt asks for, and required fields whose value is not known. The value of a
// field for seats is always taken as not known.
/**
 * @param {Field} field
 * @param {Prompt} prompt
 */
function wanted(field, prompt) {
  const known = field.name in prompt.given && !field.kind.startsWith("seat");
  return (field.required && !known) || prompt.asks.some((ask) => ask.field.split(".")[0] === field.name);
}

/**
 * @param {Draft} draft
 * @param {Ask} ask
 */
function onlyChoice(draft, ask) {
  if (ask.optional || ask.choices.length !== 1 || ask.number !== null) return;
  const [name, seat] = ask.field.split(".");
  if (seat !== undefined) draft.data[name] = { [seat]: ask.choices[0], ...draft.data[name] };
  else if (!forPad(draft, name)) draft.data[name] ??= ask.choices[0]; // a card or a bid is never filled in, because somebody must have seen or heard it
}

/**
 * @param {Draft} draft
 * @param {string} name
 */
const forPad = (draft, name) => draft.fields.some((field) => field.name === name && onPad(draft, field));

/**
 * @param {Draft} draft
 * @param {Field} field
 */
const onPad = (draft, field) => OF_CARDS.has(field.kind) || (OF_NUMBERS.has(field.kind) && few(asksOf(draft, field.name)));

/** @param {Ask[]} asks */
const few = (asks) => asks.length > 0 && asks.every((ask) => ask.choices.length > 0 && ask.choices.length <= MOST_KEYS);

/**
 * @param {Draft} draft
 * @param {string} name
 */
const asksOf = (draft, name) => [...draft.asks.values()].filter((ask) => ask.field === name || ask.field.startsWith(`${name}.`));

/**
 * @param {Draft} draft
 * @param {Field} field
 * @param {number | null} [seat]
 */
const askOf = (draft, field, seat) => draft.asks.get(field.kind.startsWith("seat-") ? `${field.name}.${seat}` : field.name);

// The part after the dot in the name of a field that the prompt asks for: a seat, or a word that gets a seat.
/** @param {Ask} ask */
const keyOf = (ask) => ask.field.split(".")[1];

/**
 * @param {Draft} draft
 * @param {Field} field
 */
const seatsAsked = (draft, field) => asksOf(draft, field.name).map((ask) => Number(keyOf(ask)));

/** @param {Draft} draft */
function nextAim(draft) {
  const field = padField(draft);
  if (!field?.kind.startsWith("seat-")) return null;
  return seatsAsked(draft, field).find((seat) => !full(draft, field, seat)) ?? null;
}

// Whether the field still lacks a value. If the prompt does not say how many cards there are, a field of cards always lacks some.
/**
 * @param {Draft} draft
 * @param {Field} field
 */
function lacks(draft, field) {
  if (field.kind !== "cards" && !field.kind.startsWith("seat-")) return !(field.name in draft.data);
  const seats = field.kind === "cards" ? [null] : seatsAsked(draft, field);
  const counted = seats.length > 0 && (field.kind === "seat-card" || field.kind === "seat-number" || seats.every((seat) => numberOf(draft, field, seat) !== null));
  return !counted || seats.some((seat) => !full(draft, field, seat));
}

/**
 * @param {Draft} draft
 * @param {Field} field
 * @param {number | null} seat
 */
function full(draft, field, seat) {
  const value = seat === null ? draft.data[field.name] : draft.data[field.name]?.[seat];
  return said(value) && [value].flat().length >= (numberOf(draft, field, seat) ?? 1);
}

/**
 * @param {Draft} draft
 * @param {Field} field
 */
function everySeatOf(draft, field) {
  if (draft.whole && !field.required) return true;
  const asked = asksOf(draft, field.name).filter((ask) => !ask.optional && ask.field !== field.name).map(keyOf);
  return asked.every((key) => said(draft.data[field.name]?.[key]));
}

/** @param {Draft} draft */
const everySeat = (draft) => draft.fields.every((field) => everySeatOf(draft, field));

/**
 * Whether `value` is known and not empty.
 * @param {unknown} value
 */
export const said = (value) => value !== undefined && value !== null && value !== "" && !(typeof value === "object" && !Object.keys(value).length);

/**
 * @template Item
 * @param {Item[]} list
 * @param {Item} item
 */
const toggled = (list, item) => (list.includes(item) ? list.filter((each) => each !== item) : [...list, item]);
