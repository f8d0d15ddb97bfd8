/** Says in words why a pairing is as it is, and what a change does to it. */

import { EFFECTS, OUT_REASONS, PAIRED_BY, REASONS, TABLE_REASONS } from "../texts/tournament.js";
import { aboutAll, byesOf, pointsOf } from "./pairing.js";

/**
 * @typedef {import("./pairing.js").Pairing} Pairing
 * @typedef {import("./pairing.js").Past} Past
 * @typedef {(entry: number) => string} Name
 * @typedef {import("./seen.js").Answers["NotGranted"]} Wished
 * @typedef {import("./seen.js").Answers["TournamentWish"]} Wish
 *
 * @typedef {object} Paired
 * @property {string | undefined} by what decides who meets whom: `pairs_by` of GET /tournaments/formats
 * @property {number} number of the round
 */

/** @type {Record<string, (number: number) => string>} */
const BY = {
  points: (number) => (number === 1 ? PAIRED_BY.draw : PAIRED_BY.points),
  schedule: () => PAIRED_BY.schedule,
  movement: (number) => (number === 1 ? PAIRED_BY.random : PAIRED_BY.movement),
  chance: () => PAIRED_BY.chance,
  bracket: (number) => (number === 1 ? PAIRED_BY.seeds : PAIRED_BY.bracket),
};
/** @type {Record<string, (times: number) => string | null>} */
const UNEVEN = {
  meeting_repeats: REASONS.meetAgain,
  meetings_most: (times) => (times > 1 ? REASONS.meetMost(times) : null),
  partner_repeats: REASONS.partnersAgain,
  wishes_later: REASONS.tooEarly,
  opponents_most: (times) => (times > 2 ? REASONS.opponentsMost(times) : null),
};

/**
 * The sentences about the whole pairing.
 * @param {Paired & {past: Past, pairing: Pairing, unevenness: Record<string, unknown> | null, notGranted: Wished[], name: Name}} round
 */
export function reasons({ by, number, past, pairing, unevenness, notGranted, name }) {
  const about = aboutAll(past, pairing);
  const said = [
    BY[by ?? ""]?.(number),
    ...facts(about, by, name),
    by === "points" && number > 1 && !about.repeats.length && REASONS.nobodyTwice,
    ...Object.entries(unevenness ?? {}).map(([word, times]) => (times ? UNEVEN[word]?.(Number(times)) : null)),
    ...notGranted.filter(({ entries, table: there }) => pairing.tables.some(({ sides, table }) => (entries.length > 1 || table === there) && entries.every((entry) => sides.flat().includes(entry)))).map(({ entries: [one, other], table }) => (other ? REASONS.notGranted(name(one), name(other)) : REASONS.stays(name(one), table))),
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
    by === "points" && about.gap > 0 && REASONS.gap(about.gap),
    ...about.repeats.slice(0, 4).map(({ one, other, rounds }) => by !== "movement" && REASONS.met(name(one), name(other), rounds)),
    ...about.partners.slice(0, 4).map(({ one, other, rounds }) => by !== "movement" && REASONS.partners(name(one), name(other), rounds)),
    about.again.length > 0 && REASONS.outAgain(about.again.map(name)),
  ];
}

/**
 * The words at one table. `gap`: how far apart in points the entries are; empty if that does not matter. `again`: who met or were partners
 * before.
 * @param {Paired & {about: ReturnType<typeof import("./pairing.js").aboutTable>, name: Name}} table
 */
export function tableWords({ about, by, number, name }) {
  const again = [
    ...about.repeats.map(({ one, other, rounds }) => TABLE_REASONS.met(name(one), name(other), rounds)),
    ...about.partners.map(({ one, other, rounds }) => TABLE_REASONS.partners(name(one), name(other), rounds)),
  ];
  return { gap: by === "points" && number > 1 ? (about.gap ? TABLE_REASONS.apart(about.gap) : TABLE_REASONS.level) : "", again };
}

