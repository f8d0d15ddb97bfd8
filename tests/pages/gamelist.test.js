/** What the list of games makes of addresses, choices and answers (gameliststate.js). */

import assert from "node:assert/strict";
import { test } from "node:test";

import * as lists from "../../service/web/static/js/gameliststate.js";

const ALL = lists.filterOf("");

const OPEN = lists.filterOf("?state=open");

const games = (...ids) => ids.map((game) => ({ game }));

const ids = (list) => lists.below(list).map(({ game }) => game);

const running = (tournament, ...tables) => ({ cup: { tournament }, round: { tables: tables.map(([game, result = null], at) => ({ table: at + 1, game, result })) } });

const shown = (filter, ...names) => lists.answered(lists.begun(filter), filter, games(...names), null);

test("an address names the filter, and the filter its address and the path of the API", () => {
  const filter = lists.filterOf("?q=%20Ann%20B&state=open&other=1");
  assert.deepEqual(filter, { q: "Ann B", system: "", state: "open", from: "", to: "" });
  assert.equal(lists.addressOf(filter), "/games?q=Ann+B&state=open");
  assert.equal(lists.pathOf(filter), "/games?limit=50&q=Ann+B&state=open");
  assert.deepEqual([lists.addressOf(ALL), lists.pathOf(ALL), lists.isAny(ALL), lists.isAny(filter)], ["/games", "/games?limit=50", true, false]);
});

test("days are those of the reader: the last one ends when the next begins; what is no day is left out", () => {
  const filter = lists.filterOf("?from=2026-10-31&to=2026-11-29&system=box");
  assert.equal(lists.addressOf(filter), "/games?system=box&from=2026-10-31&to=2026-11-29");
  const [from, to] = [new Date(2026, 9, 31), new Date(2026, 10, 30)].map(Number);
  assert.equal(lists.pathOf(filter), `/games?limit=50&system=box&from=${from}&to=${to}`);
  assert.ok(!lists.isBackwards(filter));
  const backwards = lists.filterOf("?to=2026-10-31&from=2026-11-29&system=box");
  assert.deepEqual([backwards.from, backwards.to], ["2026-11-29", "2026-10-31"]);
  assert.ok(lists.isBackwards(backwards));
  assert.equal(lists.emptyWords(lists.begun(backwards), "Box"), "No game: the day “To” is before the day “From”");
  assert.deepEqual(lists.filterOf("?from=yesterday&to=2026-13-41"), ALL);
  assert.equal(lists.emptyWords(lists.begun(filter), "Box"), "No game of Box from this time is here");
});

test("each choice is a step of the way back, and so is a name, but not each of its letters", () => {
  const [ann, anna, none] = ["?q=Ann&state=open", "?q=Anna&state=open", "?state=open"].map(lists.filterOf);
  assert.deepEqual([lists.typesOn(ann, anna), lists.typesOn(none, ann), lists.typesOn(ann, none)], [true, false, false]);
  assert.deepEqual([lists.typesOn(ann, { ...ann, state: "" }), lists.typesOn(ann, { ...ann, system: "box" })], [false, false]);
});

test("the same filter asks for nothing; another one keeps the games that are shown until its own are here", () => {
  const list = shown(ALL, "a");
  assert.equal(lists.filtered(list, { ...ALL }), list);
  const next = lists.filtered(list, OPEN);
  assert.deepEqual([next.loading, ids(next)], [true, ["a"]]);
  const late = lists.answered(next, ALL, games("b"), null);
  assert.equal(late, next, "the answer to a former filter");
  assert.deepEqual([lists.answered(next, OPEN, games("c"), null).loading, ids(lists.answered(next, OPEN, games("c"), null))], [false, ["c"]]);
});

test("older games are added once", () => {
  const list = lists.answered(lists.begun(ALL), ALL, games("a"), "/games?cursor=1");
  const more = lists.appended(list, "/games?cursor=1", games("b"), null);
  assert.deepEqual([ids(more), more.next], [["a", "b"], null]);
  assert.equal(lists.appended(more, "/games?cursor=1", games("b"), null), more);
});

test("the games at the tables of a tournament are above the list, and not in it", () => {
  const list = lists.seated(shown(ALL, "a", "b", "c"), [running("cup", ["a"], [null], ["b", { winners: [0] }])], games("a"));
  assert.deepEqual([lists.showsTables(list), ids(list)], [true, ["b", "c"]]);
  assert.deepEqual(lists.tables(list.running[0]).map(({ table }) => table), [1, 2]);
  const found = lists.filtered(list, OPEN);
  assert.equal(lists.showsTables(found), false);
  assert.deepEqual(ids(lists.answered(found, found.filter, games("a"), null)), ["a"]);
});

test("a tournament whose round is over is not on the table; of a large one some tables are shown", () => {
  assert.deepEqual(lists.seated(shown(ALL), [running("cup", ["a", { winners: [] }])], []).running, []);
  const large = running("large", ...Array.from({ length: 30 }, (_, at) => [`g${at}`]));
  assert.equal(lists.tables(large).length, 8);
  assert.deepEqual(lists.gamesOf([large]).at(-1), "g7");
});

test("an empty list says which games it lacks", () => {
  const words = (search) => lists.emptyWords(lists.begun(lists.filterOf(search)), "High Card");
  assert.deepEqual([words(""), words("?state=open"), words("?system=high-card&q=Ann"), words("?q=Ann&state=final")],
    ["No games here yet", "No game is in play", "No game of High Card with “Ann” is here", "No game with “Ann” is final"]);
});
