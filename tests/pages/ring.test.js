import assert from "node:assert/strict";
import { test } from "node:test";

import { seatPlaces } from "../../service/web/static/js/felt.js";

const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

for (const count of COUNTS) {
  test(`${count} seats: the first is at the bottom, the others follow clockwise, none leaves the track`, () => {
    const places = seatPlaces(count);
    assert.equal(places.length, count);
    assert.deepEqual(places[0], { x: 0, y: 1 });
    assert.ok(places.every(({ x, y }) => Math.abs(x) <= 1 && Math.abs(y) <= 1));
    const turns = places.map(({ x, y }) => (Math.atan2(-x, y) + 2 * Math.PI) % (2 * Math.PI));
    assert.deepEqual(turns, turns.toSorted((one, other) => one - other));
  });
}

test("four seats: partners sit opposite", () => {
  assert.deepEqual(seatPlaces(4), [{ x: 0, y: 1 }, { x: -1, y: 0 }, { x: 0, y: -1 }, { x: 1, y: 0 }]);
});

// The measures of css/felt.css: felt, plate, the space at the edge, how far fans rise, numbers of seats.
const FELTS = [
  [344, 204, 74, 44, 3, 0, [7, 8]], [344, 216, 66, 44, 3, 0, [9, 10]], [344, 250, 56, 44, 2, 0, [11, 12, 13]],
  [745, 272, 112, 46, 10, 0, [7, 8]], [745, 272, 104, 46, 10, 0, [9, 10]], [745, 290, 104, 46, 10, 0, [11, 12, 13]],
  [344, 365, 78, 40, 6, 22, [7, 8]], [344, 365, 66, 36, 4, 21, [9, 10]], [344, 365, 58, 36, 4, 21, [11, 12, 13]],
  [816, 604, 124, 54, 22, 26, [7, 8]], [816, 604, 112, 48, 16, 23, [9, 10]], [816, 604, 104, 48, 16, 23, [11, 12, 13]],
];
for (const [width, height, wide, high, edge, fan, counts] of FELTS) {
  for (const count of counts) {
    test(`${count} plates of ${wide} × ${high} on a felt of ${width} × ${height} do not cover each other`, () => {
      const middles = seatPlaces(count).map(({ x, y }) => [x * ((width - wide) / 2 - edge), y * ((height - high - fan) / 2 - edge)]);
      middles.forEach(([x, y], at) => middles.slice(at + 1).forEach(([left, top], more) => {
        assert.ok(Math.abs(x - left) >= wide || Math.abs(y - top) >= high, `seats ${at} and ${at + 1 + more}`);
      }));
    });
  }
}
