/** The entries of a tournament: who is here, who is missing, who leaves or misses a round. */

import { chip } from "../chips.js";
import { byId, dotted, h, on, redraw } from "../dom.js";
import { failed, messageOf } from "../failure.js";
import { copied } from "../links.js";
import { once } from "../once.js";
import { people, personId } from "../people.js";
import { pinIn, pinKeys } from "../pin.js";
import { DIRECTOR, ENTRIES, ENTRY, WISHES } from "../texts/director.js";
import { entryDialog, lateDialog, linkDialog, pinDialog, PIN } from "./entry.js";
import { leaveOut, missing } from "./missing.js";
import { presence } from "./sayings.js";
import { Tournament } from "./tournament.js";
import { drawWishes, wishDialog, wished } from "./wishes.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {import("./entry.js").Entry} Entry
 *
 * @typedef {object} Page
 * @property {Tournament} tournament there is one once `begin` has read it
 * @property {Entry | null} shown the entry in the dialog
 * @property {import("../people.js").Known[]} club
 */

/** @type {Page} */
const page = { tournament: /** @type {Tournament} */ (/** @type {unknown} */ (null)), shown: null, club: [] };
const told = () => byId("told");
const failure = () => byId("dialog-told");

async function begin() {
  const tournament = await Tournament.opened();
  page.tournament = tournament;
  const chosen = localStorage.getItem(pinsKey()); // null: nothing was chosen, so the setting of the club decides
  if (chosen) byId("pins", "input").checked = chosen === "yes";
  byId("pins").addEventListener("change", () => localStorage.setItem(pinsKey(), byId("pins", "input").checked ? "yes" : "no"));
  byId("search").addEventListener("input", draw);
  on(byId("main"), {
    arrive: (button) => (byId("pins", "input").checked ? show(pinDialog(of(button)), of(button)) : once(button, () => checkIn(of(button)), told())),
    more: (button) => show(entryDialog(tournament, of(button), next(), page.club), of(button)),
    late: () => show(lateDialog(tournament, next(), page.club)),
    "leave-out": (button) => once(button, async () => changed(await leaveOut(page.tournament, next(), page.tournament.state.version)), told()),
    close: () => byId("dialog", "dialog").close(),
    "with-pin": (button) => once(button, () => arrive(pinIn(PIN)), failure()),
    "without-pin": (button) => once(button, () => arrive(), failure()),
    act: (button) => once(button, () => act(button.dataset.act ?? ""), failure()),
    save: (button) => once(button, () => save(), failure()),
    "new-wish": () => show(wishDialog(tournament, next())),
    wish: (button) => once(button, () => recorded(wished(), WISHES.added), failure()),
    unwish: (button) => once(button, () => recorded({ type: "Retracted", data: { target: Number(button.dataset.wish) } }, WISHES.withdrawn), told()),
    enter: (button) => once(button, () => enter(), failure()),
    link: (button) => once(button, () => link(button), failure()),
    copy: copied,
    ...pinKeys(() => {}),
  });
  byId("dialog").addEventListener("submit", (event) => event.preventDefault());
  byId("dialog").addEventListener("close", closed);
  draw();
  for (const id of ["late", "new-wish"]) byId(id, "button").disabled = false;
  tournament.follow({ changed: draw });
  page.club = await people();
}

const pinsKey = () => `pins-${page.tournament.id}`;

/** @param {HTMLElement} element */
const of = (element) => /** @type {Entry} */ (page.tournament.entries.get(Number(element.dataset.entry)));

// The entry in the dialog, whose buttons are there only with an entry.
const shown = () => /** @type {Entry} */ (page.shown);

/** The round that is paired next. */
const next = () => (page.tournament.state.rounds.at(-1)?.round ?? 0) + 1;

/**
 * @param {Entry} entry
 * @param {number} round
 */
const misses = (entry, round) => entry.absences.find((each) => each.round === round);

function draw() {
  const { entries } = page.tournament.state;
  const playing = entries.filter((entry) => !entry.withdrawn);
  const here = playing.some((entry) => entry.here);
  redraw(byId("sentence"), presence(entries));
  const wanted = byId("search", "input").value.trim().toLowerCase();
  const found = entries.filter((entry) => nameOf(entry).toLowerCase().includes(wanted)).sort((one, other) => rank(one) - rank(other) || nameOf(one).localeCompare(nameOf(other)));
  redraw(byId("entries"), found.length || !entries.length ? found.map(row) : h("li", { class: "quiet" }, ENTRIES.nobodyFound));
  drawWishes(page.tournament);
  byId("empty").hidden = entries.length > 0;
  const absent = missing(page.tournament, next());
  redraw(byId("leave-out"), absent.length && here ? h("button", { type: "button", "data-do": "leave-out" }, ENTRIES.leaveOut(absent.length, next())) : null);
  const ready = here && !absent.length && page.tournament.state.rounds.every((round) => !round.unfinished.length);
  byId("next", "a").href = `/tournaments/${page.tournament.id}/desk${ready ? `/rounds/${next()}` : ""}`;
  redraw(byId("next"), ready ? DIRECTOR.pair(next()) : DIRECTOR.toDesk);
}

