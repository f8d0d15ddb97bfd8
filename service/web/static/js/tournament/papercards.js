/** Score cards on paper: one for each table of a round, with lines for the scores and signatures, and a code that opens the table's page. */

import { h } from "../dom.js";
import { addressOf, qrOf } from "../links.js";
import { PAPER } from "../texts/director.js";
import { HALL } from "../texts/hall.js";
import { HEADS } from "../texts/tournament.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("./tournament.js").Tournament} Tournament
 */

const MOST_BOXES = 8;

/**
 * Makes a score card for each table of a round. `round`, from the form: the number of the round; if empty, the newest published round; if
 * `all`, every round.
 * @param {Tournament} tournament
 * @param {import("./paperlists.js").Wanted} wanted
 * @returns {Promise<import("./paperlists.js").Printed>}
 */
export async function cards(tournament, { round: chosen }) {
  const { current, state } = tournament;
  const numbers = chosen === "all" ? state.rounds.map(({ round }) => round) : [Number(chosen) || current?.round].filter(Boolean);
  if (!numbers.length) return { sentence: PAPER.noRound, sheets: [] };
  /** @type {Answers["TournamentRound"][]} */
  const rounds = await Promise.all(numbers.map((number) => tournament.get(`/rounds/${number}`)));
  const codes = await codesOf(tournament, rounds);
  const all = rounds.flatMap((round) => round.tables.map((table) => card(tournament, round.round, table, codes.get(table.table))));
  const sentence = chosen === "all" ? PAPER.cardsOfAll(all.length) : PAPER.cardsOf(all.length, numbers[0]);
  return { sentence, sheets: all.length ? [h("section", { class: "sheet" }, all)] : [] };
}

/**
 * The code on the score cards of a table is the same in all rounds, and contains no secret. Only the code on the sign of a table contains a
 * secret, which signs people in.
 * @param {Tournament} tournament
 * @param {Answers["TournamentRound"][]} rounds
 */
async function codesOf(tournament, rounds) {
  const tables = [...new Set(rounds.flatMap((round) => round.tables.map(({ table }) => table)))];
  const drawn = await Promise.all(tables.map((table) => qrOf(addressOf(`/tournaments/${tournament.id}/tables/${table}`))));
  return new Map(tables.map((table, at) => [table, drawn[at]]));
}

/**
 * @param {Tournament} tournament
 * @param {number} round
 * @param {Answers["RoundTable"]} seated
 * @param {string | undefined} code the address of its image
 */
function card(tournament, round, { table, sides }, code) {
  const { ends, hands } = tournament.state.settings.round;
  const boxes = ends === "hands" && hands && hands <= MOST_BOXES ? hands : 0;
  return h("article", { class: "card-of-table", "aria-label": PAPER.card(table, round) },
    h("header", {},
      h("p", { class: "card-title" }, tournament.state.title ?? HALL.untitled),
      h("p", { class: "card-where" }, h("b", {}, HALL.round(round)), h("b", {}, HALL.table(table))),
      h("img", { src: code, alt: PAPER.cardCode(table), width: 90, height: 90 })),
    h("div", { class: "scroll", role: "region", tabindex: 0, "aria-label": PAPER.scoresOf(table) }, h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, HEADS.name), Array.from({ length: boxes }, (_, at) => h("th", { scope: "col", class: "box" }, at + 1)), h("th", { scope: "col", class: "box total" }, PAPER.score), h("th", { scope: "col", class: "signature" }, PAPER.signature))),
      h("tbody", {}, sides.map((side) => h("tr", {}, h("th", { scope: "row" }, side.map((entry) => h("span", { class: "one-name" }, tournament.name(entry)))), Array.from({ length: boxes }, () => h("td", { class: "box" })), h("td", { class: "box total" }), h("td", { class: "signature" })))))));
}
