/** The life of a game in words: its state, who has confirmed it and who has not, who may still correct what, and what comes next. */

import { totals } from "./confirm.js";
import { h } from "./dom.js";
import { tag } from "./evidence.js";
import { unsure } from "./position.js";
import { capital, listed, namesOf } from "./words.js";

const FEW = 4;
const OVER = new Set(["finished", "confirmed", "final"]);

/**
 * The part of the page under the headline when the game has ended; null while the game is played. `again`: whether to offer a rematch to a
 * visitor who may record. `back`: for visitors with the link of a table or entry, the link to the page of that table or entry.
 * @param {import("./gamestate.js").Game} game
 * @param {{again?: boolean, back?: HTMLElement | null}} [offers]
 */
export function lifeOf(game, { again = true, back = null } = {}) {
  const say = SAY[game.state] ?? (() => []);
  const gone = game.life?.removed ?? null;
  if (!SAY[game.state] && gone === null) return null;
  return h("div", { class: "life" }, OVER.has(game.state) ? result(game) : null, [...say(game), gone !== null && REMOVED(gone)].filter(Boolean).map((said) => h("p", {}, said)), SAY[game.state] ? next(game, { mayAgain: again, back }) : null);
}

/** How to change a confirmed result, for visitors who may not correct it. */
export const WAY_OUT = "A director can correct it or rule on it: ask for the director, or open this table with the director’s link.";

function result(game) {
  const many = game.seats.length > FEW;
  return [h("p", {}, h("b", {}, "Result: ", many ? null : totals(game)), " ", unsure(game) && h("b", { class: "unsure" }, `${capital(unsure(game))}. `), tag(game.outcome.evidence)), many ? scoreLine(game) : null];
}

function scoreLine({ seats, outcome }) {
  const name = namesOf(seats);
  return h("ul", { class: "score-line", role: "list" }, seats.map(({ seat }) => h("li", {}, h("span", { class: "clip", title: name(seat) }, name(seat)), h("b", {}, outcome.scores[seat] ?? ""))));
}

const REMOVED = (why) => `This game was removed from the lists${why ? ` (${why})` : ""}. It counts in no statistics; who has its link still finds it here. A director can take this back.`;

const SAY = {
  finished: (game) => [waiting(game)],
  confirmed: (game) => [`Confirmed by ${confirmers(game)}.`, game.prompts && line(game)],
  final: (game) => ["This result is final.", game.prompts && line(game)],
  abandoned: (game) => [`The game was abandoned${reason(game)}: nobody wins.`],
  unfinished: (game) => [`Time was called${reason(game)}: the game is unfinished.`],
  annulled: (game) => [`This game was annulled${reason(game)}. It counts in no standings; its record stays.`],
  archived: () => ["This record is in the archive."],
};

function waiting(game) {
  const awaiting = game.life?.awaiting ?? [];
  const who = awaiting.length > FEW ? `${awaiting.length} players` : listed(awaiting.map(namesOf(game.seats)));
  return `Nobody has confirmed it yet${who && `; one of ${who} is enough`}.`;
}

function line(game) {
  const below = game.life?.may.correct_below ?? null;
  return below === null ? "As a director you may still correct it." : [`Events up to ${below} can no longer be corrected here. `, WAY_OUT];
}

/** A sentence that says who confirmed the result; empty when nobody did. */
export const settledBy = (game) => (game.life?.confirmed ? `Confirmed by ${confirmers(game)}. ` : "");

const confirmers = (game) => listed((game.life?.confirmed?.seats ?? []).map(namesOf(game.seats)));

const reason = (game) => (game.life?.reason ? ` (${game.life.reason})` : "");

function next(game, { mayAgain, back }) {
  const again = game.life?.rematch;
  const may = game.life?.may ?? {};
  return h("p", { class: "choices" },
    back ? h("a", { class: "button primary", href: back.href }, `Back to ${back.dataset.word.replace("My", "my").replace("T", "t")}`) : null,
    may.finalise ? h("button", { type: "button", "data-do": "final" }, "Make the result final") : null,
    again ? h("a", { class: "button", href: `/games/${again}` }, "Open the rematch") : game.prompts && mayAgain && h("button", { type: "button", "data-do": "rematch" }, "Rematch: same seats"));
}
