/**
 * A result that was typed on this device and perhaps not stored by the server yet. It is kept in localStorage with the id of its event, and
 * sent until the server answers. The id stays the same, so a result that is sent twice is stored once.
 */

import { Problem } from "../api.js";
import { stamped } from "../outbox.js";

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 15_000;

/**
 * @typedef {{type: "ResultEntered", data: {round: number, table: number, scores?: number[], winners?: number[]}}} Event
 * @typedef {object} About what `send` and the page need to know
 * @property {string} line the result in words
 * @property {number[][]} sides for whom it was typed
 * @property {number} seen the version of the result that the table had; 0: none
 *
 * @typedef {About & {event: Event}} Kept
 */

export class TypedBox {
  /**
   * @param {string} key of the kept result
   * @param {{send: (kept: Kept) => Promise<void>, changed: () => void}} hear `send`: sends the kept result, unless the table no longer needs
   *   it. `changed`: draws the page again, because the kept result or its state has changed
   */
  constructor(key, hear) {
    this.key = `faceup:typed:${key}`;
    this.hear = hear;
    /** @type {Kept | null} */
    this.kept = JSON.parse(localStorage.getItem(this.key) ?? "null");
    /**
     * Why the last attempt failed: the server refused, or no answer came; null: it did not fail.
     * @type {{offline?: true, problem?: Problem} | null}
     */
    this.trouble = null;
    this.sending = false;
    this.wait = FIRST_WAIT;
    globalThis.addEventListener("online", () => this.send());
  }

  /**
   * Keep a result, and send it. This result replaces an earlier one that is not sent yet.
   * @param {Event} event
   * @param {About} more
   */
  put(event, more) {
    this.kept = { event: stamped(event), ...more };
    this.trouble = null;
    localStorage.setItem(this.key, JSON.stringify(this.kept));
    return this.send();
  }

  /** Forget the result. */
  drop() {
    this.kept = null;
    this.trouble = null;
    localStorage.removeItem(this.key);
    this.hear.changed();
  }

  /** Send the kept result, if there is one. */
  async send() {
    if (this.sending || !this.kept) return;
    clearTimeout(this.timer);
    this.sending = true;
    this.trouble = null;
    const { kept } = this;
    this.hear.changed();
    try {
      await this.hear.send(kept);
      this.wait = FIRST_WAIT;
      if (this.kept === kept) this.drop();
    } catch (failure) {
      this.#failed(failure);
    } finally {
      this.sending = false;
      this.hear.changed();
    }
    if (this.kept && this.kept !== kept) await this.send();
  }

  /** @param {unknown} failure */
  #failed(failure) {
    if (failure instanceof Problem && !failure.passes) {
      this.trouble = { problem: failure };
      return;
    }
    this.trouble = { offline: true };
    this.timer = setTimeout(() => this.send(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }
}
