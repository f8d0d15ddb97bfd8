/**
 * The other side confirms a result: on its own device with the link of its seat, or on this device with the PIN of its seat. In a game of a
 * tournament, this is the PIN of the entry. The server decides who may confirm. The PIN is not in the record.
 */

import { call, get } from "./api.js";
import { byId, h, on, redraw } from "./dom.js";
import { messageOf } from "./failure.js";
import { forgetPin, pinIn, pinKeys, pinPad } from "./pin.js";
import { namesOf, signed } from "./words.js";

const PIN = "confirm-pin";
const FEW = 4;

/** The part of the page in which a result is confirmed. */
export class Confirmation {
  /**
   * @param {HTMLElement} root
   * @param {{game: string, seat: number | undefined, stored: (answer: any) => void}} visit `seat`: the seat of the visitor's link
   */
  constructor(root, { game, seat, stored }) {
    Object.assign(this, { root, game, own: seat, stored, chosen: null, said: "", table: null, pinned: null, asked: 0 });
    on(root, {
      "confirm-seat": (button) => this.#choose(Number(button.dataset.seat)),
      confirm: () => this.#confirm(),
      "to-pins": () => unfold("menu", "pins", "pin-seat"),
      "to-links": () => unfold("share", "share", "share-seat"),
      ...pinKeys(() => this.#draw()),
    });
    on(root, { pin: () => this.#draw() }, "input");
    root.addEventListener("keydown", (event) => event.key === "Enter" && event.target.id === PIN && this.#confirm());
  }

  show(game) {
    this.table = game;
    if (this.#offered && this.own === undefined && this.asked !== game.version) this.askPins();
    this.#draw();
  }

  /** Ask the server which seats have a PIN, and so may confirm on this phone. */
  async askPins() {
    this.asked = this.table.version;
    try {
      this.pinned = (await get(`/games/${this.game}/pins`)).seats;
    } catch {
      this.asked = 0; // the request failed: ask again with the next state of the table
    }
    this.#draw();
  }

  get #awaiting() {
    return this.table.life?.awaiting ?? [];
  }

  // The seats that may confirm now: while nobody has, only players who did not win, unless all did.
  get #first() {
    const { state, outcome } = this.table;
    const lost = this.#awaiting.filter((seat) => !outcome.winners.includes(seat));
    return state === "finished" && lost.length ? lost : this.#awaiting;
  }

  get #offered() {
    const here = this.own !== undefined || this.table.prompts; // false for a director who only uses the view of a seat
    return here && this.table.life?.may.confirm && this.#awaiting.length > 0;
  }

  #choose(seat) {
    this.chosen = this.chosen === seat ? null : seat;
    this.said = "";
    forgetPin(PIN);
    this.#draw();
    document.getElementById(PIN)?.focus();
  }

  #draw() {
    if (!this.#offered) return redraw(this.root);
    const form = this.own === undefined ? this.#here() : [this.#ownSeat(this.#awaiting), h("p", { class: "error", role: "alert", "data-key": "said" }, this.said)];
    if (this.table.state === "finished") return redraw(this.root, form);
    return redraw(this.root, h("details", { class: "fold", "data-key": "more" }, h("summary", {}, "Others may confirm too"), form));
  }

  #ownSeat(awaiting) {
    if (!awaiting.includes(this.own)) return null;
    const name = namesOf(this.table.seats)(this.own);
    return h("button", { type: "button", class: "primary wide big", "data-do": "confirm", "data-key": "confirm" }, `Confirm as ${name}: ${totals(this.table)}`);
  }

  // What the scorekeeper's phone shows: the seats that have a PIN, and how players at the other seats can confirm.
  #here() {
    const pinned = this.#first.filter((seat) => this.pinned?.includes(seat));
    return [pinned.length ? this.#bySeat(pinned) : null, this.pinned ? elsewhere(this.table, pinned.length > 0) : null];
  }

  #bySeat(pinned) {
    const name = namesOf(this.table.seats);
    const choice = pinned.map((seat) => h("button", {
      type: "button", class: "key-chip", "data-do": "confirm-seat", "data-seat": seat, "data-key": `s${seat}`, "aria-pressed": String(this.chosen === seat),
    }, name(seat)));
    return [
      h("p", { id: "confirm-ask", "data-key": "ask" }, "Who confirms on this phone?"),
      h("div", { class: "acts", role: "group", "aria-labelledby": "confirm-ask", "data-key": "seats" }, choice),
      this.chosen === null ? null : [
        pinPad(PIN, `PIN of ${name(this.chosen)}`, this.said),
        h("button", { type: "button", class: "primary wide", "data-do": "confirm", "data-key": "confirm", "aria-disabled": pinIn(PIN) ? null : "true" }, `Confirm: ${totals(this.table)}`),
      ],
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
      this.said = this.#refusal(problem);
    }
    forgetPin(PIN);
    this.#draw();
  }

  // Says why a confirmation was refused. The server's messages have seat numbers. Three of these messages are replaced by others with names.
  #refusal(problem) {
    const name = namesOf(this.table.seats)(this.own ?? this.chosen);
    const kind = problem.body?.type ?? "";
    if (kind.endsWith("/wrong-pin")) return `This is not the PIN of ${name}.`;
    if (kind.endsWith("/second-person-needed")) return `${name} won. Somebody who did not win confirms first.`;
    if (kind.endsWith("/too-many-attempts")) return `Too many wrong PINs for ${name} on this phone. ${name} can confirm on another phone, or on their own. Here, try again later.`;
    return messageOf(problem);
  }
}

// Says how players without a PIN can confirm, with buttons that open the right panel. Only visitors with a link for the whole club can make
// links for seats; in a game of a tournament, only directors can. There, PINs belong to entries and are not set at the table. Visitors with
// the link of a table cannot set PINs.
function elsewhere({ tournament, viewer }, others) {
  const links = !byId("share").hidden && (!tournament || viewer === "director");
  const how = "on their own phone, with the link of their seat";
  const pins = !byId("pins").hidden;
  const given = tournament ? "their entry has a PIN (set at check-in, or by a director)" : "their seat has a PIN (set by a scorekeeper of the club)";
  const once = pins ? "their seat has a PIN" : given;
  return [
    h("p", { class: "quiet", "data-key": "how" }, others ? `Or ${how}; or here, with a PIN.` : `Players confirm ${how}${links ? "" : " (ask the director)"}; or on this phone, once ${once}.`),
    h("p", { class: "choices", "data-key": "ways" },
      pins && h("button", { type: "button", "data-do": "to-pins" }, "Give a seat a PIN"),
      links && h("button", { type: "button", "data-do": "to-links" }, "Link for a seat")),
  ];
}

// Open a panel of this page and the fold inside it, and focus a field there.
function unfold(panel, inner, field) {
  [panel, inner].forEach((each) => { byId(each).open = true; });
  byId(field).focus();
}

/** The totals in a line: `Chris 4, Guy 2`; for a large table only the winners' totals. */
export function totals({ seats, outcome }) {
  const name = namesOf(seats);
  const scored = seats.filter(({ seat }) => outcome.scores[seat] !== undefined && (seats.length <= FEW || outcome.winners.includes(seat)));
  return scored.length ? scored.map(({ seat }) => `${name(seat)} ${signed(outcome.scores[seat])}`).join(", ") : outcome.winners.map(name).join(", ");
}
