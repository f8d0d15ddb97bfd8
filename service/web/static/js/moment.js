/**
 * Computes the table as it was at an earlier event. While a correction or an insertion is entered, the form shows that table, not the
 * current one.
 */

import { call } from "./api.js";
import { tableOrder, withdrawn } from "./corrections.js";
import { viewpoint } from "./viewpoint.js";

// If no answer comes within this many milliseconds, the form is drawn with an empty table.
const PATIENCE = 3_000;

/** @typedef {import("./record.js").Event} RecordedEvent */

/**
 * The table at `place`, with all corrections applied. If the new event `replaces` the event `version`, the table as it was before that
 * event. Otherwise the table as it was after that event.
 * @param {import("../../types/api.js").components["schemas"]["GameState"]} game the current table
 * @param {RecordedEvent[]} events in order of version
 * @param {{version: number, replaces?: boolean}} place
 * @returns {Promise<import("../../types/api.js").components["schemas"]["GameState"]>}
 */
export async function tableOf(game, events, place) {
  const version = standingBefore(events, place);
  const query = `at=${version}&as=corrected${viewpoint ? `&view=${viewpoint}` : ""}`;
  return call("GET", `/games/${game.game}?${query}`, { patience: PATIENCE }).then(({ body }) => body, () => bare(game));
}

/**
 * The version of the named event. If this event will be replaced or was taken back, the version of the last valid event before it.
 * @param {RecordedEvent[]} events
 * @param {{version: number, replaces?: boolean}} place
 */
export function standingBefore(events, { version, replaces = false }) {
  const gone = withdrawn(events);
  const order = tableOrder(events);
  const place = order.findIndex((event) => event.version === version) + (replaces ? 0 : 1);
  return order.slice(0, place).findLast((event) => event.type !== "Retracted" && !gone.has(event.version))?.version ?? 1;
}

// The game with an empty table, for when the server does not answer. An empty table is better than cards and turns from another time in the
// game.
/** @param {import("../../types/api.js").components["schemas"]["GameState"]} game */
const bare = (game) => ({ ...game, prompts: [], view: { ...game.view, turn: [], face_up: [], seats: {}, piles: {} } });
