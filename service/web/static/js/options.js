/** House rules as form fields, from the JSON Schema of each option. */

import { suitName, SUITS } from "./cards.js";
import { byId, h } from "./dom.js";
import { fieldOf } from "./schema.js";
import { OPTIONS } from "./texts/games.js";
import { capital, plain } from "./texts/words.js";

// If an option has more possible words than this, the user types the words with spaces between them.
const FEW_WORDS = 20;

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {Answers["OptionSheet"]} Option
 * @typedef {import("./schema.js").Field} Field
 * @typedef {Record<string, unknown>} Chosen the values of the chosen house rules, by option
 */

/**
 * The options as fields: first the options that are known to be played in this game, then the others, folded away.
 * @param {readonly Option[]} options
 * @param {Record<string, any> | null} rules the values that the game has without house rules, by option. Where a field is left empty, this
 *   value is used
 * @returns {import("../../types/dom.js").Child[]}
 */
export function optionFields(options, rules) {
  const optionField = (/** @type {Option} */ option) => fieldFor(option, rules?.[option.name]);
  const known = options.filter((option) => option.attested);
  const others = options.filter((option) => !option.attested);
  return [
    ...known.map(optionField),
    others.length > 0 && h("details", { class: "fold option", "data-key": "others" },
      h("summary", {}, known.length ? OPTIONS.others(others.length) : OPTIONS.similar(others.length)),
      h("p", { class: "quiet" }, OPTIONS.notKnown), others.map(optionField)),
  ];
}

/**
 * @param {Option} option
 * @param {any} otherwise
 */
function fieldFor(option, otherwise) {
  const id = `option-${option.name}`;
  const field = fieldOf(option.name, option.schema, true);
  const shared = { id, "data-pointer": `/options/${option.name}`, "aria-describedby": `${id}-error`, "data-kind": kindOf(field) };
  const label = h("label", { for: id }, option.label);
  const notes = [h("p", { class: "quiet" }, option.explanation), h("p", { class: "error", id: `${id}-error` })];
  const whole = (/** @type {HTMLElement[]} */ ...parts) => h("div", { class: "field option", "data-key": id }, parts, notes);
  if (field.kind === "flag") return whole(h("p", { class: "check" }, h("input", { ...shared, type: "checkbox", checked: option.default }), label));
  if (shared["data-kind"] === "words") return whole(wordBoxes(field, shared, option));
  return whole(label, input(field, shared, option, otherwise));
}

/**
 * The number of sides of partners. It is taken from the first chosen option that changes the number of players; without such an option,
 * from the game. It is 0 when everybody plays alone, or when a player calls a partner.
 * @param {{sides: number, options: readonly Option[]}} system
 * @param {Chosen} chosen
 */
export function sidesFor({ sides, options }, chosen) {
  const by = options.find((option) => option.seats && option.name in chosen);
  return by ? Number(/(\d)x\d/.exec(by.name)?.[1] ?? 0) : sides;
}

/**
 * How many may play. It is taken from the first chosen option that changes the number of players; without such an option, from the game.
 * @param {{players: Answers["Players"], options: readonly Option[]}} system
 * @param {Chosen} chosen
 */
export const seatsFor = ({ players, options }, chosen) => options.find((option) => option.seats && option.name in chosen)?.seats ?? players;

/**
 * The values of the fields, without the fields that still have their default value.
 * @param {readonly Option[]} options
 * @returns {Chosen}
 */
export function optionsFrom(options) {
  const said = options.map((option) => /** @type {const} */ ([option.name, read(byId(`option-${option.name}`)), option.default]));
  return Object.fromEntries(said.filter(([, value, preset]) => !same(value, preset)).map(([name, value]) => [name, value]));
}

/**
 * Put the values of chosen house rules into their fields.
 * @param {readonly Option[]} options
 * @param {Record<string, any>} chosen
 */
