/**
 * What waits to be sent, as values: batches in the order in which they were recorded. Pure functions.
 *
 * The acts of a batch get the versions that follow `expected`, the version that the scorekeeper saw; those of the next batch follow these. An
 * act that names another by its version is changed when that one gets another version.
 */

/**
 * @typedef {{type: string, data: Record<string, any>, after?: number}} Act an event to be recorded
 * @typedef {Act & {id: string, at: number, offset: number}} Stamped
 *
 * @typedef {object} Batch what one tap records: all of it or nothing
 * @property {number} [key] its place in the database
 * @property {string} game
 * @property {Stamped[]} events
 * @property {number | "*" | null} expected the version that the scorekeeper saw; null: it follows the batch before it; `*`: whatever was stored before it
 * @property {boolean} [tried] whether it may have reached the server: from then on it stays as it is
 * @property {number} [together] it was sent in one request with the batches after it, so many with itself: it must be sent so again
 * @property {{expected: number, actual: number}} [asks] others recorded between these versions, and the recorder has not said yet whether this and
 *   what follows it still belongs at the end
 * @property {string[][]} [names] for each event the paths in its data where it names another by its version
 */

// The server takes at most so many acts in one request.
const MOST = 500;

/**
 * The id of its first act names a batch.
 * @param {Batch} batch
 */
export const idOf = ({ events: [{ id }] }) => id;

/**
 * The number of acts in these batches.
 * @param {readonly Batch[]} batches
 */
export const count = (batches) => batches.reduce((sum, batch) => sum + batch.events.length, 0);

/**
 * The version of the record when all is stored; null: nobody knows.
 * @param {readonly Batch[]} batches
 */
export function endOf(batches) {
  const [first] = batches;
  return typeof first?.expected === "number" ? first.expected + count(batches) : null;
}

/**
 * The paths in an event's data where the schema has the version of another event: a whole number from 1 to 10⁹.
 * @param {any} schema
 * @returns {string[]}
 */
export function versionsIn(schema) {
  const { properties = {}, anyOf = [], oneOf = [] } = schema ?? {};
  const own = Object.entries(properties).flatMap(([name, inner]) => [...(isVersion(inner) ? [name] : []), ...versionsIn(inner).map((path) => (path ? `${name}.${path}` : name))]);
  return [...new Set([...own, ...[...anyOf, ...oneOf].flatMap((each) => (isVersion(each) ? [""] : versionsIn(each)))])];
}

/** @param {any} schema */
const isVersion = (schema) => schema.type === "integer" && schema.minimum === 1 && schema.maximum === 1e9;

/**
 * The batches when acts get other versions than were foreseen: what names one of them names its new version. A batch that does not change is
 * the same object.
 * @param {readonly Batch[]} batches
 * @param {(version: number) => number} now
 */
export const renamed = (batches, now) => batches.map((batch) => (versionsOf(batch).every((version) => now(version) === version) ? batch : named(batch, now)));

/**
 * @param {Batch} batch
 * @param {(version: number) => number} now
 * @returns {Batch}
 */
const named = (batch, now) => ({
  ...batch, events: batch.events.map((event, at) => {
    const data = (batch.names?.[at] ?? []).reduce((known, path) => withNumber(known, path.split("."), now), event.data);
    return event.after === undefined ? { ...event, data } : { ...event, data, after: now(event.after) };
  }),
});

/**
 * The versions of other events that a batch names.
 * @param {Batch} batch
 * @returns {number[]}
 */
function versionsOf(batch) {
  /** @type {number[]} */
  const found = [];
  named(batch, (version) => found.push(version));
  return found;
}

/**
 * @param {Batch} batch
 * @param {Batch["expected"]} expected
 * @returns {Batch}
 */
const expecting = (batch, expected) => (batch.expected === expected ? batch : { ...batch, expected });

/**
 * @param {any} data
 * @param {string[]} path
 * @param {(version: number) => number} now
 * @returns {any}
 */
function withNumber(data, [name, ...rest], now) {
  const value = data?.[name];
  if (rest.length) return value ? { ...data, [name]: withNumber(value, rest, now) } : data;
  return typeof value === "number" ? { ...data, [name]: now(value) } : data;
}

/**
 * The batches that the next request records: what was sent together before, or all that were never sent, as many as a request may have.
 * @param {readonly Batch[]} batches
 */
