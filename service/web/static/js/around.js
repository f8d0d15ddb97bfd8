/**
 * What stands around the table of a game and its form: the result, tricks, scores, claims, findings, rulings; for scorekeepers also all that
 * the desk has not (office.js). The page loads it when the table is drawn.
 */

import { Ahead } from "./ahead.js";
import { get } from "./api.js";
import { keepAwake } from "./awake.js";
import { Claims } from "./claims.js";
import { Confirmation } from "./confirm.js";
import { dealTable, inDeals, targetOf } from "./deals.js";
import { byId, dotted, h, on, redraw } from "./dom.js";
import { whenStill } from "./felt.js";
import { findingList, flagOf, toLookAt } from "./findings.js";
import { flagsOf } from "./flags.js";
import { decided, isOver, standing } from "./gamestate.js";
import { lifeOf } from "./life.js";
import { addressOf, shareAddress } from "./links.js";
import "./lists.js";
import { Office } from "./office.js";
import { Paper } from "./paper.js";
import { roundLabel } from "./position.js";
import { practiceTable } from "./practicetable.js";
import { Rulings } from "./rulings.js";
import { Shelf } from "./shelf.js";
import { drawnInTurn } from "./store.js";
import { GAME } from "./texts/table.js";
import { namesOf } from "./texts/words.js";
import { trickTable } from "./tricks.js";
import { chooseViewpoint } from "./viewpoint.js";

/**
 * @typedef {import("./gamestate.js").State} State
 * @typedef {import("./gamestate.js").Game} Game
 */

// A table of more columns is wider than its place.
const WIDE = 6;

export class Around {
  /**
   * @param {{id: string, view: string, who: import("./api.js").Session, page: import("./store.js").Store<State>, desk: import("./desk.js").Desk | null,
   *   stored: (answer: {version: number}) => void}} table `view`: the query `view=…` for requests, or empty
   */
  constructor({ id, view, who, page, desk, stored }) {
    practiceTable();
    chooseViewpoint(page.state.game, who.scopes);
    byId("deals", "details").open = matchMedia("(min-width: 900px)").matches;
    on(byId("tricks"), { "all-tricks": allTricks });
    const share = (/** @type {HTMLElement} */ button) => shareAddress(button, addressOf(location.pathname));
    on(document.body, {
      "share-game": (button) => (page.state.game.visibility === "private" ? toShare() : share(button)),
      "share-table": (button) => (byId("share").hidden ? share(button) : toShare()),
    });
    this.rulings = new Rulings({ game: id, view });
    this.oneGame = Boolean(who.tournament || who.practice_ends_at);
    this.links = desk !== null && !this.oneGame;
    this.confirmation = new Confirmation(byId("confirmation"), { game: id, seat: who.seat, keeps: desk !== null && !who.limited, stored });
    byId("main").addEventListener("pin-set", () => this.confirmation.askPins());
    const claims = new Claims(byId("claims"), { game: id, seat: who.seat, stored });
    const paper = new Paper({ game: id, view, look: () => ({ ...page.state, record: desk?.record, rulings: this.rulings.rulings }) });
    const { engine } = byId("main").dataset;
    if (desk && engine && !savesData()) desk.ahead = new Ahead(engine, desk);
    const shelf = desk && !view ? new Shelf(id, desk) : null;
    const office = desk && new Office({ id, desk, clubWide: !who.limited, oneGame: this.oneGame, rulings: this.rulings });
    this.show = drawnInTurn(page, [
      { from: ["game"], draw: ({ game }) => claims.show(game) },
      { from: ["game", "findings", "validated"], draw: () => office?.ask() },
      { from: ["game", "findings"], draw: showTricks },
      { from: ["game"], draw: ({ game }) => showDeals(game) },
      { from: ["game", "findings"], draw: (state) => this.#showRulings(state) },
      { from: ["game"], draw: () => office?.show() },
      { from: ["game"], draw: ({ game }) => paper.follow(game) },
      { from: ["game"], draw: ({ game }) => keepAwake(desk !== null && !isOver(game)) },
      { from: ["game"], draw: showSharing },
      { from: ["game", "findings", "validated"], draw: showFindings },
      { from: ["desk"], draw: () => office?.join() }, // once, when all is drawn
      { from: ["server"], draw: (state) => shelf?.take(state) },
      { from: ["connection", "game", "stored"], draw: (state) => shelf?.show(state) },
    ], whenStill);
    this.above(page.state);
    this.show();
    const look = () => { if (document.visibilityState === "visible") lookAtTable(page, id).catch(() => {}); };
    document.addEventListener("visibilitychange", look);
    look();
  }

  /**
   * Show what stands above the table, and so must not be drawn after it.
   * @param {State} state
   */
  above({ game }) {
    redraw(byId("life"), lifeOf(game, { again: !this.oneGame, links: this.links, back: document.getElementById("back") }));
    this.confirmation.show(game);
  }

  /** @param {State} state */
  #showRulings({ game, findings, desk }) {
    this.rulings.show(game, desk || findings.some((finding) => finding.ruling && !this.rulings.of(finding.ruling))).catch(() => {});
  }
}

