/**
 * The page of one table: live for everyone who may watch, with the scorekeeper's desk for visitors who may record. First it draws the table
 * and the form, then it loads what stands around them (around.js).
 */

import { get, session } from "./api.js";
import { Desk } from "./desk.js";
import { byId, dotted, h, redraw } from "./dom.js";
import { failed } from "./failure.js";
import { felt, redrawFelt, sideScores } from "./felt.js";
import { flagsOf, flagsOnFelt } from "./flags.js";
import { begun, connected, heard, isOver, kept, standing, taken } from "./gamestate.js";
import { follow } from "./live.js";
import "./looks.js";
import { resultCard } from "./result.js";
import { dealLine, openCards, turnLine, unsure, whereabouts } from "./position.js";
import { store } from "./store.js";
import { viewpoint } from "./viewpoint.js";
import { GAME } from "./texts/table.js";
import { capital, isolated, minutes, stateLabel } from "./texts/words.js";

/**
 * @typedef {import("./gamestate.js").State} State
 * @typedef {import("./gamestate.js").Game} Game
 */

const { game: id = "", system } = byId("main").dataset;
const view = viewpoint ? `view=${viewpoint}` : "";
/** @type {import("./store.js").Store<State>} */
let page;
/** @type {Desk | null} */
let desk = null;
/** @type {import("./around.js").Around | null} */
let around = null;

async function begin() {
  const [who, game, rules] = await Promise.all([session(), get(`/games/${id}?${view}`), get(`/systems/${system}/event-types`)]);
  page = store(begun(game, rules), (state, former) => { if (former) draw(state, former); });
  const records = page.state.desk;
  byId("main").classList.toggle("watching", !records);
  byId("seats").classList.toggle("table-place", !records); // the form makes a place of its own
  byId("where").classList.toggle("clip", records); // at the desk this line is cut off at its end, so that the pad does not move
  if (records) {
    sentenceInBar();
    desk = new Desk({ id, page, stored });
  } else withoutDesk();
  const load = () => import("./around.js").then(({ Around }) => { around = new Around({ id, view, who, page, desk, stored }); }).catch(incomplete);
  // What stands above the table must not push it down later. While a game is played, there is seldom anything.
  const above = game.state !== "open" || game.life?.claims.length;
  if (above) await load();
  draw(page.state, null);
  follow(id, viewpoint, { table: told, state: (state) => page.next(connected, state) });
  if (!above) load();
}

/**
 * Without what stands around it the table is still shown, and the form records.
 * @param {unknown} error
 */
function incomplete(error) {
  dispatchEvent(new Event("incomplete"));
  reportError(error);
}

/** What waits here of this table is then said as on all other pages (unstored.js). */
function withoutDesk() {
  delete byId("main").dataset.desk;
}

/** On a phone the form needs the page, so the bar says who is to play. */
function sentenceInBar() {
  const narrow = matchMedia("(max-width: 899px)");
  const place = () => (narrow.matches ? byId("title") : document.querySelector(".strip"))?.after(byId("turn"));
  narrow.addEventListener("change", place);
  place();
}

/** @param {{version: number}} answer */
async function stored({ version }) {
  page.next(kept, version);
  if (page.state.game.version < version) await get(`/games/${id}?at_least=${version}${view && `&${view}`}`).then((game) => page.next(taken, game), () => {});
}

/** @param {import("./gamestate.js").Message} message */
function told(message) {
  page.next(heard, message);
  if (page.state.ahead) desk?.behind();
  else desk?.ahead?.lay(); // a first message that comes late must still load the rules
}

/**
 * @param {State} state
 * @param {State | null} former
 */
function draw(state, former) {
  if (state.connection !== former?.connection) connection(state);
  if (state.stored !== former?.stored) redraw(byId("stored"), state.stored ? GAME.stored(state.stored) : "");
  if (state.game !== former?.game) show(state);
  else if (state.elsewhere !== former?.elsewhere) showState(state);
  else if (state.findings !== former?.findings && !desk) showFelt(state);
  around?.show();
  if (former?.game.state === "open" && state.game.state !== "open") scrollTo({ top: 0 }); // to the result, which is above the felt
}

/** @param {State} state */
function show(state) {
  const { game, system } = state;
  byId("main").classList.toggle("game-over", isOver(game));
  const title = isolated(game.title || system.name);
  document.title = GAME.title(title);
  byId("title").title = title;
  redraw(byId("title"), title);
  redraw(byId("where"), dotted([...whereabouts(game.view), delayed(game), game.title && system.name]));
  showState(state);
  redraw(byId("deal"), dealLine(game));
  redraw(byId("sides"), desk ? null : sideScores(game));
  redraw(byId("last-round"), game.view.last_round, unsure(game) && h("b", { class: "unsure" }, ` ${capital(unsure(game))}.`));
  redraw(byId("open-cards"), openCards(game.view));
  around?.above(state);
  if (desk) return desk.show();
  redraw(byId("turn"), turnLine(game));
  return showFelt(state);
}

/**
 * The state of the game. While it is in play, the director may have typed the result of its table.
 * @param {State} state
 */
function showState({ game, elsewhere }) {
  const typed = game.state === "open" && elsewhere;
  redraw(byId("state"), typed ? GAME.decidedElsewhere(typed) : capital(stateLabel(game.state)));
  byId("state").className = `state ${typed ? "finished" : game.state}`;
}

/**
 * The felt as spectators see it.
 * @param {State} state
 */
function showFelt(state) {
  const { game } = state;
  redrawFelt(byId("seats"), [felt({ ...game, flags: flagsOnFelt(game.view, flagsOf(standing(state))) }), dealOver(game)], game.view);
}

/**
 * The result of the last deal, until the next one is dealt.
 * @param {Game} game
 */
const dealOver = (game) => (game.state === "open" && game.view.phase === "deal" && game.view.last_deal ? resultCard(game.view.last_deal, game) : null);

/** @param {Game} game */
const delayed = (game) => (game.delay && game.viewer === "public" ? GAME.delayed(minutes(game.delay)) : null);

/** @param {State} state */
function connection({ connection: state }) {
  if (state === "connecting") return;
  byId("connection").dataset.state = state;
  redraw(byId("connection"), h("b", {}, state === "live" ? GAME.live : GAME.offline));
}

begin().catch((problem) => {
  if (!desk) withoutDesk();
  failed(problem);
});
