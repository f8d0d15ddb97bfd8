/** Writes the players of a game and their points in one line, for lists of games. */

import { h } from "./dom.js";
import { GAME_LINES } from "./texts/start.js";
import { namesOf, signed } from "./texts/words.js";

/**
 * `Anna 4, Ben 2` with the winners in bold; partners together: `Anna & Cleo 143, Ben & Dan 60`.
 * @param {{seats: any[], sides?: number[][], scores: Record<number, number> | null, winners: number[]}} game
 */
export function scoreWords({ seats, sides = [], scores, winners }) {
  const name = namesOf(seats);
  const alone = seats.filter(({ seat }) => !sides.flat().includes(seat)).map(({ seat }) => [seat]);
  return h("span", {}, [...sides, ...alone].map((side, place) => {
    const names = GAME_LINES.side(side.map(name));
    const words = scores ? GAME_LINES.points(names, signed(scores[side[0]] ?? 0)) : names;
    return [place ? ", " : null, side.some((seat) => winners?.includes(seat)) ? GAME_LINES.won(h("b", {}, words)) : words];
  }));
}
