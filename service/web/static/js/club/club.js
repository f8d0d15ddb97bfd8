/** What all pages of a club share: the visitor, names of roles, messages, and the question before something is ended. */

import { get, session } from "../api.js";
import { byId, h, on, redraw } from "../dom.js";
import { once } from "../once.js";

export const ROLES = {
  viewer: { word: "Viewer", may: "watches private games" },
  scorekeeper: { word: "Scorekeeper", may: "records games and adds people" },
  director: { word: "Director", may: "runs tournaments, rules, and looks after people and links" },
  owner: { word: "Owner", may: "gives roles and changes the club" },
};

/** The visitor and the club of this page. */
export async function opened() {
  const who = await session();
  const club = byId("main").dataset.club;
  return { who, club, path: `/clubs/${club}`, may: (scope) => who.scopes.includes(scope), read: () => get(`/clubs/${club}`) };
}

/** Say what was done, at the top of the page. */
export function say(...words) {
  redraw(byId("told"), words);
}

export const sentence = (...words) => redraw(byId("sentence"), words);

/**
 * Radio buttons for roles. Each says what the role may do. `roles`: the roles, in the order of the buttons. `chosen`: the role that is
 * checked at first.
 */
export function roleChoice(name, chosen, roles = Object.keys(ROLES)) {
  return h("fieldset", {}, h("legend", {}, "Role ", h("span", { class: "quiet" }, "each role may also do what the roles above it may do")), roles.map((role) => h("label", { class: "radio" },
    h("input", { type: "radio", name, value: role, checked: role === chosen }),
    h("span", {}, h("b", {}, ROLES[role].word), `: ${ROLES[role].may}`))));
}

export const chosenIn = (name) => document.querySelector(`input[name="${name}"]:checked`)?.value;

/** Make the close buttons of a dialog work. */
export function closing(dialog) {
  on(dialog, { close: () => dialog.close() });
}

/**
 * Ask before `work` ends something for good. If `work` fails, the dialog stays open and shows the reason.
 * @param {{title: string, said: string[], verb: string, work: () => Promise<unknown>}} question
 */
export function ask({ title, said, verb, work }) {
  const dialog = byId("ask");
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
 */
export function filled(id, word) {
  const value = byId(id).value.trim();
  byId(id).setAttribute("aria-invalid", String(!value));
  if (value) return value;
  byId(id).focus();
  throw new Error(word);
}
