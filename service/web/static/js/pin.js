/**
 * The pad for a PIN of 4 to 8 digits: a field for typing and ten keys for tapping. The digits are never shown and never stored; a screen reader
 * says only how many there are.
 */

import { h } from "./dom.js";
import { PIN } from "./texts/form.js";

const LEAST = 4;
const MOST = 8;
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];

/**
 * The field with its keys; `label` says whose PIN it is, `wrong` what was wrong with the last one. The region around the pad must use the
 * handlers of `pinKeys`.
 * @param {string} id
 * @param {string} label
 * @param {string} [wrong]
 */
export function pinPad(id, label, wrong = "") {
  const typed = fieldOf(id)?.value.length ?? 0;
  /** @param {number} digit */
  const key = (digit) => h("button", { type: "button", class: "key", "data-do": "digit", "data-digit": digit }, h("b", {}, digit));
  return h("div", { class: "pin", "data-key": id },
    h("p", { class: "field" }, h("label", { for: id }, label),
      h("input", { id, type: "password", inputmode: "numeric", pattern: "[0-9]*", minlength: LEAST, maxlength: MOST, autocomplete: "off", "data-do": "pin" })),
    h("p", { class: "error", role: "alert" }, wrong),
    h("p", { class: "spoken", role: "status", "data-digits": true }, entered(typed)),
    h("div", { class: "pin-keys", role: "group", "aria-label": PIN.digits }, DIGITS.map(key),
      h("button", { type: "button", class: "key", "data-do": "rub", "aria-label": PIN.deleteLast }, "⌫")));
}

/**
 * The handlers for the keys of a pad, to be given to `on`.
 * @param {() => void} changed called after each press of a key
 * @returns {Record<string, (button: HTMLElement) => void>}
 */
export const pinKeys = (changed) => ({
  digit: (button) => press(button, (digits) => (digits + button.dataset.digit).slice(0, MOST), changed),
  rub: (button) => press(button, (digits) => digits.slice(0, -1), changed),
});

/**
 * The PIN in the field with this id; null while the field has too few digits.
 * @param {string} id
 */
export function pinIn(id) {
  const digits = fieldOf(id)?.value ?? "";
  return digits.length >= LEAST && digits.length <= MOST && /^\d+$/.test(digits) ? digits : null;
}

/**
 * Forget what was typed.
 * @param {string} id
 */
export function forgetPin(id) {
  const field = fieldOf(id);
  if (field) field.value = "";
}

/** @param {string} id */
const fieldOf = (id) => /** @type {HTMLInputElement | null} */ (document.getElementById(id));

/** @param {number} digits how many */
const entered = (digits) => (digits ? PIN.entered(digits) : "");

/**
 * @param {HTMLElement} button
 * @param {(digits: string) => string} change
 * @param {() => void} changed
 */
function press(button, change, changed) {
  const pad = /** @type {HTMLElement} */ (button.closest(".pin"));
  const field = /** @type {HTMLInputElement} */ (pad.querySelector("input"));
  field.value = change(field.value);
  /** @type {HTMLElement} */ (pad.querySelector("[data-digits]")).textContent = entered(field.value.length);
  changed();
}
