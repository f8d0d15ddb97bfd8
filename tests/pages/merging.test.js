/** What a recorder is asked about when others have recorded meanwhile (merging.js). */

import assert from "node:assert/strict";
import { test } from "node:test";

import { asked, UNASKED } from "../../service/web/static/js/merging.js";
import { enteredToo } from "../../service/web/static/js/queue.js";

const batch = (id, type, data) => ({ game: "g", expected: null, events: [{ id, at: 1, offset: 0, type, data }] });
const OTHERS = [
  { version: 1, type: "Opened", data: {}, sentence: "The game is opened" },
  { version: 2, type: "DealStated", data: { round: 1, points: 4 }, sentence: "Deal 1: 4 points" },
];
const stated = (id, round) => batch(id, "DealStated", { round, points: 3 });
const desk = (batches, { doubts = {}, serving = true, merging = {} } = {}) => ({
  outbox: { batches, trouble: { problem: { body: { expected: 1, actual: 2 } } } },
  ahead: { serving, doubts: new Map(Object.entries(doubts)) }, record: { stored: OTHERS }, merging: { ...UNASKED, ...merging },
});
const question = (...given) => { const found = asked(desk(...given)); return found && [found.batch.events[0].id, found.against]; };

test("what others have entered for the same deal is found by its number", () => {
  assert.deepEqual([1, 2].map((round) => enteredToo(stated("a", round), OTHERS).length), [1, 0]);
  assert.deepEqual(enteredToo(batch("a", "Played", {}), OTHERS), []);
});

test("a deal that others have entered too is asked about by itself, with and without the rules", () => {
  for (const serving of [true, false]) assert.deepEqual(question([stated("a", 1)], { doubts: { a: [] }, serving }), ["a", ["Deal 1: 4 points"]]);
  assert.equal(question([stated("a", 2)], { doubts: { a: [] } }), null);
});

test("an act against which the rules speak is asked about by itself, until it is accepted", () => {
  const batches = [batch("a", "Played", {}), batch("b", "Played", {})];
  const doubts = { a: [], b: ["not in turn"] };
  assert.deepEqual(question(batches, { doubts }), ["b", ["not in turn"]]);
  assert.equal(question(batches, { doubts, merging: { accepted: new Set(["b"]) } }), null);
});

test("a recorder who wants it is asked about each act in turn", () => {
  const batches = [batch("a", "Played", {}), batch("b", "Played", {})];
  const doubts = { a: [], b: [] };
  assert.deepEqual(question(batches, { doubts, merging: { each: true } }), ["a", []]);
  assert.deepEqual(question(batches, { doubts, merging: { each: true, accepted: new Set(["a"]) } }), ["b", []]);
});

test("nothing is asked before the rules have read what waits", () => {
  assert.equal(question([batch("a", "Played", {})]), undefined);
});
