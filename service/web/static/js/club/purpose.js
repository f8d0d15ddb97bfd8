/** What a link is for, in words. */

import { call, get } from "../api.js";
import { PURPOSE, WHOLE_CLUB } from "../texts/club.js";

/** @typedef {import("../../../types/api.js").components["schemas"]} Answers */

/**
 * Links may be for a tournament or a game. Read the titles of these tournaments and games, except those that cannot be read.
 * @param {Answers["TokenLine"][]} tokens
 * @returns {Promise<Map<string, string>>} by id
 */
export async function titles(tokens) {
  const known = new Map();
  /** @type {Answers["TournamentList"]} */
  const { tournaments } = tokens.some((each) => each.tournament) ? await get("/tournaments") : { tournaments: [] };
  tournaments.forEach(({ tournament, title }) => title && known.set(tournament, title));
  const games = [...new Set(tokens.map((each) => each.game).filter(Boolean))];
  await Promise.all(games.map(async (game) => {
    /** @type {{body: Answers["GameState"]} | null} */
    const answer = await call("GET", `/games/${game}`).catch(() => null);
    if (answer) known.set(game, answer.body.title || PURPOSE.players(answer.body.seats.flatMap(({ name }) => name || [])) || PURPOSE.untitledGame);
  }));
  return known;
}

/**
 * `Table 3 of Autumn Cup: record`.
 * @param {Answers["TokenLine"]} token
 * @param {ReadonlyMap<string, string>} known as `titles` reads them
 */
export function purpose(token, known) {
  const top = token.scopes.at(-1) ?? "";
  if (token.tournament) {
    const title = known.get(token.tournament) ?? PURPOSE.untitledTournament;
    if (token.table) return PURPOSE.recordTable(token.table, title);
    if (token.entry) return PURPOSE.checkIn(token.entry, title);
    return PURPOSE.watchTournament(title);
  }
  if (token.game) {
    const game = known.get(token.game) ?? PURPOSE.lostGame;
    if (token.seat !== undefined) return PURPOSE.seat(token.seat + 1, game);
    return top === "read" ? PURPOSE.watchGame(game) : PURPOSE.recordGame(game);
  }
  return token.person ? PURPOSE.device : WHOLE_CLUB[top];
}
