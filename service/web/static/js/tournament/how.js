/** Step 3 of a new tournament: the format, its settings, and the plan that follows from them. */

import { call, get, Problem } from "../api.js";
import { chip } from "../chips.js";
import { byId, h, on, redraw } from "../dom.js";
import { messageOf } from "../failure.js";
import { seatsFor, sidesFor } from "../options.js";
import { choose, settingsFields, settle } from "./settings.js";
import { planned } from "./plan.js";

const PAUSE = 250;
const EXAMPLE = 8;

const known = { formats: [], tiebreaks: [], asked: "", system: null };
let timer = 0;
let number = 0;

/** Prepare the step. `draft`: what was chosen so far; `changed`: called after each change; `body`: makes the body of POST /tournaments. */
export function prepare(draft, changed, body) {
  const settings = byId("settings");
  const again = () => { changed(); soon(draft, body); };
  byId("formats").addEventListener("change", (event) => {
    draft.format = event.target.value;
    draft.settings = structuredClone(offerOf(draft).settings);
    drawSettings(draft);
    again();
  });
  settings.addEventListener("change", (event) => {
    if (choose(draft.settings, event.target)) drawSettings(draft, event.target.id);
    again();
  });
  settings.addEventListener("input", (event) => {
    if (!event.target.matches("input[type=number], input[type=text]")) return; // all other controls are handled by the listener for `change`
    choose(draft.settings, event.target);
    again();
  });
  const tied = (tiebreaks) => { draft.settings.tiebreaks = tiebreaks; drawSettings(draft, "tie-more"); again(); };
  on(settings, {
    tie: () => tied([...draft.settings.tiebreaks, byId("tie-more").value]),
    untie: (button) => tied(draft.settings.tiebreaks.toSpliced(Number(button.dataset.at), 1)),
  });
  settle(settings, draft, () => { drawSettings(draft); again(); });
}

/** Show the step for these entries. `system`: the body of GET /systems/{slug}. */
export async function show(draft, system, body) {
  const members = Math.max(1, ...draft.entries.map((entry) => entry.people.length), { pairs: 2, teams: 2 }[draft.kind] ?? 1);
  const { least, most } = seatsFor(system, draft.options);
  const asked = new URLSearchParams({ entries: expected(draft), members, least, most, sides: sidesFor(system, draft.options) }).toString();
  if (asked !== known.asked || !known.formats.length) {
    Object.assign(known, await get(`/tournaments/formats?${asked}`), { asked });
    const offer = known.formats.find((each) => each.name === draft.format && !each.refused);
    // The proposed values change with the number of entries until the director has chosen something.
    if (!offer || !draft.chosen) {
      draft.format = (offer ?? known.formats.find((each) => !each.refused))?.name ?? null;
      draft.settings = structuredClone(offerOf(draft)?.settings ?? {});
    }
  }
  drawFormats(draft);
  drawSettings(draft);
  await replan(draft, body);
}

/** The number of people at a table, for the rules of the game. */
export function seatsOf(draft) {
  const offer = offerOf(draft);
  return offer && draft.settings.table ? (offer.seats / offer.settings.table) * draft.settings.table : undefined;
}

const expected = (draft) => draft.entries.length || EXAMPLE;

const offerOf = (draft) => known.formats.find((each) => each.name === draft.format);

function drawFormats(draft) {
  redraw(byId("formats"));
  redraw(byId("formats"), known.formats.filter((each) => !each.refused).map((each, at) => h("li", { "data-key": each.name },
    h("label", { class: "format" },
      h("input", { type: "radio", name: "format", value: each.name, checked: each.name === draft.format }),
      h("span", {}, h("b", {}, each.label), h("span", { class: "quiet" }, each.sentence), at === 0 && chip("done", "Suits you best"))))));
  const unfit = known.formats.filter((each) => each.refused);
  byId("unfit").hidden = !unfit.length;
  redraw(byId("unfit-list"), unfit.map((each) => h("li", { "data-key": each.name }, h("span", { class: "what" }, h("b", {}, each.label), h("br"), h("span", { class: "quiet" }, each.refused)))));
}

function drawSettings(draft, focus) {
  const open = [...byId("settings").querySelectorAll("details[open]")].map((each) => each.id);
  redraw(byId("settings"));
  if (!draft.format) return;
  redraw(byId("settings"), settingsFields(draft.settings, offerOf(draft), known.tiebreaks));
  open.forEach((id) => { if (byId(id)) byId(id).open = true; });
  if (focus) byId(focus)?.focus();
}

function soon(draft, body) {
  draft.chosen = true;
  clearTimeout(timer);
  timer = setTimeout(() => replan(draft, body), PAUSE);
}

async function replan(draft, body) {
  number += 1;
  const mine = number;
  quiet();
  if (!draft.format) {
    redraw(byId("plan"), h("p", {}, "No format fits this game and these entries. Go back to change who plays, or choose another game."));
    return;
  }
  try {
    const { body: plan } = await call("POST", "/tournaments/plan", { body: { ...body(), title: draft.title.trim() || "Tournament", entries: expected(draft) } });
    if (mine === number) redraw(byId("plan"), planned(draft, plan));
  } catch (problem) {
    if (mine !== number) return;
    complain(problem);
    redraw(byId("plan"), h("p", { class: "quiet" }, "The plan appears when the settings above fit together."));
  }
}

function quiet() {
  document.querySelectorAll("#form .error").forEach((each) => redraw(each));
  document.querySelectorAll("#form [aria-invalid]").forEach((each) => each.removeAttribute("aria-invalid"));
}

/** Show each fault beside its field; the rest below the form. */
export function complain(problem) {
  const loose = problem instanceof Problem ? problem.errors.filter((error) => !beside(error)) : [];
  const rest = loose.map((error) => sentence(error.message)).join(" ");
  redraw(byId("form-error"), problem.errors?.length ? rest : messageOf(problem));
}

const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);

function beside({ pointer = "", message }) {
  const fields = [...document.querySelectorAll("#form [data-pointer]")].filter((field) => `${pointer}/`.startsWith(`${field.dataset.pointer}/`));
  const field = fields.sort((one, other) => other.dataset.pointer.length - one.dataset.pointer.length)[0];
  const told = field && byId(field.getAttribute("aria-describedby")?.split(" ")[0]);
  if (!told || field.closest("[hidden]")) return false;
  field.setAttribute("aria-invalid", "true");
  for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  told.textContent = message;
  return true;
}
