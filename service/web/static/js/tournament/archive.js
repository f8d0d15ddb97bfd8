/** The button with which directors download a tournament and its games as one archive. A job makes the archive; the page shows how far it is. */

import { call, get } from "../api.js";
import { byId, h, redraw } from "../dom.js";
import { once } from "../once.js";
import { ARCHIVE } from "../texts/director.js";
import { until } from "../until.js";

/** @typedef {import("../../../types/api.js").components["schemas"]["BulkExportState"]} Archive */

const BETWEEN = 500;

/** @param {string} tournament */
async function download(tournament) {
  const archive = await made(tournament).finally(() => { byId("download-progress").hidden = true; });
  if (!archive.file) throw new Error(ARCHIVE.failed(archive.reason));
  redraw(byId("download-told"), ARCHIVE.ready(archive.failed), " ", h("a", { class: "button", href: archive.file, download: true }, ARCHIVE.again));
  location.assign(archive.file);
}

/**
 * Have the archive made, and show how far it is. An archive that is removed meanwhile, such as by an erasure, is not found any more.
 * @param {string} tournament
 */
async function made(tournament) {
  /** @type {Archive} */
  let archive = (await call("POST", `/tournaments/${tournament}/exports`)).body;
  const path = `/clubs/${tournament.split("-")[0]}/exports/${archive.id}`;
  while (archive.state === "requested" || archive.state === "running") {
    draw(archive);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN));
    archive = await until(() => get(path), () => {});
  }
  return archive;
}

/** @param {Archive} archive */
function draw({ done, total }) {
  const bar = byId("download-bar", "progress");
  byId("download-progress").hidden = false;
  bar.max = total ?? 1;
  bar.value = done;
  redraw(byId("download-count"), total === null ? ARCHIVE.soon : ARCHIVE.progress(done, total));
}

byId("download").addEventListener("click", ({ currentTarget }) => {
  const button = /** @type {HTMLElement} */ (currentTarget);
  once(button, () => download(byId("main").dataset.tournament ?? ""), byId("download-told"));
});
