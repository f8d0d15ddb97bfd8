/** The director's desk of a season: late corrections, tournaments to count, those that count, the settings, and the end. */

import { call, get, nextOf } from "../api.js";
import { submitted } from "../club/club.js";
import { byId, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { once } from "../once.js";
import { DESK, TABLE } from "../texts/season.js";
import { written } from "../tournament/sayings.js";
import { begun, said, settings, show } from "./settings.js";

/** @typedef {import("../../../types/api.js").components["schemas"]} Answers */

const here = `/seasons/${byId("main").dataset.season}`;
/**
 * @typedef {object} Shown
 * @property {Answers["SeasonState"]} state
 * @property {Answers["SeasonChange"][]} changes
 * @property {Answers["TournamentLine"][]} finished
 * @property {string | null} next the path of more finished tournaments; null: there are no more
 */
/** @type {Shown} */
let shown;

async function begin() {
  const [state, { changes }, { body, headers }] = await Promise.all([get(here), get(`${here}/pending`), call("GET", "/tournaments?state=finished")]);
  shown = { state, changes, finished: body.tournaments, next: nextOf(headers.get("Link")) };
  on(byId("main"), {
    count: (button) => act(button, () => call("POST", `${here}/tournaments`, { body: { tournaments: [named(button)] } }), DESK.counted),
    out: (button) => act(button, () => record("TournamentLeftOut", { tournament: named(button), reason: reason(button) }), DESK.leftOut),
    accept: (button) => act(button, () => answer(button), DESK.accepted),
    decline: (button) => act(button, () => answer(button, { decline: DESK.kept }), DESK.declined),
    older: (button) => once(button, older, byId("trouble")),
    close: (button) => act(button, () => record("SeasonClosed", {}), () => DESK.over),
    reopen: (button) => act(button, () => record("Retracted", { target: shown.state.end }), () => DESK.again),
  });
  begun();
  show(state.settings);
  submitted(byId("form"), byId("send", "button"), byId("form-error"), () => said(async () => {
    await record("SeasonSettingsChanged", { settings: settings() });
    await again(DESK.saved);
  }));
  draw();
  byId("loaded").hidden = false;
}

/** @param {HTMLElement} button */
const named = (button) => button.dataset.tournament ?? "";

/**
 * Do something, say that it is done, and show what is so now.
 * @param {HTMLElement} button
 * @param {() => Promise<unknown>} work
 * @param {(title: string) => string} done
 */
function act(button, work, done) {
  return once(button, async () => {
    await work();
    await again(done(button.dataset.title ?? ""));
  }, byId("trouble"));
}

/** @param {string} words */
async function again(words) {
  const [state, { changes }] = await Promise.all([get(here), get(`${here}/pending`)]);
  Object.assign(shown, { state, changes });
  draw();
  redraw(byId("told"), words);
}

/**
 * @param {string} type
 * @param {object} data
 */
const record = (type, data) => call("POST", `${here}/events`, { body: { events: [{ type, data }] }, headers: { "If-Match": "*" } });

/**
 * Accept a change that waits, or decline it.
 * @param {HTMLElement} button
 * @param {{decline?: string}} [more]
 */
const answer = (button, more) => call("POST", `${here}/pending`, { body: { tournament: named(button), digest: button.dataset.digest, ...more } });

/** @param {HTMLElement} button */
function reason(button) {
  const field = /** @type {HTMLInputElement} */ (button.closest("li")?.querySelector("input"));
  const words = field.value.trim();
  field.setAttribute("aria-invalid", String(!words));
  if (words) return words;
  field.focus();
  throw new Error(DESK.noReason);
}

async function older() {
  if (!shown.next) return;
  const { body, headers } = await call("GET", shown.next);
  shown.finished.push(...body.tournaments);
  shown.next = nextOf(headers.get("Link"));
  draw();
}

/** From the fewest visitors to the most. */
const VISIBILITIES = ["private", "unlisted", "public"];

function draw() {
  const { state, changes, finished, next } = shown;
  redraw(byId("counting"), TABLE.counting(Number(state.settings.best) || null));
  const counted = new Set(state.tournaments.map(({ tournament }) => tournament));
  const left = finished.filter(({ tournament }) => !counted.has(tournament));
  const open = left.filter(({ visibility }) => VISIBILITIES.indexOf(visibility) >= VISIBILITIES.indexOf(state.visibility));
  const less = left.length > open.length ? DESK.lessVisible(left.length - open.length) : "";
  redraw(byId("sentence"), state.closed ? DESK.closed : changes.length ? DESK.waits(changes.length) : open.length ? DESK.open(open.length) : less || DESK.nothingOpen);
  byId("pending").hidden = !changes.length;
  redraw(byId("pending-list"), changes.map((change) => waiting(change, state.closed)));
  byId("open").hidden = state.closed;
  byId("older").hidden = !next;
  redraw(byId("open-list"), open.map(({ tournament, title, entries }) => h("li", { "data-key": tournament }, what(tournament, title, TABLE.entries(entries)), button("count", DESK.counts, tournament, title, { class: "slim primary" }))),
    (less || !open.length) && h("li", {}, h("span", { class: "what" }, less ? `${less}.` : DESK.noneToCount)));
  byId("counted").hidden = !state.tournaments.length;
  redraw(byId("counted-list"), state.tournaments.map(({ tournament, title, entries }) => h("li", { "data-key": tournament }, what(tournament, title, TABLE.entries(entries)), !state.closed && leaving(tournament, title))));
  byId("settings").hidden = state.closed;
  byId("close").hidden = state.closed;
  byId("reopen").hidden = !state.closed;
}

/**
 * @param {string} tournament
 * @param {string | null} title
 * @param {string} more
 */
const what = (tournament, title, more) => h("span", { class: "what" }, h("a", { href: `/tournaments/${tournament}` }, title ?? TABLE.untitled), h("span", { class: "quiet" }, more));

/**
 * @param {string} does
 * @param {string} word
 * @param {string} tournament
 * @param {string | null} title
 * @param {Record<string, unknown>} [more]
 */
const button = (does, word, tournament, title, more = { class: "slim" }) => h("button", { type: "button", "data-do": does, "data-tournament": tournament, "data-title": title ?? TABLE.untitled, "aria-label": `${word}: ${title ?? TABLE.untitled}`, ...more }, word);

/**
 * @param {string} tournament
 * @param {string | null} title
 */
const leaving = (tournament, title) => h("details", { class: "fold" }, h("summary", {}, DESK.leaveOut),
  h("div", { class: "beside" }, h("input", { type: "text", maxlength: 500, "aria-label": DESK.reason, placeholder: DESK.reason }), button("out", DESK.leaveOut, tournament, title)));

/**
 * @param {Answers["SeasonChange"]} change
 * @param {boolean} closed
 */
function waiting({ tournament, title, digest, moved }, closed) {
  const lines = moved.map(({ person, name, before, place, points_before, points }) => h("li", { "data-key": person }, DESK.moves(name ?? TABLE.erased, before, place), " ", h("span", { class: "quiet" }, DESK.points(written(points_before), written(points)))));
  return h("li", { "data-key": tournament }, h("div", { class: "stack" }, h("p", {}, h("a", { href: `/tournaments/${tournament}` }, title ?? TABLE.untitled)),
    moved.length ? h("ul", {}, lines) : h("p", { class: "quiet" }, DESK.nobodyMoves),
    !closed && h("p", { class: "acts" }, button("accept", DESK.accept, tournament, title, { class: "slim primary", "data-digest": digest }), button("decline", DESK.decline, tournament, title, { class: "slim", "data-digest": digest }))));
}

begin().catch(failed);
