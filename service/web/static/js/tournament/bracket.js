/**
 * The page of a knock-out's bracket, below the groups of earlier stages. Each part of it is a list of rounds, and each round a list of matches; a wide screen draws them as a tree,
 * a phone shows one round at a time.
 */

import { byId, h, on, redraw, spoken } from "../dom.js";
import { failed } from "../failure.js";
import { HALL } from "../texts/hall.js";
import { BRACKET, PAIRINGS, RESULT, SIGNS } from "../texts/tournament.js";
import { coming, isDouble, roundsOf } from "./matches.js";
import { newsFace, said } from "./news.js";
import { RoundClock } from "./roundclock.js";
import { groupsOf } from "./stages.js";
import { happening, written } from "./sayings.js";
import { Tournament } from "./tournament.js";
import { watch } from "./watch.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {Answers["BracketMatch"]} Match
 * @typedef {Answers["BracketSide"]} Side
 *
 * @typedef {object} Place where a match stands in its tree, in rows of one side each
 * @property {number} y its middle
 * @property {number} up how far above it the match stands from which its first side comes; 0: from none of this tree
 * @property {number} down how far below it the match of its second side stands
 */

const nothing = /** @type {unknown} */ (null);
const shown = { bracket: /** @type {Answers["TournamentBracket"]} */ (nothing), best: /** @type {Answers["Standings"]} */ (nothing), stages: /** @type {Answers["TournamentStages"]} */ (nothing), rounds: /** @type {Record<string, number>} */ ({}) };
/** @type {Tournament} */
let tournament;
/** @type {RoundClock} */
let clock;

async function begin() {
  tournament = await Tournament.opened();
  clock = new RoundClock(byId("clock"), tournament.time, newsFace);
  on(byId("main"), { round: (button) => { shown.rounds[button.dataset.part ?? ""] = Number(button.dataset.round); draw(); } });
  await read();
  draw();
  watch(tournament, changed);
}

async function read() {
  [shown.bracket, shown.best, shown.stages] = await Promise.all([tournament.get("/bracket"), tournament.get("/standings"), tournament.get("/stages")]);
}

/** @param {Answers["TournamentChanges"]} what */
async function changed(what) {
  if (what.version !== shown.bracket.version) await read();
  draw();
}

function draw() {
  const { matches } = shown.bracket;
  said(happening(tournament, shown.best));
  clock.show(tournament.current);
  byId("empty").hidden = matches.length > 0 || shown.stages.stages.length > 0;
  redraw(byId("stages"), groupsOf(tournament, shown.stages));
  const double = isDouble(matches);
  const parts = [
    { part: "main", title: double ? BRACKET.parts.upper : BRACKET.parts.main, of: ["main"] },
    { part: "lower", title: BRACKET.parts.lower, of: ["lower"] },
    { part: "third", title: BRACKET.parts.third, of: ["third"] },
    { part: "final", title: BRACKET.parts.final, of: ["final", "again"] },
  ];
  redraw(byId("parts"), parts.map(({ part, title, of }) => {
    const within = matches.filter((match) => of.includes(match.part));
    return within.length > 0 && panel(part, title, within, double);
  }));
}

/**
 * @param {string} part
 * @param {string} title
 * @param {Match[]} matches
 * @param {boolean} double
 */
