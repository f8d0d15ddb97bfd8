/**
 * While acts wait and the server does not answer, this device reads the record itself: the server's newest message and all entries up to it,
 * with the acts that wait laid on them. The rules are those of the server (engine/client.js). The page draws what they answer as if the server
 * had sent it. When nothing waits any more, the server's messages count again.
 */

import { Problem } from "./api.js";
import { now } from "./clock.js";
import { byId } from "./dom.js";
import { Engine } from "./engine/client.js";
import { laid, released, returned } from "./gamestate.js";
import { newId } from "./outbox.js";
import { idOf } from "./queue.js";

/** @typedef {import("./outbox.js").Act} Act */

// The form records before the rules are loaded.
const PAUSE = 5_000;
// A device that could not load the rules tries again, after a pause that doubles.
const FIRST_PAUSE = 30_000;

export class Ahead {
  /** @type {Engine | null} */
  #engine = null;
  #after = Infinity; // when the rules may be loaded
  #pause = FIRST_PAUSE;
  /** @type {Promise<void>} */
  #work = Promise.resolve();
  /** @type {import("./gamestate.js").Message | null} the newest message up to which this device knows the record */
  #base = null;
  #opened = 0; // the version up to which the server's record is read
  #edition = -1;
  #fits = true;
  /** @type {string[]} the ids of the batches that are laid on it */
  #laid = [];
  #grown = false; // whether the page has not been shown what is laid
  /** @type {Map<string, string[]>} after a conflict, for each batch that is laid: what the rules say against it, after what others have recorded */
  doubts = new Map();

  /**
   * @param {string} address of the engine's files
   * @param {import("./desk.js").Desk} desk
   */
  constructor(address, desk) {
    this.address = address;
    this.desk = desk;
    setTimeout(() => {
      this.#after = 0;
      this.lay();
    }, PAUSE);
  }

  /** Whether the rules are loaded, and what they know of the record belongs to what waits. */
  get serving() {
    return this.#loaded && this.#fits;
  }

  get #loaded() {
    return byId("main").dataset.rules === "here";
  }

  /** Read what the server has sent and what waits, whichever is new, and show it. */
  lay() {
    this.#work = this.#work.then(() => this.#lay()).catch(() => this.#fail());
    return this.#work;
  }

  /**
   * What these acts would change.
   * @param {readonly Act[]} events
   */
  async foreseen(events) {
    await this.#work;
    const answer = await this.#engine?.foreseen({ events: events.map((event) => ({ id: newId(), ...event })), at: now() });
    if (answer && "would" in answer) return answer;
    throw new Problem(422, answer ? { ...answer, type: `/${answer.type}` } : null);
  }

  async #lay() {
    const { desk } = this;
    const { outbox, page, record } = desk;
    const { server, ahead } = page.state;
    if (server && record.stored.length >= server.game.version) this.#base = server;
    if (!this.#base || (!this.#engine && !this.#begin())) return;
    if (!outbox.waiting) {
      this.#fits = true;
      if (!ahead) return this.#loaded ? undefined : this.#open(this.#base);
      record.ahead([]);
      return page.next(outbox.discarded ? returned : released);
    }
    const overtaken = outbox.trouble?.kind === "conflict";
    if (!outbox.behind && !ahead && !overtaken) return undefined;
    const fitted = this.#fits;
    this.#fits = await this.#ready(this.#base);
    if (!this.#fits) return fitted ? desk.show() : undefined;
    for (const batch of outbox.batches.slice(this.#laid.length)) {
      if (overtaken) this.doubts.set(idOf(batch), await this.#against(batch));
      const answer = await this.#engine?.append({ events: batch.events, at: now() });
      if (answer && "type" in answer && !batch.tried && batch === outbox.batches.at(-1)) return desk.refused(batch, answer);
      this.#laid.push(idOf(batch));
      this.#grown = true;
    }
    if (ahead && !this.#grown) return undefined;
    const message = await /** @type {Engine} */ (this.#engine).live();
    const { events } = await /** @type {Engine} */ (this.#engine).events(this.#opened);
    if (!outbox.waiting) return undefined;
    this.#grown = false;
    record.ahead(/** @type {import("./record.js").Event[]} */ (events));
    page.next(laid, message);
    return overtaken ? desk.tell() : undefined;
  }

  /**
   * The findings that a batch would raise, or why it would be refused.
   * @param {import("./queue.js").Batch} batch
   */
  async #against({ events }) {
    const answer = await /** @type {Engine} */ (this.#engine).foreseen({ events, at: now() });
    return "type" in answer ? [answer.detail, ...answer.errors.map(({ message }) => message)] : answer.would.raised.map(({ sentence }) => sentence);
  }

  /**
   * Make the engine hold the record and the beginning of the queue. False: what it knows and what waits do not belong together yet.
   * @param {import("./gamestate.js").Message} base
   */
  async #ready(base) {
    const { outbox, record } = this.desk;
    const ids = outbox.batches.map(idOf);
    const at = this.#laid.indexOf(ids[0]);
    const continues = this.#edition === outbox.edition && at >= 0 && this.#laid.slice(at).every((id, place) => id === ids[place]);
    // What was stored a moment ago is still laid here, until the server's message has it too.
    if (continues && (base.game.version === this.#opened || base.game.version < outbox.stored)) {
      this.#laid.splice(0, at);
      return true;
    }
    const { expected, events: [first] } = outbox.batches[0];
    const known = record.stored.some(({ id }) => id === first.id); // its answer was lost
    if (typeof expected === "number" && expected !== base.game.version && !known) return false;
    await this.#open(base);
    this.#edition = outbox.edition;
    return true;
  }

  /** @param {import("./gamestate.js").Message} base */
  async #open(base) {
    const { version } = base.game;
    const events = /** @type {import("./engine/client.js").RecordedEvent[]} */ (this.desk.record.stored.slice(0, version));
    this.#laid = [];
    this.#grown = true;
    this.doubts.clear();
    await this.#engine?.open({ live: base, events, names: {} });
    this.#opened = version;
    byId("main").dataset.rules = "here";
  }

  #begin() {
    if (Date.now() < this.#after) return false;
    this.#engine = new Engine(this.address);
    return true;
  }

  // Without the rules, the form goes on without prompts.
  #fail() {
    this.#after = Date.now() + this.#pause;
    this.#pause *= 2;
    this.#engine?.close();
    this.#engine = null;
    delete byId("main").dataset.rules;
    this.#laid = [];
    this.desk.record.ahead([]);
    this.desk.page.next(returned);
    this.desk.show();
  }
}
