/** The dialogs about one entry: check it in with a PIN, change it, let it miss rounds, or make its link. One dialog adds a late entry. */

import { call } from "../api.js";
import { h } from "../dom.js";
import { linkCard } from "../links.js";
import { pinPad } from "../pin.js";
import { DIRECTOR, ENTRY } from "../texts/director.js";
import { PIN_FORM } from "../texts/hall.js";
import { HEADS } from "../texts/tournament.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {import("../people.js").Known} Known
 * @typedef {import("./seen.js").Seen} Seen
 * @typedef {Answers["TournamentEntry"]} Entry
 * @typedef {import("./seen.js").Answers} Answers
 */

export const PIN = "entry-pin";
const KINDS = [["zero", ENTRY.nothing], ["half", ENTRY.draw], ["bye", ENTRY.bye]];

/**
 * @param {string} title
 * @param {...Child} parts
 */
export const frame = (title, ...parts) => [
  h("div", { class: "dialog-head" }, h("h2", { id: "dialog-title" }, title), h("button", { type: "button", "data-do": "close", class: "slim" }, ENTRY.close)),
  h("div", { class: "stack" }, parts, h("p", { id: "dialog-told", role: "alert" })),
];

/**
 * The player types a PIN on this phone.
 * @param {Entry} entry
 */
export const pinDialog = (entry) => frame(ENTRY.checkInOf(entry.name),
  h("p", {}, ENTRY.handOver),
  pinPad(PIN, PIN_FORM.of(entry.name)),
  h("p", { class: "actions" }, h("button", { type: "button", class: "primary", "data-do": "with-pin" }, ENTRY.checkIn), h("button", { type: "button", "data-do": "without-pin" }, ENTRY.withoutPin)));

/**
 * @param {Seen} tournament
 * @param {Entry} entry
 * @param {number} next the round that is paired next
 * @param {Known[]} club the people of the club
 */
export function entryDialog(tournament, entry, next, club) {
  const name = tournament.name(entry.entry);
  const button = (/** @type {string} */ act, /** @type {string} */ label) => h("button", { type: "button", "data-do": "act", "data-act": act }, label);
  return frame(name,
    entry.withdrawn ? h("p", { class: "actions" }, h("button", { type: "button", class: "primary", "data-do": "act", "data-act": "return" }, ENTRY.playAgain(next))) : [
      h("div", { class: "row-of-fields" },
        h("p", { class: "field" }, h("label", { for: "miss-round" }, ENTRY.missesRound), h("input", { id: "miss-round", type: "number", inputmode: "numeric", min: next, value: next })),
        h("p", { class: "field" }, h("label", { for: "miss-kind" }, ENTRY.gets), h("select", { id: "miss-kind" }, KINDS.map(([kind, said]) => h("option", { value: kind }, said))))),
      h("p", { class: "choices" }, button("miss", ENTRY.miss), h("button", { type: "button", class: "danger", "data-do": "act", "data-act": "withdraw" }, ENTRY.withdraw(next))),
    ],
    h("details", { class: "fold" }, h("summary", {}, ENTRY.change), h("div", { class: "stack" },
      fields(tournament, club, entry), h("p", {}, h("button", { type: "button", "data-do": "save" }, ENTRY.save)))),
    h("div", { id: "entry-link" }),
    h("p", {}, h("button", { type: "button", "data-do": "link" }, ENTRY.showCode)));
}

/**
 * @param {Seen} tournament
 * @param {number} next the round that is paired next
 * @param {Known[]} club
 */
export const lateDialog = (tournament, next, club) => frame(ENTRY.whoEnters,
  fields(tournament, club, null),
  next > 1 && h("p", { class: "quiet" }, ENTRY.playFrom(next)),
  h("p", { class: "actions" }, h("button", { type: "button", class: "primary", "data-do": "enter" }, ENTRY.enter)));

/**
 * @param {Seen} tournament
 * @param {Known[]} club
 * @param {Entry | null} entry
 */
function fields(tournament, club, entry) {
  const size = Math.max(1, ...[...tournament.entries.values()].map((each) => each.people.length));
  const names = entry ? entry.people_names.map((each) => each ?? "") : [];
  if (entry && !names.length) names.push(entry.name ?? "");
  const people = Array.from({ length: Math.max(size, names.length) }, (_, at) => h("p", { class: "field" },
    h("label", { for: `person-${at}` }, at === 0 || size === 1 ? HEADS.name : size > 2 ? ENTRY.partnerOfMany(at) : ENTRY.partner),
    h("input", { id: `person-${at}`, type: "text", maxlength: 80, autocomplete: "off", list: "club-names", "data-person": at, value: names[at] ?? null })));
  const own = size > 1 && h("p", { class: "field" }, h("label", { for: "entry-name" }, ENTRY.shownAs((text) => h("span", { class: "quiet" }, text))),
    h("input", { id: "entry-name", type: "text", maxlength: 80, autocomplete: "off", value: entry && entry.people.length > 1 && entry.name !== ENTRY.together(names) ? entry.name : null }));
  const line = tournament.state.format === "rotation" && tournament.state.rounds.length > 0 && h("p", { class: "field" },
    h("label", { for: "entry-line" }, ENTRY.line), h("input", { id: "entry-line", type: "number", inputmode: "numeric", min: 1, value: entry ? entry.line : freeLine(tournament) }));
  return [people, own, line, h("datalist", { id: "club-names" }, club.map((each) => h("option", { value: each.name })))];
}

/**
 * The smallest free number in the rotation. The number of an entry that left is free.
 * @param {Seen} tournament
 */
function freeLine(tournament) {
  const taken = new Set([...tournament.entries.values()].filter((each) => !each.withdrawn).map((each) => each.line));
  let line = 1;
  while (taken.has(line)) line += 1;
  return line;
}

/**
 * Make the check-in link of an entry, and show it.
 * @param {Seen} tournament
 * @param {Entry} entry
 */
export async function linkDialog(tournament, entry) {
  const name = tournament.name(entry.entry);
  const { body } = await call("POST", "/tokens", { body: { label: DIRECTOR.checkInLink(name).slice(0, 80), scopes: ["read"], tournament: tournament.id, entry: entry.entry } });
  return linkCard(ENTRY.link(name), body.link, "entry-link-address");
}
