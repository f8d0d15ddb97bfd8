/** The club's first page: what is being played, what needs doing, and the other clubs of this installation. */

import { call, get } from "../api.js";
import { chip } from "../chips.js";
import { byId, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { leave } from "../leaving.js";
import { copied, linkCard } from "../links.js";
import { MEMBERS, OVERVIEW } from "../texts/club.js";
import { namesOf } from "../texts/words.js";
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
  on(byId("main"), { leave: () => leave("/").catch(failed), copy: copied });
  /** @type {[Answers["ClubShown"], Answers["GameList"], Answers["TournamentList"]]} */
  const [club, { games }, { tournaments }] = await Promise.all([page.read(), get(`/games?state=open&limit=${MOST}`), get("/tournaments")]);
  const running = tournaments.filter((each) => !each.finished);
  const waiting = page.may("record") && await todo(page, club);
  await clubs(page);
  const playing = games.filter((game) => !game.table_result);
  sentence(happening(playing, running));
  redraw(byId("now"), rows(running.map(cup), playing.map(table), h("li", {}, h("span", { class: "what" }, OVERVIEW.nothingYet))));
  if (waiting) redraw(byId("todo"), waiting);
  byId("loaded").hidden = false;
}

/**
 * @param {Answers["GameLine"][]} games
 * @param {Answers["TournamentLine"][]} running
 */
function happening(games, running) {
  if (!games.length && !running.length) return OVERVIEW.nothingNow;
  return OVERVIEW.now({ games: games.length, orMore: games.length === MOST, tournaments: running.length });
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
  const state = rounds ? chip("live", OVERVIEW.round(rounds)) : chip("waiting", OVERVIEW.notBegun);
  return h("li", { "data-key": tournament }, h("span", { class: "what" }, h("a", { href: `/tournaments/${tournament}` }, title ?? OVERVIEW.untitled), h("span", { class: "quiet" }, OVERVIEW.entries(entries))), state);
}

/** @param {Answers["GameLine"]} line */
function table({ game, title, seats }) {
  const name = namesOf(seats);
  return h("li", { "data-key": game }, h("span", { class: "what" }, h("a", { href: `/games/${game}` }, title || OVERVIEW.players(seats.map(({ seat }) => name(seat))))), chip("live", OVERVIEW.inPlay));
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
    page.may("own") && club.name === club.club && [OVERVIEW.noName, OVERVIEW.giveName, "/club/settings"],
    !people.length && [OVERVIEW.noPeople, OVERVIEW.addPeople, "/club/people"],
    page.may("own") && club.members < 2 && [club.members ? OVERVIEW.onlyMember : MEMBERS.noMembers, OVERVIEW.invite, "/club/members"],
    open.length > 0 && [OVERVIEW.invitations(open.map((each) => each.name ?? nameIn(people, each.person))), OVERVIEW.see, "/club/members"],
    games.length > 0 && [OVERVIEW.notConfirmed(games.length, games.length === MOST), OVERVIEW.see, "/games"],
  ].filter(Boolean);
  if (!lines.length) return h("li", {}, h("span", { class: "what" }, OVERVIEW.nothingWaits), chip("done", OVERVIEW.done));
  return lines.map(([what, act, href]) => h("li", { "data-key": what }, h("span", { class: "what" }, what), h("a", { class: "button slim", href }, act)));
}

/**
 * @param {Known[]} people
 * @param {string} person
 */
const nameIn = (people, person) => people.find((each) => each.person === person)?.name ?? OVERVIEW.somebody;

/** @param {ClubPage} page */
async function clubs(page) {
  /** @type {Answers["ClubList"]} */
  const { clubs: all } = await get("/clubs");
  const founds = page.club === "home" && page.may("own");
  byId("clubs").hidden = all.length < 2 && !founds;
  byId("found").hidden = !founds;
  redraw(byId("club-list"), all.map(({ club, name }) => h("li", { "data-key": club }, h("span", { class: "what" }, h("b", {}, name), h("span", { class: "quiet" }, club)), club === page.club ? chip("done", OVERVIEW.here) : null)));
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-");
  submitted(byId("found"), byId("found-send", "button"), byId("found-error"), () => found(key));
}

/** @param {string} key */
async function found(key) {
  const [name, club] = [filled("found-name", OVERVIEW.noClubName), filled("found-club", OVERVIEW.noShortName)];
  const owner = byId("found-owner", "input").value.trim();
  const { body } = await call("POST", "/clubs", { body: { club, name, ...(owner && { owner }) }, headers: { "Idempotency-Key": `${key}-${club}` } });
  redraw(byId("found-card"), h("p", {}, OVERVIEW.founded(body.name)), await linkCard(OVERVIEW.ownersInvitation(body.name), body.invitation.link, "found-link"));
}

begin().catch(failed);
