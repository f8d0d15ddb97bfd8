/** Words, names and numbers as people write them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { count, listed, openDeals, ordinal, plain, signed } from "../../service/web/static/js/texts/words.js";

const ROWS = [
  [listed([]), ""],
  [listed(["Anna"]), "Anna"],
  [listed(["Anna", "Ben", "Carl"]), "Anna, Ben and Carl"],
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
