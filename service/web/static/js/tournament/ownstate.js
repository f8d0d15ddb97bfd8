/** Pure functions that compute the sentences on a player's own page. */

import { resultLine } from "./tablewords.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 *
 * @typedef {object} Own
 * @property {Pick<import("./seen.js").Seen, "state" | "entries" | "name" | "side">} tournament
 * @property {number} entry the player's
 * @property {Answers["TournamentRound"] | null} round the newest published one; null: none
 * @property {Answers["RoundTable"] | undefined} seated the entry's table in this round; undefined: none
 */

/**
 * The sentence of the page when the entry is checked in.
 * @param {Own} own
 */
export function ownSentence({ tournament, entry, round, seated }) {
  if (tournament.state.finished) return "The tournament is over";
  if (tournament.entries.get(entry)?.withdrawn) return "You left the tournament";
  if (!round) return "You are checked in";
  if (seated?.result) return `Round ${round.round}: your result counts`;
  if (seated) return `Round ${round.round}: you play at table ${seated.table}`;
  return round.sits_out.includes(entry) ? `Round ${round.round}: you sit out` : `Round ${round.round}: you do not play`;
}

/**
 * The sentences below the first one, as a list.
 * @param {Own} own
 */
export function ownRemarks({ tournament, entry, round, seated }) {
  const { finished, settings } = tournament.state;
  if (finished) return ["Thank you for playing."];
  if (tournament.entries.get(entry)?.withdrawn) return ["If you want to play again, ask the director."];
  if (!round) return ["Round 1 is not out yet. This page shows your table as soon as it is."];
  if (seated && !seated.result) return [];
  const last = settings.rounds && round.round >= settings.rounds;
  const line = seated?.result?.source === "forfeit" && `${resultLine(tournament, seated.sides, seated.result)} by forfeit. The director decided this.`;
  return [line, last ? "It was the last round." : `Round ${round.round + 1} is not out yet. This page shows your table as soon as it is.`].filter(Boolean);
}
