/**
 * The claims and concessions: what was claimed, who agreed, and the buttons to answer. A scorekeeper answers for all of the other side with one
 * tap, or for each seat; a visitor with the link of a seat answers for that seat. The server decides who may answer.
 */

import { REST } from "./actlists.js";
import { call } from "./api.js";
import { h, on, redraw, spoken } from "./dom.js";
import { messageOf } from "./failure.js";
import { states } from "./formstate.js";
import { nearest } from "./sight.js";
import { CLAIMS } from "./texts/table.js";
import { namesOf } from "./texts/words.js";

/**
 * @typedef {import("../../types/dom.js").Child} Child
 * @typedef {import("./formstate.js").Game} Game
 * @typedef {import("../../types/api.js").components["schemas"]["ClaimShown"]} Claim
 */

const ANSWERED_IN = ["open", "finished"];
const FEW = 3;

/** The part of the page that shows the claims. */
export class Claims {
  /**
   * @param {HTMLElement} root
   * @param {{game: string, seat: number | undefined, stored: (answer: any) => void}} visit `seat`: the seat of the visitor's link
   */
  constructor(root, { game, seat, stored }) {
    this.root = root;
    this.game = game;
    this.own = seat;
    this.stored = stored;
    this.said = "";
    /** @type {Game | null} */
    this.table = null;
    on(root, { "answer-own": (/** @type {HTMLElement} */ button) => this.#answer(answersOf(button)[0].data) });
  }

  /** @param {Game} game */
  show(game) {
    const former = this.table;
    this.table = game;
    this.#draw();
    if (former && claimed(game) > claimed(former)) requestAnimationFrame(() => nearest(this.root)); // after the form has come into sight
  }

  #draw() {
    if (!this.table) return;
    redraw(this.root, claimList(this.table, this.own), this.said && h("p", { class: "error", role: "alert" }, this.said));
  }

  /** @param {object} body */
  async #answer(body) {
    try {
      const { body: answer } = await call("POST", `/games/${this.game}/answers`, { body, headers: { "If-Match": "*" } });
      this.said = "";
      this.stored(answer);
    } catch (problem) {
      this.said = messageOf(/** @type {import("./failure.js").Failure} */ (problem));
    }
    this.#draw();
  }
}

/** @param {Game} game */
const claimed = (game) => game.life?.claims.length ?? 0;

/**
 * A list of the claims of this round, and of every claim that the other side has not answered yet; null when there are none.
 * @param {Game} game
 * @param {number | undefined} own
 */
function claimList(game, own) {
  const all = ANSWERED_IN.includes(game.state) ? game.life?.claims ?? [] : [];
  const claims = all.filter((claim) => claim.round === game.view.round || unanswered(claim, game).length);
  if (!claims.length) return null;
  return h("ul", { class: "claims", role: "list", "aria-label": CLAIMS.title }, claims.map((claim) => item(claim, game, own)));
}

/**
 * The seats that have to agree: those of the other sides.
 * @param {Claim} claim
 * @param {Game} game
 */
export function opponents({ seat: by }, { view }) {
  const side = view.seats[by]?.side ?? null;
  return view.order.filter((seat) => seat !== by && (side === null || view.seats[seat]?.side !== side));
}

/**
 * @param {Claim} claim
 * @param {Game} game
 */
const unanswered = (claim, game) => opponents(claim, game).filter((seat) => !claim.answers.some((each) => each.seat === seat));

/**
 * @param {Claim} claim
 * @param {Game} game
 * @param {number | undefined} own
 */
function item(claim, game, own) {
  const open = unanswered(claim, game);
  const agreed = claim.standing && !open.length;
  const scorekeeper = Boolean(game.prompts);
  return h("li", { class: "claim", "data-key": `c${claim.version}` },
    h("p", {}, h("b", {}, CLAIMS.claimed(claim.sentence)), " ", agreed ? agreement(opponents(claim, game), game) : claim.standing ? null : h("b", {}, CLAIMS.objected)),
    scorekeeper && claim.standing && open.length ? agree(claim, open, game) : null,
    scorekeeper && agreed ? result(claim, game) : null,
    scorekeeper && own === undefined ? h("details", { class: "fold", "data-key": "each" }, h("summary", {}, CLAIMS.eachPlayer), answers(claim, game, own)) : answers(claim, game, own));
}

