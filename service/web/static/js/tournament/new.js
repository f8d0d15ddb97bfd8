/**
 * Setting a tournament up in three steps: what is played, who plays, how. What was typed is kept in this tab, even after a reload, until the
 * tournament is open.
 */

import { get, session } from "../api.js";
import { byId, h, on, redraw } from "../dom.js";
import { failed, messageOf } from "../failure.js";
import { once } from "../once.js";
import { fillOptions, optionFields, optionsFrom } from "../options.js";
import { newId } from "../outbox.js";
import { draw, lines, searching } from "../picker.js";
import * as pickers from "../pickerstate.js";
import { store } from "../store.js";
import { NEW } from "../texts/director.js";
import * as how from "./how.js";
import { open } from "./opening.js";
import * as who from "./who.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("../failure.js").Failure} Failure
 *
 * @typedef {object} Chosen what was chosen so far, apart from who plays
 * @property {number} step
 * @property {string} id of the tournament, before it is opened
 * @property {number} at when this began
 * @property {string | null} opened the id that the server gave; null: the tournament is not open yet
 * @property {string} title
 * @property {string | null} system the slug of its game; null: none is chosen
 * @property {import("../options.js").Chosen} options
 * @property {string} visibility
 * @property {string | null} format the name of the format, or of a tournament in stages that is offered
 * @property {import("./seen.js").Settings} settings empty without a format
 * @property {boolean} chosen whether the director has changed the settings
 * @property {{text: string, key: string}} [asked] the new people as they were sent, and the key of this request
 *
 * @typedef {import("./who.js").Draft & Chosen} Draft
 */

const KEPT = "new-tournament";
const NEXT = [NEW.nextWho, NEW.nextHow, NEW.open];

