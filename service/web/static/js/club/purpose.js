/** What a link is for, in words. */

import { call, get } from "../api.js";

/** @typedef {import("../../../types/api.js").components["schemas"]} Answers */

/** @type {Record<string, string>} */
const MAY = { read: "watch", record: "record", direct: "direct", own: "everything, as an owner" };

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
    if (answer) known.set(game, answer.body.title || answer.body.seats.map(({ name }) => name).filter(Boolean).join(", ") || "a game without a title");
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
    const title = known.get(token.tournament) ?? "a tournament without a title";
    if (token.table) return `Table ${token.table} of ${title}: record`;
    if (token.entry) return `Check-in of entry ${token.entry} in ${title}`;
    return `Watch ${title}`;
  }
  if (token.game) {
    const game = known.get(token.game) ?? "a game that is gone";
    if (token.seat !== undefined) return `Sit at seat ${token.seat + 1}: ${game}`;
    return `${top === "read" ? "Watch" : "Record"}: ${game}`;
  }
  return token.person ? "Device of a member" : `Whole club: ${MAY[top]}`;
}
