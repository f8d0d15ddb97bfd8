/** Step 2 of a new tournament: who takes part, alone, with a fixed partner, or in teams. */

import { byId, h, on, redraw } from "../dom.js";
import { newId } from "../outbox.js";
import { people } from "../people.js";
import { DIRECTOR, WHO } from "../texts/director.js";
import { readList } from "./pasted.js";
import { moved, ranked, rankTools } from "./ranks.js";

/**
 * @typedef {"alone" | "pairs" | "teams"} Kind
 * @typedef {{person?: string, name: string}} Person `person`: the id; the server has none yet for a name that was typed here
 * @typedef {{key: string, people: Person[], name?: string}} Entry `name`: the team's own name, if it has one
 *
 * @typedef {object} Draft what was chosen about who plays
 * @property {Kind} kind
 * @property {Entry[]} entries in the order of their numbers
 * @property {Person[]} picked those who still wait for a partner or a team
 * @property {string[]} added names that were typed here and are not in the club's list
 * @property {boolean} seeded whether the order of the entries is the seeding
 */
const MOST_PICKS = 48;
const LARGEST_TEAM = 8;
const HELP = {
  alone: WHO.exampleAlone,
  pairs: WHO.examplePairs,
  teams: WHO.exampleTeams,
};

/** Several names in one line: two commas, or two other signs between names. */
const SEVERAL = /[,;\t].*[,;\t]/;

/** @type {Person[]} */
let club = [];

/**
 * Add the list that was pasted and not added yet.
 * @param {Draft} draft
 * @returns {boolean} false: it is faulty, and stays with its faults
 */
export function addsPasted(draft) {
  const field = byId("pasted", "textarea");
  if (!field.value.trim()) return true;
  redraw(byId("who-told"), pasted(draft));
  draw(draft);
  if (!field.value) return true;
  field.closest("details")?.setAttribute("open", "");
  field.focus();
  return false;
}

/**
 * Prepare the step.
 * @param {Draft} draft
 * @param {() => void} changed called after each change
 */
export async function prepare(draft, changed) {
  const step = byId("step-2");
  const told = (/** @type {string} */ text) => redraw(byId("who-told"), text);
  const redrawn = () => { draw(draft); changed(); };
  /** @type {NodeListOf<HTMLInputElement>} */ (step.querySelectorAll("[name=kind]")).forEach((radio) => { radio.checked = radio.value === draft.kind; });
  byId("seeded", "input").checked = draft.seeded;
  byId("seeded").addEventListener("change", () => { draft.seeded = byId("seeded", "input").checked; redrawn(); });
  byId("kinds").addEventListener("change", ({ target }) => { told(regrouped(draft, /** @type {HTMLInputElement & {value: Kind}} */ (target).value)); redrawn(); });
  byId("finding").addEventListener("input", () => draw(draft));
  byId("finding").addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    byId("add").click();
  });
  byId("csv").addEventListener("change", async () => { byId("pasted", "textarea").value = (await byId("csv", "input").files?.[0]?.text()) ?? ""; });
  on(step, {
    add: () => { told(typed(draft)); redrawn(); byId("finding").focus(); },
    pick: (button) => { told(picked(draft, { person: button.dataset.person, name: button.dataset.name ?? "" })); redrawn(); },
    team: () => { told(joined(draft, byId("team-name", "input").value.trim())); redrawn(); byId("finding").focus(); },
    unpick: () => { draft.picked = []; told(""); redrawn(); },
    remove: (button) => { told(removed(draft, Number(button.dataset.at))); redrawn(); },
    paste: () => { told(pasted(draft)); redrawn(); },
  });
  ranked(byId("entered"), (from, to) => { draft.entries = moved(draft.entries, from, to); redrawn(); });
  club = await people();
  draw(draft);
}

/**
 * The name of an entry: the name of the team, or the names of its people.
 * @param {Entry} entry
 */
export const entryName = (entry) => entry.name ?? WHO.together(entry.people.map((each) => each.name));

/**
 * Whether the name of an entry is that of one person or of a team.
 * @param {Entry} entry
 */
const isOne = ({ people: { length }, name }) => length < 2 || Boolean(name);

/** @param {Draft} draft */
function draw(draft) {
  const wanted = byId("finding", "input").value.trim().toLowerCase();
  const taken = new Set([...draft.entries.flatMap((entry) => entry.people), ...draft.picked].map((each) => each.name));
  const free = everyone(draft).filter((each) => each.name && !taken.has(each.name) && each.name.toLowerCase().includes(wanted));
  redraw(byId("club"), free.slice(0, MOST_PICKS).map((each) => h("li", { "data-key": `n-${each.name}` },
    h("button", { type: "button", class: "slim", "data-do": "pick", "data-person": each.person, "data-name": each.name }, each.name))));
  redraw(byId("club-more"), free.length > MOST_PICKS ? WHO.more(free.length - MOST_PICKS) : "");
  redraw(byId("picked"), waiting(draft));
  redraw(byId("entered"), draft.entries.map((entry, at) => row(draft, entry, at)));
  redraw(byId("entered-count"), draft.entries.length || "");
  redraw(byId("pasted-help"), HELP[draft.kind]);
  byId("nobody").hidden = draft.entries.length > 0;
  byId("seeding").hidden = draft.entries.length < 2;
}

