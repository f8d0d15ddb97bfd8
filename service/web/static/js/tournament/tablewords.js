/** Words for the sides of a table and their result. */

import { h } from "../dom.js";
import { chip } from "../chips.js";
import { RESULT } from "../texts/hall.js";
import { written } from "./sayings.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("./seen.js").Named} Named
 * @typedef {Pick<Answers["TableResult"], "scores" | "winners">} Result
 */

/**
 * `Anna and Ben against Carl and Dora`; single players at a table of several: `Anna, Ben and Carl`.
 * @param {Named} tournament
 * @param {number[][]} sides
 */
export function playing(tournament, sides) {
  const names = sides.map((side) => tournament.side(side));
  return sides.length > 2 && sides.every((side) => side.length === 1) ? RESULT.together(names) : RESULT.against(names);
}

/**
 * A result in a line: `Anna and Ben 11, Carl and Dora 7: Anna and Ben win`.
 * @param {Named} tournament
 * @param {number[][]} sides
 * @param {Result} result
 */
export function resultLine(tournament, sides, { scores, winners }) {
  const won = outcome(tournament, sides, winners);
  return scores ? RESULT.scored(sides.map((side, place) => ({ name: tournament.side(side), score: written(scores[place]) })), won) : won;
}

/**
 * @param {Named} tournament
 * @param {number[][]} sides
 * @param {number[]} winners
 */
function outcome(tournament, sides, winners) {
  if (!winners.length) return RESULT.nobodyWins;
  const names = winners.map((side) => tournament.side(sides[side]));
  if (winners.length === 1) return RESULT.wins(names[0]);
  return winners.length === sides.length ? RESULT.draw : RESULT.shareTheWin(names);
}

/**
 * The sides with the best score.
 * @param {number[]} scores
 */
export const leaders = (scores) => scores.flatMap((score, side) => (score === Math.max(...scores) ? [side] : []));

/**
 * The list of the sides, with their scores if there is a result; `won` marks the winners.
 * @param {Named} tournament
 * @param {number[][]} sides
 * @param {Result | null} [result]
 */
export function sideList(tournament, sides, result = null) {
  const drew = result?.winners.length === sides.length;
  return h("ul", { class: "sides panel", role: "list", "aria-label": RESULT.whoPlays }, sides.map((side, place) => h("li", {},
    h("span", { class: "what" }, tournament.side(side)),
    result?.winners.includes(place) ? chip("done", drew ? RESULT.drew : RESULT.won) : null,
    result?.scores ? h("span", { class: "score" }, written(result.scores[place])) : null)));
}

/**
 * The newer of two states of a game.
 * @param {Answers["GameState"] | null} read was requested
 * @param {Answers["GameState"] | null} live came over the live stream, perhaps in the meantime
 */
export const newer = (read, live) => (read && live?.game === read.game && live.version > read.version ? live : read);

/**
 * The newest announcement of the last twelve hours, as a message; null if there is none.
 * @param {import("./tournament.js").Tournament} tournament
 */
export function announcement({ state, time }) {
  const [newest] = state.announcements;
  return newest?.text && time.now - newest.at < 12 * 3_600_000 ? h("p", { class: "said" }, RESULT.announced((text) => h("b", {}, text), newest.text)) : null;
}
