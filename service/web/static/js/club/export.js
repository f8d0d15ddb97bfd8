/** Exports the whole club as an archive. Shows the progress and the archives that can be downloaded. */

import { call, get } from "../api.js";
import { chip } from "../chips.js";
import { byId, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { once } from "../once.js";
import { dayTime } from "../times.js";
import { count } from "../words.js";
import { opened } from "./club.js";

const BETWEEN = 1_000;
const UNDER = ["requested", "running"];

async function begin() {
  const page = await opened();
  if (!page.may("direct")) return;
  const root = `${page.path}/exports`;
  on(byId("main"), { export: (button) => once(button, async () => { await call("POST", root); await follow(root); }, byId("archive-error")) });
  byId("export").disabled = false;
  await follow(root);
}

// Reads and shows the list of archives again and again, until no archive is being made. If no answer comes, the next request is sent
// anyway.
async function follow(root) {
  for (let exports = await list(root); ; exports = await list(root).catch(() => exports)) {
    draw(exports);
    if (!exports.some(({ state }) => UNDER.includes(state))) return;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN));
  }
}

const list = async (root) => (await get(root)).exports;

function draw(exports) {
  const now = exports.find(({ state }) => UNDER.includes(state));
  byId("progress").hidden = !now;
  if (now) {
    byId("bar").max = now.total || 1;
    byId("bar").value = now.done;
    redraw(byId("progress-told"), now.total === null ? "The archive will start soon" : `${now.done} of ${count(now.total, "file is", "files are")} in the archive`);
  }
  redraw(byId("archives"), exports.filter((each) => each !== now).map(row));
}

function row({ id, state, file, bytes, done, failed: missing, reason, requested_at, expires_at }) {
  if (state === "failed") return h("li", { "data-key": id }, h("span", { class: "what" }, "Archive of ", dayTime(requested_at), h("span", { class: "quiet" }, `It could not be made: ${reason}. No game was changed.`)), chip("breach", "Failed"));
  const short = missing ? ` ${count(missing, "record")} could not be read; the manifest in the archive says why.` : "";
  return h("li", { "data-key": id }, h("span", { class: "what" }, "Archive of ", dayTime(requested_at), h("span", { class: "quiet" }, `${count(done - missing, "record")}, ${size(bytes)}, kept until `, dayTime(expires_at), `.${short}`)),
    h("a", { class: "button", href: file, download: true }, "Download", h("span", { class: "spoken" }, " this archive")));
}

const size = (bytes) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

begin().catch(failed);
