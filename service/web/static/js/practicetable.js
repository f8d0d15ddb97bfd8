/** What the page of a practice table adds: when the table is cleared, how to keep its game, and that it has ended. */

import { call } from "./api.js";
import { byId, on, redraw } from "./dom.js";
import { copied, linkCard } from "./links.js";
import { once } from "./once.js";
import { PRACTICE_TABLES } from "./texts/pages.js";
import { minuteTime } from "./times.js";

const LONGEST = 60_000; // a timer of a device that slept is late: look at the clock at least once a minute

/** Begin, if this is the page of a practice table. */
export function practiceTable() {
  const line = document.getElementById("practice");
  if (!line) return;
  const ends = Date.now() + Number(line.dataset.left); // by the clock of this device, which may be wrong
  document.querySelectorAll("[data-when]").forEach((each) => redraw(each, PRACTICE_TABLES.clearedAt(minuteTime(ends))));
  const look = () => (Date.now() < ends ? setTimeout(look, Math.min(LONGEST, ends - Date.now())) : end());
  look();
  document.addEventListener("visibilitychange", () => Date.now() < ends || end());
  const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("keep"));
  if (!dialog) return;
  on(line, { keep: () => dialog.showModal() });
  on(dialog, { close: () => dialog.close(), link: (button) => once(button, () => showLink(button), byId("keep-link")), copy: copied });
}

/** @param {HTMLElement} button */
async function showLink(button) {
  const { body } = await call("POST", "/practice/links", { body: {} });
  const card = await linkCard(PRACTICE_TABLES.link, body.link, "keep-address");
  redraw(byId("keep-link"), card);
  button.hidden = true; // a table has only a few links, and this one can be shown to everybody
  byId("keep-link").scrollIntoView({ block: "nearest" });
}

// The page behind goes on without being seen, so that nothing that still waits for an answer fails.
function end() {
  if (byId("main").hidden) return;
  /** @type {HTMLDialogElement | null} */ (document.getElementById("keep"))?.close();
  byId("main").hidden = true;
  byId("main").after(byId("practice-ended", "template").content);
  document.title = PRACTICE_TABLES.endedTitle;
}
