/**
 * The other side confirms a result: on its own device with the link of its seat, or on this device with the PIN of its seat. In a game of a
 * tournament, this is the PIN of the entry. The server decides who may confirm. The PIN is not in the record.
 */

import { call, get } from "./api.js";
import { byId, h, on, redraw } from "./dom.js";
import { messageOf } from "./failure.js";
import { forgetPin, pinIn, pinKeys, pinPad } from "./pin.js";
import { CONFIRM, POINTS } from "./texts/table.js";
import { namesOf, signed } from "./texts/words.js";

/**
 * @typedef {import("./formstate.js").Game} Game
 * @typedef {import("./failure.js").Failure} Failure
 */

const PIN = "confirm-pin";
const FEW = 4;

/** The part of the page in which a result is confirmed. */
export class Confirmation {
  /**
   * @param {HTMLElement} root
   * @param {{game: string, seat: number | undefined, keeps: boolean, stored: (answer: any) => void}} visit `seat`: the seat of the visitor's link;
   *   `keeps`: whether the visitor keeps scores for the whole club, and so makes links and gives PINs
   */
  constructor(root, { game, seat, keeps, stored }) {
    this.root = root;
    this.game = game;
    this.own = seat;
    this.keeps = keeps;
    this.stored = stored;
    /** @type {number | null} the seat that confirms on this phone */
    this.chosen = null;
    this.said = "";
    /** @type {Game | null} */
    this.table = null;
    /** @type {number[] | null} the seats that have a PIN; null: not known */
    this.pinned = null;
    this.asked = 0; // the version of the table when they were asked for
    on(root, {
      "confirm-seat": (button) => this.#choose(Number(button.dataset.seat)),
      confirm: () => this.#confirm(),
      "to-pins": () => unfold("menu", "pins", "pin-seat"),
      "to-links": () => unfold("share", "share", "share-seat"),
      ...pinKeys(() => this.#draw()),
    });
    on(root, { pin: () => this.#draw() }, "input");
    root.addEventListener("keydown", (event) => event.key === "Enter" && event.target === document.getElementById(PIN) && this.#confirm());
  }

  /** @param {Game} game */
  show(game) {
    this.table = game;
    if (this.#offered(game) && this.own === undefined && this.asked !== game.version) this.askPins();
    this.#draw();
  }

  /** Ask the server which seats have a PIN, and so may confirm on this phone. */
  async askPins() {
    this.asked = this.table?.version ?? 0;
    try {
      this.pinned = (await get(`/games/${this.game}/pins`)).seats;
    } catch {
      this.asked = 0; // the request failed: ask again with the next state of the table
    }
    this.#draw();
  }

  /** @param {Game} table */
  #offered({ prompts, life }) {
    const here = this.own !== undefined || prompts; // false for a director who only uses the view of a seat
    return here && life?.may.confirm && life.awaiting.length > 0;
  }

  /** @param {number} seat */
  #choose(seat) {
    this.chosen = this.chosen === seat ? null : seat;
    this.said = "";
    forgetPin(PIN);
    this.#draw();
    document.getElementById(PIN)?.focus();
  }

  #draw() {
    const { table } = this;
    if (!table) return undefined;
    if (!this.#offered(table)) return redraw(this.root);
    const form = this.own === undefined ? this.#here(table) : [ownSeat(this.own, table), h("p", { class: "error", role: "alert", "data-key": "said" }, this.said)];
    if (table.state === "finished") return redraw(this.root, form);
    return redraw(this.root, h("details", { class: "fold", "data-key": "more" }, h("summary", {}, CONFIRM.others), form));
  }

  // What the scorekeeper's phone shows: the seats that have a PIN, and how players at the other seats can confirm.
  /** @param {Game} table */
  #here(table) {
    const pinned = first(table).filter((seat) => this.pinned?.includes(seat));
    return [pinned.length ? this.#bySeat(table, pinned) : null, this.pinned ? elsewhere(table, pinned.length > 0, this.keeps) : null];
  }

  /**
   * @param {Game} table
   * @param {number[]} pinned
   */
  #bySeat(table, pinned) {
    const name = namesOf(table.seats);
    const choice = pinned.map((seat) => h("button", {
      type: "button", class: "key-chip", "data-do": "confirm-seat", "data-seat": seat, "data-key": `s${seat}`, "aria-pressed": String(this.chosen === seat),
    }, name(seat)));
    return [
      h("p", { id: "confirm-ask", "data-key": "ask" }, CONFIRM.who),
      h("div", { class: "acts", role: "group", "aria-labelledby": "confirm-ask", "data-key": "seats" }, choice),
      this.chosen === null ? null : [
        pinPad(PIN, CONFIRM.pinOf(name(this.chosen)), this.said),
        h("button", { type: "button", class: "primary wide", "data-do": "confirm", "data-key": "confirm", "aria-disabled": pinIn(PIN) ? null : "true" }, CONFIRM.confirm(totals(table))),
      ],
    ];
  }

  async #confirm() {
    const { table } = this;
    const seat = this.own ?? this.chosen;
    const pin = this.own === undefined ? pinIn(PIN) : undefined;
    if (!table || seat === null || pin === null) return;
    try {
      const { body } = await call("POST", `/games/${this.game}/confirmation`, { body: { seat, ...(pin && { pin }) }, headers: { "If-Match": `"${table.tag ?? table.version}"` } });
      this.chosen = null;
      this.said = "";
      this.stored(body);
    } catch (problem) {
      this.said = refusal(/** @type {Failure} */ (problem), namesOf(table.seats)(seat));
    }
    forgetPin(PIN);
    this.#draw();
  }

}

/**
 * The seats that may confirm now: while nobody has, only players who did not win, unless all did.
 * @param {Game} table
 */
function first({ state, outcome, life }) {
  const lost = life.awaiting.filter((seat) => !outcome.winners.includes(seat));
  return state === "finished" && lost.length ? lost : life.awaiting;
}

/**
 * @param {number} seat
 * @param {Game} table
 */
function ownSeat(seat, table) {
  if (!table.life.awaiting.includes(seat)) return null;
  return h("button", { type: "button", class: "primary wide big", "data-do": "confirm", "data-key": "confirm" }, CONFIRM.confirmAs(namesOf(table.seats)(seat), totals(table)));
}

/**
 * Says why a confirmation was refused. The server's messages have seat numbers. Three of these messages are replaced by others with names.
 * @param {Failure} problem
 * @param {string} name of the player who confirms
 */
function refusal(problem, name) {
  const kind = problem.body?.type ?? "";
  if (kind.endsWith("/wrong-pin")) return CONFIRM.wrongPin(name);
  if (kind.endsWith("/second-person-needed")) return CONFIRM.winnerFirst(name);
  if (kind.endsWith("/too-many-attempts")) return CONFIRM.tooManyPins(name);
  return messageOf(problem);
}

// Says how players without a PIN can confirm, with buttons that open the right panel. Only visitors with a link for the whole club can make
// links for seats; in a game of a tournament, only directors can. There, PINs belong to entries and are not set at the table. Visitors with
// the link of a table cannot set PINs.
/**
 * @param {Game} table
 * @param {boolean} others
 * @param {boolean} keeps
 */
function elsewhere({ tournament, viewer }, others, keeps) {
  const links = keeps && (!tournament || viewer === "director");
  const pins = keeps && !tournament;
  return [
    h("p", { class: "quiet", "data-key": "how" }, others ? CONFIRM.orElsewhere : CONFIRM.elsewhere(links, pins ? "here" : tournament ? "entry" : "seat")),
    h("p", { class: "choices", "data-key": "ways" },
      pins && h("button", { type: "button", "data-do": "to-pins" }, CONFIRM.givePin),
      links && h("button", { type: "button", "data-do": "to-links" }, CONFIRM.linkForSeat)),
  ];
}

// Open a panel of this page and the fold inside it, and focus a field there.
/**
 * @param {string} panel
 * @param {string} inner
 * @param {string} field
 */
function unfold(panel, inner, field) {
  [panel, inner].forEach((each) => { byId(each, "details").open = true; });
  byId(field).focus();
}

/**
 * The totals in a line: `Chris 4, Guy 2`; for a large table only the winners' totals.
 * @param {Pick<Game, "seats" | "outcome">} game
 */
export function totals({ seats, outcome }) {
  const name = namesOf(seats);
  const scored = seats.filter(({ seat }) => outcome.scores[seat] !== undefined && (seats.length <= FEW || outcome.winners.includes(seat)));
  return scored.length ? POINTS.list(scored.map(({ seat }) => ({ name: name(seat), points: signed(outcome.scores[seat]) }))) : CONFIRM.winners(outcome.winners.map(name));
}
