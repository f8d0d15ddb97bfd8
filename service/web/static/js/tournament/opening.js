/**
 * Opens a tournament with its entries. Every request can be repeated, because ids are made once and kept in the draft. So a second tap or a
 * lost answer does not open a second tournament.
 */

import { call, Unreachable } from "../api.js";
import { newId } from "../outbox.js";
import { csvOf } from "./pasted.js";
import { entryName } from "./who.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("./new.js").Draft} Draft
 */

const MOST_AT_ONCE = 500;
const LONGEST_NAME = 80;
const TRIES = 3;
const PAUSE = 1_000;

/**
 * Open the tournament.
 * @param {Draft} draft
 * @param {object} body of POST /tournaments
 * @param {() => void} keep stores the draft
 * @returns {Promise<string>} the tournament's id
 */
export async function open(draft, body, keep) {
  await register(draft, keep);
  if (!draft.opened) {
    const headers = { "Idempotency-Key": draft.id };
    /** @type {{body: Answers["TournamentOpening"]}} */
    const answer = await patiently(() => call("POST", "/tournaments", { body, headers }));
    draft.opened = answer.body.tournament;
    keep();
  }
  const events = draft.entries.map((entry, at) => ({
    type: "EntryMade",
    id: entry.key,
    at: draft.at,
    data: { entry: at + 1, people: entry.people.map((each) => each.person), name: entryName(entry).slice(0, LONGEST_NAME), ...(draft.seeded && { seed: at + 1 }) },
  }));
  for (let from = 0; from < events.length; from += MOST_AT_ONCE) {
    const batch = { events: events.slice(from, from + MOST_AT_ONCE) };
    await patiently(() => call("POST", `/tournaments/${draft.opened}/events`, { body: batch, headers: { "If-Match": "*" } }));
  }
  return draft.opened;
}

/**
 * Put the new people into the club's directory, all or none.
 * @param {Draft} draft
 * @param {() => void} keep
 */
async function register(draft, keep) {
  const fresh = draft.entries.flatMap((entry) => entry.people).filter((each) => !each.person);
  if (!fresh.length) return;
  const text = csvOf("name", fresh.map((each) => each.name));
  if (draft.asked?.text !== text) draft.asked = { text, key: newId() };
  keep();
  const sent = { file: new Blob([text]), headers: { "Idempotency-Key": draft.asked.key } };
  /** @type {{body: Answers["ImportedPeople"]}} */
  const { body } = await patiently(() => call("POST", "/people/import", sent));
  body.people.forEach(({ person }, at) => { fresh[at].person = person ?? undefined; });
  keep();
}

/** @param {() => ReturnType<typeof call>} send */
async function patiently(send) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (problem) {
      if (!(problem instanceof Unreachable) || tries === TRIES) throw problem;
      await new Promise((resolve) => setTimeout(resolve, PAUSE * tries));
    }
  }
}
