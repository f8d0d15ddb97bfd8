/** The page of one table: live for everyone who may watch, with the scorekeeper's desk for visitors who may record. */

import { get, session } from "./api.js";
import { Claims } from "./claims.js";
import { Confirmation } from "./confirm.js";
import { dealTable, inDeals, targetOf } from "./deals.js";
import { byId, dotted, h, on, redraw } from "./dom.js";
import { failed } from "./failure.js";
import { felt, sideScores } from "./felt.js";
import { findingList, flagOf, toLookAt } from "./findings.js";
import { flagsOf, flagsOnFelt } from "./flags.js";
import { begun, connected, heard, kept, standing, taken } from "./gamestate.js";
import { isOver, lifeOf } from "./life.js";
import { addressOf, shareAddress } from "./links.js";
import "./lists.js";
import { follow } from "./live.js";
import "./looks.js";
import { redrawFelt } from "./motion.js";
import { Office } from "./office.js";
import { resultCard } from "./result.js";
import { Rulings } from "./rulings.js";
import { dealLine, openCards, roundLabel, turnLine, unsure, whereabouts } from "./position.js";
import { Paper } from "./paper.js";
import { practiceTable } from "./practicetable.js";
import { store } from "./store.js";
import { trickTable } from "./tricks.js";
import { chooseViewpoint, viewpoint } from "./viewpoint.js";
import { GAME } from "./texts/table.js";
import { capital, minutes, namesOf, stateLabel } from "./texts/words.js";

/**
 * @typedef {import("./gamestate.js").State} State
 * @typedef {import("./gamestate.js").Game} Game
 */

// A table of more columns is wider than its place.
const WIDE = 6;

const { game: id = "", system } = byId("main").dataset;
const view = viewpoint ? `view=${viewpoint}` : "";
const rulings = new Rulings({ game: id, view });
/** @type {import("./store.js").Store<State>} */
let page;
/** @type {Office | null} */
let office = null;
/** @type {Confirmation} */
let confirmation;
/** @type {Claims} */
let claims;
/** @type {Paper} */
let paper;

async function begin() {
  practiceTable();
  const [who, game, rules] = await Promise.all([session(), get(`/games/${id}?${view}`), get(`/systems/${system}/event-types`)]);
  paper = new Paper({ game: id, view, look: () => ({ ...page.state, record: office?.record, rulings: rulings.rulings }) });
  confirmation = new Confirmation(byId("confirmation"), { game: id, seat: who.seat, stored });
  byId("main").addEventListener("pin-set", () => confirmation.askPins());
  chooseViewpoint(game, who.scopes);
  /** @type {HTMLDetailsElement} */ (byId("deals")).open = matchMedia("(min-width: 900px)").matches;
  on(byId("tricks"), { "all-tricks": allTricks });
  on(document.body, { "share-game": (button) => shareAddress(button, addressOf(location.pathname)) });
  claims = new Claims(byId("claims"), { game: id, seat: who.seat, stored });
  page = store(begun(game, rules), draw);
  const { desk } = page.state;
  byId("main").classList.toggle("watching", !desk);
  byId("seats").classList.toggle("table-place", !desk); // the form makes a place of its own
  byId("where").classList.toggle("clip", desk); // at the desk this line is cut off at its end, so that the pad does not move
  if (desk) {
    sentenceInBar();
    office = new Office({ id, page, clubWide: !who.limited, oneGame: Boolean(who.tournament || who.practice_ends_at), rulings, stored, drawn: showTurn });
    draw(page.state, null);
  }
  follow(id, viewpoint, { table: told, state: (state) => page.next(connected, state) });
}

/** On a phone the form needs the page, so the bar says who is to play. */
function sentenceInBar() {
  const narrow = matchMedia("(max-width: 899px)");
  const place = () => (narrow.matches ? byId("title") : document.querySelector(".strip"))?.after(byId("turn"));
  narrow.addEventListener("change", place);
  place();
}

/** @param {Parameters<typeof heard>[1]} message */
function told(message) {
  const first = !page.state.validated;
  page.next(heard, message);
  // The browser scrolled to the findings too early, when the page was not drawn yet.
  if (first && location.hash === "#findings") byId("findings").scrollIntoView();
}

/** @param {{version: number}} answer */
async function stored({ version }) {
  page.next(kept, version);
  if (page.state.game.version < version) await get(`/games/${id}?at_least=${version}${view && `&${view}`}`).then((game) => page.next(taken, game), () => {});
}

/**
 * @param {State} state
 * @param {State | null} former
 */
function draw(state, former) {
  if (state.desk && !office) return; // it is still being set up
  if (state.connection !== former?.connection) connection(state);
  if (state.stored !== former?.stored) redraw(byId("stored"), state.stored ? GAME.stored(state.stored) : "");
  if (/** @type {const} */ (["game", "findings", "desk"]).some((part) => state[part] !== former?.[part])) show(state);
  else if (state.validated !== former?.validated) showChecked(state);
  if (former?.game.state === "open" && state.game.state !== "open") scrollTo({ top: 0 }); // to the result, which is above the felt
}

