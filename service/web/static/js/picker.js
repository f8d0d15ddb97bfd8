/** The list in which a game is chosen. It comes with the page (_picker.html); here its rows are only hidden and shown. */

import { byId, h, redraw, spoken } from "./dom.js";
import * as pickers from "./pickerstate.js";
import { PICKER } from "./texts/games.js";

/** @typedef {import("./pickerstate.js").Picking} Picking */

/**
 * The buttons of the games, in the order of the page.
 * @returns {HTMLElement[]}
 */
const choices = () => [...byId("families").querySelectorAll("button")];

/**
 * The games that the page offers.
 * @returns {import("./pickerstate.js").Line[]}
 */
export const lines = () => choices().map((button) => {
  const { system = "", least, most } = button.dataset;
  const family = button.closest("details")?.querySelector("summary")?.firstChild?.textContent ?? "";
  const of = (/** @type {string} */ part) => button.querySelector(part)?.textContent ?? "";
  return { slug: system, name: of("b"), standard: of(".standard"), text: `${family} ${system} ${of(".standard")} ${of(".about")}`, least: Number(least), most: Number(most) };
});

/**
 * The list of games as the keyboard walks through it: its games and the names of its folds, as far as they are shown.
 * @returns {HTMLElement[]}
 */
const stops = () => /** @type {HTMLElement[]} */ ([...byId("families").querySelectorAll("summary, button")]).filter((each) => each.checkVisibility());

/**
 * @param {Picking} state
 * @param {Picking | null} former
 */
export function draw(state, former) {
  const line = pickers.lineOf(state);
  byId("picker").hidden = !state.picking;
  byId("chosen").hidden = state.picking;
  if (line && !state.picking) {
    redraw(byId("chosen-name"), line.standard && [h("span", { class: "standard" }, line.standard), " "], line.name);
    redraw(byId("rules"), PICKER.rulesOf(spoken, line.name));
    byId("rules").setAttribute("href", `/systems/${line.slug}`);
  }
  redraw(byId("summary"), state.system && pickers.ready(state) ? PICKER.summary(state.system.summary, state.system.players) : null);
  if (state.find !== former?.find || state.picking !== former.picking) drawList(state);
}

/** @param {Picking} state */
function drawList(state) {
  const found = new Set(pickers.found(state).map((each) => each.slug));
  for (const button of choices()) {
    const row = /** @type {HTMLElement} */ (button.parentElement);
    row.hidden = !found.has(button.dataset.system ?? "");
    if (button.dataset.system === state.wanted) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  for (const fold of byId("families").querySelectorAll("details")) {
    const shown = fold.querySelectorAll("li:not([hidden])").length;
    fold.hidden = !shown;
    fold.open = state.find.trim() !== "" || fold.querySelector("[aria-current]") !== null;
    redraw(/** @type {HTMLElement} */ (fold.querySelector(".count")), shown);
  }
  byId("families").hidden = !found.size;
  byId("none").hidden = found.size > 0;
  redraw(byId("found"), state.find.trim() ? (found.size ? PICKER.found(found.size) : PICKER.noneFound) : null);
}

/**
 * Let people search in the list with taps and keys: arrows walk through it, Enter goes to the first game that is found, and chooses it if it
 * is the only one; Escape closes the list. Returns what the buttons do, by their `data-do`; `choose` chooses the game with a slug.
 * @template {Picking} State
 * @param {import("./store.js").Store<State>} page
 * @param {(slug: string) => void} choose
 * @returns {Record<string, (button: HTMLElement) => void>}
 */
export function searching(page, choose) {
  const find = byId("find", "input");
  find.addEventListener("input", () => page.next(pickers.searched, find.value));
  if (find.value) page.next(pickers.searched, find.value); // somebody typed before this was loaded
  byId("picker").addEventListener("keydown", (event) => {
    const { key, target } = event;
    const list = stops();
    const at = list.indexOf(/** @type {HTMLElement} */ (target));
    if (key === "ArrowDown") (list[at + 1] ?? target).focus();
    else if (key === "ArrowUp") (list[at - 1] ?? find).focus();
    else if (key === "Enter" && target === find) enter();
    else if (key === "Escape" && !find.value && page.state.wanted) {
      page.next(pickers.closed);
      byId("change").focus();
    } else return;
    event.preventDefault();
  });
  return {
    choose: ({ dataset }) => choose(dataset.system ?? ""),
    change: () => {
      page.next(pickers.picking);
      find.value = "";
      (stops().find((each) => each.getAttribute("aria-current")) ?? find).focus();
    },
    all: () => {
      page.next(pickers.searched, "");
      find.value = "";
      find.focus();
    },
  };
}

function enter() {
  const [first, another] = choices().filter((button) => button.checkVisibility());
  if (first && !another) first.click();
  else first?.focus();
}
