/** What the form that starts a game (newgamestate.js) and its list of games (pickerstate.js) make of taps and answers, and which games this device remembers (lastgame.js). */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { lastGames, lastWords, remember } from "../../service/web/static/js/lastgame.js";
import * as starts from "../../service/web/static/js/newgamestate.js";
import * as pickers from "../../service/web/static/js/pickerstate.js";

const line = (slug, name, least, most, text = "") => ({ slug, name, least, most, text: `${slug} ${text}` });

const LINES = [
  line("high-card", "High Card", 2, 13, "Place a card face down."),
  line("spades", "Spades with breaking", 4, 4, "Spades Two teams bid tricks."),
  line("smear-53", "53-card Smear", 6, 6, "Pitch and Smear Übertrumpf"),
  line("pitch-auction-classic", "Auction Pitch (Bicycle)", 2, 7, "Pitch and Smear Cutthroat"),
];

const TEAMS = { name: "teams_3x2", seats: { least: 6, most: 6 }, default: false };

const sheet = (slug, least, most, more = {}) => ({ slug, name: slug, summary: "", players: { least, most }, sides: 0, options: [], ...more });

const LAST = { system: "spades", name: "Spades with breaking", seats: ["Ann", "", "Bob", ""], options: { target: 300, gone: true } };

const begun = (last = [], wanted = "") => starts.begun(LINES, last, wanted);

const seated = (names, system = sheet("high-card", 2, 13)) => names.reduce((start, name, seat) => starts.named(start, seat, name), starts.ruled(starts.chosen(begun(), system.slug), system));

const names = ({ rows }) => rows.map(({ name }) => name);

const found = (find) => pickers.found({ lines: LINES, find }).map(({ slug }) => slug);

test("no game is chosen at first, unless one was started before or the address names one", () => {
  assert.deepEqual([begun().wanted, begun().picking], ["", true]);
  assert.deepEqual([begun([LAST]).wanted, begun([LAST]).picking, names(begun([LAST]))], ["spades", false, ["", "", "", ""]]);
  assert.equal(begun([LAST], "high-card").wanted, "high-card");
  assert.equal(begun([], "nothing").wanted, "");
});

test("a last game that the page does not offer any more is not proposed", () => {
  const start = begun([{ ...LAST, system: "gone" }, LAST]);
  assert.deepEqual([start.last, start.wanted], [[LAST], "spades"]);
});

for (const [find, wanted] of [
  ["", ["high-card", "spades", "smear-53", "pitch-auction-classic"]],
  ["SPA", ["spades"]],
  ["pitch classic", ["pitch-auction-classic"]],
  ["classic pitch", ["pitch-auction-classic"]],
  ["ubertrumpf", ["smear-53"]],
  ["ard", []],
  ["53", ["smear-53"]],
  ["6", ["high-card", "smear-53", "pitch-auction-classic"]],
  ["13 players", ["high-card"]],
  ["6-handed smear", ["smear-53", "pitch-auction-classic"]],
  ["teams 4", ["spades"]],
]) test(`a search for “${find}” finds ${wanted.length} games`, () => assert.deepEqual(found(find), wanted));

test("the list closes with a choice, and what was searched for is forgotten", () => {
  const open = pickers.searched(begun(), "spa");
  assert.deepEqual([open.find, pickers.closed(open).picking], ["spa", true]);
  const start = starts.chosen(open, "spades");
  assert.deepEqual([start.picking, start.find, pickers.ready(start)], [false, "", false]);
  assert.deepEqual([pickers.picking(start).picking, pickers.closed(pickers.picking(start)).picking], [true, false]);
});

test("the rules of a game that is not the chosen one any more are not taken", () => {
  const start = starts.chosen(begun(), "spades");
  assert.equal(starts.ruled(start, sheet("high-card", 2, 13)), start);
});

