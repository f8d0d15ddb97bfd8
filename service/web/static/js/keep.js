/**
 * Keeps what waits to be sent on this device: a batch a row in IndexedDB, or, where the browser denies that, all batches of a game together
 * in localStorage. Where both are denied, what waits is only on the page.
 *
 * The item `faceup:waiting` of localStorage says how many acts of which game wait, so that other pages need not open the database.
 */

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
 * @param {(rows: IDBObjectStore) => IDBRequest<Answer>} ask
 * @param {"readonly" | "readwrite"} [mode]
 * @param {IDBTransactionDurability} [durability] `strict`: it is on the disk before the answer comes
 * @returns {Promise<Answer>} when the transaction is complete
 */
async function within(ask, mode = "readwrite", durability = "relaxed") {
  const transaction = (await database()).transaction(ROWS, mode, { durability });
  const asked = ask(transaction.objectStore(ROWS));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(asked.result);
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

export class Keep {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** @type {Place} */
    this.place = "database";
  }

  /**
   * The batches that wait, also those that a former version of this page has kept.
   * @returns {Promise<Batch[]>}
   */
  async read() {
    const former = read(itemOf(this.game), []).map((/** @type {Batch} */ batch) => ({ ...batch, game: this.game, tried: true }));
    /** @type {Batch[]} */
    let rows = [];
    try {
      rows = await within((all) => all.index("game").getAll(this.game), "readonly");
      const known = new Set(rows.map(({ events }) => events[0].id));
      for (const batch of former) if (!known.has(batch.events[0].id)) rows.push(await this.#row(batch, true));
      localStorage.removeItem(itemOf(this.game));
      return rows;
    } catch {
      this.place = "storage";
      return [...rows, ...former];
    }
  }

  /**
   * Keep a batch that is new or has changed.
   * @param {Batch} batch gets its key
   * @param {readonly Batch[]} all that wait, with this one
   * @param {boolean} [long] whether it may have to wait long: then it must survive that the device goes off
   */
  async put(batch, all, long = false) {
    if (this.place === "database") {
      try {
        await this.#row(batch, long);
        return;
      } catch {
        this.place = "storage";
      }
    }
    this.#item(all);
  }

  /**
   * Forget batches.
   * @param {readonly Batch[]} batches
   * @param {readonly Batch[]} all that still wait
   */
  async remove(batches, all) {
    for (const { key } of batches) if (key !== undefined) await within((rows) => rows.delete(key)).catch(() => {});
    if (this.place !== "database") this.#item(all);
  }

  /**
   * @param {Batch} batch
   * @param {boolean} long
   */
  async #row(batch, long) {
    batch.key = Number(await within((rows) => rows.put(batch), "readwrite", long ? "strict" : "relaxed"));
    return batch;
  }

  /** @param {readonly Batch[]} all */
  #item(all) {
    try {
      if (all.length) localStorage.setItem(itemOf(this.game), JSON.stringify(all));
      else localStorage.removeItem(itemOf(this.game));
      this.place = "storage";
    } catch {
      this.place = "page";
    }
  }
}
