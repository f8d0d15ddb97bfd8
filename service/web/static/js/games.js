/** The games of the club, newest first. */

import { call, get, nextOf, session } from "./api.js";
import { byId, h, on, redraw } from "./dom.js";
import { failed } from "./failure.js";
import { dayTime } from "./times.js";
import { capital, namesOf, stateLabel } from "./words.js";

const shown = { games: [], next: null, systems: new Map(), scopes: [], game: undefined };

async function begin() {
  const [who, { systems }] = await Promise.all([session(), get("/systems")]);
  Object.assign(shown, { scopes: who.scopes, game: who.game, systems: new Map(systems.map((system) => [system.slug, system])) });
  byId("start").hidden = !(may("record") && !who.game);
  byId("players").hidden = !who.scopes.length || Boolean(who.game);
  byId("visitor").hidden = who.scopes.length > 0;
  byId("how-to-start").hidden = byId("start").hidden;
  byId("signed-in").hidden = !who.scopes.length;
  redraw(byId("club"), who.club ?? "");
  on(byId("main"), {
    leave: () => call("DELETE", "/session").then(() => location.reload(), failed),
    more: () => more(shown.next).catch(failed),
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
  redraw(byId("games"), shown.games.map(card));
  byId("empty").hidden = shown.games.length > 0;
  byId("more").hidden = !shown.next;
}

const may = (scope) => shown.scopes.includes(scope) || shown.scopes.includes("direct");

function card(game) {
  const system = shown.systems.get(game.system)?.name ?? game.system;
  const records = may("record") && (!shown.game || shown.game === game.game);
  return h("li", { class: "panel game-card", "data-key": game.game },
    h("div", { class: "game-head" },
      h("h2", {}, h("a", { href: `/games/${game.game}`, title: game.title || system, class: "clip" }, game.title || system)),
      h("span", { class: `state ${game.state}` }, capital(stateLabel(game.state)))),
    h("p", { class: "quiet" }, [game.title && system, dayTime(game.opened_at), capital(game.visibility)].filter(Boolean).flatMap((part, n) => (n ? [" · ", part] : [part]))),
    scores(game),
    h("p", { class: "choices" },
      records && game.state === "open" && h("a", { class: "button primary", href: `/games/${game.game}` }, "Record"),
      h("a", { class: "button", href: `/games/${game.game}${records ? "?watch" : ""}` }, game.state === "open" ? "Watch live" : "Final table"),
      h("a", { class: "button", href: `/games/${game.game}/replay` }, "Replay")));
}

function scores(game) {
  const name = namesOf(game.seats);
  return h("ul", { class: "score-line", role: "list" }, game.seats.map(({ seat }) => {
    const won = game.winners?.includes(seat);
    return h("li", { class: won ? "won" : null }, h("span", { class: "clip", title: name(seat) }, name(seat)), game.scores ? h("b", {}, game.scores[seat] ?? 0) : null, won ? h("span", { class: "tag" }, "won") : null);
  }));
}

begin().catch(failed);
