/** The news at the top of a tournament's page: the sentence about its state, the clock of the round, and the announcements. */

import { byId, h, redraw, spoken } from "../dom.js";
import { NEWS } from "../texts/tournament.js";
import { minuteTime, spanWords } from "../times.js";

/** @typedef {import("../../../types/api.js").components["schemas"]} Answers */

const SHOWN = 1;

/**
 * Put the sentence in place, and show what was hidden while the page was loading.
 * @param {string} sentence
 */
export function said(sentence) {
  redraw(byId("sentence"), sentence);
  byId("loading")?.remove();
  byId("loaded").hidden = false;
}

/**
 * Draw the clock of a round, as pages for everybody show it.
 * @param {HTMLElement} root
 * @param {Pick<Answers["RoundSummary"], "started_at" | "due_at" | "rung_at"> | null} round
 * @param {number} now
 */
export function newsFace(root, round, now) {
  root.hidden = !round?.started_at;
  if (!round?.started_at) return;
  if (round.rung_at) redraw(root, NEWS.timeIsUp((words) => h("b", {}, words), minuteTime(round.rung_at)));
  else if (round.due_at) redraw(root, NEWS.left(h("b", { role: "timer" }, spanWords(Math.max(0, round.due_at - now))), minuteTime(round.due_at)));
  else redraw(root, NEWS.playing(minuteTime(round.started_at)));
}

/**
 * The newest announcement, and the others in a fold.
 * @param {HTMLElement} root
 * @param {Answers["TournamentAnnouncement"][]} announcements
 */
export function announced(root, announcements) {
  const texts = announcements.filter(({ text }) => text);
  root.hidden = !texts.length;
  const item = (/** @type {Answers["TournamentAnnouncement"]} */ { version, at, text }) => h("li", { "data-key": `a${version}` }, h("p", {}, NEWS.announcement(spoken, text)), h("p", { class: "quiet" }, minuteTime(at)));
  const older = texts.slice(SHOWN);
  redraw(root,
    h("ul", { class: "announced", role: "list", "aria-live": "polite" }, texts.slice(0, SHOWN).map(item)),
    older.length ? h("details", { class: "fold" }, h("summary", {}, NEWS.older(older.length)), h("ul", { class: "announced", role: "list" }, older.map(item))) : null);
}
