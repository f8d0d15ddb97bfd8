/** What can be done with a game besides playing: annul it, remove it from the lists, set a PIN, change the scorekeeper's phone. */

import { call } from "./api.js";
import { byId, h, on, redraw } from "./dom.js";
import { messageOf } from "./failure.js";
import { copied, linkCard } from "./links.js";
import { newId } from "./outbox.js";
import { forgetPin, pinIn, pinKeys, pinPad } from "./pin.js";
import { actLabel, namesOf } from "./words.js";

const ACTS = ["GameAnnulled", "GameRemoved"];
const DELAYS = [[0, "at once"], [60, "1 minute later"], [300, "5 minutes later"], [900, "15 minutes later"], [1_800, "half an hour later"], [3_600, "an hour later"]];
const PIN = "new-pin";

// Whether the act is offered now. The server decides.
const mayStill = (type, { life }) => Boolean(type === "GameAnnulled" ? life?.may.annul : life?.may.remove);

/** The menu of one table. */
export class Menu {
  /**
   * @param {{game: string, types: Map<string, any>, act: (type: string, title: string) => void, put: (events:
   *   object[]) => void, handsOver: boolean, setsPins: boolean}} table `handsOver`: whether the menu offers to hand the visitor's link over
   *   to another phone; `setsPins`: whether the visitor may set the first PIN of a seat. Both are false for the link of a tournament's
   *   table: another phone scans the code on the table
   */
  constructor({ game, types, act, put, handsOver, setsPins }) {
    Object.assign(this, { game, types, act, put, handsOver, setsPins, handing: newId() });
    const root = byId("menu");
    root.hidden = false;
    on(root, {
      act: (button) => act(button.dataset.type, actLabel(types, button.dataset.type)),
      handover: () => this.#handOver(),
      "set-pin": () => this.#setPin(),
      copy: copied,
      ...pinKeys(() => this.#pinReady()),
    });
    on(root, { pin: () => this.#pinReady() }, "input");
    on(root, { delay: (select) => put([{ type: "SpectatorDelaySet", data: { seconds: Number(select.value) } }]) }, "change");
    redraw(byId("pin-form"), h("p", { class: "field" }, h("label", { for: "pin-seat" }, "Seat"), h("select", { id: "pin-seat" })), pinPad(PIN, "New PIN, 4 to 8 digits"),
      h("button", { type: "button", id: "pin-set", class: "primary wide", "data-do": "set-pin", "aria-disabled": "true" }, "Set the PIN"));
  }

  show(game) {
    const offered = ACTS.filter((type) => this.types.has(type) && mayStill(type, game));
    redraw(byId("menu-acts"), offered.map((type) => h("button", { type: "button", "data-do": "act", "data-type": type }, actLabel(this.types, type))),
      this.handsOver ? h("button", { type: "button", "data-do": "handover" }, "Hand over to another phone") : h("a", { class: "button", href: `/games/${this.game}/replay` }, "Replay"));
    const name = namesOf(game.seats);
    redraw(byId("pin-seat"), game.view.order.map((seat) => h("option", { value: seat }, name(seat))));
    byId("pins").hidden = !this.setsPins || game.tournament !== null; // in a tournament, players use the PINs of their entries
    byId("delay-field").hidden = !this.types.has("SpectatorDelaySet");
    if (document.activeElement !== byId("delay")) this.#showDelay(game.delay ?? 0);
  }

  #showDelay(seconds) {
    const known = DELAYS.some(([each]) => each === seconds) ? DELAYS : [...DELAYS, [seconds, `${seconds} seconds later`]];
    redraw(byId("delay"), known.map(([value, label]) => h("option", { value }, label)));
    byId("delay").value = seconds;
  }

  #pinReady() {
    byId("pin-set").setAttribute("aria-disabled", String(!pinIn(PIN)));
  }

  async #setPin() {
    const pin = pinIn(PIN);
    if (!pin) return;
    const seat = byId("pin-seat");
    const answer = await this.#try(() => call("PUT", `/games/${this.game}/seats/${seat.value}/pin`, { body: { pin } }));
    if (answer) {
      redraw(byId("menu-told"), `${seat.selectedOptions[0].textContent} has a PIN now. It confirms results on this phone.`);
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
    redraw(byId("menu-link"), await linkCard("For the next scorekeeper", link, "handover-link"));
    redraw(byId("menu-told"), `The next phone scans this code and then records the game. This phone ${revoked ? "no longer records" : "can still record"}.`);
  }

  async #try(request) {
    redraw(byId("menu-told"));
    redraw(byId("menu-error"));
    try {
      return await request();
    } catch (problem) {
      redraw(byId("menu-error"), problem.body?.type?.endsWith("/pin-set") ? "This seat already has a PIN. Its player can change it with the link of the seat; a director can change it too." : messageOf(problem));
      return null;
    }
  }
}
