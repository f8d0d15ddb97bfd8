/** What all pages of a club share: the visitor, the choice of a role, messages, and the question before something is ended. */

import { get, session } from "../api.js";
import { byId, h, on, redraw } from "../dom.js";
import { once } from "../once.js";
import { ROLE_CHOICE, ROLES } from "../texts/club.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {import("../../../types/api.js").components["schemas"]} Answers
 *
 * @typedef {object} ClubPage the visitor and the club of a page
 * @property {import("../api.js").Session} who
 * @property {string} club its short name
 * @property {string} path of the club in the API
 * @property {(scope: string) => boolean} may whether the visitor has a scope
 * @property {() => Promise<Answers["ClubShown"]>} read
 */

/**
 * The visitor and the club of this page.
 * @returns {Promise<ClubPage>}
 */
export async function opened() {
  const who = await session();
  const club = byId("main").dataset.club ?? "";
  return { who, club, path: `/clubs/${club}`, may: (scope) => who.scopes.includes(scope), read: () => get(`/clubs/${club}`) };
}

/**
 * Say what was done, at the top of the page.
 * @param {...Child} words
 */
export function say(...words) {
  redraw(byId("told"), words);
}

/** @param {...Child} words */
export const sentence = (...words) => redraw(byId("sentence"), words);

/**
 * Radio buttons for roles. Each says what the role may do.
 * @param {string} name
 * @param {string} chosen the role that is checked at first
 * @param {string[]} [roles] in the order of the buttons
 */
export function roleChoice(name, chosen, roles = Object.keys(ROLES)) {
  return h("fieldset", {}, h("legend", {}, ROLE_CHOICE.legend((words) => h("span", { class: "quiet" }, words))), roles.map((role) => h("label", { class: "radio" },
    h("input", { type: "radio", name, value: role, checked: role === chosen }),
    h("span", {}, ROLE_CHOICE.role((words) => h("b", {}, words), role)))));
}

/**
 * The value of the radio button that is checked; empty: none.
 * @param {string} name
 */
export const chosenIn = (name) => /** @type {HTMLInputElement | null} */ (document.querySelector(`input[name="${name}"]:checked`))?.value ?? "";

/**
 * Make the close buttons of a dialog work.
 * @param {HTMLDialogElement} dialog
 */
export function closing(dialog) {
  on(dialog, { close: () => dialog.close() });
}

/**
 * Ask before `work` ends something for good. If `work` fails, the dialog stays open and shows the reason.
 * @param {{title: string, said: string[], verb: string, work: () => Promise<unknown>}} question
 */
export function ask({ title, said, verb, work }) {
  const dialog = byId("ask", "dialog");
  redraw(byId("ask-title"), title);
  redraw(byId("ask-said"), said.map((each) => h("p", {}, each)));
  redraw(byId("ask-error"));
  redraw(byId("ask-yes"), verb);
  byId("ask-yes").onclick = () => once(byId("ask-yes"), async () => {
    await work();
    dialog.close();
  }, byId("ask-error"));
  dialog.showModal();
}

/**
 * Call `work` when the form is sent: once, even if the button is pressed twice. The element `told` shows failures. The template disables
 * the button until this function is called.
 * @param {HTMLElement} form
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} told
 * @param {() => Promise<unknown>} work
 */
export function submitted(form, button, told, work) {
  button.disabled = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    once(button, work, told);
  });
}

/**
 * The value of a field, without spaces around it. If the field is empty, it gets the focus, and an error with the text `word` is thrown.
 * @param {string} id
 * @param {string} word
 */
export function filled(id, word) {
  const value = byId(id, "input").value.trim();
  byId(id).setAttribute("aria-invalid", String(!value));
  if (value) return value;
  byId(id).focus();
  throw new Error(word);
}
