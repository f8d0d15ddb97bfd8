/** Controls for the fields of an act that neither the seats nor the pad fill: one for each kind of field. */

import { suitLetter, SUITS } from "./cards.js";
import { h } from "./dom.js";
import { FIELDS, SUGGESTIONS } from "./texts/form.js";
import { fieldLabel, plain, seatLabel } from "./texts/words.js";

/**
 * @typedef {import("../../types/dom.js").Child} Child
 * @typedef {import("./schema.js").Field} Field
 * @typedef {{name: (seat: number) => string, order: number[], id: string, free?: boolean, suggested?: string[], asked?: string[]}} Table `free`: also offer the seats where nobody sits;
 *   `suggested`: words that people use for this field; `asked`: for a field with a seat for each word, the words that get a row; empty: all words get one
 * @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control
 */

/** Every possible seat number. */
export const SEATS = Array.from({ length: 16 }, (_, seat) => seat);

/**
 * The words that people use most, by act and field. Any other word may be recorded too.
 * @type {Record<string, Record<string, string[]>>}
 */
export const SUGGESTED = {
  DealVoided: { reason: SUGGESTIONS.dealVoided },
  GameAbandoned: { reason: SUGGESTIONS.gameAbandoned },
  GameAnnulled: { reason: SUGGESTIONS.gameAnnulled },
  GameRemoved: { reason: SUGGESTIONS.gameRemoved },
  TimeCalled: { reason: SUGGESTIONS.timeCalled },
};

/** @type {Record<string, string>} */
const ZERO = { amount: FIELDS.nil, bids: FIELDS.nil, bid: "0", tricks: "0" };

/**
 * The word for 0 on a pad of numbers. Undefined: in this field, 0 means no card.
 * @param {string} field
 * @param {{nil?: unknown}} rules of the game; `nil`: the points of a nil, 0 if a bid of no tricks is a bid like others
 */
export const zeroOf = (field, { nil }) => (nil === 0 ? ZERO[field] && "0" : ZERO[field]);

/**
 * The control of one field.
 * @param {Field} field
 * @param {any} value the value in the draft
 * @param {Table} table
 * @returns {HTMLElement}
 */
export function control(field, value, table) {
  const make = CONTROLS[field.kind] ?? jsonText;
  return make(field, value, { ...table, id: `${table.id}-${field.name}` });
}

/** @type {Record<string, (field: Field, value: any, table: Table) => HTMLElement>} */
const CONTROLS = { word: words, flag: flag, number: number, text: text, person: person, seat: seatChoice, "seat-number": numbers, "word-seat": wordSeats };

/**
 * The value that was entered in a control; undefined when the control is empty.
 * @param {Control} element
 */
export function valueIn(element) {
  if (element.dataset.kind === "flag") return /** @type {HTMLInputElement} */ (element).checked;
  if (element.value === "") return undefined;
  if (element.dataset.kind === "yes") return element.value === "yes";
  if (element.dataset.kind === "number") return Number(element.value);
  return element.dataset.kind === "json" ? fromJson(element) : element.value;
}

/**
 * @param {Field} field
 * @param {unknown} value
 */
function words(field, value) {
  if (field.words.every((word) => SUITS[word])) return suits(field, value);
  const buttons = field.words.map((word) =>
    h("button", { type: "button", class: "word", "data-do": "word", "data-field": field.name, "data-word": word, "data-key": word, "aria-pressed": String(value === word) }, plain(word)));
  return h("div", { class: "words", role: "group", "aria-label": field.label, "data-roving": field.name }, buttons);
}

/**
 * @param {Field} field
 * @param {unknown} value
 */
function suits(field, value) {
  const buttons = field.words.map((letter) => h("button", {
    type: "button", class: `word ${SUITS[letter].colour}`, "data-do": "word", "data-field": field.name, "data-word": letter, "data-key": letter,
    // The name begins with the text on the button (WCAG 2.2, 2.5.3).
    "aria-pressed": String(value === letter), "aria-label": FIELDS.suit(SUITS[letter].sign, letter, SUITS[letter].name),
  }, suitLetter(letter)));
  return wordRow(field.label, field.name, buttons);
}

/**
 * @param {string} word
 * @param {string} roving
 * @param {Child} buttons
 */
function wordRow(word, roving, buttons) {
  return h("div", { class: "word-row", "data-key": word }, h("span", { "aria-hidden": "true" }, fieldLabel(word)),
    h("div", { class: "words narrow-words", role: "group", "aria-label": fieldLabel(word), "data-roving": roving }, buttons));
}

/**
 * @param {Field} field
 * @param {unknown} value
 * @param {Table} table
 */
function flag(field, value, { id }) {
  if (field.nullable) return yesOrNo(field, value, id);
  return h("p", { class: "field check" },
    h("input", { type: "checkbox", id, "data-do": "type", "data-field": field.name, "data-kind": "flag", checked: Boolean(value) }),
    h("label", { for: id }, field.label));
}

// A flag that may be unknown has three choices, so it cannot be a tick box.
/**
 * @param {Field} field
 * @param {unknown} value
 * @param {string} id
 */
