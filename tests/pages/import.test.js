/** What the page that imports files says of each problem (importfaults.js). */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Problem, Unreachable } from "../../service/web/static/js/api.js";
import { whyNot } from "../../service/web/static/js/importfaults.js";

const problem = (status, type, detail, errors) => new Problem(status, { type: `/problems/${type}`, detail, errors });

const REFUSED = "Refused. Nothing of it was stored:";
const UNSURE = "It is not known whether this file was imported:";

test("what a file is refused for is told as sentences, each with its place", () => {
  const errors = [{ where: "event 7", pointer: "/data/seat", message: "must lie between 0 and 15" }, { where: "line 3", message: "there is no such card" }, { where: "header", message: "is not JSON" }, { message: "is no record" }];
  assert.deepEqual(whyNot(problem(422, "record-refused", "3 fault(s) in the file.", errors)), {
    title: REFUSED, reasons: ["Event 7: Seat must lie between 0 and 15.", "Line 3: There is no such card.", "Header is not JSON.", "This is no record."],
  });
});

test("each problem says what to do", () => {
  const reasons = (error) => whyNot(error).reasons.join(" ");
  assert.match(reasons(problem(413, "too-large", "The body is too large.")), /larger than 16 MiB.*one by one/);
  assert.match(reasons(problem(415, "unsupported-media-type", "The body must be JSON.")), /Choose a record that was exported/);
  assert.match(reasons(problem(507, "disk-full", "Full.")), /Tell the person who runs it/);
  assert.equal(reasons(problem(409, "record-differs", "The game here has other events. Keep one of the two.")), "The game here has other events. Keep one of the two.");
});

test("without a sure answer the page does not say that nothing was stored", () => {
  const away = whyNot(problem(503, "store-unavailable", "The store does not answer."));
  assert.deepEqual(away, { title: UNSURE, reasons: ["The store does not answer.", "Import the file again in a minute: what is here already is not stored twice."] });
  assert.deepEqual([whyNot(new Unreachable("lost")).title, whyNot(new Error("odd"))], [UNSURE, { title: REFUSED, reasons: ["odd"] }]);
});
