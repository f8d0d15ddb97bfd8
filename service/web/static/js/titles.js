/** What a replay is called. */

import { isOver } from "./gamestate.js";
import { headline, placesOf } from "./life.js";
import { REPLAY } from "./texts/replay.js";
import { isolated, namesOf, signed } from "./texts/words.js";

/** @typedef {import("./gamestate.js").Game} Game */

/**
 * What a replay is called: the result of a game between two sides, who has won, or else its title or its people.
 * @param {Game} game
 * @param {string} system its name
 */
export function titleOf(game, system) {
  const name = namesOf(game.seats);
  if (!isOver(game)) return isolated(game.title ?? "") || (game.seats.some((seat) => seat.name) ? REPLAY.players(game.seats.map(({ seat }) => name(seat))) : system);
  const [first, second, ...more] = placesOf(game);
  const pair = first?.won && second && !second.won && !more.length && first.score !== null && second.score !== null;
  return pair ? REPLAY.beat(first.seats.map(name), second.seats.map(name), signed(Number(first.score)), signed(Number(second.score))) : headline(game);
}
