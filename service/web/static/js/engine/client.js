/** The rules on this device: a worker that reads and judges one game by itself, with the answers that the server would give. */

/**
 * @typedef {import("../../../types/api.d.ts").components["schemas"]} Schemas
 * @typedef {Schemas["Live"]} Live
 * @typedef {Schemas["RecordedEvent"]} RecordedEvent
 * @typedef {{live: Live, events: RecordedEvent[], names: Record<string, string>}} Kept a record as the server sent it: its newest live message, all events up to the version of this message, and the names of people by id
 * @typedef {{events: (import("../queue.js").Act & {id: string})[], at: number}} Batch acts to record; `at`: now, in milliseconds
 * @typedef {{type: string, detail: string, errors: {pointer: string, message: string}[]}} Refused why the server would not record them
 */

export class Engine {
  #worker;
  #last = 0;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (fault: Error) => void}>} */
  #waiting = new Map();

  /** @param {string} base the address of the engine's files, such as `/engine/0123456789ab/` */
  constructor(base) {
    this.#worker = new Worker(`${base}worker.js`, { type: "module" });
    this.#worker.addEventListener("message", ({ data }) => this.#heard(data));
    this.#worker.addEventListener("error", () => this.close("the engine did not start"));
  }

  /**
   * Read a record. All other methods are about the record that was opened last.
   * @param {Kept} kept
   * @returns {Promise<Live>}
   */
  open = (kept) => this.#ask("open", kept);

  /** @returns {Promise<Live>} the live message, with the acts that were appended */
  live = () => this.#ask("live");

  /** @returns {Promise<Schemas["GameState"]>} */
  game = () => this.#ask("game");

  /**
   * @param {number} after
   * @returns {Promise<{events: RecordedEvent[]}>} the events after this version
   */
  events = (after) => this.#ask("events", after);

  /**
   * Add acts that are not sent yet.
   * @param {Batch} batch
   * @returns {Promise<{version: number} | Refused>}
   */
  append = (batch) => this.#ask("append", batch);

  /**
   * What `append` would change.
   * @param {Batch} batch
   * @returns {Promise<Schemas["DryRun"] | Refused>}
   */
  foreseen = (batch) => this.#ask("foreseen", batch);

  /**
   * End the worker. What is still asked fails.
   * @param {string} [why]
   */
  close(why = "the engine was closed") {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(new Error(why));
    this.#waiting.clear();
  }

  /**
   * @param {string} name
   * @param {unknown} [given]
   * @returns {Promise<any>}
   */
  #ask(name, given = null) {
    this.#last += 1;
    const id = this.#last;
    this.#worker.postMessage({ id, name, given: JSON.stringify(given) });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** @param {{id: number, answer?: string, fault?: string}} told */
  #heard({ id, answer, fault }) {
    const asked = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (answer === undefined) asked?.reject(new Error(fault));
    else asked?.resolve(JSON.parse(answer));
  }
}
