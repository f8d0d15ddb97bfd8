/** The page of one person: games, last results, tournaments, partners and opponents. */

import { get } from "./api.js";
import { chip } from "./chips.js";
import { byId, dotted, h, redraw } from "./dom.js";
import { failed } from "./failure.js";
import { addressOf, filterOf } from "./gameliststate.js";
import { CAREER } from "./texts/games.js";
import { dayTime } from "./times.js";

/** @typedef {import("../../types/api.js").components["schemas"]} Answers */
/** @typedef {import("../../types/dom.js").Child} Child */

const { club = "", person = "" } = byId("main").dataset;

async function begin() {
  /** @type {[Answers["PlayerCareer"], Answers["SystemList"]]} */
  const [player, { systems }] = await Promise.all([get(`/clubs/${club}/players/${person}`), get("/systems")]);
  const names = new Map(systems.map(({ slug, name }) => [slug, name]));
  draw(player, (slug) => names.get(slug) ?? slug);
}

/**
 * @param {Answers["PlayerCareer"]} player
 * @param {(slug: string) => string} called the name of a system
 */
function draw(player, called) {
  const { games, finished, wins, last, tournaments, partners, opponents, systems, in_tournaments: cups } = player;
  redraw(byId("said"), player.whole ? CAREER.said(games, finished) : CAREER.newest(games));
  const counts = [[CAREER.played, games], [CAREER.won, wins], [CAREER.share, finished ? CAREER.percent(wins / finished) : "–"]];
  if (cups.entered) counts.push([CAREER.entered, cups.entered]);
  if (cups.finished) counts.push([CAREER.cupsWon, cups.won], [CAREER.firstThree, cups.first_three]);
  redraw(byId("short"), counts.map(([word, value]) => h("div", {}, h("dt", {}, word), h("dd", {}, value))));
  part("last", last, (game) => line(`/games/${game.game}/replay`, called(game.system), dayTime(game.opened_at), chip(game.won ? "done" : "waiting", game.won ? CAREER.won : CAREER.notWon)));
  part("tournaments", tournaments, (cup) => line(`/tournaments/${cup.tournament}/entries/${cup.entry}`, cup.title ?? CAREER.untitled, dotted([CAREER.entries(cup.entries), !cup.finished && CAREER.running]), h("b", {}, cup.place === null ? "–" : CAREER.place(cup.place))));
  part("opponents", opponents, met);
  part("partners", partners, met);
  part("systems", Object.entries(systems), ([slug, counts]) => row(h("span", { class: "clip", title: called(slug) }, called(slug)), [counts.games, counts.wins, counts.points]));
  byId("games").setAttribute("href", addressOf(filterOf(new URLSearchParams({ q: player.name }))));
  byId("loaded").hidden = false;
}

/**
 * A part of the page; it is left out if it has no lines.
 * @template Item
 * @param {string} name
 * @param {Item[]} items
 * @param {(item: Item) => HTMLElement} drawn
 */
function part(name, items, drawn) {
  byId(`${name}-panel`).hidden = !items.length;
  redraw(byId(name), items.map(drawn));
}

/**
 * @param {string} href
 * @param {string} title
 * @param {Child} about
 * @param {Child} end
 */
const line = (href, title, about, end) => h("li", {}, h("span", { class: "what" }, h("a", { href }, title), h("span", { class: "quiet" }, about)), end);

/** @param {Answers["MetPerson"]} other */
const met = ({ person: id, name, games, wins, losses }) => row(h("a", { class: "clip", href: `/clubs/${club}/players/${id}`, title: name }, name), [games, wins, losses]);

/**
 * @param {Child} name
 * @param {number[]} numbers
 */
const row = (name, numbers) => h("tr", {}, h("th", { scope: "row" }, name), numbers.map((number) => h("td", {}, number)));

begin().catch(failed);
