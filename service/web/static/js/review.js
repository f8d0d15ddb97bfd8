/**
 * The preview of a correction: its effect, which the server computes (`dry_run`), and a field for the reason if the correction needs or may
 * have one.
 */

import { call, Problem } from "./api.js";
import { preview } from "./changes.js";
import { REASONS, REASONS_TO_INSERT } from "./corrections.js";
import { byId, h, on, redraw } from "./dom.js";
import { messageOf } from "./failure.js";
import { settledBy, WAY_OUT } from "./life.js";
import { rest } from "./rest.js";
import { backToTable } from "./sight.js";
import { lineOf } from "./words.js";

const OTHER = "other";
const MUST = "Why? The record shows the reason.";
const MAY = "Why? (optional) Scorekeepers and directors see this note.";

/** The dialog with the preview, one for each table. */
export class Review {
  /**
   * @param {{game: string, put: (events: object[]) => void, look: () => {game: any, findings: any[]}}} table
   */
  constructor({ game, put, look }) {
    Object.assign(this, { game, put, look, change: null, reason: null });
    this.dialog = byId("review");
    on(this.dialog, {
      reason: (button) => this.#chooseReason(button.dataset.reason),
      send: () => this.#send(),
      back: () => this.#back(),
      close: () => this.#close(),
    });
    byId("review-own").addEventListener("input", () => this.#draw());
  }

  /**
   * Show a change.
   * @param {{title: unknown, act?: string, send: string, events: (reason: string | null) => object[], why?: boolean, mayWhy?: boolean,
   *   back?: () => void}} change `act`: the act in words, shown when the server cannot be reached; `send`: the label of the button; `why`:
   *   whether the change needs a reason; `mayWhy`: whether it may have a reason
   */
  open(change) {
    Object.assign(this, { change, reason: null, refused: false });
    redraw(byId("review-title"), change.title);
    redraw(byId("review-changes"), h("p", { class: "quiet" }, "Working out what this changes…"));
    byId("review-own").value = "";
    byId("review-back").hidden = !change.back;
    this.#draw();
    this.dialog.showModal();
    return this.#ask();
  }

  async #ask() {
    const { change } = this;
    const { game, findings } = this.look();
    const events = change.events(change.why ? REASONS[0] : null).map((event) => ({ ...event, at: Date.now() }));
    try {
      const { body } = await call("POST", `/games/${this.game}/events?dry_run=true`, { body: { events }, headers: { "If-Match": "*" } });
      if (this.change === change) redraw(byId("review-changes"), change.act && toRecord(lineOf(body.would.events.at(-1))), preview(body.would, game, findings));
    } catch (problem) {
      if (this.change === change) this.#noPreview(problem);
    }
  }

  // Without a connection the change can still be recorded: like every act, it waits in the outbox. If the server refuses the preview, it
  // would refuse the change too.
  #noPreview(problem) {
    this.refused = problem instanceof Problem && problem.status < 500;
    const message = this.refused ? messageOf(problem) : "Without a connection, this page cannot show what changes.";
    const confirmed = this.refused && problem.body.type?.endsWith("/confirmed");
    const { act } = this.change;
    redraw(byId("review-changes"), act && toRecord(act), h("p", { class: this.refused ? "error" : "quiet", role: "alert" }, message), confirmed ? h("p", {}, settledBy(this.look().game), WAY_OUT) : null);
    this.#draw();
  }

  #chooseReason(reason) {
    this.reason = reason === this.reason && !this.change.why ? null : reason; // a second tap removes an optional reason
    this.#draw();
    if (this.reason === OTHER) byId("review-own").focus();
  }

  get #why() {
    return this.reason === OTHER ? byId("review-own").value.trim() : this.reason;
  }

  #draw() {
    const { why, mayWhy, send } = this.change;
    const chip = (reason) => h("button", { type: "button", class: "key-chip", "data-do": "reason", "data-reason": reason, "aria-pressed": String(this.reason === reason) }, reason);
    byId("review-why").hidden = !why && !mayWhy;
    redraw(byId("review-ask"), why ? MUST : MAY);
    redraw(byId("review-reasons"), [...(why ? REASONS : REASONS_TO_INSERT), OTHER].map(chip));
    byId("review-own-field").hidden = this.reason !== OTHER;
    const ready = !this.refused && (!why || this.#why);
    redraw(byId("review-send"), send);
    byId("review-send").setAttribute("aria-disabled", String(!ready));
    byId("review-hint").hidden = this.refused || Boolean(ready);
  }

  #send() {
    if (byId("review-send").getAttribute("aria-disabled") === "true") return;
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
    this.change.back();
  }
}

const toRecord = (line) => h("p", { class: "to-record" }, "To be recorded: ", h("b", {}, line));
