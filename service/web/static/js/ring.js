/** Where the seats of a table are: a ring, the first seat at the bottom, the others clockwise in the order of play. */

import { SHAPES } from "./shapes.js";

/** @typedef {{x: number, y: number}} Place both from −1 (left, top) to 1 (right, bottom) of the track on which the plates of the seats lie */

/**
 * The places of all seats of a table. Four seats give partners opposite. Up to six lie on an ellipse, more of them along a rounded rectangle:
 * on an ellipse they would be too close at its ends.
 * @param {number} count 1 to 16
 * @returns {Place[]}
 */
export const seatPlaces = (count) => SHAPES.places[count - 1].map(([x, y]) => ({ x, y }));
