/**
 * The HTTP API, as the pages speak it. Answers that are problem documents (RFC 9457) are raised as `Problem`; no answer at all as
 * `Unreachable`: then nobody knows whether the server acted.
 */

const ROOT = "/api/v1";
const PATIENCE = 10_000;

// What is about tokens and scopes, for whoever knows only links.
const FOR_PEOPLE = {
  "token-missing": "Open the link that your club gave you, or scan the code at your table. Without one only public games are shown.",
  "token-invalid": "This link is not valid any more, or was copied only in part. Ask whoever gave it to you for a new one.",
  "no-right": "Your link does not allow this. Ask whoever runs the club for one that does.",
};

/** The server answered, and said no. `message` is for people; `errors`: [{pointer, message}]; `body`: the whole problem document. */
export class Problem extends Error {
  constructor(status, body) {
    super(FOR_PEOPLE[body?.type?.split("/").at(-1)] || body?.detail || body?.title || `The server answered ${status}.`);
    this.status = status;
    this.body = body ?? {};
    this.errors = this.body.errors ?? [];
  }
}

/** No answer came: offline, timed out, or the connection broke. */
export class Unreachable extends Error {}

/**
 * One request.
 * @param {string} method
 * @param {string} path below `/api/v1`
 * @param {{body?: unknown, file?: Blob, headers?: Record<string, string>, patience?: number}} [options] `body` is sent as JSON, `file` as it is;
 *   `patience`: milliseconds until no answer counts as none
 * @returns {Promise<{status: number, body: any, headers: Headers}>}
 */
export async function call(method, path, { body, file, headers = {}, patience = PATIENCE } = {}) {
  const csrf = method === "GET" || path === "/session" ? "" : (await session()).csrf;
  const sent = { Accept: "application/json", ...headers };
  if (csrf) sent["X-CSRFToken"] = csrf;
  if (file) sent["Content-Type"] = "application/octet-stream";
  if (body !== undefined) sent["Content-Type"] = "application/json";
  const content = body === undefined ? file : JSON.stringify(body);
  const answer = await reach(ROOT + path, { method, headers: sent, body: content }, patience);
  const found = await readJson(answer);
  if (!answer.ok) throw new Problem(answer.status, found);
  return { status: answer.status, body: found, headers: answer.headers };
}

/** The body at `path`. */
export const get = async (path) => (await call("GET", path)).body;

/** The path behind a `Link` header with `rel="next"` (RFC 8288), below `/api/v1`; null where there is none. */
export function nextOf(link) {
  const found = /<([^>]+)>\s*;[^,]*rel="?next"?/.exec(link ?? "");
  if (!found) return null;
  const url = new URL(found[1], location.href);
  return url.pathname.slice(ROOT.length) + url.search;
}

/**
 * Who is asking: `{club, scopes, game?, seat?, csrf}`; without a session, scopes is empty. Asked once per page.
 * @returns {Promise<{club?: string, scopes: string[], game?: string, seat?: number, csrf?: string}>}
 */
export function session() {
  known ??= "signedIn" in document.body.dataset ? askSession() : Promise.resolve({ scopes: [] });
  return known;
}

/** Exchange the secret of a link for a session cookie. */
export async function enter(token) {
  await call("POST", "/session", { body: { token } });
  known = askSession();
  return known;
}

let known;

async function askSession() {
  try {
    const { body } = await call("GET", "/session");
    return { ...body, scopes: body?.scopes ?? [] };
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 401) return { scopes: [] };
    known = undefined;
    throw problem;
  }
}

async function reach(url, options, patience) {
  try {
    return await fetch(url, { ...options, credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(patience) });
  } catch {
    throw new Unreachable("No answer from the server.");
  }
}

async function readJson(answer) {
  try {
    const text = await answer.text();
    return text ? JSON.parse(text) : null;
  } catch {
    if (answer.ok) throw new Unreachable("The answer broke off.");
    return null;
  }
}
