/**
 * Draws the matches of a knock-out. Each part is a list of rounds, and each round a list of matches; a wide screen draws them as a tree, a
 * phone shows one round at a time.
 */

import { h, spoken } from "../dom.js";
import { HALL } from "../texts/hall.js";
import { BRACKET, PAIRINGS, SIGNS } from "../texts/tournament.js";
import { coming, isDouble, roundsOf } from "./matches.js";
import { openNow, written } from "./sayings.js";

/**
 * @typedef {import("./seen.js").Seen} Seen
 * @typedef {import("./seen.js").Answers["BracketMatch"]} Match
 * @typedef {Record<string, number>} Chosen the round that a phone shows, by the part of the bracket; a part without one shows the round in play
 *
 * @typedef {object} Place where a match stands in its tree, in rows of one side each
 * @property {number} y its middle
 * @property {number} up how far above it the match stands from which its first side comes; 0: from none of this tree
 * @property {number} down how far below it the match of its second side stands
 */

/**
 * The parts of a bracket. Its buttons have `data-do="round"`; `chooses` takes a tap on one.
 * @param {Seen} tournament
 * @param {Pick<import("./seen.js").Answers["TournamentBracket"], "matches" | "ahead">} bracket
 * @param {Chosen} chosen
 */
export function bracketParts(tournament, { matches, ahead }, chosen) {
  const double = isDouble(matches);
  const parts = [
    { part: "main", title: double ? BRACKET.parts.upper : BRACKET.parts.main, of: ["main"] },
    { part: "lower", title: BRACKET.parts.lower, of: ["lower"] },
    { part: "third", title: BRACKET.parts.third, of: ["third"] },
    { part: "fifth", title: BRACKET.parts.fifth, of: ["fifth"] },
    { part: "seventh", title: BRACKET.parts.seventh, of: ["seventh"] },
    { part: "final", title: BRACKET.parts.final, of: ["final", "again"] },
  ];
  const note = ahead && h("p", { class: "quiet", "data-key": "ahead" }, BRACKET.ahead(ahead.after), ahead.groups > 1 && ahead.top === 0 && BRACKET.exchanged);
  return [note, ...parts.map(({ part, title, of }) => {
    const within = matches.filter((match) => of.includes(match.part));
    return within.length > 0 && panel(tournament, { part, title, matches: within, ahead, double, chosen: chosen[part] });
  })];
}

/**
 * @param {Chosen} chosen
 * @param {HTMLElement} button
 */
export function chooses(chosen, button) {
  chosen[button.dataset.part ?? ""] = Number(button.dataset.round);
}

/**
 * @param {Seen} tournament
 * @param {{part: string, title: string, matches: Match[], ahead: import("./matches.js").Ahead | null, double: boolean, chosen: number | undefined}} of
 */
function panel(tournament, { part, title, matches, ahead, double, chosen }) {
  const named = roundsOf(matches, part === "main" && !double);
  const rounds = [...named.keys()];
  const open = matches.find(({ winner, state }) => winner === null && state !== "walk-over" && state !== "forfeit") ?? matches.at(-1);
  const now = chosen ?? open?.round;
  const places = placed(matches);
  const names = [...named.values()];
  const height = Math.max(...[...places.values()].map(({ y }) => y)) + 1;
  return h("section", { class: "panel stack", "data-key": part },
    h("h2", { id: `title-${part}` }, title),
    h("div", { class: "choices rounds-of", role: "group", "aria-label": BRACKET.rounds(title), hidden: rounds.length < 2 }, rounds.map((round, at) => h("button", { type: "button", class: "slim", "data-key": `r${round}`, "data-do": "round", "data-part": part, "data-round": round, "aria-pressed": String(round === now) }, names[at]))),
    h("div", { class: "scroll", role: "region", "aria-labelledby": `title-${part}`, tabindex: "0" },
      h("div", { class: "tree", style: `--rows:${height};--columns:${rounds.length}` }, rounds.map((round, at) => h("section", { class: round === now ? "round now" : "round", "data-key": `r${round}`, style: `--x:${at}` },
        h("h3", {}, names[at]),
        h("ol", { role: "list" }, matches.filter((match) => match.round === round).map((match) => drawn(tournament, match, ahead, places.get(match.match)))))))));
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
 * @param {Seen} tournament
 * @param {Match} match
 * @param {import("./matches.js").Ahead | null} ahead
 * @param {Place | undefined} place
 */
function drawn(tournament, match, ahead, place = { y: 0, up: 0, down: 0 }) {
  const wires = `${place.up ? " above" : ""}${place.down ? " below" : ""}`;
  const seated = match.moved ? match.seated : [];
  const others = match.moved ? match.sides.flatMap(({ entry }) => (entry === null || seated.includes(entry) ? [] : [tournament.name(entry)])) : [];
  return h("li", { class: `match${wires}${match.state === "open" ? " running" : ""}`, "data-key": `m${match.match}`, style: `--y:${place.y};--up:${place.up};--down:${place.down}` },
    h("p", { class: "about quiet" }, h("span", {}, BRACKET.match(match.match)), h("span", {}, where(tournament, match))),
    h("ul", { class: "two", role: "list" }, match.sides.map((side, at) => sided(tournament, match, seated[at] ?? side.entry, coming(side, ahead)))),
    others.length > 0 && h("p", { class: "moved" }, BRACKET.moved(others)));
}

/**
 * @param {Seen} tournament
 * @param {Match} match
 * @param {number | null} entry
 * @param {string} comes who comes here, in words
 */
function sided(tournament, match, entry, comes) {
  const won = entry !== null && entry === match.winner;
  const score = match.scores?.[match.seated.indexOf(entry ?? 0)];
  const name = entry === null ? h("span", { class: "who quiet", title: comes }, comes) : h("span", { class: "who", title: tournament.name(entry) }, tournament.name(entry));
  return h("li", { class: won ? "won" : match.winner ? "lost" : null }, name, h("span", { class: "score" }, score === undefined ? null : written(score), won ? [" ", SIGNS.won(spoken)] : null));
}

/**
 * @param {Seen} tournament
 * @param {Match} match
 */
function where(tournament, { part, state, table, round }) {
  if (state === "coming") return part === "again" ? BRACKET.secondFinal : null;
  if (state === "walk-over") return BRACKET.walkOver;
  if (state === "tied") return BRACKET.tied;
  if (state === "forfeit") return PAIRINGS.withoutPlay;
  return table === null ? null : [HALL.table(table), state === "open" && ` · ${openNow(tournament, round)}`];
}
