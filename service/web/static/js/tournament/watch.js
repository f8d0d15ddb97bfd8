/** Follows a tournament live for a page. Changes are drawn one after the other. After a failure, reading is tried again. */

import { chip } from "../chips.js";
import { byId, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { HALL } from "../texts/hall.js";
import { until } from "../until.js";

/**
 * @param {import("./tournament.js").Tournament} tournament
 * @param {(what: import("../../../types/api.js").components["schemas"]["TournamentChanges"]) => Promise<void> | void} changed reads and draws; it is called again after a failure
 */
export function watch(tournament, changed) {
  let queue = Promise.resolve();
  tournament.follow({ state: lamp, changed: (what) => { queue = queue.then(() => until(() => changed(what), lamp)).catch(failed); } });
}

/** @param {"live" | "waiting"} state */
const lamp = (state) => redraw(byId("live"), state === "live" ? chip("live", HALL.live) : chip("waiting", HALL.noConnection));
