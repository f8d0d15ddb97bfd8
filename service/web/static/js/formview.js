/**
 * Draws a form for acts (formstate.js): the felt, the fields, where the cards go that are tapped on the pad, and short ways to enter an act.
 */

import { cardPad, inWords, JOKERS, numberPad, UNEXPECTED } from "./cards.js";
import { h, spoken } from "./dom.js";
import * as drafts from "./draft.js";
import { felt } from "./felt.js";
import { control, SUGGESTED, zeroOf } from "./fields.js";
import * as forms from "./formstate.js";
import { resultCard } from "./result.js";
import { CHOICES, FORM, PLACES } from "./texts/form.js";
import { actLabel, fieldLabel, firstSentence, namesOf } from "./texts/words.js";

/**
 * @typedef {import("./formstate.js").Game} Game
 * @typedef {import("./formstate.js").Form & {game: Game}} Form a form that shows a table
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./schema.js").Field} Field
 * @typedef {import("../../types/dom.js").Child} Child
 */

const FEW = 4;
// A field with more words than this shows only those that the prompt offers.
const MANY_WORDS = 6;
// If the number in a field may be higher than this, the user can also type it.
const TYPED = 1_000;

/**
 * The elements of a form.
 * @param {Form} form
 * @param {string} id of its root: the ids of its controls begin with it
 * @param {(keys: string, make: () => HTMLElement) => Child} padAt makes the pad, or leaves the former one in its place for now; pads with equal `keys` have the
 *   same keys in the same places
 */
export function formFace(form, id, padAt) {
  const { game, offered, draft, closed } = form;
  if (closed) return [table(game), h("p", { class: "notice", "data-key": "closed" }, closed)];
  const below = draft ? forms.belowPad(form, draft) : [];
  const choice = offered.length > 1 && !forms.deciding(form) && !below.length && acts(form, id);
  const over = forms.result(form);
  if (over && draft) return [table(game, { chosen: [] }), resultCard(over, game), nextDeal(form, draft), choice];
  return [choice, draft ? body(form, draft, id, padAt) : table(game), below.length > 0 && h("div", { class: "acts", "data-key": "below" }, below.map((type) => chip(form, type)))];
}

/**
 * @param {Game} game
 * @param {import("./felt.js").Form["pick"]} [pick]
 */
const table = (game, pick = null) => h("div", { "data-key": "seats", class: "table-place" }, felt(game, { pick }));

/**
 * @param {Form} form
 * @param {string} id
 */
function acts(form, id) {
  const { offered, draft } = form;
  if (offered.filter((type) => !forms.statesRound(form, type)).length > FEW) return actList(form, id);
  const chips = offered.map((type) => (draft?.type !== type && forms.ready(form, type) ? sayings(form, type) : chip(form, type)));
  return h("div", { class: "acts", role: "group", "aria-label": FORM.whatHappened, "data-key": "acts" }, chips);
}

/**
 * @param {Form} form
 * @param {string} type
 */
const chip = (form, type) => h("button", { type: "button", class: "key-chip", "data-do": "act", "data-type": type, "data-key": type, "aria-pressed": String(form.draft?.type === type && !forms.result(form)) }, chipWords(form, type));

/**
 * What a chip does: beside the button for the next deal it says what is different.
 * @param {Form} form
 * @param {string} type
 */
function chipWords(form, type) {
  const over = forms.result(form);
  if (form.game.view.counts === "trick" && forms.statesRound(form, type)) return over ? FORM.onlyNextResult : FORM.onlyResult;
  return over && type === form.draft?.type ? FORM.nextDealInDetail : actLabel(form.types, type);
}

/**
 * Buttons for an act that needs nothing filled in: one tap records it, another button records it for everybody who is left, or the whole
 * exchange of cards.
 * @param {Form} form
 * @param {string} type
 */
function sayings(form, type) {
  const more = forms.more(form, type);
  const label = actLabel(form.types, type);
  const all = forms.ready(form, type)?.others.length ? (more.length + 1 === form.game.view.order.length ? FORM.all : FORM.allOthers)(label) : FORM.exchanged;
  const button = (/** @type {string} */ act, /** @type {string} */ words) => h("button", { type: "button", class: "key-chip", "data-do": act, "data-type": type, "data-key": `${act}-${type}` }, words);
  return [button("say", label), more.length ? button("say-all", all) : null];
}

