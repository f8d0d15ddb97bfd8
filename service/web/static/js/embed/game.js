/**
 * A game in a frame on another site: the live table, or the replay if the game is over. The address may say `seat`, the seat at the bottom,
 * and of a replay `step` or `event`, where it begins, and `autoplay=1`. Without these a replay shows its end.
 */

import { get } from "../api.js";
import { keyed, tableAt } from "../atstep.js";
import { byId, dotted, on, redraw } from "../dom.js";
import { felt, redrawFelt, trickOf } from "../felt.js";
import { placeOf, stepsOf, whole } from "../frames.js";
import { titleOf } from "../titles.js";
import { partsOf, stopsOf } from "../moves.js";
import { turnLine, whereabouts } from "../position.js";
import { stepText } from "../steps.js";
import { REPLAY } from "../texts/replay.js";
import { GAME } from "../texts/table.js";
import { minutes } from "../texts/words.js";
import { closed, look } from "./look.js";

/** @typedef {import("../gamestate.js").Game} Game */

const EVERY = 4_000;
const PACE = 1_500;

const { game: id = "", system = "" } = byId("main").dataset;
const asked = new URLSearchParams(location.search);
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {Parameters<typeof tableAt>[0] & {standing: Set<number>, stops: number[], at: number, drawn: number, timer: number}} */
let reel;

async function begin() {
  /** @type {Game} */
  let game = await get(`/games/${id}`);
  const live = game.state === "open";
  if (live) await look(() => get(`/games/${id}`), (now) => { game = now; return drawLive(now); }, EVERY);
  await replay(game, { begins: !live });
}

/** The seat at the bottom; none of this game: the first one. */
const viewer = `seat:${asked.get("seat") ?? ""}`;

/**
 * @param {string} name
 * @returns {number | null} null: the address names no such number
 */
function numberIn(name) {
  const value = asked.get(name) ?? "";
  return /^\d{1,9}$/.test(value) ? Number(value) : null;
}

/**
 * @param {Game} game
 * @returns {boolean} whether it is over
 */
function drawLive(game) {
  const late = game.delay ? GAME.delayed(minutes(game.delay)) : null;
  show(game, [...whereabouts(game.view), late], turnLine(game));
  redrawFelt(byId("seats"), felt({ ...game, viewer }), game.view);
  return game.state !== "open";
}

/**
 * @param {Game} game
 * @param {import("../../../types/dom.js").Child[]} where
 * @param {import("../../../types/dom.js").Child} said
 */
function show(game, where, said) {
  redraw(byId("title"), titleOf(game, system));
  redraw(byId("where"), dotted(where));
  redraw(byId("said"), said);
}

// --- the replay ---------------------------------------------------------------------------------------------------------------------------

/**
 * @param {Game} game
 * @param {{begins: boolean}} how `begins`: whether it begins where the address says; otherwise it stays at the end of the game
 */
async function replay(game, { begins }) {
  /** @type {import("../frames.js").Replay} */
  const { frames: sent, seats, evidence } = await get(`/games/${id}/replay?as=corrected`);
  const frames = stepsOf(whole(sent));
  const last = frames.length - 1;
  reel = { game, frames, seats, evidence, viewer, standing: new Set(frames.map(({ version }) => version)), stops: stopsOf(partsOf(frames)), at: last, drawn: last, timer: 0 };
  byId("slider", "input").max = String(last);
  byId("whole").setAttribute("href", `/games/${id}/replay`);
  redraw(byId("state"), null);
  byId("transport").hidden = false;
  on(byId("main"), { earlier: KEYS.PageUp, back: KEYS.ArrowLeft, play, forward: KEYS.ArrowRight, later: KEYS.PageDown });
  byId("slider").addEventListener("input", () => go(Number(byId("slider", "input").value)));
  document.addEventListener("keydown", keyed(KEYS));
  const plays = begins && asked.get("autoplay") === "1";
  go(begins ? firstStep(plays ? 0 : last) : last);
  if (plays && !still.matches) new IntersectionObserver(inSight).observe(byId("seats"));
}

/** @param {number} otherwise */
function firstStep(otherwise) {
  const event = numberIn("event");
  return event === null ? (numberIn("step") ?? otherwise) : placeOf(reel.frames, event);
}

/**
 * It begins to play by itself when it is first seen.
 * @type {IntersectionObserverCallback}
 */
function inSight([{ isIntersecting }], observer) {
  if (!isIntersecting) return;
  observer.disconnect();
  if (!reel.timer) play();
}

/** @param {number} step a number that is too small or too great shows the first or the last step */
function go(step) {
  const last = reel.frames.length - 1;
  reel.at = Math.max(0, Math.min(step, last));
  const { view } = reel.frames[reel.at];
  const where = REPLAY.step(reel.at, last);
  show(reel.game, [where, ...whereabouts({ ...view, hand: trickOf(view) })], stepText(reel.frames[reel.at], reel));
  redrawFelt(byId("seats"), felt(tableAt(reel, reel.at)), view, { moves: reel.at === reel.drawn + 1 });
  reel.drawn = reel.at;
  byId("slider", "input").value = String(reel.at);
  byId("slider").setAttribute("aria-valuetext", where);
  if (reel.at === last) stop();
}

function play() {
  if (reel.timer) return stop();
  if (reel.at === reel.frames.length - 1) go(0);
  reel.timer = setInterval(() => go(reel.at + 1), PACE);
  redraw(byId("play"), REPLAY.pause);
}

function stop() {
  clearInterval(reel.timer);
  reel.timer = 0;
  redraw(byId("play"), REPLAY.play);
}

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => go(reel.at - 1),
  ArrowRight: () => go(reel.at + 1),
  Home: () => go(0),
  End: () => go(Infinity),
  PageUp: () => go(reel.stops.findLast((step) => step < reel.at) ?? 0),
  PageDown: () => go(reel.stops.find((step) => step > reel.at) ?? Infinity),
  " ": play,
};

begin().catch(closed);
