/**
 * The scores of a replay as a chart: a line for each player and a mark at the current step. A tap on the chart goes to a step. The table
 * below the chart shows the same scores to readers who cannot see the chart. Each line has a sign of its own, drawn at every change of the
 * score. Above the plot stand the flags of the steps, as buttons.
 */

import { h, redraw } from "./dom.js";
import { gravestOf, grouped } from "./flags.js";
import { LineChart } from "./linechart.js";
import { linesOf, turningPoints } from "./scores.js";
import { colour } from "./signs.js";
import { CHART } from "./texts/replay.js";
import { SIDES } from "./texts/table.js";
import { FLAGS, namesOf } from "./texts/words.js";

/** @typedef {import("./scores.js").Line} Line */

const SIGN_SPACE = 14;
// A flag is as wide as a thumb.
const FLAG_SPACE = 44;

/**
 * The chart inside `root`: a legend, the plot, and the table, which the reader can unfold.
 * @extends {LineChart<Line>}
 */
export class ScoreChart extends LineChart {
  /**
   * @param {HTMLElement} root
   * @param {{jump: (step: number) => void}} reel `jump`: goes to the step that was tapped in the plot. The page itself handles the buttons
   *   of the flags and of the table
   */
  constructor(root, { jump }) {
    // The pointer snaps to a step, so µPlot would take every click for the end of a drag and ignore the click. Our own `click` prevents
    // this.
    const cursor = { y: false, points: { show: false }, drag: { x: false, y: false, click: () => undefined }, move: snapped };
    super(root, { heights: [210, 270], axes: [{ size: 26 }, { size: 34 }], cursor });
    this.jump = jump;
    this.at = 0;
    this.flags = /** @type {HTMLElement} */ (root.querySelector("[data-flags]"));
    /** @type {import("./flags.js").StepFlag[]} */
    this.flagged = [];
    this.fold = /** @type {HTMLDetailsElement} */ (root.querySelector("details"));
    this.fold.addEventListener("toggle", () => this.#tabulate());
  }

  /**
   * Show the scores in the frames of a replay. The chart stays hidden when the record has no scores.
   * @param {import("./frames.js").Step[]} frames
   * @param {import("./felt.js").Table["seats"]} seats
   * @param {import("./flags.js").StepFlag[]} flagged
   */
  show(frames, seats, flagged) {
    this.flagged = flagged;
    const called = namesOf(seats);
    this.lines = linesOf(frames, seats);
    this.name = (/** @type {Line} */ line) => SIDES.short(line.seats.map(called));
    this.alone = null;
    this.root.hidden = !this.lines.length;
    this.draw();
  }

  /**
   * Mark a step of the replay.
   * @param {number} step
   */
  mark(step) {
    this.at = step;
    this.plot?.redraw(false);
    this.label();
    this.#tabulate();
  }

  draw() {
    super.draw();
    const { plot } = this;
    plot?.over.addEventListener("click", (event) => this.jump(plot.posToIdx(event.offsetX)));
    if (plot) this.#tabulate();
  }

  // Draws steps, not slopes, because a score stays the same until it changes.
  paths() {
    return globalThis.uPlot.paths.stepped({ align: 1 });
  }

  /** @param {UPlot} plot */
  under(plot) {
    const { ctx, bbox } = plot;
    const x = Math.round(plot.valToPos(this.at, "x", true));
    ctx.save();
    Object.assign(ctx, { strokeStyle: colour("--ink"), lineWidth: 1.5 * devicePixelRatio });
    ctx.stroke(new Path2D(`M${x} ${bbox.top}v${bbox.height}`));
    Object.assign(ctx, { strokeStyle: colour("--edge"), lineWidth: devicePixelRatio });
    ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
    for (const { step } of this.flagged) ctx.stroke(new Path2D(`M${Math.round(plot.valToPos(step, "x", true))} ${bbox.top}v${bbox.height}`));
    ctx.restore();
    this.#flag(plot);
  }

  // µPlot knows places only when it draws. A button that stands for several flags goes from one to the next.
  /** @param {UPlot} plot */
  #flag(plot) {
    const { at } = this;
    const place = (/** @type {number} */ step) => plot.bbox.left / devicePixelRatio + plot.valToPos(step, "x");
    redraw(this.flags, grouped(this.flagged, place, FLAG_SPACE).map((group) => {
      const [first, kind, here] = [group[0], gravestOf(group), group.some(({ step }) => step === at)];
      const next = group.find(({ step }) => step > at) ?? first;
      const kinds = [...new Set(group.map((flag) => FLAGS[flag.kind].word.toLowerCase()))];
      const said = group.length > 1 ? CHART.flags(group.length, kinds, first.step, group[group.length - 1].step) : CHART.flag(FLAGS[kind].word, first.step, first.said);
      return h("li", { style: `left:${place(first.step).toFixed(1)}px`, "data-key": first.step },
        h("button", { type: "button", class: `chart-flag ${kind}`, "data-do": "jump", "data-step": next.step, "aria-label": said, title: said, "aria-current": here ? "step" : null },
          h("span", { class: "flag-sign", "aria-hidden": "true" }, FLAGS[kind].icon), group.length > 1 ? h("span", { "aria-hidden": "true" }, group.length) : null));
    }));
  }

  // Leaves out a sign if it would cover another sign. The sign at the current step is filled; the others are hollow.
  /**
   * @param {number} number
   * @param {UPlot} plot
   * @returns {[number, boolean][]}
   */
  signsOf(number, plot) {
    let last = -Infinity;
    return [...this.lines[number].changes, this.at].flatMap((step) => {
      const x = plot.valToPos(step, "x", true);
      if (step !== this.at && x - last < SIGN_SPACE * devicePixelRatio) return [];
      last = x;
      return [[step, step === this.at]];
    });
  }

  /** @param {Line} line */
  scoreOf({ values }) {
    return values[this.at] ?? null;
  }

  #tabulate() {
    if (!this.fold.open) return;
    const steps = turningPoints(this.lines);
    const current = steps.findLast((step) => step <= this.at);
    const head = h("tr", {}, h("th", { scope: "col" }, CHART.step), this.lines.map((line) => h("th", { scope: "col", title: this.name(line) }, h("span", { class: "clip" }, this.name(line)))));
    const rows = steps.map((step) => h("tr", { "aria-current": step === current ? "step" : null },
      h("th", { scope: "row" }, h("button", { type: "button", class: "plain", "data-do": "jump", "data-step": step }, step)),
      this.lines.map(({ values, changes }) => h("td", { class: changes.includes(step) ? "changed" : null }, values[step] ?? "–"))));
    redraw(this.table, h("caption", { class: "quiet" }, CHART.changes), h("thead", {}, head), h("tbody", {}, rows));
  }
}

// The vertical line under the pointer snaps to a step; without a pointer there is no line.
/**
 * @param {UPlot} plot
 * @param {number} left
 * @param {number} top
 */
const snapped = (plot, left, top) => (left < 0 ? [left, top] : [plot.valToPos(plot.posToIdx(left), "x"), top]);
