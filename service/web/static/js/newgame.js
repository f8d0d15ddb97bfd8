/** The form that starts a game: the game, the players at their seats, house rules, who may watch. */

import { call, get, Problem } from "./api.js";
import { now } from "./clock.js";
import { byId, on } from "./dom.js";
import { glide, sortable } from "./dragging.js";
import { failed } from "./failure.js";
import { lastGames, remember } from "./lastgame.js";
import * as starts from "./newgamestate.js";
import { draw, focusFault, pointers } from "./newgameview.js";
import { optionsFrom } from "./options.js";
import { newId } from "./outbox.js";
import { people } from "./people.js";
import { lines, searching } from "./picker.js";
import { closed, ready } from "./pickerstate.js";
import { store } from "./store.js";

const { club = "" } = byId("form").dataset;
const id = newId();
const wanted = new URLSearchParams(location.search).get("system") ?? "";
const page = store(starts.begun(lines(), lastGames(club), wanted), draw);

const value = (/** @type {string} */ name) => /** @type {HTMLInputElement | HTMLSelectElement} */ (byId(name)).value;

const seatOf = (/** @type {EventTarget | null} */ element) => Number(/** @type {HTMLElement} */ (element).dataset.seat);

function listen() {
  const seats = byId("seats");
  on(byId("main"), {
    again: (button) => again(Number(button.dataset.last)).catch(complain),
    ...searching(page, (slug) => choose(slug).catch(complain)),
    people: () => {
      page.next(starts.peopled);
      byId("name-0").focus();
    },
    add: () => {
      page.next(starts.added);
      byId(`name-${page.state.rows.length - 1}`).focus();
    },
    remove: (button) => {
      const seat = seatOf(button);
      page.next(starts.removed, seat);
      byId(`name-${Math.min(seat, page.state.rows.length - 1)}`).focus();
    },
    move: (button) => glide(seats, () => page.next(starts.grasped, seatOf(button))),
  });
  sortable(seats, ".move", (from, to) => page.next(starts.moved, from, to));
  seats.addEventListener("input", ({ target }) => page.next(starts.named, seatOf(target), /** @type {HTMLInputElement} */ (target).value));
  seats.addEventListener("keydown", walk);
  seats.addEventListener("keydown", onward);
  byId("options").addEventListener("change", () => { if (page.state.system) page.next(starts.optioned, optionsFrom(page.state.system.options)); });
  byId("form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (event instanceof SubmitEvent) send().catch(complain);
  });
}

/** @param {string} slug */
async function choose(slug) {
  const fresh = slug !== page.state.wanted || !page.state.system; // the rules may have been lost
  page.next(fresh ? starts.chosen : closed, slug);
  byId("change").focus();
  if (fresh) await rule();
}

/** @param {number} place */
async function again(place) {
  page.next(starts.again, place);
  await rule();
  byId("send").focus();
}

// Asks for the rules of the chosen game.
async function rule() {
  const { wanted: slug } = page.state;
  if (slug) page.next(starts.ruled, await get(`/systems/${slug}`));
}

/**
 * The keys of a row's grip.
 * @param {KeyboardEvent} event
 */
function walk(event) {
  const { key, target } = event;
  if (!(target instanceof HTMLElement) || !target.matches(".move")) return;
  const seat = seatOf(target);
  if (key === "Escape") return page.next(starts.released);
  const to = { ArrowUp: seat - 1, ArrowDown: seat + 1, Home: 0, End: page.state.rows.length - 1 }[key];
  if (to === undefined) return;
  event.preventDefault();
  glide(byId("seats"), () => page.next(starts.moved, seat, to));
}

/**
 * Enter in a name leads to the next seat; only after the last one it sends the form.
 * @param {KeyboardEvent} event
 */
function onward(event) {
  const next = event.key === "Enter" && event.target instanceof HTMLInputElement ? document.getElementById(`name-${seatOf(event.target) + 1}`) : null;
  if (!next) return;
  event.preventDefault();
  next.focus();
}

async function send() {
  if (!ready(page.state)) return;
  page.next(starts.sending);
  byId("send").setAttribute("aria-busy", "true");
  const title = value("game-title").trim();
  const body = { ...starts.opening(page.state), options: page.state.options, visibility: value("visibility"), ...(title && { title }), id, at: now(), offset: -new Date().getTimezoneOffset() };
  const { body: opened } = await call("POST", "/games", { body });
  remember(club, starts.remembered(page.state));
  location.assign(`/games/${opened.game}`);
}

/** @param {Problem | Error} problem */
function complain(problem) {
  byId("send").removeAttribute("aria-busy");
  page.next(starts.refused, problem.message, problem instanceof Problem ? problem.errors : [], pointers());
  focusFault();
}

async function begin() {
  listen();
  // Without the people of the club, every name can still be typed; but a stranger cannot start a game.
  people().then((all) => page.next(starts.known, all), (problem) => problem.status === 401 && failed(problem));
  await rule();
}

begin().catch(complain);