/**
 * @param {Form} form
 * @param {string} root
 */
function actList({ offered, draft, types, serial }, root) {
  const id = `${root}-act`;
  const options = offered.map((type) => h("option", { value: type, selected: draft?.type === type }, actLabel(types, type)));
  return h("div", { "data-key": `acts-${serial}` },
    h("p", { class: "field" }, h("label", { for: id }, FORM.whatHappened), h("select", { id, "data-do": "pick" }, options)),
    h("p", { class: "quiet" }, firstSentence(draft?.doc)));
}

/** @type {Record<string, (field: string) => string>} what to tap at the table, by the kind of the field */
const WHOSE = { seat: FORM.tapSeatFor, seats: FORM.tapSeatsFor };

/**
 * @param {Form} form
 * @param {Draft} draft
 * @param {string} id
 * @param {(keys: string, make: () => HTMLElement) => Child} padAt
 */
function body(form, draft, id, padAt) {
  const seats = forms.onFelt(form, draft) ? drafts.seatField(draft) : null;
  const cards = drafts.padField(draft);
  const pads = drafts.padFields(draft);
  const rest = draft.fields.filter((field) => field !== seats && !pads.includes(field) && !(forms.deciding(form) && field.name in draft.data)).map((field) => controlOf(form, draft, id, field));
  const dealt = cards && !drafts.needed(draft, cards) && !["card", "number", "seat-number"].includes(cards.kind);
  const filled = pads.some((/** @type {Field} */ field) => drafts.said(draft.data[field.name])); // a pad that already has values is not folded away
  const first = cards?.kind === "number"; // a pad of numbers comes before the other fields, because it has few keys and is filled first
  const pad = cards && !dealt && padAt([cards.name, asksJokers(draft), ...drafts.padNumbers(draft)].join(), () => padOf(form, draft, id, cards));
  const marks = seats?.kind.startsWith("seat-") ? cardsOf(draft) : new Map();
  const game = forms.statesRound(form, draft.type) ? untimed(form.game) : form.game;
  return [
    seats && seats.name !== "seat" && WHOSE[seats.kind] && h("p", { class: "whose", "data-key": "whose-seat" }, WHOSE[seats.kind](seats.label)),
    table(game, seats && { chosen: drafts.chosenSeats(draft), marks }),
    first && pad,
    h("div", { "data-key": `fields-${draft.type}-${form.serial}`, class: "fields" }, rest),
    !first && pad,
    dealt && h("details", { "data-key": `cards-${draft.type}-${form.serial}`, class: "fold", open: (form.quick && draft.whole) || filled }, h("summary", { "data-do": "turn", "data-field": cards.name }, FORM.ifKnown(pads.map((/** @type {Field} */ field) => field.label))), padOf(form, draft, id, cards)),
    foot(form, draft),
    forms.leavesOut(form, draft) && h("p", { "data-key": "more" }, h("button", { type: "button", class: "plain", "data-do": "more" }, FORM.more)),
  ];
}

/**
 * @param {Form} form
 * @param {Draft} draft
 * @param {string} root
 * @param {Field} field
 * @param {unknown} [value]
 */
function controlOf({ game }, draft, root, field, value = draft.data[field.name]) {
  const name = namesOf(game.seats);
  const free = field.name === "seat";
  const asked = [...draft.asks.keys()].filter((key) => key.startsWith(`${field.name}.`)).map((key) => key.split(".")[1]);
  return control(worded(draft, field), value, { name, order: game.view.order, id: `${root}-${draft.type}`, free, suggested: SUGGESTED[draft.type]?.[field.name] ?? field.examples, asked });
}

/**
 * @param {Form} form
 * @param {Draft} draft
 * @param {string} id
 * @param {Field} field
 */
function padOf(form, draft, id, field) {
  const { game } = form;
  const aimed = field.kind.startsWith("seat-");
  const chosen = drafts.chosenCards(draft);
  const label = field.kind === "number" && draft.fields.length > 2 && h("p", { class: "whose" }, field.label);
  const goesTo = aimed ? aimLine(form, draft, field, chosen) : whose(form, draft);
  const numbers = drafts.padNumbers(draft);
  const keys = numbers.length ? numberPad(numbers, chosen, drafts.proposed(draft), zeroOf(field.name, game.rules)) : cardPad({ chosen, mark: marker(draft, game), jokers: asksJokers(draft) });
  const skip = skipOf(form, draft, field);
  const other = typedNumber(draft, field, numbers);
  const typed = other && controlOf(form, draft, id, other.field, other.value);
  return h("div", { "data-key": "pad", class: "cards-field" }, label, padChoice(draft), aimChoice(draft, game), goesTo, ...(drafts.forgettable(field) ? [skip, keys] : [keys, typed, skip]));
}

