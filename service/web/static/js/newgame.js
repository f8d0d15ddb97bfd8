/** The form that starts a game: the system, the players at their seats, house rules from the system's options, who may watch. */

import { call, get, Problem, session } from "./api.js";
import { byId, h, on, redraw, spoken } from "./dom.js";
import { failed } from "./failure.js";
import { lastGame, lastWords, remember } from "./lastgame.js";
import { newId } from "./outbox.js";
import { people } from "./people.js";
import { optionFields, optionsFrom, seatsFor, sidesFor } from "./options.js";
import { count, listed, seatLabel } from "./words.js";

const MOST_SEATS = 16;
const USUAL = 4;

const form = { system: null, players: null, names: Array(USUAL).fill(""), people: [], id: newId(), last: null };

async function begin() {
  const all = people();
  all.catch(() => {}); // a failure is shown below, where `all` is awaited
  byId("system").addEventListener("change", () => choose().catch(failed));
  on(byId("seats"), { up: (button) => swap(at(button), -1), down: (button) => swap(at(button), 1), remove: (button) => remove(at(button)) });
  on(byId("main"), { add });
  byId("options").addEventListener("change", () => seated());
  byId("seats").addEventListener("input", (event) => { form.names[at(event.target)] = event.target.value; });
  byId("last").addEventListener("click", () => again().catch(failed));
  byId("form").addEventListener("submit", (event) => { event.preventDefault(); send().catch(complain); });
  await choose();
  await propose();
  known(await all);
}

// Offers the last game that was started on this device in this club.
async function propose() {
  const { club } = await session();
  form.last = lastGame(club);
  byId("last").hidden = !form.last || !byId("system").querySelector(`[value="${CSS.escape(form.last.system)}"]`);
  if (form.last) redraw(byId("last").querySelector("span"), lastWords(form.last));
}

async function again() {
  byId("system").value = form.last.system;
  form.names = [...form.last.seats];
  await choose();
  form.names.length = Math.min(form.names.length, form.players.most);
  seated();
  byId("last").hidden = true;
  byId("send").focus();
}

function known(all) {
  form.people = all;
  redraw(byId("people"), all.map((each) => h("option", { value: each.name })));
}

const at = (element) => Number(element.dataset.seat);

async function choose() {
  const chosen = byId("system").value;
  const system = await get(`/systems/${chosen}`);
  if (byId("system").value !== chosen) return; // another system has been chosen in the meantime
  form.system = system;
  const { slug, name, players, summary, options, rules } = system;
  redraw(byId("summary"), `${summary} For ${span(players)} players.`);
  redraw(byId("rules"), "Rules", spoken(` of ${name}`));
  byId("rules").href = `/systems/${slug}`;
  redraw(byId("options"));
  redraw(byId("options"), optionFields(options, rules));
  byId("house-rules").hidden = !options.length;
  seated(USUAL);
}

const span = ({ least, most }) => (least === most ? least : `${least} to ${most}`);

// Fits the rows of seats to the game and its house rules: adds missing rows, and removes rows without a name if there are more than `usual`.
function seated(usual = Infinity) {
  form.players = seatsFor(form.system);
  const { least, most } = form.players;
  const spare = () => form.names.findLastIndex((name) => !name.trim());
  while (form.names.length < least) form.names.push("");
  while (form.names.length > Math.min(most, Math.max(least, usual)) && spare() >= 0) form.names.splice(spare(), 1);
  refill();
}

function draw() {
  const { players } = form;
  redraw(byId("seats"), form.names.map(seatRow));
  byId("add").toggleAttribute("disabled", form.names.length >= Math.min(players.most, MOST_SEATS));
  redraw(byId("seat-count"), count(form.names.length, "player"));
  redraw(byId("partners"), partners(sidesFor(form.system), form.names.length));
}

