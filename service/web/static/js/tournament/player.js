/**
 * The card of one player, pair or team: place, rounds, games, the reason for the place, and a chart of the points beside those of the
 * leaders.
 */

import { call, nextOf } from "../api.js";
import { chip } from "../chips.js";
import { byId, dotted, h, redraw, spoken } from "../dom.js";
import { failed } from "../failure.js";
import { HALL } from "../texts/hall.js";
import { PEOPLE } from "../texts/pages.js";
import { HEADS, IN_SHORT, NUMBERED, PLAYER, RESULT } from "../texts/tournament.js";
import { explanation, sumsOf } from "./explained.js";
import { gameLink } from "./gamelink.js";
import { arrow } from "./movement.js";
import { newsFace, said } from "./news.js";
import { linesOf, Progress, shownOf } from "./progress.js";
import { RoundClock } from "./roundclock.js";
import { isPlayed, reached, resultOf, written } from "./sayings.js";
import { Tournament } from "./tournament.js";
import { watch } from "./watch.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {Answers["CrossCell"]} Cell
 * @typedef {Answers["GameRow"]} Game
 * @typedef {ReadonlyMap<string, number>} Rounds the rounds of the recorded games, by game
 *
 * @typedef {object} Shown
 * @property {Answers["EntryPlace"]} place
 * @property {Cell[]} cells the rounds of the entry
 * @property {Answers["Standings"]} best the first page of the standings
 * @property {number} [before] the place after the previous round
 */
const MOST_PAGES = 6;
const NEAR = "200px";

const entry = Number(byId("main").dataset.entry);
/** @type {Shown} */
let shown;
let charting = false;
/** @type {Tournament} */
let tournament;
/** @type {RoundClock} */
let clock;
/** @type {Progress} */
let progress;

async function begin() {
  tournament = await Tournament.opened();
  document.title = `${tournament.name(entry)} · ${document.title.split(" · ").slice(1).join(" · ")}`;
  clock = new RoundClock(byId("clock"), tournament.time, newsFace);
  progress = new Progress(byId("progress"));
  byId("breaches").addEventListener("toggle", () => byId("breaches", "details").open && breaches().catch(failed));
  await read();
  draw();
  new IntersectionObserver(near, { rootMargin: NEAR }).observe(byId("progress"));
  watch(tournament, changed);
}

async function read() {
  const former = (tournament.current?.round ?? 0) - 1;
  const before = former > 0 ? tournament.get(`/standings/${entry}?as_of=${former}`) : null;
  const [{ place, row }, best, then] = await Promise.all([explanation(tournament, entry), tournament.get("/standings"), before]);
  shown = { place, cells: (row?.cells ?? []).filter(Boolean), best, before: then?.place };
}

/** @param {Answers["TournamentChanges"]} what */
async function changed(what) {
  const matters = what.since === null ? what.version !== shown.place.version : what.standings || what.entries || what.rounds.length || what.tables.length;
  if (matters) await read();
  draw();
  if (matters) await charted();
}

function draw() {
  const { place, cells, best } = shown;
  const labels = new Map(best.tiebreaks.map(({ name, label }) => [name, label]));
  const [points, ...rest] = place.values;
  const playing = best.through > 0;
  said(sentence(place));
  clock.show(tournament.current);
  /** @type {[string, import("../../../types/dom.js").Child][]} */
  const facts = [[HEADS.place, [playing ? place.place : "–", playing ? arrow(shown.before, place.place) : null]], [HEADS.points, points.total], [PLAYER.won, cells.filter((cell) => cell.outcome === "win").length]];
  redraw(byId("short"), facts.map(([word, value]) => h("div", {}, h("dt", {}, word), h("dd", {}, value))));
  people(cells);
  const added = points.contributions.filter(({ why }) => why === "adjusted");
  redraw(byId("lines"), [...cells.map(line), ...added.map(adjusted)]);
  byId("no-lines").hidden = cells.length > 0;
  byId("why-panel").hidden = !playing || !rest.length;
  redraw(byId("why"), sumsOf(tournament, rest, labels));
  byId("progress").hidden = !playing;
  byId("breaches").hidden = !tournament.may("direct");
}

/** @param {Answers["EntryPlace"]} at */
function sentence({ place }) {
  const name = tournament.name(entry);
  const { state } = tournament;
  const all = state.entries.length;
  if (!shown.best.through) return PLAYER.entered(name);
  if (state.finished) return PLAYER.came(name, place, all);
  return tournament.entries.get(entry)?.withdrawn ? PLAYER.left(name, place, all) : PLAYER.is(name, place, all);
}

/**
 * Shows the people of a team, or, where partners change, the partners that the player has had.
 * @param {Cell[]} cells
 */
