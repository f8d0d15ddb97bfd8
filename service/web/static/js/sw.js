/**
 * The service worker: with it, a page that records opens without a network. It keeps three kinds of caches:
 *
 * - `release-<version>`: the files of the pages, and the page `/offline`. They are the same for every visitor, and are kept and replaced as
 *   one set.
 * - `engine-<name>`: the rules. Two engines are kept, because a page may still run the former one.
 * - `data:<path>`: the page of a game that is recorded here, and what the API says of it. All are one visitor's. They keep only what a page
 *   that records asks for. They are forgotten when the server says that the page is for another visitor (`Faceup-Viewer`), or that there is
 *   none.
 *
 * Who keeps an answer has opened the cache before asking for it. If the game is forgotten meanwhile, that is, its cache is deleted, the answer
 * goes nowhere.
 *
 * What changes something (POST) and what stays open (the live stream) does not come through here. A new version waits until a page says that
 * nothing waits to be stored.
 */

/**
 * @typedef {import("../../types/worker.d.ts").Asked} Asked
 * @typedef {import("../../types/worker.d.ts").FetchEvent} FetchEvent
 */

const worker = /** @type {import("../../types/worker.d.ts").Worker} */ (/** @type {unknown} */ (self));
const { version, files, engine, engineFiles } = worker.release;
const RELEASE = `release-${version}`;
const ENGINE = `engine-${engine}`;
const DATA = "data:";
const OFFLINE = "/offline";

const VIEWER = "Faceup-Viewer";
const USED = "Faceup-Used"; // when a game was last used, in ms
const IDLE = 2 * 24 * 60 * 60 * 1_000;
// How long the network has, in ms, if there is something else to show; and if there is only the page that says that there is no network.
const PATIENCE = 2_000;
const LONG = 15_000;
/** @param {{status: number}} answer that counts as none: the server has a fault, or says that it answers later */
const none = ({ status }) => status >= 500 || [408, 425, 429].includes(status);
/** With these the server says that the page is not for this visitor, or no longer there. */
const GONE = [401, 403, 404, 410];
const VARIED = { ignoreVary: true }; // the cache is of one visitor, whatever the answers vary by
const ALL = { ...VARIED, ignoreSearch: true };

/** Addresses that are opened like pages, and are none of ours: files to save, and pages in a frame on another site. */
const NO_PAGE = /^\/(?:api|embed|docs)\b/;
/** What the API says that a page of a game begins with. */
const SAID = /^\/api\/v1\/(?:session|systems\/[^/]+\/event-types|games\/[^/]+(?:\/events)?)$/;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", (event) => event.waitUntil(told(event.data).then((answer) => event.ports[0]?.postMessage(answer))));
worker.addEventListener("fetch", (event) => {
  const answer = answered(event);
  if (answer) event.respondWith(answer);
});

// --- versions ---

async function install() {
  const release = await caches.open(RELEASE);
  await Promise.all(files.map(async (path) => {
    const file = await fetch(path);
    // While a server is replaced, another version of it may answer: its files are not for keeping.
    if (!file.headers.get("Cache-Control")?.includes("immutable")) throw new Error(`${path} is of another version`);
    await release.put(path, file);
  }));
  await release.add(new Request(OFFLINE, { credentials: "omit" }));
  for (const { cache, path, used, viewer } of await pages()) {
    const page = await fetch(path);
    if (page.headers.get(VIEWER) === viewer) await keepPage(cache, page, path, used);
  }
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith("release-") && name !== RELEASE) await caches.delete(name);
  const former = (await caches.keys()).filter((name) => name.startsWith("engine-") && name !== ENGINE);
  for (const name of former.slice(0, -1)) await caches.delete(name);
  await caches.delete("data"); // former versions kept all games there
  for (const page of await pages()) {
    if (page.version === version) continue;
    await page.cache.delete(page.key, VARIED);
    if (!(await pageIn(page.cache, page.path))) await forget(page.path);
  }
  await worker.clients.claim();
}

// --- requests ---

/**
 * @param {FetchEvent} event
 * @returns {Promise<Response> | null} null: the browser itself asks
 */
function answered(event) {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return null;
  if (request.credentials === "omit" || request.headers.has("Authorization")) return null; // not as the visitor for whom games are kept
  if (request.mode === "navigate") return NO_PAGE.test(url.pathname) ? null : opened(event, url);
  if (url.pathname.startsWith("/assets/")) return file(request);
  if (url.pathname.startsWith("/engine/")) return file(request, `engine-${url.pathname.split("/")[2]}`);
  const plain = [...url.searchParams.keys()].every((name) => name === "after" || name === "at_least");
  return plain && SAID.test(url.pathname) ? said(event, url) : null;
}

