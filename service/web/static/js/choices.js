/**
 * Short ways to enter an act: one button for the whole act, or a short list of words. A number that is not on the pad is typed in a field.
 */

import { h } from "./dom.js";
import { CHOICES } from "./texts/form.js";

/**
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./schema.js").Field} Field
 */

// A field with more words than this shows only those that the prompt offers.
const MANY_WORDS = 6;
// If the number in a field may be higher than this, the user can also type it.
const TYPED = 1_000;

/**
 * Buttons, one for each prompt. A tap on a button records its whole act, because the prompt knows every value of the act.
 * @param {import("../../types/api.js").components["schemas"]["Prompt"][]} prompts
 */
export function decisionButtons(prompts) {
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
export function worded(draft, field) {
  const choices = draft.whole ? undefined : draft.asks.get(field.name)?.choices;
  return field.words.length > MANY_WORDS && choices?.length ? { ...field, words: choices } : field;
}

/**
 * The field for typing a number that is not on the pad, and the value in it. Null if the pad has all numbers.
 * @param {Draft} draft
 * @param {Field} field
 * @param {number[]} numbers those on the pad
 */
export function typedNumber(draft, field, numbers) {
  if (!numbers.length || field.kind !== "number" || field.most <= TYPED) return null;
  const value = draft.data[field.name];
  return { field: { ...field, label: CHOICES.anotherNumber }, value: numbers.includes(value) ? undefined : value };
}
