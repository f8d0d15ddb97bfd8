/** One round at the desk: pair it, read the reasons for the pairing, change it, publish it, or take the publication back. */

import { get, Problem } from "../api.js";
import { chip } from "../chips.js";
import { byId, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { once } from "../once.js";
import { count, listed, signed } from "../words.js";
import { missing, missingWords } from "./missing.js";
import { aboutTable, pairingOf, pastOf, pointsOf, samePairing, satOut, seated, swapped } from "./pairing.js";
import { PairingJob } from "./pairingjob.js";
import { sincePaired } from "./sayings.js";
import { Tournament } from "./tournament.js";
import { byeWords, effects, reasons, tableWords } from "./why.js";

const NOBODY = new Map();
const page = { tournament: null, asks: null, number: 0, round: null, pairing: null, draft: null, past: NOBODY, by: "points", picked: null, stale: false, least: null };
const told = () => byId("told");
const name = (entry) => page.tournament.name(entry);

async function begin() {
  page.number = Number(byId("main").dataset.round);
  page.tournament = await Tournament.opened();
  page.asks = new PairingJob(page.tournament);
  const { formats } = await get("/tournaments/formats");
  page.by = formats.find((each) => each.name === page.tournament.state.format)?.pairs_by;
  await load();
  on(byId("main"), {
    pick: (button) => pick(Number(button.dataset.entry)),
    "sit-out": () => change(satOut(page.draft, page.picked)),
    "new-table": () => change(seated(page.draft, page.tournament.state.settings.table, page.tournament.state.settings.partners)),
    reset: () => change(page.pairing),
    pair: (button) => once(button, () => pair(button), told()),
    least: (button) => once(button, () => pair(button, { accept_least: true }), told()),
    again: (button) => once(button, () => again(button), told()),
    save: (button) => once(button, save, told()),
    publish: (button) => once(button, publish, told()),
    unpublish: (button) => once(button, unpublish, told()),
    reload: () => { page.draft = null; load().catch(failed); },
  });
  keys();
  drags();
  page.tournament.follow({ changed: ({ version }) => page.round?.version !== version && arrived() });
}

// Shows the tournament again after a change by somebody else. But if the visitor's own change is not saved yet, the page keeps that change.
function arrived() {
  if (page.draft && !samePairing(page.draft, page.pairing)) {
    page.stale = true;
    draw();
  } else load().catch(failed);
}

async function load() {
  const { tournament, number } = page;
  await tournament.refresh();
  const there = tournament.state.rounds.some((each) => each.round === number);
  const [round, cross] = await Promise.all([there ? tournament.get(`/rounds/${number}`) : null, number > 1 ? tournament.get(`/crosstable?as_of=${number - 1}`) : { rows: [] }]);
  const overtaken = round && !round.published ? (await tournament.get("/desk")).round?.overtaken : null;
  Object.assign(page, { round, overtaken, past: pastOf(cross, number), pairing: round && pairingOf(round), stale: false, picked: null });
  page.draft = page.pairing;
  draw();
}

// --- what is shown --------------------------------------------------------------------------------------------------------------------------

function draw() {
  const { round, draft } = page;
  redraw(byId("sentence"), headline());
  redraw(byId("why"), page.overtaken && h("p", {}, chip("query", "Changed"), ` ${sincePaired(page.overtaken)}`), round ? whole() : ready());
  redraw(byId("hint"), round ? hint() : "");
  redraw(byId("tables"), draft ? draft.tables.map(table) : []);
  byId("out").hidden = !draft || (!draft.out.length && page.picked === null);
  redraw(byId("out-list"), draft ? sitting() : null);
  redraw(byId("effect"), round && edited() ? effect() : null);
  redraw(byId("acts"), acts());
  byId("more").hidden = !round;
  redraw(byId("more-body"), round ? more() : null);
}

const edited = () => !samePairing(page.draft, page.pairing);
const results = () => page.round.tables.filter((each) => each.result).length;
const changeable = () => last() && results() < page.round.tables.length;
const last = () => page.tournament.state.rounds.at(-1)?.round === page.number;

function headline() {
  const { round, number } = page;
  if (!round) return `Pair round ${number}`;
  if (edited()) return `Round ${number}: changes that are not saved`;
  if (round.tables.length && results() === round.tables.length) return `Round ${number}: all results are in`;
  return round.published ? `Round ${number} is published` : `Round ${number} is paired. Only directors see it`;
}

function whole() {
  const sentences = reasons({ by: page.by, number: page.number, past: page.past, pairing: page.draft, unevenness: page.round.unevenness, name });
  return [h("ul", { class: "facts" }, sentences.map((each) => h("li", {}, each)))];
}

// What is known before the round is paired.
function ready() {
  const { state } = page.tournament;
  const playing = state.entries.filter((entry) => !entry.withdrawn && !entry.absences.some((each) => each.round === page.number));
  const absent = missing(page.tournament, page.number);
  const open = state.rounds.find((each) => each.unfinished.length);
  return [
    h("p", {}, `${count(playing.length, "entry plays", "entries play")} in this round.`),
    open && h("p", { class: "said bad" }, `Round ${open.round} still misses ${count(open.unfinished.length, "result")}: table ${listed(open.unfinished.slice(0, 10).map(String))}. The next round is paired on all results.`),
    absent.length > 0 && h("p", { class: "said" }, missingWords(page.tournament, absent), " ",
      h("a", { class: "button slim", href: `/tournaments/${page.tournament.id}/desk/entries` }, "See who is missing")),
    page.least && h("div", { class: "said stack" }, h("p", {}, page.least), h("p", {}, h("button", { type: "button", "data-do": "least" }, "Take the best pairing that there is"))),
  ];
}

function hint() {
  if (page.stale) return [h("span", { class: "error" }, "Somebody else changed this tournament while you changed the pairing. "), h("button", { type: "button", class: "slim", "data-do": "reload" }, "Drop my changes and load it again")];
  if (page.picked !== null) return `${name(page.picked)}: now tap the one to swap with, or “Sit out”. Escape takes it back.`;
  return changeable() ? "To change it, tap two names: they swap places. Or drag one onto the other, or use the arrow keys and Enter." : "";
}

function table({ table: number, sides }) {
  const about = aboutTable(page.past, sides);
  const before = page.pairing.tables.find((each) => each.table === number);
  const result = page.round.tables.find((each) => each.table === number)?.result;
  const words = tableWords({ about, by: page.by, number: page.number, name });
  return h("li", { class: `panel table-card${before && samePairing(before.sides, sides) ? "" : " changed"}`, "data-key": `t${number}` },
    h("div", { class: "table-head" }, h("h2", {}, `Table ${number}`), result && chip("done", "Result is in"),
      h("span", { class: "quiet" }, words.gap)),
    h("div", { class: "slots" }, sides.map((side, at) => [at > 0 && h("span", { class: "against quiet" }, "–"), h("span", { class: "side" }, side.map((entry) => slot(entry, result)))])),
    words.again.map((each) => h("p", {}, chip("query", each))));
}

function slot(entry, fixed) {
  const points = page.number > 1 ? ` ${signed(pointsOf(page.past, entry))}` : "";
  const label = [name(entry), points && h("span", { class: "quiet" }, points, h("span", { class: "spoken" }, " points"))];
  if (fixed || !changeable()) return h("span", { class: "slot still", "data-key": `e${entry}` }, label);
  return h("button", { type: "button", class: "slot", "data-key": `e${entry}`, "data-do": "pick", "data-entry": entry, draggable: "true", "aria-pressed": String(page.picked === entry) }, label);
}

function sitting() {
  const { draft, picked } = page;
  const size = page.tournament.state.settings.table;
  return [
    draft.out.map((entry) => h("span", { class: "seat-out", "data-key": `o${entry}` }, slot(entry), h("span", { class: "quiet" }, byeWords({ past: page.past, entry, by: page.by, number: page.number })))),
    picked !== null && !draft.out.includes(picked) && h("button", { type: "button", class: "slim", "data-do": "sit-out" }, "Sit out"),
    changeable() && draft.out.length >= size && h("button", { type: "button", class: "slim", "data-do": "new-table" }, `Make a table of ${listed(draft.out.slice(0, size).map(name))}`),
  ];
}

const effect = () => [h("p", {}, h("b", {}, "What this changes")), h("ul", { class: "facts" }, effects({ past: page.past, before: page.pairing, after: page.draft, by: page.by, name }).map((each) => h("li", {}, each)))];

function acts() {
  const { round, number } = page;
  const button = (act, label, kind) => h("button", { type: "button", "data-do": act, class: kind }, label);
  if (!round) return button("pair", `Pair round ${number}`, "primary");
  if (edited()) return [button("save", "Save the changes", "primary"), button("reset", "Undo them")];
  if (!round.published && page.overtaken) return [button("again", "Pair again", "primary"), button("publish", "Publish it as it is")];
  if (!round.published) return [button("publish", `Publish round ${number}`, "primary"), button("again", "Pair again")];
  return h("a", { class: "button primary", href: `/tournaments/${page.tournament.id}/desk` }, "To the desk");
}

function more() {
  const { round, number } = page;
  const paper = h("p", {}, h("a", { class: "button", href: `/tournaments/${page.tournament.id}/print/pairings` }, "Print the pairings"));
  if (!round.published) return paper;
  if (!last()) return [paper, h("p", { class: "quiet" }, `Round ${number + 1} is paired already: take that one back first.`)];
  if (results()) return [paper, h("p", { class: "quiet" }, `${count(results(), "table has a result", "tables have results")}: this round can no longer be taken back.`)];
  return [paper,
    h("p", { class: "field" }, h("label", { for: "reason" }, "Why is it taken back?"), h("input", { id: "reason", type: "text", maxlength: 200, autocomplete: "off", placeholder: "Carla is here after all", "aria-describedby": "reason-help" })),
    h("p", { id: "reason-help", class: "quiet" }, "The pairing stays as it is, but only directors see it, until you publish it again. The reason is in the record of the tournament."),
    h("p", {}, h("button", { type: "button", class: "danger", "data-do": "unpublish" }, `Take round ${number} back`))];
}

// --- changing it ----------------------------------------------------------------------------------------------------------------------------

function pick(entry) {
  if (page.picked === null || page.picked === entry) {
    page.picked = page.picked === entry ? null : entry;
    draw();
  } else change(swapped(page.draft, page.picked, entry));
}

function change(draft) {
  page.draft = draft;
  page.picked = null;
  draw();
}

function keys() {
  byId("main").addEventListener("keydown", (event) => {
    if (event.key === "Escape" && page.picked !== null) change(page.draft);
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by || !event.target.matches("button.slot")) return;
    event.preventDefault();
    const slots = [...document.querySelectorAll("button.slot")];
    slots[(slots.indexOf(event.target) + by + slots.length) % slots.length].focus();
  });
}