/** @param {State} state */
function show(state) {
  const { game, system } = state;
  const flags = flagsOf(standing(state));
  byId("main").classList.toggle("game-over", isOver(game));
  document.title = GAME.title(game.title || system.name);
  byId("title").title = game.title || system.name;
  redraw(byId("title"), game.title || system.name);
  redraw(byId("where"), dotted([...whereabouts(game.view), delayed(game), game.title && system.name]));
  redraw(byId("state"), capital(stateLabel(game.state)));
  byId("state").className = `state ${game.state}`;
  redraw(byId("deal"), dealLine(game));
  redraw(byId("sides"), office ? null : sideScores(game));
  redraw(byId("last-round"), game.view.last_round, unsure(game) && h("b", { class: "unsure" }, ` ${capital(unsure(game))}.`));
  redraw(byId("open-cards"), openCards(game.view));
  redraw(byId("life"), lifeOf(game, { again: !office?.oneGame, back: document.getElementById("back") }));
  confirmation.show(game);
  if (office) office.show();
  else redrawFelt(byId("seats"), [felt({ ...game, flags: flagsOnFelt(game.view, flags) }), dealOver(game)], game.view);
  showTricks(game, flags);
  showDeals(game);
  claims.show(game);
  showTurn(state);
  rulings.show(game, state.desk || state.findings.some((finding) => finding.ruling && !rulings.of(finding.ruling))).catch(() => {});
  showFindings(state);
  paper.follow(game);
  const visibility = /** @type {HTMLSelectElement} */ (byId("visibility"));
  if (document.activeElement !== visibility) visibility.value = game.visibility;
}

/**
 * @param {Game} game
 * @param {import("./flags.js").Flags} flags
 */
function showTricks(game, flags) {
  const table = trickTable(game, flags);
  byId("tricks").hidden = !table;
  redraw(byId("tricks-said"), dotted([roundLabel(game.view, game.view.round), firstLead(game)]));
  const wide = game.view.order.length > WIDE;
  redraw(byId("tricks-table"), wide && table ? h("div", { class: "scroll", role: "region", tabindex: 0, "aria-label": GAME.tricksByPlayer }, table) : table);
}

/**
 * `Anna led first`
 * @param {Game} game
 */
function firstLead({ view, seats }) {
  const [first] = view.tricks ?? [];
  return first ? GAME.ledFirst(namesOf(seats)(first.seats[0])) : null;
}

/** @param {Game} game */
function showDeals(game) {
  const table = dealTable(game, { over: isOver(game) });
  byId("deals").hidden = !table;
  redraw(byId("deals-title"), isOver(game) ? (inDeals(game) ? GAME.dealByDeal : GAME.roundByRound) : inDeals(game) ? GAME.scoreByDeal : GAME.scoreByRound);
  redraw(byId("deals-said"), targetOf(game));
  redraw(byId("deals-table"), table);
}

/**
 * The result of the last deal, until the next one is dealt.
 * @param {Game} game
 */
const dealOver = (game) => (game.state === "open" && game.view.phase === "deal" && game.view.last_deal ? resultCard(game.view.last_deal, game) : null);

/** @param {HTMLElement} button */
function allTricks(button) {
  const all = byId("tricks").classList.toggle("all");
  button.setAttribute("aria-expanded", String(all));
}

/**
 * Show whose turn it is. A scorekeeper who states a whole deal sees the heading of the form for the deal instead.
 * @param {State} [state]
 */
function showTurn({ game } = page.state) {
  redraw(byId("turn"), (game.state === "open" && office?.heading) || turnLine(game));
}

/** @param {Game} game */
const delayed = (game) => (game.delay && game.viewer === "public" ? GAME.delayed(minutes(game.delay)) : null);

/**
 * The workers have checked more of the record, and found nothing new.
 * @param {State} state
 */
function showChecked(state) {
  office?.ask();
  showFindings(state);
}

/** @param {State} state */
function showFindings(state) {
  const { game, validated, desk } = state;
  const found = standing(state);
  redraw(byId("findings-list"), findingList(found, { view: game.view, unchecked: validated < game.version, rules: desk && game.viewer === "director", answers: desk }));
  redraw(byId("findings-count"), toLookAt(found).length || "");
  const flag = flagOf(found);
  redraw(byId("flag"), flag?.text); // not a live region: the list of findings is one already, and screen readers must not announce the same thing twice
  byId("flag").hidden = !flag;
  byId("flag").dataset.kind = flag?.kind ?? "";
}

/** @param {State} state */
function connection({ connection: state }) {
  if (state === "connecting") return;
  byId("connection").dataset.state = state;
  redraw(byId("connection"), h("b", {}, state === "live" ? GAME.live : GAME.offline));
}

begin().catch(failed);
