/**
 * Import record files into the club, one after the other. The page shows the result of each file, or why it was refused. Each record of a file
 * with many (manyrecords.js) is sent by itself: those that were accepted are counted, each that was refused is shown.
 */

import { Problem, call, session } from "./api.js";
import { byId, h, redraw } from "./dom.js";
import { failed } from "./failure.js";
import { whyNot } from "./importfaults.js";
import { hasMany, recordsOf } from "./manyrecords.js";
import { GAMES, IMPORT } from "./texts/games.js";

/**
 * @typedef {{outcome: string, line: HTMLElement}} Result `outcome`: the API’s word for what became of the record, or `refused`; `line`: says it
 * @typedef {Record<string, number>} Counts how many records had each outcome
 */

const MOST_BYTES = 16 * 2 ** 20;
const PATIENCE = 120_000;
const TOO_MANY = 429;
const PAUSE = 5_000;

async function begin() {
  const who = await session();
  const may = who.scopes.includes("direct") && !who.limited;
  byId("visitor").hidden = may;
  byId("form").hidden = !may;
  byId("form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (byId("send").getAttribute("aria-disabled") !== "true") importAll([...(byId("files", "input").files ?? [])], byId("dry", "input").checked).catch(failed);
  });
}

/**
 * @param {File[]} files
 * @param {boolean} dry
 */
async function importAll(files, dry) {
  redraw(byId("files-error"), files.length ? "" : IMPORT.noFile);
  byId("files").setAttribute("aria-invalid", String(!files.length));
  if (!files.length) {
    byId("files").focus();
    return;
  }
  byId("send").setAttribute("aria-disabled", "true");
  byId("results").replaceChildren();
  let what = IMPORT.file;
  /** @type {Counts} */
  const all = {};
  for (const [number, file] of files.entries()) {
    const progress = IMPORT.progress(number + 1, files.length);
    const many = await hasMany(file);
    if (many) what = IMPORT.record;
    redraw(byId("told"), progress);
    const counts = many ? await importMany(file, dry, progress) : shown(await importOne(file, dry));
    for (const [outcome, count] of Object.entries(counts)) all[outcome] = (all[outcome] ?? 0) + count;
  }
  byId("send").setAttribute("aria-disabled", "false");
  const { refused = 0, ...sound } = all;
  const fine = Object.values(sound).reduce((sum, count) => sum + count, 0);
  const [every, some] = dry ? [IMPORT.wouldBeAccepted, IMPORT.someWouldBeRefused] : [IMPORT.accepted, IMPORT.someRefused];
  redraw(byId("told"), refused ? some(fine, refused, what) : every(fine, what));
}

/**
 * Show what became of a file.
 * @param {Result} result
 * @returns {Counts}
 */
function shown({ outcome, line }) {
  byId("results").append(line);
  return { [outcome]: 1 };
}

/**
 * Import each record of a file with many. One panel counts them; each that was refused has its own.
 * @param {File} file
 * @param {boolean} dry
 * @param {string} progress
 */
async function importMany(file, dry, progress) {
  const counted = byId("results").appendChild(h("li", { class: "panel" }));
  /** @type {Counts} */
  const counts = {};
  let number = 0;
  for await (const { file: record, fault } of recordsOf(file)) {
    number += 1;
    redraw(byId("told"), IMPORT.progressOfMany(progress, number));
    const { outcome, line } = fault ? refusal(record, { title: IMPORT.refused, reasons: [fault] }) : await importOne(record, dry);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    if (outcome === "refused") byId("results").append(line);
    redraw(counted, h("h2", { class: "clip", title: file.name }, file.name), h("p", {}, IMPORT.together(counts, dry)));
  }
  return counts;
}

/**
 * @param {File} file
 * @param {boolean} dry
 * @returns {Promise<Result>}
 */
async function importOne(file, dry) {
  if (file.size > MOST_BYTES) return refusal(file, { title: IMPORT.refused, reasons: [IMPORT.tooLarge] });
  try {
    const { body } = await call("POST", `/records${dry ? "?dry_run=true" : ""}`, { file, patience: PATIENCE });
    return { outcome: body.outcome, line: success(file, body, dry) };
  } catch (problem) {
    if (problem instanceof Problem && problem.status === TOO_MANY) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      return importOne(file, dry);
    }
    return refusal(file, whyNot(problem));
  }
}

/**
 * @param {File} file
 * @param {import("../../types/api.js").components["schemas"]["ImportedRecord"]} body
 * @param {boolean} dry
 */
function success(file, body, dry) {
  const said = (dry && body.added && IMPORT.wouldBe[body.outcome]) || IMPORT.done[body.outcome];
  return h("li", { class: "panel" },
    h("h2", { class: "clip", title: file.name }, file.name),
    h("p", {}, said(body.game ?? body.tournament ?? IMPORT.club, body.added, body.file.events)),
    body.notes.map((note) => h("p", { class: "quiet" }, note)),
    dry && body.outcome === "appended" ? null : wayTo(body));
}

/** @param {import("../../types/api.js").components["schemas"]["ImportedRecord"]} body */
function wayTo({ game, tournament }) {
  if (game) return h("p", {}, h("a", { class: "button", href: `/games/${game}/replay` }, GAMES.replay));
  return tournament ? h("p", {}, h("a", { class: "button", href: `/tournaments/${tournament}` }, IMPORT.standings)) : null;
}

/**
 * @param {File} file
 * @param {ReturnType<typeof whyNot>} why
 */
const refusal = (file, { title, reasons }) => ({
  outcome: "refused",
  line: h("li", { class: "panel notice bad" },
    h("h2", { class: "clip", title: file.name }, file.name),
    h("p", {}, title),
    h("ul", {}, reasons.map((reason) => h("li", {}, reason)))),
});

begin().catch(failed);
