/**
 * Keeps what waits to be sent on this device: a batch a row in IndexedDB, or, where the browser denies that, all batches of a game together
 * in localStorage. Where both are denied, what waits is only on the page.
 *
 * The item `faceup:waiting` of localStorage says how many acts of which game wait, so that other pages need not open the database.
 */

import { count, idOf } from "./queue.js";

/**
 * @typedef {import("./queue.js").Batch} Batch
 * @typedef {"database" | "storage" | "page"} Place where the batches are
 * @typedef {Record<string, {acts: number, name: string}>} Waiting by game
 */

const NAME = "faceup";
const ROWS = "waiting";
const WAITING = "faceup:waiting";
// Some browsers never answer if they deny the database.
const PATIENCE = 3_000;
/** @param {string} game */
const itemOf = (game) => `faceup:outbox:${game}`;

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

/** @returns {Promise<IDBDatabase>} */
function database() {
  opened ??= new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("no answer from the database")), PATIENCE);
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(ROWS, { keyPath: "key", autoIncrement: true }).createIndex("game", "game");
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  return opened;
}

/**
 * @template Answer
 * @param {(rows: IDBObjectStore) => Answer} ask
 * @param {"readonly" | "readwrite"} [mode]
 * @param {IDBTransactionDurability} [durability] `strict`: it is on the disk before the answer comes
 * @returns {Promise<Answer>} when the transaction is complete
 */
async function within(ask, mode = "readwrite", durability = "relaxed") {
  const transaction = (await database()).transaction(ROWS, mode, { durability });
  return new Promise((resolve, reject) => {
    const asked = ask(transaction.objectStore(ROWS));
    transaction.oncomplete = () => resolve(asked);
    transaction.onabort = () => reject(transaction.error);
  });
}

/**
 * @param {string} item
 * @param {any} none
 */
function read(item, none) {
  try {
    return JSON.parse(localStorage.getItem(item) ?? "null") ?? none;
  } catch {
    return none;
  }
}

/** @returns {Waiting} */
export const waitingGames = () => read(WAITING, {});

/**
 * @param {string} game
 * @param {number} acts that wait
 * @param {string} name of the game
 */
export function noteWaiting(game, acts, name) {
  const { [game]: _, ...others } = waitingGames();
  const now = acts ? { ...others, [game]: { acts, name } } : others;
  try {
    if (Object.keys(now).length) localStorage.setItem(WAITING, JSON.stringify(now));
    else localStorage.removeItem(WAITING);
  } catch {} // the page of the game itself still says it
}

/**
 * What waits, of every game: what is noted, and what else the database has.
 * @returns {Promise<Waiting>}
 */
export async function allWaiting() {
  /** @type {Batch[]} */
  const rows = await within((all) => all.getAll(), "readonly").then(({ result }) => result, () => []);
  const games = Map.groupBy(rows, ({ game }) => game);
  return { ...Object.fromEntries([...games].map(([game, batches]) => [game, { acts: count(batches), name: "" }])), ...waitingGames() };
}

/** Forget all that waits, of every game. */
export async function forgetWaiting() {
  await within((rows) => rows.clear()).catch(() => {});
  for (const game of Object.keys(waitingGames())) {
    localStorage.removeItem(itemOf(game));
    noteWaiting(game, 0, "");
  }
}

export class Keep {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** @type {Place} */
    this.place = "database";
    this.whole = true; // whether the last reading found all that waits
  }

  /**
   * The batches that wait, also those that a former version of this page has kept, or that were kept while the database failed.
   * @returns {Promise<Batch[]>}
   */
  async read() {
    const item = this.#inItem();
    const former = item.map((batch) => ({ ...batch, game: this.game, tried: true }));
    /** @type {Batch[]} */
    let rows = [];
    this.whole = false;
    try {
      rows = await this.#rows();
      this.whole = true;
      if (!former.length) return rows;
      const keys = new Map(rows.map((row) => [idOf(row), row.key]));
      await this.#write(former.map(({ key: _, ...batch }) => (keys.has(idOf(batch)) ? { ...batch, key: keys.get(idOf(batch)) } : batch)), [], true);
      this.#item([], item); // another tab may have added to it meanwhile
      if (this.place === "storage") this.place = "database";
      return await this.#rows();
    } catch {
      if (this.place === "database") this.place = "storage";
      const known = new Set(former.map(idOf));
      return [...rows.filter((row) => !known.has(idOf(row))), ...former];
    }
  }

  /**
   * Keep batches that are new or have changed, and forget others: all of this or nothing.
   * @param {readonly Batch[]} changed get their keys
   * @param {readonly Batch[]} gone
   * @param {readonly Batch[]} all that wait now
   * @param {boolean} [long] whether they may have to wait long: then they must survive that the device goes off
   */
  async change(changed, gone, all, long = false) {
    if (this.place === "database") {
      try {
        await this.#write(changed, gone, long);
        return;
      } catch {
        this.place = "storage";
      }
    }
    await this.#write([], gone, long).catch(() => {});
    this.place = this.#item(all, gone) ? "storage" : "page";
  }

  async #rows() {
    return (await within((all) => all.index("game").getAll(this.game), "readonly")).result;
  }

  /**
   * @param {readonly Batch[]} changed
   * @param {readonly Batch[]} gone
   * @param {boolean} long
   */
  async #write(changed, gone, long) {
    const written = await within((rows) => {
      for (const { key } of gone) if (key !== undefined) rows.delete(key);
      return changed.map((batch) => rows.put(batch));
    }, "readwrite", long ? "strict" : "relaxed");
    changed.forEach((batch, at) => { batch.key = Number(written[at].result); });
  }

  /** @returns {Batch[]} */
  #inItem() {
    return read(itemOf(this.game), []);
  }

  /**
   * Keep these in localStorage, before what another tab has put there.
   * @param {readonly Batch[]} all
   * @param {readonly Batch[]} gone
   * @returns {boolean} whether the browser allows it
   */
  #item(all, gone) {
    const known = new Set([...all, ...gone].map(idOf));
    const now = [...all, ...this.#inItem().filter((batch) => !known.has(idOf(batch)))];
    try {
      if (now.length) localStorage.setItem(itemOf(this.game), JSON.stringify(now));
      else localStorage.removeItem(itemOf(this.game));
      return true;
    } catch {
      return false;
    }
  }
}