test("a game gets the seats that it needs; spare seats without a name go, names stay", () => {
  assert.equal(seated([], sheet("smear-53", 6, 6)).rows.length, 6);
  const six = starts.named(seated([], sheet("smear-53", 6, 6)), 4, "Eva");
  assert.deepEqual(names(starts.ruled(starts.chosen(six, "high-card"), sheet("high-card", 2, 13))), ["", "", "", "Eva"]);
  const full = seated(["Ann", "Bob", "Cyd", "Dan"], sheet("high-card", 2, 13));
  assert.deepEqual(names(starts.ruled(starts.chosen(full, "spades"), sheet("spades", 3, 3))), ["Ann", "Bob", "Cyd", "Dan"], "nobody is sent away");
});

test("a house rule that changes the number of players changes the seats and the partners", () => {
  const system = sheet("high-card", 3, 3, { sides: 0, options: [TEAMS] });
  const start = starts.ruled(starts.chosen(begun(), "high-card"), system);
  assert.deepEqual([start.rows.length, starts.partners(start)], [3, null]);
  const teams = starts.optioned(start, { teams_3x2: true });
  assert.deepEqual([teams.rows.length, starts.allowed(teams)], [6, { least: 6, most: 6 }]);
  assert.equal(starts.partners(teams), "Partners: 1 and 4 against 2 and 5 against 3 and 6.");
  assert.equal(starts.optioned(teams, {}).rows.length, 3);
});

test("partners are named only when the players make whole sides", () => {
  const start = seated([], sheet("high-card", 2, 13, { sides: 2 }));
  assert.equal(starts.partners(start), "Partners: 1 and 3 against 2 and 4.");
  assert.equal(starts.partners(starts.named(start, 2, " Cyd ")), "Partners: 1 and Cyd against 2 and 4.");
  assert.equal(starts.partners(starts.added(start)), null);
});

test("a last game brings its names, also seats without one, and the house rules that still exist", () => {
  const start = starts.ruled(starts.again(begun([LAST]), 0), sheet("spades", 2, 13, { options: [{ name: "target", default: null, seats: null }] }));
  assert.deepEqual([names(start), start.options, start.wanted, start.picking], [LAST.seats, { target: 300 }, "spades", false]);
  const other = starts.ruled(starts.chosen(start, "high-card"), sheet("high-card", 2, 13));
  assert.deepEqual([names(other), other.options], [LAST.seats, {}]);
});

test("rows keep their keys when the order changes, and the new place is announced", () => {
  const start = seated(["Ann", "Bob", "Cyd"]);
  const keys = start.rows.map(({ key }) => key);
  const down = starts.moved(start, 0, 2);
  assert.deepEqual([names(down), down.said], [["Bob", "Cyd", "Ann", ""], "Ann is now at seat 3 of 4."]);
  assert.deepEqual(down.rows.map(({ key }) => key), [keys[1], keys[2], keys[0], keys[3]]);
  assert.deepEqual(names(starts.moved(start, 1, -1)), ["Bob", "Ann", "Cyd", ""]);
  assert.deepEqual(names(starts.moved(start, 1, 9)), ["Ann", "Cyd", "", "Bob"]);
  assert.equal(starts.moved(start, 3, 0).said, "Seat 4 is now at seat 1 of 4.");
  assert.equal(new Set(starts.added(starts.added(down)).rows.map(({ key }) => key)).size, 6);
});

test("two taps move somebody; a second tap on the same row does not", () => {
  const up = starts.grasped(seated(["Ann", "Bob"]), 0);
  assert.deepEqual([up.held, up.said], [up.rows[0].key, "Ann is picked up. Choose the new place."]);
  const put = starts.grasped(up, 1);
  assert.deepEqual([names(put), put.held, put.said], [["Bob", "Ann", "", ""], null, "Ann is now at seat 2 of 4."]);
  for (const down of [starts.grasped(up, 0), starts.released(up)]) assert.deepEqual([names(down), down.held, down.said], [["Ann", "Bob", "", ""], null, "Nobody moves."]);
});

