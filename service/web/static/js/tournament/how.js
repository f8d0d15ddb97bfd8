/** Step 3 of a new tournament: the format, its settings, and the plan that follows from them. */

import { call, get, Problem } from "../api.js";
import { chip } from "../chips.js";
import { byId, h, on, redraw } from "../dom.js";
import { faultOf, messageOf } from "../failure.js";
import { seatsFor, sidesFor } from "../options.js";
import { HOW } from "../texts/director.js";
import { FAILURE } from "../texts/pages.js";
import { choose, settingsFields, settle } from "./settings.js";
import { planned } from "./plan.js";

/**
 * @typedef {import("./new.js").Draft} Draft
 * @typedef {import("./settings.js").Offer & {key: string}} Offer `key`: the name of the format, or of a tournament in stages that is offered
 * @typedef {import("./settings.js").Control} Control
 * @typedef {import("../failure.js").Failure} Failure
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {() => object} Body makes the body of POST /tournaments
 */

const PAUSE = 250;
const EXAMPLE = 8;

/**
 * What is offered for so many entries. `formats`: the best first. `shown`: the one that was chosen before comes first, so that nobody has to
 * look for it.
 * @type {{formats: Offer[], shown: Offer[], tiebreaks: Answers["TieBreakOffer"][], asked: string}}
 */
const known = { formats: [], shown: [], tiebreaks: [], asked: "" };
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let number = 0;

/**
 * Prepare the step.
 * @param {Draft} draft what was chosen so far
 * @param {() => void} changed called after each change
 * @param {Body} body
 */
export function prepare(draft, changed, body) {
  const settings = byId("settings");
  const again = () => { changed(); soon(draft, body); };
  byId("formats").addEventListener("change", ({ target }) => {
    draft.format = /** @type {HTMLInputElement} */ (target).value;
    draft.settings = settingsOf(offerOf(draft));
    drawSettings(draft);
    again();
  });
  settings.addEventListener("change", ({ target }) => {
    const control = /** @type {Control} */ (target);
    if (choose(draft.settings, control)) drawSettings(draft, control.id);
    again();
  });
  settings.addEventListener("input", ({ target }) => {
    const control = /** @type {Control} */ (target);
    if (!control.matches("input[type=number], input[type=text]")) return; // all other controls are handled by the listener for `change`
    choose(draft.settings, control);
    again();
  });
  const tied = (/** @type {string[]} */ tiebreaks) => { draft.settings.tiebreaks = tiebreaks; drawSettings(draft, "tie-more"); again(); };
  on(settings, {
    tie: () => tied([...draft.settings.tiebreaks, byId("tie-more", "select").value]),
    untie: (button) => tied(draft.settings.tiebreaks.toSpliced(Number(button.dataset.at), 1)),
  });
  settle(settings, draft, () => { drawSettings(draft); again(); });
}

/**
 * Show the step for these entries.
 * @param {Draft} draft
 * @param {Answers["SystemSheet"]} system
 * @param {Body} body
 */
export async function show(draft, system, body) {
  const members = Math.max(1, ...draft.entries.map((entry) => entry.people.length), { alone: 1, pairs: 2, teams: 2 }[draft.kind]);
  const { least, most } = seatsFor(system, draft.options);
  const asked = `entries=${expected(draft)}&members=${members}&least=${least}&most=${most}&sides=${sidesFor(system, draft.options)}`;
  if (asked !== known.asked || !known.formats.length) {
    const { formats, ready, tiebreaks } = await get(`/tournaments/formats?${asked}`);
    const [first, ...rest] = formats.map((/** @type {Offer} */ each) => ({ ...each, key: each.name }));
    Object.assign(known, { formats: [first, ...ready.map((/** @type {{ready: string}} */ each) => ({ ...each, key: each.ready })), ...rest], tiebreaks, asked });
    const before = offerOf(draft);
    // What is proposed changes with the number of entries until the director has chosen something.
    if (!draft.chosen || !before || before.refused) {
      draft.format = known.formats.find((each) => !each.refused)?.key ?? null;
      draft.settings = settingsOf(offerOf(draft));
    }
    const now = offerOf(draft);
    redraw(byId("format-told"), draft.chosen && before?.refused && now ? HOW.another(before.label, now.label) : "");
    known.shown = [...known.formats].sort((one, other) => Number(other.key === draft.format) - Number(one.key === draft.format));
  }
  drawFormats(draft);
  drawSettings(draft);
  await replan(draft, body);
}

/**
 * The number of people at a table, for the rules of the game.
 * @param {Draft} draft
 */