/**
 * Why an entry sits out.
 * @param {Paired & {past: Past, entry: number}} out
 */
export function byeWords({ past, entry, by, number }) {
  if (by === "bracket") return number === 1 ? OUT_REASONS.bye : OUT_REASONS.walkOver;
  const before = byesOf(past, entry);
  if (before.length) return OUT_REASONS.already(before);
  if (by === "points" && number > 1) return OUT_REASONS.points(pointsOf(past, entry));
  return number > 1 ? OUT_REASONS.notBefore : OUT_REASONS.noTable;
}

/** @type {["repeats" | "partners", (one: string, other: string, rounds: number[]) => string, (one: string, other: string) => string][]} */
const WAYS = [["repeats", EFFECTS.meetAgain, EFFECTS.meetNoMore], ["partners", EFFECTS.partnersAgain, EFFECTS.partnersNoMore]];

/**
 * Who sits at one table against a wish that holds in this round, by the numbers of both; each with whether a hard wish says so.
 * @param {Pairing} pairing
 * @param {readonly Wish[]} wishes
 * @param {number} number of the round
 */
function againstWishes({ tables }, wishes, number) {
  /** @type {Map<string, {one: number, other: number, hard: boolean}>} */
  const found = new Map();
  const holding = wishes.filter(({ from_round: from, another_table: moves }) => !moves && (from === null || number < from));
  for (const there of tables.map(({ sides }) => sides.flat())) {
    for (const { entries, hard } of holding) {
      const near = entries.filter((entry) => there.includes(entry)).sort((one, other) => one - other);
      for (const [one, other] of near.flatMap((each, at) => near.slice(at + 1).map((next) => [each, next]))) {
        const key = `${one},${other}`;
        found.set(key, { one, other, hard: hard || Boolean(found.get(key)?.hard) });
      }
    }
  }
  return found;
}

/**
 * What a change does, as sentences; first the wishes that it breaks or grants.
 * @param {{past: Past, before: Pairing, after: Pairing, by: Paired["by"], name: Name, wishes: readonly Wish[], number: number}} change
 * @returns {string[]}
 */
export function effects({ past, before, after, by, name, wishes, number }) {
  const [was, is] = [aboutAll(past, before), aboutAll(past, after)];
  const [near, nearNow] = [againstWishes(before, wishes, number), againstWishes(after, wishes, number)];
  const said = [
    ...[...nearNow].flatMap(([key, { one, other, hard }]) => (near.has(key) ? [] : EFFECTS.againstWish(name(one), name(other), hard))),
    ...[...near].flatMap(([key, { one, other }]) => (nearNow.has(key) ? [] : EFFECTS.wishGranted(name(one), name(other)))),
  ];
  const key = (/** @type {import("./pairing.js").Meeting} */ { one, other }) => [one, other].sort((a, b) => a - b).join();
  for (const [list, again, noMore] of WAYS) {
    const former = new Set(was[list].map(key));
    const now = new Set(is[list].map(key));
    for (const each of is[list]) if (!former.has(key(each))) said.push(again(name(each.one), name(each.other), each.rounds));
    for (const each of was[list]) if (!now.has(key(each))) said.push(noMore(name(each.one), name(each.other)));
  }
  if (by === "points" && was.gap !== is.gap) said.push(EFFECTS.gap(is.gap, was.gap));
  for (const entry of after.out.filter((each) => !before.out.includes(each))) {
    said.push(byesOf(past, entry).length ? EFFECTS.outAgain(name(entry)) : EFFECTS.out(name(entry)));
  }
  for (const entry of before.out.filter((each) => !after.out.includes(each))) said.push(EFFECTS.hasTable(name(entry)));
  const gone = before.tables.length - after.tables.length;
  if (gone > 0) said.push(EFFECTS.tablesGone(gone));
  return said.length ? said : [EFFECTS.nothing];
}
