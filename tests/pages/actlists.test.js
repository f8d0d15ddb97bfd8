/** The lists of acts behind the buttons of the desk (actlists.js), and who has to agree to a claim (claims.js). */

import assert from "node:assert/strict";
import { test } from "node:test";

import { choiceAt, endings, entriesIn, happened, others, wrongs } from "../../service/web/static/js/actlists.js";
import { opponents } from "../../service/web/static/js/claims.js";

const NAMES = ["CardPlayed", "BidMade", "MisdealCalled", "GameOpened", "Retracted", "PlayerJoined", "NoteWritten", "IrregularityCalled", "DealVoided", "ResultStated", "TimeCalled", "ConcessionMade", "ClaimMade", "GameAbandoned", "GameAnnulled"];
const TYPES = new Map(NAMES.map((type) => [type, { type, label: type }]));
const SIDES = { 0: { side: 0 }, 1: { side: 1 }, 2: { side: 0 }, 3: { side: 1 } };

const game = (more = {}) => ({
  state: "open", outcome: { scores: {} }, life: { may: { call_time: true } }, seats: ["Ann", "Bob", "Cyd", "Dan"].map((name, seat) => ({ seat, name })),
  view: { order: [0, 1, 2, 3], counts: "trick", seats: SIDES }, prompts: [{ type: "CardPlayed", expected: true, asks: [{}], given: {} }], ...more,
});

const typesOf = (groups) => groups.flatMap(({ choices }) => choices.map(({ type }) => type).filter(Boolean));
const wordsOf = (choices) => choices.map(({ words }) => words);

const event = (version, type, more = {}) => ({ version, type, data: {}, sentence: `entry ${version}`, after: version - 1, ...more });
const EVENTS = [event(1, "GameOpened"), event(2, "BidMade"), event(3, "CardPlayed"), event(4, "Retracted", { data: { target: 2 } }), event(5, "CardPlayed")];

test("a game can end in five ways, and in none when it is over", () => {
  assert.deepEqual(wordsOf(endings(game(), TYPES)), ["It is finished", "Time is up", "The rest are one player’s", "A player gives up", "It is broken off"]);
  assert.deepEqual(endings(game({ state: "finished" }), TYPES), []);
});

test("only games with tricks have a rest, and only the server says whether time may be called", () => {
  const hands = game({ view: { ...game().view, counts: "hand" }, life: { may: { call_time: false } } });
  assert.deepEqual(wordsOf(endings(hands, TYPES)), ["It is finished", "A player gives up", "It is broken off"]);
});

test("who claims the rest is one tap, by name", () => {
  const { list } = endings(game(), TYPES)[2];
  assert.deepEqual(wordsOf(list.groups()[0].choices), ["Ann", "Bob", "Cyd", "Dan"]);
  assert.deepEqual(choiceAt(list.groups(), "0.1").event, { type: "ClaimMade", data: { seat: 1, claim: "the rest are mine" } });
});

test("what is wrong begins with the latest entries that stand, the last first", () => {
  const [typed, or] = wrongs(game(), TYPES, EVENTS);
  assert.deepEqual(wordsOf(typed.choices), ["entry 5", "entry 3"]);
  assert.deepEqual(typed.choices.map(({ mend }) => mend), [5, 3]);
  const missing = or.choices[0].list.groups()[0].choices;
  assert.deepEqual(missing.map(({ insert }) => insert), [5, 3, 1]);
});

test("all entries that stand are corrected with a tap, by rounds, the newest unfolded", () => {
  const places = new Map([[5, { round: "Deal 2", within: "Trick 1" }], [3, { round: "Deal 1", within: "Trick 6" }]]);
  const shown = (groups) => groups.map(({ title, folded, choices }) => [title, folded, choices.map(({ mend, line }) => [mend, line])]);
  assert.deepEqual(shown(entriesIn(places, EVENTS)), [["Deal 2", false, [[5, "Trick 1"]]], ["Deal 1", true, [[3, "Trick 6"]]]]);
  assert.deepEqual(shown(entriesIn(new Map(), EVENTS)), [[null, false, [[5, undefined], [3, undefined]]]]);
});

test("after the game, an entry may be wrong, but no deal can be void", () => {
  assert.deepEqual(typesOf(wrongs(game({ state: "finished" }), TYPES, EVENTS)), ["IrregularityCalled"]);
  assert.deepEqual(wrongs(game({ state: "final" }), TYPES, EVENTS), []);
});

test("the list of everything else leaves out what stands elsewhere and what nobody records by hand", () => {
  const groups = others(game(), TYPES, ["CardPlayed"]);
  assert.deepEqual(groups.map(({ title }) => title), ["At any time", "Other acts of this game"]);
  assert.deepEqual(typesOf(groups), ["NoteWritten", "PlayerJoined", "ClaimMade", "CardPlayed", "BidMade", "MisdealCalled"]);
});

test("the result of a deal is the first of everything else, in each phase of the deal", () => {
  const types = new Map([...TYPES, ["TricksStated", { type: "TricksStated", label: "Result of a deal" }]]);
  const stating = { type: "TricksStated", expected: false, asks: [{}], given: { round: 1 } };
  const first = (phase, more = {}) => others(game({ prompts: [...game().prompts, stating], view: { ...game().view, phase, ...more } }), types, ["CardPlayed", "TricksStated"])[0];
  assert.deepEqual(wordsOf(first("play").choices), ["Result of this deal", "The rest are one player’s"]);
  assert.equal(first("play").choices[0].enter, "TricksStated");
  assert.deepEqual(["deal", "auction"].map((phase) => wordsOf(first(phase).choices)), [["Result of this deal"], ["Result of this deal"]]);
  assert.deepEqual(wordsOf(first("deal", { last_deal: { number: 1 } }).choices), ["Result of the next deal"]);
});

test("what happened at an earlier moment begins with what play waited for then", () => {
  const [then] = happened(game(), TYPES);
  assert.deepEqual(typesOf([then]), ["CardPlayed"]);
  const all = typesOf(happened(game(), TYPES));
  assert.equal(new Set(all).size, all.length);
  for (const type of ["ResultStated", "DealVoided", "BidMade"]) assert.ok(all.includes(type), type);
});

test("the other side has to agree to a claim; without sides, everybody else", () => {
  assert.deepEqual(opponents({ seat: 1 }, game()), [0, 2]);
  assert.deepEqual(opponents({ seat: 1 }, game({ view: { order: [0, 1, 2], seats: {} } })), [0, 2]);
});
