/** One round at the desk: pair it, read the reasons for the pairing, change it, publish it, take the publication back, or correct a result. */

import { get, Problem } from "../api.js";
import { chip } from "../chips.js";
import { around, byId, h, on, redraw, spoken } from "../dom.js";
import { failed } from "../failure.js";
import { once } from "../once.js";
import { DESK_LINES, DIRECTOR, ROUND_PAGE } from "../texts/director.js";
import { HALL } from "../texts/hall.js";
import { STAGES } from "../texts/tournament.js";
import { signed } from "../texts/words.js";
import { ActingPage } from "./acting.js";
import { actsByName } from "./actnames.js";
import { byGroup } from "./bygroup.js";
import { forms, Settling } from "./deskforms.js";
import { corrects, resultChip, withdraws } from "./desklines.js";
import { missing, missingWords } from "./missing.js";
import { aboutTable, pairingOf, pastOf, pointsOf, samePairing, satOut, seated, swapped } from "./pairing.js";
import { PairingJob } from "./pairingjob.js";
import { playedNow, sincePaired } from "./sayings.js";
import { Tournament } from "./tournament.js";
import { byeWords, effects, reasons, tableWords } from "./why.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {import("./pairing.js").Pairing} Pairing
 * @typedef {{round: Answers["TournamentRound"], pairing: Pairing, draft: Pairing}} Paired `draft`: the pairing as the director has changed it
 *
 * @typedef {object} Page
 * @property {number} number of the round
 * @property {Paired | null} paired null: the round is not paired
 * @property {Answers["DeskTable"][] | null | undefined} overtaken as GET …/desk gives it
 * @property {boolean} settles an earlier round misses results, so this round cannot be paired again yet
 * @property {import("./pairing.js").Past} past
 * @property {string | undefined} by what decides who meets whom
 * @property {number | null} picked the entry that was tapped first
 * @property {boolean} stale somebody else has changed the tournament since
 * @property {string | null | undefined} least why only a pairing that breaks a rule can be made
 */

/** @type {Page} */
const page = { number: 0, paired: null, overtaken: null, settles: false, past: new Map(), by: "points", picked: null, stale: false, least: null };
/** @type {Tournament} */
let tournament;
/** @type {PairingJob} */
let asks;
/** @type {Corrections} */
let corrections;
const told = () => byId("told");
const name = (/** @type {number} */ entry) => tournament.name(entry);

async function begin() {
  page.number = Number(byId("main").dataset.round);
  tournament = await Tournament.opened();
  asks = new PairingJob(tournament);
  corrections = new Corrections(tournament);
  /** @type {Answers["FormatList"]} */
  const { formats } = await get("/tournaments/formats");
  page.by = formats.find((each) => each.name === tournament.state.format)?.pairs_by;
  await load();
  on(byId("main"), {
    ...corrections.handlers,
    pick: (button) => pick(Number(button.dataset.entry)),
    "sit-out": () => change(({ draft }) => (page.picked === null ? draft : satOut(draft, page.picked))),
    "new-table": () => change(({ draft }) => seated(draft, tournament.state.settings.table, tournament.state.settings.partners)),
    reset: () => change(({ pairing }) => pairing),
    pair: (button) => once(button, () => pair(button), told()),
    least: (button) => once(button, () => pair(button, { accept_least: true }), told()),
    again: (button) => once(button, () => again(button), told()),
    save: (button) => once(button, save, told()),
    publish: (button) => once(button, publish, told()),
    unpublish: (button) => once(button, unpublish, told()),
    reload: () => { dropped(); load().catch(failed); },
  });
  corrections.listen(byId("tables"));
  keys();
  drags();
  tournament.follow({ changed: ({ version }) => page.paired?.round.version !== version && arrived() });
}

// Shows the tournament again after a change by somebody else. But if the visitor's own change is not saved yet, the page keeps that change.
function arrived() {
  if (page.paired && edited(page.paired)) {
    page.stale = true;
    draw();
  } else load().catch(failed);
}

