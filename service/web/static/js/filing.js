/** The panel for directors on the page of games: it exports all games of the club as one archive, shows the progress, and links to the import. */

import { call, get, session } from "./api.js";
import { byId, h, on, redraw } from "./dom.js";
import { FILING } from "./texts/record.js";
import { dayTime } from "./times.js";

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
  if (latest.state === "failed") return FILING.failed(latest.reason ?? "");
  if (latest.state !== "done") return latest.total === null ? FILING.soon : "";
  return [
    h("a", { class: "button primary", href: latest.file, download: true }, FILING.download(latest.done - latest.failed)),
    h("span", { class: "quiet" }, " ", FILING.file(size(latest.bytes ?? 0), dayTime(latest.requested_at), dayTime(latest.expires_at)), latest.failed ? [" ", FILING.unread(latest.failed)] : null),
  ];
}

/** @param {number} bytes */
const size = (bytes) => (bytes < 1e6 ? FILING.kilobytes(Math.ceil(bytes / 1e3)) : FILING.megabytes(bytes / 1e6));

/** @param {Error} problem */
function complain(problem) {
  redraw(byId("filing-told"), h("span", { class: "error" }, problem.message));
}

begin().catch(complain);
