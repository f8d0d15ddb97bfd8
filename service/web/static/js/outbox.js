/**
 * Batches that were recorded on this device and perhaps not stored by the server yet. They are kept with their event ids (keep.js), and sent
 * in order until the server answers. The ids stay the same, so a batch that is sent twice is stored once: also if two tabs send it.
 */

import { call, Problem } from "./api.js";
import * as clock from "./clock.js";
import { Keep, noteWaiting, waitingGames } from "./keep.js";
import * as queue from "./queue.js";
import { inClear } from "./schema.js";

/**
 * @typedef {import("./queue.js").Act} Act
 * @typedef {import("./queue.js").Batch} Batch
 * @typedef {import("./record.js").Event} Event
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
 * An event as it is sent, with an id, the server's time as far as this device knows it, and this device's offset from UTC.
 * @template {object} New
 * @param {New} event
 */
export function stamped(event) {
  return { id: newId(), at: clock.now(), offset: -new Date().getTimezoneOffset(), ...event };
}

/**
 * The waiting batches of one game. `since`: when an answer began to be missed (none for two seconds, or no connection); 0: the server
 * answers. `trouble`: why the server did not take the first batch: {kind: "conflict" | "refused", problem}, or null.
 */
export class Outbox {
  #keep;
  /** @type {Promise<unknown>} each write of the queue begins when the one before has ended */
  #written;
  #others = "BroadcastChannel" in globalThis ? new BroadcastChannel("faceup:outbox") : null;
  #wait = FIRST_WAIT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #sending = false;
  #shared = false; // whether another tab changes the same queue
  #unread = 0; // so many acts may wait besides, because they could not be read
  /** @type {ReadonlySet<string>} the batches in the request under way, by id */
  #sent = new Set();

  /**
   * @param {string} game
   * @param {{changed: () => void, stored: (answer: {version: number}) => void}} hear
   * @param {string} [name] of the game, which other pages say
   */
  constructor(game, hear, name = "") {
    this.game = game;
    this.hear = hear;
    this.name = name;
    /** @type {Batch[]} */
    this.batches = [];
    /** @type {{kind: "conflict" | "refused", problem: Problem} | null} */
    this.trouble = null;
    this.since = 0;
    this.stored = 0; // the version of the newest act of this queue that the server has stored
    this.edition = 0; // of the queue: it grows with every change but those at its ends
    this.discarded = false; // whether the last change discarded acts
    this.#keep = new Keep(game);
    this.#written = this.#read();
    globalThis.addEventListener("online", () => this.send());
    globalThis.addEventListener("beforeunload", (event) => { if (this.lostIfLeft) event.preventDefault(); });
    this.#others?.addEventListener("message", ({ data }) => data === game && this.#reread().then(() => this.send()));
    this.#written.then(() => this.send());
  }

  /** Number of events not yet stored. */
  get waiting() {
    return queue.count(this.batches);
  }

  /** Whether something waits although it was sent, or could not be sent. */
  get behind() {
    return this.waiting > 0 && this.since > 0;
  }

  /** Whether acts or this page are lost when it is left: the acts are only on it, or nothing can bring it back while the server does not answer. */
  get lostIfLeft() {
    return this.waiting > 0 && (this.place === "page" || (this.behind && !navigator.serviceWorker?.controller));
  }

  /** Where the batches are kept. */
  get place() {
    return this.#keep.place;
  }

