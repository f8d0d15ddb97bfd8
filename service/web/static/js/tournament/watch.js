/** Follows a tournament live for a page. Changes are drawn one after the other. After a failure, reading is tried again. */

import { chip } from "../chips.js";
import { byId, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { HALL } from "../texts/hall.js";
import { IN_SHORT } from "../texts/tournament.js";
import { until } from "../until.js";

/**
 * @typedef {import("./tournament.js").Tournament} Tournament
 * @typedef {import("../../../types/api.js").components["schemas"]["TournamentChanges"]} Changes
 * @typedef {"live" | "waiting"} Connection
 */

/**
 * @param {Tournament} tournament
 * @param {(what: Changes) => Promise<void> | void} changed reads and draws; it is called again after a failure
 */
export function watch(tournament, changed) {
  let queue = Promise.resolve();
  /** @type {Connection} */
  let connection = "live";
  const told = (/** @type {Connection} */ state) => {
    connection = state;
    redraw(byId("live"), lamp(tournament, state));
  };
  const drawn = async (/** @type {Changes} */ what) => {
    await until(() => changed(what), told);
    told(connection); // the tournament may be over now
  };
  tournament.follow({ state: told, changed: (what) => { queue = queue.then(() => drawn(what)).catch(failed); } });
}

/**
 * Whether the page is live. A tournament that is over is not.
 * @param {Tournament} tournament
 * @param {Connection} connection
 */
export function lamp({ state: { finished } }, connection) {
  if (connection === "waiting") return chip("waiting", HALL.noConnection);
  return finished ? chip("done", IN_SHORT.finished) : chip("live", HALL.live);
}