/** @type {() => Draft} */
const fresh = () => ({
  step: 1, id: newId(), at: Date.now(), opened: null, title: "", system: null, options: {}, visibility: "private",
  kind: "alone", entries: [], picked: [], added: [], seeded: false, format: null, settings: /** @type {Draft["settings"]} */ ({}), chosen: false,
});
/** @type {Draft} */
const draft = { ...fresh(), ...JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") };
const games = store(pickers.begun(lines(), draft.system ?? ""), draw);

const keep = () => sessionStorage.setItem(KEPT, JSON.stringify(draft));

async function begin() {
  const ready = prepared();
  // What was typed before this script was ready counts too.
  if (!sessionStorage.getItem(KEPT)) Object.assign(draft, { title: byId("cup-title", "input").value, visibility: byId("visibility", "select").value });
  byId("cup-title", "input").value = draft.title;
  byId("visibility", "select").value = draft.visibility;
  byId("cup-title").addEventListener("input", () => { draft.title = byId("cup-title", "input").value; keep(); });
  byId("visibility").addEventListener("change", () => { draft.visibility = byId("visibility", "select").value; keep(); });
  byId("options").addEventListener("change", optioned);
  byId("form").addEventListener("submit", (event) => { event.preventDefault(); byId("next").click(); });
  /** A tap that leads on waits until all is loaded. */
  const when = (/** @type {HTMLElement} */ button, /** @type {() => Promise<unknown>} */ act) => once(button, () => ready.then((may) => may && act(), () => {}));
  on(byId("main"), {
    ...searching(games, (slug) => choose(slug).catch(failed)),
    step: (button) => when(button, () => go(Number(button.dataset.step))),
    back: () => go(draft.step - 1),
    leave: () => draft.opened && finish(draft.opened),
    next: (button) => when(button, () => (draft.step < 3 ? go(draft.step + 1) : send())),
  });
  if (await ready) await show(draft.step);
}

/** @returns {Promise<boolean>} whether the visitor may open a tournament */
async function prepared() {
  const visitor = await session();
  if (!visitor.scopes.includes("direct") || visitor.limited) {
    redraw(byId("main"), h("section", { class: "panel message" }, h("h1", {}, NEW.forDirectors),
      h("p", {}, NEW.forDirectorsHelp),
      h("p", {}, h("a", { class: "button", href: "/tournaments" }, NEW.allTournaments))));
    return false;
  }
  how.prepare(draft, keep, body);
  await Promise.all([rule(), who.prepare(draft, () => { keep(); headline(); })]);
  return true;
}

/** @param {string} slug */
async function choose(slug) {
  const fresh = slug !== games.state.wanted || !games.state.system; // the rules may have been lost
  games.next(fresh ? pickers.chosen : pickers.closed, slug);
  byId("change").focus();
  if (!fresh) return;
  draft.options = {};
  draft.system = slug;
  keep();
  mark("find", "system-error", null);
  await rule();
}

// Asks for the rules of the chosen game, and offers their options.
async function rule() {
  if (!games.state.wanted) return;
  games.next(pickers.ruled, await get(`/systems/${games.state.wanted}`));
  const { system } = games.state;
  if (!system || !pickers.ready(games.state)) return; // another game has been chosen in the meantime
  redraw(byId("options"));
  redraw(byId("options"), optionFields(system.options, system.rules));
  byId("house-rules").hidden = !system.options.length;
  fillOptions(system.options, draft.options);
  optioned();
}

function optioned() {
  draft.options = optionsFrom(games.state.system?.options ?? []);
  const chosen = Object.keys(draft.options).length;
  redraw(byId("rules-chosen"), chosen ? NEW.rulesChosen(chosen) : "");
  keep();
}

/**
 * Say a fault of a field; null takes it back.
 * @param {string} field
 * @param {string} place
 * @param {string | null} fault
 */
function mark(field, place, fault) {
  if (fault) byId(field).setAttribute("aria-invalid", "true");
  else byId(field).removeAttribute("aria-invalid");
  redraw(byId(place), fault);
}

// What the first step lacks is said there. Returns whether it lacks nothing.
async function hasWhat() {
  const title = Boolean(draft.title.trim());
  const game = Boolean(games.state.wanted);
  mark("cup-title", "title-error", title ? null : NEW.giveTitle);
  mark("find", "system-error", game ? null : NEW.chooseGame);
  if (title && game) return true;
  await show(1);
  byId(title ? "find" : "cup-title").focus();
  return false;
}

/** @param {number} step */
async function go(step) {
  if (step > 1 && !await hasWhat()) return;
  if (step > 2) {
    const added = who.addsPasted(draft);
    keep();
    headline();
    if (!added) return;
  }
  if (step > 2 && draft.picked.length) {
    redraw(byId("who-told"), draft.kind === "pairs" ? NEW.lacksPartner : NEW.lacksTeam);
    await show(2);
    byId("finding").focus();
    return;
  }
  await show(step);
  byId("sentence").focus();
  scrollTo(0, 0);
}

/** @param {number} step */
async function show(step) {
  draft.step = Math.min(3, Math.max(1, step));
  keep();
  [1, 2, 3].forEach((each) => { byId(`step-${each}`).hidden = each !== draft.step; });
  /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#steps [data-step]")).forEach((button) => {
    if (Number(button.dataset.step) === draft.step) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  });
  redraw(byId("next"), NEXT[draft.step - 1]);
  redraw(byId("form-error"));
  byId("back").hidden = draft.step === 1;
  headline();
  if (draft.step === 3) await plan().catch(how.complain);
}

async function plan() {
  if (!pickers.ready(games.state)) await rule();
  const { system } = games.state;
  if (system) await how.show(draft, system, body);
}

function headline() {
  const { kind, entries: { length: entered } } = draft;
  const steps = [NEW.what, entered ? NEW.whoSoFar(kind, entered) : NEW.who, entered ? NEW.howSome(kind, entered) : NEW.how];
  redraw(byId("sentence"), steps[draft.step - 1]);
}

function body() {
  const seats = how.seatsOf(draft);
  return {
    title: draft.title.trim(), system: draft.system, options: draft.options, visibility: draft.visibility,
    format: how.formatOf(draft), settings: draft.settings, ...(seats && { seats }), at: draft.at, offset: -new Date().getTimezoneOffset(),
  };
}

async function send() {
  redraw(byId("form-error"));
  try {
    finish(await open(draft, body(), keep));
  } catch (problem) {
    how.complain(/** @type {Failure} */ (problem));
    if (draft.opened) redraw(byId("form-error"), halfway(/** @type {Failure} */ (problem)));
    (/** @type {HTMLElement | null} */ (document.querySelector("#form [aria-invalid]")) ?? byId("form-error")).focus();
  }
}

/** @param {string} tournament */
function finish(tournament) {
  sessionStorage.removeItem(KEPT);
  location.assign(`/tournaments/${tournament}/desk/entries`);
}

/**
 * The message when the tournament was stored, but its entries were not.
 * @param {Failure} problem
 */
const halfway = (problem) => NEW.halfway((text) => h("button", { type: "button", class: "slim", "data-do": "leave" }, text), messageOf(problem));

begin().catch(failed);
