/** Pure functions that compute what the page of a table says and offers. */

import { capital, listed, openDeals } from "../texts/words.js";
import { playing, resultLine } from "./tablewords.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {Answers["RoundTable"]} Seated
 * @typedef {import("./tablegame.js").Game} Game
 * @typedef {{tournament: import("./tournament.js").Tournament, table: number, round: Answers["TournamentRound"] | null, seated: Seated | undefined, game: Game | null, may: boolean}} Known
 *   `round`: the newest published round, as GET /tournaments/{t}/rounds/{r}; null: none. `seated`: the table in it; undefined: this round
 *   does not use the table. `game`: the recorded game of the table; null: none. `may`: whether the visitor may record here
 */

const OVER = ["confirmed", "final"];
/** @type {Record<string, string>} */
const STOPPED = { abandoned: "The game was abandoned.", annulled: "The game was annulled.", unfinished: "Time was called before the game was finished." };

/**
 * The sentence of the page.
 * @param {Known} known
 */
export function sentence({ tournament, round, seated, may }) {
  if (tournament.state.finished) return "The tournament is over";
  if (!round) return "Round 1 is not out yet";
  if (!seated) return `This table is not used in round ${round.round}`;
  const own = may || seated.sides.flat().some((entry) => entry === tournament.who.entry);
  if (seated.result?.source === "forfeit") return `Round ${round.round}: decided without play`;
  return seated.result && own ? "Your result counts" : `Round ${round.round}: ${playing(tournament, seated.sides)}`;
}

/**
 * More sentences, shown below the list of the sides.
 * @param {Known} known
 */
export function remarks(known) {
  const { tournament, round, seated } = known;
  if (tournament.state.finished) return ["Thank you for playing."];
  if (!round) return ["This page shows it as soon as it is."];
  const next = later(tournament.state.settings, round.round);
  if (!seated) return [next];
  const { result } = seated;
  return (result ? settled(tournament, seated, result, next) : waiting(known, seated)).filter(Boolean);
}

/**
 * @param {import("./seen.js").Settings} settings
 * @param {number} round
 */
const later = ({ rounds }, round) =>
  rounds && round >= rounds ? "It was the last round." : `Round ${round + 1} is not out yet. This page shows it as soon as it is.`;

/**
 * @param {Known["tournament"]} tournament
 * @param {Seated} seated
 * @param {Answers["TableResult"]} result
 * @param {string} next what is said about the next round
 */
function settled(tournament, { typed, change, sides }, result, next) {
  const line = (/** @type {Answers["TableResult"]} */ each) => resultLine(tournament, sides, each);
  return [
    result.source === "forfeit" && `${line(result)} by forfeit. The director decided this.`,
    typed && `Somebody typed another result: ${line(typed)}. The director decides which one counts.`,
    change && `The recorded game says something else now: ${line(change)}. The director decides which one counts.`,
    next,
  ];
}

/**
 * @param {Known} known
 * @param {Seated} seated
 */
function waiting({ tournament, game, may }, seated) {
  const left = seated.sides.flat().filter((entry) => tournament.entries.get(entry)?.withdrawn);
  return [
    left.length && `${listed(left.map((entry) => tournament.name(entry)))} left the tournament. If you do not play, ask the director how this table counts.`,
    seated.typed && !may && `A result was typed and waits for the other side: ${resultLine(tournament, seated.sides, seated.typed)}.`,
    !seated.typed && game && ofGame(game, tournament.state.settings, may),
  ];
}

/**
 * @param {Game} game
 * @param {import("./seen.js").Settings} settings
 * @param {boolean} may
 */
function ofGame(game, { takes }, may) {
  if (STOPPED[game.state]) return `${STOPPED[game.state]} ${may ? "You can type the result, or ask the director." : ""}`;
  const open = capital(openDeals(game.outcome.open_deals, "hand"));
  if (game.state === "open") return `The game is being recorded.${open && ` ${open}: the points are not sure.`}`;
  if (game.state === "finished" && open) return `The game is over. ${open}: it counts when the table has answered the questions on the page of the game, or confirmed the result.`;
  if (takes === "final" && game.state !== "final") return "The game is over. It counts when the director has made the result final.";
  if (game.state === "finished" && takes !== "finished") return "The game is over. It counts when the other side has confirmed the result.";
  return "The result of the game is being counted.";
}

/**
 * The acts that are offered, the first one filled.
 * @param {Known} known
 * @returns {{what: string, word: string, href?: string}[]}
 */
export function acts({ tournament, seated, game, may }) {
  if (!may || !seated || tournament.state.finished || seated.result) return [];
  if (seated.typed) return [{ what: "type", word: "Type it again" }];
  const typing = { what: "type", word: "Type the result" };
  if (!game && seated.game) return [{ what: "game", word: "Go on with the record", href: `/games/${seated.game}` }, typing];
  if (!game) return [{ what: "record", word: "Record the game" }, typing];
  const at = `/games/${game.game}`;
  if (game.state === "open") return [{ what: "game", word: "Go on with the record", href: at }, typing];
  if (game.state === "finished" && tournament.state.settings.takes !== "finished") return [{ what: "game", word: "Confirm the result", href: at }];
  return OVER.includes(game.state) || game.state === "finished" ? [] : [typing, { what: "game", word: "Look at the record", href: at }];
}
