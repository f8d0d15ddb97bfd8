/** Says in words why a pairing is as it is, and what a change does to it. */

import { count, listed } from "../texts/words.js";
import { aboutAll, byesOf, pointsOf } from "./pairing.js";

/**
 * @typedef {import("./pairing.js").Pairing} Pairing
 * @typedef {import("./pairing.js").Past} Past
 * @typedef {(entry: number) => string} Name
 *
 * @typedef {object} Paired
 * @property {string | undefined} by what decides who meets whom: `pairs_by` of GET /tournaments/formats
 * @property {number} number of the round
 */

/** @type {Record<string, (number: number) => string>} */
const BY = {
  points: (number) => (number === 1 ? "The draw: nobody has points yet." : "Paired by points: those who have about as many meet."),
  schedule: () => "This round of the schedule was known in advance.",
  movement: (number) => (number === 1 ? "Everybody was seated at random." : "Seated by the last round: winners move up."),
  chance: () => "Drawn so that people seldom meet again.",
};
/** @type {Record<string, (times: number) => string | null>} */
const UNEVEN = {
  meeting_repeats: (times) => `Counting all rounds, people meet again ${times === 1 ? "once" : `${times} times`}.`,
  meetings_most: (times) => (times > 1 ? `Nobody meets anybody more than ${times} times.` : null),
  partner_repeats: (times) => `Counting all rounds, ${count(times, "pair of partners plays", "pairs of partners play")} together again.`,
  opponents_most: (times) => (times > 2 ? `Nobody is against the same person more than ${times} times.` : null),
};

/** @param {number[]} rounds */
const inRounds = (rounds) => `in round ${listed(rounds.map(String))}`;

/** @param {number} points */
const pointsInWords = (points) => count(points, "point");

/**
 * The sentences about the whole pairing.
 * @param {Paired & {past: Past, pairing: Pairing, unevenness: Record<string, unknown> | null, name: Name}} round
 */
export function reasons({ by, number, past, pairing, unevenness, name }) {
  const about = aboutAll(past, pairing);
  const said = [
    BY[by ?? ""]?.(number),
    ...facts(about, by, name),
    by === "points" && number > 1 && !about.repeats.length && "Nobody meets twice.",
    ...Object.entries(unevenness ?? {}).map(([word, times]) => (times ? UNEVEN[word]?.(Number(times)) : null)),
  ];
  return said.filter(Boolean);
}

/**
 * @param {ReturnType<typeof aboutAll>} about
 * @param {Paired["by"]} by
 * @param {Name} name
 */
function facts(about, by, name) {
  return [
    by === "points" && about.gap > 0 && `The greatest difference at a table is ${pointsInWords(about.gap)}.`,
    ...about.repeats.slice(0, 4).map(({ one, other, rounds }) => by !== "movement" && `${name(one)} and ${name(other)} met ${inRounds(rounds)}.`),
    ...about.partners.slice(0, 4).map(({ one, other, rounds }) => by !== "movement" && `${name(one)} and ${name(other)} were partners ${inRounds(rounds)}.`),
    about.again.length > 0 && `${listed(about.again.map(name))} ${about.again.length === 1 ? "sits" : "sit"} out a second time.`,
  ];
}

/**
 * The words at one table. `gap`: how far apart in points the entries are; empty if that does not matter. `again`: who met or were partners
 * before.
 * @param {Paired & {about: ReturnType<typeof import("./pairing.js").aboutTable>, name: Name}} table
 */
export function tableWords({ about, by, number, name }) {
  const again = [
    ...about.repeats.map(({ one, other, rounds }) => `${name(one)} and ${name(other)} met ${inRounds(rounds)}`),
    ...about.partners.map(({ one, other, rounds }) => `${name(one)} and ${name(other)} were partners ${inRounds(rounds)}`),
  ];
  return { gap: by === "points" && number > 1 ? (about.gap ? `${pointsInWords(about.gap)} apart` : "level on points") : "", again };
}

/**
 * Why an entry sits out.
 * @param {Paired & {past: Past, entry: number}} out
 */
export function byeWords({ past, entry, by, number }) {
  const before = byesOf(past, entry);
  if (before.length) return `sat out ${inRounds(before)} already`;
  if (by === "points" && number > 1) return `${pointsInWords(pointsOf(past, entry))}, not out before`;
  return number > 1 ? "not out before" : "no table is left";
}

/**
 * What a change does, as sentences.
 * @param {{past: Past, before: Pairing, after: Pairing, by: Paired["by"], name: Name}} change
 */
export function effects({ past, before, after, by, name }) {
  const [was, is] = [aboutAll(past, before), aboutAll(past, after)];
  const said = [];
  const key = (/** @type {import("./pairing.js").Meeting} */ { one, other }) => [one, other].sort((a, b) => a - b).join();
  /** @type {["repeats" | "partners", string][]} */
  const ways = [["repeats", "meet again"], ["partners", "are partners again"]];
  for (const [list, word] of ways) {
    const former = new Set(was[list].map(key));
    const now = new Set(is[list].map(key));
    for (const each of is[list]) if (!former.has(key(each))) said.push(`${name(each.one)} and ${name(each.other)} ${word}: they did ${inRounds(each.rounds)}.`);
    for (const each of was[list]) if (!now.has(key(each))) said.push(`${name(each.one)} and ${name(each.other)} do not ${word.replace("are", "become")} any more.`);
  }
  if (by === "points" && was.gap !== is.gap) said.push(`The greatest difference at a table is ${pointsInWords(is.gap)}; before it was ${was.gap}.`);
  for (const entry of after.out.filter((each) => !before.out.includes(each))) {
    said.push(`${name(entry)} sits out${byesOf(past, entry).length ? " a second time" : ""}.`);
  }
  for (const entry of before.out.filter((each) => !after.out.includes(each))) said.push(`${name(entry)} has a table now.`);
  const gone = before.tables.length - after.tables.length;
  if (gone > 0) said.push(`${gone === 1 ? "One table is" : `${gone} tables are`} taken away.`);
  return said.length ? said : ["Nobody meets again because of this, and no difference grows."];
}
