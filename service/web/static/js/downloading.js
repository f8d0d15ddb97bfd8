/** The button that downloads the records of the games that the list is filtered to, one a line, as the visitor may see them. */

import { nextOf, Problem } from "./api.js";
import { byId, redraw } from "./dom.js";
import { filterOf, pathOf } from "./gameliststate.js";
import { once } from "./once.js";
import { saveAs } from "./saving.js";
import { DOWNLOAD } from "./texts/games.js";

const TRIES = 5;
const PAUSE = 2_000;

async function download() {
  const pages = [];
  let games = 0;
  /** @type {string | null} */
  let path = pathOf(filterOf(location.search)).replace("/games?", "/records?");
  while (path) {
    const { lines, next } = await page(path);
    pages.push(new Blob([lines]));
    games += lines.split("\n").length - 1;
    redraw(byId("records-told"), DOWNLOAD.progress(games));
    path = next;
  }
  saveAs(new Blob(pages, { type: "application/x-ndjson" }), "games.ndjson");
  redraw(byId("records-told"), DOWNLOAD.done(games));
}

/**
 * Read one page. It is asked for again if the connection broke or the server is busy.
 * @param {string} path
 * @returns {Promise<{lines: string, next: string | null}>}
 */
async function page(path, tries = TRIES) {
  try {
    const answer = await fetch(`/api/v1${path}`);
    if (!answer.ok) throw new Problem(answer.status, await answer.json());
    return { lines: await answer.text(), next: nextOf(answer.headers.get("Link")) };
  } catch (problem) {
    if (problem instanceof Problem && !problem.passes) throw problem;
    if (tries === 1) throw new Error(DOWNLOAD.lost);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    return page(path, tries - 1);
  }
}

byId("records").addEventListener("click", ({ currentTarget }) => once(/** @type {HTMLElement} */ (currentTarget), download, byId("records-told")));
