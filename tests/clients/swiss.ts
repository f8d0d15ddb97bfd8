// Runs a Swiss tournament of six entries with the client of @hey-api/openapi-ts. Prints the standings as JSON. Environment: URL, TOKEN.

import { createClient } from "./hey/client";
import { appendTournamentEvents, approveResult, getStandings, openTournament, pairRound } from "./hey";
import type { TournamentEventDraft } from "./hey";

declare const process: { env: Record<string, string | undefined> };

const client = createClient({ baseUrl: process.env["URL"] ?? "", auth: process.env["TOKEN"] ?? "", throwOnError: true });
const ROUNDS = 3;

/** Records events at the end of the tournament. Returns its new version. */
async function record(tournament: string, ...events: TournamentEventDraft[]): Promise<number> {
  const { data } = await appendTournamentEvents({ client, path: { tournament }, headers: { "If-Match": "*" }, body: { events }, throwOnError: true });
  return data.version;
}

async function main(): Promise<void> {
  const body = { title: "Six", system: "high-card", format: "swiss", settings: { rounds: ROUNDS } } as const;
  const { data: cup } = await openTournament({ client, body, throwOnError: true });
  const tournament = cup.tournament;
  const entries = [1, 2, 3, 4, 5, 6].map((entry): TournamentEventDraft => ({ type: "EntryMade", data: { entry, people: [], name: `Player ${entry}` } }));
  let version = await record(tournament, ...entries);
  for (let round = 1; round <= ROUNDS; round++) {
    const { data: paired } = await pairRound({ client, path: { tournament }, headers: { "If-Match": `"${version}"` }, body: {}, throwOnError: true });
    if (!("tables" in paired)) throw new Error("six entries are paired at once");
    await record(tournament, { type: "RoundPublished", data: { round } });
    for (const { table, sides } of paired.tables) {
      const scores = sides.map((side) => 12 - (side[0] ?? 0));
      const result = await record(tournament, { type: "ResultEntered", data: { round, table, scores } });
      const path = { tournament, number: String(round), table: String(table) };
      version = (await approveResult({ client, path, body: { result }, throwOnError: true })).data.version;
    }
  }
  await record(tournament, { type: "TournamentFinished", data: {} });
  const { data: standings } = await getStandings({ client, path: { tournament }, throwOnError: true });
  console.log(JSON.stringify(standings.rows.map((row) => row.entry)));
}

void main();