  /**
   * Take a batch, and send it when it is kept.
   * @param {readonly Act[]} events without ids
   * @param {number} version the version that the scorekeeper saw
   * @param {(act: Act) => string[]} [names] where the data of an act names others by their version
   */
  async add(events, version, names = () => []) {
    const sign = newId().slice(0, SIGN); // what one tap records has ids that begin alike
    const made = events.map((event) => stamped({ id: sign + newId().slice(SIGN), ...event }));
    await this.#inTurn(async () => {
      const first = !this.batches.length;
      const seen = Math.max(version, this.stored); // the table may not show yet what was stored last
      /** @type {Batch} */
      const batch = { game: this.game, events: made, expected: first ? seen : null, tried: first, names: events.map(names) };
      this.batches = [...this.batches, batch];
      await this.#keep.change([batch], [], this.batches, this.since > 0);
    });
    this.#changed();
    await this.send();
  }

  /**
   * Discard a batch that was never sent, and those that name an act of it.
   * @param {Batch} batch
   */
  async takeBack(batch) {
    await this.#replace((batches) => {
      const found = batches.find((each) => queue.idOf(each) === queue.idOf(batch));
      return found && !found.tried ? queue.without(batches, found) : batches;
    });
  }

  /**
   * Discard a batch, and those that name an act of it. After a conflict the others are still to be asked about; after a refusal they are sent.
   * @param {string | undefined} id of its first act; undefined: discard all
   */
  async drop(id) {
    const conflict = this.trouble?.kind === "conflict";
    if (!conflict) this.trouble = null;
    await this.#replace((batches) => {
      const found = batches.find((each) => queue.idOf(each) === id);
      const left = id === undefined ? [] : found ? queue.without(batches, found) : batches;
      if (!left.length) this.trouble = null;
      return conflict ? asking(left, batches[0]?.asks) : left;
    });
    return this.send();
  }

  /** Send the waiting batches in order. Stops at the first one that the server does not take. */
  async send() {
    if (this.#sending || this.trouble || !this.batches.length) return;
    this.#sending = true;
    clearTimeout(this.#timer);
    try {
      await alone(this.game, async () => {
        if (this.#shared) await this.#reread();
        while (this.batches.length && !this.trouble) await this.#sendFirst();
      });
    } catch {
      this.#later();
    } finally {
      this.#sending = false;
    }
  }

  /**
   * After a conflict: what others have recorded meanwhile is known. What waits comes after it, without the leading acts that they have recorded
   * too. If nothing else is new, the rest is sent.
   * @param {number} expected the version from which these follow
   * @param {Event[]} others
   * @returns {Promise<number>} how many acts are left out
   */
  async follow(expected, others) {
    let left = 0;
    await this.#replace((now) => {
      if (now[0]?.expected !== expected) return now;
      const { batches, both, clear } = queue.laidOn(now, others, inClear);
      const open = batches.length > 0 && !clear;
      if (!open) this.trouble = null;
      left = both;
      return open ? asking(batches, { expected, actual: expected + others.length }) : batches;
    });
    await this.send();
    return left;
  }

  /** After a conflict: what others have recorded is read, and what waits follows it. */
  get laid() {
    const { actual } = this.trouble?.problem.body ?? {};
    const expected = this.batches[0]?.expected;
    return typeof expected !== "number" || typeof actual !== "number" || expected >= actual;
  }

  /** After a conflict: send all again, to be added after the events that were stored in the meantime. */
  async anyway() {
    const expected = this.trouble?.problem.body.actual ?? "*";
    this.trouble = null;
    await this.#replace(([first, ...others]) => (first ? [{ ...first, expected, asks: undefined }, ...others] : []));
    return this.send();
  }

  /** After a refusal: send the same batch again (a right may have been given, a session renewed). */
  again() {
    this.trouble = null;
    this.#changed();
    return this.send();
  }

  async #sendFirst() {
    const sent = await this.#inTurn(() => this.#next());
    if (!sent.length) return;
    const [first] = sent;
    if (first.asks) { // the page was closed before the recorder answered
      this.trouble = { kind: "conflict", problem: new Problem(412, first.asks) };
      this.hear.changed();
      return;
    }
    const watch = setTimeout(() => this.#missed(), SLOW);
    this.#sent = new Set(sent.map(queue.idOf));
    try {
      const { body } = await call("POST", `/games/${this.game}/events`, {
        body: { events: sent.flatMap(({ events }) => events) }, headers: { "If-Match": typeof first.expected === "number" ? `"${first.expected}"` : "*" },
      });
      await this.#stored(sent, body);
    } catch (failure) {
      if (!(failure instanceof Problem) || failure.passes) throw failure;
      const conflict = failure.status === 412;
      if (sent.length > 1) await this.#inTurn(() => this.#freeze(this.#leading(sent), 1)); // none of them is stored
      if (sent.length > 1 && !conflict) return; // one by one: only the one that is refused stops the others
      this.trouble = { kind: conflict ? "conflict" : "refused", problem: failure };
      this.hear.changed();
    } finally {
      this.#sent = new Set();
      clearTimeout(watch);
    }
  }

  /** What the next request records. In one turn, so that nobody takes it back or reads it again meanwhile. */
  async #next() {
    if (!this.batches.length) return [];
    const sent = queue.together(this.batches);
    const [{ asks, tried }] = sent;
    if (asks || tried) return sent;
    const latest = clock.now();
    for (const batch of sent) batch.events = batch.events.map((event) => ({ ...event, at: Math.min(event.at, latest) }));
    await this.#freeze(sent, sent.length);
    return sent;
  }

  /**
   * From now on these are sent as they are, and other tabs know it.
   * @param {readonly Batch[]} batches
   * @param {number} together how many in the first request
   */
  async #freeze(batches, together) {
    for (const batch of batches) batch.tried = true;
    if (batches.length) batches[0].together = together;
    await this.#keep.change(batches, [], this.batches);
    this.#others?.postMessage(this.game);
  }

  /**
   * Those of these batches with which the queue still begins: another tab may have changed it.
   * @param {readonly Batch[]} sent
   */
  #leading(sent) {
    if (!this.batches.length || queue.idOf(this.batches[0]) !== queue.idOf(sent[0])) return [];
    const ids = new Set(sent.map(queue.idOf));
    const end = this.batches.findIndex((batch) => !ids.has(queue.idOf(batch)));
    return end < 0 ? this.batches : this.batches.slice(0, end);
  }

  /**
   * @param {readonly Batch[]} sent
   * @param {{first: number}} answer if they were stored before, others may have recorded after them: that is not in sight yet
   */
  async #stored(sent, answer) {
    await this.#inTurn(async () => {
      const { length } = this.#leading(sent);
      if (length) await this.#become(queue.afterFirst(this.batches, answer, length));
    });
    this.#wait = FIRST_WAIT;
    this.stored = Math.max(this.stored, answer.first + queue.count(sent) - 1);
    this.discarded = false;
    if (!this.batches.length) this.since = 0;
    this.hear.stored({ version: this.stored });
    this.#changed();
  }

  #missed() {
    if (!this.since) navigator.storage?.persist?.().catch(() => {}); // only now is there something that the browser should not delete
    this.since ||= Date.now();
    this.hear.changed();
  }

  #later() {
    this.#timer = setTimeout(() => this.send(), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    this.#missed();
  }

  /** @param {(batches: Batch[]) => Batch[]} make makes of what waits, when its turn has come, what waits then */
  async #replace(make) {
    await this.#inTurn(() => {
      const batches = make(this.batches);
      this.edition += 1;
      this.discarded = batches.length < this.batches.length;
      return this.#become(batches);
    });
    if (!this.batches.length) this.since = 0;
    this.#changed();
  }

  /** @param {Batch[]} batches */
  async #become(batches) {
    const former = this.batches;
    this.batches = batches;
    const ids = new Set(batches.map(queue.idOf));
    const known = new Set(former);
    await this.#keep.change(batches.filter((batch) => !known.has(batch)), former.filter((batch) => !ids.has(queue.idOf(batch))), batches);
  }

  #reread() {
    this.#shared = true;
    return this.#inTurn(() => this.#read());
  }

  async #read() {
    const batches = await this.#keep.read();
    const [first] = batches;
    const [former] = this.batches;
    if (this.trouble && ((first && queue.idOf(first)) !== (former && queue.idOf(former)) || first?.expected !== former?.expected)) this.trouble = null;
    if (this.#keep.place === "database" || !this.batches.length) this.batches = batches;
    for (const batch of this.batches) if (this.#sent.has(queue.idOf(batch))) batch.tried = true; // another tab may have kept it as it was before
    if (!this.batches.length) this.since = 0;
    this.#unread = this.#keep.whole ? 0 : Math.max(0, (waitingGames()[this.game]?.acts ?? 0) - this.waiting);
    this.#note();
    this.hear.changed();
  }

  #note() {
    noteWaiting(this.game, this.waiting + this.#unread, this.name);
  }

  /**
   * @template Answer
   * @param {() => Promise<Answer>} work
   * @returns {Promise<Answer>}
   */
  #inTurn(work) {
    const done = this.#written.then(work);
    this.#written = done.catch(() => {});
    return done;
  }

  #changed() {
    this.#note();
    this.#others?.postMessage(this.game);
    this.hear.changed();
  }
}

/**
 * The first batch is not sent before the recorder has answered.
 * @param {Batch[]} batches
 * @param {Batch["asks"]} asks
 */
const asking = ([first, ...others], asks) => (first ? [{ ...first, asks }, ...others] : []);

/**
 * Do this when no other tab does it for the same game. Over plain http browsers have no locks; then two tabs may send the same.
 * @template Answer
 * @param {string} game
 * @param {() => Promise<Answer>} work
 * @returns {Promise<Answer>}
 */
const alone = (game, work) => /** @type {Promise<any>} */ (navigator.locks ? navigator.locks.request(`faceup:outbox:${game}`, work) : work());
