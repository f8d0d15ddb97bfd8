/**
 * The preview of a correction: its effect, which the server computes (`dry_run`), and a field for the reason. Nobody has to give one.
 */

import { Problem } from "./api.js";
import { preview } from "./changes.js";
import { byId, h, on, redraw, rest } from "./dom.js";
import { messageOf } from "./failure.js";
import { settledBy, WAY_OUT } from "./life.js";
import { backToTable } from "./sight.js";
import { REVIEW } from "./texts/record.js";
import { lineOf } from "./texts/words.js";

/**
 * @typedef {import("./outbox.js").Act} Act
 * @typedef {import("./formstate.js").Game} Game
 * @typedef {import("../../types/dom.js").Child} Child
 *
 * @typedef {{ask: string, reasons: readonly string[], proposed?: string}} Why `proposed`: the one that is chosen already
 *
 * @typedef {object} Change
 * @property {Child} title
 * @property {string} [act] in words, shown when the server cannot be reached
 * @property {string} send the label of the button
 * @property {(reason: string | null) => Act[]} events
 * @property {Why} [why] the reasons that are offered; none: it has no reason
 * @property {() => void} [back]
 */

const OTHER = REVIEW.otherReason;

/** The dialog with the preview, one for each table. */
export class Review {
  /**
   * @param {{put: (events: Act[]) => void, foreseen: (events: Act[]) => Promise<import("./gamestate.js").Answers["DryRun"]>, look: () => {game: Game, findings: import("./findings.js").Finding[]}}} table
   */
  constructor({ put, foreseen, look }) {
    this.put = put;
    this.foreseen = foreseen;
    this.look = look;
    /** @type {Change | null} */
    this.change = null;
    /** @type {string | null} */
    this.reason = null;
    this.refused = false;
    this.dialog = byId("review", "dialog");
    on(this.dialog, {
      reason: (button) => this.#chooseReason(button.dataset.reason ?? ""),
      send: () => this.#send(),
      back: () => this.#back(),
      close: () => this.#close(),
    });
    byId("review-own").addEventListener("input", () => this.#draw());
  }

  /**
   * Show a change.
   * @param {Change} change
   */
  open(change) {
    this.change = change;
    this.reason = change.why?.proposed ?? null;
    this.refused = false;
    redraw(byId("review-title"), change.title);
    redraw(byId("review-changes"), h("p", { class: "quiet" }, REVIEW.working));
    byId("review-own", "input").value = "";
    byId("review-back").hidden = !change.back;
    this.#draw();
    this.dialog.showModal();
    return this.#ask(change);
  }

  /** @param {Change} change */
  async #ask(change) {
    const { game, findings } = this.look();
    const events = change.events(this.#why).map((event) => ({ ...event, at: Date.now() }));
    try {
      const { would } = await this.foreseen(events);
      if (this.change === change) redraw(byId("review-changes"), change.act && toRecord(lineOf(would.events.at(-1) ?? {})), preview(would, game, findings));
    } catch (problem) {
      if (this.change === change) this.#noPreview(/** @type {Error} */ (problem), change);
    }
  }

  // Without a connection the change can still be recorded: like every act, it waits in the outbox. If the server refuses the preview, it
  // would refuse the change too.
  /**
   * @param {Error} problem
   * @param {Change} change
   */
  #noPreview(problem, { act }) {
    this.refused = problem instanceof Problem && problem.status < 500;
    const message = this.refused ? messageOf(problem) : REVIEW.noConnection;
    const confirmed = problem instanceof Problem && this.refused && problem.body.type?.endsWith("/confirmed");
    redraw(byId("review-changes"), act && toRecord(act), h("p", { class: this.refused ? "error" : "quiet", role: "alert" }, message), confirmed ? h("p", {}, settledBy(this.look().game), WAY_OUT) : null);
    this.#draw();
  }

  /** @param {string} reason */
  #chooseReason(reason) {
    this.reason = reason === this.reason ? null : reason; // a second tap removes it
    this.#draw();
    if (this.reason === OTHER) byId("review-own").focus();
  }

  get #why() {
    return this.reason === OTHER ? byId("review-own", "input").value.trim() || null : this.reason;
  }

  #draw() {
    if (!this.change) return;
    const { why, send } = this.change;
    const chip = (/** @type {string} */ reason) => h("button", { type: "button", class: "key-chip", "data-do": "reason", "data-reason": reason, "aria-pressed": String(this.reason === reason) }, reason);
    byId("review-why").hidden = !why;
    redraw(byId("review-ask"), why?.ask);
    redraw(byId("review-reasons"), why && [...why.reasons, OTHER].map(chip));
    byId("review-own-field").hidden = this.reason !== OTHER;
    redraw(byId("review-send"), send);
    const unsaid = this.reason === OTHER && !this.#why;
    byId("review-send").setAttribute("aria-disabled", String(this.refused || unsaid));
  }

  #send() {
    if (!this.change || byId("review-send").getAttribute("aria-disabled") === "true") return;
    this.#close();
    this.put(this.change.events(this.#why));
    backToTable();
  }

  #close() {
    this.dialog.close();
    rest();
  }

  #back() {
    this.#close();
    this.change?.back?.();
  }
}

/** @param {Child} line */
const toRecord = (line) => h("p", { class: "to-record" }, REVIEW.toRecord(h("b", {}, line)));