async function load() {
  const { number } = page;
  await tournament.refresh();
  const there = tournament.state.rounds.some((each) => each.round === number);
  /** @type {[Answers["TournamentRound"] | null, Pick<Answers["CrossTable"], "rows">]} */
  const [round, cross] = await Promise.all([there ? tournament.get(`/rounds/${number}`) : null, number > 1 ? tournament.get(`/crosstable?as_of=${number - 1}`) : { rows: [] }]);
  /** @type {Answers["Desk"] | null} */
  const desk = round && !round.published ? await tournament.get("/desk") : null;
  const pairing = round && pairingOf(round);
  Object.assign(page, { paired: pairing && { round, pairing, draft: pairing }, overtaken: desk?.round?.overtaken, settles: desk?.next === "settle", past: pastOf(cross, number), stale: false, picked: null });
  draw();
}

// --- what is shown --------------------------------------------------------------------------------------------------------------------------

function draw() {
  const { paired } = page;
  redraw(byId("sentence"), headline());
  redraw(byId("why"), page.overtaken && h("p", {}, chip("query", DIRECTOR.changed), ` ${sincePaired(page.overtaken)}`), page.settles && owing(), paired ? whole(paired) : ready());
  redraw(byId("hint"), paired ? hint(paired) : "");
  redraw(byId("tables"), paired ? tables(paired) : []);
  byId("out").hidden = !paired || (!paired.draft.out.length && page.picked === null);
  redraw(byId("out-list"), paired ? sitting(paired) : null);
  redraw(byId("effect"), paired && edited(paired) ? effect(paired) : null);
  redraw(byId("acts"), acts());
  byId("more").hidden = !paired;
  redraw(byId("more-body"), paired ? more(paired) : null);
}

/** @param {Paired} paired */
const edited = ({ draft, pairing }) => !samePairing(draft, pairing);
/** @param {Paired} paired */
const results = ({ round }) => round.tables.filter((each) => each.result).length;
/** @param {Paired} paired */
const changeable = (paired) => last() && results(paired) < paired.round.tables.length;
/** @param {Paired} paired */
const correctable = (paired) => !tournament.state.finished && !edited(paired);
const last = () => tournament.state.rounds.at(-1)?.round === page.number;

function headline() {
  const { paired, number } = page;
  if (!paired) return DIRECTOR.pair(number);
  if (edited(paired)) return ROUND_PAGE.unsaved(number);
  const summary = tournament.state.rounds.find(({ round }) => round === number);
  return summary ? playedNow(summary) : DIRECTOR.pair(number);
}

/** @param {Paired} paired */
function whole({ round, draft }) {
  const sentences = reasons({ by: page.by, number: page.number, past: page.past, pairing: draft, unevenness: round.unevenness, notGranted: round.not_granted, name });
  return [h("ul", { class: "facts" }, sentences.map((each) => h("li", {}, each)))];
}

// What is known before the round is paired.
function ready() {
  const { state } = tournament;
  const playing = state.entries.filter((entry) => !entry.withdrawn && !entry.absences.some((each) => each.round === page.number));
  const absent = missing(tournament, page.number);
  return [
    h("p", {}, ROUND_PAGE.playing(playing.length)),
    owing(),
    absent.length > 0 && h("p", { class: "said" }, missingWords(tournament, absent), " ",
      h("a", { class: "button slim", href: `/tournaments/${tournament.id}/desk/entries` }, ROUND_PAGE.seeMissing)),
    page.least && h("div", { class: "said stack" }, h("p", {}, page.least), h("p", {}, h("button", { type: "button", "data-do": "least" }, ROUND_PAGE.takeBest))),
  ];
}

// Says which round before this one misses results.
function owing() {
  const open = tournament.state.rounds.find((each) => each.round < page.number && each.unfinished.length);
  return open && h("p", { class: "said bad" }, ROUND_PAGE.misses(open.round, open.unfinished.length, open.unfinished.slice(0, 10)));
}

