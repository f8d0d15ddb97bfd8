/** Lines of a chart that everybody can tell apart: by colour, by dashes, and by the sign on them. The colours are in css/chart.css. */

const COLOURS = 7;
const DASHES = [[], [7, 4], [2, 3], [12, 3, 2, 3], [4, 2]];
const SIGNS = [circle, square, triangle, diamond, cross, wedge];
const SIGN_SIZE = 4.5;

/** A colour of the style sheet, such as `--ink`. */
export const colour = (property) => getComputedStyle(document.documentElement).getPropertyValue(property);

export const colourOf = (number) => colour(`--line-${number % COLOURS}`);

export const dashesOf = (number) => DASHES[number % DASHES.length];

/** Draw the sign of a line: filled if `full`, otherwise hollow. */
export function sign(ctx, number, x, y, scale, full) {
  const size = SIGN_SIZE * scale * (full ? 1.2 : 1);
  const path = SIGNS[number % SIGNS.length](x, y, size);
  ctx.setLineDash([]);
  Object.assign(ctx, { strokeStyle: colourOf(number), fillStyle: full ? colourOf(number) : colour("--surface"), lineWidth: 2 * scale });
  ctx.fill(path);
  ctx.stroke(path);
}

/** Draw a sample of a line for the legend. */
export function sample(canvas, number) {
  const ctx = canvas.getContext("2d");
  const [scale, middle] = [devicePixelRatio, canvas.height / 2];
  ctx.reset();
  Object.assign(ctx, { strokeStyle: colourOf(number), lineWidth: 2 * scale });
  ctx.setLineDash(dashesOf(number).map((length) => length * scale));
  ctx.stroke(new Path2D(`M0 ${middle}h${canvas.width}`));
  sign(ctx, number, canvas.width / 2, middle, scale, false);
}

function circle(x, y, r) {
  const path = new Path2D();
  path.arc(x, y, r, 0, 2 * Math.PI);
  return path;
}

function square(x, y, r) {
  return new Path2D(`M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`);
}

function triangle(x, y, r) {
  return new Path2D(`M${x} ${y - 1.2 * r}l${1.2 * r} ${2.1 * r}h${-2.4 * r}z`);
}

function wedge(x, y, r) {
  return new Path2D(`M${x} ${y + 1.2 * r}l${1.2 * r} ${-2.1 * r}h${-2.4 * r}z`);
}

function diamond(x, y, r) {
  return new Path2D(`M${x} ${y - 1.3 * r}l${1.3 * r} ${1.3 * r}l${-1.3 * r} ${1.3 * r}l${-1.3 * r} ${-1.3 * r}z`);
}

function cross(x, y, r) {
  return new Path2D(`M${x - r} ${y - r}l${2 * r} ${2 * r}M${x + r} ${y - r}l${-2 * r} ${2 * r}`);
}
