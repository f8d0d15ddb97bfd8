/** Signs the visitor out on this device. What the device has kept for the visitor goes; if acts wait to be stored, the page asks first. */

import { end } from "./api.js";
import { h, on } from "./dom.js";
import { allWaiting, forgetWaiting, Keep } from "./keep.js";
import { forgetGames } from "./lastgame.js";
import { once } from "./once.js";
import { saveWaiting } from "./saving.js";
import { LEAVING } from "./texts/pages.js";
import { UNSTORED } from "./texts/words.js";

/** @param {string} to the address of the page that is shown then */
export async function leave(to) {
  const waiting = Object.entries(await allWaiting());
  if (waiting.length) ask(waiting, to);
  else await left(to);
}

/** @param {string} to */
async function left(to) {
  await end(forgetWaiting);
  forgetGames();
  sessionStorage.clear();
  location.assign(to);
}

/**
 * @param {[game: string, {acts: number, name: string}][]} waiting
 * @param {string} to
 */
function ask(waiting, to) {
  const told = h("p", { class: "error", role: "alert" });
  const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { "aria-labelledby": "leaving-title" },
    h("div", { class: "dialog-head" }, h("h2", { id: "leaving-title" }, LEAVING.title)),
    h("ul", {}, waiting.map(([game, { acts, name }]) => h("li", {}, UNSTORED.acts(acts, h("a", { href: `/games/${game}` }, name || game))))),
    h("p", {}, LEAVING.lost), told,
    h("p", { class: "choices" }, button("stay", LEAVING.stay, "primary"), button("save", LEAVING.save), button("leave", LEAVING.leave, "danger"))));
  on(dialog, {
    stay: () => dialog.close(),
    save: () => waiting.forEach(async ([game]) => saveWaiting(game, await new Keep(game).read())),
    leave: (pressed) => once(pressed, () => left(to), told),
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * @param {string} what
 * @param {string} label
 * @param {string} [kind]
 */
const button = (what, label, kind) => h("button", { type: "button", class: kind, "data-do": what }, label);