/**
 * The people of the club, and people who were typed here and are not in the club's list yet.
 * @param {Draft} draft
 * @returns {Person[]}
 */
const everyone = ({ added }) => [...club, ...added.map((name) => ({ name }))];

/**
 * @param {Draft} draft
 * @param {Entry} entry
 * @param {number} at
 */
function row(draft, entry, at) {
  const name = entryName(entry);
  return h("li", { "data-key": entry.key, "data-at": at, draggable: "true" },
    h("span", { class: "rank" }, at + 1),
    h("span", { class: "what" }, name, entry.name && h("span", { class: "quiet" }, WHO.members(entry.people.map((each) => each.name)))),
    rankTools(name, at, draft.entries.length),
    h("button", { type: "button", class: "tool", "data-do": "remove", "data-at": at, "aria-label": DIRECTOR.remove(name) }, "✕"));
}

/**
 * The people who were tapped and still wait for their partner or their team.
 * @param {Draft} draft
 */
function waiting({ kind, picked }) {
  if (!picked.length) return null;
  const names = picked.map((each) => each.name);
  const cancel = h("button", { type: "button", class: "slim", "data-do": "unpick" }, WHO.cancel);
  if (kind === "pairs") return h("p", { class: "said beside" }, h("span", { class: "grow" }, WHO.partnerOf(names)), cancel);
  return h("div", { class: "said stack" }, h("p", {}, WHO.team(names)),
    h("p", { class: "field" }, h("label", { for: "team-name" }, WHO.teamName((text) => h("span", { class: "quiet" }, text))), h("input", { id: "team-name", type: "text", maxlength: 80, autocomplete: "off" })),
    h("p", { class: "choices" }, h("button", { type: "button", class: "primary", "data-do": "team", disabled: picked.length < 2 }, WHO.makeTeam), cancel));
}

/** @param {Draft} draft */
function typed(draft) {
  const field = byId("finding", "input");
  const name = field.value.trim();
  if (!name) return DIRECTOR.typeName;
  if (draft.kind === "alone" && SEVERAL.test(name)) {
    byId("pasted", "textarea").value = name;
    field.value = "";
    addsPasted(draft);
    return byId("who-told").textContent ?? "";
  }
  const known = everyone(draft).find((each) => each.name?.toLowerCase() === name.toLowerCase());
  if (!known) draft.added = [...draft.added, name];
  const said = picked(draft, known ?? { name });
  field.value = "";
  return said;
}

/**
 * Adds somebody to the entry that is being put together, and returns the message to show.
 * @param {Draft} draft
 * @param {Person} who
 */
function picked(draft, who) {
  if ([...draft.entries.flatMap((entry) => entry.people), ...draft.picked].some((each) => each.name === who.name)) return WHO.inListAlready(who.name);
  draft.picked = [...draft.picked, who];
  if (draft.kind === "teams") return draft.picked.length > LARGEST_TEAM ? joined(draft, "") : "";
  return draft.picked.length === (draft.kind === "pairs" ? 2 : 1) ? joined(draft, "") : "";
}

/**
 * @param {Draft} draft
 * @param {string} name of the team; empty: none
 */
function joined(draft, name) {
  const entry = { key: newId(), people: draft.picked, ...(name && { name }) };
  draft.entries = [...draft.entries, entry];
  draft.picked = [];
  return WHO.entered(entryName(entry), isOne(entry), draft.entries.length);
}

/**
 * @param {Draft} draft
 * @param {number} at
 */
function removed(draft, at) {
  const [entry] = draft.entries.slice(at, at + 1);
  draft.entries = draft.entries.toSpliced(at, 1);
  return WHO.removed(entryName(entry), isOne(entry));
}

/**
 * If the kind of entry changes, the people stay, and are grouped again in the same order.
 * @param {Draft} draft
 * @param {Kind} kind
 */
function regrouped(draft, kind) {
  const all = [...draft.entries.flatMap((entry) => entry.people), ...draft.picked];
  draft.kind = kind;
  draft.picked = [];
  const size = { alone: 1, pairs: 2, teams: 0 }[kind];
  if (!size || !all.length) {
    if (kind === "teams") draft.entries = draft.entries.filter((entry) => entry.people.length > 1);
    return kind === "teams" && all.length && !draft.entries.length ? WHO.firstTeam : "";
  }
  draft.entries = [];
  for (const who of all) picked(draft, who);
  return size === 2 ? WHO.putTogether : "";
}

/** @param {Draft} draft */
function pasted(draft) {
  const { entries, faults } = readList(byId("pasted", "textarea").value, draft.kind);
  const there = new Set(draft.entries.flatMap((entry) => entry.people.map((each) => each.name)));
  const again = entries.flatMap((entry) => entry.people).filter((name) => there.has(name));
  const said = [...faults, ...again.map((name) => WHO.enteredAlready(name))];
  redraw(byId("pasted-error"), said.length ? WHO.nothingAdded(said.slice(0, 8)) : entries.length ? "" : WHO.noName);
  if (said.length || !entries.length) return "";
  for (const entry of entries) {
    draft.picked = entry.people.map((name) => everyone(draft).find((each) => each.name === name) ?? { name });
    draft.added = [...draft.added, ...draft.picked.filter((each) => !each.person && !draft.added.includes(each.name)).map((each) => each.name)];
    joined(draft, entry.name ?? "");
  }
  byId("pasted", "textarea").value = "";
  return WHO.added(entries.length);
}
