/**
 * Batches that were recorded on this device and perhaps not stored by the server yet. They are kept in localStorage with their event ids,
 * and sent in order until the server answers. The ids stay the same, so a batch that is sent twice is stored once.
 *
 * A batch is `{events, expected}`: `expected` is the version that the scorekeeper saw; null if the batch before it is still waiting.
 */

import { call, Problem } from "./api.js";

/**
 * @typedef {{type: string, data: Record<string, any>, after?: number}} Act an event to be recorded
 * @typedef {{events: Act[], expected: number | "*" | null}} Batch `*`: whatever was stored before it
 */

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 15_000;
const SLOW = 2_000;

/** A random UUID (RFC 9562 version 4). `crypto.randomUUID` is missing when a phone reaches the server over plain http. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** Ids of events that were recorded with one tap have so many characters in common. */
export const SIGN = 8;

/**
 * An event as it is sent, with an id and this device's time and offset.
 * @template {object} New
 * @param {New} event
 */
export function stamped(event) {
  return { id: newId(), at: Date.now(), offset: -new Date().getTimezoneOffset(), ...event };
}

/**
 * The waiting batches of one game. `offline`: no answer came, so the batch is sent again; `slow`: no answer has come yet. `trouble`: why the
 * server did not take the first batch: {kind: "conflict" | "refused", problem}, or null.
 */
export class Outbox {
  /**
   * @param {string} game
   * @param {{changed: () => void, stored: (answer: {version: number}) => void}} hear
   */
  constructor(game, hear) {
    this.game = game;
    this.hear = hear;
    this.key = `faceup:outbox:${game}`;
    /** @type {Batch[]} */
    this.batches = JSON.parse(localStorage.getItem(this.key) ?? "[]");
    /** @type {{kind: "conflict" | "refused", problem: Problem} | null} */
    this.trouble = null;
    this.offline = false;
    this.sending = false;
    this.slow = false;
    this.wait = FIRST_WAIT;
    globalThis.addEventListener("online", () => this.send());
  }

  /** Number of events not yet stored. */
  get waiting() {
    return this.batches.reduce((sum, batch) => sum + batch.events.length, 0);
  }

  /**
   * Take a batch and send it.
   * @param {Act[]} events without ids
   * @param {number} version the version that the scorekeeper saw
   */
  add(events, version) {
    const sign = newId().slice(0, SIGN); // what one tap records has ids that begin alike
    this.batches.push({ events: events.map((event) => stamped({ id: sign + newId().slice(SIGN), ...event })), expected: this.batches.length ? null : version });
    this.#keep();
    return this.send();
  }

  /** Send the waiting batches in order. Stops at the first one that the server does not take. */
  async send() {
    if (this.sending || this.trouble || !this.batches.length) return;
    this.sending = true;
    clearTimeout(this.timer);
    try {
      while (this.batches.length && !this.trouble) await this.#sendFirst();
    } catch (failure) {
      this.#later(/** @type {Error} */ (failure));
    } finally {
      this.sending = false;
    }
  }

  /** After a conflict: send the first batch again, to be added after the events that were stored in the meantime. */
  anyway() {
    this.batches[0].expected = this.trouble?.problem.body.actual ?? "*";
    this.#settle();
    return this.send();
  }

  /** After a refusal: send the same batch again (a right may have been given, a session renewed). */
  again() {
    this.#settle();
    return this.send();
  }

  /** Discard the first batch. */
  drop() {
    this.batches.shift();
    this.#settle();
    return this.send();
  }

  async #sendFirst() {
    const [batch] = this.batches;
    const watch = setTimeout(() => this.#late(), SLOW);
    try {
      const { body } = await call("POST", `/games/${this.game}/events`, {
        body: { events: batch.events }, headers: { "If-Match": batch.expected === "*" ? "*" : `"${batch.expected}"` },
      });
      this.#stored(batch, body);
    } catch (failure) {
      if (!(failure instanceof Problem) || failure.status >= 500 || [408, 425, 429].includes(failure.status)) throw failure;
      this.trouble = { kind: failure.status === 412 ? "conflict" : "refused", problem: failure };
      this.hear.changed();
    } finally {
      clearTimeout(watch);
      this.slow = false;
    }
  }

  #late() {
    this.slow = true;
    this.hear.changed();
  }

  /**
   * @param {Batch} batch
   * @param {{version: number}} answer
   */
  #stored(batch, answer) {
    this.batches = this.batches.filter((each) => each !== batch);
    if (this.batches.length && this.batches[0].expected === null) this.batches[0].expected = answer.version;
    this.offline = false;
    this.wait = FIRST_WAIT;
    this.#keep();
    this.hear.stored(answer);
  }

  /** @param {Error} failure */
  #later(failure) {
    this.offline = true;
    this.reason = failure.message;
    this.timer = setTimeout(() => this.send(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    this.hear.changed();
  }

  #settle() {
    this.trouble = null;
    if (this.batches.length && this.batches[0].expected === null) this.batches[0].expected = "*";
    this.#keep();
  }

  #keep() {
    if (this.batches.length) localStorage.setItem(this.key, JSON.stringify(this.batches));
    else localStorage.removeItem(this.key);
    this.hear.changed();
  }
}
