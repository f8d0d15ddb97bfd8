/**
 * The page that the code on a table opens, the same for all rounds. It says who plays at the table now. Players record the game or type its
 * result here, and the other side confirms. Visitors without the link of the table only see who plays there.
 */

import { Problem } from "../api.js";
import { byId, h, on, redraw } from "../dom.js";
import { failed, messageOf } from "../failure.js";
import { once } from "../once.js";
import { HALL, TABLE_PAGE } from "../texts/hall.js";
import { RoundClock } from "./roundclock.js";
import { ScoreForm } from "./scoreform.js";
import { SecondPerson } from "./second.js";
import { acts, remarks, sentence } from "./tablestate.js";
import { announcement, newer, resultLine, sideList } from "./tablewords.js";
import { Tournament } from "./tournament.js";
import { gameOf, keeping } from "./tablegame.js";
import { TypedBox } from "./typedbox.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("./tablestate.js").Known} Known
 * @typedef {import("./tablewords.js").Result} Result
 */

const table = Number(byId("main").dataset.table);
/** @type {Known} */
let known;
/** @type {{watch: (game: string | null) => void, clock: RoundClock, form: ScoreForm, second: SecondPerson, box: TypedBox}} */
let parts;
let asked = 0;
let dropped = "";

async function begin() {
  const tournament = await Tournament.opened();
  const { who } = tournament;
  const member = tournament.may("record") && tournament.id.startsWith(`${who.club}-`);
  const may = member || (who.tournament === tournament.id && who.table === table);
  known = { tournament, table, round: null, seated: undefined, game: null, may };
  parts = {
    watch: keeping(known, show),
    clock: new RoundClock(byId("clock"), tournament.time),
    form: new ScoreForm(byId("typing"), { tournament, send: typed, cancel: () => closed() }),
    second: new SecondPerson(byId("second"), { tournament, taken: () => load().catch(offline) }),
    box: new TypedBox(`${tournament.id}:${table}`, { send, changed: () => known.round !== null && show() }),
  };
  on(byId("main"), {
    record: (button) => once(button, record, byId("failed")),
    type: () => type(),
    "send-now": () => parts.box.send(),
    drop: () => parts.box.drop(),
  });
  await load();
  parts.box.send();
  tournament.follow({ changed, state: connection });
}

// --- what is known ---

/** Read the newest round, and the game of the table. */
async function load() {
  const { tournament } = known;
  asked += 1;
  const mine = asked;
  const { current } = tournament;
  /** @type {Known["round"]} */
  const round = current ? await tournament.get(`/rounds/${current.round}`) : null;
  /** @type {Known["seated"]} */
  const seated = round?.tables.find((each) => each.table === table);
  const game = seated?.game ? await gameOf(seated.game) : null;
  if (mine !== asked) return; // another call of `load` has begun meanwhile
  const moved = JSON.stringify(seated?.sides) !== JSON.stringify(known.seated?.sides) || round?.round !== known.round?.round;
  Object.assign(known, { round, seated, game: newer(game, known.game) });
  if (moved && parts.form.open) closed(TABLE_PAGE.otherPlayers);
  parts.watch(seated?.result ? null : game?.game ?? null);
  show();
}

/** @param {Answers["TournamentChanges"]} what */
function changed(what) {
  const mine = (/** @type {Answers["ChangedTable"]} */ each) => each.table === table && each.round === known.round?.round;
  if (what.since === null || what.rounds.length || what.tables.some(mine)) load().catch(offline);
  else show();
  if (what.entries) parts.second.again();
}

/**
 * Ignores a failed request, because the page reads everything again after the next change, or when the connection is back.
 * @param {unknown} problem
 */
function offline(problem) {
  if (problem instanceof Problem && problem.status === 404) failed(problem);
}

// --- acts ---

async function record() {
  const { body } = await known.tournament.call("POST", `${path()}/game`, { body: {} });
  location.assign(`/games/${body.game}`);
}

function type() {
  if (!known.seated) return;
  dropped = "";
  parts.form.begin(known.seated.sides);
  show();
}

function closed(why = "") {
  dropped = why;
  parts.form.close();
  show();
}

/**
 * @param {{scores: number[] | null, winners: number[] | null}} result
 * @param {string} line
 */
function typed({ scores, winners }, line) {
  const { round, seated } = known;
  if (!round || !seated) return;
  const data = { round: round.round, table, ...(scores && { scores }), ...(winners && { winners }) };
  parts.box.put({ type: "ResultEntered", data }, { line, sides: seated.sides, seen: seated.result?.version ?? 0 });
}

/**
 * Send a typed result, unless the table got another result or other players after the result was typed.
 * @param {import("./typedbox.js").Kept} kept
 */
async function send({ event, line, sides, seen }) {
  const { tournament } = known;
  /** @type {Answers["TournamentRound"]} */
  const { tables } = await tournament.get(`/rounds/${event.data.round}`);
  const now = tables.find((each) => each.table === table);
  const gone = JSON.stringify(now?.sides) !== JSON.stringify(sides);
  if (gone || (now?.result?.version ?? 0) !== seen) {
    const taken = !gone && now?.result && resultLine(tournament, sides, now.result) === line; // the server had stored the result, and only its answer was lost
    const why = gone ? TABLE_PAGE.droppedForPlayers : TABLE_PAGE.droppedForResult;
    dropped = taken ? "" : why(line, event.data.round);
    return load();
  }
  await tournament.call("POST", "/events", { body: { events: [event] }, headers: { "If-Match": "*" } });
  return load();
}