/** @param {Paired} paired */
function hint(paired) {
  if (page.stale) return [h("span", { class: "error" }, ROUND_PAGE.stale), h("button", { type: "button", class: "slim", "data-do": "reload" }, ROUND_PAGE.reload)];
  if (page.picked !== null) return ROUND_PAGE.picked(name(page.picked));
  return changeable(paired) ? ROUND_PAGE.howToChange : "";
}

/** @param {Paired} paired */
function tables(paired) {
  const groups = new Map(paired.round.tables.flatMap(({ group, sides }) => sides.flat().map((entry) => [entry, group])));
  const grouped = paired.draft.tables.map((each) => ({ ...each, group: groups.get(each.sides.flat()[0]) ?? null }));
  return byGroup(grouped, (group) => h("li", { class: "of-group", "data-key": `g${group}` }, h("h2", {}, STAGES.group(group))), (each) => table(paired, each));
}

/**
 * @param {Paired} paired
 * @param {import("./pairing.js").Table} seats
 */
function table(paired, { table: number, sides }) {
  const about = aboutTable(page.past, sides);
  const before = paired.pairing.tables.find((each) => each.table === number);
  const seated = paired.round.tables.find((each) => each.table === number);
  const result = seated?.result;
  const key = `${page.number}-${number}`;
  const called = DESK_LINES.table(number);
  const words = tableWords({ about, by: page.by, number: page.number, name });
  return h("li", { class: `panel table-card${before && JSON.stringify(before.sides) === JSON.stringify(sides) ? "" : " changed"}`, "data-key": `t${number}` },
    h("div", { class: "table-head" }, h("h2", {}, HALL.table(number)), result && resultChip(corrections, sides, result),
      h("span", { class: "quiet" }, words.gap)),
    h("div", { class: "slots" }, sides.map((side, at) => [at > 0 && h("span", { class: "against quiet" }, "–"), h("span", { class: "side" }, side.map((entry) => slot(paired, entry, Boolean(result))))])),
    words.again.map((each) => h("p", {}, chip("query", each))),
    seated && result && correctable(paired) && [h("p", { class: "choices" }, corrects(corrections, key, called)), forms(corrections, key, sides, called, ["correct"], withdraws(corrections, key, called, seated))]);
}

/**
 * @param {Paired} paired
 * @param {number} entry
 * @param {boolean} [fixed] whether it can no longer be moved
 */
function slot(paired, entry, fixed = false) {
  const label = [name(entry), page.number > 1 && h("span", { class: "quiet" }, ROUND_PAGE.points(spoken, signed(pointsOf(page.past, entry))))];
  if (fixed || !changeable(paired)) return h("span", { class: "slot still", "data-key": `e${entry}` }, label);
  return h("button", { type: "button", class: "slot", "data-key": `e${entry}`, "data-do": "pick", "data-entry": entry, draggable: "true", "aria-pressed": String(page.picked === entry) }, label);
}

/** @param {Paired} paired */
function sitting(paired) {
  const { draft } = paired;
  const { picked } = page;
  const size = tournament.state.settings.table;
  return [
    draft.out.map((entry) => h("span", { class: "seat-out", "data-key": `o${entry}` }, slot(paired, entry), h("span", { class: "quiet" }, byeWords({ past: page.past, entry, by: page.by, number: page.number })))),
    picked !== null && !draft.out.includes(picked) && h("button", { type: "button", class: "slim", "data-do": "sit-out" }, ROUND_PAGE.sitOut),
    changeable(paired) && draft.out.length >= size && h("button", { type: "button", class: "slim", "data-do": "new-table" }, ROUND_PAGE.makeTable(draft.out.slice(0, size).map(name))),
  ];
}

/** @param {Paired} paired */
const effect = ({ pairing, draft }) => [h("p", {}, h("b", {}, ROUND_PAGE.whatChanges)), h("ul", { class: "facts" }, effects({ past: page.past, before: pairing, after: draft, by: page.by, name, wishes: tournament.state.wishes, number: page.number }).map((each) => h("li", {}, each)))];

