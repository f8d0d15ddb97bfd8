/** Links to recorded games: to watch a game that is being played, or to replay a game that is over. */

import { h, spoken } from "../dom.js";
import { GAME_LINK } from "../texts/hall.js";

/**
 * @param {string | null} game null: nothing was recorded, so there is no link
 * @param {{over: boolean, of: string}} about `of`: such as `table 3`, for screen readers
 */
export function gameLink(game, { over, of }) {
  if (!game) return null;
  const [words, address] = over ? [GAME_LINK.replay, `/games/${game}/replay`] : [GAME_LINK.watch, `/games/${game}?watch`];
  return h("a", { class: "button slim", href: address }, words(spoken, of));
}
