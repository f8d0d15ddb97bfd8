/**
 * The page of the cross table: the result of every entry in every round, and against whom. Its columns are the rounds or, if there are few
 * entries, the opponents.
 */

import { byId, h, on, redraw, spoken } from "../dom.js";
import { failed } from "../failure.js";
import { HALL } from "../texts/hall.js";
import { CROSS_TABLE, FINDER, HEADS, MARKS } from "../texts/tournament.js";
import { newsFace, said } from "./news.js";
import { paged, partOf } from "./pager.js";
import { RoundClock } from "./roundclock.js";
import { finder, happening, metBy, resultOf } from "./sayings.js";
import { Tournament } from "./tournament.js";
import { watch } from "./watch.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {Answers["CrossTable"]} CrossTable
 * @typedef {Answers["CrossTableRow"]} Row
 * @typedef {Answers["CrossCell"]} Cell
 */

const FEW = 12;
/**
 * The letters of the marks in the order of the key, each with its class.
 * @type {Record<string, string>}
 */
const LETTERS = { W: "win", D: "draw", L: "loss", X: "win", F: "loss", "*": "open", B: "", H: "", Z: "", U: "" };

const shown = { table: /** @type {CrossTable} */ (/** @type {unknown} */ (null)), way: "rounds", page: 1, found: "" };
/** @type {Tournament} */
let tournament;
/** @type {RoundClock} */
let clock;

async function begin() {
  tournament = await Tournament.opened();
  clock = new RoundClock(byId("clock"), tournament.time, newsFace);
  on(byId("main"), {
    way: (button) => { shown.way = button.dataset.way ?? ""; draw(); },
    page: (button) => { shown.page = Number(button.dataset.page); draw(); },
  });
  byId("find").addEventListener("input", () => { shown.found = byId("find", "input").value.trim(); draw(); });
  await read();
  if (tournament.state.format.startsWith("round-robin") && shown.table.by_opponents) shown.way = "opponents";
  draw();
  watch(tournament, changed);
}

async function read() {
  shown.table = await tournament.get("/crosstable");
}

/** @param {Answers["TournamentChanges"]} what */
async function changed(what) {
  if (what.version !== shown.table.version) await read();
  draw();
}

function draw() {
  const { rows, rounds, by_opponents: few } = shown.table;
  said(happening(tournament, { through: tournament.current?.round ?? 0, rows }));
  clock.show(tournament.current);
  const any = rounds.length > 0 && rows.length > 0;
  byId("empty").hidden = any;
  byId("cross").hidden = !any;
  byId("finder").hidden = rows.length <= FEW;
  byId("ways").hidden = !few;
  for (const button of /** @type {HTMLCollectionOf<HTMLElement>} */ (byId("ways").children)) button.setAttribute("aria-pressed", String(button.dataset.way === shown.way));
  const found = shown.found ? rows.filter(({ entry }) => finder(tournament, shown.found)(entry)) : rows;
  redraw(byId("count"), shown.found ? (found.length ? FINDER.found(found.length) : FINDER.none) : "");
  const page = shown.found ? 1 : shown.page;
  const part = partOf(found, page);
  if (shown.way === "opponents") byOpponent(part);
  else byRound(part);
  paged(byId("pages"), { page, pages: Math.ceil(found.length / 100), total: found.length });
  const used = new Set(rows.flatMap(({ cells }) => cells.filter(Boolean).map(({ mark }) => mark[0])));
  redraw(byId("key"), Object.keys(LETTERS).filter((letter) => used.has(letter)).map((letter) => h("span", {}, marked(letter), " ", MARKS[letter])), shown.way === "opponents" ? h("span", {}, CROSS_TABLE.places) : null);
}

/** @param {string} letter */
const marked = (letter) => h("b", { class: `mark ${LETTERS[letter]}` }, letter);

/** @param {HTMLElement[]} columns */
const headed = (columns) => redraw(byId("head"), h("tr", {}, h("th", { scope: "col", class: "stays place" }, h("span", { "aria-hidden": "true" }, "#"), spoken(HEADS.place)), h("th", { scope: "col", class: "name stays second" }, HEADS.name), columns, h("th", { scope: "col" }, HEADS.points)));

/**
 * @param {Row} row
 * @param {HTMLElement[]} cells
 */
const lined = ({ place, entry, points }, cells) => h("tr", { "data-key": `e${entry}` },
  h("td", { class: "stays place" }, h("b", {}, place)),
  h("th", { scope: "row", class: "name stays second" }, h("a", { class: "card-link", href: `/tournaments/${tournament.id}/entries/${entry}` }, h("span", { class: "called", title: tournament.name(entry) }, tournament.name(entry)))),
  cells, h("td", { class: "points" }, points));

/** @param {Row[]} rows */
function byRound(rows) {
  headed(shown.table.rounds.map((round) => h("th", { scope: "col" }, HALL.round(round))));
  redraw(byId("rows"), rows.map((row) => lined(row, row.cells.map((cell) => h("td", {}, cell && inRound(cell))))));
}

/** @param {Cell} cell */
function inRound(cell) {
  const met = metBy(tournament, cell);
  const words = met ? CROSS_TABLE.against(resultOf(tournament, cell), met) : resultOf(tournament, cell);
  return h("span", { class: "cell", title: words }, h("span", { "aria-hidden": "true" }, marked(cell.mark[0])), cell.opponents.length ? h("span", { class: "clip", "aria-hidden": "true" }, tournament.side(cell.opponents)) : null, spoken(words));
}

/** @param {Row[]} rows */
function byOpponent(rows) {
  const others = shown.table.rows;
  headed(others.map(({ place, entry }) => h("th", { scope: "col", title: tournament.name(entry) }, h("span", { "aria-hidden": "true" }, place), spoken(tournament.name(entry)))));
  redraw(byId("rows"), rows.map((row) => {
    const cells = new Map(shown.table.rounds.map((round, place) => [round, row.cells[place]]));
    const met = new Map((row.meetings ?? []).map(({ opponent, rounds }) => [opponent, rounds]));
    return lined(row, others.map(({ entry }) => h("td", { class: entry === row.entry ? "self" : null }, (met.get(entry) ?? []).map((round) => meeting(cells.get(round), entry)))));
  }));
}

/**
 * @param {Cell | null | undefined} cell
 * @param {number} opponent
 */
function meeting(cell, opponent) {
  if (!cell) return null;
  const words = CROSS_TABLE.meeting(resultOf(tournament, cell), tournament.name(opponent), cell.round);
  return h("span", { class: "cell narrow", title: words }, h("span", { "aria-hidden": "true" }, marked(cell.mark[0])), spoken(words));
}

begin().catch(failed);
