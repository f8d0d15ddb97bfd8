// Records a deal of Spades with the types of openapi-typescript, through a network that loses answers; then follows, exports and verifies
// it. Prints what it found as JSON. Environment: URL, TOKEN, ACTS (a list of events with ids, as JSON).

import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

declare const process: { env: Record<string, string | undefined> };

type Draft = components["schemas"]["EventDraft"];

function given(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
}

let posts = 0;
let lost = 0;

/** Sends the request. The server answers every third POST, but the answer is lost. */
async function unreliable(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (request.method === "POST" && ++posts % 3 === 0) {
    lost += 1;
    throw new TypeError("the connection was lost");
  }
  return response;
}

const client = createClient<paths>({ baseUrl: given("URL"), headers: { Authorization: `Bearer ${given("TOKEN")}` }, fetch: unreliable });

/** Repeats a request until an answer arrives. It is the same request each time, so nothing is done twice. */
async function surely<T>(send: () => Promise<{ data?: T; error?: unknown }>): Promise<T> {
  for (;;) {
    try {
      const { data, error } = await send();
      if (data === undefined) throw new Error(JSON.stringify(error));
      return data;
    } catch (failure) {
      if (!(failure instanceof TypeError)) throw failure;
    }
  }
}

async function main(): Promise<void> {
  const acts = JSON.parse(given("ACTS")) as Draft[];
  const opened = await surely(() =>
    client.POST("/api/v1/games", {
      params: { header: { "Idempotency-Key": "spades-1" } },
      body: { system: "spades-standard", seats: [{}, {}, {}, {}], visibility: "public" },
    }),
  );
  const game = opened.game;
  const outcomes: string[] = [];
  let version = opened.version;
  for (let first = 0; first < acts.length; first += 5) {
    const expected = version;
    const made = await surely(() =>
      client.POST("/api/v1/games/{game}/events", {
        params: { path: { game }, header: { "If-Match": `"${expected}"` } },
        body: { events: acts.slice(first, first + 5) },
      }),
    );
    if (!("outcome" in made)) throw new Error("a dry run was not asked for");
    outcomes.push(made.outcome);
    version = made.version;
  }
  const state = await surely(() => client.GET("/api/v1/games/{game}", { params: { path: { game } } }));
  const live = await surely(() => client.GET("/api/v1/games/{game}/live", { params: { path: { game } }, parseAs: "stream" }));
  const reader = (live as unknown as ReadableStream<Uint8Array>).getReader();
  let seen = "";
  while (!seen.includes("event: table")) seen += new TextDecoder().decode((await reader.read()).value);
  await reader.cancel();
  const file = await surely(() =>
    client.GET("/api/v1/games/{game}/export", { params: { path: { game }, query: { format: "ndjson" } }, parseAs: "text" }),
  );
  const verified = await surely(() =>
    client.POST("/api/v1/records/verify", { body: String(file), bodySerializer: (body) => body, headers: { "Content-Type": "application/octet-stream" } }),
  );
  console.log(JSON.stringify({ game, version, state: state.version, outcomes, lost, valid: verified.valid, head: verified.version }));
}

void main();
