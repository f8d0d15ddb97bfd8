/**
 * The page of a check-in link. First the player checks in here and sets a PIN. Afterwards it is the player's own page for the evening. It
 * shows where to sit, what the player should confirm, and the place in the standings.
 */

import { call } from "../api.js";
import { totals } from "../confirm.js";
import { around, byId, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { once } from "../once.js";
import { CHECK_IN, HALL, RESULT } from "../texts/hall.js";
import { ownRemarks, ownSentence } from "./ownstate.js";
import { forgetNewPin, newPin, pinField } from "./pinform.js";
import { RoundClock } from "./roundclock.js";
import { announcement, newer, resultLine, sideList } from "./tablewords.js";
import { Tournament } from "./tournament.js";
import { gameOf, keeping } from "./tablegame.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("./tablegame.js").Game} Game
 *
 * @typedef {object} Known
 * @property {Tournament} tournament there is one once `begin` has read it
 * @property {Game | null} game of the entry's table
 * @property {Answers["EntryAtTable"][]} seats the entries at this table
 * @property {{place: number, points: number} | null} place
 *
 * @typedef {object} Page
 * @property {RoundClock} clock there is one once `begin` has read the tournament
 * @property {string} denied the mark of the result that the player called wrong; empty: none
 * @property {boolean} pinShown
 * @property {string} told what the player did last
 * @property {number} asked how often `load` was called
 *
 * @typedef {object} Matter a result that this player is asked to confirm
 * @property {string} mark
 * @property {string} line
 * @property {string} does the name of the act that confirms it
 * @property {string} ask
 * @property {string} [record] the address of the game
 */

/** @type {import("./ownstate.js").Own & Known} */
const own = { tournament: /** @type {Tournament} */ (/** @type {unknown} */ (null)), entry: 0, round: null, seated: undefined, game: null, seats: [], place: null };
/** @type {Page} */
const page = { clock: /** @type {RoundClock} */ (/** @type {unknown} */ (null)), denied: "", pinShown: false, told: "", asked: 0 };
const watch = keeping(own, () => show());

async function begin() {
  own.tournament = await Tournament.opened();
  const { who, id, entries } = own.tournament;
  own.entry = who.tournament === id ? who.entry ?? 0 : 0;
  if (!entries.has(own.entry)) return stranger();
  page.clock = new RoundClock(byId("clock"), own.tournament.time);
  listen();
  await load();
  return own.tournament.follow({ changed, state: connection });
}

function listen() {
  const press = (/** @type {() => Promise<void>} */ work) => (/** @type {HTMLElement} */ button) => once(button, work, byId("failed"));
  on(byId("main"), {
    here: press(checkIn),
    "set-pin": press(setPin),
    "show-pin": () => show({ pinShown: !page.pinShown }),
    yes: press(approve),
    confirm: press(confirm),
    no: () => show({ denied: matter()?.mark }),
    "after-all": () => show({ denied: "" }),
  });
  byId("main").addEventListener("keydown", (event) => {
    /** @type {HTMLElement | null} */
    const button = byId("main").querySelector('[data-do="here"], [data-do="set-pin"]');
    if (event.key === "Enter" && around(event, "#own-pin")) button?.click();
  });
}

// --- what is known ---

async function load() {
  const { tournament, entry } = own;
  page.asked += 1;
  const mine = page.asked;
  const { current } = tournament;
  /** @type {Answers["TournamentRound"] | null} */
  const round = current ? await tournament.get(`/rounds/${current.round}`) : null;
  const seated = round?.tables.find(({ sides }) => sides.flat().includes(entry));
  const waits = seated?.result ? null : seated?.game;
  const [game, seats, place] = await Promise.all([waits ? gameOf(waits) : null, round && seated && waits ? seatsAt(round.round, seated.table) : [], placeOf(round)]);
  if (mine !== page.asked) return; // another call of `load` has begun meanwhile
  Object.assign(own, { round, seated, game: newer(game, own.game), seats, place });
  watch(game?.game ?? null);
  show();
}

/** @param {Answers["TournamentChanges"]} what */
function changed(what) {
  if (what.rounds.length || what.tables.length) page.told = ""; // remove the last message, because it is out of date
  load().catch(gone);
}

/**
 * @param {number} round
 * @param {number} table
 * @returns {Promise<Answers["EntryAtTable"][]>}
 */
const seatsAt = async (round, table) => (await own.tournament.get(`/rounds/${round}/tables/${table}/entries`)).entries;

/** @param {Answers["TournamentRound"] | null} round */
async function placeOf(round) {
  if (!round) return null;
  /** @type {Answers["EntryPlace"]} */
  const { place, values } = await own.tournament.get(`/standings/${own.entry}`);
  return { place, points: Number(values[0].total) };
}

/**
 * Ignores a failed request, because the page reads everything again after the next change.
 * @param {import("../failure.js").Failure} problem
 */
function gone(problem) {
  if (problem.status === 404) failed(problem);
}

// --- acts ---

async function checkIn() {
  const pin = newPin();
  await own.tournament.call("POST", `/entries/${own.entry}/check-in`, { body: pin ? { pin } : {} });
  forgetNewPin();
  await own.tournament.refresh();
  page.told = pin ? CHECK_IN.checkedInWithPin : CHECK_IN.checkedIn;
  await load();
}

async function setPin() {
  const pin = newPin();
  if (!pin) throw new Error(CHECK_IN.typePin);
  await own.tournament.call("PUT", `/entries/${own.entry}/pin`, { body: { pin } });
  forgetNewPin();
  show({ told: CHECK_IN.pinSet, pinShown: false });
}

async function approve() {
  const { round, seated, tournament } = own;
  if (!round || !seated?.typed) return;
  await tournament.call("POST", `/rounds/${round.round}/tables/${seated.table}/approval`, { body: { result: seated.typed.version } });
  await load();
}

async function confirm() {
  const { game } = own;
  if (!game) return;
  await call("POST", `/games/${game.game}/confirmation`, { body: { seat: mySeat() }, headers: { "If-Match": `"${game.tag ?? game.version}"` } });
  await load();
}

/** The player's seat in the game of the table, if this seat may confirm now; otherwise undefined. */
function mySeat() {
  const mine = own.seats.find(({ entry }) => entry === own.entry)?.seats ?? [];
  return mine.find((seat) => own.game?.life?.awaiting.includes(seat));
}

/**
 * The result that this player is asked to confirm; null: there is none.
 * @returns {Matter | null}
 */
function matter() {
  const { tournament, seated, game } = own;
  if (!seated || seated.result) return null;
  if (seated.typed) return { mark: `t${seated.typed.version}`, line: resultLine(tournament, seated.sides, seated.typed), does: "yes", ask: CHECK_IN.typed };
  if (game?.state !== "finished" || mySeat() === undefined) return null;
  return { mark: `g${game.version}`, line: totals(named(game)), does: "confirm", ask: CHECK_IN.played, record: `/games/${game.game}` };
}

/**
 * The game, in which a seat without a name has the name of its entry.
 * @param {Game} game
 */
function named(game) {
  const name = (/** @type {number} */ seat) => own.seats.filter(({ seats }) => seats.includes(seat)).map(({ entry }) => own.tournament.name(entry));
  return { ...game, seats: game.seats.map((each) => ({ ...each, name: each.name || CHECK_IN.either(name(each.seat)) || null })) };
}

// --- the page ---

function stranger() {
  redraw(byId("sentence"), CHECK_IN.stranger);
  redraw(byId("sides"), h("p", {}, CHECK_IN.strangerHelp));
  redraw(byId("mine"), ways());
}

/** @param {Partial<Page>} [change] */
function show(change = {}) {
  Object.assign(page, change);
  const { tournament, entry, round, seated } = own;
  const here = tournament.entries.get(entry)?.here;
  const asks = here || round ? matter() : null; // a player who has a table is here, even if nobody checked them in
  const arrives = !here && !tournament.state.finished;
  redraw(byId("sentence"), arrives && !seated ? CHECK_IN.areYou(tournament.name(entry)) : ownSentence(own));
  page.clock.show(seated && !seated.result ? tournament.current : undefined);
  redraw(byId("announced"), announcement(tournament));
  redraw(byId("sides"), seated ? sideList(tournament, seated.sides, seated.result) : null);
  redraw(byId("said"), page.told ? h("p", { class: "said" }, page.told) : null, arrives && !seated ? null : ownRemarks(own).map((each) => h("p", {}, each)));
  redraw(byId("asked"), asks && question(asks));
  redraw(byId("arrival"), arrives ? arrival(tournament.name(entry)) : null);
  redraw(byId("mine"), arrives && !seated ? null : [arrives ? null : standing(), ways()]);
  redraw(byId("pin"), arrives ? null : pinFold());
}

/** @param {Matter} matter */
function question({ mark, line, does, ask, record }) {
  const look = record ? h("a", { class: "button", href: record }, HALL.record) : null;
  if (page.denied === mark) {
    return h("section", { class: "panel mine", "data-key": "denied" }, h("h2", {}, CHECK_IN.denied),
      h("p", {}, record ? CHECK_IN.correctRecord : CHECK_IN.typeAgain),
      h("p", { class: "choices" }, h("button", { type: "button", "data-do": "after-all" }, CHECK_IN.rightAfterAll), look));
  }
  return h("section", { class: "panel mine", "data-key": mark }, h("h2", {}, ask), h("p", { class: "result-line" }, RESULT.full(line)),
    h("p", { class: "actions" }, h("button", { type: "button", class: "primary", "data-do": does }, CHECK_IN.yes), h("button", { type: "button", "data-do": "no" }, CHECK_IN.no), look));
}

function standing() {
  const { place, entry, tournament } = own;
  if (!place) return null;
  return h("p", { class: "panel place-line", "data-key": "place" }, h("span", {}, CHECK_IN.place((text) => h("b", {}, text), place.place, tournament.entries.size, place.points)),
    h("a", { class: "button", href: `/tournaments/${tournament.id}/entries/${entry}` }, CHECK_IN.why));
}

function ways() {
  const { tournament, seated } = own;
  const link = (/** @type {string} */ end, /** @type {string} */ word) => h("a", { class: "button", href: `/tournaments/${tournament.id}${end}` }, word);
  return h("p", { class: "choices", "data-key": "ways" }, seated ? link(`/tables/${seated.table}`, HALL.table(seated.table)) : null, link("", HALL.standings), tournament.current ? link("/rounds", HALL.allTables) : null);
}

/** @param {string} name */
function arrival(name) {
  const pins = "pins" in byId("main").dataset; // whether the club asks for PINs at check-in
  return h("section", { class: "stack", "data-key": "arrival" },
    h("p", {}, pins ? CHECK_IN.arriveWithPin(name) : CHECK_IN.arrive(name)), pins && pinField(page.pinShown),
    h("p", { class: "actions thumb" }, h("button", { type: "button", class: "primary", "data-do": "here" }, CHECK_IN.here)));
}

function pinFold() {
  return h("details", { class: "panel fold", "data-key": "pin" }, h("summary", {}, CHECK_IN.pin),
    h("div", { class: "stack" }, h("p", { class: "quiet" }, CHECK_IN.pinHelp), pinField(page.pinShown),
      h("p", {}, h("button", { type: "button", "data-do": "set-pin" }, CHECK_IN.setPin))));
}

/** @param {"live" | "waiting"} state */
function connection(state) {
  redraw(byId("connection"), state === "live" ? h("span", { class: "chip live" }, HALL.live) : h("span", { class: "chip waiting" }, HALL.offline));
}

begin().catch(failed);
