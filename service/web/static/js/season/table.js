/** The table of a season. A row opens, and says how its points add up. */

import { get } from "../api.js";
import { byId, h, on, redraw, spoken } from "../dom.js";
import { failed } from "../failure.js";
import { once } from "../once.js";
import { TABLE, WORTH } from "../texts/season.js";
import { HEADS } from "../texts/tournament.js";
import { written } from "../tournament/sayings.js";

/**
 * @typedef {import("../../../types/api.js").components["schemas"]} Answers
 * @typedef {Answers["SeasonTable"]} Table
 */

const here = `/seasons/${byId("main").dataset.season}`;
/** @type {{state: Answers["SeasonState"], table: Table, open: Map<string, Answers["SeasonPlace"] | null>}} */
let page;

async function begin() {
  const [state, table] = await Promise.all([get(here), get(`${here}/standings`)]);
  page = { state, table, open: new Map() };
  on(byId("main"), {
    why: (button) => once(button, () => turn(button.dataset.person ?? ""), byId("trouble")),
    page: (button) => once(button, () => leaf(Number(button.dataset.page)), byId("trouble")),
  });
  draw();
  byId("loaded").hidden = false;
}

/** @param {string} person */
async function turn(person) {
  if (page.open.delete(person)) return draw();
  page.open.set(person, null);
  draw();
  try {
    page.open.set(person, await get(`${here}/standings/${person}`));
  } catch (problem) {
    page.open.delete(person);
    throw problem;
  } finally {
    draw();
  }
}

/** @param {number} number */
async function leaf(number) {
  page.table = await get(`${here}/standings?page=${number}`);
  page.open.clear();
  draw();
}

function draw() {
  const { state, table } = page;
  redraw(byId("sentence"), sentence());
  redraw(byId("counting"), TABLE.counting(Number(state.settings.best) || null));
  byId("empty").hidden = table.total > 0;
  byId("standings").hidden = !table.total;
  byId("counted").hidden = !state.tournaments.length;
  const words = [HEADS.points, TABLE.played];
  redraw(byId("head"), h("tr", {}, h("th", { scope: "col", class: "stays place" }, h("span", { "aria-hidden": "true" }, "#"), spoken(HEADS.place)),
    h("th", { scope: "col", class: "name stays second" }, HEADS.name), words.map((word) => h("th", { scope: "col" }, h("span", { class: "head" }, word)))));
  redraw(byId("rows"), table.rows.flatMap(line));
  redraw(byId("pages"), table.pages > 1 && Array.from({ length: table.pages }, (_, at) => h("button", { type: "button", class: "slim", "data-do": "page", "data-page": at + 1, "aria-pressed": String(table.page === at + 1), "aria-label": TABLE.page(at + 1) }, at + 1)));
  redraw(byId("rules"), rules().join(" "));
  redraw(byId("counted-list"), state.tournaments.map(({ tournament, title, entries }) => h("li", { "data-key": tournament },
    h("span", { class: "what" }, h("a", { href: `/tournaments/${tournament}` }, title ?? TABLE.untitled), " ", h("span", { class: "quiet under" }, TABLE.entries(entries))))));
}

function sentence() {
  const { state, table } = page;
  const first = table.rows.filter(({ place }) => place === 1).map(called);
  if (!state.tournaments.length) return TABLE.nothing;
  if (table.page > 1) return TABLE.over(state.tournaments.length);
  if (!first.length) return TABLE.nobody(Number(state.settings.least));
  if (first.length > 3) return TABLE.over(state.tournaments.length);
  return state.closed ? TABLE.won(first) : TABLE.leads(first);
}

function rules() {
  const { settings } = page.state;
  const by = String(settings.by === "place" ? settings.joint : settings.by);
  return [WORTH[by], settings.best ? TABLE.best(Number(settings.best)) : "", Number(settings.least) > 1 ? TABLE.least(Number(settings.least)) : ""].filter(Boolean);
}

/** @param {{name: string | null}} row */
const called = ({ name }) => name ?? TABLE.erased;

/** @param {Answers["SeasonRow"]} row */
function line(row) {
  const open = page.open.has(row.person);
  const id = `why-${row.person}`;
  return [
    h("tr", { "data-key": row.person, class: open ? "opened" : null },
      h("td", { class: "stays place" }, row.place === null ? [h("span", { "aria-hidden": "true" }, "–"), spoken(TABLE.noPlace)] : h("b", {}, row.place)),
      h("th", { scope: "row", class: "name stays second" },
        h("button", { type: "button", class: "opens", "data-do": "why", "data-person": row.person, "aria-expanded": String(open), "aria-controls": open ? id : null }, h("span", { class: "called", title: called(row) }, called(row)))),
      h("td", { class: "points" }, written(row.points)), h("td", {}, row.played)),
    open ? h("tr", { class: "why", "data-key": id }, h("td", { colspan: 4 }, h("div", { class: "why-body", id }, why(page.open.get(row.person) ?? null)))) : null,
  ];
}

/** @param {Answers["SeasonPlace"] | null} place null: it is being read */
function why(place) {
  if (!place) return h("span", { class: "skeleton block" });
  return h("div", { class: "scroll", role: "region", "aria-label": TABLE.reasons, tabindex: 0 },
    h("table", { class: "numbers rounds-table" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "name" }, TABLE.tournament), h("th", { scope: "col", class: "words" }, TABLE.result), h("th", { scope: "col" }, HEADS.points))),
      h("tbody", {}, place.credits.map((credit) => h("tr", {},
        h("th", { scope: "row", class: "name" }, credit.title ?? TABLE.untitled),
        h("td", { class: "words" }, credit.explanation, credit.counts ? null : [", ", TABLE.notCounted]),
        h("td", { class: "points" }, credit.counts ? written(credit.worth) : h("s", {}, written(credit.worth)))))),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row", class: "name" }, TABLE.together), h("td", {}), h("td", { class: "points" }, written(place.points))))));
}

begin().catch(failed);
