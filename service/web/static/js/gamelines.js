/** Writes the players of a game and their points in one line, for lists of games. */

import { h } from "./dom.js";
import { GAME_LINES } from "./texts/start.js";
import { namesOf, signed } from "./texts/words.js";

/**
 * `Anna 4, Ben 2` with the winners in bold.
 * @param {{seats: any[], scores: Record<number, number> | null, winners: number[]}} game
 */
export function scoreWords({ seats, scores, winners }) {
  const name = namesOf(seats);
  return h("span", {}, seats.map(({ seat }, place) => {
    const words = scores ? GAME_LINES.points(name(seat), signed(scores[seat] ?? 0)) : name(seat);
    return [place ? ", " : null, winners?.includes(seat) ? GAME_LINES.won(h("b", {}, words)) : words];
  }));
}