function yesOrNo(field, value, id) {
  const labels = { "": "—", yes: FIELDS.yes, no: FIELDS.no };
  const options = Object.entries(labels).map(([word, label]) => h("option", { value: word, selected: word === { true: "yes", false: "no" }[String(value)] }, label));
  return labelled(field, id, h("select", { id, "data-do": "type", "data-field": field.name, "data-kind": "yes" }, options));
}

/**
 * @param {Field} field
 * @param {unknown} value
 * @param {Table} table
 */
function number(field, value, { id }) {
  const most = Number.isFinite(field.most) ? field.most : null;
  return labelled(field, id, h("input", {
    type: "number", inputmode: "numeric", id, min: field.least, max: most, step: 1, value, "data-do": "type", "data-field": field.name, "data-kind": "number",
  }));
}

/**
 * @param {Field} field
 * @param {any} value
 * @param {Table} table
 */
function text(field, value, { id, suggested }) {
  if (suggested?.length) return chosenText(field, value, id, suggested);
  const shared = { id, maxlength: field.longest, "data-do": "type", "data-field": field.name, autocomplete: "off" };
  const long = field.longest > 100;
  return labelled(field, id, long ? h("textarea", { ...shared, rows: 2 }, value) : h("input", { ...shared, type: "text", value }));
}

// Buttons for the words that people use most, and a text field for any other words.
/**
 * @param {Field} field
 * @param {any} value
 * @param {string} id
 * @param {string[]} suggested
 */
function chosenText(field, value, id, suggested) {
  const own = value !== undefined && !suggested.includes(value);
  return h("div", { class: "field" }, words({ ...field, words: suggested }, value),
    h("p", { class: "field", "data-key": suggested.includes(value) ? `not-${value}` : "own" }, h("label", { for: id }, FIELDS.ownWords),
      h("input", { id, type: "text", maxlength: field.longest, autocomplete: "off", value: own ? value : null, "data-do": "type", "data-field": field.name })));
}

/**
 * @param {Field} field
 * @param {unknown} value
 * @param {Table} table
 */
function person(field, value, { id }) {
  return labelled({ ...field, label: FIELDS.name }, id, h("input", {
    type: "text", id, maxlength: 80, value, autocomplete: "off", list: "people", "data-do": "type", "data-field": field.name, "data-kind": "person",
  }));
}

/**
 * @param {Field} field
 * @param {unknown} value
 * @param {Table} table
 */
function seatChoice(field, value, { id, name, order, free }) {
  const vacant = SEATS.filter((seat) => !order.includes(seat));
  const options = free ? vacant.map((seat) => [seat, seatLabel(seat)]) : order.map((seat) => [seat, name(seat)]);
  const none = !field.required || value === undefined ? h("option", { value: "" }, "—") : null;
  return labelled(field, id, h("select", { id, "data-do": "type", "data-field": field.name, "data-kind": "number" },
    none, options.map(([seat, label]) => h("option", { value: seat, selected: value === seat }, label))));
}

/**
 * @param {Field} field
 * @param {Record<string, number> | undefined} value
 * @param {Table} table
 */
function numbers(field, value, { id, name, order }) {
  const inputs = order.map((seat) => h("p", { class: "field row" },
    h("label", { for: `${id}-${seat}`, title: name(seat) }, name(seat)),
    h("input", {
      type: "number", inputmode: "numeric", step: 1, id: `${id}-${seat}`, min: field.least || null, value: value?.[seat],
      "data-do": "type", "data-field": field.name, "data-seat": seat, "data-kind": "number",
    })));
  return h("fieldset", {}, h("legend", {}, field.label), inputs);
}

/**
 * @param {Field} field
 * @param {Record<string, number> | undefined} value
 * @param {Table} table
 */
function wordSeats(field, value, { name, order, asked }) {
  const seats = (/** @type {string} */ word) => order.map((seat) => h("button", {
    type: "button", class: "word", "data-do": "give", "data-field": field.name, "data-word": word, "data-seat": seat, "data-key": seat,
    title: name(seat), "aria-pressed": String(value?.[word] === seat),
  }, h("span", { class: "clip" }, name(seat))));
  const rows = (asked?.length ? asked : field.words).map((word) => wordRow(word, `${field.name}.${word}`, seats(word)));
  return h("fieldset", { class: "word-rows" }, h("legend", {}, field.label), rows);
}

/**
 * @param {Field} field
 * @param {unknown} value
 * @param {Table} table
 */
function jsonText(field, value, { id }) {
  const shown = value === undefined ? "" : JSON.stringify(value);
  const input = h("textarea", { id, rows: 3, spellcheck: "false", "data-do": "type", "data-field": field.name, "data-kind": "json" }, shown);
  return labelled({ ...field, label: FIELDS.json(field.label) }, id, input);
}

/**
 * @param {Field} field
 * @param {string} id
 * @param {Child} input
 */
function labelled({ label, required }, id, input) {
  return h("p", { class: "field" }, h("label", { for: id }, required ? label : FIELDS.optional(quiet, label)), input);
}

/** @param {string} words */
const quiet = (words) => h("span", { class: "quiet" }, words);

/** @param {Control} element */
function fromJson(element) {
  try {
    element.setCustomValidity("");
    return JSON.parse(element.value);
  } catch {
    element.setCustomValidity(FIELDS.notJson);
    return undefined;
  }
}
