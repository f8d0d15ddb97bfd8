/**
 * A chart of lines with its legend. µPlot draws it (docs/decisions/files.md). The lines differ by colour, by dashes and by the shape
 * of the signs on them. A tap on a name in the legend fades all other lines; a second tap shows them again.
 */

import { h, on, redraw, spoken } from "./dom.js";
import { sideBySide, spanOf } from "./scores.js";
import { colour, colourOf, dashesOf, sample, sign } from "./signs.js";
import { pointsSaid } from "./texts/words.js";

const STEPS_OF_AN_AXIS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000, 10_000];
const PIXELS_APART = 3;
const FAINT = 0.2;

/** @typedef {{heights: [number, number], axes: object[], cursor?: object}} Look `heights`: of the plot on a narrow and on a wide page, in px; `axes`, `cursor`: options of µPlot */

/**
 * The base class of the charts of scores. A chart sets `lines`, each with its `values`, and the function `name`, which returns whose line
 * it is. A chart also defines the methods `signsOf` and `scoreOf`.
 * @template {{values: (number | null)[]}} Line
 */
export class LineChart {
  /**
   * @param {HTMLElement} root with `data-legend`, `data-plot` and `data-table`
   * @param {Look} look
   */
  constructor(root, look) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-${name}]`));
    this.root = root;
    this.look = look;
    this.legend = part("legend");
    this.place = part("plot");
    this.table = part("table");
    /** @type {Line[]} */
    this.lines = [];
    /** @type {(line: Line) => string} */
    this.name = String;
    /** @type {number | null} the number of the line that is not faded; null: none is */
    this.alone = null;
    /** @type {UPlot | null} */
    this.plot = null;
    on(this.legend, { alone: (button) => this.#single(Number(button.dataset.line)) });
    new ResizeObserver(() => this.draw()).observe(this.place);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  /** Draw a new plot, because after a change of width, colours or lines no part of the old plot can stay. */
  draw() {
    this.plot?.destroy();
    this.plot = null;
    const width = this.place.clientWidth;
    if (!width || !this.lines.length) return;
    const size = { width, height: this.look.heights[width < 480 ? 0 : 1] };
    const span = spanOf(this.lines);
    const apart = Math.min((PIXELS_APART * (span[1] - span[0])) / size.height, 0.6 / this.lines.length);
    const across = this.lines[0].values.map((_, at) => at);
    this.plot = new globalThis.uPlot({ ...size, ...this.#options(span) }, [across, ...sideBySide(this.lines, apart)], this.place);
    this.label();
  }

  /** @param {number[]} span */
  #options([least, most]) {
    const room = (most - least) * 0.06;
    const axis = { stroke: colour("--soft"), font: `12px ${getComputedStyle(this.place).fontFamily}`, incrs: STEPS_OF_AN_AXIS, grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false } };
    return {
      scales: { x: { time: false, range: (/** @type {UPlot} */ _, /** @type {number} */ from, /** @type {number} */ to) => [from - 0.02 * (to - from || 1), to + 0.02 * (to - from || 1)] }, y: { range: () => [least - room, most + room] } },
      axes: this.look.axes.map((own) => ({ ...axis, labelFont: axis.font, ...own })),
      series: [{}, ...this.lines.map((_, number) => ({ stroke: colourOf(number), width: this.alone === number ? 3 : 2, dash: dashesOf(number), paths: this.paths(), points: { show: false }, alpha: this.#alpha(number) }))],
      legend: { show: false },
      cursor: this.look.cursor ?? { show: false },
      hooks: { drawAxes: [(/** @type {UPlot} */ plot) => this.under(plot)], drawSeries: [(/** @type {UPlot} */ plot, /** @type {number} */ index) => this.#signs(plot, index - 1)] },
    };
  }

  /**
   * The path of a line, for µPlot; undefined: straight from value to value.
   * @returns {unknown}
   */
  paths() {
    return undefined;
  }

  /**
   * Draw what is under the lines.
   * @param {UPlot} _plot
   */
  under(_plot) {}

  /**
   * The places of the signs on a line, and whether each is filled.
   * @param {number} _number of the line
   * @param {UPlot} _plot
   * @returns {[number, boolean][]}
   */
  signsOf(_number, _plot) {
    return [];
  }

  /**
   * The score that the legend shows for a line; null: none.
   * @param {Line} _line
   * @returns {number | null}
   */
  scoreOf(_line) {
    return null;
  }

  /**
   * @param {UPlot} plot
   * @param {number} number
   */
  #signs(plot, number) {
    const { ctx } = plot;
    ctx.save();
    ctx.globalAlpha = this.#alpha(number);
    for (const [at, full] of this.signsOf(number, plot)) {
      const value = plot.data[number + 1][at];
      if (value !== null) sign(ctx, number, plot.valToPos(at, "x", true), plot.valToPos(value, "y", true), devicePixelRatio, full);
    }
    ctx.restore();
  }

  /** @param {number} number */
  #alpha(number) {
    return this.alone === null || this.alone === number ? 1 : FAINT;
  }

  /** @param {number} number */
  #single(number) {
    this.alone = this.alone === number ? null : number;
    this.draw();
  }

  /** Write the legend: each name with its `scoreOf`, if there is one. */
  label() {
    redraw(this.legend, this.lines.map((line, number) => {
      const [name, value] = [this.name(line), this.scoreOf(line)];
      return h("button", { type: "button", class: "player-line", "data-do": "alone", "data-line": number, "aria-pressed": String(this.alone === number) },
        h("canvas", { width: 34 * devicePixelRatio, height: 14 * devicePixelRatio, "aria-hidden": "true" }),
        h("span", { class: "clip", title: name }, name), value === null ? null : h("b", {}, pointsSaid(value, value, spoken)));
    }));
    this.legend.querySelectorAll("canvas").forEach((canvas, number) => sample(canvas, number));
  }
}
