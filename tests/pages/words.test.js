/** Words, names and numbers as people write them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { messageOf } from "../../service/web/static/js/failure.js";
import { FAILURE } from "../../service/web/static/js/texts/pages.js";
import { RESULT } from "../../service/web/static/js/texts/table.js";
import { count, isolated, listed, namesOf, numbered, openDeals, ordinal, plain, signed, verb } from "../../service/web/static/js/texts/words.js";

const side = (names, made, contract, nil) => ({ names: [...names], made, contract, nil });

const problem = (type, errors) => ({ status: 422, message: "Of the server.", body: { type: `/problems/${type}` }, errors });

const ROWS = [
  [listed([]), ""],
  [listed(["Anna"]), "Anna"],
  [listed(["Anna", "Ben", "Carl"]), "Anna, Ben and Carl"],
  [listed(["אבי", "Anna"].map(isolated)), "\u2068אבי\u2069 and Anna"],
  [namesOf([{ seat: 0, name: "سعاد" }, { seat: 1, name: null }])(0), "\u2068سعاد\u2069"],
  [numbered("table", [4]), "table 4"],
  [numbered("table", [1, 2, 3]), "tables 1, 2 and 3"],
  [verb("Anna", "gets", "get"), "gets"],
  [verb("Anna and Ben", "wins", "win"), "win"],
  [verb("The Aces", "leads", "lead"), "lead"],
  [verb("Andy Sands", "misses", "miss"), "misses"],
  [RESULT.bids([side("AC", true, true, null), side("BD", false, false, null)]), "A and C made it; B and D were set"],
  [RESULT.bids([side("AC", false, true, false)]), "A and C made the contract, but the nil failed"],
  [RESULT.bids([side("AC", false, false, false)]), "A and C were set, and the nil failed"],
  [RESULT.bids([side("B", false, null, false), side("D", false, false, null)]), "B failed the nil; D was set"],
  [FAILURE.fault("Name", "must have 1 to 80 characters"), "Name must have 1 to 80 characters."],
  [FAILURE.fault("", "needs a joker"), "This needs a joker."],
  [FAILURE.fault("", "are required: the points of the round by seat"), "These are required: the points of the round by seat."],
  [FAILURE.fault("Entries", "there is no entry 7"), "There is no entry 7."],
  [FAILURE.fault("", "In a round robin everybody meets everybody."), "In a round robin everybody meets everybody."],
  [messageOf(problem("invalid", [{ pointer: "/events/0/data/pin", message: "is required" }, { pointer: "/seats/12", message: "is not a seat number" }])), "Pin is required. One of the seats is not a seat number."],
  [messageOf(problem("over-budget", [{ pointer: "", message: "leave out some events" }])), "Of the server. Leave out some events."],
  [messageOf(problem("invalid", [{ parameter: "after", message: "must be a number" }])), "Of the server."],
  [ordinal(1), "1st"],
  [ordinal(12), "12th"],
  [ordinal(113), "113th"],
  [ordinal(22), "22nd"],
  [signed(-5), "−5"],
  [count(1, "point"), "1 point"],
  [count(-2, "point"), "−2 points"],
  [openDeals([]), ""],
  [openDeals([3]), "deal 3 open"],
  [openDeals([3, 4]), "deals 3 and 4 open"],
  [openDeals([1, 2, 3, 4, 5]), "5 deals open"],
  [plain("single_survivor"), "Single survivor"],
  [plain("J_to_A"), "J to A"],
];

for (const [said, expected] of ROWS) test(`“${expected}”`, () => assert.equal(said, expected));
