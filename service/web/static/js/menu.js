/** What can be done with a game besides playing: annul it, remove it from the lists, set a PIN, change the scorekeeper's phone. */

import { call } from "./api.js";
import { byId, h, on, redraw } from "./dom.js";
import { messageOf } from "./failure.js";
import { copied, linkCard } from "./links.js";
import { newId } from "./outbox.js";
import { forgetPin, pinIn, pinKeys, pinPad } from "./pin.js";
import { MENU } from "./texts/record.js";
import { actLabel, namesOf } from "./texts/words.js";

/**
 * @typedef {import("./formstate.js").Game} Game
 * @typedef {import("./formstate.js").Types} Types
 */

const ACTS = ["GameAnnulled", "GameRemoved"];
/** @type {[number, string][]} */
const DELAYS = [
  [0, MENU.atOnce], [60, MENU.minutesLater(1)], [300, MENU.minutesLater(5)], [900, MENU.minutesLater(15)], [1_800, MENU.halfAnHourLater], [3_600, MENU.anHourLater],
];
const PIN = "new-pin";

// Whether the act is offered now. The server decides.
/**
 * @param {string} type
 * @param {Game} game
 */
const mayStill = (type, { life }) => Boolean(type === "GameAnnulled" ? life?.may.annul : life?.may.remove);

/** The menu of one table. */
export class Menu {
  /**
   * @param {{game: string, types: Types, act: (type: string, title: string) => void, put: (events:
   *   import("./outbox.js").Act[]) => void, handsOver: boolean, setsPins: boolean}} table `handsOver`: whether the menu offers to hand the visitor's link over
   *   to another phone; `setsPins`: whether the visitor may set the first PIN of a seat. Both are false for the link of a tournament's
   *   table: another phone scans the code on the table
   */
  constructor({ game, types, act, put, handsOver, setsPins }) {
    this.game = game;
    this.types = types;
    this.handsOver = handsOver;
    this.setsPins = setsPins;
    this.handing = newId();
    const root = byId("menu");
    root.hidden = false;
    on(root, {
      act: ({ dataset: { type = "" } }) => act(type, actLabel(types, type)),
      handover: () => this.#handOver(),
      "set-pin": () => this.#setPin(),
      copy: copied,
      ...pinKeys(() => this.#pinReady()),
    });
    on(root, { pin: () => this.#pinReady() }, "input");
    on(root, { delay: (select) => put([{ type: "SpectatorDelaySet", data: { seconds: Number(/** @type {HTMLSelectElement} */ (select).value) } }]) }, "change");
    redraw(byId("pin-form"), h("p", { class: "field" }, h("label", { for: "pin-seat" }, MENU.seat), h("select", { id: "pin-seat" })), pinPad(PIN, MENU.newPin),
      h("button", { type: "button", id: "pin-set", class: "primary wide", "data-do": "set-pin", "aria-disabled": "true" }, MENU.setPin));
  }

  /** @param {Game} game */
  show(game) {
    const offered = ACTS.filter((type) => this.types.has(type) && mayStill(type, game));
    redraw(byId("menu-acts"), offered.map((type) => h("button", { type: "button", "data-do": "act", "data-type": type }, actLabel(this.types, type))),
      this.handsOver ? h("button", { type: "button", "data-do": "handover" }, MENU.handOver) : h("a", { class: "button", href: `/games/${this.game}/replay` }, MENU.replay));
    const name = namesOf(game.seats);
    redraw(byId("pin-seat"), game.view.order.map((seat) => h("option", { value: seat }, name(seat))));
    byId("pins").hidden = !this.setsPins || game.tournament !== null; // in a tournament, players use the PINs of their entries
    byId("delay-field").hidden = !this.types.has("SpectatorDelaySet");
    if (document.activeElement !== byId("delay")) this.#showDelay(game.delay ?? 0);
  }

  /** @param {number} seconds */
  #showDelay(seconds) {
    const known = DELAYS.some(([each]) => each === seconds) ? DELAYS : [...DELAYS, [seconds, MENU.secondsLater(seconds)]];
    redraw(byId("delay"), known.map(([value, label]) => h("option", { value }, label)));
    byId("delay", "select").value = String(seconds);
  }

  #pinReady() {
    byId("pin-set").setAttribute("aria-disabled", String(!pinIn(PIN)));
  }

  async #setPin() {
    const pin = pinIn(PIN);
    if (!pin) return;
    const seat = byId("pin-seat", "select");
    const answer = await this.#try(() => call("PUT", `/games/${this.game}/seats/${seat.value}/pin`, { body: { pin } }));
    if (answer) {
      redraw(byId("menu-told"), MENU.pinIsSet(seat.selectedOptions[0].textContent));
      byId("menu").dispatchEvent(new Event("pin-set", { bubbles: true }));
    }
    forgetPin(PIN);
    this.#pinReady();
  }

  async #handOver() {
    const answer = await this.#try(() => call("POST", `/games/${this.game}/handover`, { body: {}, headers: { "Idempotency-Key": this.handing } }));
    if (!answer) return; // the next try has the same key: if the link was made and only the answer was lost, it is shown then
    this.handing = newId();
    const { link, revoked } = answer.body;
    redraw(byId("menu-link"), await linkCard(MENU.forNext, link, "handover-link"));
    redraw(byId("menu-told"), revoked ? MENU.handsOver : MENU.shares);
  }

  /**
   * @template Answer
   * @param {() => Promise<Answer>} request
   */
  async #try(request) {
    redraw(byId("menu-told"));
    redraw(byId("menu-error"));
    try {
      return await request();
    } catch (failure) {
      const problem = /** @type {import("./failure.js").Failure} */ (failure);
      redraw(byId("menu-error"), problem.body?.type?.endsWith("/pin-set") ? MENU.hasPin : messageOf(problem));
      return null;
    }
  }
}
