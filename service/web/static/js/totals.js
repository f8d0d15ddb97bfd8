/** Draws the totals of each side after each deal as lines. Everything that it shows stands in the table beside it too (deals.js). */

/** @typedef {import("./gamestate.js").Game["rounds"][number]} Round */

const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH, EDGE] = [340, 96, 8];
// The signs of the sides, as on the felt. Around 0,0.
const SIGNS = ["M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", "M0-5 5 0 0 5-5 0z", "M0-5 5 4-5 4z", "M-4-4H4V4H-4z"];

/**
 * The lines; null if fewer than two rounds have a total, or the lines are too many to tell them apart.
 * @param {readonly Round[]} rounds by number
 * @param {number[][]} columns the seats of each line
 * @param {number | null} target the points that win the game
 * @returns {Element | null}
 */
export function totalLines(rounds, columns, target) {
  const lines = columns.map(([seat]) => rounds.flatMap(({ totals }, at) => (totals[seat] === undefined ? [] : [{ at: at + 1, total: totals[seat] }])));
  if (columns.length > SIGNS.length || lines.some((line) => line.length < 2)) return null;
  const values = [0, ...(target === null ? [] : [target]), ...lines.flat().map(({ total }) => total)];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = (/** @type {number} */ at) => EDGE + (at / rounds.length) * (WIDE - 2 * EDGE);
  const y = (/** @type {number} */ total) => HIGH - EDGE - ((total - least) / (most - least || 1)) * (HIGH - 2 * EDGE);
  const first = rounds[0].round === 1 ? [{ at: 0, total: 0 }] : [];
  return part("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "totals", "aria-hidden": "true", "data-key": "totals" }, [
    part("path", { class: "level", d: `M0 ${y(0)}H${WIDE}` }),
    ...(target === null ? [] : [part("path", { class: "level goal", d: `M0 ${y(target)}H${WIDE}` })]),
    ...lines.map((line, side) => part("g", { class: `line side-${side}` }, [
      part("path", { class: "way", d: `M${[...first, ...line].map(({ at, total }) => `${x(at).toFixed(1)} ${y(total).toFixed(1)}`).join("L")}` }),
      ...line.map(({ at, total }) => part("path", { class: "sign", d: SIGNS[side], transform: `translate(${x(at).toFixed(1)} ${y(total).toFixed(1)})` })),
    ])),
  ]);
}

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {Element[]} [children]
 */
function part(tag, attributes, children = []) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
