/** The panel for directors on the page of games: it exports all games of the club as one archive, shows the progress, and links to the import. */

import { call, get, session } from "./api.js";
import { byId, h, on, redraw } from "./dom.js";
import { dayTime } from "./times.js";
import { count } from "./texts/words.js";

/** @typedef {import("../../types/api.js").components["schemas"]["BulkExportState"]} Export */

const BETWEEN = 1000;

async function begin() {
  const who = await session();
  if (!who.scopes.includes("direct") || who.limited) return;
  const root = `/clubs/${who.club}/exports`;
  byId("filing").hidden = false;
  on(byId("filing"), { export: () => ask(root).catch(complain) });
  const [latest] = (await get(root)).exports;
  if (latest) await follow(root, latest);
}

/** @param {string} root the path of the exports */
async function ask(root) {
  await follow(root, (await call("POST", root)).body);
}

// Reads the state of the export again and again, until the export is done or has failed. If no answer comes, the next request is sent
// anyway.
/**
 * @param {string} root
 * @param {Export} first
 */
async function follow(root, first) {
  for (let latest = first; ; latest = await get(`${root}/${latest.id}`).catch(() => latest)) {
    draw(latest);
    if (latest.state === "done" || latest.state === "failed") return;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN));
  }
}

/** @param {Export} latest */
function draw(latest) {
  const under = latest.state === "requested" || latest.state === "running";
  byId("export").setAttribute("aria-disabled", String(under));
  byId("filing-progress").hidden = !under;
  const bar = /** @type {HTMLProgressElement} */ (byId("filing-bar"));
  bar.max = latest.total || 1;
  bar.value = latest.done;
  redraw(byId("filing-told"), statusLine(latest));
}

/** @param {Export} latest */
function statusLine(latest) {
  if (latest.state === "failed") return `The export failed: ${latest.reason}. No game was changed. When the cause is fixed, export again.`;
  if (latest.state !== "done") return latest.total === null ? "The export will start soon." : "";
  const missing = latest.failed ? ` ${count(latest.failed, "game")} could not be read; the manifest in the archive says why.` : "";
  return [
    h("a", { class: "button primary", href: latest.file, download: true }, `Download ${count(latest.done - latest.failed, "game")}`),
    h("span", { class: "quiet" }, ` ${size(latest.bytes ?? 0)}, requested on `, dayTime(latest.requested_at), ", kept until ", dayTime(latest.expires_at), `.${missing}`),
  ];
}

/** @param {number} bytes */
const size = (bytes) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

/** @param {Error} problem */
function complain(problem) {
  redraw(byId("filing-told"), h("span", { class: "error" }, problem.message));
}

begin().catch(complain);
