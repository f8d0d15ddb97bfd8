/**
 * Moments, as the reader's own language writes them (24 hours or 12) and by the reader's own clock, wherever the table stands.
 */

import { h } from "./dom.js";

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Time of day, with the day behind it for whoever points at it; `ms` since 1970 UTC. */
export const clockTime = (ms) => h("time", { datetime: iso(ms), title: DAY.format(ms) }, CLOCK.format(ms));

/** Day and time; `ms` since 1970 UTC. */
export const dayTime = (ms) => h("time", { datetime: iso(ms) }, DAY.format(ms));

const iso = (ms) => new Date(ms).toISOString();
