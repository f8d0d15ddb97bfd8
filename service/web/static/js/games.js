/** The games of the club, newest first. */

import { call, get, nextOf, session } from "./api.js";
import { chip } from "./chips.js";
import { byId, dotted, h, on, redraw } from "./dom.js";
import { failed } from "./failure.js";
import { scoreWords } from "./gamelines.js";
import { dayTime } from "./times.js";
import { capital, stateLabel } from "./words.js";

const CHIPS = { open: "live", finished: "done", confirmed: "done", final: "done" };

const shown = { games: [], next: null, systems: new Map(), scopes: [], game: undefined };

async function begin() {
  const [who, { systems }] = await Promise.all([session(), get("/systems")]);
  Object.assign(shown, { scopes: who.scopes, game: who.game, systems: new Map(systems.map((system) => [system.slug, system])) });
  if (byId("club")) redraw(byId("club"), who.club ?? "");
  on(byId("main"), {
    leave: () => call("DELETE", "/session").then(() => location.reload(), failed),
    more: () => more(shown.next).catch(failed),
    all: () => {
      byId("state").value = "";
      fresh().catch(failed);
    },
  });
  byId("state").addEventListener("change", () => fresh().catch(failed));
  await fresh();
}

async function fresh() {
  shown.games = [];
  const state = byId("state").value;
  await more(`/games?limit=50${state ? `&state=${state}` : ""}`);
}

async function more(path) {
  const { body, headers } = await call("GET", path);
  shown.games.push(...body.games);
  shown.next = nextOf(headers.get("Link"));
  draw();
}

function draw() {
  const state = byId("state").value;
  redraw(byId("games"), shown.games.map(row));
  redraw(byId("empty-title"), state ? `No game is ${stateLabel(state)}` : "No games here yet");
  byId("empty").hidden = shown.games.length > 0;
  byId("empty-none").hidden = state !== "";
  byId("empty-filter").hidden = state === "";
  byId("more").hidden = !shown.next;
  byId("below").hidden = false; // shown last: if it came before the list above it, the list would push it down
}

const may = (scope) => shown.scopes.includes(scope) || shown.scopes.includes("direct");

function row(game) {
  const system = shown.systems.get(game.system)?.name ?? game.system;
  const records = game.state === "open" && may("record") && (!shown.game || shown.game === game.game);
  const visibility = game.visibility === "public" ? null : capital(game.visibility);
  return h("li", { class: "game-row", "data-key": game.game },
    h("span", { class: "what" },
      h("span", { class: "head" },
        h("a", { href: `/games/${game.game}${records ? "" : "?watch"}` }, game.title || system),
        chip(CHIPS[game.state] ?? "waiting", capital(stateLabel(game.state)))),
      h("span", { class: "quiet" }, dotted([dayTime(game.opened_at), game.title && system, visibility])),
      h("span", { class: "quiet" }, scoreWords(game))),
    h("a", { class: "button slim", href: `/games/${game.game}/replay` }, "Replay"));
}

begin().catch(failed);
