/** The page that replays one game, as corrected or as recorded: the table, scores and findings after every step, and a chart of the scores. */

import { get } from "./api.js";
import { ScoreChart } from "./chart.js";
import { Diff } from "./diff.js";
import { around, byId, dotted, h, on, redraw } from "./dom.js";
import { tag } from "./evidence.js";
import { failed } from "./failure.js";
import { felt, trickOf } from "./felt.js";
import { findingList } from "./findings.js";
import { flagsOf as flagsIn, gravest } from "./flags.js";
import { placeOf, stepsOf, whole } from "./frames.js";
import { headline, isOver, placesOf } from "./life.js";
import { addressOf, shareAddress } from "./links.js";
import "./looks.js";
import { redrawFelt } from "./motion.js";
import { movesTable, partAt, partsOf, stopsOf } from "./moves.js";
import { printsAsSheet } from "./sheet.js";
import { dealLine, openCards, unsure, whereabouts } from "./position.js";
import { roundLine, stepLine, stepText } from "./steps.js";
import { REPLAY } from "./texts/replay.js";
import { ENTRIES, POSITION, VIEWPOINT } from "./texts/table.js";
import { namesOf, signed } from "./texts/words.js";
import { dayTime } from "./times.js";

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {import("./formstate.js").Game} Game
 * @typedef {import("./frames.js").Step} Step
 * @typedef {import("./felt.js").View} View
 *
 * @typedef {object} Reel
 * @property {string} as `corrected` or `recorded`
 * @property {string} view whose view is shown; empty: the visitor's own
 * @property {Game | null} game null until it is read
 * @property {Answers["SystemSheet"] | null} system
 * @property {Step[]} frames
 * @property {Game["seats"]} seats
 * @property {(seat: number) => string} name
 * @property {Set<number>} standing the versions of all events that have a frame
 * @property {Answers["ReplayEvidence"] | null} evidence
 * @property {Answers["Finding"][]} findings of the whole game
 * @property {Answers["Decision"][]} rulings
 * @property {import("./moves.js").Part[]} parts
 * @property {number[]} flagged the steps with a flag, in order
 * @property {import("./flags.js").Flags} flags
 * @property {string | null} below the seat at the bottom, such as `seat:2`; null: the viewer's own
 * @property {number} at the step that is shown
 * @property {number} drawn the step that was drawn last
 * @property {number} timer 0: it does not play
 * @property {number} speed
 */

const PACE = 1_500;

// A table of more columns is wider than its place, one of more rows higher.
const WIDE = 6;
const LONG = 14;

const { game: id = "", system: played } = byId("main").dataset;
/** @type {Reel} */
const reel = { as: "corrected", view: "", game: null, system: null, frames: [], seats: [], name: String, standing: new Set(), evidence: null, findings: [], rulings: [], parts: [], flagged: [], flags: () => null, below: null, at: 0, drawn: 0, timer: 0, speed: 1 };
new Diff({ game: id, look: () => reel });
const chart = new ScoreChart(byId("scores"), { jump: go });

async function begin() {
  /** @type {[Game, Answers["SystemSheet"]]} */
  const [game, system] = await Promise.all([get(`/games/${id}`), get(`/systems/${played}`)]);
  reel.game = game;
  reel.system = system;
  const title = titleOf(game, system);
  redraw(byId("title"), title);
  redraw(byId("about"), dotted([title === game.title ? null : game.title, system.name, dayTime(game.opened_at)]));
  document.title = REPLAY.title(title);
  listen();
  const wanted = eventInAddress();
  await load("corrected", ({ length }) => stepInAddress() ?? length - 1);
  if (wanted) goToEvent(wanted);
}

/**
 * What the replay is called: the result of a game between two sides, who has won, or else its title or its people.
 * @param {Game} game
 * @param {Answers["SystemSheet"]} system
 */
function titleOf(game, system) {
  const name = namesOf(game.seats);
  if (!isOver(game)) return game.title || (game.seats.some((seat) => seat.name) ? REPLAY.players(game.seats.map(({ seat }) => name(seat))) : system.name);
  const [first, second, ...more] = placesOf(game);
  const pair = first?.won && second && !second.won && !more.length && first.score !== null && second.score !== null;
  return pair ? REPLAY.beat(first.seats.map(name), second.seats.map(name), signed(Number(first.score)), signed(Number(second.score))) : headline(game);
}

