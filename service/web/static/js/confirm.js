/**
 * The other side confirms a result: on its own device by the link of its seat, or on this one with the PIN of its seat. The server decides
 * who may; the PIN is in no record.
 */

import { call } from "./api.js";
import { h, on, redraw } from "./dom.js";
import { told } from "./failure.js";
import { forgetPin, pinIn, pinKeys, pinPad } from "./pin.js";
import { namesOf } from "./words.js";

const PIN = "confirm-pin";
const FEW = 4;

/** The part of the page in which a result is confirmed. */
export class Confirmation {
  /**
   * @param {HTMLElement} root
   * @param {{game: string, seat: number | undefined, stored: (answer: any) => void}} visit `seat`: of the visitor's own link
   */
  constructor(root, { game, seat, stored }) {
    Object.assign(this, { root, game, own: seat, stored, chosen: null, said: "", table: null });
    on(root, {
      "confirm-seat": (button) => this.#choose(Number(button.dataset.seat)),
      confirm: () => this.#confirm(),
      ...pinKeys(() => this.#draw()),
    });
    on(root, { pin: () => this.#draw() }, "input");
    root.addEventListener("keydown", (event) => event.key === "Enter" && event.target.id === PIN && this.#confirm());
  }

  show(game) {
    this.table = game;
    this.#draw();
  }

  #choose(seat) {
    this.chosen = this.chosen === seat ? null : seat;
    this.said = "";
    forgetPin(PIN);
    this.#draw();
    document.getElementById(PIN)?.focus();
  }

  #draw() {
    const awaiting = this.table.life?.awaiting ?? [];
    const here = this.own !== undefined || this.table.prompts; // not where a director only looks as a seat
    const offered = here && this.table.life?.may.confirm && awaiting.length > 0;
    if (!offered) return redraw(this.root);
    const form = [this.own === undefined ? this.#bySeat(awaiting) : this.#ownSeat(awaiting), h("p", { class: "error", role: "alert", "data-key": "said" }, this.said)];
    if (this.table.state === "finished") return redraw(this.root, form);
    return redraw(this.root, h("details", { class: "fold", "data-key": "more" }, h("summary", {}, "Others may confirm, too"), form));
  }

  #ownSeat(awaiting) {
    if (!awaiting.includes(this.own)) return null;
    const name = namesOf(this.table.seats)(this.own);
    return h("button", { type: "button", class: "primary wide big", "data-do": "confirm", "data-key": "confirm" }, `Confirm as ${name}: ${totals(this.table)}`);
  }

  #bySeat(awaiting) {
    const name = namesOf(this.table.seats);
    const choice = awaiting.map((seat) => h("button", {
      type: "button", class: "chip", "data-do": "confirm-seat", "data-seat": seat, "data-key": `s${seat}`, "aria-pressed": String(this.chosen === seat),
    }, name(seat)));
    return [
      h("p", { id: "confirm-ask", "data-key": "ask" }, "Who confirms on this phone?"),
      h("div", { class: "acts", role: "group", "aria-labelledby": "confirm-ask", "data-key": "seats" }, choice),
      this.chosen === null ? null : [
        pinPad(PIN, `PIN of ${name(this.chosen)}`),
        h("button", { type: "button", class: "primary wide", "data-do": "confirm", "data-key": "confirm", "aria-disabled": pinIn(PIN) ? null : "true" }, `Confirm: ${totals(this.table)}`),
      ],
      h("p", { class: "quiet", "data-key": "second" }, "Or on their own phone, by the link of their seat."),
    ];
  }

  async #confirm() {
    const seat = this.own ?? this.chosen;
    const pin = this.own === undefined ? pinIn(PIN) : undefined;
    if (seat === null || pin === null) return;
    try {
      const { body } = await call("POST", `/games/${this.game}/confirmation`, { body: { seat, ...(pin && { pin }) }, headers: { "If-Match": `"${this.table.version}"` } });
      Object.assign(this, { chosen: null, said: "" });
      this.stored(body);
    } catch (problem) {
      this.said = told(problem);
    }
    forgetPin(PIN);
    this.#draw();
  }
}

/** The totals in a line: `Chris 4, Guy 2`; of a large table only those of the winners. */
export function totals({ seats, outcome }) {
  const name = namesOf(seats);
  const scored = seats.filter(({ seat }) => outcome.scores[seat] !== undefined && (seats.length <= FEW || outcome.winners.includes(seat)));
  return scored.length ? scored.map(({ seat }) => `${name(seat)} ${outcome.scores[seat]}`).join(", ") : outcome.winners.map(name).join(", ");
}
