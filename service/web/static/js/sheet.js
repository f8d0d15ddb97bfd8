/**
 * The sheet: a game on paper, with players and seats, the result, rounds, findings, rulings, and every event. It is drawn when somebody
 * prints the page, with what the page knows at that moment. The printer gets the sheet in place of the page (css/print.css).
 */

import { byId, dotted, h, redraw } from "./dom.js";
import { sureness } from "./evidence.js";
import { findingList } from "./findings.js";
import { turnLine } from "./position.js";
import { roundLine } from "./steps.js";
import { SHEET } from "./texts/record.js";
import { dayTime } from "./times.js";
import { namesOf, signed } from "./texts/words.js";

/**
 * @typedef {import("../../types/dom.js").Child} Child
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {import("./formstate.js").Game} Game
 * @typedef {{game: Game, system: {name: string}, lines: {version: number, text: Child}[], rounds: Answers["RoundEvidence"][], findings: Answers["Finding"][], rulings: Answers["Decision"][]}} Known
 * `lines`: the events in words, in reading order
 */

/**
 * From now on, print a sheet in place of the page, if `look` returns the values for one.
 * @param {() => Known | null} look
 */
export function printsAsSheet(look) {
  const place = h("section", { class: "sheet", "aria-label": SHEET.title });
  byId("main").append(place);
  const draw = () => {
    const known = look();
    redraw(place, known && sheet(known));
  };
  globalThis.addEventListener("beforeprint", draw);
  matchMedia("print").addEventListener("change", ({ matches }) => matches && draw());
}

/** @param {Known} known */
function sheet({ game, system, lines, rounds, findings, rulings }) {
  const name = namesOf(game.seats);
  return [
    h("p", { class: "sheet-title", role: "heading", "aria-level": "1" }, game.title || system.name),
    h("p", {}, dotted([game.title && system.name, dayTime(game.opened_at), SHEET.entriesOf(game.game, game.version)])),
    players(game, name),
    h("p", {}, h("b", {}, SHEET.state(game.state)), " ", turnLine(game)),
    rounds.length ? part(SHEET.rounds, h("ul", { role: "list" }, rounds.map((round) => h("li", {}, SHEET.round(roundLine(round, name), sureness(round.evidence.level)))))) : null,
    part(SHEET.findings, findingList(findings, { view: game.view })),
    rulings.length ? part(SHEET.rulings, h("ul", { role: "list" }, rulings.map(ruling))) : null,
    part(SHEET.entries, h("ol", { class: "sheet-events", role: "list" }, lines.map(({ version, text }) => h("li", {}, h("span", { class: "version" }, version), h("span", {}, text))))),
  ];
}

/**
 * @param {string} title
 * @param {...Child} content
 */
const part = (title, ...content) => [h("h2", {}, title), ...content];

/**
 * @param {Game} game
 * @param {(seat: number) => string} name
 */
function players({ seats, outcome }, name) {
  const row = (/** @type {Game["seats"][number]} */ { seat }) => h("tr", {}, h("th", { scope: "row" }, name(seat)), h("td", {}, Number(seat) + 1), h("td", {}, signed(outcome.scores[seat] ?? "—")), h("td", {}, outcome.winners.includes(seat) ? SHEET.winner : ""));
  const head = [SHEET.player, SHEET.seat, SHEET.score, SHEET.result].map((word) => h("th", { scope: "col" }, word));
  return h("table", { class: "sheet-players" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, seats.map(row)));
}

/** @param {Answers["Decision"]} decision */
const ruling = ({ version, sentence, standing }) => h("li", {}, standing ? SHEET.ruling(version, sentence) : SHEET.rulingGone(version, h("s", {}, sentence)));