/**
 * Read the replay and keep it in `reel`. Go to the step whose number `choose` returns; `choose` gets the frames of the replay.
 * @param {string} as
 * @param {(frames: Step[]) => number} choose
 */
async function load(as, choose) {
  stop();
  /** @type {import("./frames.js").Replay} */
  const answer = await get(`/games/${id}/replay?as=${as}${reel.view && `&view=${reel.view}`}`);
  const { seats, evidence } = answer;
  const frames = stepsOf(whole(answer.frames));
  Object.assign(reel, {
    as, frames, seats, evidence, name: namesOf(seats), standing: new Set(frames.map((frame) => frame.version)), parts: partsOf(frames),
    flagged: frames.flatMap((frame, step) => (kindOf(frame) ? [step] : [])), flags: flagsIn(frames.flatMap(({ findings }) => findings)),
  });
  byId("as", "select").value = as;
  byId("slider", "input").max = String(frames.length - 1);
  redraw(byId("steps"), frames.map((frame, number) => stepLine(frame, number, reel)));
  redraw(byId("rounds"), (evidence?.rounds ?? []).map((round) => h("li", {}, roundLine(round, reel.name), " ", tag(round.evidence))));
  byId("rounds-panel").hidden = !evidence?.rounds.length;
  const table = reel.parts.some(({ rows }) => rows.length);
  byId("words", "details").open = !table;
  byId("words").classList.toggle("only", !table);
  byId("deal-buttons").hidden = reel.parts.length < 2;
  byId("next-flag").hidden = !reel.flagged.length;
  redraw(byId("marks"), markers());
  chart.show(reel.frames, seats);
  go(choose(frames));
  await readForPrint();
}

// Read the findings and rulings of the whole game, which only the printed sheet shows.
async function readForPrint() {
  const view = reel.view && `?view=${reel.view}`;
  const [{ findings }, { rulings }] = await Promise.all([get(`/games/${id}/findings${view}`), get(`/games/${id}/rulings${view}`)]);
  Object.assign(reel, { findings, rulings });
}

function printable() {
  const { game, system } = reel;
  const lines = reel.frames.map((frame) => ({ version: frame.version, text: stepText(frame, reel) }));
  return game && system && lines.length ? { ...reel, game, system, lines, rounds: reel.evidence?.rounds ?? [] } : null;
}

// Loads the record as recorded or as corrected, and stays at the event that is shown, or at the end.
/** @param {string} as */
function reload(as) {
  const { at, frames } = reel;
  return load(as, (others) => (at === frames.length - 1 ? others.length - 1 : placeOf(others, frames[at].version))).catch(failed);
}

// Goes to the step of an event. An event that was taken back has a step only in the record as recorded.
/** @param {number} version */
function goToEvent(version) {
  const shown = reel.frames.some((frame) => frame.version === version || frame.note === version);
  if (shown) go(placeOf(reel.frames, version));
  else load("recorded", (frames) => placeOf(frames, version)).catch(failed);
  byId("where").scrollIntoView({ block: "center" });
}

/**
 * Show a step; a number that is too small or too great shows the first or the last step.
 * @param {number} step
 */
function go(step) {
  reel.at = Math.max(0, Math.min(step, reel.frames.length - 1));
  history.replaceState(null, "", `#step=${reel.at}`);
  draw();
  if (reel.at === reel.frames.length - 1) stop();
}

