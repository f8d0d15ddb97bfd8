/** What the queue of a page needs of a browser: its database, its storage, channels between tabs, and a server that the test answers for. */

const rows = new Map();
const items = new Map();
const channels = new Set();
let newest = 0;

const store = {
  put(row) {
    row = structuredClone(row);
    row.key ??= ++newest;
    rows.set(row.key, row);
    return { result: row.key };
  },
  delete: (key) => rows.delete(key),
  clear: () => rows.clear(),
  getAll: (game) => ({ result: structuredClone([...rows.values()].filter((row) => game === undefined || row.game === game).toSorted((one, other) => one.key - other.key)) }),
  index: () => store,
};

/** `denied`: whether the database does not answer; `requests`: what was sent and is to be answered. */
export const device = {
  rows, items, denied: false, full: false,
  /** @type {{body: any, expected: string, answer: (status: number, body: any) => void}[]} */
  requests: [],
  reset() {
    rows.clear();
    items.clear();
    channels.clear();
    Object.assign(device, { denied: false, full: false, requests: [] });
  },
  /** Wait until a request is sent. */
  async sent() {
    for (let tries = 0; !device.requests.length; tries += 1) {
      if (tries > 50) throw new Error("nothing is sent");
      await settled();
    }
    return device.requests.shift();
  },
};

const TURNS = 40;

/** Wait until nothing goes on any more but requests: what goes on takes turns, and far fewer, so a slow machine does not matter. */
export async function settled() {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => { setTimeout(resolve); });
}

globalThis.addEventListener = () => {};
globalThis.document = { body: { dataset: {} } };
globalThis.localStorage = {
  getItem: (name) => items.get(name) ?? null, setItem: (name, value) => items.set(name, value), removeItem: (name) => items.delete(name),
};
globalThis.BroadcastChannel = class {
  constructor() { channels.add(this); }
  addEventListener(_, hear) { this.hear = hear; }
  postMessage(data) { for (const other of channels) if (other !== this) setTimeout(() => other.hear?.({ data })); }
};
globalThis.indexedDB = {
  open() {
    const asked = { result: {
      transaction(_, mode) {
        if (device.denied) throw new Error("denied");
        const transaction = { objectStore: () => store };
        setTimeout(() => (device.full && mode === "readwrite" ? transaction.onabort() : transaction.oncomplete()), 1);
        return transaction;
      },
    } };
    setTimeout(() => asked.onsuccess());
    return asked;
  },
};
globalThis.fetch = (_, { body, headers }) => new Promise((resolve) => {
  device.requests.push({ body: JSON.parse(body), expected: headers["If-Match"], answer: (status, answer) => resolve(new Response(JSON.stringify(answer), { status })) });
});