const path = () => `/rounds/${known.round?.round}/tables/${table}`;

// --- the page ---

function show() {
  const { tournament, seated, round, may } = known;
  redraw(byId("sentence"), sentence(known));
  parts.clock.show(seated && !seated.result && !seated.typed ? tournament.current : undefined);
  redraw(byId("announced"), announcement(tournament));
  const shown = seated?.result ?? (seated && !seated.typed && !parts.form.open ? live() : null);
  redraw(byId("sides"), seated && shown ? sideList(tournament, seated.sides, shown) : null); // without a result, the sentence names the sides
  redraw(byId("said"), unsent(), dropped && h("p", { class: "said bad" }, dropped), parts.form.open ? null : remarks(known).map((each) => h("p", {}, each)));
  const waits = may && seated && !seated.result && !parts.form.open && !parts.box.kept ? seated.typed : null;
  parts.second.show(seated && waits ? { path: path(), sides: seated.sides, winners: waits.winners, result: waits.version, line: resultLine(tournament, seated.sides, waits) } : null);
  const offered = parts.form.open || parts.box.kept ? [] : acts(known);
  byId("acts").hidden = !offered.length;
  byId("acts").classList.toggle("thumb", !seated?.typed); // with a typed result, the one act is to confirm it
  redraw(byId("acts"), offered.map(({ what, word, href }, place) => {
    const kind = place || seated?.typed ? null : "primary";
    return href ? h("a", { class: kind ? "button primary" : "button", href, "data-key": word }, word) : h("button", { type: "button", class: kind, "data-do": what, "data-key": word }, word);
  }));
  redraw(byId("more"), more(round));
}

/**
 * The scores of the game that is being recorded.
 * @returns {Result | null}
 */
function live() {
  const { game, seated } = known;
  if (game?.state !== "open" || game.seats.length !== seated?.sides.length) return null;
  /** @type {(number | undefined)[]} */
  const scores = game.seats.map(({ seat }) => game.outcome.scores[seat]);
  return scores.every((score) => score !== undefined) ? { scores, winners: [] } : null;
}

function unsent() {
  const { box } = parts;
  if (!box.kept) return null;
  const button = (/** @type {string} */ what, /** @type {string} */ word) => h("button", { type: "button", "data-do": what }, word);
  const bold = (/** @type {string} */ text) => h("b", {}, text);
  if (box.trouble?.problem) {
    return h("div", { class: "said bad stack", role: "alert" }, h("p", {}, TABLE_PAGE.refused(bold, box.kept.line, messageOf(box.trouble.problem))),
      h("p", { class: "choices" }, button("send-now", TABLE_PAGE.tryAgain), button("drop", TABLE_PAGE.throwAway)));
  }
  if (box.trouble) {
    return h("div", { class: "said stack" }, h("p", {}, TABLE_PAGE.waiting(bold, box.kept.line)),
      h("p", { class: "choices" }, button("send-now", TABLE_PAGE.sendNow), button("drop", TABLE_PAGE.throwAway)));
  }
  return h("p", { class: "said" }, TABLE_PAGE.sending(box.kept.line));
}

/**
 * What is needed less often: the record, a wrong result, the other pages.
 * @param {Known["round"]} round
 */
function more(round) {
  const { tournament, seated, may } = known;
  const { who } = tournament;
  const link = (/** @type {string} */ href, /** @type {string} */ word) => h("a", { class: "button", href, "data-key": href }, word);
  const wrong = may && seated?.result && !tournament.state.finished && !parts.form.open && !parts.box.kept;
  return [
    wrong ? h("details", { class: "panel fold", "data-key": "wrong" }, h("summary", {}, TABLE_PAGE.wrong),
      h("div", { class: "stack" }, h("p", {}, TABLE_PAGE.wrongHelp),
        h("p", {}, h("button", { type: "button", "data-do": "type" }, TABLE_PAGE.typeRight)))) : null,
    h("p", { class: "choices", "data-key": "ways" },
      seated?.game && seated.result?.source === "taken" ? link(`/games/${seated.game}`, HALL.record) : null,
      who.entry ? link(`/tournaments/${tournament.id}/checkin`, TABLE_PAGE.ownPage) : null,
      who.table && who.table !== table && who.tournament === tournament.id ? link(`/tournaments/${tournament.id}/tables/${who.table}`, TABLE_PAGE.goToTable(who.table)) : null,
      round ? link(`/tournaments/${tournament.id}/rounds/${round.round}`, HALL.allTables) : null,
      link(`/tournaments/${tournament.id}`, HALL.standings)),
    !may && !who.entry ? h("p", { class: "quiet", "data-key": "scan" }, TABLE_PAGE.scan) : null,
  ];
}

/** @param {"live" | "waiting"} state */
function connection(state) {
  redraw(byId("connection"), state === "live" ? h("span", { class: "chip live" }, HALL.live) : h("span", { class: "chip waiting" }, HALL.offline));
}

begin().catch(failed);
