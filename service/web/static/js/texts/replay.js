/** The texts of the replay of a game and of the charts of scores. */

import { listed } from "./words.js";

/**
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {(text: string) => Child} Say makes an element of a part that only screen readers read
 */

/** The replay (replay.js). */
export const REPLAY = {
  step: (/** @type {number} */ step, /** @type {number} */ last) => `Step ${step} of ${last}`,
  stepOfEntry: (/** @type {number} */ step, /** @type {number} */ last, /** @type {number} */ entry) =>
    `Step ${step} of ${last}, entry ${entry}`,
  result: (/** @type {Child} */ evidence) => ["Result: ", evidence],
  play: "▶ Play",
  pause: "❚❚ Pause",
  /** The view of the visitor. */
  me: "me",
  title: (/** @type {string} */ headline) => `${headline} · Faceup`,
  /** Two sides with their points: `Anna & Cleo beat Ben & Dan, 509–405`. */
  beat: (/** @type {string[]} */ winners, /** @type {string[]} */ others, /** @type {string} */ points, /** @type {string} */ against) =>
    `${winners.join(" & ")} beat ${others.join(" & ")}, ${points}–${against}`,
  players: (/** @type {string[]} */ names) => listed(names),
  deal: (/** @type {number} */ deal, /** @type {number} */ last) => `Deal ${deal} of ${last}`,
  dealBegun: "Before the first deal",
  rounds: "Rounds",
  round: "Round",
  hand: (/** @type {number} */ round, /** @type {number} */ hand) => (hand > 1 ? `${round}.${hand}` : `${round}`),
  tricksOfDeal: (/** @type {number} */ deal) => `The tricks of deal ${deal}`,
  steps: "Steps",
  moves: "Moves, player by player",
  share: "Share this moment",
  fullScreen: "Full screen",
  leaveFullScreen: "Leave full screen",
};

/** What differs between two versions of a record (diff.js). */
export const DIFF = {
  withCorrections: (/** @type {number} */ entry) => `The game as recorded, compared with the game as corrected at entry ${entry}.`,
  /** `as`: `recorded` or `corrected`. */
  versions: (/** @type {number} */ from, /** @type {number} */ to, /** @type {string} */ as) =>
    `Entry ${from} compared with entry ${to}, as ${as}.`,
  nothing: "Nothing changed.",
  showEntry: (/** @type {number} */ entry, /** @type {Say} */ say) => [say("Show entry "), entry],
};

/** Scores as lines (chart.js, linechart.js). */
export const CHART = {
  step: "Step",
  changes: "The steps at which a score changed",
  /** A flag on the chart. `kind`: what it is, such as `Breach`; `said`: what was found. */
  flag: (/** @type {string} */ kind, /** @type {number} */ step, /** @type {string} */ said) => `${kind}, step ${step}: ${said}`,
  /** Several flags that stand at one place. `kinds`: what they are. */
  flags: (/** @type {number} */ flags, /** @type {string[]} */ kinds, /** @type {number} */ from, /** @type {number} */ to) =>
    `${flags} flags, steps ${from} to ${to}: ${listed(kinds)}`,
};