/**
 * A page: as the server sends it, else as it is kept, else the page that says that there is no network.
 * @param {FetchEvent} event
 * @param {URL} url
 */
async function opened(event, { pathname, search }) {
  await forgetIdle();
  const cache = search ? undefined : await dataOf(pathname);
  const kept = await pageIn(cache, pathname);
  const answer = await within(kept ? PATIENCE : LONG, fetch(event.request)).catch(() => null);
  if (answer && !(kept && none(answer))) {
    const page = kept && answer.clone();
    event.waitUntil(heard(answer, pathname).then(() => page && keepPage(cache, page, pathname)));
    return answer;
  }
  if (kept) event.waitUntil(keepPage(cache, kept.clone(), pathname));
  return kept ?? (await caches.match(OFFLINE, { cacheName: RELEASE })) ?? Response.error();
}

/**
 * What the API says: as the server says it, else as it was kept.
 * @param {FetchEvent} event
 * @param {URL} url
 */
async function said(event, url) {
  const page = new URL((await worker.clients.get(event.clientId))?.url ?? url);
  const cache = await dataOf(/^\/games\/[^/]+/.exec(page.pathname)?.[0]);
  const asked = fetch(event.request);
  const soon = await within(PATIENCE, asked).catch(() => null);
  const kept = soon && !none(soon) ? undefined : await keptAnswer(cache, url);
  if (kept) return kept;
  const answer = await asked;
  if (cache) event.waitUntil(keepSaid(cache, url, answer.clone()));
  return answer;
}

/**
 * A file whose address names its version.
 * @param {Request} request
 * @param {string} [into] the cache that keeps it
 */
async function file(request, into) {
  const kept = await caches.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (into && answer.ok) await (await caches.open(into)).put(request.url, answer.clone()).catch(() => {});
  return answer;
}

// --- what pages ask for ---

/**
 * @param {Asked} asked
 * @returns {Promise<boolean>} whether the game is kept
 */
async function told(asked) {
  if ("takeOver" in asked) await worker.skipWaiting();
  if ("drop" in asked) await forget(asked.drop);
  const kept = "keep" in asked && await keep(asked).catch(() => false);
  if ("live" in asked) await put(await dataOf(asked.path), liveOf(asked.path), new Response(), JSON.stringify(asked.live), { [USED]: String(Date.now()) });
  if ("keep" in asked && !kept && !(await dataOf(asked.keep))) await forget(asked.keep);
  return kept;
}

/**
 * Keep a game: its page, what the API says of it, and the rules. What is kept already stays, if it is for the same visitor. Only here its
 * cache begins. If the visitor signs out meanwhile, the API says so of the session, and nothing is kept.
 * @param {import("../../types/worker.d.ts").Keep} asked
 * @returns {Promise<boolean>}
 */
async function keep(asked) {
  const { keep: path, said: addresses, rules } = asked;
  const cache = await caches.open(DATA + path);
  const page = await fetch(path);
  if (await heard(page, path)) return keep(asked); // what was kept is forgotten, and with it this cache
  await keepPage(cache, page, path);
  for (const address of addresses) {
    const url = new URL(address, location.origin);
    if (await dataOf(path) && !(await keptAnswer(cache, url))) await keepSaid(cache, url, await fetch(address));
  }
  if (!(await dataOf(path))) return false;
  await keepRecord(cache, `/api/v1${path}/events`);
  if (rules) for (const name of engineFiles) await file(new Request(`/engine/${engine}/${name}`), ENGINE);
  return Boolean(await pageIn(await dataOf(path), path));
}

/**
 * Read the record from where it is known.
 * @param {Cache} cache
 * @param {string} path of the events of a game
 */
async function keepRecord(cache, path) {
  const known = await keptAnswer(cache, new URL(`${path}?after=0`, location.origin));
  let after = (await known?.json())?.events.at(-1)?.version ?? 0;
  for (let last = -1; last !== after;) {
    last = after;
    const url = new URL(`${path}?after=${after}`, location.origin);
    const answer = await fetch(url);
    after = (await answer.clone().json()).events.at(-1)?.version ?? after;
    await keepSaid(cache, url, answer);
  }
}

// --- one visitor's data ---

/**
 * The cache of a game; undefined: the game is not kept. If it is deleted just before it is opened, it is made again, and is empty.
 * @param {string} [path] of its page
 */
async function dataOf(path = "") {
  const cache = await caches.has(DATA + path) ? await caches.open(DATA + path) : undefined;
  return await cache?.match(path, ALL) && cache;
}

/** The paths of games that are kept, or begin to be. */
const paths = async () => (await caches.keys()).filter((name) => name.startsWith(DATA)).map((name) => name.slice(DATA.length));

