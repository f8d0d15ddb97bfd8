/** The table of an earlier moment: what is corrected or inserted is written down before that one, not before the table of now. */

import { call } from "./api.js";
import { tableOrder, withdrawn } from "./corrections.js";
import { viewpoint } from "./viewpoint.js";

// Milliseconds. Without an answer the form is drawn all the same, before an empty table.
const PATIENCE = 3_000;

/**
 * The table before which `place` is written down: after the event it follows, or before the one it replaces, as corrected since.
 * @param {any} game the table of now
 * @param {any[]} events in order of version
 * @param {{version: number, replaces?: boolean}} place
 */
export async function tableOf(game, events, place) {
  const version = standingBefore(events, place);
  const query = `at=${version}&as=corrected${viewpoint ? `&view=${viewpoint}` : ""}`;
  return call("GET", `/games/${game.game}?${query}`, { patience: PATIENCE }).then(({ body }) => body, () => bare(game));
}

/** The version of the last event that stands there: the one named or, where that is replaced or was taken back, what came before it at the table. */
export function standingBefore(events, { version, replaces = false }) {
  const gone = withdrawn(events);
  const order = tableOrder(events);
  const place = order.findIndex((event) => event.version === version) + (replaces ? 0 : 1);
  return order.slice(0, place).findLast((event) => event.type !== "Retracted" && !gone.has(event.version))?.version ?? 1;
}

// Nothing is better than cards and turns of another moment.
const bare = (game) => ({ ...game, prompts: [], view: { ...game.view, turn: [], face_up: [], seats: {}, piles: {} } });
