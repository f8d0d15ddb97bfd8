/** Draws the list of games (gameliststate.js). */

import { chip } from "./chips.js";
import { byId, dotted, h, redraw, spoken } from "./dom.js";
import { scoreWords } from "./gamelines.js";
import * as lists from "./gameliststate.js";
import { GAMES } from "./texts/games.js";
import { GAME } from "./texts/table.js";
import { TOURNAMENTS } from "./texts/tournament.js";
import { isolated } from "./texts/words.js";
import { dayTime } from "./times.js";
import { inShort } from "./tournament/sayings.js";
import { Seen } from "./tournament/seen.js";

/**
 * @typedef {import("./gameliststate.js").List} List
 * @typedef {import("./gameliststate.js").Line} Line
 * @typedef {import("./gameliststate.js").Running} Running
 * @typedef {import("./api.js").Session} Session
 */

/** @type {Record<string, "live" | "done">} */
const CHIPS = { open: "live", finished: "done", confirmed: "done", final: "done" };

/**
 * The field of the filter with that name.
 * @param {typeof lists.FIELDS[number]} name
 */
export const field = (name) => /** @type {HTMLInputElement | HTMLSelectElement} */ (byId(name));

/**
 * The names of the systems, as the page offers them.
 * @param {string} slug
 */
const systemName = (slug) => byId("system").querySelector(`[value="${CSS.escape(slug)}"]`)?.textContent ?? slug;

/**
 * @param {List} list
 * @param {Session} who
 */
export function draw(list, who) {
  const games = lists.below(list);
  const tables = lists.showsTables(list);
  byId("lists").setAttribute("aria-busy", String(list.loading));
  if (list.loading) return;
  // The lists are new elements, not those that kept their place while they loaded: so nothing is moved down.
  redraw(byId("lists"),
    tables && h("section", { class: "stack", "data-key": "now", "aria-labelledby": "now-word" }, h("h2", { id: "now-word" }, GAMES.onTheTable),
      h("ul", { class: "stack", role: "list" }, list.running.map((each) => cup(each, list, who)))),
    tables && games.length > 0 && h("h2", { "data-key": "all" }, GAMES.others),
    h("ul", { id: "games", class: "rows game-rows", role: "list", "data-key": "games" }, games.map((game) => row(game, who))));
  const any = lists.isAny(list.filter);
  redraw(byId("empty-title"), lists.emptyWords(list, systemName(list.filter.system)));
  byId("empty").hidden = games.length > 0 || tables;
  byId("empty-none").hidden = !any;
  byId("empty-filter").hidden = any;
  redraw(byId("found"), any ? null : list.next ? GAMES.foundAndMore(games.length) : GAMES.found(games.length));
  byId("more").hidden = !list.next;
  byId("download").hidden = !list.games.length && !list.next;
  byId("below").hidden = false; // shown last: if it came before the list above it, the list would push it down
}

/**
 * Where the visitor goes to see the game: who may record it records it.
 * @param {Line} game
 * @param {Session} who
 */
function address({ game, state }, who) {
  const may = who.scopes.includes("record") || who.scopes.includes("direct");
  return `/games/${game}${state === "open" && may && (!who.game || who.game === game) ? "" : "?watch"}`;
}

/** @param {Line} game */
const stateChip = ({ state, table_result: from }) => (from ? chip("done", GAME.decidedElsewhere(from)) : chip(CHIPS[state] ?? "waiting", GAMES.state(state)));

/**
 * @param {Line} game
 * @param {Session} who
 */
function row(game, who) {
  const visibility = game.visibility === "public" ? null : GAMES.visibility(game.visibility);
  return h("li", { class: "game-row", "data-key": game.game },
    h("span", { class: "what" },
      h("a", { class: "names", href: address(game, who) }, scoreWords(game)),
      h("span", { class: "quiet" }, dotted([systemName(game.system), isolated(game.title ?? ""), dayTime(game.opened_at), visibility]))),
    h("span", { class: "side-of-row" },
      stateChip(game),
      h("a", { class: "button slim", href: `/games/${game.game}/replay` }, GAMES.replay)));
}

/**
 * A tournament with the tables that are being played.
 * @param {Running} running
 * @param {List} list
 * @param {Session} who
 */
function cup(running, { seated }, who) {
  const { cup: state, round } = running;
  const seen = new Seen(state.tournament, state, who);
  const left = round.tables.filter((table) => !table.result).length - lists.tables(running).length;
  const rounds = `/tournaments/${state.tournament}/rounds`;
  return h("li", { class: "panel cup", "data-key": state.tournament },
    h("h3", {}, h("a", { href: `/tournaments/${state.tournament}` }, state.title ?? TOURNAMENTS.unnamed)),
    h("p", { class: "quiet" }, inShort(state).sentence),
    h("ul", { class: "rows table-rows", role: "list" }, lists.tables(running).map((table) => {
      const line = table.game === null ? undefined : seated.get(table.game);
      const names = line?.seats.every(({ name }) => name) ? scoreWords(line) : h("span", {}, table.sides.map((entries) => seen.side(entries)).join(" – "));
      return h("li", { "data-key": `t${table.table}` },
        h("span", { class: "number" }, GAMES.table(spoken, table.table)),
        h("a", { class: "names what", href: line ? address(line, who) : rounds }, names),
        line ? stateChip(line) : chip("waiting", GAMES.noRecord));
    })),
    left > 0 && h("p", {}, h("a", { class: "button slim", href: rounds }, GAMES.moreTables(left))));
}
