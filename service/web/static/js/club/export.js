/** Exports the whole club as an archive. Shows the progress and the archives that can be downloaded. */

import { call, get } from "../api.js";
import { chip } from "../chips.js";
import { byId, h, on, redraw, spoken } from "../dom.js";
import { failed } from "../failure.js";
import { once } from "../once.js";
import { EXPORT } from "../texts/club.js";
import { dayTime } from "../times.js";
import { opened } from "./club.js";

/** @typedef {import("../../../types/api.js").components["schemas"]["BulkExportState"]} Archive */

const BETWEEN = 1_000;
const UNDER = ["requested", "running"];

async function begin() {
  const page = await opened();
  if (!page.may("direct")) return;
  const root = `${page.path}/exports`;
  on(byId("main"), { export: (button) => once(button, async () => { await call("POST", root); await follow(root); }, byId("archive-error")) });
  byId("export", "button").disabled = false;
  await follow(root);
}

/**
 * Reads and shows the list of archives again and again, until no archive is being made. If no answer comes, the next request is sent
 * anyway.
 * @param {string} root of the archives in the API
 */
async function follow(root) {
  for (let exports = await list(root); ; exports = await list(root).catch(() => exports)) {
    draw(exports);
    if (!exports.some(({ state }) => UNDER.includes(state))) return;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN));
  }
}

/**
 * @param {string} root
 * @returns {Promise<Archive[]>}
 */
const list = async (root) => (await get(root)).exports;

/** @param {Archive[]} exports */
function draw(exports) {
  const now = exports.find(({ state }) => UNDER.includes(state));
  byId("progress").hidden = !now;
  if (now) {
    byId("bar", "progress").max = now.total || 1;
    byId("bar", "progress").value = now.done;
    redraw(byId("progress-told"), now.total === null ? EXPORT.soon : EXPORT.progress(now.done, now.total));
  }
  redraw(byId("archives"), exports.filter((each) => each !== now).map(row));
}

/** @param {Archive} archive */
function row({ id, state, file, bytes, done, failed: missing, reason, requested_at, expires_at }) {
  if (state === "failed") return h("li", { "data-key": id }, h("span", { class: "what" }, EXPORT.archive(dayTime(requested_at)), h("span", { class: "quiet" }, EXPORT.notMade(reason))), chip("breach", EXPORT.failed));
  /** @type {[number, string, HTMLElement]} */
  const kept = [done - missing, size(/** @type {number} */ (bytes)), dayTime(expires_at)];
  return h("li", { "data-key": id }, h("span", { class: "what" }, EXPORT.archive(dayTime(requested_at)), h("span", { class: "quiet" }, missing ? EXPORT.keptWithout(...kept, missing) : EXPORT.kept(...kept))),
    h("a", { class: "button", href: file, download: true }, EXPORT.download(spoken)));
}

/** @param {number} bytes */
const size = (bytes) => (bytes < 1e6 ? EXPORT.kilobytes(Math.ceil(bytes / 1e3)) : EXPORT.megabytes((bytes / 1e6).toFixed(1)));

begin().catch(failed);