/** @returns {Child} */
function acts() {
  const { paired, number } = page;
  /** @type {(act: string, label: string, kind?: string) => HTMLElement} */
  const button = (act, label, kind) => h("button", { type: "button", "data-do": act, class: kind }, label);
  if (!paired) return button("pair", DIRECTOR.pair(number), "primary");
  const { round } = paired;
  if (edited(paired)) return [button("save", ROUND_PAGE.save, "primary"), button("reset", ROUND_PAGE.reset)];
  if (page.settles) return [h("a", { class: "button primary", href: `/tournaments/${tournament.id}/desk` }, DIRECTOR.toDesk), button("publish", DIRECTOR.publishAsIs)];
  if (!round.published && page.overtaken) return [button("again", ROUND_PAGE.pairAgain, "primary"), button("publish", DIRECTOR.publishAsIs)];
  if (!round.published) return [button("publish", DIRECTOR.publish(number), "primary"), button("again", ROUND_PAGE.pairAgain)];
  return h("a", { class: "button primary", href: `/tournaments/${tournament.id}/desk` }, DIRECTOR.toDesk);
}

/**
 * @param {Paired} paired
 * @returns {Child}
 */
function more(paired) {
  const { round } = paired;
  const { number } = page;
  const paper = h("p", {}, h("a", { class: "button", href: `/tournaments/${tournament.id}/print/pairings` }, ROUND_PAGE.print));
  if (!round.published) return paper;
  if (!last()) return [paper, h("p", { class: "quiet" }, ROUND_PAGE.laterIsPaired(number + 1))];
  if (results(paired)) return [paper, h("p", { class: "quiet" }, ROUND_PAGE.hasResults(results(paired)))];
  return [paper,
    h("p", { class: "field" }, h("label", { for: "reason" }, ROUND_PAGE.why), h("input", { id: "reason", type: "text", maxlength: 200, autocomplete: "off", placeholder: ROUND_PAGE.whyExample, "aria-describedby": "reason-help" })),
    h("p", { id: "reason-help", class: "quiet" }, ROUND_PAGE.whyHelp),
    h("p", {}, h("button", { type: "button", class: "danger", "data-do": "unpublish" }, ROUND_PAGE.takeBack(number)))];
}

// --- changing it ----------------------------------------------------------------------------------------------------------------------------

/** @param {number} entry */
function pick(entry) {
  const { picked } = page;
  if (picked === null || picked === entry) {
    page.picked = picked === entry ? null : entry;
    draw();
  } else change(({ draft }) => swapped(draft, picked, entry));
}

/** @param {(paired: Paired) => Pairing} make */
function change(make) {
  if (page.paired) page.paired.draft = make(page.paired);
  page.picked = null;
  draw();
}

const unchanged = () => change(({ draft }) => draft);

function dropped() {
  if (page.paired) page.paired.draft = page.paired.pairing;
}

/** @type {Record<string, number>} */
const KEYS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function keys() {
  byId("main").addEventListener("keydown", (event) => {
    if (event.key === "Escape" && page.picked !== null) unchanged();
    const by = KEYS[event.key];
    const here = around(event, "button.slot");
    if (!by || !here) return;
    event.preventDefault();
    const slots = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button.slot"))];
    slots[(slots.indexOf(here) + by + slots.length) % slots.length].focus();
  });
}

function drags() {
  const main = byId("main");
  const over = (/** @type {Event} */ event) => around(event, "button.slot, #out");
  main.addEventListener("dragstart", (event) => {
    const from = around(event, "button.slot");
    if (!from || !event.dataTransfer) return;
    event.dataTransfer.setData("text/plain", from.dataset.entry ?? "");
    event.dataTransfer.effectAllowed = "move";
    page.picked = Number(from.dataset.entry);
    setTimeout(draw); // the browser must take its picture of the dragged name first
  });
  main.addEventListener("dragover", (event) => over(event) && event.preventDefault());
  main.addEventListener("dragend", () => page.picked !== null && unchanged());
  main.addEventListener("drop", (event) => {
    const target = over(event);
    const entry = Number(event.dataTransfer?.getData("text/plain"));
    if (!target || !entry) return;
    event.preventDefault();
    if (target.id === "out") return change(({ draft }) => (draft.out.includes(entry) ? draft : satOut(draft, entry)));
    return Number(target.dataset.entry) === entry ? unchanged() : change(({ draft }) => swapped(draft, entry, Number(target.dataset.entry)));
  });
}