function panel(part, title, matches, double) {
  const named = roundsOf(matches, part === "main" && !double);
  const rounds = [...named.keys()];
  const open = matches.find(({ winner, state }) => winner === null && state !== "walk-over" && state !== "forfeit") ?? matches.at(-1);
  const now = shown.rounds[part] ?? open?.round;
  const places = placed(matches);
  const names = [...named.values()];
  const height = Math.max(...[...places.values()].map(({ y }) => y)) + 1;
  return h("section", { class: "panel stack", "data-key": part },
    h("h2", { id: `title-${part}` }, title),
    h("div", { class: "choices rounds-of", role: "group", "aria-label": BRACKET.rounds(title), hidden: rounds.length < 2 }, rounds.map((round, at) => h("button", { type: "button", class: "slim", "data-key": `r${round}`, "data-do": "round", "data-part": part, "data-round": round, "aria-pressed": String(round === now) }, names[at]))),
    h("div", { class: "scroll", role: "region", "aria-labelledby": `title-${part}`, tabindex: "0" },
      h("div", { class: "tree", style: `--rows:${height};--columns:${rounds.length}` }, rounds.map((round, at) => h("section", { class: round === now ? "round now" : "round", "data-key": `r${round}`, style: `--x:${at}` },
        h("h3", {}, names[at]),
        h("ol", { role: "list" }, matches.filter((match) => match.round === round).map((match) => drawn(match, places.get(match.match)))))))));
}

/**
 * Where each match stands. A match stands in the middle between the two from which its sides come.
 * @param {Match[]} matches of one tree
 * @returns {Map<number, Place>}
 */
function placed(matches) {
  const known = new Map(matches.map((match) => [match.match, match]));
  /** @type {Map<number, Place>} */
  const places = new Map();
  let rows = 0;
  /** @type {(match: Match) => number} */
  const place = (match) => {
    const [first, second] = match.sides.map((side) => {
      const before = side.loser || side.match === null ? undefined : known.get(side.match);
      if (before && !places.has(before.match)) return { y: place(before), from: true };
      rows += 1;
      return { y: rows - 0.5, from: false };
    });
    const y = (first.y + second.y) / 2;
    places.set(match.match, { y, up: first.from ? y - first.y : 0, down: second.from ? second.y - y : 0 });
    return y;
  };
  for (const match of matches.toReversed()) if (!places.has(match.match)) place(match);
  return places;
}

/**
 * @param {Match} match
 * @param {Place | undefined} place
 */
function drawn(match, place = { y: 0, up: 0, down: 0 }) {
  const wires = `${place.up ? " above" : ""}${place.down ? " below" : ""}`;
  const seated = match.moved ? match.seated : [];
  const others = match.moved ? match.sides.flatMap(({ entry }) => (entry === null || seated.includes(entry) ? [] : [tournament.name(entry)])) : [];
  return h("li", { class: `match${wires}${match.state === "open" ? " running" : ""}`, "data-key": `m${match.match}`, style: `--y:${place.y};--up:${place.up};--down:${place.down}` },
    h("p", { class: "about quiet" }, h("span", {}, BRACKET.match(match.match)), h("span", {}, where(match))),
    h("ul", { class: "two", role: "list" }, match.sides.map((side, at) => sided(match, seated[at] ?? side.entry, side))),
    others.length > 0 && h("p", { class: "moved" }, BRACKET.moved(others)));
}

/**
 * @param {Match} match
 * @param {number | null} entry
 * @param {Side} side
 */
function sided(match, entry, side) {
  const won = entry !== null && entry === match.winner;
  const score = match.scores?.[match.seated.indexOf(entry ?? 0)];
  const name = entry === null ? h("span", { class: "who quiet" }, coming(side)) : h("span", { class: "who", title: tournament.name(entry) }, tournament.name(entry));
  return h("li", { class: won ? "won" : match.winner ? "lost" : null }, name, h("span", { class: "score" }, score === undefined ? null : written(score), won ? [" ", SIGNS.won(spoken)] : null));
}

/** @param {Match} match */
function where({ part, state, table }) {
  if (state === "coming") return part === "again" ? BRACKET.secondFinal : null;
  if (state === "walk-over") return BRACKET.walkOver;
  if (state === "tied") return BRACKET.tied;
  if (state === "forfeit") return PAIRINGS.withoutPlay;
  return table === null ? null : [HALL.table(table), state === "open" && ` · ${RESULT.playing}`];
}

begin().catch(failed);
