/** What the page of standings makes of acts, answers and changes (standingsstate.js). */

import assert from "node:assert/strict";
import { test } from "node:test";

import { begun, charted, chose, compared, explained, FIRST, heard, outdated, previous, reachesBack, silent, sought, taken, turned } from "../../service/web/static/js/tournament/standingsstate.js";

const SEEN = { name: String };

/** The places of entries, the best first. */
const rows = (...order) => order.map((entry, at) => ({ entry, place: at + 1, points: 10 - at, values: [], name: null }));

const reading = (version, order, more = {}) => {
  const body = { version, through: 2, total: order.length, rows: rows(...order), tiebreaks: [], page: 1, pages: 1 };
  return { choice: FIRST, body, best: body, rows: body.rows, tallies: [], ...more };
};

const change = (since, version, more = {}) => ({ since, version, standings: true, entries: false, rounds: [], clock: false, tables: [], corrected: [], ...more });

const corrected = (...entries) => ({ tables: [{ round: 2, table: 1 }], corrected: [{ round: 2, table: 1, entries }] });

const result = { tables: [{ round: 2, table: 2 }] };

const page = (version = 5) => begun(SEEN, reading(version, [1, 2, 3, 4]));

/** The state after these changes were heard and these standings read. */
const after = (state, changes, next) => taken(changes.reduce((now, each) => heard(now, each, SEEN), state), next);

const moved = ({ moved: what }) => what && [what.tables.map(({ table }) => table), what.rows?.map(({ entry, place }) => `${entry} is ${place}`) ?? null];

// --- what a change says ---------------------------------------------------------------------------------------------------------------------

const SAID = [
  ["a result moves rows without words", [change(5, 6, result)], reading(6, [2, 1, 3, 4]), null],
  ["a correction says what moved", [change(5, 6, corrected(1, 2))], reading(6, [2, 1, 3, 4]), [[1], ["2 is 1", "1 is 2"]]],
  ["a correction that moves nobody says so", [change(5, 6, corrected(1, 2))], reading(6, [1, 2, 3, 4]), [[1], []]],
  ["with a result beside it, only players of the corrected table are named", [change(5, 6, corrected(1, 2)), change(6, 7, result)], reading(7, [2, 1, 4, 3]), [[1], ["2 is 1", "1 is 2"]]],
  ["with a result beside it, nobody knows that no place changed", [change(5, 6, corrected(1, 2)), change(6, 7, result)], reading(7, [1, 2, 4, 3]), [[1], null]],
  ["what the standings do not include yet is not said", [change(5, 6, corrected(1, 2))], reading(5, [1, 2, 3, 4]), null],
  ["a correction that was in the rows before it was heard", [change(3, 4, corrected(1, 2))], reading(6, [2, 1, 3, 4]), [[1], null]],
  ["other rows cannot be compared", [change(5, 6, corrected(1, 2))], reading(6, [2, 1, 3, 4], { choice: { ...FIRST, page: 2 } }), [[1], null]],
  ["the director changed what counts", [change(5, 6)], reading(6, [4, 1, 2, 3]), [[], ["4 is 1", "1 is 2", "2 is 3", "3 is 4"]]],
  ["the director changed what does not count", [change(5, 6)], reading(6, [1, 2, 3, 4]), null],
  ["earlier standings say nothing", [change(5, 6, corrected(1, 2))], reading(6, [2, 1, 3, 4], { choice: { ...FIRST, past: "?as_of=1" } }), null],
];

for (const [name, changes, next, expected] of SAID) test(name, () => assert.deepEqual(moved(after(page(), changes, next)), expected));

test("a change waits for the standings that include it, and is said once", () => {
  const early = after(page(), [change(5, 6, corrected(1, 2))], reading(5, [1, 2, 3, 4]));
  assert.equal(early.news.length, 1);
  const then = taken(early, reading(6, [2, 1, 3, 4]));
  assert.deepEqual([moved(then), then.news], [[[1], ["2 is 1", "1 is 2"]], []]);
  assert.equal(taken(then, reading(7, [1, 2, 3, 4])).moved, then.moved);
});

