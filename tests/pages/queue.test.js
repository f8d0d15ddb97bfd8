/** What waits to be sent, as values (queue.js). */

import assert from "node:assert/strict";
import { test } from "node:test";

import { afterFirst, count, endOf, laidOn, renamed, together, versionsIn, without } from "../../service/web/static/js/queue.js";

const batch = (expected, ...acts) => ({
  game: "g", expected, names: acts.map(([, data]) => ("target" in data ? ["target"] : "cites" in data ? ["cites.dispute"] : [])),
  events: acts.map(([id, data, after]) => ({ id, at: 1, offset: 0, type: "target" in data ? "Retracted" : "Played", data, ...(after === undefined ? {} : { after }) })),
});
const ids = (batches) => batches.map(({ events }) => events.map(({ id }) => id).join("+"));
const targets = (batches) => batches.flatMap(({ events }) => events.map(({ data, after }) => data.target ?? data.cites?.dispute ?? after));
const plain = (data) => data;
const played = (id, card) => [id, { card }];

test("a queue knows how many acts wait, and the version of the record when all are stored", () => {
  const queue = [batch(5, played("a", "7H"), played("b", "8H")), batch(null, played("c", "9H"))];
  assert.deepEqual([count(queue), endOf(queue), endOf([batch("*", played("a", "7H"))]), endOf([])], [3, 8, null, null]);
});

const VERSION = { type: "integer", minimum: 1, maximum: 1e9 };
test("where an event names another is read from its schema", () => {
  const schema = { properties: { seat: { type: "integer", minimum: 0, maximum: 15 }, round: { ...VERSION, maximum: 1e6 }, target: VERSION, supersedes: { anyOf: [VERSION, { type: "null" }] },
    cites: { oneOf: [{ properties: { finding: { type: "string" } } }, { properties: { dispute: VERSION } }] } } };
  assert.deepEqual([versionsIn(schema), versionsIn(undefined)], [["target", "supersedes", "cites.dispute"], []]);
});

test("a batch in which no version changes is the same object", () => {
  const [one, other] = [batch(5, played("a", "7H")), batch(null, ["b", { target: 6 }], ["c", { card: "8H" }, 6])];
  const [same, now] = renamed([one, other], (version) => version + 10);
  assert.equal(same, one);
  assert.deepEqual([targets([now]), targets([other])], [[16, 16], [6, 6]]);
});

test("what follows a stored batch follows its version, and names the versions that acts have got", () => {
  const queue = [batch(5, played("a", "7H"), played("b", "8H")), batch(null, ["c", { target: 7 }]), batch(null, ["d", { target: 8 }]), batch(null, ["e", { cites: { dispute: 3 } }])];
  const asForeseen = afterFirst(queue, { first: 6 });
  assert.deepEqual([ids(asForeseen), asForeseen[0].expected, targets(asForeseen)], [["c", "d", "e"], 7, [7, 8, 3]]);
  const later = afterFirst(queue, { first: 9 }); // the server has put three others before it
  assert.deepEqual([later[0].expected, targets(later)], [10, [10, 11, 3]]);
});

test("what was never sent goes in one request of at most 500 acts; what was sent goes as before", () => {
  const many = Array.from({ length: 600 }, (_, at) => batch(at ? null : 5, played(`n${at}`, "7H")));
  assert.equal(together(many).length, 500);
  assert.equal(together(many.slice(0, 3)).length, 3);
  assert.equal(together([{ ...many[0], tried: true }, ...many.slice(1)]).length, 1);
  assert.equal(together([{ ...many[0], tried: true, together: 3 }, ...many.slice(1)]).length, 3);
  assert.equal(together([many[0], { ...many[1], tried: true }]).length, 1);
  assert.equal(together([batch("*", played("a", "7H")), many[1]]).length, 1);
});

test("what follows batches that were stored together follows the version of the last", () => {
  const queue = [batch(5, played("a", "7H"), played("b", "8H")), batch(null, played("c", "9H")), batch(null, ["d", { target: 8 }])];
  const left = afterFirst(queue, { first: 9 }, 2);
  assert.deepEqual([ids(left), left[0].expected, targets(left)], [["d"], 11, [11]]);
});

test("a discarded batch takes with it what names its acts; later acts move up", () => {
  const queue = [batch(5, played("a", "7H")), batch(null, ["b", { target: 6 }]), batch(null, played("c", "9H")), batch(null, ["d", { target: 8 }]), batch(null, ["e", { target: 7 }])];
  const left = without(queue, queue[0]);
  assert.deepEqual([ids(left), left[0].expected, targets(left)], [["c", "d"], 5, [undefined, 6]]);
  assert.deepEqual([ids(without(queue, queue[4])), without(queue, queue[4])[0]], [["a", "b", "c", "d"], queue[0]]);
  assert.equal(without([batch("*", played("a", "7H")), batch(null, played("b", "8H"))], queue[0])[0].expected, "*");
});

const other = (card) => ({ type: "Played", data: { card, note: null } });
const LAID = [
  ["others recorded something else: it comes first", [other("2S")], { left: ["a", "b", "c"], both: 0, clear: false, expected: 6, named: 7 }],
  ["others recorded the same first act: it counts once", [other("7H")], { left: ["b", "c"], both: 1, clear: true, expected: 6, named: 6 }],
  ["the same first act, then another", [other("7H"), other("2S")], { left: ["b", "c"], both: 1, clear: false, expected: 7, named: 6 }],
];
for (const [name, others, { left, both, clear, expected, named }] of LAID) {
  test(name, () => {
    const laid = laidOn([batch(5, played("a", "7H")), batch(null, played("b", "8H")), batch(null, ["c", { target: 6 }])], others, plain);
    assert.deepEqual([ids(laid.batches), laid.both, laid.clear, laid.batches[0].expected, laid.batches.at(-1).events[0].data.target], [left, both, clear, expected, named]);
  });
}

test("a batch of which others recorded only the beginning stays whole", () => {
  const laid = laidOn([batch(5, played("a", "7H"), played("b", "8H"))], [other("7H")], plain);
  assert.deepEqual([ids(laid.batches), laid.both, laid.clear, laid.batches[0].expected], [["a+b"], 0, false, 6]);
});

test("when others recorded all of it, nothing is left", () => {
  assert.deepEqual(laidOn([batch(5, played("a", "7H"))], [other("7H"), other("8H")], plain), { batches: [], both: 1, clear: false });
});
