/** The moves of a game as a table (moves.js). */

import assert from "node:assert/strict";
import { test } from "node:test";

import { beginningsOf, endingsOf, partAt, partsOf, stopsOf } from "../../service/web/static/js/moves.js";
import { wonIn } from "../../service/web/static/js/pasttricks.js";
import { lying } from "../../service/web/static/js/tricks.js";

const seat = (card, placed = false) => ({ card, placed });

/** A step of a game of tricks for two; `cards`: those on the table after it, by seat; `said`: the data of its event. */
const step = (version, view, cards, said = {}) => ({
  version, findings: [], event: { type: "Acted", data: said },
  view: { counts: "trick", order: [0, 1], direction: "", leader: null, hand: 1, phase: "play", ...view, seats: { 0: seat(cards[0], Boolean(cards[0])), 1: seat(cards[1], Boolean(cards[1])) } },
});

const GAME = [
  step(1, { round: 0, phase: "deal" }, []),
  step(2, { round: 1, phase: "play", leader: 0 }, []),
  step(3, { round: 1, leader: 0 }, ["AS"], { seat: 0, card: "AS" }),
  { ...step(4, { round: 1, hand: 2, leader: 1 }, [], { seat: 1, card: { value: "2S" } }), },
  step(5, { round: 1, hand: 2, leader: 1 }, [null, "KH"], { seat: 1, card: "KH" }),
  step(6, { round: 2, phase: "deal", hand: 1, last_deal: { number: 1, sides: [], tricks: 2, trick: { winner: 0, seats: [1, 0], cards: ["KH", "3H"], versions: [5, 6] } } }, [], { seat: 0, card: "3H" }),
  step(7, { round: 2, phase: "auction", hand: 1 }, []),
];
// A trick that is complete lies there: its cards are on the table, and nobody has laid one to the next.
GAME[3].view.seats = { 0: seat("AS"), 1: seat("2S") };

const shown = ({ label, moves }) => [label, ...[0, 1].map((each) => [moves.get(each)?.card, moves.get(each)?.step, moves.get(each)?.led, moves.get(each)?.won])];

test("a deal ends with its last card, and each card knows its trick, its step, who led and who won", () => {
  const [first, second] = partsOf(GAME);
  assert.deepEqual([first.round, first.first, first.last, second.round, second.first], [1, 0, 5, 2, 6]);
  assert.deepEqual(first.rows.map(shown), [
    ["1", ["AS", 2, true, false], ["2S", 3, false, true]],
    ["2", ["3H", 5, false, true], ["KH", 4, true, false]],
  ]);
  assert.deepEqual(second.rows, []);
});

test("a reader stops at the last card of each trick, when all lie there, and where a deal begins", () => {
  const parts = partsOf(GAME);
  assert.deepEqual(stopsOf(parts), [0, 3, 5, 6]);
  assert.deepEqual([0, 4, 5, 6].map((at) => partAt(parts, at).round), [1, 1, 1, 2]);
});

test("the last card of a game belongs to its trick, although the game is over", () => {
  const over = { ...GAME[5], view: { ...GAME[5].view, round: 1, phase: "over" } };
  const [only] = partsOf([...GAME.slice(0, 5), over]);
  assert.deepEqual(only.rows.map(shown).at(-1), ["2", ["3H", 5, false, true], ["KH", 4, true, false]]);
});

test("the last trick of a deal lies on the table until somebody deals again", () => {
  const [last, next] = [GAME[5].view, { ...GAME[6].view, last_deal: GAME[5].view.last_deal }];
  const { round, hand, seats } = lying(last);
  assert.deepEqual([round, hand, seats[0].card, seats[1].card, seats[0].placed], [1, 3, "3H", "KH", false]);
  assert.equal(lying(next), next);
});

test("a deal that nobody has dealt yet is none: what follows the last deal is its end", () => {
  const [only, ...more] = partsOf([...GAME.slice(0, 6), { ...GAME[5], version: 7 }]);
  assert.deepEqual([only.round, only.first, only.last, more.length], [1, 0, 6, 0]);
});

test("in a game without tricks, a hand is a row, and a reveal that ends the round belongs to it", () => {
  const view = (round, hand, ...cards) => ({ view: { counts: "hand", order: [0, 1], direction: "", round, hand, phase: "commit", seats: { 0: cards[0], 1: cards[1] } } });
  const frames = [
    view(1, 1, seat(null), seat(null)), view(1, 1, seat(null, true), seat(null)), view(1, 1, seat(null, true), seat(null, true)), view(2, 1, seat("KH"), seat("2C")),
  ].map((frame, version) => ({ version, findings: [], event: { type: "Acted" }, ...frame }));
  const [whole] = partsOf(frames);
  assert.deepEqual(whole.rows.map(({ label, moves }) => [label, [...moves].map(([each, { card, step: at }]) => [each, card, at])]), [["1", [[0, "KH", 3], [1, "2C", 3]]]]);
  const round = frames.map((frame) => ({ ...frame, view: { ...frame.view, direction: "clockwise" } }));
  assert.deepEqual(partsOf(round)[0].rows, []);
});

test("a round begins after the step that ended the one before, and one without steps has no beginning", () => {
  assert.deepEqual([...beginningsOf(GAME, partsOf(GAME))], [[1, 0], [2, 6]]);
  const rounds = [1, 1, 2, 2, 2, 3].map((round) => ({ view: { counts: "hand", order: [], direction: "clockwise", round } }));
  assert.deepEqual([...beginningsOf(rounds, partsOf(rounds))], [[1, 0], [2, 3]]);
});

test("the words for the end of a round belong to the round that ended, also at the end of the game", () => {
  const step = (round, words, state = "open", deal = null) => ({ state, view: { round, last_round: words, last_deal: deal } });
  const deal = { number: 2, sides: [] };
  const endings = endingsOf([step(1, ""), step(2, "Round 1: tied."), step(2, "Round 1: tied."), step(3, "Deal 2: won.", "open", deal), step(3, "Round 3: lost.", "finished")]);
  assert.deepEqual([...endings], [[1, { deal: null, words: "Round 1: tied." }], [2, { deal, words: "Deal 2: won." }], [3, { deal: null, words: "Round 3: lost." }]]);
});

test("who took which trick is known of every deal, by the events that laid its cards", () => {
  assert.deepEqual(wonIn(GAME), [{ number: 1, winner: 1, versions: [3, 4] }, { number: 2, winner: 0, versions: [5, 6] }]);
});