export function fillOptions(options, chosen) {
  for (const { name } of options.filter((option) => option.name in chosen)) {
    const [control, value] = [/** @type {HTMLInputElement} */ (byId(`option-${name}`)), chosen[name]];
    const { kind = "", json } = control.dataset;
    if (kind === "flag") control.checked = value;
    else if (kind === "words") boxes(control).forEach((box) => { box.checked = value.includes(box.value); });
    else if (TYPED.has(kind)) control.value = Object.values(value).join(" ");
    else control.value = json === undefined ? value : JSON.stringify(value);
  }
}

/**
 * Whether a value is the default. An empty list is the same as no list.
 * @param {unknown} value
 * @param {unknown} preset
 */
const same = (value, preset) => JSON.stringify(value) === JSON.stringify(preset) || (preset === null && Array.isArray(value) && !value.length);

/** @param {Field} field */
const kindOf = (field) => (field.kind === "words" && field.words.length > FEW_WORDS ? "typed" : field.kind);

const TYPED = new Set(["typed", "seat-word"]);

/**
 * @param {Field} field
 * @param {Record<string, string>} shared attributes
 * @param {Option} option
 * @param {any} otherwise
 */
function input(field, shared, option, otherwise) {
  const preset = /** @type {any} */ (option.default);
  if (field.kind === "word") return h("select", shared, field.words.map((word) => h("option", { value: word, selected: word === preset }, saidOf(option, word) ?? textOf(word))));
  if (field.kind === "number" || field.kind === "seat") {
    return h("input", { ...shared, "data-kind": "number", type: "number", inputmode: "numeric", step: 1, value: preset, placeholder: preset === null ? otherwise ?? OPTIONS.asTheRulesSay : null, min: field.least, max: Number.isFinite(field.most) ? field.most : null });
  }
  if (TYPED.has(shared["data-kind"])) return h("input", { ...shared, type: "text", autocomplete: "off", placeholder: field.kind === "words" ? OPTIONS.none : OPTIONS.inOrder, value: Object.values(preset ?? []).join(" ") });
  return h("input", { ...shared, type: "text", value: typeof preset === "string" ? preset : JSON.stringify(preset), "data-json": typeof preset === "string" ? null : true });
}

/**
 * @param {Field} field
 * @param {Record<string, string>} shared attributes
 * @param {Option} option
 */
function wordBoxes(field, shared, option) {
  const preset = /** @type {string[]} */ (option.default ?? []);
  const box = (/** @type {string} */ word) => h("label", { class: "key-chip pick" }, h("input", { type: "checkbox", value: word, checked: preset.includes(word) }), saidOf(option, word) ?? wordOf(word));
  return h("fieldset", { ...shared, tabindex: "-1" }, h("legend", {}, option.label), h("div", { class: "choices" }, field.words.map(box)));
}

/**
 * The words for a value of a house rule; undefined if it needs none. A sheet that the browser has kept may have no words.
 * @param {Option} option
 * @param {string} word
 */
const saidOf = ({ words = {} }, word) => words[word] && capital(words[word]);

/**
 * A suit is shown by its name, a rank as it is printed.
 * @param {string} word
 */
const textOf = (word) => (word in SUITS ? OPTIONS.suit(SUITS[word].name) : word === "T" ? "10" : plain(word));
/** @param {string} word */
const wordOf = (word) => (word in SUITS ? suitName(word) : textOf(word));

/**
 * @param {Element} control
 * @returns {HTMLInputElement[]}
 */
const boxes = (control) => [...control.querySelectorAll("input")];

/** @param {HTMLElement} element */
function read(element) {
  const control = /** @type {HTMLInputElement} */ (element);
  const { kind = "" } = control.dataset;
  if (kind === "flag") return control.checked;
  if (kind === "number") return control.value === "" ? null : Number(control.value);
  if (kind === "words") return boxes(control).filter((box) => box.checked).map((box) => box.value);
  if (TYPED.has(kind)) {
    const words = control.value.split(/[\s,]+/).filter(Boolean);
    return kind === "typed" ? words : { ...words };
  }
  return control.dataset.json === undefined ? control.value : parsed(control.value);
}

/**
 * Text that is not JSON is sent as it was typed, so that the server's answer names the field.
 * @param {string} text
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