/** The pages of games that are kept. */
async function pages() {
  const kept = await Promise.all((await paths()).map(async (path) => {
    const cache = await dataOf(path);
    if (!cache) return [];
    const live = await cache.match(liveOf(path), VARIED);
    return Promise.all((await cache.keys(path, ALL)).map(async ({ url }) => {
      const page = await cache.match(url, VARIED);
      const used = Math.max(...[page, live].map((each) => Number(each?.headers.get(USED) ?? 0)));
      return { cache, key: url, path, version: new URL(url).searchParams.get("release"), used, viewer: page?.headers.get(VIEWER) };
    }));
  }));
  return kept.flat();
}

/**
 * The page of this version.
 * @param {Cache | undefined} cache
 * @param {string} path
 */
const pageIn = async (cache, path) => cache?.match(keyOf(path), VARIED);

/**
 * Where the newest live message is kept.
 * @param {string} path of the page of a game
 */
const liveOf = (path) => `/api/v1${path}/live`;

/** @param {string} path */
const keyOf = (path) => `${path}?release=${version}`;

/**
 * Keep a page, if it is of this version and for somebody with a link.
 * @param {Cache | undefined} cache
 * @param {Response} page
 * @param {string} path
 * @param {number} [used] when it was last opened
 */
async function keepPage(cache, page, path, used = Date.now()) {
  const text = await page.text();
  if (page.ok && page.headers.get(VIEWER) && text.includes(`"/assets/${version}/`)) await put(cache, keyOf(path), page, text, { [USED]: String(used) });
}

/**
 * The server has answered with a page: forget what is for another visitor, and what is no longer there.
 * @param {Response} answer
 * @param {string} path
 * @returns {Promise<boolean>} whether something was for another visitor
 */
async function heard({ headers, status }, path) {
  const viewer = headers.get(VIEWER);
  if (viewer === null) return false;
  const [who] = viewer.split(" "); // the rest says which rights the visitor has in this game
  const others = (await pages()).filter((page) => (page.path === path ? page.viewer !== viewer : page.viewer?.split(" ")[0] !== who));
  for (const page of others) await forget(page.path);
  if (GONE.includes(status)) await forget(path);
  return others.length > 0;
}

/**
 * Keep an answer of the API.
 * @param {Cache} cache
 * @param {URL} url
 * @param {Response} answer
 */
async function keepSaid(cache, { href, pathname, searchParams }, answer) {
  if (answer.status === 401) await Promise.all((await paths()).map(forget));
  if (!answer.ok) return;
  if (searchParams.get("after") === "0") await cache.delete(pathname, ALL);
  await put(cache, searchParams.has("after") ? href : pathname, answer, await answer.text());
}

/**
 * What is kept of the API's answer.
 * @param {Cache | undefined} cache
 * @param {URL} url
 */
async function keptAnswer(cache, { pathname, searchParams }) {
  if (!searchParams.has("after")) return cache?.match(pathname, VARIED);
  // The parts of a record, as pages have read it: perhaps two pages, at different times.
  const read = await Promise.all((await cache?.matchAll(pathname, ALL) ?? []).map((part) => part.json()));
  if (!read.length) return undefined;
  const known = new Map(read.flatMap(({ events }) => events).map((event) => [event.version, event]));
  const events = [];
  for (let next = Number(searchParams.get("after")) + 1; known.has(next); next += 1) events.push(known.get(next));
  return Response.json({ ...read[0], events, recorders: Object.assign({}, ...read.map(({ recorders }) => recorders)) });
}

/**
 * Forget a game.
 * @param {string} path of its page
 */
const forget = (path) => caches.delete(DATA + path);

/** Forget games that were not used for two days. */
async function forgetIdle() {
  const idle = (await pages()).filter(({ used }) => Date.now() - used > IDLE);
  if (!idle.length) return;
  const open = new Set((await worker.clients.matchAll({ type: "window" })).map(({ url }) => new URL(url).pathname));
  for (const { path } of idle) if (!open.has(path)) await forget(path);
}

/**
 * Keep an answer. Its time is left out: a page that gets it again must not take it for the server's time.
 * @param {Cache | undefined} cache
 * @param {string} key
 * @param {Response} answer
 * @param {string} body
 * @param {Record<string, string>} [more] headers
 */
async function put(cache, key, { headers }, body, more) {
  const kept = [...headers].filter(([name]) => !["date", "content-encoding", "content-length"].includes(name));
  await cache?.put(key, new Response(body, { headers: { ...Object.fromEntries(kept), ...more } })).catch(() => {}); // the device is full
}

/**
 * @template Answer
 * @param {number} patience in ms
 * @param {Promise<Answer>} work
 * @returns {Promise<Answer>}
 */
const within = (patience, work) => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error("no answer yet")), patience);
  work.then(resolve, reject);
});
