/** The club's first page: what is being played, what needs doing, and the other clubs of this installation. */

import { call, get } from "../api.js";
import { chip } from "../chips.js";
import { byId, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { copied, linkCard } from "../links.js";
import { count, listed, namesOf } from "../texts/words.js";
import { filled, opened, sentence, submitted } from "./club.js";

/**
 * @typedef {import("../../../types/api.js").components["schemas"]} Answers
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {import("./club.js").ClubPage} ClubPage
 * @typedef {import("../people.js").Known} Known
 */

const SHOWN = 5;
const MOST = 50;

async function begin() {
  const page = await opened();
  on(byId("main"), { leave: () => call("DELETE", "/session").then(() => location.assign("/"), failed), copy: copied });
  /** @type {[Answers["ClubShown"], Answers["GameList"], Answers["TournamentList"]]} */
  const [club, { games }, { tournaments }] = await Promise.all([page.read(), get(`/games?state=open&limit=${MOST}`), get("/tournaments")]);
  const running = tournaments.filter((each) => !each.finished);
  const waiting = page.may("record") && await todo(page, club);
  await clubs(page);
  sentence(happening(games, running));
  redraw(byId("now"), rows(running.map(cup), games.map(table), h("li", {}, h("span", { class: "what" }, "Nothing yet. A game appears here as soon as somebody starts it."))));
  if (waiting) redraw(byId("todo"), waiting);
  byId("loaded").hidden = false;
}

/**
 * @param {Answers["GameLine"][]} games
 * @param {Answers["TournamentLine"][]} running
 */
function happening(games, running) {
  const parts = [
    games.length > 0 && (games.length === MOST ? `${MOST} games or more are being played` : `${count(games.length, "game is", "games are")} being played`),
    running.length > 0 && `${count(running.length, "tournament is", "tournaments are")} on`,
  ].filter(Boolean);
  return parts.length ? listed(parts) : "Nothing is being played right now";
}

/**
 * @param {HTMLElement[]} cups
 * @param {HTMLElement[]} tables
 * @param {HTMLElement} none
 */
function rows(cups, tables, none) {
  const shown = [...cups.slice(0, SHOWN), ...tables.slice(0, SHOWN)];
  return shown.length ? shown : none;
}

/** @param {Answers["TournamentLine"]} line */
function cup({ tournament, title, entries, rounds }) {
  const state = rounds ? chip("live", `Round ${rounds}`) : chip("waiting", "Not begun");
  return h("li", { "data-key": tournament }, h("span", { class: "what" }, h("a", { href: `/tournaments/${tournament}` }, title ?? "A tournament without a title"), h("span", { class: "quiet" }, count(entries, "entry", "entries"))), state);
}

/** @param {Answers["GameLine"]} line */
function table({ game, title, seats }) {
  const name = namesOf(seats);
  return h("li", { "data-key": game }, h("span", { class: "what" }, h("a", { href: `/games/${game}` }, title || listed(seats.map(({ seat }) => name(seat))))), chip("live", "In play"));
}

/**
 * Lists what the club still has to do. Each line has a link to the page for it.
 * @param {ClubPage} page
 * @param {Answers["ClubShown"]} club
 */
async function todo(page, club) {
  /** @type {[{people: Known[]}, Answers["GameList"], Answers["InvitationLine"][]]} */
  const [{ people }, { games }, open] = await Promise.all([
    get("/people"), get(`/games?state=finished&limit=${MOST}`), page.may("own") ? get(`${page.path}/invitations`).then(({ invitations }) => invitations) : [],
  ]);
  const lines = [
    page.may("own") && club.name === club.club && ["The club has no name yet", "Give it a name", "/club/settings"],
    !people.length && ["Nobody is in the club’s list of people yet", "Add people", "/club/people"],
    page.may("own") && club.members < 2 && [club.members ? "You are the only member" : "The club has no members yet", "Invite somebody", "/club/members"],
    open.length > 0 && [`${count(open.length, "invitation is", "invitations are")} still open: ${listed(open.map((each) => each.name ?? nameIn(people, each.person)))}`, "See them", "/club/members"],
    games.length > 0 && [`${games.length === MOST ? `${MOST} games or more` : count(games.length, "game")} ended and ${games.length === 1 ? "is" : "are"} not confirmed by the players`, "See them", "/games"],
  ].filter(Boolean);
  if (!lines.length) return h("li", {}, h("span", { class: "what" }, "Nothing is waiting for you."), chip("done", "Done"));
  return lines.map(([what, act, href]) => h("li", { "data-key": what }, h("span", { class: "what" }, what), h("a", { class: "button slim", href }, act)));
}

/**
 * @param {Known[]} people
 * @param {string} person
 */
const nameIn = (people, person) => people.find((each) => each.person === person)?.name ?? "somebody";

/** @param {ClubPage} page */
async function clubs(page) {
  /** @type {Answers["ClubList"]} */
  const { clubs: all } = await get("/clubs");
  const founds = page.club === "home" && page.may("own");
  byId("clubs").hidden = all.length < 2 && !founds;
  byId("found").hidden = !founds;
  redraw(byId("club-list"), all.map(({ club, name }) => h("li", { "data-key": club }, h("span", { class: "what" }, h("b", {}, name), h("span", { class: "quiet" }, club)), club === page.club ? chip("done", "You are here") : null)));
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
  submitted(byId("found"), byId("found-send", "button"), byId("found-error"), () => found(key));
}

/** @param {string} key */
async function found(key) {
  const [name, club] = [filled("found-name", "Say what the club is called."), filled("found-club", "Give the club a short name.")];
  const owner = byId("found-owner", "input").value.trim();
  const { body } = await call("POST", "/clubs", { body: { club, name, ...(owner && { owner }) }, headers: { "Idempotency-Key": `${key}-${club}` } });
  redraw(byId("found-card"), h("p", {}, `${body.name} is founded. The first person who opens this link becomes its owner. It is valid for seven days.`), await linkCard(`Invitation for the owner of ${body.name}`, body.invitation.link, "found-link"));
}

begin().catch(failed);
