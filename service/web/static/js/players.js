/** The players of the club, with the results of their games. */

import { call, get, nextOf, session } from "./api.js";
import { byId, h, on, redraw, spoken } from "./dom.js";
import { failed } from "./failure.js";
import { PLAYERS } from "./texts/games.js";
import { PEOPLE } from "./texts/pages.js";

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {Answers["PlayerStatistics"]} Statistics
 */

/** How long the page waits, in ms, before it asks again for results that are still being counted. */
const AGAIN = 3_000;
/** @type {{club: string, players: Statistics[], next: string | null, again: number}} `next`: the path of the page after them; `again`: the timer */
const shown = { club: "", players: [], next: null, again: 0 };

async function begin() {
  const who = await session();
  const member = who.scopes.length > 0 && !who.limited;
  byId("visitor").hidden = member;
  if (!member) return;
  shown.club = who.club ?? "";
  /** @type {Answers["SystemList"]} */
  const { systems } = await get("/systems");
  byId("system").append(...systems.map(({ slug, name }) => h("option", { value: slug }, name)));
  byId("filter").hidden = byId("words").hidden = false;
  on(byId("main"), { more: () => more(shown.next ?? "").catch(failed) });
  byId("system").addEventListener("change", () => fresh().catch(failed));
  await fresh();
}

async function fresh() {
  shown.players = [];
  const system = byId("system", "select").value;
  await more(`/clubs/${shown.club}/players${system ? `?system=${system}` : ""}`);
}

/** @param {string} path */
async function more(path) {
  /** @type {{body: Answers["PlayerTable"], headers: Headers}} */
  const { body, headers } = await call("GET", path);
  shown.players.push(...body.players);
  shown.next = nextOf(headers.get("Link"));
  redraw(byId("making"), waiting(body));
  clearTimeout(shown.again);
  if (body.behind && shown.players.length === body.players.length) shown.again = setTimeout(again, AGAIN);
  redraw(byId("players"), shown.players.map(row));
  byId("counts").hidden = shown.players.length === 0;
  byId("empty").hidden = shown.players.length > 0 || body.making;
  byId("more").hidden = !shown.next;
}

/** @param {Answers["PlayerTable"]} table */
function waiting({ making, behind }) {
  if (making) return PLAYERS.making;
  return behind ? PLAYERS.behind : "";
}

// Only the first page is read again: a reader who asked for more players keeps those.
function again() {
  if (document.visibilityState === "visible") fresh().catch(() => {});
  else shown.again = setTimeout(again, AGAIN);
}

/** @param {Statistics} player */
function row(player) {
  const name = player.name ?? PEOPLE.unnamed;
  const shared = player.shared ? spoken(PLAYERS.shared(player.shared)) : null;
  const unfinished = player.games - player.finished;
  return h("tr", { "data-key": player.person },
    h("th", { scope: "row" }, h("a", { class: "clip", href: `/clubs/${shown.club}/players/${player.person}`, title: name }, name)),
    h("td", {}, player.games, unfinished ? spoken(PLAYERS.notFinished(unfinished)) : null),
    h("td", {}, player.wins, shared),
    h("td", {}, player.points),
    h("td", {}, player.breaches));
}

begin().catch(failed);