function people(cells) {
  const names = tournament.entries.get(entry)?.people_names ?? [];
  const partners = [...new Set(cells.flatMap((cell) => cell.partners))];
  const strong = (/** @type {string} */ words) => h("b", {}, words);
  redraw(byId("people"),
    names.length > 1 ? PLAYER.players(strong, names.map((name) => name ?? PEOPLE.unnamed)) : "",
    partners.length ? PLAYER.partners(strong, partners.map((other) => tournament.name(other))) : "");
}

/**
 * One round: the opponents, each name a link to a card; the result, the points, and the game.
 * @param {Cell} cell
 */
function line(cell) {
  const cards = cell.opponents.map((other) => h("a", { class: "card-link", href: `/tournaments/${tournament.id}/entries/${other}` }, tournament.name(other)));
  const words = [resultOf(tournament, cell), cell.partners.length ? RESULT.withPartner(tournament.side(cell.partners)) : "", cell.table ? NUMBERED.table(cell.table) : ""];
  return h("li", { "data-key": `r${cell.round}` },
    h("span", { class: "number" }, HEADS.roundWithin(spoken, cell.round)),
    h("span", { class: "what" }, cards.length ? h("span", { class: "cards" }, cards) : null, h("span", { class: "quiet" }, dotted(words))),
    h("span", { class: "gained" }, cell.kind === "open" ? isPlayed(tournament, cell.round) && chip("live", IN_SHORT.playing) : h("b", {}, PLAYER.points(cell.points)), gameLink(cell.game, { over: cell.kind !== "open", of: NUMBERED.round(cell.round) })));
}

/**
 * @param {Answers["Summand"]} points
 * @param {number} place in the list
 */
const adjusted = ({ round, value }, place) => h("li", { "data-key": `a${place}` }, h("span", { class: "number" }, round ?? ""), h("span", { class: "what" }, PLAYER.byDirector), h("span", { class: "gained" }, h("b", {}, PLAYER.added(`${Number(value) > 0 ? "+" : ""}${written(value)}`, Number(value)))));

/**
 * The chart needs a request for each line, so it is loaded only when the reader scrolls near it.
 * @param {IntersectionObserverEntry[]} entries
 */
function near([seen]) {
  if (!seen.isIntersecting || charting) return;
  charting = true;
  charted().catch(failed);
}

async function charted() {
  const { through, rows } = shown.best;
  if (reached(tournament.state, through) < 1 || !charting) return;
  progress.show(await linesOf(tournament, shownOf(rows, entry), through), (each) => tournament.name(each), entry);
}

// --- for directors ------------------------------------------------------------------------------------------------------------------------

async function breaches() {
  /** @type {Rounds} */
  const rounds = new Map(shown.cells.flatMap(({ game, round }) => (game ? [[game, round]] : [])));
  const { people = [] } = tournament.entries.get(entry) ?? {};
  const lists = await Promise.all(people.map((person) => gamesOf(person, rounds)));
  const found = lists.flatMap((games, place) => games.map((game) => ({ ...game, breaches: ofPerson(game, people[place]) })));
  const lines = found.filter((game) => game.breaches > 0).map((game) => {
    const round = /** @type {number} */ (rounds.get(game.game));
    return h("li", { "data-key": `${game.game}` },
      h("span", { class: "what" }, HALL.round(round)), chip("breach", PLAYER.breaches(game.breaches)), h("a", { class: "button slim", href: `/games/${game.game}` }, PLAYER.openGame(spoken, round)));
  });
  redraw(byId("breach-list"), lines.length ? lines : h("li", {}, rounds.size ? PLAYER.noBreach : PLAYER.noGame));
}

/**
 * The games of these rounds in the person's list, newest first. Reads pages of the list until all are found, a few pages at most.
 * @param {string} person
 * @param {Rounds} rounds
 */
async function gamesOf(person, rounds) {
  /** @type {Game[]} */
  const found = [];
  /** @type {string | null} */
  let path = `/clubs/${tournament.who.club}/games?player=${person}&limit=50`;
  for (let page = 0; path && page < MOST_PAGES && found.length < rounds.size; page += 1) {
    const { body, headers } = await call("GET", path);
    /** @type {Game[]} */
    const games = body.games;
    found.push(...games.filter(({ game }) => rounds.has(game)));
    path = nextOf(headers.get("Link"));
  }
  return found;
}

/**
 * @param {Game} game
 * @param {string} person
 */
const ofPerson = ({ seats }, person) => seats.filter((seat) => seat.person === person).reduce((sum, seat) => sum + seat.breaches, 0);

begin().catch(failed);
