/** What the page of a game makes of a view: the tricks, the flags, the places (tricks.js, flags.js, life.js, deals.js, position.js). */

import assert from "node:assert/strict";
import { test } from "node:test";

import { columnsOf, targetOf } from "../../service/web/static/js/deals.js";
import { together } from "../../service/web/static/js/felt.js";
import { anchorOf, flagsOf, flagsOnFelt } from "../../service/web/static/js/flags.js";
import { isOver } from "../../service/web/static/js/gamestate.js";
import { headline, placesOf } from "../../service/web/static/js/life.js";
import { turnLine } from "../../service/web/static/js/position.js";
import { tricksOf } from "../../service/web/static/js/tricks.js";

const ORDER = [0, 1, 2, 3];
const FIRST = { winner: 1, seats: [1, 2, 3, 0], cards: ["AS", "2S", "3S", "4S"], versions: [7, 8, 9, 10] };
const TURNED = { ...FIRST, cards: [null, null, null, null] };

/** A view with these cards on the table: seat, card, version. */
const view = (tricks, laid = [], more = {}) => ({
  counts: "trick", order: ORDER, leader: laid[0]?.[0] ?? 1, tricks,
  seats: Object.fromEntries(ORDER.map((seat) => {
    const [, card, version] = laid.find(([whose]) => whose === seat) ?? [];
    return [seat, { placed: version !== undefined, card: card ?? null, evidence: version ? { level: "observed", versions: [version] } : null }];
  })),
  ...more,
});

/** A row of the table in short: number, state, and each seat's card, with `>` for the lead and `!` for the winner. */
const short = ({ number, over, closed, cells }) => `${number}${over ? "" : " now"}${closed ? " closed" : ""} ${[...cells].map(([seat, { card, led, won }]) => `${seat}:${led ? ">" : ""}${card ?? "-"}${won ? "!" : ""}`).join(" ")}`;

const TRICKS = [
  ["nobody has led", view([]), []],
  ["one trick is in progress", view([], [[1, "AS", 7], [2, "2S", 8]]), ["1 now 1:>AS 2:2S"]],
  ["the trick is complete and lies on the table", view([FIRST], [], { leader: 1 }), ["1 1:>AS! 2:2S 3:3S 0:4S"]],
  ["a card of that trick is forgotten: it still lies there", view([{ ...FIRST, cards: ["AS", null, "3S", "4S"] }], [[2, null, 8]]), ["1 1:>AS! 2:- 3:3S 0:4S"]],
  ["the next one has begun, and the first is turned over", view([TURNED], [[1, "KS", 11]]), ["1 closed 1:>-! 2:- 3:- 0:-", "2 now 1:>KS"]],
  ["a player laid two cards: the first counts", view([{ ...FIRST, seats: [1, 2, 3, 1] }]), ["1 1:>AS! 2:2S 3:3S"]],
  ["a game without tricks", { ...view([], [[1, "AS", 7]]), counts: "hand" }, []],
];
for (const [name, seen, expected] of TRICKS) test(`tricks: ${name}`, () => assert.deepEqual(tricksOf(seen).map(short), expected));

const finding = (id, kind, seats, versions, status = "standing") => ({ id, kind, seats, versions, status });

test("a flag names the gravest open finding about a card, and only the cards of its seats", () => {
  const flags = flagsOf([finding("asked", "query", [2], [7, 8]), finding("broke", "breach", [2], [8]), finding("settled", "breach", [3], [9], "ruled"), finding("odd", "contradiction", [], [10])]);
  assert.deepEqual([flags(1, 7), flags(2, 8)?.id, flags(2, 7)?.id, flags(3, 9), flags(0, 10)?.id], [null, "broke", "asked", null, "odd"]);
});

test("on the felt a card has a flag, an empty place has none", () => {
  const flags = flagsOf([finding("asked", "query", [2], [8])]);
  assert.deepEqual(Object.keys(flagsOnFelt(view([], [[1, "AS", 7], [2, "2S", 8]]), flags)), ["2"]);
});