test("a change that is tried again is heard once; the first change starts over", () => {
  const what = change(5, 6, corrected(1, 2));
  const twice = heard(heard(page(), what, SEEN), what, SEEN);
  assert.deepEqual(twice.news, [what]);
  assert.deepEqual(heard(twice, change(null, 9), SEEN).news, []);
});

test("what moved is silent only if nothing else moved since", () => {
  const one = after(page(), [change(5, 6, corrected(1, 2))], reading(6, [2, 1, 3, 4]));
  const two = after(one, [change(6, 7, corrected(3, 4))], reading(7, [2, 1, 4, 3]));
  assert.equal(silent(two, one.moved), two);
  assert.equal(silent(two, two.moved).moved, null);
});

// --- what is read again ---------------------------------------------------------------------------------------------------------------------

const READ = [
  ["the first change repeats what was read", change(null, 5), false],
  ["the first change after a lost connection", change(null, 6), true],
  ["a result", change(5, 6, result), true],
  ["entries", change(5, 6, { standings: false, entries: true }), true],
  ["only a clock", change(5, 6, { standings: false, clock: true }), false],
];
for (const [name, what, expected] of READ) test(`read again: ${name}`, () => assert.equal(outdated(page(), what), expected));

const BACK = [
  ["a table of this round", change(5, 6, result), false],
  ["a table of an earlier round", change(5, 6, { tables: [{ round: 1, table: 1 }] }), true],
  ["a round is paired", change(5, 6, { rounds: [3] }), true],
  ["an entry", change(5, 6, { entries: true }), true],
];
for (const [name, what, expected] of BACK) test(`the arrows change: ${name}`, () => assert.equal(reachesBack(page(), what), expected));

test("arrows compare with the round before the one that is shown", () => {
  const past = { ...FIRST, past: "?as_of=1" };
  const shown = { ...page(), choice: past, reading: reading(5, [1, 2], { choice: past, body: { ...reading(5, [1, 2]).body, through: 1 } }) };
  assert.deepEqual([previous(page()), previous(shown), previous(chose(page(), { past: "?as_of=1&known_at=4" }))], [1, 0, 0]);
  assert.equal(compared(page(), 2, rows(2, 1)).before.size, 0);
  assert.deepEqual([...compared(page(), 1, rows(2, 1)).before], [[2, 1], [1, 2]]);
});

// --- what the visitor does ------------------------------------------------------------------------------------------------------------------

test("another list or another round begins at page 1; only another round closes the rows", () => {
  const at = explained(turned(chose(page(), { page: 3 }), 2), "", 2, { place: {}, row: null });
  const list = chose(at, { list: "people" });
  assert.deepEqual([list.choice, list.open.size, list.why.size], [{ ...FIRST, list: "people" }, 1, 1]);
  const past = chose(at, { past: "?as_of=1" });
  assert.deepEqual([past.choice, past.open.size, past.why.size], [{ ...FIRST, past: "?as_of=1" }, 0, 0]);
});

test("a row is opened and closed; an explanation of other standings is left out", () => {
  const open = turned(page(), 2);
  assert.deepEqual([[...open.open], [...turned(open, 2).open]], [[2], []]);
  assert.equal(explained(open, "?as_of=1", 2, { place: {}, row: null }), open);
});

test("while letters are searched for, the rows of all pages are wanted, on whatever page", () => {
  const at = chose(page(), { page: 2 });
  assert.deepEqual([sought(at, " no ").letters, sought(at, " no ").choice, sought(sought(at, "no"), " ").choice], ["no", { ...FIRST, page: 2, all: true }, { ...FIRST, page: 2 }]);
});

test("no act changes the state that was there", () => {
  const frozen = (value) => {
    if (value && typeof value === "object" && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(frozen);
    return value;
  };
  const first = frozen(page());
  const [size, news] = [first.open.size, first.news.length];
  charted(explained(compared(turned(sought(after(first, [change(5, 6, result)], reading(6, [2, 1, 3, 4])), "a"), 1), 1, rows(1)), "", 1, {}), []);
  assert.deepEqual([first.open.size, first.news.length, first.why.size, first.before.size], [size, news, 0, 0]);
});
