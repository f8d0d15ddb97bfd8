/** Draws the form that starts a game (newgamestate.js). */

import { byId, h, redraw, spoken } from "./dom.js";
import { peopleWords } from "./lastgame.js";
import * as starts from "./newgamestate.js";
import { fillOptions, optionFields } from "./options.js";
import { draw as drawPicker } from "./picker.js";
import { NEW_GAME } from "./texts/games.js";
import { listed, seatLabel } from "./texts/words.js";

/** @typedef {import("./newgamestate.js").Start} Start */

/**
 * @param {Start} start
 * @param {Start | null} former
 */
export function draw(start, former) {
  if (start.last !== former?.last) drawLast(start);
  drawPicker(start, former);
  if (start.system && start.system !== former?.system) drawOptions(start, start.system);
  if (start.people !== former?.people) redraw(byId("people"), (start.people ?? []).map((each) => h("option", { value: each.name })));
  drawSeats(start);
  drawFaults(start);
  byId("rest").hidden = !start.system;
  byId("form").classList.remove("waits");
}

/** @param {Start} start */
function drawLast({ last }) {
  byId("last").hidden = !last.length;
  redraw(byId("last-games"), last.map((game, place) => h("li", {},
    h("button", { type: "button", class: "game-choice", "data-do": "again", "data-last": place }, h("b", {}, game.name), " ", h("span", { class: "about" }, peopleWords(game))))));
}

/**
 * @param {Start} start
 * @param {NonNullable<Start["system"]>} system
 */
function drawOptions({ options }, system) {
  redraw(byId("options"));
  redraw(byId("options"), optionFields(system.options, system.rules));
  fillOptions(system.options, options);
  byId("house-rules").hidden = !system.options.length;
}

/** @param {Start} start */
function drawSeats(start) {
  const { rows, options } = start;
  redraw(byId("seats"), rows.map((_, seat) => seatRow(start, seat)));
  // A redraw does not touch what was typed into an input.
  rows.forEach(({ name }, seat) => {
    const input = /** @type {HTMLInputElement} */ (byId(`name-${seat}`));
    if (input.value !== name) input.value = name;
  });
  const people = starts.lastPeople(start);
  byId("people-again").hidden = !people.length;
  redraw(byId("people-names"), listed(people.map((name, seat) => name || seatLabel(seat))));
  const { least, most } = starts.allowed(start);
  byId("add").hidden = least === most;
  byId("add").toggleAttribute("disabled", rows.length >= most);
  redraw(byId("seat-count"), NEW_GAME.players(rows.length));
  redraw(byId("partners"), starts.partners(start));
  const fresh = starts.newcomers(start);
  redraw(byId("newcomers"), fresh.length ? NEW_GAME.newcomers(fresh) : null);
  redraw(byId("said"), start.said);
  const chosen = Object.keys(options).length;
  redraw(byId("rules-chosen"), chosen ? NEW_GAME.rulesChosen(chosen) : null);
}

/**
 * @param {Start} start
 * @param {number} seat
 */
function seatRow(start, seat) {
  const { rows, held } = start;
  const row = rows[seat];
  const who = starts.callOf(row, seat);
  const lifted = rows.findIndex((each) => each.key === held);
  const moving = lifted >= 0 && lifted !== seat ? NEW_GAME.put(starts.callOf(rows[lifted], lifted), seat + 1) : NEW_GAME.move(who);
  const tool = (/** @type {string} */ what, /** @type {string} */ sign, /** @type {string} */ label, /** @type {Record<string, unknown>} */ more) => h("button", { type: "button", class: `tool ${what}`, "data-do": what, "data-seat": seat, "aria-label": label, title: label, ...more }, h("span", { "aria-hidden": "true" }, sign));
  return h("li", { class: `seat-row${row.key === held ? " held" : ""}`, "data-key": row.key },
    h("label", { for: `name-${seat}` }, NEW_GAME.nameAt(spoken, seat + 1)),
    h("div", { class: "grow" },
      h("input", { id: `name-${seat}`, type: "text", maxlength: 80, autocomplete: "off", list: "people", placeholder: NEW_GAME.name, "data-seat": seat, "data-pointer": `/seats/${seat}`, "aria-describedby": `name-${seat}-error` }),
      h("p", { class: "error", id: `name-${seat}-error` })),
    rows.length > 1 && tool("move", "⠿", moving, { "aria-describedby": "grip-hint", "aria-pressed": String(row.key === held) }),
    tool("remove", "✕", NEW_GAME.remove(who), { disabled: rows.length <= starts.allowed(start).least }));
}

/**
 * The fields that a fault can belong to, by their pointers.
 * @returns {Map<string, HTMLElement>}
 */
const fields = () => new Map(/** @type {HTMLElement[]} */ ([...byId("form").querySelectorAll("[data-pointer]")]).map((field) => [field.dataset.pointer ?? "", field]));

export const pointers = () => [...fields().keys()];

/** @param {Start} start */
function drawFaults({ faults }) {
  for (const [pointer, field] of fields()) {
    const fault = faults.get(pointer);
    if (fault) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    byId((field.getAttribute("aria-describedby") ?? "").split(" ")[0]).textContent = fault ?? "";
    if (fault) unfold(field);
  }
  redraw(byId("form-error"), faults.get(""));
}

/** @param {Element} field */
function unfold(field) {
  for (let fold = field.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
}

/** Put the focus on the first field with a fault; without one, on the line below the form. */
export function focusFault() {
  const field = /** @type {HTMLElement | null} */ (document.querySelector("#form [aria-invalid]"));
  (field ?? byId("form-error")).focus();
}
