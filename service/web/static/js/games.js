/** The games of the club, newest first; above them the tables of the tournaments that are being played. */

import { call, get, nextOf, Problem, session, Unreachable } from "./api.js";
import { byId, h, on, redraw } from "./dom.js";
import { failed, messageOf } from "./failure.js";
import * as lists from "./gameliststate.js";
import { draw, field } from "./gamelistview.js";
import { leave } from "./leaving.js";
import "./lists.js";
import { store } from "./store.js";

/** How long the page waits, in ms, after a letter of a name was typed. */
const PAUSE = 250;
/** How long the list waits, in ms, for the tournaments above it. */
const PATIENCE = 1_000;
/** How many tournaments are looked at. */
const CUPS = 3;

/** @type {import("./api.js").Session} */
let who = { scopes: [] };
let timer = 0;

const page = store(lists.begun(lists.filterOf(location.search)), (list) => draw(list, who));

async function begin() {
  fill();
  listen();
  const { filter } = page.state;
  const soon = new Promise((done) => setTimeout(done, PATIENCE, []));
  const [visitor, first, running] = await Promise.all([session(), firstPage(filter), Promise.race([cups(), soon])]);
  who = visitor;
  const club = document.getElementById("club");
  if (club) club.textContent = who.club ?? "";
  page.next(lists.seated, running, await linesOf(running, first.games));
  page.next(lists.answered, filter, first.games, first.next);
}

function listen() {
  on(byId("main"), {
    leave: () => leave("/games").catch(failed),
    more: () => more().catch(failed),
    filters: () => {
      byId("filter").classList.add("whole");
      field("state").focus();
    },
    all: () => {
      for (const name of lists.FIELDS) field(name).value = "";
      chosen();
    },
  });
  byId("filter").addEventListener("submit", (event) => event.preventDefault());
  byId("filter").addEventListener("change", chosen);
  byId("q").addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(chosen, PAUSE);
  });
  addEventListener("popstate", () => {
    page.next(lists.filtered, lists.filterOf(location.search));
    fill();
    fresh().catch(lost);
  });
}

// The fields show the filter.
function fill() {
  const { filter } = page.state;
  for (const name of lists.FIELDS) field(name).value = filter[name];
  if (filter.state || filter.from || filter.to) byId("filter").classList.add("whole");
}

// The filter is as the fields say, and so is the address: back leads to the former choice, but not to each letter of a name.
function chosen() {
  clearTimeout(timer);
  const [former, filter] = [page.state.filter, lists.filterOf(new URLSearchParams(lists.FIELDS.map((name) => [name, field(name).value])))];
  page.next(lists.filtered, filter);
  if (page.state.filter === former) return;
  history[lists.typesOn(former, filter) ? "replaceState" : "pushState"](null, "", lists.addressOf(filter));
  fresh().catch(lost);
}

/**
 * The list stays as it is; the next change of the filter asks again.
 * @param {import("./failure.js").Failure} problem
 */
function lost(problem) {
  redraw(byId("found"), h("span", { class: "error" }, messageOf(problem)));
  if (!(problem instanceof Problem || problem instanceof Unreachable)) throw problem;
}

async function fresh() {
  const { filter, loading } = page.state;
  if (!loading) return;
  const { games, next } = await firstPage(filter);
  page.next(lists.answered, filter, games, next);
}

/**
 * @param {import("./gameliststate.js").Filter} filter
 * @returns {Promise<{games: import("./gameliststate.js").Line[], next: string | null}>}
 */
async function firstPage(filter) {
  if (lists.isBackwards(filter)) return { games: [], next: null };
  const { body, headers } = await call("GET", lists.pathOf(filter));
  return { games: body.games, next: nextOf(headers.get("Link")) };
}

async function more() {
  const path = page.state.next;
  if (!path) return;
  const { body, headers } = await call("GET", path);
  page.next(lists.appended, path, body.games, nextOf(headers.get("Link")));
}

/**
 * The tournaments that are being played, each with its newest round. One that cannot be read is left out: the list of games is shown anyway.
 * @returns {Promise<import("./gameliststate.js").Running[]>}
 */
async function cups() {
  try {
    /** @type {{tournaments: import("./gameliststate.js").Answers["TournamentLine"][]}} */
    const { tournaments } = await get(`/tournaments?state=open&limit=${CUPS}`);
    const read = await Promise.all(tournaments.filter(({ rounds }) => rounds).map(cup));
    return read.flatMap((each) => each ?? []);
  } catch (problem) {
    return unread(problem);
  }
}

/**
 * @param {{tournament: string, rounds: number}} line
 * @returns {Promise<import("./gameliststate.js").Running | null>}
 */
async function cup({ tournament, rounds }) {
  try {
    const [state, round] = await Promise.all([get(`/tournaments/${tournament}`), get(`/tournaments/${tournament}/rounds/${rounds}`)]);
    return round.published ? { cup: state, round } : null;
  } catch (problem) {
    unread(problem);
    return null;
  }
}

/**
 * The lines of the games at these tables: those that the list has not are asked for.
 * @param {import("./gameliststate.js").Running[]} running
 * @param {import("./gameliststate.js").Line[]} games of the list
 */
async function linesOf(running, games) {
  const here = new Set(games.map(({ game }) => game));
  const missing = lists.gamesOf(running).filter((game) => !here.has(game));
  if (!missing.length) return games;
  try {
    return [...games, ...(await get(`/games?ids=${missing.join(",")}`)).games];
  } catch (problem) {
    unread(problem);
    return games;
  }
}

/**
 * @param {unknown} problem
 * @returns {never[]}
 */
function unread(problem) {
  if (problem instanceof Problem || problem instanceof Unreachable) return [];
  throw problem;
}

begin().catch(failed);