/** A view in play: the bid, the tricks and the side of each seat. */
const bidding = (...seats) => ({ counts: "trick", maker: null, order: ORDER, seats: seats.map(([bid, tricks, side]) => ({ said: bid === null ? null : { word: "bid", amount: bid }, piles: { tricks }, side })) });
const taken = ({ seats }) => seats.map(({ piles }) => piles.tricks ?? null);

test("all tricks of partners stand beside the number that they bid together", () => {
  const seen = bidding([null, 2, 0], [5, 1, 1], [6, 3, 0], [null, 4, 1]);
  assert.deepEqual(taken(together({ ...seen, shared_bid: true })), [null, 5, 5, null]);
  assert.deepEqual(taken(together({ ...seen, shared_bid: false })), [2, 1, 3, 4]);
});

test("the id of a finding becomes an id of the page", () => assert.equal(anchorOf("revoke@7,10"), "finding-revoke-7-10"));

const NAMES = ["Anna", "Ben", "Cleo", "Dee"];

/** A game that is over. `sides`: by seat; null: no partners. */
function over({ scores, standing, winners, sides = null }) {
  return {
    state: "finished", seats: NAMES.map((name, seat) => ({ seat, name })), rules: { target: 500 },
    view: { ...view([]), turn: [], seats: Object.fromEntries(ORDER.map((seat) => [seat, { side: sides?.[seat] ?? null, score: scores[seat] ?? null }])) },
    outcome: { state: "finished", scores, standing, winners },
  };
}

const PARTNERS = over({ scores: { 0: 509, 1: 405, 2: 509, 3: 405 }, standing: [[0, 2], [1, 3]], winners: [0, 2], sides: [0, 1, 0, 1] });
const ALONE = over({ scores: { 0: 4, 1: 1, 2: 1, 3: 0 }, standing: [[0], [1, 2], [3]], winners: [0] });
const TIED = over({ scores: { 0: 4, 1: 4, 2: 1, 3: 0 }, standing: [[0, 1], [2], [3]], winners: [0, 1] });
const NOBODY = over({ scores: { 0: 0, 1: 0, 2: 0, 3: 0 }, standing: [[0, 1, 2, 3]], winners: [] });
const UNSCORED = over({ scores: {}, standing: [], winners: [2] });
const STOPPED = { ...NOBODY, state: "final", outcome: { ...NOBODY.outcome, state: "open" } };

const ENDS = [
  ["partners win together", PARTNERS, "Anna & Cleo win", "Anna and Cleo win.", ["1 0,2 509", "2 1,3 405"]],
  ["one player wins", ALONE, "Anna wins", "Anna wins.", ["1 0 4", "2= 1 1", "2= 2 1", "4 3 0"]],
  ["two share it", TIED, "Anna and Ben share it", "Anna and Ben share the win.", ["1= 0 4", "1= 1 4", "3 2 1", "4 3 0"]],
  ["nobody wins", NOBODY, "The game is over", "The game is over without a winner.", ["1= 0 0", "1= 1 0", "1= 2 0", "1= 3 0"]],
  ["time was called, and the result so far is final", STOPPED, "Time was called", "Time was called.", ["1= 0 0", "1= 1 0", "1= 2 0", "1= 3 0"]],
  ["only the winner is known", UNSCORED, "Cleo wins", "Cleo wins.", ["1= 2 null", "1= 0 null", "1= 1 null", "1= 3 null"]],
];
for (const [name, game, words, sentence, places] of ENDS) {
  test(`the end: ${name}`, () => {
    assert.deepEqual([headline(game), turnLine(game), placesOf(game).map(({ place, shared, seats, score }) => `${place}${shared ? "=" : ""} ${seats} ${score}`)], [words, sentence, places]);
  });
}

test("a game counts as over only if it was played to its end", () => {
  assert.deepEqual(["finished", "confirmed", "final", "abandoned", "unfinished", "annulled", "archived", "open"].filter((state) => isOver({ state })), ["finished", "confirmed", "final"]);
});

test("players who share their points have one column", () => assert.deepEqual([columnsOf(PARTNERS), columnsOf(ALONE)], [[[0, 2], [1, 3]], [[0], [1], [2], [3]]]));

test("a target is said only if the rules name a number", () => assert.deepEqual([targetOf(ALONE), targetOf({ rules: { target: null } })], ["to 500", null]));