// `Partners: 1 and 3 against 2 and 4.`
function partners(sides, players) {
  if (!sides || players % sides) return null;
  const side = (number) => listed(Array.from({ length: players / sides }, (_, each) => number + each * sides + 1));
  return `Partners: ${Array.from({ length: sides }, (_, number) => side(number)).join(" against ")}.`;
}

function seatRow(name, seat) {
  const who = name.trim() || seatLabel(seat).toLowerCase();
  const tool = (what, sign, label, off) => h("button", { type: "button", class: "tool", "data-do": what, "data-seat": seat, "aria-label": `${label} ${who}`, title: `${label} ${who}`, disabled: off }, sign);
  return h("li", { class: "seat-row" },
    h("label", { for: `name-${seat}` }, h("span", { class: "spoken" }, "Name at seat "), seat + 1),
    h("div", { class: "grow" },
      h("input", { id: `name-${seat}`, type: "text", maxlength: 80, autocomplete: "off", list: "people", placeholder: "Name", "data-seat": seat, "data-pointer": `/seats/${seat}`, "aria-describedby": `name-${seat}-error` }),
      h("p", { class: "error", id: `name-${seat}-error` })),
    tool("up", "↑", "Move up", seat === 0), tool("down", "↓", "Move down", seat === form.names.length - 1),
    tool("remove", "✕", "Remove", form.names.length <= form.players.least));
}

function add() {
  form.names.push("");
  refill();
  byId(`name-${form.names.length - 1}`).focus();
}

function remove(seat) {
  form.names.splice(seat, 1);
  refill();
  byId(`name-${Math.min(seat, form.names.length - 1)}`).focus();
}

function swap(seat, by) {
  [form.names[seat], form.names[seat + by]] = [form.names[seat + by], form.names[seat]];
  refill();
}

// Draws the rows and writes the names into them again, because a redraw does not move what was typed from one input to another.
function refill() {
  draw();
  form.names.forEach((name, seat) => { byId(`name-${seat}`).value = name; });
}

function body() {
  const known = new Map(form.people.map((each) => [each.name, each.person]));
  const seat = (name) => {
    const called = name.trim();
    if (!called) return {};
    return known.has(called) ? { person: known.get(called) } : { name: called };
  };
  const title = byId("game-title").value.trim();
  return {
    system: form.system.slug, seats: form.names.map(seat), options: optionsFrom(form.system.options), visibility: byId("visibility").value,
    ...(title && { title }), id: form.id, at: Date.now(), offset: -new Date().getTimezoneOffset(),
  };
}

async function send() {
  quiet();
  byId("send").setAttribute("aria-busy", "true");
  const { body: opened } = await call("POST", "/games", { body: body() });
  const { club } = await session();
  remember(club, { system: form.system.slug, name: form.system.name, seats: form.names.map((name) => name.trim()) });
  location.assign(`/games/${opened.game}`);
}

function quiet() {
  document.querySelectorAll("#form .error").forEach((each) => redraw(each));
  document.querySelectorAll("#form [aria-invalid]").forEach((each) => each.removeAttribute("aria-invalid"));
}

// Show each fault beside the field with the longest matching pointer; faults that belong to no field go below the form.
function complain(problem) {
  byId("send").removeAttribute("aria-busy");
  const loose = problem instanceof Problem ? problem.errors.filter((error) => !beside(error)) : [];
  const rest = problem.errors?.length ? loose.map((error) => error.message) : [problem.message];
  redraw(byId("form-error"), rest.join(" "));
  (document.querySelector("#form [aria-invalid]") ?? byId("form-error")).focus();
}

function beside({ pointer = "", message }) {
  const fields = [...document.querySelectorAll("#form [data-pointer]")].filter((field) => `${pointer}/`.startsWith(`${field.dataset.pointer}/`));
  const field = fields.sort((one, other) => other.dataset.pointer.length - one.dataset.pointer.length)[0];
  if (!field) return false;
  field.setAttribute("aria-invalid", "true");
  for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  byId(field.getAttribute("aria-describedby").split(" ")[0]).textContent = message;
  return true;
}

begin().catch(failed);