/**
 * The button that leaves a card out; null if there is none. The button “Nobody remembers” is only for cards that are entered later: a
 * card that was just played was seen by everybody.
 * @param {Form} form
 * @param {Draft} draft
 * @param {Field} field
 */
function skipOf(form, draft, field) {
  const forgettable = drafts.forgettable(field);
  if (forgettable ? form.quick : field.kind.startsWith("seat-") || field.kind === "cards" || drafts.needed(draft, field)) return null;
  return h("button", { type: "button", class: "skip-card", "data-do": "skip", "data-field": field.name, "aria-pressed": String(draft.data[field.name] === null) },
    forgettable ? FORM.nobodyRemembers : FORM.notKnownYet(field.label));
}

/**
 * @param {Form} form
 * @param {Draft} draft
 * @param {Field} field
 * @param {(string | number)[]} chosen
 */
function aimLine({ game }, draft, field, chosen) {
  const numbers = field.kind === "seat-number";
  if (draft.aim === null) return h("p", { class: "aim" }, numbers ? FORM.tapSeatThenNumber : FORM.tapSeatThenCard);
  const name = namesOf(game.seats)(draft.aim);
  const sum = drafts.sumOf(draft);
  const left = sum && sum.field === field && sum.open.length && sum.said <= sum.total;
  const words = !numbers ? FORM.cardOf(name) : left ? FORM.numberOfLeft(field.label, name, sum.total - sum.said, sum.total) : FORM.numberOf(field.label, name);
  const line = h("p", { class: "aim" }, h("span", { class: "clip" }, chosen.length ? FORM.given(name, chosen.map(inWords)) : words),
    chosen.length ? h("button", { type: "button", class: "plain", "data-do": "clear" }, FORM.clear) : null);
  if (sum?.field !== field || !game.view.order.some((seat) => drafts.leastOf(draft, field, seat) > 0)) return line;
  const least = drafts.leastOf(draft, field, draft.aim);
  return [line, h("p", { class: "quiet clip", "data-key": "already" }, FORM.wholeDeal(least ? name : null, least))];
}

/**
 * Says whose card will be entered next, when several players may act in any order.
 * @param {Form} form
 * @param {Draft} draft
 */
function whose(form, draft) {
  const mine = forms.prompts(form).filter((prompt) => prompt.type === draft.type);
  if (mine.length < 2 || drafts.seatField(draft)?.kind !== "seat") return null;
  const [seat] = drafts.chosenSeats(draft);
  return h("p", { class: "whose" }, h("span", { class: "clip" }, seat === undefined ? FORM.tapSeatThenCard : FORM.cardOf(namesOf(form.game.seats)(seat))));
}

/**
 * While a round was being typed, somebody else entered it, or took back the one before. The user says which round was meant.
 * @param {Form} form
 * @param {Draft} draft
 */
function meant(form, draft) {
  const ready = drafts.complete(draft);
  const later = forms.behind(form) > 0;
  const choice = (/** @type {string} */ act, /** @type {string} */ words, main = false) => h("button", { type: "button", class: main ? "primary" : "", "data-do": act, "data-key": act, "aria-disabled": ready || act === "discard" ? null : "true" }, words);
  return h("div", { class: "notice stack", role: "alert", "data-key": "meant" },
    h("p", {}, later ? form.game.view.last_round : FORM.openAgain),
    h("div", { class: "choices" }, choice("discard", FORM.discardMine, true), later && choice("instead", FORM.correctToMine), choice("renumber", later ? FORM.mineIsNext : FORM.mineIsOpen)));
}

/**
 * The button for the next deal. It records the deal where nothing is missing, and otherwise opens the form for it.
 * @param {Form} form
 * @param {Draft} draft
 */
