/**
 * The page for a big screen in the hall. It shows the tables of the round and the standings in turn. It also shows the clock and the
 * director's announcements. Everybody in the hall reads the screen, so a round that is not published is never shown, even to a director.
 *
 * There are no buttons. Keys: arrows turn the page, the space bar stops and starts the turning, Escape goes back to the first page.
 */

import { Problem } from "../api.js";
import { byId, h, redraw, spoken } from "../dom.js";
import { failed } from "../failure.js";
import { NEWS, WALL } from "../texts/tournament.js";
import { spanWords } from "../times.js";
import { until } from "../until.js";
import { RoundClock } from "./roundclock.js";
import { happening } from "./sayings.js";
import { Tournament } from "./tournament.js";
import { boardOf, fit, pagesOf } from "./wallpages.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("./wallpages.js").Shown} Shown
 */
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const TURN = 10_000;
const SLOW_TURN = 20_000;
const FADE = 400;
const HEARD = 60 * 60_000;
/** @type {Shown} */
const OPEN = { round: null, standings: { through: 0, version: 0, tiebreaks: [], rows: [] }, before: new Map(), stages: [], bracket: { matches: [], ahead: null } };

const wall = {
  shown: OPEN, formerOf: "", pages: /** @type {import("./wallpages.js").WallPage[]} */ ([]), at: 0, turns: 0, stopped: false, timer: 0, corrected: false,
};
/** @type {Tournament} */
let tournament;
/** @type {RoundClock} */
let clock;

async function begin() {
  tournament = await until(() => Tournament.opened(), lamp);
  clock = new RoundClock(byId("clock"), tournament.time, clockFace);
  await until(read, lamp);
  draw();
  tournament.follow({ state: lamp, changed: heard });
  addEventListener("keydown", pressed);
  addEventListener("resize", () => fit(byId("main")));
  document.fonts.ready.then(() => fit(byId("main")));
  document.addEventListener("visibilitychange", awake);
  awake();
  wait();
}

// --- reading ------------------------------------------------------------------------------------------------------------------------------

async function read() {
  const { current } = tournament;
  const past = `?as_of=${current?.round ?? 0}`; // a director would see a round that is not published
  const [round, standings, { stages }, bracket] = await Promise.all([
    current ? roundOf(current.round) : null, tournament.standings(),
    tournament.state.stages ? tournament.get(`/stages${past}`) : { stages: [] }, tournament.state.stages || tournament.state.knocks_out || tournament.state.settings.cut ? tournament.get(`/bracket${past}`) : OPEN.bracket,
  ]);
  const before = await former(standings);
  wall.shown = { round: round?.published ? round : null, standings, before, stages, bracket };
}

/**
 * Returns null if the round was withdrawn while this page asked for it. The page learns of the withdrawal by the next change.
 * @param {number} number
 * @returns {Promise<Answers["TournamentRound"] | null>}
 */
async function roundOf(number) {
  try {
    return await tournament.get(`/rounds/${number}`);
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 404) return null;
    throw problem;
  }
}

/**
 * The places after the previous round. They are read again only when another round counts or when an earlier round is corrected.
 * @param {Shown["standings"]} standings
 * @returns {Promise<Shown["before"]>}
 */
async function former({ through, version }) {
  if (through < 2) return new Map();
  const earlier = tournament.state.rounds.filter(({ round }) => round < through);
  const open = earlier.some(({ unfinished }) => unfinished.length);
  const name = `${through} ${open || wall.corrected ? version : ""}`;
  wall.corrected = false;
  if (wall.formerOf === name) return wall.shown.before;
  const { rows } = await tournament.standings(`?as_of=${through - 1}`);
  wall.formerOf = name;
  return new Map(rows.map(({ entry, place }) => [entry, place]));
}

// Changes are handled one after the other. If changes come while the page is reading, the page reads only once more afterwards, however
// many changes came.
let reading = false;
let again = false;
/** @param {Answers["TournamentChanges"]} what */
function heard(what) {
  if (what.since === null && what.version === wall.shown.standings.version) return; // the first event repeats what was just read
  const earlier = what.tables.some(({ round }) => round < wall.shown.standings.through);
  if (earlier || what.entries || what.since === null) wall.corrected = true;
  again = true;
  if (reading) return;
  reading = true;
  reread().catch(failed).finally(() => { reading = false; });
}

async function reread() {
  while (again) {
    again = false;
    await until(read, lamp);
    draw();
  }
}

// --- drawing ------------------------------------------------------------------------------------------------------------------------------

function draw() {
  const { shown } = wall;
  const { current } = tournament;
  redraw(byId("sentence"), h("span", { class: "fits" }, happening(tournament, shown.standings)));
  clock.show(current);
  const here = wall.pages[wall.at];
  wall.pages = pagesOf(tournament, shown);
  const same = wall.pages.findIndex(({ kind, page }) => kind === here?.kind && page === here?.page);
  wall.at = Math.max(0, same);
  show();
}

function show() {
  const page = wall.pages[wall.at];
  redraw(byId("board"), boardOf(page));
  redraw(byId("where"), wall.stopped ? WALL.stopped(page.what) : page.what);
  announce();
  fit(byId("main"));
}

// The announcements of the last hour, shown one after the other.
function announce() {
  const { state, time } = tournament;
  const fresh = state.announcements.filter(({ at, text }) => text && time.now - at < HEARD);
  const told = fresh[wall.turns % (fresh.length || 1)];
  redraw(byId("said"), told ? h("span", { class: "fits" }, NEWS.announcement(spoken, told.text)) : "");
}

/**
 * Draws the time until the bell. Draws nothing if the round has no time for a bell.
 * @param {HTMLElement} root
 * @param {import("./roundclock.js").Timed | null} round
 * @param {number} now
 */
function clockFace(root, round, now) {
  if (!round?.due_at) return redraw(root);
  const over = Boolean(round.rung_at) || round.due_at <= now;
  const words = over ? WALL.time : spanWords(round.due_at - now);
  root.classList.toggle("over", over);
  root.classList.toggle("long", words.length > "59:59".length);
  return redraw(root, h("b", { role: "timer" }, words), h("span", {}, over ? WALL.isUp : WALL.untilBell));
}

/** @param {"live" | "waiting"} state */
function lamp(state) {
  redraw(byId("lost"), state === "live" ? "" : WALL.waiting);
}

// --- turning ------------------------------------------------------------------------------------------------------------------------------

function wait() {
  clearTimeout(wall.timer);
  if (!wall.stopped) wall.timer = setTimeout(() => turn(1), STILL.matches ? SLOW_TURN : TURN);
}

/** @param {number} by how many pages */
function turn(by) {
  const { length } = wall.pages;
  const from = wall.at;
  wall.at = (wall.at + by + length) % length;
  wall.turns += 1;
  show();
  if (wall.at !== from && !STILL.matches) byId("board").animate([{ opacity: 0 }, { opacity: 1 }], FADE);
  wait();
}

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowRight: () => turn(1),
  ArrowDown: () => turn(1),
  PageDown: () => turn(1),
  ArrowLeft: () => turn(-1),
  ArrowUp: () => turn(-1),
  PageUp: () => turn(-1),
  Escape: () => turn(-wall.at),
  Home: () => turn(-wall.at),
  " ": () => { wall.stopped = !wall.stopped; turn(0); },
};

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
}

// Keeps the screen of the hall from going dark. Browsers cancel this when the page is hidden, so it is requested again when the page is
// visible.
async function awake() {
  if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen").catch(() => {});
}

begin().catch(failed);
