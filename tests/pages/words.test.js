/** Words, names and numbers as people write them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { ENTRIES } from "../../service/web/static/js/texts/director.js";
import { RESULT } from "../../service/web/static/js/texts/table.js";
import { count, isolated, listed, namesOf, numbered, openDeals, ordinal, plain, signed, verb } from "../../service/web/static/js/texts/words.js";

const side = (names, made, contract, nil) => ({ names: [...names], made, contract, nil });

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
  [ENTRIES.faults(["is in entry 1 already", "In a round robin everybody meets everybody."]), "is in entry 1 already. In a round robin everybody meets everybody."],
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
