/** The lines of a chart of scores (scores.js). */

import assert from "node:assert/strict";
import { test } from "node:test";

import { linesOf, turningPoints } from "../../service/web/static/js/scores.js";

const SEATS = [0, 1, 2, 3].map((seat) => ({ seat }));
const frames = (sides, ...scores) => scores.map((each) => ({ scores: each, view: { seats: Object.fromEntries(sides.map((side, seat) => [seat, { side }])) } }));
const shown = (lines) => lines.map(({ seats, values }) => [seats, values]);

test("partners who always have the same score have one line", () => {
  const lines = linesOf(frames([0, 1, 0, 1], {}, { 0: 5, 1: -2, 2: 5, 3: -2 }), SEATS);
  assert.deepEqual(shown(lines), [[[0, 2], [null, 5]], [[1, 3], [null, -2]]]);
  assert.deepEqual(turningPoints(lines), [1]);
});

test("partners whose scores differ, and players without a side, have lines of their own", () => {
  assert.deepEqual(shown(linesOf(frames([0, 1, 0, 1], { 0: 5, 1: 1, 2: 4, 3: 1 }), SEATS)), [[[0], [5]], [[1, 3], [1]], [[2], [4]]]);
  assert.deepEqual(shown(linesOf(frames([null, null, null, null], { 0: 1, 1: 1 }), SEATS)), [[[0], [1]], [[1], [1]]]);
});
