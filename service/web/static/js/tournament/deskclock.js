/**
 * The clock of a round. It shows the time until the bell, by the server's clock. If the director wants, there is a sound and a vibration.
 */

import { byId, h, redraw } from "../dom.js";
import { DESK_CLOCK } from "../texts/director.js";
import { spanWords } from "../times.js";
import { RoundClock } from "./roundclock.js";

/** @typedef {import("./roundclock.js").Timed} Timed */

const BEEP = 0.25;
const NOTES = [880, 880, 1175];
const BUZZ = [300, 150, 300, 150, 600];
const HOUR = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const CHOICE = "faceup:bell";

/** The clock in `#clock`, and the box `#aloud` that allows sound. */
export class DeskClock extends RoundClock {
  /**
   * @param {import("../servertime.js").ServerTime} time
   * @param {() => void} due called when the bell of the shown round becomes due
   */
  constructor(time, due) {
    super(byId("clock"), time, face);
    this.due = due;
    this.wasDue = false;
    /** @type {AudioContext | null} */
    this.audio = null;
    byId("aloud", "input").checked = localStorage.getItem(CHOICE) === "on";
    byId("aloud").addEventListener("change", () => this.#choose());
  }

  /** Whether the bell of the shown round is due and has not rung. */
  get isDue() {
    return Boolean(this.round?.due_at && !this.round.rung_at && this.round.due_at <= this.time.now);
  }

  /** @param {Timed | null} round */
  show(round) {
    const former = this.round;
    super.show(round);
    const same = former?.round === this.round?.round;
    const known = same && former?.due_at === this.round?.due_at;
    if (same && this.round?.rung_at && !former?.rung_at && !this.wasDue) this.#ring();
    if (!known) this.wasDue = this.isDue; // a page that is opened after the time is up does not ring
  }

  tick() {
    if (this.isDue && !this.wasDue) {
      this.wasDue = true;
      this.#ring();
      this.due();
    }
    super.tick();
  }

  // Browsers allow sound only after a tap on the page. The tap on this box is such a tap.
  #choose() {
    localStorage.setItem(CHOICE, byId("aloud", "input").checked ? "on" : "off");
    if (byId("aloud", "input").checked) this.#ring();
  }

  #ring() {
    if (!byId("aloud", "input").checked) return;
    navigator.vibrate?.(BUZZ);
    this.audio ??= new AudioContext();
    const audio = this.audio;
    audio.resume();
    NOTES.forEach((pitch, place) => this.#beep(audio, pitch, audio.currentTime + place * 2 * BEEP));
  }

  /**
   * @param {AudioContext} audio
   * @param {number} pitch
   * @param {number} at
   */
  #beep(audio, pitch, at) {
    const tone = new OscillatorNode(audio, { frequency: pitch });
    const loud = new GainNode(audio, { gain: 0.3 });
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + BEEP);
  }
}

/**
 * @param {HTMLElement} root
 * @param {Timed | null} round
 * @param {number} now
 */
function face(root, round, now) {
  redraw(root, round?.started_at ? faceOf(round, round.started_at, now) : null);
}

/**
 * @param {Timed} round
 * @param {number} started
 * @param {number} now
 */
function faceOf(round, started, now) {
  if (round.rung_at) return [h("p", { class: "desk-time rung" }, DESK_CLOCK.bell), h("p", { class: "quiet" }, DESK_CLOCK.rang(HOUR.format(round.rung_at)))];
  if (!round.due_at) return [h("p", { class: "desk-time" }, spanWords(now - started)), h("p", { class: "quiet" }, DESK_CLOCK.since(HOUR.format(started)))];
  const left = round.due_at - now;
  const words = left > 0 ? DESK_CLOCK.bellAt : DESK_CLOCK.bellWasDue;
  return [h("p", { class: left > 0 ? "desk-time" : "desk-time over", role: "timer" }, spanWords(left)), h("p", { class: "quiet" }, words(HOUR.format(round.due_at)))];
}
