/** Pure functions that compute the sentences on a player's own page. */

import { CHECK_IN, HALL, RESULT } from "../texts/hall.js";
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
  if (tournament.state.finished) return HALL.over;
  if (tournament.entries.get(entry)?.withdrawn) return CHECK_IN.left;
  if (!round) return CHECK_IN.nothingYet;
  if (seated?.result) return CHECK_IN.counts(round.round);
  if (seated) return CHECK_IN.playAt(round.round, seated.table);
  return round.sits_out.includes(entry) ? CHECK_IN.sitOut(round.round) : CHECK_IN.doNotPlay(round.round);
}

/**
 * The sentences below the first one, as a list.
 * @param {Own} own
 */
export function ownRemarks({ tournament, entry, round, seated }) {
  const { finished, settings } = tournament.state;
  if (finished) return [HALL.thanks];
  if (tournament.entries.get(entry)?.withdrawn) return [CHECK_IN.leftHelp];
  if (!round) return [CHECK_IN.notOut(1)];
  if (seated && !seated.result) return [];
  const last = settings.rounds && round.round >= settings.rounds;
  const line = seated?.result?.source === "forfeit" && RESULT.byForfeit(resultLine(tournament, seated.sides, seated.result));
  return [line, last ? HALL.lastRound : CHECK_IN.notOut(round.round + 1)].filter(Boolean);
}
