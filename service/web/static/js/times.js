/**
 * Times in the reader's language (24 hours or 12) and time zone, wherever the table is; and spans of time.
 */

import { h } from "./dom.js";

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const MINUTE = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/**
 * Time of day, with the day in its tooltip.
 * @param {number} ms since 1970 UTC
 */
export const clockTime = (ms) => h("time", { datetime: iso(ms), title: DAY.format(ms) }, CLOCK.format(ms));

/**
 * Time of day without seconds, with the day in its tooltip.
 * @param {number} ms since 1970 UTC
 */
export const minuteTime = (ms) => h("time", { datetime: iso(ms), title: DAY.format(ms) }, MINUTE.format(ms));

/**
 * Day and time.
 * @param {number} ms since 1970 UTC
 */
export const dayTime = (ms) => h("time", { datetime: iso(ms) }, DAY.format(ms));

/**
 * A span of time as a clock shows it: `12:04`, `1:00:00`; with a minus when it is negative.
 * @param {number} ms
 */
export function spanWords(ms) {
  const seconds = Math.ceil(ms / 1000);
  const whole = Math.abs(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${seconds < 0 ? "−" : ""}${hours ? `${hours}:${two(minutes)}` : minutes}:${two(rest)}`;
}

/** @param {number} ms */
const iso = (ms) => new Date(ms).toISOString();