/**
 * `Ben and Dan agree.`
 * @param {number[]} seats
 * @param {Game} game
 */
const agreement = (seats, game) => (seats.length > FEW ? CLAIMS.allAgreed : CLAIMS.agreed(seats.map(namesOf(game.seats))));

/**
 * @param {Claim} claim
 * @param {number[]} seats
 * @param {Game} game
 */
function agree(claim, seats, game) {
  const label = seats.length > FEW ? CLAIMS.allAgree : CLAIMS.agree(seats.map(namesOf(game.seats)));
  return h("button", { type: "button", class: "wide", "data-do": "answer", "data-claim": claim.version, "data-seat": seats.join(" "), "data-accepts": "true", "data-key": "agree" }, label);
}

/**
 * The button for what follows: a claim changes no score by itself.
 * @param {Claim} claim
 * @param {Game} game
 */
function result(claim, game) {
  if (game.state !== "open" || claim.round !== game.view.round) return null;
  const deal = claim.claim === REST && game.prompts?.find(states)?.type;
  if (!claim.concession && !deal) return null;
  return h("button", { type: "button", class: "primary wide", "data-do": "enter", "data-type": deal || "ResultStated", "data-key": "enter" }, deal ? CLAIMS.enterDeal : CLAIMS.enterWinner);
}

/**
 * @param {Claim} claim
 * @param {Game} game
 * @param {number | undefined} own
 */
function answers(claim, game, own) {
  const name = namesOf(game.seats);
  const given = new Map(claim.answers.map(({ seat, accepts }) => [seat, accepts]));
  const mine = (/** @type {number} */ seat) => seat === own && game.life.may.answer.includes(claim.version);
  const seats = game.view.order.filter((seat) => seat !== claim.seat);
  return h("ul", { role: "list", "data-key": "answers" }, seats.map((seat) => (mine(seat) ? ownAnswer(claim, seat, given.get(seat), name) : answer(claim, seat, given.get(seat), game, name))));
}

/**
 * @param {Claim} claim
 * @param {number} seat
 * @param {boolean | undefined} accepts
 * @param {Game} game
 * @param {(seat: number) => string} name
 */
function answer(claim, seat, accepts, game, name) {
  if (accepts !== undefined) return h("li", {}, accepts ? CLAIMS.accepted(name(seat)) : CLAIMS.refused(name(seat)));
  const button = (/** @type {Child} */ label, /** @type {boolean} */ value) => h("button", { ...what(claim, seat, value), "data-do": "answer" }, label);
  if (!game.prompts) return h("li", {}, CLAIMS.unanswered(name(seat)));
  return h("li", { class: "answer" }, h("span", { class: "clip" }, name(seat)), button(CLAIMS.accepts(name(seat), spoken), true), button(CLAIMS.objects(name(seat), spoken), false));
}

/**
 * Both buttons stay after an answer. A player who tapped the wrong button can tap the other one, because the last answer counts.
 * @param {Claim} claim
 * @param {number} seat
 * @param {boolean | undefined} accepts
 * @param {(seat: number) => string} name
 */
function ownAnswer(claim, seat, accepts, name) {
  const button = (/** @type {Child} */ label, /** @type {boolean} */ value) => h("button", { ...what(claim, seat, value), "data-do": "answer-own", "aria-pressed": String(accepts === value) }, label);
  return h("li", { class: "answer" }, h("span", { class: "clip" }, name(seat)), button(CLAIMS.accept(name(seat), spoken), true), button(CLAIMS.object(name(seat), spoken), false));
}

/**
 * @param {Claim} claim
 * @param {number} seat
 * @param {boolean} accepts
 */
const what = (claim, seat, accepts) => ({ type: "button", "data-claim": claim.version, "data-seat": seat, "data-accepts": String(accepts) });

/**
 * The events to record after a tap on a button of the list, one for each seat that it answers for.
 * @param {HTMLElement} button
 */
export const answersOf = ({ dataset }) => String(dataset.seat).split(" ").map((seat) => ({ type: "ClaimAnswered", data: { claim: Number(dataset.claim), seat: Number(seat), accepts: dataset.accepts === "true" } }));
