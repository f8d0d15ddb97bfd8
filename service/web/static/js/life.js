/** The life of a game on its page: who has won, who has confirmed the result and who has not, who may still correct what, and what comes next. */

import { columnsOf, goalOf, targetOf } from "./deals.js";
import { dotted, h, spoken } from "./dom.js";
import { tag } from "./evidence.js";
import { sideSign } from "./felt.js";
import { isOver } from "./gamestate.js";
import { unsure } from "./position.js";
import { LIFE, POSITION, SIDES } from "./texts/table.js";
import { namesOf, pointsSaid, signed } from "./texts/words.js";

/**
 * @typedef {import("../../types/dom.js").Child} Child
 * @typedef {import("./gamestate.js").Game} Game
 *
 * @typedef {object} Placed players who share their points, or one player
 * @property {number} place from 1
 * @property {boolean} shared whether others have the same place
 * @property {number[]} seats
 * @property {number | null} score null: not in the record
 * @property {boolean} won
 */

const FEW = 4;
// A result that somebody saw needs no tag, and who confirmed it is said in words.
const SEEN = new Set(["observed", "confirmed"]);

/**
 * The part of the page under the headline when the game has ended; null while the game is played. `again`: whether to offer a rematch to a
 * visitor who may record. `links`: whether the visitor makes links to the game. `back`: for visitors with the link of a table or entry, the
 * link to the page of that table or entry.
 * @param {Game} game
 * @param {{again?: boolean, links?: boolean, back?: HTMLElement | null}} [offers]
 */
export function lifeOf(game, { again = true, links = false, back = null } = {}) {
  const say = SAY[game.state];
  const gone = game.life?.removed ?? null;
  if (!say && gone === null) return null;
  const said = [...(say?.(game) ?? []), gone !== null && LIFE.removed(gone)].filter(Boolean);
  return h("div", { class: isOver(game) ? "life ended" : "life" }, isOver(game) ? winner(game) : null, said.map((line) => h("p", { class: "life-line" }, line)), say ? next(game, { again, links, back }) : null);
}

/** How to change a confirmed result, for visitors who may not correct it. */
export const WAY_OUT = LIFE.wayOut;

/**
 * Everybody in order of their places. Players who share their points have one place.
 * @param {Game} game
 * @returns {Placed[]}
 */
export function placesOf(game) {
  const { scores, standing, winners } = game.outcome;
  const levelOf = (/** @type {number[]} */ [seat]) => {
    const level = standing.findIndex((group) => group.includes(seat));
    return level < 0 ? standing.length : level;
  };
  const all = columnsOf(game).map((seats) => ({ seats, level: levelOf(seats), score: scores[seats[0]] ?? null, won: seats.some((seat) => winners.includes(seat)) }));
  const placed = all.map(({ level, ...rest }) => ({ ...rest, place: 1 + all.filter((other) => other.level < level).length, shared: all.filter((other) => other.level === level).length > 1 }));
  return placed.sort((one, other) => one.place - other.place || Number(other.won) - Number(one.won));
}

/**
 * `Anna & Cleo win`, `Anna and Ben share it`.
 * @param {Game} game
 */
export function headline(game) {
  const name = namesOf(game.seats);
  const won = placesOf(game).filter((placed) => placed.won);
  const named = won.map(({ seats }) => seats.filter((seat) => game.outcome.winners.includes(seat)).map(name));
  if (!won.length && game.outcome.state === "open") return LIFE.timeCalled; // and the result so far was made final
  if (!won.length) return Object.keys(game.outcome.scores).length ? LIFE.over : LIFE.nobodyWins; // some games end with points alone
  return won.length > 1 ? LIFE.shared(named) : LIFE.win(named[0]);
}

/**
 * The winner on a felt. Two sides have their points beside each other; where there are more, a list has all places.
 * @param {Game} game
 */
