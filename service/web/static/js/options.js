/** House rules as form fields, from the JSON Schema of each option. */

import { byId, h } from "./dom.js";
import { fieldOf } from "./schema.js";
import { fieldLabel, plain } from "./words.js";

/**
 * One option: its control, its line of English and the ruling it comes from.
 * @param {{name: string, schema: any, default: any, source: string, doc: string}} option
 */
export function optionField(option) {
  const id = `option-${option.name}`;
  const field = fieldOf(option.name, option.schema, true);
  const shared = { id, "data-pointer": `/options/${option.name}`, "aria-describedby": `${id}-error`, "data-kind": field.kind };
  const label = h("label", { for: id }, fieldLabel(option.name));
  const notes = [h("p", { class: "quiet" }, `${option.doc} `, h("span", { class: "source" }, option.source)), h("p", { class: "error", id: `${id}-error` })];
  if (field.kind === "flag") return h("div", { class: "field option", "data-key": id }, h("p", { class: "check" }, h("input", { ...shared, type: "checkbox", checked: option.default }), label), notes);
  return h("div", { class: "field option", "data-key": id }, label, input(field, shared, option.default), notes);
}

/** What the fields say, without those left at their default. */
export function optionsFrom(options) {
  const said = options.map((option) => [option.name, read(byId(`option-${option.name}`)), option.default]);
  return Object.fromEntries(said.filter(([, value, preset]) => JSON.stringify(value) !== JSON.stringify(preset)).map(([name, value]) => [name, value]));
}

function input(field, shared, preset) {
  if (field.kind === "word") return h("select", shared, field.words.map((word) => h("option", { value: word, selected: word === preset }, plain(word))));
  if (field.kind === "number" || field.kind === "seat") {
    return h("input", { ...shared, "data-kind": "number", type: "number", inputmode: "numeric", step: 1, value: preset, min: field.least, max: Number.isFinite(field.most) ? field.most : null });
  }
  return h("input", { ...shared, type: "text", value: typeof preset === "string" ? preset : JSON.stringify(preset), "data-json": typeof preset === "string" ? null : true });
}

function read(control) {
  if (control.dataset.kind === "flag") return control.checked;
  if (control.dataset.kind === "number") return control.value === "" ? null : Number(control.value);
  return control.dataset.json === undefined ? control.value : parsed(control.value);
}

// What is not JSON is sent as it was typed: the server's answer then names the field.
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
