/** Says where the cards that are tapped on the pad go (which field and which seat), and which cards are already in the draft. */

import { UNEXPECTED } from "./cards.js";
import { h } from "./dom.js";
import * as drafts from "./draft.js";
import { PLACES } from "./texts/form.js";
import { namesOf } from "./texts/words.js";

/**
 * @typedef {import("../../types/dom.js").Child} Child
 * @typedef {import("./draft.js").Draft} Draft
 */

/**
 * Buttons that choose the field that the pad fills; false if the pad can fill only one field.
 * @param {Draft} draft
 */
export function padChoice(draft) {
  const pads = drafts.padFields(draft);
  const now = drafts.padField(draft);
  return pads.length > 1 && chips(PLACES.forWhat, "pads", pads.map((field) =>
    h("button", { type: "button", class: "key-chip", "data-do": "pad", "data-field": field.name, "data-key": field.name, "aria-pressed": String(field === now) }, field.label)));
}

/**
 * Buttons that choose the seat whose cards the pad fills; null if the seat is chosen on the felt, or if seats have no cards of their own.
 * @param {Draft} draft
 * @param {number[]} order
 * @param {(seat: number) => string} name
 */
export function aimChoice(draft, order, name) {
  const field = drafts.padField(draft);
  if (!field?.kind.startsWith("seat-") || drafts.seatField(draft)?.kind.startsWith("seat-")) return null;
  const held = drafts.cardsBySeat(draft);
  return chips(PLACES.whoseCards, "aims", order.map((seat) => {
    const number = drafts.numberOf(draft, field, seat);
    const cards = held.get(seat)?.length ?? 0;
    const who = h("span", { class: "clip" }, name(seat));
    return h("button", { type: "button", class: "key-chip", "data-do": "aim", "data-seat": seat, "data-key": seat, "aria-pressed": String(draft.aim === seat) },
      number === null ? PLACES.cards(who, cards) : PLACES.cardsOf(who, cards, number));
  }));
}

/**
 * Returns a function that returns the mark of a card on the pad, or null. The marks are: seen this round, already in this draft, not
 * expected.
 * @param {Draft} draft
 * @param {import("./formstate.js").Game} game
 * @returns {(card: string) => string | null}
 */
export function marker(draft, game) {
  const name = namesOf(game.seats);
  const ask = drafts.proposed(draft);
  const open = new Set(game.view.face_up);
  const given = ask?.distinct ? drafts.elsewhere(draft) : new Map();
  return (card) => {
    const place = given.get(card);
    if (place) return placeOf(place, name);
    if (ask?.choices.length ? ask.choices.includes(card) : !open.has(card)) return null;
    return open.has(card) ? PLACES.seen : UNEXPECTED;
  };
}

/**
 * @param {{field: import("./schema.js").Field, seat: number | null}} place
 * @param {(seat: number) => string} name
 */
function placeOf({ field, seat }, name) {
  return seat === null ? PLACES.already(field.label) : PLACES.givenTo(name(seat));
}

/**
 * @param {string} label
 * @param {string} key
 * @param {Child} buttons
 */
const chips = (label, key, buttons) => h("div", { class: "acts", role: "group", "aria-label": label, "data-key": key, "data-roving": key }, buttons);