function draw() {
  const frame = reel.frames[reel.at];
  const { game, seats, evidence } = reel;
  if (!game) return;
  const last = reel.at === reel.frames.length - 1;
  /** @type {{state: string, scores: Record<string, number>, winners: number[], open_deals?: number[]}} */
  const outcome = { ...(last ? game.outcome : frame), scores: frame.scores };
  const now = { outcome, view: frame.view };
  redraw(byId("where"), dotted([REPLAY.step(reel.at, reel.frames.length - 1), ENTRIES.entry(frame.version), ...whereabouts({ ...frame.view, hand: trickOf(frame.view) })]));
  redraw(byId("said"), stepText(frame, reel));
  redraw(byId("last-round"), frame.view.last_round, unsure(now) && h("b", { class: "unsure" }, " ", POSITION.unsure(unsure(now))), last && game.outcome.state !== "open" && evidence?.outcome ? [" ", REPLAY.result(tag(evidence.outcome))] : null);
  const table = { seats, view: withEvidence(frame.view, evidence?.cards[frame.version]), outcome, viewer: reel.below ?? (reel.view || game.viewer), flags: flagsOf(frame) };
  redraw(byId("deal"), dealLine(table));
  // Cards move only from one step to the next: after a jump, or a step back, nobody played them now.
  redrawFelt(byId("seats"), felt(table), frame.view, { moves: reel.at === reel.drawn + 1 });
  reel.drawn = reel.at;
  redraw(byId("open-cards"), openCards(frame.view));
  redraw(byId("findings-list"), findingList(frame.findings));
  drawMoves();
  const eyes = reel.view && `&view=${reel.view}`;
  byId("picture").setAttribute("href", `/api/v1/games/${id}/picture?format=png&at=${frame.version}&as=${reel.as}${eyes}`);
  markStep();
  chart.mark(reel.at);
}

function drawMoves() {
  const { parts, frames, seats, at } = reel;
  const part = partAt(parts, at);
  if (!part) return;
  redraw(byId("moves-title"), part.round ? REPLAY.deal(part.round, parts[parts.length - 1].round) : part.rows.length ? REPLAY.rounds : REPLAY.steps);
  const wide = frames[0].view.order.length > WIDE;
  const table = part.rows.length ? movesTable(part, { seats, order: frames[at].view.order }, at, reel.flags) : null;
  redraw(byId("moves-table"), wide || part.rows.length > LONG ? h("div", { class: "scroll moves-scroll", role: "region", tabindex: 0, "aria-label": REPLAY.moves }, table) : table);
  const now = byId("moves-table").querySelector(".scroll .now");
  const box = now?.closest(".scroll");
  if (now instanceof HTMLElement && box) box.scrollTop = now.offsetTop - box.clientHeight / 2;
}

/**
 * What flags a step: its gravest finding, a ruling or an irregularity.
 * @param {Step} frame
 * @returns {string | null}
 */
const kindOf = ({ event, findings }) => gravest(findings)?.kind ?? (event.type === "RulingRecorded" || event.type === "IrregularityCalled" ? "ruling" : null);

/** What is marked on the track of the slider: where deals begin, and flags. */
function markers() {
  const last = Math.max(1, reel.frames.length - 1);
  const at = (/** @type {number} */ step) => `left:${((100 * step) / last).toFixed(2)}%`;
  return [
    ...reel.parts.slice(1).map(({ first }) => h("i", { class: "tick", style: at(first) })),
    ...reel.flagged.map((step) => h("i", { class: `track-flag ${kindOf(reel.frames[step])}`, style: at(step) })),
  ];
}

/**
 * Go to the next of these steps, or to the one before.
 * @param {readonly number[]} steps in order
 * @param {1 | -1} way
 * @param {{round?: boolean}} [how] `round`: after the last one comes the first; otherwise the end of the game
 */
function toNext(steps, way, { round = false } = {}) {
  const next = way > 0 ? steps.find((step) => step > reel.at) : steps.findLast((step) => step < reel.at);
  const end = way > 0 ? reel.frames.length - 1 : 0;
  const again = way > 0 ? steps[0] : steps[steps.length - 1];
  go(next ?? (round ? again ?? reel.at : end));
}

function fullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else byId("main").requestFullscreen().catch(() => {}); // the browser does not allow it here
}

// Returns the view with the evidence of each seat: how sure the record is of the card in front of that seat.
/**
 * @param {View} view
 * @param {Record<string, Answers["Evidence"]> | undefined} cards
 * @returns {View}
 */
function withEvidence(view, cards) {
  if (!cards) return view;
  return { ...view, seats: Object.fromEntries(Object.entries(view.seats).map(([seat, state]) => [seat, { ...state, evidence: cards[seat] ?? null }])) };
}

// By seat: the gravest finding about what this step has laid before it.
/**
 * @param {Step} frame
 * @returns {Record<number, Answers["Finding"]>}
 */
function flagsOf({ event, findings }) {
  const finding = gravest(findings);
  return finding && event.data?.seat !== undefined ? { [event.data.seat]: finding } : {};
}

