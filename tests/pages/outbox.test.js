/** The queue of a page and of other tabs, with the server's answers (outbox.js, keep.js). */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { device, settled } from "./device.js";
import { allWaiting, waitingGames } from "../../service/web/static/js/keep.js";
import { Outbox } from "../../service/web/static/js/outbox.js";

const played = (card) => [{ type: "Played", data: { card } }];
const cards = (events) => events.map(({ data }) => data.card).join(" ");
const waiting = (box) => box.batches.map(({ events }) => cards(events));
const kept = () => [...device.rows.values()].map(({ events }) => cards(events));
const inItem = () => JSON.parse(device.items.get(`faceup:outbox:${game}`) ?? "[]").map(({ events }) => cards(events));
const answered = (first, { body: { events } }, version = first + events.length - 1) => [201, { first, version }];

/** A tab with the game, and what it heard. */
async function tab() {
  const heard = [];
  const box = new Outbox(game, { changed: () => {}, stored: ({ version }) => heard.push(version) }, "Whist");
  await settled();
  return Object.assign(box, { heard });
}

let game = "";
let number = 0;
beforeEach(() => {
  device.reset();
  game = `game-${++number}`; // what a test has not answered keeps the lock of its game
});

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

/** Two tabs; the first sends B and C together. */
async function twoTabs() {
  const [one, other] = [await tab(), await tab()];
  one.add(played("A"), 5);
  const first = await device.sent();
  await one.add(played("B"), 6);
  await one.add(played("C"), 7);
  await settled();
  const untried = structuredClone([...device.rows.values()]);
  first.answer(...answered(6, first));
  const request = await device.sent();
  await settled();
  assert.deepEqual([cards(request.body.events), waiting(other)], ["B C", ["B", "C"]]);
  return { one, other, request, untried };
}

test("another tab knows what is being sent, and does not take it back", async () => {
  const { one, other, request } = await twoTabs();
  await other.takeBack(other.batches[1]);
  assert.deepEqual([waiting(other), other.batches.map(({ tried }) => tried)], [["B", "C"], [true, true]]);
  other.add(played("D"), 8);
  await settled();
  request.answer(...answered(7, request));
  const last = await device.sent();
  assert.deepEqual([cards(last.body.events), last.expected, waiting(one)], ["D", '"8"', ["D"]]);
});

test("what another tab has put in the place of what is being sent is not lost with it", async () => {
  const { one, other, request } = await twoTabs();
  device.rows.delete(other.batches[1].key); // the other tab took it back before it knew
  other.add(played("D"), 8);
  await settled();
  assert.deepEqual(waiting(one), ["B", "D"]);
  request.answer(...answered(7, request));
  const last = await device.sent();
  assert.deepEqual([cards(last.body.events), last.expected], ["D", '"7"'], "the server says then that the record goes on");
});

test("what is being sent is not taken back, although another tab has kept it as it was before", async () => {
  const { one, other, untried } = await twoTabs();
  for (const row of untried.slice(1)) device.rows.set(row.key, row);
  other.add(played("D"), 8);
  await settled();
  await one.takeBack(one.batches[1]);
  assert.deepEqual(waiting(one), ["B", "C", "D"]);
});

test("what could not be written for a while is in the database again, and so is what follows", async () => {
  const box = await tab();
  box.add(played("A"), 5);
  await device.sent();
  device.full = true;
  await box.add(played("B"), 6);
  assert.deepEqual([box.place, inItem()], ["storage", ["A", "B"]]);
  device.full = false;
  new BroadcastChannel("").postMessage(game); // then a tab reads again
  await settled();
  assert.deepEqual([box.place, inItem(), kept()], ["database", [], ["A", "B"]]);
  await box.add(played("C"), 7);
  assert.deepEqual([box.place, inItem(), kept()], ["database", [], ["A", "B", "C"]]);
});

test("where the database fails, two tabs keep their acts side by side", async () => {
  device.denied = true;
  const [one, other] = [await tab(), await tab()];
  await Promise.all([one.add(played("A"), 5), other.add(played("B"), 5)].map((done) => Promise.race([done, settled()])));
  assert.deepEqual(inItem().toSorted(), ["A", "B"]);
  const first = await device.sent();
  first.answer(...answered(6, first));
  const second = await device.sent();
  assert.equal(inItem().length, 1);
  second.answer(...answered(7, second));
  await settled();
  assert.deepEqual([inItem(), one.waiting, other.waiting], [[], 0, 0]);
});

test("where the database cannot be read, what was noted of it is not forgotten", async () => {
  const box = await tab();
  box.add(played("A"), 5);
  await device.sent();
  device.denied = true;
  const other = await tab();
  assert.deepEqual([other.waiting, waitingGames()], [0, { [game]: { acts: 1, name: "Whist" } }]);
  device.denied = false;
  new BroadcastChannel("").postMessage(game);
  await settled();
  assert.deepEqual([other.waiting, waitingGames()[game].acts], [1, 1]);
});

test("what waits although nothing says so is found in the database", async () => {
  const box = await tab();
  box.add([...played("A"), ...played("B")], 5);
  await device.sent();
  device.items.clear();
  assert.deepEqual(await allWaiting(), { [game]: { acts: 2, name: "" } });
});