function nextDeal(form, draft) {
  const ready = draft.expected && forms.act(form) !== null;
  const text = forms.prompts(form).find((prompt) => prompt.type === draft.type && ready)?.text;
  return h("p", { class: "foot", "data-key": "foot" },
    h("button", { type: "button", class: "primary wide next-deal", "data-do": ready ? "commit" : "next", "data-key": "commit" }, FORM.nextDeal(text ? h("small", {}, text) : null, spoken)));
}

/**
 * @param {Form} form
 * @param {Draft} draft
 */
function foot(form, draft) {
  if (forms.behind(form)) return meant(form, draft);
  if (forms.deciding(form)) return decisionButtons(forms.buttons(form));
  if (forms.lastTapRecords(form, draft) || forms.nextTapRecords(form, draft)) return null;
  const ready = drafts.complete(draft);
  const doubt = doubtful(draft);
  const only = form.offered.every((type) => type === draft.type || forms.statesRound(form, type));
  const whole = only && !drafts.begun(draft) && forms.more(form, draft.type).length > 0;
  const label = actLabel(form.types, draft.type);
  const lacks = drafts.lacking(draft).filter(({ must }) => must || forms.statesRound(form, draft.type));
  const says = namesOfLacking(form, ready ? lacks : lacks.filter(({ must }) => must));
  const main = ready && !doubt && !whole && !lacks.length;
  const words = !ready && says.length ? h("span", { class: "lacks" }, FORM.missing(says)) : form.look ? (doubt ? FORM.lookAnyway : FORM.look(label, spoken)) : doubt ? FORM.recordAnyway : FORM.record(label, spoken);
  return h("div", { class: "foot", "data-key": "foot" },
    doubt && h("p", { class: "notice", role: "alert" }, doubt),
    ready && says.length > 0 && h("p", { class: "quiet lacks" }, FORM.open(says)),
    whole && h("button", { type: "button", class: "primary wide", "data-do": "say-all", "data-type": draft.type, "data-key": "all" }, FORM.exchanged),
    h("button", { type: "button", class: main ? "primary wide" : "wide", "data-do": "commit", "data-key": "commit", "aria-disabled": ready ? null : "true" }, words));
}

/**
 * What a draft lacks, in words.
 * @param {Form} form
 * @param {ReturnType<typeof drafts.lacking>} lacks
 */
function namesOfLacking({ game }, lacks) {
  const name = namesOf(game.seats);
  const bySeat = (/** @type {drafts.Lack} */ { field, key }) => key !== null && field.kind.startsWith("seat-");
  return [...Map.groupBy(lacks, (each) => (bySeat(each) ? each.field : each)).values()].map((some) => {
    const [{ field, key }] = some;
    const label = (bySeat(some[0]) || key === null ? field.label : fieldLabel(key)).toLowerCase();
    if (!bySeat(some[0])) return label;
    return some.length === game.view.order.length ? FORM.allOf(label) : FORM.ofEach(label, some.map((each) => name(Number(each.key))));
  });
}

/**
 * What cannot be in the numbers of a deal, said before they are recorded; null when they may be right.
 * @param {Draft} draft
 */
function doubtful(draft) {
  const sum = drafts.sumOf(draft);
  if (!sum || sum.said === sum.total || (sum.open.length && sum.said < sum.total)) return null;
  return FORM.sumIs(sum.field.label, sum.said, sum.total);
}

/**
 * @param {Draft} draft
 */
function cardsOf(draft) {
  return new Map([...drafts.cardsBySeat(draft)].filter(([, cards]) => cards.length).map(([seat, cards]) => [seat, cards.at(-1)]));
}

/** @param {Draft} draft */
const asksJokers = (draft) => [...draft.asks.values()].some((ask) => ask.choices.some((/** @type {string} */ choice) => JOKERS.includes(choice)));

/**
 * The form for a whole round does not show whose turn it is.
 * @param {Game} game
 * @returns {Game}
 */
const untimed = (game) => ({ ...game, view: { ...game.view, turn: [] } });

// --- where the cards go ---------------------------------------------------------------------------------------------------------------------

/**
 * Buttons that choose the field that the pad fills; false if the pad can fill only one field.
 * @param {Draft} draft
 */