test("a name that the club knows is sent as that person, another one as a name, none as an empty seat", () => {
  const start = starts.known(seated([" Ann ", "Bob", ""]), [{ person: "p-1", name: "Ann" }]);
  assert.deepEqual(starts.opening(start), { system: "high-card", seats: [{ person: "p-1" }, { name: "Bob" }, {}, {}] });
  assert.deepEqual(starts.newcomers(start), ["Bob"]);
});

test("each fault goes to the field with the longest pointer that matches", () => {
  const pointers = ["/system", "/seats", "/seats/1", "/options/target"];
  const errors = [{ pointer: "/seats/1/name", message: "one" }, { pointer: "/seats/12", message: "two" }, { pointer: "/seats", message: "three" }, { pointer: "/offset", message: "four" }, { message: "five" }];
  const { faults, picking } = starts.refused(seated([]), "all", errors, pointers);
  assert.deepEqual([Object.fromEntries(faults), picking], [{ "/seats/1": "One.", "/seats": "Two. Three.", "": "Four. Five." }, false]);
  assert.deepEqual([...starts.refused(seated([]), "offline", [], pointers).faults], [["", "Offline."]]);
});

test("a fault of the game opens the list; another game forgets all faults, other rows those of the seats", () => {
  const start = starts.refused(seated([]), "", [{ pointer: "/system", message: "gone" }, { pointer: "/seats/0", message: "long" }], ["/system", "/seats/0"]);
  assert.equal(start.picking, true);
  assert.deepEqual([...starts.removed(start, 3).faults.keys()], ["/system"]);
  assert.deepEqual([starts.chosen(start, "spades").faults.size, starts.sending(start).faults.size], [0, 0]);
});

// --- the last games on this device ----------------------------------------------------------------------------------------------------------

beforeEach(() => {
  const kept = new Map();
  globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
});

test("the last three games are remembered for each club; the same game with the same people counts once", () => {
  const game = (system, ...seats) => ({ system, name: system, seats });
  for (const each of [game("a", "Ann"), game("b", "Ann"), game("c", "Ann"), game("b", "Ann"), game("b", "Bob")]) remember("home", each);
  assert.deepEqual(lastGames("home").map(({ system, seats }) => `${system} ${seats}`), ["b Bob", "b Ann", "c Ann"]);
  assert.deepEqual(lastGames("away"), []);
});

test("what another version kept is read as far as it can be", () => {
  localStorage.setItem("faceup:last:home", JSON.stringify(LAST));
  assert.deepEqual(lastGames("home"), [LAST]);
  for (const kept of ["nonsense", "null", "[1, null]", '[{"system": "a", "name": "A", "seats": [1]}]']) {
    localStorage.setItem("faceup:last:home", kept);
    assert.deepEqual(lastGames("home"), []);
  }
});

test("a last game is named with its people and the number of its house rules", () => {
  assert.equal(lastWords({ ...LAST, options: {} }), "Spades with breaking with Ann, Seat 2, Bob and Seat 4");
  assert.equal(lastWords({ system: "a", name: "A", seats: ["Ann", "Bob"], options: { target: 3 } }), "A with Ann and Bob, with 1 house rule");
});

test("the people of the last game take the seats of another game, if it has room for them", () => {
  const ruled = (slug, least, most, last = LAST) => starts.ruled(starts.chosen(begun([last]), slug), sheet(slug, least, most));
  const pitch = ruled("pitch-auction-classic", 2, 7);
  const seated = starts.peopled(pitch);
  assert.deepEqual([starts.lastPeople(pitch), names(seated)], [LAST.seats, LAST.seats]);
  assert.deepEqual(starts.lastPeople(seated), []);
  assert.equal(new Set([...pitch.rows, ...seated.rows].map(({ key }) => key)).size, 8);
  assert.deepEqual(starts.lastPeople(ruled("high-card", 2, 3)), []);
  assert.deepEqual(names(starts.peopled(ruled("smear-53", 6, 6))), ["Ann", "", "Bob", "", "", ""]);
  assert.deepEqual(starts.lastPeople(ruled("high-card", 2, 13, { ...LAST, seats: ["", ""] })), []);
});
