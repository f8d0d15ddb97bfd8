/** Of several readings the newest counts (newest.js). Answers come in the order in which the test gives them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { newest } from "../../service/web/static/js/newest.js";

/** Readings that wait for `answers[number](…)` or `failures[number](…)`; `taken`: the answers that counted; `ends`: how each reading ended. */
function readings(number) {
  const taken = [];
  const read = newest((answer) => taken.push(answer));
  const waiting = Array.from({ length: number }, () => Promise.withResolvers());
  const ends = waiting.map(({ promise }) => read(promise).then(() => "read", (problem) => problem));
  return { taken, ends, answers: waiting.map(({ resolve }) => resolve), failures: waiting.map(({ reject }) => reject) };
}

test("answers in order: an older one is not taken while a newer one is awaited", async () => {
  const { taken, ends, answers } = readings(2);
  answers[0]("old");
  await Promise.resolve();
  assert.deepEqual(taken, []);
  answers[1]("new");
  assert.deepEqual(await Promise.all(ends), ["read", "read"]);
  assert.deepEqual(taken, ["new"]);
});

test("an answer that comes late replaces nothing", async () => {
  const { taken, ends, answers } = readings(2);
  answers[1]("new");
  await ends[1];
  answers[0]("old");
  await ends[0];
  assert.deepEqual(taken, ["new"]);
});

test("an older answer counts if the newest fails", async () => {
  const { taken, ends, answers, failures } = readings(2);
  answers[0]("old");
  failures[1]("no answer");
  assert.deepEqual(await Promise.all(ends), ["read", "no answer"]);
  assert.deepEqual(taken, ["old"]);
});

test("a failure that is not the newest is as the newest", async () => {
  const { taken, ends, answers, failures } = readings(2);
  failures[0]("no answer");
  answers[1]("new");
  assert.deepEqual(await Promise.all(ends), ["read", "read"]);
  assert.deepEqual(taken, ["new"]);
});

test("if the newest fails, the newest of the others counts, in whatever order they came", async () => {
  const { taken, ends, answers, failures } = readings(3);
  answers[1]("newer");
  answers[0]("old");
  failures[2]("no answer");
  await Promise.all(ends);
  assert.deepEqual(taken, ["newer"]);
});
