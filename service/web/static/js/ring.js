/** Where the seats of a table are: a ring, the first seat at the bottom, the others clockwise in the order of play. */

/** @typedef {{x: number, y: number}} Place both from −1 (left, top) to 1 (right, bottom) of the track on which the plates of the seats lie */

// From this number of seats on, they lie along a rounded rectangle: on an ellipse they would be too close at its ends.
const MANY = 7;
// The rectangle: half its width, where half its height is 1, and the radius of its corners.
const WIDTH = 1.35;
const CORNER = 0.7;

/**
 * The places of all seats of a table. Four seats give partners opposite.
 * @param {number} count 1 to 13
 * @returns {Place[]}
 */
export function seatPlaces(count) {
  return Array.from({ length: count }, (_, place) => (count < MANY ? onEllipse(place / count) : onRectangle(place / count)));
}

/** @param {number} share of the way round, clockwise from the bottom */
function onEllipse(share) {
  const angle = Math.PI * (0.5 + 2 * share);
  return { x: rounded(Math.cos(angle)), y: rounded(Math.sin(angle)) };
}

/** @param {number} share of the way round, clockwise from the middle of the lower edge */
function onRectangle(share) {
  const [flat, side, arc] = [WIDTH - CORNER, 1 - CORNER, (Math.PI / 2) * CORNER];
  const whole = 4 * (flat + side + arc);
  // By symmetry it is enough to know the way from the middle of the lower edge to the middle of the left edge, a quarter of the whole.
  const quarter = Math.floor(share * 4 + 1e-9);
  const back = quarter % 2 === 1;
  const way = (share - quarter / 4) * whole;
  const { x, y } = inQuarter(back ? whole / 4 - way : way, flat, side, arc);
  const right = quarter === 2 || quarter === 3;
  const upper = quarter === 1 || quarter === 2;
  return { x: rounded((right ? x : -x) / WIDTH), y: rounded(upper ? -y : y) };
}

/**
 * A point between the middle of the lower edge and the middle of the side, as distances from the middle of the table.
 * @param {number} way
 * @param {number} flat
 * @param {number} side
 * @param {number} arc
 */
function inQuarter(way, flat, side, arc) {
  if (way <= flat) return { x: way, y: 1 };
  if (way >= flat + arc) return { x: WIDTH, y: side - (way - flat - arc) };
  const angle = (way - flat) / CORNER;
  return { x: flat + CORNER * Math.sin(angle), y: side + CORNER * Math.cos(angle) };
}

/** @param {number} number */
const rounded = (number) => Math.round(number * 1000) / 1000 || 0;
