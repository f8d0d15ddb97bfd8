/**
 * Pure functions for a pairing that the director changes. They also say who met before, how far apart in points opponents are, and who sits
 * out again.
 */

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {{table: number, sides: number[][]}} Table
 * @typedef {{tables: Table[], out: number[]}} Pairing `out`: the entries that sit out
 *
 * @typedef {object} Met what happened to an entry in earlier rounds
 * @property {number} points
 * @property {ReadonlyMap<number, number[]>} met the rounds with each opponent
 * @property {ReadonlyMap<number, number[]>} together the rounds with each partner
 * @property {number[]} byes the rounds in which it sat out
 *
 * @typedef {ReadonlyMap<number, Met>} Past by entry
 * @typedef {{one: number, other: number, rounds: number[]}} Meeting
 */

/**
 * The pairing of a round, as the API gives it.
 * @param {{tables: Table[], sits_out: number[]}} round
 * @returns {Pairing}
 */
export const pairingOf = (round) => ({ tables: round.tables.map(({ table, sides }) => ({ table, sides })), out: [...round.sits_out] });

/**
 * @param {Pairing} one
 * @param {Pairing} other
 */
export const samePairing = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * @param {number[]} entries
 * @param {number} one
 * @param {number} other
 */
const swapIn = (entries, one, other) => entries.map((entry) => (entry === one ? other : entry === other ? one : entry));

/**
 * Two entries change places. Each may sit at a table or sit out.
 * @param {Pairing} pairing
 * @param {number} one
 * @param {number} other
 * @returns {Pairing}
 */
export const swapped = ({ tables, out }, one, other) => ({
  tables: tables.map((each) => ({ ...each, sides: each.sides.map((side) => swapIn(side, one, other)) })),
  out: swapIn(out, one, other),
});

/**
 * Lets an entry sit out. If its table now lacks a side or a partner, the table is removed, and all entries of the table sit out.
 * @param {Pairing} pairing
 * @param {number} entry
 * @returns {Pairing}
 */
export function satOut({ tables, out }, entry) {
  /** @type {Table[]} */
  const left = [];
  const gone = [entry];
  for (const each of tables) {
    if (!each.sides.flat().includes(entry)) {
      left.push(each);
      continue;
    }
    const others = each.sides.flat().filter((other) => other !== entry);
    const alone = each.sides.every((side) => side.length === 1);
    if (alone && others.length > 1) left.push({ ...each, sides: others.map((other) => [other]) });
    else gone.push(...others);
  }
  return { tables: left, out: [...out, ...gone] };
}

/**
 * A new table for the first entries that sit out.
 * @param {Pairing} pairing
 * @param {number} size how many entries play at a table
 * @param {number} partners how many of them are one side
 * @returns {Pairing}
 */
export function seated({ tables, out }, size, partners) {
  const number = Math.max(0, ...tables.map((each) => each.table)) + 1;
  const sides = Array.from({ length: size / partners }, (_, at) => out.slice(at * partners, (at + 1) * partners));
  return { tables: [...tables, { table: number, sides }], out: out.slice(size) };
}

/**
 * What happened in earlier rounds, from the rows of the cross table.
 * @param {Pick<Answers["CrossTable"], "rows">} cross
 * @param {number} round only the rounds before it
 * @returns {Past}
 */
export function pastOf(cross, round) {
  return new Map(cross.rows.map((row) => {
    const cells = row.cells.filter(Boolean).filter((cell) => cell.round < round);
    /** @type {Map<number, number[]>} */
    const met = new Map();
    /** @type {Map<number, number[]>} */
    const together = new Map();
    for (const cell of cells.filter((each) => each.kind === "played" || each.kind === "open")) {
      cell.opponents.forEach((other) => met.set(other, [...(met.get(other) ?? []), cell.round]));
      cell.partners.forEach((other) => together.set(other, [...(together.get(other) ?? []), cell.round]));
    }
    const byes = cells.filter((cell) => ["bye", "full"].includes(cell.kind) || (cell.kind === "forfeit" && cell.outcome === "win")).map((cell) => cell.round);
    return [row.entry, { points: row.points, met, together, byes }];
  }));
}

/** @type {Met} */
const NOTHING = { points: 0, met: new Map(), together: new Map(), byes: [] };
/**
 * @param {Past} past
 * @param {number} entry
 */
const at = (past, entry) => past.get(entry) ?? NOTHING;

/**
 * What a director should know about a table.
 * @param {Past} past
 * @param {number[][]} sides
 * @returns {{gap: number, repeats: Meeting[], partners: Meeting[]}} `gap`: in points
 */
export function aboutTable(past, sides) {
  const points = sides.flat().map((entry) => at(past, entry).points);
  /** @type {Meeting[]} */
  const repeats = [];
  /** @type {Meeting[]} */
  const partners = [];
  sides.forEach((side, number) => side.forEach((one, place) => {
    for (const other of sides.slice(number + 1).flat()) if (at(past, one).met.has(other)) repeats.push({ one, other, rounds: at(past, one).met.get(other) ?? [] });
    for (const other of side.slice(place + 1)) if (at(past, one).together.has(other)) partners.push({ one, other, rounds: at(past, one).together.get(other) ?? [] });
  }));
  return { gap: Math.max(...points) - Math.min(...points), repeats, partners };
}

/**
 * What a director should know about the whole pairing.
 * @param {Past} past
 * @param {Pairing} pairing
 * @returns {{repeats: Meeting[], partners: Meeting[], gap: number, again: number[]}} `gap`: the greatest; `again`: entries that sat out before
 */
export function aboutAll(past, { tables, out }) {
  const each = tables.map(({ sides }) => aboutTable(past, sides));
  return {
    repeats: each.flatMap((table) => table.repeats),
    partners: each.flatMap((table) => table.partners),
    gap: Math.max(0, ...each.map((table) => table.gap)),
    again: out.filter((entry) => at(past, entry).byes.length),
  };
}

/**
 * The points of an entry before the round.
 * @param {Past} past
 * @param {number} entry
 */
export const pointsOf = (past, entry) => at(past, entry).points;

/**
 * The rounds in which an entry sat out before.
 * @param {Past} past
 * @param {number} entry
 */
export const byesOf = (past, entry) => at(past, entry).byes;
