/** The server's time, as its answers tell it (clock.js). */

import assert from "node:assert/strict";
import { test } from "node:test";

import { learn, now } from "../../service/web/static/js/clock.js";

const HOUR = 3_600_000;
const told = (time) => new Headers({ Date: new Date(time).toUTCString() });

test("what is recorded is never later than the server's time, and at most a second and the way earlier", () => {
  const began = Date.now();
  assert.ok(now() >= began, "before any answer, this machine is believed");
  learn(new Headers(), began);
  assert.ok(now() >= began, "an answer that was kept has no time");
  learn(told(began - HOUR), began - 200);
  const early = Date.now() - HOUR - now();
  const way = Date.now() - began + 200; // a busy machine may take long from one line to the next
  assert.ok(early >= 0 && early <= 1_050 + way, `${early}, way ${way}`);
});

test("if somebody sets a clock, the next answer counts", () => {
  const began = Date.now();
  learn(told(began + HOUR), began);
  const early = Date.now() + HOUR - now();
  const way = Date.now() - began;
  assert.ok(early >= 0 && early <= 1_050 + way, `${early}, way ${way}`);
});
