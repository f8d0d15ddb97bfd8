/**
 * The open claims and concessions: what was claimed, who agreed, and the buttons to answer. A scorekeeper can answer for each seat; a visitor
 * with the link of a seat can answer for that seat. The server decides who may answer.
 */

import { call } from "./api.js";
import { h, on, redraw, spoken } from "./dom.js";
import { messageOf } from "./failure.js";
import { namesOf } from "./words.js";

const ANSWERED_IN = new Set(["open", "finished"]);

/** The part of the page that shows the claims. */
export class Claims {
  /**
   * @param {HTMLElement} root
   * @param {{game: string, seat: number | undefined, stored: (answer: any) => void}} visit `seat`: the seat of the visitor's link
   */
  constructor(root, { game, seat, stored }) {
    Object.assign(this, { root, game, own: seat, stored, said: "", table: null });
    on(root, { "answer-own": (button) => this.#answer(answerOf(button).data) });
  }

  show(game) {
    this.table = game;
    this.#draw();
  }

  #draw() {
    redraw(this.root, claimList(this.table, this.own), this.said && h("p", { class: "error", role: "alert" }, this.said));
  }

  async #answer(body) {
    try {
      const { body: answer } = await call("POST", `/games/${this.game}/answers`, { body, headers: { "If-Match": "*" } });
      this.said = "";
      this.stored(answer);
    } catch (problem) {
      this.said = messageOf(problem);
    }
    this.#draw();
  }
}

// A list of the last claim and of every claim that a seat has not answered yet; null when there are none.
function claimList(game, own) {
  const all = ANSWERED_IN.has(game.state) ? game.life?.claims ?? [] : [];
  const claims = all.filter((claim, place) => place === all.length - 1 || claim.answers.length < game.view.order.length - 1);
  if (!claims.length) return null;
  return h("ul", { class: "claims", role: "list", "aria-label": "Claims" }, claims.map((claim) => item(claim, game, own)));
}

function item(claim, game, own) {
  const name = namesOf(game.seats);
  const answers = new Map(claim.answers.map(({ seat, accepts }) => [seat, accepts]));
  const others = game.view.order.filter((seat) => seat !== claim.seat);
  const mine = (seat) => seat === own && game.life.may.answer.includes(claim.version);
  return h("li", { class: "claim", "data-key": `c${claim.version}` },
    h("p", {}, h("b", {}, claim.sentence), h("span", { class: "quiet" }, ` event ${claim.version}`),
      claim.standing ? null : h("b", {}, " Somebody objects.")),
    h("ul", { role: "list" }, others.map((seat) => (mine(seat) ? ownAnswer(claim, seat, answers.get(seat), name) : answer(claim, seat, answers.get(seat), game, name)))));
}

function answer(claim, seat, accepts, game, name) {
  if (accepts !== undefined) return h("li", {}, `${name(seat)} ${accepts ? "accepts" : "objects"}.`);
  const button = (label, value) => h("button", { ...what(claim, seat, value), "data-do": "answer" }, label, spoken(` for ${name(seat)}`));
  if (!game.prompts) return h("li", {}, `${name(seat)} has not answered.`);
  return h("li", { class: "answer" }, h("span", { class: "clip" }, name(seat)), button("Accepts", true), button("Objects", false));
}

// Both buttons stay after an answer. A player who tapped the wrong button can tap the other one, because the last answer counts.
function ownAnswer(claim, seat, accepts, name) {
  const button = (label, value) => h("button", { ...what(claim, seat, value), "data-do": "answer-own", "aria-pressed": String(accepts === value) }, label, spoken(` as ${name(seat)}`));
  return h("li", { class: "answer" }, h("span", { class: "clip" }, name(seat)), button("Accept", true), button("Object", false));
}

const what = (claim, seat, accepts) => ({ type: "button", "data-claim": claim.version, "data-seat": seat, "data-accepts": String(accepts) });

/** The event to record after a tap on a button of the list. */
export const answerOf = ({ dataset }) => ({ type: "ClaimAnswered", data: { claim: Number(dataset.claim), seat: Number(dataset.seat), accepts: dataset.accepts === "true" } });
