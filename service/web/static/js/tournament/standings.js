/**
 * The standings of a tournament, live and in pages of 100. They are shown as they are now or as they were after a round, with the reason
 * for each place.
 */

import { byId, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { once } from "../once.js";
import { capital } from "../words.js";
import { explained, explanation } from "./explained.js";
import { tableOfStandings, tableOfTallies } from "./lists.js";
import { correction, glided } from "./movement.js";
import { announced, newsFace, said } from "./news.js";
import { paged, partOf } from "./pager.js";
import { past } from "./past.js";
import { linesOf, Progress, shownOf } from "./progress.js";
import { RoundClock } from "./roundclock.js";
import { finder, happening, kindOf } from "./sayings.js";
import { Tournament } from "./tournament.js";
import { watch } from "./watch.js";

const STAYS = 60_000;
const FEW = 12;

const shown = {
  page: 1, list: "entries", past: "", found: "",
  rows: [], // the rows of the shown page; while the visitor searches for a name, the rows of all pages
  choice: "", // what the visitor had chosen when these rows were asked for
  body: null, best: null, tallies: [], before: new Map(), open: new Set(), why: new Map(), news: [], heard: null,
};
let tournament;
let clock;
let progress;
const readings = { begun: 0, taken: 0, newest: null };
let told = 0;

async function begin() {
  tournament = await Tournament.opened();
  clock = new RoundClock(byId("clock"), tournament.time, newsFace);
  progress = new Progress(byId("progress"));
  on(byId("main"), {
    why: (button) => opened(Number(button.dataset.entry)),
    page: (button) => once(button, () => turned(Number(button.dataset.page)), byId("trouble")),
    list: (button) => once(button, () => listed(button.dataset.list), byId("trouble")),
    known: (button) => once(button, () => chosen(button.dataset.query), byId("trouble")),
  });
  byId("after").addEventListener("change", (event) => chosen(event.target.value).catch(failed));
  byId("find").addEventListener("input", (event) => sought(event.target.value).catch(failed));
  byId("progress").addEventListener("toggle", () => charted().catch(failed));
  await read();
  draw();
  whence();
  watch(tournament, changed);
}

// --- reading ------------------------------------------------------------------------------------------------------------------------------

const address = (page, query = shown.past) => `/standings${query || "?"}${query ? "&" : ""}page=${page}`;

// Reads what the visitor chose. If another reading begins meanwhile, because of another choice or of a change, the newest one counts. An
// older one counts only if the newest fails. No reading replaces a newer one on the page.
function read() {
  const number = ++readings.begun;
  const take = (read) => {
    if (number < readings.taken) return;
    readings.taken = number;
    Object.assign(shown, read);
  };
  const mine = answer().then(
    (read) => (number === readings.begun ? take(read) : readings.newest.catch(() => take(read))),
    (problem) => (number === readings.begun ? Promise.reject(problem) : readings.newest),
  );
  readings.newest = mine;
  return mine;
}

async function answer() {
  const { list, page, past, found } = shown;
  const choice = JSON.stringify([past, page, Boolean(found)]);
  const [tallies, body, best, rows] = await Promise.all([
    list === "entries" ? null : tournament.get(`/standings/${list}${past}`),
    tournament.get(address(page)),
    past || page > 1 ? tournament.get(address(1, "")) : null,
    found ? all() : null,
  ]);
  return { choice, tallies: tallies?.rows ?? shown.tallies, body, best: best ?? body, rows: rows ?? body.rows };
}

const all = async (query = shown.past) => (await tournament.standings(query)).rows;

// Reads the places after the previous round, and draws the arrows that compare the shown places with them. Runs after the page is shown.
async function whence() {
  const round = previous();
  const rows = round > 0 ? await all(`?as_of=${round}`).catch(() => []) : [];
  if (round !== previous()) return; // the visitor has chosen other standings meanwhile
  shown.before = new Map(rows.map(({ entry, place }) => [entry, place]));
  draw();
}

// The round with whose places the arrows compare; 0 or less: none.
function previous() {
  if (shown.past.includes("known_at")) return 0;
  return (shown.past ? shown.body : shown.best).through - 1;
}

async function changed(what) {
  const before = { version: shown.best.version, choice: shown.choice, rows: new Map(shown.rows.map((row) => [row.entry, row])) };
  heard(what);
  const matters = what.standings || what.entries || what.since === null;
  if (!matters || (what.since === null && what.version === before.version)) return draw();
  await read();
  await Promise.all([...shown.open].map(explain));
  const news = settled();
  glided(byId("rows"), draw);
  if (news.length && !shown.past) say(news, before);
  if ([...news, what].some(moves)) await whence();
  return charted();
}

// Keeps a change in a list until the standings include it. Large standings are computed some time after a result is stored, so the page
// learns of the result first. A change that is tried again after a failure is put into the list only once.
function heard(what) {
  if (shown.heard === what) return;
  shown.heard = what;
  if (what.since === null) shown.news = [];
  else shown.news.push(what);
}

// Removes from the list (`shown.news`) every change that the standings on the page now include, and returns these changes.
function settled() {
  const done = ({ version }) => version <= shown.best.version;
  const news = shown.news.filter(done);
  shown.news = shown.news.filter((each) => !done(each));
  return news;
}

// Whether a change may also affect the places after the previous round.
const moves = ({ rounds, entries, tables }) => rounds.length || entries || tables.some(({ round }) => round < shown.best.through);

// Says which places a correction changed. New results change places too, but these changes are not announced. `before`: the rows before the
// change, with their version and the visitor's choice. If these rows already include a correction that the page has just heard of, or if the
// visitor has chosen other rows since, nobody knows which places the correction changed. If results have come as well, only the players of
// the corrected tables are named.
function say(news, before) {
  const corrected = news.flatMap((what) => what.corrected);
  const alike = before.choice === shown.choice;
  if (!corrected.length && !(alike && adjusted(news, before))) return;
  const comparable = alike && news.every((what) => !what.corrected.length || what.since >= before.version);
  const mixed = shown.best.version > news.at(-1).version || news.some((what) => what.tables.length > what.corrected.length);
  const seated = new Set(corrected.flatMap(({ entries }) => entries));
  const moved = shown.rows.filter(({ entry, place }) => before.rows.has(entry) && before.rows.get(entry).place !== place && (!mixed || seated.has(entry)));
  const known = comparable && (moved.length || (!mixed && shown.rows.length === shown.body.total));
  redraw(byId("moved"), correction(corrected, known ? moved : null, (entry) => tournament.name(entry)));
  clearTimeout(told);
  told = setTimeout(() => redraw(byId("moved")), STAYS);
}

// Whether the director changed what counts: rows differ, although no table, entry or round has changed since the rows before.
function adjusted(news, before) {
  const fresh = news.filter(({ version }) => version > before.version);
  const now = new Map(shown.rows.map((row) => [row.entry, row]));
  const altered = (entry) => JSON.stringify(before.rows.get(entry)) !== JSON.stringify(now.get(entry));
  const alone = fresh.every((what) => !what.tables.length && !what.entries && !what.rounds.length);
  return alone && fresh[0]?.since === before.version && [...before.rows.keys()].some(altered);
}

// --- what the visitor chooses -------------------------------------------------------------------------------------------------------------

async function turned(page) {
  shown.page = page;
  await read();
  draw();
  byId("table-title").scrollIntoView({ block: "start" });
}

async function listed(list) {
  Object.assign(shown, { list, page: 1 });
  await read();
  draw();
}

async function chosen(query) {
  Object.assign(shown, { past: query, page: 1 });
  shown.why.clear();
  shown.open.clear();
  await read();
  draw();
  await whence();
}

async function sought(letters) {
  const first = !shown.found;
  shown.found = letters.trim();
  if (first || !shown.found) await read();
  draw();
}

async function opened(entry) {
  if (shown.open.delete(entry)) return draw();
  shown.open.add(entry);
  draw();
  await explain(entry);
  return draw();
}

const explain = async (entry) => {
  const { past } = shown;
  const found = await explanation(tournament, entry, past).catch((problem) => ({ problem }));
  if (past === shown.past) shown.why.set(entry, found);
};

// --- drawing ------------------------------------------------------------------------------------------------------------------------------

function draw() {
  const { state, current } = tournament;
  said(happening(tournament, shown.best));
  clock.show(current);
  announced(byId("announced"), state.announcements);
  byId("empty").hidden = state.entries.length > 0;
  byId("standings").hidden = !state.entries.length;
  byId("finder").hidden = state.entries.length <= FEW;
  past({ state, body: shown.body, best: shown.best, query: shown.past });
  lists();
  const found = shown.found ? finder(tournament, shown.found) : () => true;
  if (shown.list === "entries") entries(found);
  else tallies(found);
  byId("progress").hidden = shown.best.through < 1;
  byId("files").hidden = !state.entries.length;
  byId("json").hidden = !tournament.may("record");
}

function entries(found) {
  const rows = shown.rows.filter(({ entry }) => found(entry)).slice(0, 100);
  const labels = new Map(shown.body.tiebreaks.map(({ name, label }) => [name, label]));
  const why = (entry) => {
    const known = shown.why.get(entry);
    if (!known) return h("span", { class: "skeleton block" });
    return known.problem ? h("p", { class: "error" }, known.problem.message) : explained(tournament, { ...known, labels });
  };
  tableOfStandings({ tournament, tiebreaks: shown.body.tiebreaks, rows, before: shown.before, open: shown.open, why });
  counted(rows.length);
  paged(byId("pages"), { page: shown.page, pages: shown.found ? 1 : shown.body.pages, total: shown.body.total });
}

function tallies(found) {
  const rows = shown.tallies.filter((row) => row.entries.some(found));
  tableOfTallies(partOf(rows, shown.page), shown.list);
  counted(rows.length);
  paged(byId("pages"), { page: shown.page, pages: Math.ceil(rows.length / 100), total: rows.length });
}

const counted = (number) => redraw(byId("count"), shown.found ? (number ? `${number} found` : "Nobody has this name here.") : "");

// Buttons for the lists. There is a list of pairs if partners change, and a list of people if an entry has several people.
function lists() {
  const { state } = tournament;
  const kind = kindOf(state);
  const teams = kind !== "player";
  const pairs = !teams && state.settings.partners > 1;
  byId("lists").hidden = !(teams || pairs);
  const ways = [["entries", `${capital(kind)}s`], ...(teams ? [["people", "People"]] : []), ...(pairs ? [["pairs", "Pairs"]] : [])];
  redraw(byId("lists"), ways.map(([list, word]) => h("button", { type: "button", class: "slim", "data-do": "list", "data-list": list, "aria-pressed": String(shown.list === list) }, word)));
}

async function charted() {
  if (!byId("progress").open || shown.best.through < 1) return;
  const lines = await linesOf(tournament, shownOf(shown.best.rows), shown.best.through);
  progress.show(lines, (entry) => tournament.name(entry));
}

begin().catch(failed);
