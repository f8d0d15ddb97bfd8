/** As much of µPlot as the charts use. It is a classic script, which sets this global (docs/decisions/files.md). */
interface UPlot {
  ctx: CanvasRenderingContext2D;
  /** Of the plot without its axes, in pixels of the canvas. */
  bbox: { left: number; top: number; width: number; height: number };
  data: (number | null)[][];
  /** The element over the plot that gets its clicks. */
  over: HTMLElement;
  valToPos(value: number, scale: string, onCanvas?: boolean): number;
  posToIdx(left: number): number;
  redraw(rebuildsPaths?: boolean): void;
  destroy(): void;
}

declare var uPlot: {
  new (options: object, data: (number | null)[][], place: HTMLElement): UPlot;
  paths: { stepped(options: { align: number }): unknown };
};
