/** The queue of a page and of other tabs, with the server's answers (outbox.js, keep.js). */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { device, settled } from "./device.js";
import { Outbox } from "../../service/web/static/js/outbox.js";

const played = (card) => [{ type: "Played", data: { card } }];
const cards = (events) => events.map(({ data }) => data.card).join(" ");
const waiting = (box) => box.batches.map(({ events }) => cards(events));
const kept = () => [...device.rows.values()].map(({ events }) => cards(events));
const answered = (first, { body: { events } }, version = first + events.length - 1) => [201, { first, version }];

/** A tab with the game, and what it heard. */
async function tab() {
  const heard = [];
  const box = new Outbox("g", { changed: () => {}, stored: ({ version }) => heard.push(version) }, "Whist");
  await settled();
  return Object.assign(box, { heard });
}

beforeEach(() => device.reset());

test("if others have recorded after acts that were stored before, what waits does not go behind that without a question", async () => {
  const box = await tab();
  box.add(played("7H"), 5);
  const first = await device.sent();
  await box.add(played("8H"), 6);
  first.answer(...answered(6, first, 9));
  const second = await device.sent();
  assert.deepEqual([second.expected, box.heard, box.stored], ['"6"', [6], 6]);
  second.answer(...answered(7, second));
  await settled();
  assert.deepEqual([waiting(box), box.heard], [[], [6, 7]]);
});
