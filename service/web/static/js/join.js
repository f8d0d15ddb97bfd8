/**
 * The page that links open. The secret is in the fragment of the address. The page removes it from the address at once, and exchanges it
 * for a cookie that no script can read. Then the page of the link opens. An invitation, and a link for another device of a member, first
 * says what it is for. The link of a practice table asks a member whether the club keeps the game.
 */

import { call, enter, get, Problem, session, Unreachable } from "./api.js";
import { byId, h, on, redraw } from "./dom.js";
import { messageOf } from "./failure.js";
import { once } from "./once.js";
import { dayTime, minuteTime } from "./times.js";

/**
 * @typedef {import("../../types/dom.js").Child} Child
 * @typedef {import("./api.js").Session} Session
 */

/** @type {Record<string, string>} */
const RIGHTS = {
  owner: "As an owner you can do everything in the club: run it, invite people, and decide who may do what.",
  director: "As a director you run tournaments and decide about results. You also record games.",
  scorekeeper: "As a scorekeeper you start games and record them.",
  viewer: "As a viewer you see the games and tournaments of the club, also those that are not public.",
};

const secret = decodeURIComponent(location.hash.slice(1));
history.replaceState(null, "", location.pathname);

async function begin() {
  on(byId("main"), { again: () => opened(), accept: (button) => once(button, accept, byId("told")), keep: (button) => once(button, keep, byId("told")), use: (button) => once(button, () => signIn(secret), byId("told")) });
  byId("main").addEventListener("submit", (event) => {
    event.preventDefault();
    byId("accept").click();
  });
  await opened();
}

async function opened() {
  say("Opening your link…");
  try {
    if (!secret) throw new Error("There is no key in this address. Open the link exactly as you were given it, or scan its code.");
    await (secret.startsWith("fi_") ? showInvitation() : use());
  } catch (problem) {
    refused(/** @type {Error} */ (problem));
  }
}

// --- links ---

/** Sign in with the link, unless the visitor is a member who would only lose rights on this device. */
async function use() {
  const mine = await session();
  if (!mine.club || mine.practice_ends_at) return signIn(secret);
  /** @type {{body: Session}} */
  const { body: link } = await call("GET", "/session", { headers: { Authorization: `Bearer ${secret}` } });
  if (link.practice_ends_at) return showPractice(mine, link.practice_ends_at);
  if (mine.limited) return signIn(secret);
  const limited = Boolean(link.game || link.tournament);
  const own = link.entry !== undefined || link.seat !== undefined; // the link belongs to one player or entry
  const lacks = link.scopes.some((scope) => !mine.scopes.includes(scope));
  if (!limited) return signIn(secret);
  if (link.club === mine.club && !own && !lacks) return location.replace(pageOf(link));
  return say("Use this link on this device?",
    h("p", {}, "You are signed in here as a member of a club. With the link, this device can only do what the link allows, until you sign in again with a link from the club."),
    h("p", { class: "actions" }, h("button", { type: "button", class: "primary", "data-do": "use" }, "Use the link"), h("a", { class: "button", href: "/" }, "Stay signed in")));
}

/**
 * @param {Session} mine
 * @param {number} ends when the table is cleared
 */
async function showPractice(mine, ends) {
  const keeps = !mine.limited && mine.scopes.includes("record");
  const { name } = keeps ? await get(`/clubs/${mine.club}`) : {};
  say("A practice table",
    h("p", {}, "One game is recorded there. Everything about it is cleared at ", minuteTime(ends), ". ", keeps && "Your club can keep the game, with the names of its players."),
    h("p", { class: "actions" },
      keeps && h("button", { type: "button", class: "primary", "data-do": "keep" }, `Keep it in ${name}`),
      h("button", { type: "button", "data-do": "use" }, "Record at this table"),
      h("a", { class: "button", href: "/" }, "Neither")),
    h("p", { class: "quiet" }, "If you record at the table, it takes the place of your own link on this device. Then you need a link from the club to come back."));
}

async function keep() {
  const { body } = await call("POST", "/practice/kept", { body: { token: secret } });
  location.replace(`/games/${body.game}`);
}

/** @param {string} token */
async function signIn(token) {
  location.replace(pageOf(await enter(token)));
}

/**
 * The address of the page that a link opens. A member who signs in comes to the first page.
 * @param {Session} link
 */
function pageOf({ game, tournament, table, entry }) {
  if (game) return `/games/${game}`;
  if (!tournament) return "/";
  if (table) return `/tournaments/${tournament}/tables/${table}`;
  return entry ? `/tournaments/${tournament}/checkin` : `/tournaments/${tournament}`;
}

// --- invitations ---

async function showInvitation() {
  const [{ body: asked }, mine] = await Promise.all([call("POST", "/invitations/checked", { body: { invitation: secret } }), session()]);
  /** @type {import("../../types/api.js").components["schemas"]["InvitationShown"]} */
  const { role, name, by, club_name: club, expires_at: until } = asked;
  const replaces = mine.club ? h("p", { class: "quiet" }, "This device is signed in with another link. The new one takes its place here.") : null;
  const button = (/** @type {string} */ word) => h("p", { class: "actions thumb" }, h("button", { type: "button", id: "accept", class: "primary", "data-do": "accept" }, word));
  if (!role) {
    return say(`Use Faceup on this device as ${name ?? "a member"}?`,
      h("p", {}, `This link signs in another device of ${name ?? "a member"} in ${club}. If you did not make it yourself, close this page.`), replaces, button("Yes, sign in"));
  }
  return say(by ? `${by} invites you to ${club}` : `You are invited to ${club}`,
    h("p", {}, RIGHTS[role]),
    name ? h("p", {}, "The invitation is for ", h("b", {}, name), ". If that is not you, close this page.") : h("form", {},
      h("p", { class: "field" }, h("label", { for: "name" }, "Your name"), h("input", { id: "name", autocomplete: "name", maxlength: 80, required: true }),
        h("span", { class: "quiet" }, "The club sees it where you play and record."))),
    replaces, button("Join the club"), h("p", { class: "quiet" }, "The invitation is good until ", dayTime(until), "."));
}

async function accept() {
  const name = /** @type {HTMLInputElement | null} */ (document.getElementById("name"))?.value.trim();
  if (name === "") {
    byId("name").focus();
    throw new Error("Type your name first.");
  }
  const label = (/** @type {{userAgentData?: {platform: string}}} */ (navigator).userAgentData?.platform || navigator.platform || "browser").slice(0, 80);
  const { body } = await call("POST", "/invitations/accepted", { body: { invitation: secret, label, ...(name && { name }) } });
  await signIn(body.token);
}

// --- the page ---

/**
 * @param {string} sentence
 * @param {...Child} parts
 */
function say(sentence, ...parts) {
  redraw(byId("sentence"), sentence);
  redraw(byId("state"), parts, h("p", { id: "told", role: "alert" }));
}

/** @param {Error} problem */
function refused(problem) {
  const lost = problem instanceof Unreachable;
  const known = lost || problem instanceof Problem || !secret;
  say(lost ? "No connection" : "This link does not open",
    h("p", { class: "error", role: "alert" }, lost ? "The server did not answer. Your link is still good." : messageOf(problem)),
    h("p", { class: "choices" }, lost ? h("button", { type: "button", class: "primary", "data-do": "again" }, "Try again") : null, h("a", { class: "button", href: "/" }, "First page")));
  if (!known) throw problem;
}

begin();
