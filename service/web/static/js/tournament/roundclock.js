/** The clock of a round. It runs by the server's time; the function `face` draws it. */

import { redraw } from "../dom.js";
import { ROUND_CLOCK } from "../texts/hall.js";
import { spanWords } from "../times.js";

/** @typedef {Pick<import("./seen.js").Answers["RoundSummary"], "round" | "started_at" | "due_at" | "rung_at" | "unfinished">} Timed */
const TICK = 250;

export class RoundClock {
  /**
   * @param {HTMLElement} root
   * @param {import("../servertime.js").ServerTime} time
   * @param {(root: HTMLElement, round: Timed | null, now: number) => void} [face] shows a round (null: there is none) at a time in ms UTC
   */
  constructor(root, time, face = wordsFace) {
    this.root = root;
    this.time = time;
    this.face = face;
    /** @type {Timed | null} */
    this.round = null;
    setInterval(() => this.tick(), TICK);
  }

  /**
   * Show the clock of a round in play.
   * @param {Timed | null | undefined} round A round that is over has no clock.
   */
  show(round) {
    this.round = round?.unfinished.length ? round : null;
    this.draw();
  }

  /** Draw the clock again, because time has passed. */
  tick() {
    if (this.round) this.draw();
  }

  draw() {
    this.face(this.root, this.round, this.time.now);
  }
}

// Says how much time is left until the bell, that time is up, or that the bell has rung. Otherwise the clock is hidden.
/**
 * @param {HTMLElement} root
 * @param {Timed | null} round
 * @param {number} now
 */
function wordsFace(root, round, now) {
  const words = wordsOf(round, now);
  redraw(root, words);
  root.hidden = !words;
  root.classList.toggle("late", words === ROUND_CLOCK.up);
}

/**
 * @param {Timed | null} round
 * @param {number} now
 */
function wordsOf(round, now) {
  if (!round?.started_at) return "";
  if (round.rung_at) return ROUND_CLOCK.rung;
  if (!round.due_at) return "";
  return round.due_at > now ? ROUND_CLOCK.left(spanWords(round.due_at - now)) : ROUND_CLOCK.up;
}
