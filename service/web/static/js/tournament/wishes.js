/** The wishes of a tournament as a list, and the dialog that adds one. */

import { byId, h, redraw } from "../dom.js";
import { WISHES } from "../texts/director.js";
import { frame } from "./entry.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("./seen.js").Seen} Seen
 * @typedef {Answers["TournamentWish"]} Wish
 */

const WHAT = "wish-what";
const FROM = "wish-from";
const BECAUSE = "wish-because";
const HARD = "wish-hard";

/**
 * @param {Seen} tournament
 * @param {Wish} wish
 */
function words(tournament, { entries, hard, from_round: from, because, another_table: moves }) {
  const names = entries.map((entry) => tournament.name(entry));
  return moves ? WISHES.moves(names, hard, WISHES.because[because]) : WISHES.said(names, hard, from, WISHES.because[because]);
}

/**
 * Draw the list of wishes.
 * @param {Seen} tournament
 */
export function drawWishes(tournament) {
  const { wishes } = tournament.state;
  redraw(byId("wish-list"), wishes.length ? wishes.map((wish) => h("li", { "data-key": wish.version },
    h("span", { class: "what" }, words(tournament, wish)),
    h("button", { type: "button", class: "slim", "data-do": "unwish", "data-wish": wish.version, "aria-label": WISHES.withdrawThis(words(tournament, wish)) }, WISHES.withdraw))) : h("li", { class: "quiet" }, WISHES.none));
}

/**
 * @param {Seen} tournament
 * @param {number} next the round that is paired next
 */
export function wishDialog(tournament, next) {
  const playing = tournament.state.entries.filter((entry) => !entry.withdrawn).map(({ entry }) => ({ entry, name: tournament.name(entry) })).sort((one, other) => one.name.localeCompare(other.name));
  return frame(WISHES.title,
    h("p", { class: "field" }, h("label", { for: WHAT }, WISHES.what), h("select", { id: WHAT }, Object.keys(WISHES.kinds).map((kind) => h("option", { value: kind }, WISHES.kinds[kind])))),
    h("fieldset", { class: "wished" }, h("legend", {}, WISHES.who), playing.map(({ entry, name }) => h("p", { class: "check" },
      h("input", { id: `wished-${entry}`, type: "checkbox", "data-wished": entry }), h("label", { for: `wished-${entry}` }, name)))),
    h("p", { class: "field" }, h("label", { for: BECAUSE }, WISHES.why), h("select", { id: BECAUSE }, Object.keys(WISHES.reasons).map((why) => h("option", { value: why }, WISHES.reasons[why])))),
    h("p", { class: "field meet" }, h("label", { for: FROM }, WISHES.notBefore((text) => h("span", { class: "quiet" }, text))), h("input", { id: FROM, type: "number", inputmode: "numeric", min: next + 1 })),
    h("p", { class: "check" }, h("input", { id: HARD, type: "checkbox", checked: true }), h("label", { for: HARD }, WISHES.hard)),
    h("p", { class: "quiet" }, WISHES.soft),
    h("p", { class: "actions" }, h("button", { type: "button", class: "primary", "data-do": "wish" }, WISHES.add)));
}

/** The event with what the dialog says. Throws what is wrong in it. */
export function wished() {
  const entries = [.../** @type {NodeListOf<HTMLInputElement>} */ (byId("dialog").querySelectorAll("[data-wished]:checked"))].map((box) => Number(box.dataset.wished));
  const moves = byId(WHAT, "select").value === "moves";
  if (entries.length < (moves ? 1 : 2)) throw new Error(moves ? WISHES.somebody : WISHES.twoOrMore);
  const from = byId(FROM, "input");
  if (!moves && !from.validity.valid) {
    from.focus();
    throw new Error(WISHES.wrongRound(Number(from.min)));
  }
  return { type: "WishMade", data: { ...(moves && { another_table: true }), entries, hard: byId(HARD, "input").checked, because: byId(BECAUSE, "select").value, from_round: (!moves && Number(from.value)) || null } };
}