function drags() {
  const main = byId("main");
  const over = (event) => event.target.closest("button.slot, #out");
  main.addEventListener("dragstart", (event) => {
    const from = event.target.closest("button.slot");
    if (!from) return;
    event.dataTransfer.setData("text/plain", from.dataset.entry);
    event.dataTransfer.effectAllowed = "move";
    page.picked = Number(from.dataset.entry);
    setTimeout(draw); // the browser must take its picture of the dragged name first
  });
  main.addEventListener("dragover", (event) => over(event) && event.preventDefault());
  main.addEventListener("dragend", () => page.picked !== null && change(page.draft));
  main.addEventListener("drop", (event) => {
    const target = over(event);
    const entry = Number(event.dataTransfer.getData("text/plain"));
    if (!target || !entry) return;
    event.preventDefault();
    if (target.id === "out") return page.draft.out.includes(entry) ? change(page.draft) : change(satOut(page.draft, entry));
    return Number(target.dataset.entry) === entry ? change(page.draft) : change(swapped(page.draft, entry, Number(target.dataset.entry)));
  });
}

// --- what is recorded -----------------------------------------------------------------------------------------------------------------------

async function pair(button, options = {}) {
  page.least = null;
  const job = await page.asks.asked(page.tournament.state.version, options);
  const { reason, least } = await page.asks.ended(job, ({ percent }) => redraw(button, `Pairing: ${percent} %`));
  page.least = least ? reason : null;
  await load();
  if (!least && !page.round) throw new Error(reason || "Something changed in the meantime. Look again, then pair.");
}

