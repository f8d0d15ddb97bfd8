/** The pairings of a round: where everybody sits, and the results as they come in. */

import { chip } from "../chips.js";
import { byId, h, on, redraw, spoken } from "../dom.js";
import { failed } from "../failure.js";
import { HALL } from "../texts/hall.js";
import { FINDER, NUMBERED, PAIRINGS, RESULT, SIGNS, STAGES } from "../texts/tournament.js";
import { byGroup } from "./bygroup.js";
import { gameLink } from "./gamelink.js";
import { announced, newsFace, said } from "./news.js";
import { paged, partOf } from "./pager.js";
import { RoundClock } from "./roundclock.js";
import { beginningWith, finder, playedNow, written } from "./sayings.js";
import { Tournament } from "./tournament.js";
import { watch } from "./watch.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {Answers["TournamentRound"]} Round
 * @typedef {Answers["RoundTable"]} Table
 */
const MOST_FOUND = 6;

/** @type {{round: Round | null, page: number}} */
const shown = { round: null, page: 1 };
/** @type {Tournament} */
let tournament;
/** @type {RoundClock} */
let clock;

// The round that the address names; null: the address names none, so the page always shows the newest.
const fixed = Number(byId("main").dataset.round) || null;

async function begin() {
  tournament = await Tournament.opened();
  clock = new RoundClock(byId("clock"), tournament.time, newsFace);
  on(byId("main"), { page: (button) => turned(Number(button.dataset.page)) });
  byId("find").addEventListener("input", find);
  await read();
  draw();
  watch(tournament, changed);
}

async function read() {
  const number = fixed ?? tournament.current?.round;
  if (number === undefined) return;
  const round = await tournament.get(`/rounds/${number}`);
  if (shown.round?.round !== number) shown.page = 1;
  shown.round = round;
}

/** @param {Answers["TournamentChanges"]} what */
async function changed(what) {
  const number = fixed ?? tournament.current?.round;
  const here = what.rounds.some((each) => each === number) || what.tables.some(({ round }) => round === number);
  if (number !== shown.round?.round || (here && what.version !== shown.round?.version)) await read();
  draw();
}

/** @param {number} page */
function turned(page) {
  shown.page = page;
  draw();
  byId("tables-title").scrollIntoView({ block: "start" });
}

function draw() {
  const { round } = shown;
  announced(byId("announced"), tournament.state.announcements);
  byId("empty").hidden = Boolean(round);
  byId("round").hidden = !round;
  if (!round) return said(PAIRINGS.none);
  const summary = tournament.state.rounds.find((each) => each.round === round.round);
  said(playedNow(summary ?? { round: round.round, tables: round.tables.length, unfinished: [] }));
  clock.show(summary);
  rounds(round.round);
  const pages = Math.ceil(round.tables.length / 100);
  redraw(byId("tables"), byGroup(partOf(round.tables, shown.page), (group) => h("li", { class: "of-group", "data-key": `g${group}` }, h("h3", {}, STAGES.group(group))), table));
  paged(byId("pages"), { page: shown.page, pages, total: round.tables.length, what: PAIRINGS.tables });
  const out = round.sits_out.map((entry) => tournament.name(entry));
  redraw(byId("out"), out.length ? PAIRINGS.out((words) => h("b", {}, words), out) : "");
  return find();
}

/** @param {number} number */
function rounds(number) {
  const { current, state } = tournament;
  const open = state.rounds.filter(({ published }) => published);
  byId("rounds").hidden = open.length < 2;
  redraw(byId("rounds"), open.map(({ round }) => h("a", { class: "button slim", href: `/tournaments/${tournament.id}/rounds/${round}`, "aria-current": round === number ? "page" : null }, HALL.round(round))));
  const newer = fixed !== null && current && current.round > fixed;
  redraw(byId("newer"), newer ? h("a", { class: "button slim", href: `/tournaments/${tournament.id}/rounds` }, PAIRINGS.newest(current.round)) : "");
}

/** @param {Table} seated */
function table(seated) {
  const result = seated.result ?? seated.typed;
  const sides = seated.sides.map((entries, side) => {
    const won = Boolean(result?.winners.includes(side));
    return h("li", { class: won ? "won" : null },
      h("span", { class: "who" }, tournament.side(entries)),
      h("span", { class: "score" }, result?.scores ? written(result.scores[side]) : null, result && won ? mark(result) : null));
  });
  return h("li", { "data-key": `t${seated.table}` },
    h("span", { class: "number" }, PAIRINGS.tableWithin(spoken, seated.table)), h("ul", { class: "sides", role: "list" }, sides),
    h("span", { class: "below" }, stateOf(seated), gameLink(seated.game, { over: Boolean(seated.result), of: NUMBERED.table(seated.table) })));
}

/** @param {Answers["TableResult"]} result */
const mark = ({ winners }) => (winners.length === 1 ? h("span", {}, " ", SIGNS.won(spoken)) : h("span", {}, " ", SIGNS.drew(spoken)));

/** @param {Table} table */
function stateOf({ result, typed, change, game }) {
  if (typed) return chip("waiting", PAIRINGS.toApprove);
  if (change) return chip("waiting", PAIRINGS.changeWaits);
  if (result?.source === "forfeit") return chip("ruling", PAIRINGS.withoutPlay);
  if (result) return null;
  return game ? chip("live", RESULT.playing) : null;
}

// --- where do I sit -----------------------------------------------------------------------------------------------------------------------

function find() {
  const letters = byId("find", "input").value.trim();
  const found = letters.length > 1 ? finder(tournament, letters) : () => false;
  const entries = tournament.state.entries.map(({ entry }) => entry).filter(found).sort(beginningWith(tournament, letters));
  redraw(byId("found"), entries.slice(0, MOST_FOUND).map(seat));
  const more = entries.length - MOST_FOUND;
  redraw(byId("nobody"), letters.length < 2 || entries.length ? (more > 0 ? FINDER.more(more) : "") : FINDER.fewer);
}

/** @param {number} entry */
function seat(entry) {
  const seated = shown.round?.tables.find(({ sides }) => sides.some((side) => side.includes(entry)));
  const mine = seated?.sides.find((side) => side.includes(entry));
  const called = tournament.name(entry);
  const name = h("b", {}, called);
  if (!seated || !mine) return h("li", { "data-key": `s${entry}` }, h("span", { class: "number" }, "–"), name, h("span", {}, PAIRINGS.noTable(called)));
  const partners = mine.filter((other) => other !== entry);
  const others = seated.sides.filter((side) => side !== mine).map((side) => tournament.side(side));
  return h("li", { "data-key": `s${entry}` },
    h("span", { class: "number" }, PAIRINGS.tableWithin((words) => h("small", {}, words), seated.table)), name,
    h("span", {}, partners.length ? PAIRINGS.withAndAgainst(h("b", {}, tournament.side(partners)), others) : PAIRINGS.against(others)));
}

begin().catch(failed);