// --- results ---------------------------------------------------------------------------------------------------------------------------------

/** The results of this round: they are corrected as on the desk. */
class Corrections extends ActingPage {
  /** @param {Tournament} opened */
  constructor(opened) {
    super(opened);
    this.named = actsByName([new Settling(this).works]);
  }

  get version() {
    return there().round.version;
  }

  get round() {
    return there().round;
  }

  async again() {
    await load();
  }

  draw() {
    draw();
  }
}

// --- what is recorded -----------------------------------------------------------------------------------------------------------------------

/**
 * @param {HTMLElement} button
 * @param {{seed?: number, accept_least?: boolean}} [options]
 */
async function pair(button, options = {}) {
  page.least = null;
  const job = await asks.asked(tournament.state.version, options);
  const { reason, least } = await asks.ended(job, (/** @type {{percent?: number}} */ { percent }) => redraw(button, ROUND_PAGE.progress(percent)));
  page.least = least ? reason : null;
  await load();
  if (!least && !page.paired) throw new Error(reason || ROUND_PAGE.somethingChanged);
}

/** The paired round, for the acts that are offered only when there is one. */
function there() {
  if (!page.paired) throw new Error(ROUND_PAGE.notPaired(page.number));
  return page.paired;
}

/** @param {HTMLElement} button */
async function again(button) {
  await tournament.record([{ type: "RoundUnpublished", data: { round: page.number, reason: DIRECTOR.pairedAgain } }], there().round.version);
  await tournament.refresh();
  await pair(button, { seed: Math.floor(Math.random() * 2 ** 32) });
}

async function save() {
  const { round, draft: { tables, out } } = there();
  await agreed(() => tournament.record([{ type: "PairingChanged", data: { round: page.number, tables, sits_out: out } }], round.version));
}

const publish = () => agreed(() => tournament.record([{ type: "RoundPublished", data: { round: page.number } }], there().round.version));

async function unpublish() {
  const reason = byId("reason", "input").value.trim();
  if (!reason) {
    byId("reason").focus();
    throw new Error(ROUND_PAGE.sayWhy);
  }
  const { state } = tournament;
  const { round, pairing: { tables, out } } = there();
  const paired = new Set([...tables.flatMap((each) => each.sides.flat()), ...out]);
  const due = await dueHere();
  const come = state.entries.filter(({ entry, withdrawn, absences }) => !withdrawn && !paired.has(entry) && (due?.has(entry) ?? true) && !absences.some((each) => each.round === page.number)).map(({ entry }) => entry);
  const stays = out.filter((entry) => !tournament.entries.get(entry)?.withdrawn);
  const kept = { round: page.number, tables, sits_out: [...stays, ...come], by: { engine: "director", version: 1 } };
  await agreed(() => tournament.record([{ type: "RoundUnpublished", data: { round: page.number, reason } }, { type: "RoundPaired", data: kept }], round.version));
}

/** Who has a match in this round by the results of now. Null: everybody who plays has one. */
async function dueHere() {
  if (page.by !== "bracket" || page.number === 1) return null;
  /** @type {Answers["TournamentBracket"]} */
  const { matches } = await tournament.get("/bracket");
  return new Set(matches.filter(({ round }) => round === page.number).flatMap(({ sides }) => sides.map(({ entry }) => entry)));
}

/** @param {() => Promise<unknown>} send */
async function agreed(send) {
  try {
    await send();
  } catch (problem) {
    if (!(problem instanceof Problem && problem.status === 412)) throw problem;
    page.stale = true;
    draw();
    throw new Error(ROUND_PAGE.overtaken, { cause: problem });
  }
  dropped();
  await load();
}

begin().catch(failed);
