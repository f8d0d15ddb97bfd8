/** Follows a tournament live for a page. One change after the other is drawn, and what could not be read is read again. */

import { chip } from "../chips.js";
import { byId, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { until } from "../until.js";

/**
 * @param {import("./tournament.js").Tournament} tournament
 * @param {(what: any) => Promise<void> | void} changed reads and draws; it is called again after a failure
 */
export function watch(tournament, changed) {
  let queue = Promise.resolve();
  tournament.follow({ state: lamp, changed: (what) => { queue = queue.then(() => until(() => changed(what), lamp)).catch(failed); } });
}

const lamp = (state) => redraw(byId("live"), state === "live" ? chip("live", "Live") : chip("waiting", "No connection"));
