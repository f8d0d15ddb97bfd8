/**
 * Makes links to a table, each with a QR code: to record, to watch, or to sit at a seat. Also sets who may watch. Somebody who came by a link
 * gets only the link to watch.
 */

import { call } from "./api.js";
import { byId, h, on, redraw } from "./dom.js";
import { messageOf } from "./failure.js";
import { copied, linkCard, warning } from "./links.js";
import { nearest } from "./sight.js";
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
 * The panel for those who record, inside `root`.
 * @param {HTMLElement} root
 * @param {{game: string, clubWide: boolean, oneGame: boolean, setVisibility: (visibility: string) => void}} table `clubWide`: the visitor is a
 *   member of the club; `oneGame`: the visitor's link makes no links, so only the address of a game that others may watch can be shared
 * @returns {(game: import("./formstate.js").Game) => void} updates the panel: the seats, and whether this visitor may make links for them
 */
export function sharing(root, { game, clubWide, oneGame, setVisibility }) {
  let open = false;
  const show = /** @type {HTMLElement} */ (root.querySelector("[data-link]"));
  const seat = byId("share-seat", "select");
  /** @param {string} kind */
  const made = async (kind) => {
    if (open && !clubWide) return linkCard(SHARE.address, `/games/${game}`, "share-link", null);
    const { scopes, label: purpose } = KINDS[kind];
    const chosen = seat.selectedOptions[0];
    const whose = { record: byId("share-whose", "input").value.trim(), seat: chosen.textContent }[kind];
    const label = whose ? `${purpose} · ${whose}` : purpose;
    const { body } = await call("POST", "/tokens", { body: { label, scopes, game, expires_in: DAY, ...(kind === "seat" && { seat: Number(chosen.value) }) } });
    return linkCard((clubWide ? SHARE.forOneDay : SHARE.asLongAsYours)(label), body.link, "share-link", null);
  };
  redraw(/** @type {HTMLElement} */ (root.querySelector("[data-told]")), warning());
  on(root, {
    link: async (button) => {
      redraw(show, h("p", { class: "quiet" }, SHARE.making));
      redraw(show, await made(button.dataset.kind ?? "").catch((/** @type {Error} */ problem) => h("p", { class: "error", role: "alert" }, messageOf(problem))));
      nearest(show);
    },
    copy: copied,
  });
  on(root, { visibility: (select) => setVisibility(/** @type {HTMLSelectElement} */ (select).value) }, "change");
  root.hidden = oneGame;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-members]"))) part.hidden = !clubWide;
  return ({ seats, tournament, viewer, visibility }) => {
    open = visibility !== "private";
    root.hidden = oneGame && !open;
    // In a tournament, only directors may make links of seats. With such a link, a scorekeeper could confirm their own record.
    /** @type {HTMLElement} */ (seat.closest("p")).hidden = !clubWide || (tournament !== null && viewer !== "director");
    redraw(seat, seats.map((each) => h("option", { value: each.seat }, namesOf(seats)(each.seat))));
  };
}
