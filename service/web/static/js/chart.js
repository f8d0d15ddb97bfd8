/**
 * The scores of a replay as a chart: a line for each player and a mark at the current step. A tap on the chart goes to a step. µPlot draws the
 * chart (docs/decisions/web-chart.md). The table below it shows the same scores to readers who cannot see the chart.
 *
 * The lines differ by colour, by dashes and by the sign that they have where the score changes.
 */

import { h, on, redraw, spoken } from "./dom.js";
import { linesOf, sideBySide, spanOf, turningPoints } from "./scores.js";
import { namesOf } from "./words.js";

const COLOURS = 7;
const DASHES = [[], [7, 4], [2, 3], [12, 3, 2, 3], [4, 2]];
const SIGNS = [circle, square, triangle, diamond, cross, wedge];
const SIGN_SIZE = 4.5;
const SIGN_SPACE = 14;
const STEPS_OF_AN_AXIS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
const PIXELS_APART = 3;
const FAINT = 0.2;

/** The chart inside `root`: a legend, the plot, the table. */
export class ScoreChart {
  /**
   * @param {HTMLElement} root
   * @param {{jump: (step: number) => void}} reel `jump`: goes to a step after a tap on the plot; the page itself handles the buttons of the table
   */
  constructor(root, { jump }) {
    Object.assign(this, { root, jump, lines: [], name: String, at: 0, alone: null, plot: null });
    const part = (name) => root.querySelector(`[data-${name}]`);
    Object.assign(this, { legend: part("legend"), place: part("plot"), fold: root.querySelector("details"), table: part("table") });
    on(root, { alone: (button) => this.#single(Number(button.dataset.line)) });
    this.fold.addEventListener("toggle", () => this.#tabulate());
    new ResizeObserver(() => this.#draw()).observe(this.place);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#draw());
  }

  /** Show the scores in the frames of a replay. The chart stays hidden when the record has no scores. */
  show(frames, seats) {
    Object.assign(this, { lines: linesOf(frames, seats), name: namesOf(seats), alone: null });
    this.root.hidden = !this.lines.length;
    this.#draw();
  }

  /** Mark a step of the replay. */
  mark(step) {
    this.at = step;
    this.plot?.redraw(false);
    this.#label();
    this.#tabulate();
  }

  // Draws a new plot, because after a change of width, colours or lines no part of the old plot can stay.
  #draw() {
    this.plot?.destroy();
    this.plot = null;
    const width = this.place.clientWidth;
    if (!width || !this.lines.length) return;
    const size = { width, height: width < 480 ? 210 : 270 };
    const span = spanOf(this.lines);
    const apart = Math.min((PIXELS_APART * (span[1] - span[0])) / size.height, 0.6 / this.lines.length);
    const steps = this.lines[0].values.map((_, step) => step);
    this.plot = new globalThis.uPlot({ ...size, ...this.#options(span) }, [steps, ...sideBySide(this.lines, apart)], this.place);
    this.plot.over.addEventListener("click", (event) => this.jump(this.plot.posToIdx(event.offsetX)));
    this.#label();
    this.#tabulate();
  }

  #options([least, most]) {
    const room = (most - least) * 0.06;
    const axis = { stroke: colour("--soft"), font: `12px ${getComputedStyle(this.place).fontFamily}`, incrs: STEPS_OF_AN_AXIS, grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false } };
    return {
      scales: { x: { time: false, range: (_, from, to) => [from - 0.015 * (to - from || 1), to + 0.015 * (to - from || 1)] }, y: { range: () => [least - room, most + room] } },
      axes: [{ ...axis, size: 26 }, { ...axis, size: 34 }],
      series: [{}, ...this.lines.map((_, number) => this.#series(number))],
      legend: { show: false },
      // The pointer snaps to a step, so µPlot takes every click for a drag. Without this function it would ignore the click.
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false, click: () => undefined }, move: snapped },
      hooks: { drawAxes: [(plot) => this.#upright(plot)], drawSeries: [(plot, index) => this.#signs(plot, index - 1)] },
    };
  }

  // Draws steps, not slopes, because a score stays the same until it changes.
  #series(number) {
    const { stepped } = globalThis.uPlot.paths;
    return { stroke: colourOf(number), width: 2, dash: dashesOf(number), paths: stepped({ align: 1 }), points: { show: false }, alpha: this.#alpha(number) };
  }

  #upright(plot) {
    const { ctx, bbox } = plot;
    const x = Math.round(plot.valToPos(this.at, "x", true));
    ctx.save();
    Object.assign(ctx, { strokeStyle: colour("--ink"), lineWidth: 1.5 * devicePixelRatio });
    ctx.stroke(new Path2D(`M${x} ${bbox.top}v${bbox.height}`));
    ctx.restore();
  }

  #signs(plot, number) {
    const { ctx } = plot;
    ctx.save();
    ctx.globalAlpha = this.#alpha(number);
    let last = -Infinity;
    for (const step of [...this.lines[number].changes, this.at]) {
      const [x, value] = [plot.valToPos(step, "x", true), plot.data[number + 1][step]];
      if (value === null || (step !== this.at && x - last < SIGN_SPACE * devicePixelRatio)) continue;
      sign(ctx, number, x, plot.valToPos(value, "y", true), devicePixelRatio, step === this.at);
      last = x;
    }
    ctx.restore();
  }

  #alpha(number) {
    return this.alone === null || this.alone === number ? 1 : FAINT;
  }

  // A tap fades all lines but one player's; a second tap shows all of them again.
  #single(number) {
    this.alone = this.alone === number ? null : number;
    this.#draw();
  }

  #label() {
    redraw(this.legend, this.lines.map((line, number) => this.#player(line, number)));
    this.legend.querySelectorAll("canvas").forEach((canvas, number) => sample(canvas, number));
  }

  #player({ seat, values }, number) {
    const [name, value] = [this.name(seat), values[this.at] ?? null];
    return h("button", { type: "button", class: "player-line", "data-do": "alone", "data-line": number, "aria-pressed": String(this.alone === number) },
      h("canvas", { width: 34 * devicePixelRatio, height: 14 * devicePixelRatio, "aria-hidden": "true" }),
      h("span", { class: "clip", title: name }, name),
      value === null ? null : h("b", {}, value, spoken(value === 1 ? " point" : " points")));
  }

  #tabulate() {
    if (!this.fold.open) return;
    const steps = turningPoints(this.lines);
    const current = steps.findLast((step) => step <= this.at);
    const head = h("tr", {}, h("th", { scope: "col" }, "Step"), this.lines.map(({ seat }) => h("th", { scope: "col", title: this.name(seat) }, h("span", { class: "clip" }, this.name(seat)))));
    const rows = steps.map((step) => h("tr", { "aria-current": step === current ? "step" : null },
      h("th", { scope: "row" }, h("button", { type: "button", class: "plain", "data-do": "jump", "data-step": step }, step)),
      this.lines.map(({ values, changes }) => h("td", { class: changes.includes(step) ? "changed" : null }, values[step] ?? "–"))));
    redraw(this.table, h("caption", { class: "quiet" }, "The steps at which a score changed"), h("thead", {}, head), h("tbody", {}, rows));
  }
}

// The vertical line under the pointer snaps to a step; without a pointer there is no line.
const snapped = (plot, left, top) => (left < 0 ? [left, top] : [plot.valToPos(plot.posToIdx(left), "x"), top]);

const colour = (property) => getComputedStyle(document.documentElement).getPropertyValue(property);

const colourOf = (number) => colour(`--line-${number % COLOURS}`);

const dashesOf = (number) => DASHES[number % DASHES.length];

/** Draw the sign of a line. The sign is hollow, but full at the current step. */
function sign(ctx, number, x, y, scale, full) {
  const size = SIGN_SIZE * scale * (full ? 1.2 : 1);
  const path = SIGNS[number % SIGNS.length](x, y, size);
  ctx.setLineDash([]);
  Object.assign(ctx, { strokeStyle: colourOf(number), fillStyle: full ? colourOf(number) : colour("--surface"), lineWidth: 2 * scale });
  ctx.fill(path);
  ctx.stroke(path);
}

/** Draw a sample of a line for the legend. */
function sample(canvas, number) {
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
