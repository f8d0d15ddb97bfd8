/** Pure functions that compute what the page of a table says and offers. */

import { capital, listed, openDeals } from "../words.js";
import { playing, resultLine } from "./tablewords.js";

/**
 * @typedef {{tournament: import("./tournament.js").Tournament, table: number, round: any, seated: any, game: any, may: boolean}} Known
 *   `round`: the newest published round, as GET /tournaments/{t}/rounds/{r}; null: none. `seated`: the table in it; undefined: this round
 *   does not use the table. `game`: the recorded game of the table; null: none. `may`: whether the visitor may record here
 */

const OVER = ["confirmed", "final"];
const STOPPED = { abandoned: "The game was abandoned.", annulled: "The game was annulled.", unfinished: "Time was called before the game was finished." };

/** The sentence of the page. */
export function sentence({ tournament, round, seated, may }) {
  if (tournament.state.finished) return "The tournament is over";
  if (!round) return "Round 1 is not out yet";
  if (!seated) return `This table is not used in round ${round.round}`;
  const own = may || seated.sides.flat().includes(tournament.who.entry);
  if (seated.result?.source === "forfeit") return `Round ${round.round}: decided without play`;
  return seated.result && own ? "Your result counts" : `Round ${round.round}: ${playing(tournament, seated.sides)}`;
}

/** More sentences, shown below the list of the sides. */
export function remarks(known) {
  const { tournament, round, seated } = known;
  if (tournament.state.finished) return ["Thank you for playing."];
  if (!round) return ["This page shows it as soon as it is."];
  if (!seated) return [`${later(known)}`];
  return (seated.result ? settled(known) : waiting(known)).filter(Boolean);
}

const later = ({ tournament, round }) => {
  const { rounds } = tournament.state.settings;
  return rounds && round.round >= rounds ? "It was the last round." : `Round ${round.round + 1} is not out yet. This page shows it as soon as it is.`;
};

function settled({ tournament, round, seated, ...others }) {
  const { result, typed, change, sides } = seated;
  const line = (each) => resultLine(tournament, sides, each);
  return [
    result.source === "forfeit" && `${line(result)} by forfeit. The director decided this.`,
    typed && `Somebody typed another result: ${line(typed)}. The director decides which one counts.`,
    change && `The recorded game says something else now: ${line(change)}. The director decides which one counts.`,
    `${later({ tournament, round, ...others })}`,
  ];
}

function waiting({ tournament, seated, game, may }) {
  const left = seated.sides.flat().filter((entry) => tournament.entries.get(entry)?.withdrawn);
  return [
    left.length && `${listed(left.map((entry) => tournament.name(entry)))} left the tournament. If you do not play, ask the director how this table counts.`,
    seated.typed && !may && `A result was typed and waits for the other side: ${resultLine(tournament, seated.sides, seated.typed)}.`,
    !seated.typed && game && ofGame(game, tournament.state.settings, may),
  ];
}

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
 * The acts that are offered, the first one filled: [{what, word, href?}].
 * @param {Known} known
 */
export function acts({ tournament, seated, game, may }) {
  if (!may || !seated || tournament.state.finished || seated.result) return [];
  if (seated.typed) return [{ what: "type", word: "Type it again" }];
  const typing = { what: "type", word: "Type the result" };
  const at = game && `/games/${game.game}`;
  if (!game && seated.game) return [{ what: "game", word: "Go on with the record", href: `/games/${seated.game}` }, typing];
  if (!game) return [{ what: "record", word: "Record the game" }, typing];
  if (game.state === "open") return [{ what: "game", word: "Go on with the record", href: at }, typing];
  if (game.state === "finished" && tournament.state.settings.takes !== "finished") return [{ what: "game", word: "Confirm the result", href: at }];
  return OVER.includes(game.state) || game.state === "finished" ? [] : [typing, { what: "game", word: "Look at the record", href: at }];
}
