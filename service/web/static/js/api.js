/**
 * Sends the requests of the pages to the HTTP API. A problem document (RFC 9457) is thrown as `Problem`. If no answer comes, `Unreachable`
 * is thrown; the server may have done what was asked, or not.
 */

import { learn } from "./clock.js";
import { API } from "./texts/pages.js";

const ROOT = "/api/v1";
const PATIENCE = 10_000;
/** @type {RequestInit} */
const AS_VISITOR = { credentials: "same-origin", cache: "no-store" };
/**
 * Pages in a frame on another site (`data-anonymous`) ask as a visitor without a link, whoever the reader is. They ask again and again, so the
 * browser keeps answers, and asks whether they are still the same.
 * @type {RequestInit}
 */
const AS_ANYBODY = { credentials: "omit", cache: "no-cache" };

// Messages that replace the server's messages about tokens and scopes. Visitors know links, but not these two words.
/** @type {Record<string, string>} */
const FOR_PEOPLE = {
  "token-missing": API.tokenMissing,
  "token-invalid": API.tokenInvalid,
  "no-right": API.noRight,
};

/** @typedef {import("../../types/api.js").components["schemas"]} Answers */

/** The server refused the request. `message` is for people; `body`: the whole problem document. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {Partial<Answers["ProblemDocument"]> | null} body
   */
  constructor(status, body) {
    super(FOR_PEOPLE[body?.type?.split("/").at(-1) ?? ""] || body?.detail || body?.title || API.status(status));
    this.status = status;
    this.body = body ?? {};
    /** @type {Answers["Place"][]} */
    this.errors = this.body.errors ?? [];
  }

  /** Whether the same request may be taken later: the server has a fault, or is busy. */
  get passes() {
    return this.status >= 500 || [408, 425, 429].includes(this.status);
  }
}

/** No answer came: offline, timed out, or the connection broke. */
export class Unreachable extends Error {}

const FAULTS = 500;

/**
 * Whether to repeat the request later: no answer came, or the server answered that it could not do the work now.
 * @param {unknown} problem
 */
export const unanswered = (problem) => problem instanceof Unreachable || (problem instanceof Problem && problem.status >= FAULTS);

/**
 * Send one request and return its answer.
 * @param {string} method
 * @param {string} path below `/api/v1`
 * @param {{body?: unknown, file?: Blob, headers?: Record<string, string>, patience?: number}} [options] `body` is sent as JSON, `file` as it is;
 *   `patience`: milliseconds to wait for an answer
 * @returns {Promise<{status: number, body: any, headers: Headers}>}
 */
export async function call(method, path, { body, file, headers = {}, patience = PATIENCE } = {}) {
  const csrf = method === "GET" || path === "/session" ? "" : (await session()).csrf;
  /** @type {Record<string, string>} */
  const sent = { Accept: "application/json", ...headers };
  if (csrf) sent["X-CSRFToken"] = csrf;
  if (file) sent["Content-Type"] = "application/octet-stream";
  if (body !== undefined) sent["Content-Type"] = "application/json";
  const content = body === undefined ? file : JSON.stringify(body);
  const began = Date.now();
  const answer = await reach(ROOT + path, { method, headers: sent, body: content }, patience);
  learn(answer.headers, began);
  const received = await readJson(answer);
  if (!answer.ok) throw new Problem(answer.status, received);
  return { status: answer.status, body: received, headers: answer.headers };
}

/**
 * Get `path` and return the body of the answer.
 * @param {string} path
 */
export const get = async (path) => (await call("GET", path)).body;

/**
 * The path of a `Link` header with `rel="next"` (RFC 8288), below `/api/v1`; null when there is no next page.
 * @param {string | null | undefined} link
 */
export function nextOf(link) {
  const match = /<([^>]+)>\s*;[^,]*rel="?next"?/.exec(link ?? "");
  if (!match) return null;
  const url = new URL(match[1], location.href);
  return url.pathname.slice(ROOT.length) + url.search;
}

/** @typedef {Partial<Answers["Session"]> & {scopes: string[], limited?: boolean}} Session */

/**
 * The visitor's session; without a session, `scopes` is empty. Requested once per page. `limited`: the link is for one game or one
 * tournament, not for the whole club.
 * @returns {Promise<Session>}
 */
export function session() {
  known ??= "signedIn" in document.body.dataset ? askSession() : Promise.resolve({ scopes: [] });
  return known;
}

/**
 * Exchange the secret of a link for a session cookie. What the service worker has kept for the person who was signed in before is forgotten.
 * @param {string} token
 */
export async function enter(token) {
  await forgetKept();
  await call("POST", "/session", { body: { token } });
  await forgetKept(); // another page may have asked for a record meanwhile
  known = askSession();
  return known;
}

/**
 * End the session, on all pages of this device.
 * @param {() => Promise<unknown>} forget what the device keeps besides
 */
export async function end(forget) {
  await forgetKept();
  await call("DELETE", "/session");
  await forget();
  await forgetKept();
  localStorage.setItem(ENDED, "now");
  localStorage.removeItem(ENDED);
}

/** Forget the records that the service worker has kept (sw.js). */
async function forgetKept() {
  for (const name of await globalThis.caches?.keys().catch(() => []) ?? []) if (name.startsWith("data")) await caches.delete(name);
}

/** The item of localStorage with which a page tells all others that the session has ended. */
const ENDED = "faceup:ended";
if ("signedIn" in (globalThis.document?.body.dataset ?? {})) addEventListener("storage", ({ key, newValue }) => key === ENDED && newValue && location.reload());

/** @type {Promise<Session> | undefined} */
let known;

/** @returns {Promise<Session>} */
async function askSession() {
  try {
    const { body } = await call("GET", "/session");
    return { ...body, limited: Boolean(body?.game || body?.tournament), scopes: body?.scopes ?? [] };
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 401) return { scopes: [] };
    known = undefined;
    throw problem;
  }
}

/**
 * @param {string} url
 * @param {RequestInit} options
 * @param {number} patience
 */
async function reach(url, options, patience) {
  try {
    return await fetch(url, { ...options, ...("anonymous" in document.body.dataset ? AS_ANYBODY : AS_VISITOR), signal: AbortSignal.timeout(patience) });
  } catch {
    throw new Unreachable(API.noAnswer);
  }
}

/** @param {Response} answer */
async function readJson(answer) {
  try {
    const text = await answer.text();
    return text ? JSON.parse(text) : null;
  } catch {
    if (answer.ok) throw new Unreachable(API.cutOff);
    return null;
  }
}