/**
 * The director may type the result of a table whose game is in play. Nothing in the record of the game tells that.
 * @param {import("./store.js").Store<State>} page
 * @param {string} id
 */
async function lookAtTable(page, id) {
  const { state, tournament } = page.state.game;
  if (state !== "open" || !tournament) return;
  /** @type {import("../../types/api.js").components["schemas"]["GameList"]} */
  const { games: [line] } = await get(`/games?ids=${id}`);
  page.next(decided, line?.table_result ?? null);
}

// Somebody who pays for every megabyte has asked pages to load no more than they must.
const savesData = () => "connection" in navigator && /** @type {any} */ (navigator).connection?.saveData === true;

/** @param {State} state */
function showTricks(state) {
  const { game } = state;
  const table = trickTable(game, flagsOf(standing(state)));
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

/** @param {HTMLElement} button */
function allTricks(button) {
  const all = byId("tricks").classList.toggle("all");
  button.setAttribute("aria-expanded", String(all));
}

/** @param {Game} game */
function showDeals(game) {
  const table = dealTable(game, { over: isOver(game) });
  byId("deals").hidden = !table;
  redraw(byId("deals-title"), isOver(game) ? (inDeals(game) ? GAME.dealByDeal : GAME.roundByRound) : inDeals(game) ? GAME.scoreByDeal : GAME.scoreByRound);
  redraw(byId("deals-said"), targetOf(game));
  redraw(byId("deals-table"), table);
}

/** @param {State} state */
function showSharing({ game }) {
  const visibility = byId("visibility", "select");
  if (document.activeElement !== visibility) visibility.value = game.visibility;
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-do="share-table"]'))) button.hidden = byId("share").hidden && game.visibility === "private";
}

/** Open the panel that makes links. */
function toShare() {
  byId("site").hidePopover();
  const panel = byId("share", "details");
  panel.open = true;
  panel.scrollIntoView();
  panel.querySelector("summary")?.focus({ preventScroll: true });
}

/** @param {State} state */
function showFindings(state) {
  const { game, validated, desk } = state;
  const found = standing(state);
  const first = !byId("findings-list").hasChildNodes();
  redraw(byId("findings-list"), findingList(found, { view: game.view, unchecked: validated < game.version, rules: desk && game.viewer === "director", answers: desk }));
  redraw(byId("findings-count"), toLookAt(found).length || "");
  const flag = flagOf(found);
  redraw(byId("flag"), flag?.text); // not a live region: the list of findings is one already, and screen readers must not announce the same thing twice
  byId("flag").hidden = !flag;
  byId("flag").dataset.kind = flag?.kind ?? "";
  // The browser scrolled to the findings too early, when the page was not drawn yet.
  if (first && location.hash === "#findings") byId("findings").scrollIntoView();
}