function winner(game) {
  const name = namesOf(game.seats);
  const places = placesOf(game);
  const won = places.filter((placed) => placed.won);
  const [first = null] = won;
  const others = places.filter((placed) => !placed.won);
  const pair = places.length === 2 && others.length === 1;
  const said = pair ? against(others[0].seats.map(name), goalOf(game)) : targetOf(game);
  const open = unsure(game);
  return h("div", { class: `winner${won.length > 2 ? " several" : ""}` },
    h("h2", { class: "winner-names" }, headline(game)),
    first?.score === null || !first ? null : h("p", { class: "winner-points" }, h("b", {}, pointsSaid(signed(first.score), first.score, spoken)), pair && others[0].score !== null ? [" ", h("span", {}, LIFE.other(signed(others[0].score), spoken))] : null),
    h("p", { class: "winner-said" }, dotted([said, SEEN.has(game.outcome.evidence.level) ? null : tag(game.outcome.evidence)]), open && h("b", { class: "unsure" }, " ", POSITION.unsure(open), " ")),
    pair || !game.outcome.standing.length ? null : placeList(places, game));
}

/**
 * @param {string[]} names
 * @param {number | null} goal
 */
const against = (names, goal) => (goal === null ? LIFE.against(names) : LIFE.againstTo(names, goal));

/**
 * @param {Placed[]} places
 * @param {Game} game
 */
function placeList(places, game) {
  const name = namesOf(game.seats);
  return h("ol", { class: "places", role: "list" }, places.map(({ place, shared, seats, score, won }) => {
    const names = SIDES.short(seats.map(name));
    return h("li", { class: won ? "won" : null },
      h("span", { class: "place" }, `${place}${shared ? "=" : "."}`),
      h("span", { class: "clip", title: names }, sideSign(seats, game.view), names),
      h("b", {}, score === null ? "" : signed(score)));
  }));
}

/** @type {Partial<Record<string, (game: Game) => Child[]>>} */
const SAY = {
  finished: (game) => [waiting(game)],
  confirmed: (game) => [LIFE.confirmed(confirmers(game)), game.prompts && line(game)],
  final: (game) => [LIFE.final, game.prompts && line(game)],
  abandoned: (game) => [LIFE.abandoned(game.life.reason)],
  unfinished: (game) => [LIFE.stopped(game.life.reason)],
  annulled: (game) => [LIFE.annulled(game.life.reason)],
  archived: () => [LIFE.archived],
};

/** @param {Game} game */
function waiting(game) {
  const { awaiting } = game.life;
  if (!awaiting.length) return LIFE.unconfirmed;
  return awaiting.length > FEW ? LIFE.unconfirmedOfMany(awaiting.length) : LIFE.unconfirmedOf(awaiting.map(namesOf(game.seats)));
}

/** @param {Game} game */
function line(game) {
  const below = game.life.may.correct_below;
  return below === null ? LIFE.directorCorrects : [LIFE.locked(below), " ", LIFE.wayOut];
}

/**
 * A sentence that says who confirmed the result; empty when nobody did.
 * @param {Game} game
 */
export const settledBy = (game) => (game.life?.confirmed ? `${LIFE.confirmed(confirmers(game))} ` : "");

/** @param {Game} game */
const confirmers = (game) => (game.life.confirmed?.seats ?? []).map(namesOf(game.seats));

/**
 * What comes next. The address of a game that not everybody may watch is no use to others, so there only a link is offered.
 * @param {Game} game
 * @param {{again: boolean, links: boolean, back: HTMLElement | null}} offers
 */
function next(game, { again, links, back }) {
  const { rematch, may } = game.life;
  const told = isOver(game) || game.state === "unfinished"; // there is something to show
  return h("p", { class: "choices", "data-key": "next" },
    rematch ? h("a", { class: "button", href: `/games/${rematch}`, "data-key": "rematch" }, LIFE.openRematch) : game.prompts && again && h("button", { type: "button", class: isOver(game) ? "primary" : null, "data-do": "rematch", "data-key": "again", title: LIFE.againTitle }, LIFE.again),
    told && (links || game.visibility !== "private") ? h("button", { type: "button", "data-do": "share-game", "data-key": "share" }, LIFE.share) : null,
    told ? h("a", { class: "button", href: `/games/${game.game}/replay`, "data-key": "replay" }, LIFE.replay) : null,
    may.finalise ? h("button", { type: "button", "data-do": "final", "data-key": "final" }, LIFE.finalise) : null,
    back ? h("a", { class: "button primary", href: back.getAttribute("href"), "data-key": "back" }, LIFE.back(back.dataset.word ?? "")) : null);
}