function padChoice(draft) {
  const pads = drafts.padFields(draft);
  const now = drafts.padField(draft);
  return pads.length > 1 && chips(PLACES.forWhat, "pads", pads.map((field) =>
    h("button", { type: "button", class: "key-chip", "data-do": "pad", "data-field": field.name, "data-key": field.name, "aria-pressed": String(field === now) }, field.label)));
}

/**
 * Buttons that choose the seat whose cards the pad fills; null if the seat is chosen on the felt, or if seats have no cards of their own.
 * @param {Draft} draft
 * @param {Game} game
 */
function aimChoice(draft, { view: { order }, seats, rules }) {
  const name = namesOf(seats);
  const field = drafts.padField(draft);
  if (!field?.kind.startsWith("seat-") || drafts.seatField(draft)?.kind.startsWith("seat-")) return null;
  const held = drafts.cardsBySeat(draft);
  return chips(PLACES.whoseCards, "aims", order.map((seat) => {
    const number = drafts.numberOf(draft, field, seat);
    const given = held.get(seat) ?? [];
    const cards = field.kind === "seat-number" ? (given[0] === 0 ? zeroOf(field.name, rules) : given[0]) ?? "–" : given.length;
    const who = h("span", { class: "clip" }, name(seat));
    return h("button", { type: "button", class: "key-chip", "data-do": "aim", "data-seat": seat, "data-key": seat, "aria-pressed": String(draft.aim === seat) },
      number === null ? PLACES.cards(who, cards) : PLACES.cardsOf(who, given.length, number));
  }));
}

/**
 * Returns a function that returns the mark of a card on the pad, or null. The marks are: seen this round, already in this draft, not
 * expected.
 * @param {Draft} draft
 * @param {Game} game
 * @returns {(card: string) => string | null}
 */
function marker(draft, game) {
  const name = namesOf(game.seats);
  const ask = drafts.proposed(draft);
  const open = new Set([...game.view.face_up, ...(game.view.tricks ?? []).flatMap(({ cards }) => cards)]);
  const given = ask?.distinct ? drafts.elsewhere(draft) : new Map();
  return (card) => {
    const place = given.get(card);
    if (place) return placeOf(place, name);
    if (ask?.choices.length ? ask.choices.includes(card) : !open.has(card)) return null;
    return open.has(card) ? PLACES.seen : UNEXPECTED;
  };
}

/**
 * @param {{field: Field, seat: number | null}} place
 * @param {(seat: number) => string} name
 */
function placeOf({ field, seat }, name) {
  return seat === null ? PLACES.already(field.label) : PLACES.givenTo(name(seat));
}

/**
 * @param {string} label
 * @param {string} key
 * @param {Child} buttons
 */
const chips = (label, key, buttons) => h("div", { class: "acts", role: "group", "aria-label": label, "data-key": key, "data-roving": key }, buttons);

// --- short ways -----------------------------------------------------------------------------------------------------------------------------

/**
 * Buttons, one for each prompt. A tap on a button records its whole act, because the prompt knows every value of the act.
 * @param {import("../../types/api.js").components["schemas"]["Prompt"][]} prompts
 */
function decisionButtons(prompts) {
  const buttons = prompts.map((prompt, place) => h("button", {
    type: "button", class: `wide ${place ? "" : "primary"}`.trim(), "data-do": "decide", "data-type": prompt.type, "data-key": prompt.type,
  }, prompt.text));
  return h("div", { class: "foot decisions", role: "group", "aria-label": CHOICES.whatHappened, "data-key": "decisions" }, buttons);
}

/**
 * The field as the form shows it: `words` has only the words to show. The short form of a field with many words shows only the words that
 * the prompt offers.
 * @param {Draft} draft
 * @param {Field} field
 * @returns {Field}
 */
function worded(draft, field) {
  const choices = draft.whole ? undefined : draft.asks.get(field.name)?.choices;
  return field.words.length > MANY_WORDS && choices?.length ? { ...field, words: choices } : field;
}

/**
 * The field for typing a number that is not on the pad, and the value in it. Null if the pad has all numbers.
 * @param {Draft} draft
 * @param {Field} field
 * @param {number[]} numbers those on the pad
 */
function typedNumber(draft, field, numbers) {
  if (!numbers.length || field.kind !== "number" || field.most <= TYPED) return null;
  const value = draft.data[field.name];
  return { field: { ...field, label: CHOICES.anotherNumber }, value: numbers.includes(value) ? undefined : value };
}
