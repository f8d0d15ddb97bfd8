/** The tournaments of the club: first those that are running, each with what is happening in it, then those that are finished. */

import { call, get, nextOf, Problem, session, Unreachable } from "../api.js";
import { chip } from "../chips.js";
import { byId, dotted, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { once } from "../once.js";
import { IN_SHORT, TOURNAMENTS } from "../texts/tournament.js";
import { inShort } from "./sayings.js";

/**
 * @typedef {import("./seen.js").Answers["TournamentLine"]} Line
 * @typedef {import("./seen.js").State} State
 *
 * @typedef {object} Shown
 * @property {Line[]} lines
 * @property {string | null} next the path of the page after them; null: there are no more
 * @property {Map<string, State | null>} states of running tournaments; null: it could not be read
 * @property {boolean} directs whether the visitor directs tournaments
 */

/** @type {Shown} */
const shown = { lines: [], next: "/tournaments", states: new Map(), directs: false };

async function begin() {
  const who = await session();
  shown.directs = who.scopes.includes("direct") && !who.limited;
  on(byId("main"), { more: (button) => once(button, more, byId("told")) });
  await more();
}

async function more() {
  if (!shown.next) return;
  /** @type {{body: import("./seen.js").Answers["TournamentList"], headers: Headers}} */
  const { body, headers } = await call("GET", shown.next);
  shown.lines.push(...body.tournaments);
  shown.next = nextOf(headers.get("Link"));
  draw();
  await Promise.all(body.tournaments.filter((line) => !line.finished).map(look));
}

/**
 * The list says nothing about the state of a tournament, so each tournament is read too.
 * @param {Line} line
 */
async function look(line) {
  try {
    shown.states.set(line.tournament, await get(`/tournaments/${line.tournament}`));
    draw();
  } catch (problem) {
    if (!(problem instanceof Problem || problem instanceof Unreachable)) throw problem;
    shown.states.set(line.tournament, null); // null: the list shows the tournament without its state
    draw();
  }
}

function draw() {
  const running = shown.lines.filter((line) => !line.finished);
  const finished = shown.lines.filter((line) => line.finished);
  redraw(byId("sentence"), sentence(running.length, shown.lines.length));
  redraw(byId("running-list"), running.map(runningLine));
  redraw(byId("finished-list"), finished.map(finishedLine));
  byId("running").hidden = !running.length;
  byId("finished").hidden = !finished.length;
  byId("empty").hidden = shown.lines.length > 0;
  byId("act").hidden = !shown.directs;
  byId("first-step").hidden = !shown.directs;
  byId("for-guests").hidden = shown.directs;
  byId("more").hidden = !shown.next;
}

/**
 * @param {number} running
 * @param {number} all
 */
function sentence(running, all) {
  if (running) return running === 1 ? TOURNAMENTS.oneRuns : TOURNAMENTS.run(running);
  return all ? TOURNAMENTS.noneRuns : TOURNAMENTS.none;
}

/** @param {Line} line */
function runningLine(line) {
  const state = shown.states.get(line.tournament);
  const now = state && inShort(state);
  return h("li", { "data-key": line.tournament },
    h("span", { class: "what" }, title(line),
      h("span", { class: "quiet under" }, state === undefined ? h("span", { class: "skeleton" }, " ") : now?.sentence ?? TOURNAMENTS.rounds(line.rounds))),
    now && chip(now.kind, now.word),
    shown.directs && h("a", { class: "button slim", href: `/tournaments/${line.tournament}/desk`, "aria-label": TOURNAMENTS.deskOf(named(line)) }, TOURNAMENTS.desk));
}

/** @param {Line} line */
const finishedLine = (line) => h("li", { "data-key": line.tournament },
  h("span", { class: "what" }, title(line), h("span", { class: "quiet under" }, dotted([TOURNAMENTS.entries(line.entries), TOURNAMENTS.rounds(line.rounds)]))),
  chip("done", IN_SHORT.finished));

/** @param {Line} line */
const title = (line) => h("a", { href: `/tournaments/${line.tournament}` }, named(line));

/** @param {Line} line */
const named = (line) => line.title ?? TOURNAMENTS.unnamed;

begin().catch(failed);
