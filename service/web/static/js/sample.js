/** The sample game of the first page. It plays by itself, again and again, while it can be seen, unless the reader prefers no motion. */

import { byId, dotted, h, on, redraw } from "./dom.js";
import { felt, redrawFelt } from "./felt.js";
import { whole } from "./frames.js";
import "./looks.js";
import { whereabouts } from "./position.js";
import { SAMPLE } from "./texts/start.js";

const PACE = 1_800;
// The end of the game is shown for the time of this many steps.
const REST = 3;
// The first frame says only who sits down.
const FIRST = 1;

/** @typedef {import("./felt.js").Table["seats"][number] & {name: string}} Seated */
/** @typedef {{view: import("./felt.js").View, scores: Record<string, number>, state: string, winners: number[], said: string}} Frame */

/** @type {{system: string, seats: Seated[], frames: Frame[], at: number, wanted: boolean, seen: boolean, timer: number}} */
const reel = { system: "", seats: [], frames: [], at: FIRST, wanted: !matchMedia("(prefers-reduced-motion: reduce)").matches, seen: false, timer: 0 };

async function begin() {
  const answer = await fetch("/static/sample.json");
  if (!answer.ok) throw new Error("The sample game could not be read.");
  const { system, seats, frames } = await answer.json();
  Object.assign(reel, { system, seats, frames: whole(frames) });
  byId("sample-step", "progress").max = reel.frames.length - 1 - FIRST;
  on(byId("sample"), { play });
  new IntersectionObserver(([entry]) => {
    reel.seen = entry.isIntersecting;
    run();
  }).observe(byId("sample"));
  document.addEventListener("visibilitychange", run);
  draw();
  run();
}

function play() {
  reel.wanted = !reel.wanted;
  run();
}

// Plays or pauses, as the reader wants. While the sample is out of sight, it always pauses.
function run() {
  const playing = reel.wanted && reel.seen && document.visibilityState === "visible";
  if (playing && !reel.timer) reel.timer = setInterval(next, PACE);
  if (!playing) {
    clearInterval(reel.timer);
    reel.timer = 0;
  }
  redraw(byId("sample-play"), reel.wanted ? SAMPLE.pause : SAMPLE.play);
}

/** Whether the game plays now. Tests call this function. */
export const running = () => reel.timer !== 0;

function next() {
  reel.at = reel.at + 1 < reel.frames.length + REST ? reel.at + 1 : FIRST;
  draw();
}

function draw() {
  const last = reel.frames.length - 1;
  const frame = reel.frames[Math.min(reel.at, last)];
  const { view, scores, state, winners } = frame;
  redraw(byId("sample-where"), dotted([reel.system, ...whereabouts(view)]));
  redraw(byId("sample-said"), reel.at > last ? SAMPLE.over(winners.map((seat) => reel.seats[seat].name)) : SAMPLE.said(frame.said));
  redrawFelt(byId("sample-seats"), felt({ seats: reel.seats, view, outcome: { state, winners: reel.at > last ? winners : [], scores } }), view);
  byId("sample-step", "progress").value = Math.min(reel.at, last) - FIRST;
}

begin().catch((problem) => {
  redraw(byId("sample-seats"), h("p", { class: "quiet" }, SAMPLE.failed));
  throw problem;
});
