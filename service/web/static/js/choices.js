/** Shorter ways to enter an act: a button for a whole act, a short list of words, and a field for a number that is not on the pad. */

import { h } from "./dom.js";

// A field with more words than this shows only those that the prompt offers.
const MANY_WORDS = 6;
// A number that may be higher than this can also be typed.
const TYPED = 1_000;

/** Buttons that each record a whole act with one tap. `prompts`: one for each act; each knows every value of its act. */
export function decisionButtons(prompts) {
  const buttons = prompts.map((prompt, place) => h("button", {
    type: "button", class: `wide ${place ? "" : "primary"}`.trim(), "data-do": "decide", "data-type": prompt.type, "data-key": prompt.type,
  }, prompt.text));
  return h("div", { class: "foot decisions", role: "group", "aria-label": "What happened", "data-key": "decisions" }, buttons);
}

/** The field with the words to show. If the field has many words, the short form shows only the words that the prompt offers. */
export function worded(draft, field) {
  const choices = draft.whole ? undefined : draft.asks.get(field.name)?.choices;
  return field.words.length > MANY_WORDS && choices?.length ? { ...field, words: choices } : field;
}

/** The field in which a number that is not on the pad is typed, and its value; null if the pad has all numbers. */
export function typedNumber(draft, field, numbers) {
  if (!numbers.length || field.kind !== "number" || field.most <= TYPED) return null;
  const value = draft.data[field.name];
  return { field: { ...field, label: "Another number" }, value: numbers.includes(value) ? undefined : value };
}