export function together(batches) {
  const [{ together: before = 1, tried, expected }] = batches;
  if (tried || typeof expected !== "number") return batches.slice(0, before);
  const end = batches.findIndex((batch, at) => batch.tried || count(batches.slice(0, at + 1)) > MOST);
  return end < 0 ? [...batches] : batches.slice(0, Math.max(end, 1));
}

/**
 * The batches that are left when the first ones were stored. What others have recorded after these, the recorder has not seen: then the server
 * answers to the next request that there is a conflict.
 * @param {readonly Batch[]} batches
 * @param {{first: number}} answer the version of their first act
 * @param {number} [stored] how many batches
 * @returns {Batch[]}
 */
export function afterFirst(batches, { first }, stored = 1) {
  const [{ expected }] = batches;
  const last = first + count(batches.slice(0, stored)) - 1;
  const left = batches.slice(stored).map((each, at) => (at === 0 ? expecting(each, each.expected ?? last) : each));
  return typeof expected === "number" ? renamed(left, (was) => (was <= expected ? was : was + first - expected - 1)) : left;
}

/**
 * The batches without one of them, and without those that name an act that is left out.
 * @param {readonly Batch[]} batches
 * @param {Batch} out
 * @returns {Batch[]}
 */
export function without(batches, out) {
  const base = batches[0]?.expected;
  const rest = batches.filter((batch) => batch !== out);
  if (typeof base !== "number") return rest.map((each, at) => (at === 0 ? expecting(each, each.expected ?? "*") : each));
  /** @type {Map<number, number>} by the version that was foreseen */
  const numbers = new Map();
  const left = [];
  let [before, now] = [base, base];
  for (const batch of batches) {
    const start = before;
    const stays = batch !== out && !versionsOf(batch).some((version) => version > base && version <= start && !numbers.has(version));
    for (const _ of batch.events) {
      before += 1;
      now += Number(stays);
      if (stays) numbers.set(before, now);
    }
    if (stays) left.push(batch);
  }
  return renamed(left, (version) => numbers.get(version) ?? version).map((each, at) => expecting(each, at ? null : base));
}

/**
 * What waits, laid on what others have recorded meanwhile. Leading acts that others have recorded too, in the same order, are left out.
 * @param {readonly Batch[]} batches
 * @param {readonly {type?: string, data?: any, after?: number}[]} others what was recorded since the version that the first batch expects
 * @param {(data: any) => any} plain the data without what the server adds
 * @returns {{batches: Batch[], both: number, clear: boolean}} `both`: how many acts are left out; `clear`: whether others recorded nothing else
 */
export function laidOn(batches, others, plain) {
  const [first] = batches;
  const base = first?.expected;
  if (typeof base !== "number") return { batches: [...batches], both: 0, clear: false };
  const mine = batches.flatMap((batch) => batch.events);
  let both = 0;
  while (both < Math.min(mine.length, others.length) && isSame(mine[both], others[both], plain)) both += 1;
  const left = [];
  let skipped = 0;
  for (const batch of batches) {
    if (skipped + batch.events.length <= both) skipped += batch.events.length;
    else left.push(batch);
  }
  // A batch is recorded whole: if only its first acts are among the others', it stays whole.
  const by = others.length - skipped;
  const now = (/** @type {number} */ was) => (was > base + skipped ? was + by : was);
  return { batches: renamed(left, now).map((each, at) => expecting(each, at ? null : base + others.length)), both: skipped, clear: skipped === others.length };
}

/**
 * What others have entered for the same deal or round as an act of this batch.
 * @template {{type?: string, data?: any}} Other
 * @param {Batch} batch
 * @param {readonly Other[]} others
 * @returns {Other[]}
 */
export const enteredToo = (batch, others) => others.filter(({ type, data }) => data?.round !== undefined && batch.events.some((mine) => mine.type === type && mine.data.round === data.round));

/**
 * @param {Act} mine
 * @param {{type?: string, data?: any, after?: number}} other
 * @param {(data: any) => any} plain
 */
const isSame = (mine, other, plain) => mine.type === other.type && mine.after === other.after && written(plain(mine.data)) === written(plain(other.data ?? {}));

/**
 * As JSON, with sorted names and without what is null.
 * @param {any} value
 * @returns {string}
 */
function written(value) {
  if (Array.isArray(value)) return `[${value.map(written).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value ?? null);
  const known = Object.entries(value).filter(([, each]) => each !== null && each !== undefined).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${known.map(([name, each]) => `${JSON.stringify(name)}:${written(each)}`).join()}}`;
}
