/**
 * Times in the reader's language (24 hours or 12) and time zone, wherever the table is.
 */

import { h } from "./dom.js";

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Time of day, with the day in its tooltip; `ms` since 1970 UTC. */
export const clockTime = (ms) => h("time", { datetime: iso(ms), title: DAY.format(ms) }, CLOCK.format(ms));

/** Day and time; `ms` since 1970 UTC. */
export const dayTime = (ms) => h("time", { datetime: iso(ms) }, DAY.format(ms));

const iso = (ms) => new Date(ms).toISOString();
