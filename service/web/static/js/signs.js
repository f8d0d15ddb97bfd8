/** Lines of a chart that everybody can tell apart: by colour, by dashes, and by the sign on them. The colours are in css/chart.css. */

/** @typedef {(x: number, y: number, r: number) => Path2D} Sign the outline of a sign round a point, of this size */

const COLOURS = 7;
const DASHES = [[], [7, 4], [2, 3], [12, 3, 2, 3], [4, 2]];
const SIGNS = [circle, square, triangle, diamond, cross, wedge];
const SIGN_SIZE = 4.5;

/**
 * A colour of the style sheet, such as `--ink`.
 * @param {string} property
 */
export const colour = (property) => getComputedStyle(document.documentElement).getPropertyValue(property);

/** @param {number} number */
export const colourOf = (number) => colour(`--line-${number % COLOURS}`);

/** @param {number} number */
export const dashesOf = (number) => DASHES[number % DASHES.length];

/**
 * Draw the sign of a line: filled if `full`, otherwise hollow.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} number
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 * @param {boolean} full
 */
export function sign(ctx, number, x, y, scale, full) {
  const size = SIGN_SIZE * scale * (full ? 1.2 : 1);
  const path = SIGNS[number % SIGNS.length](x, y, size);
  ctx.setLineDash([]);
  Object.assign(ctx, { strokeStyle: colourOf(number), fillStyle: full ? colourOf(number) : colour("--surface"), lineWidth: 2 * scale });
  ctx.fill(path);
  ctx.stroke(path);
}

/**
 * Draw a sample of a line for the legend.
 * @param {HTMLCanvasElement} canvas
 * @param {number} number
 */
export function sample(canvas, number) {
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const [scale, middle] = [devicePixelRatio, canvas.height / 2];
  ctx.reset();
  Object.assign(ctx, { strokeStyle: colourOf(number), lineWidth: 2 * scale });
  ctx.setLineDash(dashesOf(number).map((length) => length * scale));
  ctx.stroke(new Path2D(`M0 ${middle}h${canvas.width}`));
  sign(ctx, number, canvas.width / 2, middle, scale, false);
}

/** @type {Sign} */
function circle(x, y, r) {
  const path = new Path2D();
  path.arc(x, y, r, 0, 2 * Math.PI);
  return path;
}

/** @type {Sign} */
function square(x, y, r) {
  return new Path2D(`M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`);
}

/** @type {Sign} */
function triangle(x, y, r) {
  return new Path2D(`M${x} ${y - 1.2 * r}l${1.2 * r} ${2.1 * r}h${-2.4 * r}z`);
}

/** @type {Sign} */
function wedge(x, y, r) {
  return new Path2D(`M${x} ${y + 1.2 * r}l${1.2 * r} ${-2.1 * r}h${-2.4 * r}z`);
}

/** @type {Sign} */
function diamond(x, y, r) {
  return new Path2D(`M${x} ${y - 1.3 * r}l${1.3 * r} ${1.3 * r}l${-1.3 * r} ${1.3 * r}l${-1.3 * r} ${-1.3 * r}z`);
}

/** @type {Sign} */
function cross(x, y, r) {
  return new Path2D(`M${x - r} ${y - r}l${2 * r} ${2 * r}M${x + r} ${y - r}l${-2 * r} ${2 * r}`);
}
