/** House rules as form fields, from the JSON Schema of each option. */

import { suitName, SUITS } from "./cards.js";
import { byId, h } from "./dom.js";
import { fieldOf } from "./schema.js";
import { capital, plain } from "./words.js";

// If an option has more possible words than this, the user types the words with spaces between them.
const FEW_WORDS = 20;
// A source is shown only if it is the id of a ruling: readers find the rulings on the page of the rules. Other sources are not shown,
// because they are sections of our own summary of the rules.
const RULING = /^[A-Z]{2}-\d+$/;

/**
 * The options as fields: first the options that are known to be played in this game, then the others, folded away.
 * @param {Option[]} options
 * @param {Record<string, any> | null} rules the values that the game has without house rules, by option. Where a field is left empty, this
 *   value is used
 * @returns {HTMLElement[]}
 * @typedef {{name: string, label: string, explanation: string, schema: any, default: any, source: string, attested: boolean, seats: {least: number, most: number} | null}} Option
 */
export function optionFields(options, rules) {
  const optionField = (option) => fieldFor(option, rules?.[option.name]);
  const known = options.filter((option) => option.attested);
  const others = options.filter((option) => !option.attested);
  return [
    ...known.map(optionField),
    others.length > 0 && h("details", { class: "fold option", "data-key": "others" },
      h("summary", {}, `${known.length ? "Other house" : "House"} rules of similar games (${others.length})`),
      h("p", { class: "quiet" }, "They are not known to be played with this game, but a club may choose them."), others.map(optionField)),
  ];
}

function fieldFor(option, otherwise) {
  const id = `option-${option.name}`;
  const field = fieldOf(option.name, option.schema, true);
  const shared = { id, "data-pointer": `/options/${option.name}`, "aria-describedby": `${id}-error`, "data-kind": kindOf(field) };
  const label = h("label", { for: id }, option.label);
  const notes = [h("p", { class: "quiet" }, `${option.explanation} `, h("span", { class: "source" }, RULING.test(option.source) ? option.source : null)), h("p", { class: "error", id: `${id}-error` })];
  const whole = (...parts) => h("div", { class: "field option", "data-key": id }, parts, notes);
  if (field.kind === "flag") return whole(h("p", { class: "check" }, h("input", { ...shared, type: "checkbox", checked: option.default }), label));
  if (shared["data-kind"] === "words") return whole(wordBoxes(field, shared, option));
  return whole(label, input(field, shared, option.default, otherwise));
}

/**
 * The number of sides of partners. It is taken from the first chosen option that changes the number of players; without such an option,
 * from the game. It is 0 when everybody plays alone, or when a player calls a partner.
 */
export function sidesFor({ sides, options }) {
  const chosen = optionsFrom(options.filter((option) => option.seats));
  const by = options.find((option) => option.name in chosen);
  return by ? Number(/(\d)x\d/.exec(by.name)?.[1] ?? 0) : sides;
}

/** The values of the fields, without the fields that still have their default value. */
export function optionsFrom(options) {
  const said = options.map((option) => [option.name, read(byId(`option-${option.name}`)), option.default]);
  return Object.fromEntries(said.filter(([, value, preset]) => !same(value, preset)).map(([name, value]) => [name, value]));
}

/**
 * How many may play. It is taken from the first chosen option that changes the number of players; without such an option, from the game.
 */
export function seatsFor({ players, options }) {
  const chosen = optionsFrom(options.filter((option) => option.seats));
  return options.find((option) => option.name in chosen)?.seats ?? players;
}

// Whether a value is the default. An empty list is the same as no list.
const same = (value, preset) => JSON.stringify(value) === JSON.stringify(preset) || (preset === null && Array.isArray(value) && !value.length);

const kindOf = (field) => (field.kind === "words" && field.words.length > FEW_WORDS ? "typed" : field.kind);

const TYPED = new Set(["typed", "seat-word"]);

function input(field, shared, preset, otherwise) {
  if (field.kind === "word") return h("select", shared, field.words.map((word) => h("option", { value: word, selected: word === preset }, textOf(word))));
  if (field.kind === "number" || field.kind === "seat") {
    return h("input", { ...shared, "data-kind": "number", type: "number", inputmode: "numeric", step: 1, value: preset, placeholder: preset === null ? otherwise ?? "as the rules say" : null, min: field.least, max: Number.isFinite(field.most) ? field.most : null });
  }
  if (TYPED.has(shared["data-kind"])) return h("input", { ...shared, type: "text", autocomplete: "off", placeholder: field.kind === "words" ? "none" : "in order of the seats", value: Object.values(preset ?? []).join(" ") });
  return h("input", { ...shared, type: "text", value: typeof preset === "string" ? preset : JSON.stringify(preset), "data-json": typeof preset === "string" ? null : true });
}

function wordBoxes(field, shared, option) {
  const preset = option.default ?? [];
  const box = (word) => h("label", { class: "key-chip pick" }, h("input", { type: "checkbox", value: word, checked: preset.includes(word) }), wordOf(word));
  return h("fieldset", { ...shared, tabindex: "-1" }, h("legend", {}, option.label), h("div", { class: "choices" }, field.words.map(box)));
}

// A suit is shown by its name, a rank as it is printed.
const textOf = (word) => (SUITS[word] ? capital(SUITS[word].name) : word === "T" ? "10" : plain(word));
const wordOf = (word) => (SUITS[word] ? suitName(word) : textOf(word));

function read(control) {
  const { kind } = control.dataset;
  if (kind === "flag") return control.checked;
  if (kind === "number") return control.value === "" ? null : Number(control.value);
  if (kind === "words") return [...control.querySelectorAll(":checked")].map((box) => box.value);
  if (TYPED.has(kind)) {
    const words = control.value.split(/[\s,]+/).filter(Boolean);
    return kind === "typed" ? words : { ...words };
  }
  return control.dataset.json === undefined ? control.value : parsed(control.value);
}

// Text that is not JSON is sent as it was typed, so that the server's answer names the field.
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