function markStep() {
  const slider = byId("slider", "input");
  slider.value = String(reel.at);
  slider.setAttribute("aria-valuetext", REPLAY.stepOfEntry(reel.at, reel.frames.length - 1, reel.frames[reel.at].version));
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
  redraw(byId("play"), reel.timer ? REPLAY.pause : REPLAY.play);
}

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => go(reel.at - 1),
  ArrowRight: () => go(reel.at + 1),
  Home: () => go(0),
  End: () => go(reel.frames.length - 1),
  PageUp: () => toNext(stopsOf(reel.parts), -1),
  PageDown: () => toNext(stopsOf(reel.parts), 1),
  "Shift+PageUp": () => toNext(reel.parts.map(({ first }) => first), -1),
  "Shift+PageDown": () => toNext(reel.parts.map(({ first }) => first), 1),
  n: () => toNext(reel.flagged, 1, { round: true }),
  p: () => toNext(reel.flagged, -1, { round: true }),
  f: fullScreen,
  " ": play,
};

function listen() {
  on(byId("main"), {
    earlier: KEYS.PageUp, back: KEYS.ArrowLeft, play, forward: KEYS.ArrowRight, later: KEYS.PageDown, "deal-back": KEYS["Shift+PageUp"], "deal-on": KEYS["Shift+PageDown"],
    flag: KEYS.n, share: (button) => shareAddress(button, addressOf(location.href)), full: fullScreen, jump: (button) => go(Number(button.dataset.step)),
    event: (button) => goToEvent(Number(button.dataset.version)), print: () => print(),
  });
  byId("slider").addEventListener("input", () => go(Number(byId("slider", "input").value)));
  byId("speed").addEventListener("change", () => {
    reel.speed = Number(byId("speed", "select").value);
    if (reel.timer) [stop, play].forEach((each) => each());
  });
  byId("as").addEventListener("change", () => reload(byId("as", "select").value));
  redraw(byId("eyes"), h("option", { value: "" }, REPLAY.me), h("option", { value: "public" }, VIEWPOINT.everyone), seatViews().map(([value, label]) => h("option", { value }, label)));
  /** @type {HTMLElement} */ (byId("eyes").closest("p")).hidden = reel.game?.viewer === "public";
  byId("eyes").addEventListener("change", () => {
    reel.view = byId("eyes", "select").value;
    reload(reel.as);
  });
  const { seats = [], viewer } = reel.game ?? {};
  redraw(byId("below"), seats.map(({ seat }) => h("option", { value: `seat:${seat}`, selected: viewer === `seat:${seat}` }, namesOf(seats)(seat))));
  byId("below").addEventListener("change", () => {
    reel.below = byId("below", "select").value;
    draw();
  });
  byId("full").hidden = !document.fullscreenEnabled;
  document.addEventListener("fullscreenchange", () => redraw(byId("full"), document.fullscreenElement ? REPLAY.leaveFullScreen : REPLAY.fullScreen));
  globalThis.addEventListener("hashchange", () => {
    const wanted = eventInAddress();
    if (wanted) goToEvent(wanted);
    else go(stepInAddress() ?? reel.at);
  });
  document.addEventListener("keydown", pressed);
}

function seatViews() {
  const { viewer = "", seats = [] } = reel.game ?? {};
  return ["director", "scorekeeper"].includes(viewer) ? seats.map(({ seat }) => [`seat:${seat}`, namesOf(seats)(seat)]) : [];
}

// Handles keys, except in controls that use the key themselves: arrows in the slider, the space bar on a button or link, every key in a select.
/** @param {KeyboardEvent} event */
function pressed(event) {
  const key = KEYS[`${event.shiftKey && event.key.startsWith("Page") ? "Shift+" : ""}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`];
  const own = around(event, "select, input, summary, .scroll") || (event.key === " " && around(event, "button, a"));
  if (!key || own || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  key();
}

const stepInAddress = () => numberInAddress("step");

// A link to an entry, as findings have it.
const eventInAddress = () => numberInAddress("event");

/** @param {string} name */
function numberInAddress(name) {
  const [key, number] = location.hash.slice(1).split("=");
  return key === name && /^\d+$/.test(number ?? "") ? Number(number) : undefined;
}

printsAsSheet(printable);
begin().catch(failed);
