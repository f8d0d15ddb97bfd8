/** A field for the new PIN of an entry, which the player can look at while typing. The PIN is never stored on the device. */

import { h } from "../dom.js";
import { HALL, PIN_FORM } from "../texts/hall.js";

const ID = "own-pin";
const RULE = /^\d{4,8}$/;

/**
 * The field, with the sentence that says what the PIN is for.
 * @param {boolean} shown whether the digits can be read
 */
export const pinField = (shown) => h("div", { class: "field", "data-key": ID },
  h("label", { for: ID }, PIN_FORM.label),
  h("div", { class: "pin-field" },
    h("input", { id: ID, type: shown ? "text" : "password", inputmode: "numeric", maxlength: 8, autocomplete: "off", "aria-describedby": "own-pin-why" }),
    h("button", { type: "button", "data-do": "show-pin", "aria-pressed": String(shown) }, HALL.show)),
  h("p", { id: "own-pin-why", class: "quiet" }, PIN_FORM.why));

/** The PIN that was typed; null: nothing was typed. Throws if the text is not a PIN. */
export function newPin() {
  const typed = field()?.value.trim() ?? "";
  if (typed && !RULE.test(typed)) throw new Error(PIN_FORM.noPin);
  return typed || null;
}

/** Forget what was typed. */
export function forgetNewPin() {
  const there = field();
  if (there) there.value = "";
}

const field = () => /** @type {HTMLInputElement | null} */ (document.getElementById(ID));
