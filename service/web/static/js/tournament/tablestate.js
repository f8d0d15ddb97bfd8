/** Pure functions that compute what the page of a table says and offers. */

import { HALL, RESULT, TABLE_PAGE } from "../texts/hall.js";
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
/** @type {Record<string, {theirs: string, yours: string}>} what is said about a game that was ended; `yours`: to those who may record here */
const STOPPED = {
  abandoned: { theirs: TABLE_PAGE.abandoned, yours: TABLE_PAGE.abandonedYours },
  annulled: { theirs: TABLE_PAGE.annulled, yours: TABLE_PAGE.annulledYours },
  unfinished: { theirs: TABLE_PAGE.unfinished, yours: TABLE_PAGE.unfinishedYours },
};

/**
 * The sentence of the page.
 * @param {Known} known
 */
export function sentence({ tournament, round, seated, may }) {
  if (tournament.state.finished) return HALL.over;
  if (!round) return TABLE_PAGE.firstRoundNotOut;
  if (!seated) return TABLE_PAGE.notUsed(round.round);
  const own = may || seated.sides.flat().some((entry) => entry === tournament.who.entry);
  if (seated.result?.source === "forfeit") return TABLE_PAGE.forfeit(round.round);
  return seated.result && own ? TABLE_PAGE.counts : TABLE_PAGE.playing(round.round, playing(tournament, seated.sides));
}

/**
 * More sentences, shown below the list of the sides.
 * @param {Known} known
 */
export function remarks(known) {
  const { tournament, round, seated } = known;
  if (tournament.state.finished) return [HALL.thanks];
  if (!round) return [TABLE_PAGE.shownSoon];
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
  rounds && round >= rounds ? HALL.lastRound : TABLE_PAGE.notOut(round + 1);

/**
 * @param {Known["tournament"]} tournament
 * @param {Seated} seated
 * @param {Answers["TableResult"]} result
 * @param {string} next what is said about the next round
 */
function settled(tournament, { typed, change, sides }, result, next) {
  const line = (/** @type {Answers["TableResult"]} */ each) => resultLine(tournament, sides, each);
  return [
    result.source === "forfeit" && RESULT.byForfeit(line(result)),
    typed && TABLE_PAGE.typedAnother(line(typed)),
    change && TABLE_PAGE.recordedAnother(line(change)),
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
    left.length && TABLE_PAGE.left(left.map((entry) => tournament.name(entry))),
    seated.typed && !may && TABLE_PAGE.typed(resultLine(tournament, seated.sides, seated.typed)),
    !seated.typed && game && ofGame(game, tournament.state.settings, may),
  ];
}

/**
 * @param {Game} game
 * @param {import("./seen.js").Settings} settings
 * @param {boolean} may
 */
function ofGame(game, { takes }, may) {
  const stopped = STOPPED[game.state];
  if (stopped) return may ? stopped.yours : stopped.theirs;
  const open = game.outcome.open_deals ?? [];
  if (game.state === "open") return open.length ? TABLE_PAGE.recordingUnsure(open) : TABLE_PAGE.recording;
  if (game.state === "finished" && open.length) return TABLE_PAGE.overUnsure(open);
  if (takes === "final" && game.state !== "final") return TABLE_PAGE.overNotFinal;
  if (game.state === "finished" && takes !== "finished") return TABLE_PAGE.overNotConfirmed;
  return TABLE_PAGE.counting;
}

/**
 * The acts that are offered, the first one filled.
 * @param {Known} known
 * @returns {{what: string, word: string, href?: string}[]}
 */
export function acts({ tournament, seated, game, may }) {
  if (!may || !seated || tournament.state.finished || seated.result) return [];
  if (seated.typed) return [{ what: "type", word: TABLE_PAGE.typeAgain }];
  const typing = { what: "type", word: TABLE_PAGE.type };
  if (!game && seated.game) return [{ what: "game", word: TABLE_PAGE.goOn, href: `/games/${seated.game}` }, typing];
  if (!game) return [{ what: "record", word: TABLE_PAGE.startRecord }, typing];
  const at = `/games/${game.game}`;
  if (game.state === "open") return [{ what: "game", word: TABLE_PAGE.goOn, href: at }, typing];
  if (game.state === "finished" && tournament.state.settings.takes !== "finished") return [{ what: "game", word: TABLE_PAGE.confirm, href: at }];
  return OVER.includes(game.state) || game.state === "finished" ? [] : [typing, { what: "game", word: HALL.record, href: at }];
}
