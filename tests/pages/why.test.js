/** What the page of a round says a change by hand would do (why.js). */

import assert from "node:assert/strict";
import { test } from "node:test";

import { pastOf } from "../../service/web/static/js/tournament/pairing.js";
import { effects, reasons } from "../../service/web/static/js/tournament/why.js";

const NAMES = ["", "Anna", "Ben", "Carla", "David"];
const paired = (...tables) => ({ tables: tables.map((sides, at) => ({ table: at + 1, sides })), out: [] });
const [APART, TOGETHER] = [paired([[1], [2]], [[3], [4]]), paired([[1], [3]], [[2], [4]])];
const wish = (entries, hard, from_round = null) => ({ version: 1, entries, hard, from_round, because: "asked" });
const said = (before, after, wishes, number = 1) => effects({ past: pastOf({ rows: [] }, number), before, after, by: "points", name: (entry) => NAMES[entry], wishes, number });

test("a change by hand says which wishes it breaks, and which it grants", () => {
  const wishes = [wish([3, 2, 1], false), wish([1, 3], true)];
  assert.deepEqual(said(APART, TOGETHER, wishes), ["Anna and Carla sit together against a wish that no draw may break.", "Anna and Ben do not sit together any more, as is wished."]);
  assert.deepEqual(said(APART, TOGETHER, [wish([2, 4], false)]), ["Ben and David sit together against a wish."]);
});

test("a wish of another table keeps nobody apart", () => {
  assert.deepEqual(said(APART, TOGETHER, [{ ...wish([1, 3], true), another_table: true }]), ["Nobody meets again because of this, and no difference grows."]);
});

test("the page names who stays at a table against a wish, until they are moved by hand", () => {
  const why = (pairing) => reasons({ by: "points", number: 1, past: pastOf({ rows: [] }, 1), pairing, unevenness: { wishes_later: 2 }, notGranted: [{ table: 1, entries: [1], wish: 1, hard: false }, { table: 1, entries: [1, 2], wish: 2, hard: false }], name: (entry) => NAMES[entry] });
  assert.deepEqual(why(APART).slice(-3), ["In later rounds, 2 pairs meet earlier than is wished.", "Anna stays at table 1 against a wish.", "Anna and Ben sit together against a wish."]);
  assert.equal(why({ ...APART, tables: [{ table: 1, sides: [[3], [4]] }, { table: 2, sides: [[1], [2]] }] }).includes("Anna stays at table 1 against a wish."), false);
});

test("a wish for earlier rounds, or one that was broken before, says nothing", () => {
  assert.deepEqual(said(APART, TOGETHER, [wish([1, 3], true, 3)], 3), ["Nobody meets again because of this, and no difference grows."]);
  assert.equal(said(APART, TOGETHER, [wish([1, 3], true, 3)], 2).length, 1);
  assert.deepEqual(said(TOGETHER, TOGETHER, [wish([1, 3], true)]), ["Nobody meets again because of this, and no difference grows."]);
});