async function again(button) {
  await page.tournament.record([{ type: "RoundUnpublished", data: { round: page.number, reason: "paired again" } }], page.round.version);
  await page.tournament.refresh();
  await pair(button, { seed: Math.floor(Math.random() * 2 ** 32) });
}

async function save() {
  const { tables, out } = page.draft;
  await agreed(() => page.tournament.record([{ type: "PairingChanged", data: { round: page.number, tables, sits_out: out } }], page.round.version));
}

const publish = () => agreed(() => page.tournament.record([{ type: "RoundPublished", data: { round: page.number } }], page.round.version));

async function unpublish() {
  const reason = byId("reason").value.trim();
  if (!reason) {
    byId("reason").focus();
    throw new Error("Say why, in a few words.");
  }
  const { state } = page.tournament;
  const { tables, out } = page.pairing;
  const there = new Set([...tables.flatMap((each) => each.sides.flat()), ...out]);
  const come = state.entries.filter((entry) => !entry.withdrawn && !there.has(entry.entry) && !entry.absences.some((each) => each.round === page.number)).map((entry) => entry.entry);
  const stays = out.filter((entry) => !page.tournament.entries.get(entry).withdrawn);
  const kept = { round: page.number, tables, sits_out: [...stays, ...come], by: { engine: "director", version: 1 } };
  await agreed(() => page.tournament.record([{ type: "RoundUnpublished", data: { round: page.number, reason } }, { type: "RoundPaired", data: kept }], page.round.version));
}

async function agreed(send) {
  try {
    await send();
  } catch (problem) {
    if (!(problem instanceof Problem && problem.status === 412)) throw problem;
    page.stale = true;
    draw();
    throw new Error("Somebody else changed the tournament in the meantime, so nothing was stored. Load it again.", { cause: problem });
  }
  page.draft = null;
  await load();
}

begin().catch(failed);
