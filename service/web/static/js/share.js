/** Makes links to a table, each with a QR code: to record, to watch, or to sit at a seat. Also sets who may watch. */

import { call } from "./api.js";
import { byId, h, on, redraw } from "./dom.js";
import { copied, linkCard } from "./links.js";
import { SHARE } from "./texts/pages.js";
import { namesOf } from "./texts/words.js";

/** @type {Record<string, {scopes: string[], label: string}>} */
const KINDS = {
  record: { scopes: ["record"], label: SHARE.record },
  watch: { scopes: ["read"], label: SHARE.watch },
  seat: { scopes: ["read"], label: SHARE.seat },
};
const DAY = 86_400;

/**
 * The panel for directors inside `root`.
 * @param {HTMLElement} root
 * @param {{game: string, setVisibility: (visibility: string) => void}} table
 * @returns {(game: import("./formstate.js").Game) => void} updates the panel: the seats, and whether this visitor may make links for them
 */
export function sharing(root, { game, setVisibility }) {
  const show = /** @type {HTMLElement} */ (root.querySelector("[data-link]"));
  const seat = byId("share-seat", "select");
  const whose = byId("share-whose", "input");
  on(root, {
    link: async (button) => {
      redraw(show, h("p", { class: "quiet" }, SHARE.making));
      try {
        const chosen = seat.selectedOptions[0];
        const kind = KINDS[button.dataset.kind ?? ""];
        const sits = button.dataset.kind === "seat" && { seat: Number(chosen.value) };
        const label = [kind.label, sits && chosen.textContent, whose.value.trim()].filter(Boolean).join(" · ");
        const { body } = await call("POST", "/tokens", { body: { label, scopes: kind.scopes, game, expires_in: DAY, ...sits } });
        redraw(show, await linkCard(SHARE.forOneDay(label), body.link, "share-link"));
      } catch (problem) {
        redraw(show, h("p", { class: "error", role: "alert" }, /** @type {Error} */ (problem).message));
      }
    },
    copy: copied,
  });
  on(root, { visibility: (select) => setVisibility(/** @type {HTMLSelectElement} */ (select).value) }, "change");
  return ({ seats, tournament, viewer }) => {
    // In a tournament, only directors may make links of seats. With such a link, a scorekeeper could confirm their own record.
    /** @type {HTMLElement} */ (seat.closest("p")).hidden = tournament !== null && viewer !== "director";
    redraw(seat, seats.map((each) => h("option", { value: each.seat }, namesOf(seats)(each.seat))));
  };
}
