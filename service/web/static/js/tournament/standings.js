/**
 * The standings of a tournament, live and in pages of 100. They are shown as they are now or as they were after a round, with the reason
 * for each place. `standingsstate.js` has the state, `standingsview.js` draws it.
 */

import { offerFrame } from "../embedding.js";
import { failed } from "../failure.js";
import { newest } from "../newest.js";
import { store } from "../store.js";
import { explanation } from "./explained.js";
import { linesOf, shownOf } from "./progress.js";
import { reached } from "./sayings.js";
import { begun, charted, chose, compared, explained, FIRST, heard, outdated, previous, reachesBack, silent, sought, taken, turned, unfolded } from "./standingsstate.js";
import { view } from "./standingsview.js";
import { Tournament } from "./tournament.js";
import { watch } from "./watch.js";

/** @typedef {import("./standingsstate.js").State} State */
/** @typedef {import("./standingsstate.js").Choice} Choice */

const STAYS = 60_000;

/** @type {Tournament} */
let tournament;
/** @type {import("../store.js").Store<State>} */
let page;

async function begin() {
  tournament = await Tournament.opened();
  offerFrame(document.title);
  page = store(begun(tournament.seen, await answer(FIRST)), view(tournament.time, { choose, search, turn, unfold }));
  await compare();
  watch(tournament, changed);
}

// --- reading ------------------------------------------------------------------------------------------------------------------------------

const taking = newest((/** @type {import("./standingsstate.js").Reading} */ reading) => {
  const { moved } = page.state;
  page.next(taken, reading);
  if (page.state.moved !== moved) setTimeout(page.next, STAYS, silent, page.state.moved);
});

const read = () => taking(answer(page.state.choice));

/** @param {Choice} choice */
async function answer(choice) {
  const { list, page, past, all } = choice;
  const [tallies, body, best, rows] = await Promise.all([
    list === "entries" ? null : tournament.get(`/standings/${list}${past}`),
    tournament.get(`/standings${past || "?"}${past ? "&" : ""}page=${page}`),
    past || page > 1 ? tournament.get("/standings?page=1") : null,
    all ? tournament.standings(past) : null,
  ]);
  return { choice, body, best: best ?? body, rows: (rows ?? body).rows, tallies: tallies?.rows ?? [] };
}

// Reads the places after the previous round, for the arrows. Runs after the page is shown.
async function compare() {
  const round = previous(page.state);
  const { rows } = round > 0 ? await tournament.standings(`?as_of=${round}`).catch(() => ({ rows: [] })) : { rows: [] };
  page.next(compared, round, rows);
}

/** @param {number} entry */
async function explain(entry) {
  const { past } = page.state.choice;
  page.next(explained, past, entry, await explanation(tournament, entry, past).catch((problem) => ({ problem })));
}

async function chart() {
  const { reading, unfolded: open } = page.state;
  const { rows, through } = reading.best;
  if (open && reached(tournament.state, through) > 0) page.next(charted, await linesOf(tournament, shownOf(rows), through));
}

// --- what the visitor does, and what changes ------------------------------------------------------------------------------------------------

/** @param {Partial<Choice>} choice */
async function choose(choice) {
  page.next(chose, choice);
  await read();
  if (choice.past !== undefined) await compare();
}

/** @param {string} letters */
async function search(letters) {
  const { all } = page.state.choice;
  page.next(sought, letters);
  if (page.state.choice.all !== all) await read();
}

/** @param {number} entry */
async function turn(entry) {
  page.next(turned, entry);
  if (page.state.open.has(entry)) await explain(entry);
}

/** @param {boolean} open */
async function unfold(open) {
  page.next(unfolded, open);
  await chart();
}

/** @param {import("./standingsstate.js").Changes} what */
async function changed(what) {
  const again = outdated(page.state, what);
  page.next(heard, what, tournament.seen);
  if (!again) return;
  const { news } = page.state;
  await read();
  await Promise.all([...page.state.open].map(explain));
  if ([...news, what].some((each) => reachesBack(page.state, each))) await compare();
  await chart();
}

begin().catch(failed);