export function seatsOf(draft) {
  const offer = offerOf(draft);
  return offer && draft.settings.table ? (offer.seats / offer.settings.table) * draft.settings.table : undefined;
}

/** @param {Draft} draft */
const expected = (draft) => draft.entries.length || EXAMPLE;

/** @param {Draft} draft */
const offerOf = (draft) => known.formats.find((each) => each.key === draft.format);

/**
 * The name of the format; of a tournament in stages that of the first stage.
 * @param {Draft} draft
 */
export const formatOf = (draft) => offerOf(draft)?.name ?? draft.format;

/**
 * A copy of the proposed settings; without a format there are none.
 * @param {Offer | undefined} offer
 */
const settingsOf = (offer) => structuredClone(offer?.settings ?? /** @type {Draft["settings"]} */ ({}));

/** @param {Draft} draft */
function drawFormats(draft) {
  redraw(byId("formats"));
  redraw(byId("formats"), known.shown.filter((each) => !each.refused).map((each) => h("li", { "data-key": each.key },
    h("label", { class: "format" },
      h("input", { type: "radio", name: "format", value: each.key, checked: each.key === draft.format }),
      h("span", {}, h("b", {}, each.label), h("span", { class: "quiet" }, each.sentence), each === known.formats[0] && chip("done", HOW.best))))));
  const unfit = known.formats.filter((each) => each.refused);
  byId("unfit").hidden = !unfit.length;
  redraw(byId("unfit-list"), unfit.map((each) => h("li", { "data-key": each.key }, h("span", { class: "what" }, h("b", {}, each.label), h("br"), h("span", { class: "quiet" }, each.refused)))));
}

/**
 * @param {Draft} draft
 * @param {string} [focus] the id of the field that keeps the focus
 */
function drawSettings(draft, focus) {
  const open = [...byId("settings").querySelectorAll("details[open]")].map((each) => each.id);
  redraw(byId("settings"));
  const offer = offerOf(draft);
  if (!offer) return;
  redraw(byId("settings"), settingsFields(draft.settings, offer, known.tiebreaks));
  open.forEach((id) => { if (byId(id)) byId(id, "details").open = true; });
  if (focus) byId(focus)?.focus();
}

/**
 * @param {Draft} draft
 * @param {Body} body
 */
function soon(draft, body) {
  draft.chosen = true;
  clearTimeout(timer);
  timer = setTimeout(() => replan(draft, body), PAUSE);
}

/**
 * @param {Draft} draft
 * @param {Body} body
 */
async function replan(draft, body) {
  number += 1;
  const mine = number;
  quiet();
  if (!draft.format) {
    redraw(byId("plan"), h("p", {}, HOW.noFormat));
    return;
  }
  try {
    const { body: plan } = await call("POST", "/tournaments/plan", { body: { ...body(), title: draft.title.trim() || "Tournament", entries: expected(draft) } });
    if (mine === number) redraw(byId("plan"), planned(draft, plan, offerOf(draft)?.pairs_by));
  } catch (problem) {
    if (mine !== number) return;
    complain(/** @type {Failure} */ (problem));
    redraw(byId("plan"), h("p", { class: "quiet" }, HOW.noPlan));
  }
}

function quiet() {
  document.querySelectorAll("#form .error").forEach((each) => redraw(each));
  document.querySelectorAll("#form [aria-invalid]").forEach((each) => each.removeAttribute("aria-invalid"));
}

/**
 * Show each fault beside its field; the rest below the form.
 * @param {Failure} problem
 */
export function complain(problem) {
  const loose = problem instanceof Problem ? problem.errors.filter((error) => !beside(error)) : [];
  const rest = loose.map(faultOf).join(" ");
  redraw(byId("form-error"), problem.errors?.length ? rest : messageOf(problem));
}

/** @param {HTMLElement} field */
const lengthOf = (field) => field.dataset.pointer?.length ?? 0;

/**
 * @param {Answers["Place"]} fault
 * @returns {boolean} whether there is such a field
 */
function beside({ pointer = "", message }) {
  const fields = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#form [data-pointer]"))].filter((field) => `${pointer}/`.startsWith(`${field.dataset.pointer}/`));
  const field = fields.sort((one, other) => lengthOf(other) - lengthOf(one))[0];
  const told = field && byId(field.getAttribute("aria-describedby")?.split(" ")[0] ?? "");
  if (!told || field.closest("[hidden]")) return false;
  field.setAttribute("aria-invalid", "true");
  for (let fold = field.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  told.textContent = FAILURE.fault("", message);
  return true;
}
