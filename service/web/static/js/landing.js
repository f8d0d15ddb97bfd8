/** The lists of the first page: the public games in play and the public tournaments of every club. */

import { get } from "./api.js";
import { chip } from "./chips.js";
import { byId, dotted, h, redraw } from "./dom.js";
import { messageOf } from "./failure.js";
import { scoreWords } from "./gamelines.js";
import { steadily } from "./sight.js";
import { FORMATS, LANDING } from "./texts/start.js";
import { plain } from "./texts/words.js";

/**
 * @typedef {import("../../types/dom.js").Child} Child
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 */

const BETWEEN = 20_000;

async function begin() {
  /** @type {Answers["SystemList"]} */
  const { systems } = await get("/systems");
  const names = new Map(systems.map(({ slug, name }) => [slug, name]));
  await draw(names);
  setInterval(() => document.visibilityState === "visible" && draw(names).catch(() => {}), BETWEEN);
}

/** @param {Map<string, string>} systems */
async function draw(systems) {
  /** @type {Answers["PublicLists"]} */
  const { games, tournaments } = await get("/public");
  const several = new Set([...games, ...tournaments].map(({ club }) => club)).size > 1;
  steadily(() => {
    redraw(byId("live"), games.map((game) => gameRow(game, systems.get(game.system) ?? game.system, several)));
    redraw(byId("cups"), tournaments.map((cup) => cupRow(cup, several)));
    byId("no-live").hidden = games.length > 0;
    byId("no-cups").hidden = tournaments.length > 0;
  });
}

/**
 * @param {Answers["PublicGame"]} game
 * @param {string} system
 * @param {boolean} several whether there are games of several clubs
 */
function gameRow(game, system, several) {
  const about = [game.title && system, scoreWords(game), several && game.club];
  return row(game.game, `/games/${game.game}?watch`, game.title || system, about, chip("live", LANDING.inPlay));
}

/**
 * @param {Answers["PublicTournament"]} cup
 * @param {boolean} several
 */
function cupRow(cup, several) {
  const about = [FORMATS[cup.format] ?? plain(cup.format), LANDING.entries(cup.entries), several && cup.club];
  const state = cup.finished ? chip("done", LANDING.finished) : cup.rounds ? chip("live", LANDING.round(cup.rounds)) : chip("waiting", LANDING.notBegun);
  return row(cup.tournament, `/tournaments/${cup.tournament}`, cup.title || LANDING.untitled, about, state);
}

/**
 * @param {string} key
 * @param {string} href
 * @param {string} title
 * @param {Child[]} about
 * @param {Child} state
 */
const row = (key, href, title, about, state) =>
  h("li", { "data-key": key }, h("span", { class: "what" }, h("a", { href }, title), h("span", { class: "quiet about" }, dotted(about))), state);

begin().catch((problem) => {
  for (const id of ["live", "cups"]) redraw(byId(id), h("li", {}, h("span", { class: "error", role: "alert" }, messageOf(problem))));
  if (!problem.status) throw problem;
});
