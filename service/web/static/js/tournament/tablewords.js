/** Words for the sides of a table and their result. */

import { h } from "../dom.js";
import { chip } from "../chips.js";
import { listed } from "../texts/words.js";
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
  return sides.length > 2 && sides.every((side) => side.length === 1) ? listed(names) : names.join(" against ");
}

/**
 * A result in a line: `Anna and Ben 11, Carl and Dora 7: Anna and Ben win`.
 * @param {Named} tournament
 * @param {number[][]} sides
 * @param {Result} result
 */
export function resultLine(tournament, sides, { scores, winners }) {
  const points = scores && sides.map((side, place) => `${tournament.side(side)} ${written(scores[place])}`).join(", ");
  return [points, outcome(tournament, sides, winners)].filter(Boolean).join(": ");
}

/**
 * @param {Named} tournament
 * @param {number[][]} sides
 * @param {number[]} winners
 */
function outcome(tournament, sides, winners) {
  if (!winners.length) return "nobody wins";
  const names = listed(winners.map((side) => tournament.side(sides[side])));
  if (winners.length === 1) return `${names} ${several(tournament, sides[winners[0]]) ? "win" : "wins"}`;
  return winners.length === sides.length ? "a draw" : `${names} share the win`;
}

// Whether the verb after the name of a side is plural: the side has two entries, or its name is like `Anna and Ben` or `The Aces`.
/**
 * @param {Named} tournament
 * @param {number[]} side
 */
function several(tournament, side) {
  return side.length > 1 || / and | & |^the .*s$/i.test(tournament.name(side[0]));
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
  return h("ul", { class: "sides panel", role: "list", "aria-label": "Who plays here" }, sides.map((side, place) => h("li", {},
    h("span", { class: "what" }, tournament.side(side)),
    result?.winners.includes(place) ? chip("done", drew ? "Draw" : "Won") : null,
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
  return newest?.text && time.now - newest.at < 12 * 3_600_000 ? h("p", { class: "said" }, h("b", {}, "From the director: "), newest.text) : null;
}
