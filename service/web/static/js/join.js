/**
 * The page that links open. The secret is in the fragment of the address. The page removes it from the address at once, and exchanges it
 * for a cookie that no script can read. Then the page of the link opens. An invitation, and a link for another device of a member, first
 * says what it is for. The link of a practice table asks a member whether the club keeps the game.
 */

import { call, enter, get, Problem, session, Unreachable } from "./api.js";
import { byId, h, on, redraw } from "./dom.js";
import { messageOf } from "./failure.js";
import { once } from "./once.js";
import { JOIN, RIGHTS } from "./texts/games.js";
import { FAILURE } from "./texts/pages.js";
import { dayTime, minuteTime } from "./times.js";

/**
 * @typedef {import("../../types/dom.js").Child} Child
 * @typedef {import("./api.js").Session} Session
 */

const secret = decodeURIComponent(location.hash.slice(1));
const { https } = byId("main").dataset; // this device can go on at this port

async function begin() {
  history.replaceState(null, "", location.pathname);
  if (https) return location.replace(`https://${location.hostname}:${https}${location.pathname}#${encodeURIComponent(secret)}`);
  on(byId("main"), { again: () => opened(), accept: (button) => once(button, accept, byId("told")), keep: (button) => once(button, keep, byId("told")), use: (button) => once(button, () => signIn(secret), byId("told")) });
  byId("main").addEventListener("submit", (event) => {
    event.preventDefault();
    byId("accept").click();
  });
  await opened();
}

async function opened() {
  say(JOIN.opening);
  try {
    if (!secret) throw new Error(JOIN.noKey);
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
  return say(JOIN.useHere,
    h("p", {}, JOIN.losesRights),
    h("p", { class: "actions" }, h("button", { type: "button", class: "primary", "data-do": "use" }, JOIN.use), h("a", { class: "button", href: "/" }, JOIN.stay)));
}

/**
 * @param {Session} mine
 * @param {number} ends when the table is cleared
 */
async function showPractice(mine, ends) {
  const keeps = !mine.limited && mine.scopes.includes("record");
  const { name } = keeps ? await get(`/clubs/${mine.club}`) : {};
  say(JOIN.practice,
    h("p", {}, keeps ? JOIN.clearedOrKept(minuteTime(ends)) : JOIN.cleared(minuteTime(ends))),
    h("p", { class: "actions" },
      keeps && h("button", { type: "button", class: "primary", "data-do": "keep" }, JOIN.keepIn(name)),
      h("button", { type: "button", "data-do": "use" }, JOIN.record),
      h("a", { class: "button", href: "/" }, JOIN.neither)),
    h("p", { class: "quiet" }, JOIN.recordReplaces));
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
  const replaces = mine.club ? h("p", { class: "quiet" }, JOIN.replaces) : null;
  const button = (/** @type {string} */ word) => h("p", { class: "actions thumb" }, h("button", { type: "button", id: "accept", class: "primary", "data-do": "accept" }, word));
  if (!role) {
    return say(JOIN.useAs(name),
      h("p", {}, JOIN.device(name, club)), replaces, button(JOIN.signIn));
  }
  return say(by ? JOIN.invites(by, club) : JOIN.invited(club),
    h("p", {}, RIGHTS[role]),
    name ? h("p", {}, JOIN.forPerson(h("b", {}, name))) : h("form", {},
      h("p", { class: "field" }, h("label", { for: "name" }, JOIN.name), h("input", { id: "name", autocomplete: "name", maxlength: 80, required: true }),
        h("span", { class: "quiet" }, JOIN.whoSeesName))),
    replaces, button(JOIN.join), h("p", { class: "quiet" }, JOIN.goodUntil(dayTime(until))));
}

async function accept() {
  const name = /** @type {HTMLInputElement | null} */ (document.getElementById("name"))?.value.trim();
  if (name === "") {
    byId("name").focus();
    throw new Error(JOIN.noName);
  }
  const label = (/** @type {{userAgentData?: {platform: string}}} */ (navigator).userAgentData?.platform || navigator.platform || JOIN.browser).slice(0, 80);
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
  say(lost ? JOIN.lost : JOIN.refused,
    h("p", { class: "error", role: "alert" }, lost ? JOIN.lostKept : messageOf(problem)),
    h("p", { class: "choices" }, lost ? h("button", { type: "button", class: "primary", "data-do": "again" }, FAILURE.again) : null, h("a", { class: "button", href: "/" }, JOIN.firstPage)));
  if (!known) throw problem;
}

begin();