/** @param {Entry} entry */
const nameOf = (entry) => page.tournament.name(entry.entry);

/**
 * Missing entries come first, and entries that left come last.
 * @param {Entry} entry
 */
const rank = (entry) => (entry.withdrawn ? 2 : entry.here ? 1 : 0);

/** @param {Entry} entry */
function row(entry) {
  const name = nameOf(entry);
  const away = misses(entry, next());
  const names = entry.people_names.filter(Boolean);
  const together = ENTRIES.people(names);
  const facts = [names.length > 1 && together !== name && !names.every((each) => name.includes(each)) && together, away && ENTRIES.missesRound(away.round), entry.seed && ENTRIES.seed(entry.seed)];
  return h("li", { "data-key": entry.entry, class: "one-line" },
    h("span", { class: "what" }, h("b", {}, name), facts.some(Boolean) && h("span", { class: "quiet under" }, dotted(facts))),
    entry.withdrawn ? chip("gap", ENTRIES.withdrawn) : entry.here ? chip("done", ENTRIES.isHere)
      : h("button", { type: "button", class: "arrive", "data-key": "arrive", "data-do": "arrive", "data-entry": entry.entry, "aria-label": ENTRY.checkInOf(name) }, ENTRY.checkIn),
    h("button", { type: "button", class: "tool", "data-key": "more", "data-do": "more", "data-entry": entry.entry, "aria-label": ENTRIES.moreAbout(name) }, "⋯"));
}

/**
 * @param {Child} content
 * @param {Entry | null} [entry]
 */
function show(content, entry = null) {
  page.shown = entry;
  redraw(byId("dialog-body"), content);
  if (!byId("dialog", "dialog").open) byId("dialog", "dialog").showModal();
}

/** The browser tells this a moment after the dialog was closed. It may be open again by then. */
function closed() {
  if (byId("dialog", "dialog").open) return;
  page.shown = null;
  redraw(byId("dialog-body"));
}

/**
 * @param {Entry} entry
 * @param {string} [pin]
 */
async function checkIn(entry, pin) {
  await page.tournament.call("POST", `/entries/${entry.entry}/check-in`, { body: pin ? { pin } : {} });
  await changed(ENTRIES.arrived(nameOf(entry), entry.people.length));
}

/** @param {string | null} [pin] null: what was typed is no PIN */
async function arrive(pin) {
  if (pin === null) {
    redraw(failure(), h("span", { class: "error" }, ENTRIES.noPin));
    return;
  }
  await checkIn(shown(), pin);
  byId("dialog", "dialog").close();
}

/** @param {string | (() => string)} said */
async function changed(said) {
  await page.tournament.refresh();
  draw();
  redraw(told(), typeof said === "string" ? said : said());
}

/** @param {string} name */
async function act(name) {
  const { entry } = shown();
  const round = Number(byId("miss-round", "input")?.value || next());
  /** @type {Record<string, {type: string, data: object}>} */
  const events = {
    withdraw: { type: "EntryWithdrawn", data: { entry, from_round: next() } },
    return: { type: "EntryReturned", data: { entry, from_round: next() } },
    miss: { type: "AbsenceNoted", data: { entry, round, kind: byId("miss-kind", "select")?.value } },
  };
  await page.tournament.record([events[name]]);
  const called = page.tournament.name(entry);
  /** @type {Record<string, string>} */
  const said = { withdraw: ENTRIES.withdraws(called, next()), return: ENTRIES.returns(called, next()), miss: ENTRIES.misses(called, round) };
  byId("dialog", "dialog").close();
  await changed(said[name]);
}

async function typed() {
  const fields = [.../** @type {NodeListOf<HTMLInputElement>} */ (byId("dialog").querySelectorAll("[data-person]"))].map((field) => field.value.trim()).filter(Boolean);
  if (!fields.length) throw new Error(DIRECTOR.typeName);
  const ids = [];
  for (const name of fields) ids.push(await personId(name));
  const line = Number(byId("entry-line", "input")?.value) || undefined;
  return { people: ids, name: byId("entry-name", "input")?.value.trim() || ENTRY.together(fields).slice(0, 80), ...(line && { line }) };
}

async function save() {
  const { entry } = shown();
  await recorded({ type: "EntryChanged", data: { entry, ...(await typed()) } }, () => ENTRIES.changed(page.tournament.name(entry)));
}

async function enter() {
  const entry = Math.max(0, ...page.tournament.entries.keys()) + 1;
  await recorded({ type: "EntryMade", data: { entry, ...(await typed()) } }, () => ENTRIES.entered(page.tournament.name(entry)));
}

/**
 * Record what a dialog says, and close it.
 * @param {{type: string, data: object}} event
 * @param {string | (() => string)} said what is said when it is recorded
 */
async function recorded(event, said) {
  try {
    await page.tournament.record([event]);
  } catch (problem) {
    throw new Error(messageOf(/** @type {import("../failure.js").Failure} */ (problem)), { cause: problem });
  }
  byId("dialog", "dialog").close();
  await changed(said);
}

/** @param {HTMLElement} button */
async function link(button) {
  const entry = shown();
  redraw(byId("entry-link"), await linkDialog(page.tournament, entry));
  button.hidden = true;
}

begin().catch(failed);
