/** The replay of one game: step, play, jump; as corrected or as recorded; the table, scores and findings after every step, and the chart. */

import { get } from "./api.js";
import { ScoreChart } from "./chart.js";
import { Diff } from "./diff.js";
import { byId, dotted, h, on, redraw } from "./dom.js";
import { tag } from "./evidence.js";
import { failed } from "./failure.js";
import { findingList } from "./findings.js";
import { whole } from "./frames.js";
import { openCards, seatGrid, whereabouts } from "./seats.js";
import { roundLine, stepLine, stepText } from "./steps.js";
import { namesOf } from "./words.js";

const PACE = 1_500;

const id = byId("main").dataset.game;
const reel = { as: "corrected", view: "", game: null, types: new Map(), frames: [], evidence: null, at: 0, timer: 0, speed: 1 };
new Diff({ game: id, look: () => reel });
const chart = new ScoreChart(byId("scores"), { jump: go });

async function begin() {
  reel.game = await get(`/games/${id}`);
  const system = await get(`/systems/${reel.game.system}`);
  reel.types = new Map(system.event_types.map((type) => [type.type, type]));
  redraw(byId("title"), reel.game.title || system.name);
  listen();
  await load("corrected", stepInAddress());
}

async function load(as, step) {
  stop();
  const { frames, seats, evidence } = await get(`/games/${id}/replay?as=${as}${reel.view && `&view=${reel.view}`}`);
  Object.assign(reel, { as, frames: whole(frames), seats, evidence, name: namesOf(seats), standing: new Set(frames.map((frame) => frame.version)) });
  byId("slider").max = frames.length - 1;
  redraw(byId("steps"), frames.map((frame, number) => stepLine(frame, number, reel)));
  redraw(byId("rounds"), (evidence?.rounds ?? []).map((round) => h("li", {}, roundLine(round, reel.name), " ", tag(round.evidence))));
  byId("rounds-panel").hidden = !evidence?.rounds.length;
  chart.show(reel.frames, seats);
  go(Number.isInteger(step) ? step : frames.length - 1);
}

/** Show one step, within the reel. */
function go(step) {
  reel.at = Math.max(0, Math.min(step, reel.frames.length - 1));
  history.replaceState(null, "", `#step=${reel.at}`);
  draw();
  if (reel.at === reel.frames.length - 1) stop();
}

function draw() {
  const frame = reel.frames[reel.at];
  const { game, seats, evidence } = reel;
  const last = reel.at === reel.frames.length - 1;
  const outcome = { state: last ? game.outcome.state : "open", winners: last ? game.outcome.winners : [], scores: frame.scores };
  redraw(byId("where"), dotted([`Step ${reel.at} of ${reel.frames.length - 1}`, ...whereabouts(frame.view)]));
  redraw(byId("said"), stepText(frame, reel));
  redraw(byId("last-round"), frame.view.last_round, last && game.outcome.state !== "open" && evidence?.outcome ? [" Result: ", tag(evidence.outcome)] : null);
  redraw(byId("seats"), seatGrid({ seats, view: proven(frame.view, evidence?.cards[frame.version]), outcome }));
  redraw(byId("open-cards"), openCards(frame.view));
  redraw(byId("findings-list"), findingList(frame.findings));
  markStep();
  chart.mark(reel.at);
}

// How sure the record is of the card before each seat.
function proven(view, cards) {
  if (!cards) return view;
  return { ...view, seats: Object.fromEntries(Object.entries(view.seats).map(([seat, state]) => [seat, { ...state, evidence: cards[seat] ?? null }])) };
}

function markStep() {
  const slider = byId("slider");
  slider.value = reel.at;
  slider.setAttribute("aria-valuetext", `Step ${reel.at} of ${reel.frames.length - 1}`);
  byId("steps").querySelectorAll("button").forEach((button, step) => {
    if (step === reel.at) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  });
  const list = byId("steps");
  const current = list.querySelector("[aria-current]")?.parentElement;
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
}

function play() {
  if (reel.timer) return stop();
  if (reel.at === reel.frames.length - 1) go(0);
  reel.timer = setInterval(() => go(reel.at + 1), PACE / reel.speed);
  playLabel();
}

function stop() {
  clearInterval(reel.timer);
  reel.timer = 0;
  playLabel();
}

function playLabel() {
  redraw(byId("play"), reel.timer ? "❚❚ Pause" : "▶ Play");
}

const KEYS = {
  ArrowLeft: () => go(reel.at - 1),
  ArrowRight: () => go(reel.at + 1),
  Home: () => go(0),
  End: () => go(reel.frames.length - 1),
  " ": play,
};

function listen() {
  on(byId("main"), {
    first: KEYS.Home, back: KEYS.ArrowLeft, play, forward: KEYS.ArrowRight, last: KEYS.End, jump: (button) => go(Number(button.dataset.step)),
  });
  byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  byId("speed").addEventListener("change", (event) => {
    reel.speed = Number(event.target.value);
    if (reel.timer) [stop, play].forEach((each) => each());
  });
  byId("as").addEventListener("change", (event) => load(event.target.value, reel.at).catch(failed));
  redraw(byId("eyes"), h("option", { value: "" }, "my eyes"), h("option", { value: "public" }, "everyone"), narrower().map(([value, label]) => h("option", { value }, label)));
  byId("eyes").closest("p").hidden = reel.game.viewer === "public";
  byId("eyes").addEventListener("change", (event) => {
    reel.view = event.target.value;
    load(reel.as, reel.at).catch(failed);
  });
  globalThis.addEventListener("hashchange", () => go(stepInAddress() ?? reel.at));
  document.addEventListener("keydown", pressed);
}

const narrower = () => (["director", "scorekeeper"].includes(reel.game.viewer) ? reel.game.seats.map(({ seat }) => [`seat:${seat}`, namesOf(reel.game.seats)(seat)]) : []);

// Controls that use a key themselves keep it: the slider its arrows, a button or link its space bar, a choice everything.
function pressed(event) {
  const key = KEYS[event.key];
  const own = event.target.closest("select, input, summary, .scroll") || (event.key === " " && event.target.closest("button, a"));
  if (!key || own || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  key();
}

function stepInAddress() {
  const found = /^#step=(\d+)$/.exec(location.hash);
  return found ? Number(found[1]) : undefined;
}

begin().catch(failed);
