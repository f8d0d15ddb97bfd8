/**
 * The state of the page of standings, and what each act and each answer makes of it. Nothing here reads, draws or waits.
 */

/**
 * @typedef {import("../../../types/api.js").components["schemas"]} Answers
 * @typedef {import("./seen.js").Seen} Seen
 * @typedef {import("./explained.js").Explanation} Explanation
 * @typedef {Answers["Standings"]} Body
 * @typedef {Answers["StandingsRow"]} Row
 * @typedef {Answers["PersonTally"] | Answers["PairTally"]} Tally
 * @typedef {Answers["TournamentChanges"]} Changes
 *
 * @typedef {object} Choice what the visitor wants to see
 * @property {"entries" | "people" | "pairs"} list
 * @property {string} past the query for earlier standings, such as `?as_of=2`; empty: the standings now
 * @property {number} page from 1
 * @property {boolean} all whether the rows of all pages are wanted, because the visitor searches for a name
 *
 * @typedef {object} Reading the answers to a choice
 * @property {Choice} choice
 * @property {Body} body the standings that were chosen
 * @property {Body} best the first page of the standings now
 * @property {Row[]} rows those of the chosen page, or of all pages
 * @property {Tally[]} tallies of people or pairs, if these were chosen
 *
 * @typedef {object} Moved what a correction changed
 * @property {Answers["CorrectedTable"][]} tables empty: the director changed what counts
 * @property {Row[] | null} rows those that have moved; null: not known
 *
 * @typedef {object} State
 * @property {Seen} seen
 * @property {Choice} choice
 * @property {string} letters what the visitor searches for
 * @property {Reading} reading what is shown. It answers an earlier choice until the next answer comes
 * @property {ReadonlyMap<number, number>} before the places after the previous round, by entry
 * @property {ReadonlySet<number>} open the entries whose rows are open
 * @property {ReadonlyMap<number, Explanation>} why what is known about the places of open rows
 * @property {readonly Changes[]} news the changes that the standings do not include yet: the page hears of a change before it has read the
 *   new standings
 * @property {Changes | null} heard the newest change
 * @property {Moved | null} moved
 * @property {boolean} unfolded whether the chart is open
 * @property {{entry: number, values: number[]}[]} lines of the chart
 */

/** @type {Choice} */
export const FIRST = { list: "entries", past: "", page: 1, all: false };

/**
 * @param {Seen} seen
 * @param {Reading} reading
 * @returns {State}
 */
export const begun = (seen, reading) => ({
  seen, choice: FIRST, letters: "", reading, before: new Map(), open: new Set(), why: new Map(), news: [], heard: null, moved: null, unfolded: false, lines: [],
});

// --- what the visitor does ----------------------------------------------------------------------------------------------------------------

/**
 * @param {State} state
 * @param {Partial<Choice>} choice other standings, another list or another page; a new choice begins at page 1
 * @returns {State}
 */
export function chose(state, choice) {
  const closed = choice.past === undefined ? {} : { open: new Set(), why: new Map() };
  return { ...state, ...closed, choice: { ...state.choice, page: 1, ...choice } };
}

/**
 * @param {State} state
 * @param {string} letters
 * @returns {State}
 */
export const sought = (state, letters) => ({ ...state, letters: letters.trim(), choice: { ...state.choice, all: Boolean(letters.trim()) } });

/**
 * Open a row, or close it.
 * @param {State} state
 * @param {number} entry
 * @returns {State}
 */
export function turned(state, entry) {
  const open = new Set(state.open);
  if (!open.delete(entry)) open.add(entry);
  return { ...state, open };
}

/**
 * @param {State} state
 * @param {boolean} open
 * @returns {State}
 */
export const unfolded = (state, open) => ({ ...state, unfolded: open });

// --- what comes from the server -----------------------------------------------------------------------------------------------------------

/**
 * The standings include some of the news now. If tables were corrected, or the director changed what counts, the page says what moved.
 * @param {State} state
 * @param {Reading} reading
 * @returns {State}
 */
export function taken(state, reading) {
  const done = state.news.filter(({ version }) => version <= reading.best.version);
  const news = state.news.filter((each) => !done.includes(each));
  const moved = (done.length && !reading.choice.past && correctedBy(done, state.reading, reading)) || state.moved;
  return { ...state, reading, news, moved };
}

/**
 * A change that is tried again after a failure is heard once.
 * @param {State} state
 * @param {Changes} what
 * @param {Seen} seen
 * @returns {State}
 */
export function heard(state, what, seen) {
  if (state.heard === what) return { ...state, seen };
  return { ...state, seen, heard: what, news: what.since === null ? [] : [...state.news, what] };
}

/**
 * @param {State} state
 * @param {number} round after which the rows were read
 * @param {Row[]} rows
 * @returns {State}
 */
export function compared(state, round, rows) {
  if (round !== previous(state)) return state; // the visitor has chosen other standings meanwhile
  return { ...state, before: new Map(rows.map(({ entry, place }) => [entry, place])) };
}

/**
 * @param {State} state
 * @param {string} past the query with which the explanation was read
 * @param {number} entry
 * @param {Explanation} why
 * @returns {State}
 */
export const explained = (state, past, entry, why) => (past === state.choice.past ? { ...state, why: new Map([...state.why, [entry, why]]) } : state);

/**
 * @param {State} state
 * @param {State["lines"]} lines
 * @returns {State}
 */
export const charted = (state, lines) => ({ ...state, lines });

/**
 * What moved has been said long enough.
 * @param {State} state
 * @param {Moved | null} moved
 * @returns {State}
 */
export const silent = (state, moved) => (state.moved === moved ? { ...state, moved: null } : state);

// --- what follows from a state ------------------------------------------------------------------------------------------------------------

/**
 * The round with whose places the arrows compare; 0 or less: none.
 * @param {State} state
 */
export function previous({ choice, reading }) {
  if (choice.past.includes("known_at")) return 0;
  return (choice.past ? reading.body : reading.best).through - 1;
}

/**
 * Whether the standings must be read again because of a change. The first one repeats what was just read.
 * @param {State} state
 * @param {Changes} what
 */
export function outdated({ reading }, what) {
  return what.since === null ? what.version !== reading.best.version : what.standings || what.entries;
}

/**
 * Whether a change may also affect the places after the previous round.
 * @param {State} state
 * @param {Changes} what
 */
export const reachesBack = ({ reading }, { rounds, entries, tables }) => rounds.length > 0 || entries || tables.some(({ round }) => round < reading.best.through);

/**
 * Whether two choices show the same rows, whatever has changed in them.
 * @param {Choice} one
 * @param {Choice} other
 */
export const alike = (one, other) => one.past === other.past && one.page === other.page && one.all === other.all;

/**
 * What a correction moved; null if there was none. New results change places too, but these changes are not announced. If the earlier rows
 * already included a correction that the page heard of later, or if the visitor has chosen other rows since, nobody knows which places the
 * correction changed. If results have come as well, only the players of the corrected tables are named.
 * @param {Changes[]} news
 * @param {Reading} former
 * @param {Reading} reading
 * @returns {Moved | null}
 */
function correctedBy(news, former, reading) {
  const tables = news.flatMap((what) => what.corrected);
  const same = alike(former.choice, reading.choice);
  if (!tables.length && !(same && adjusted(news, former, reading))) return null;
  const comparable = same && news.every((what) => !what.corrected.length || (what.since ?? 0) >= former.best.version);
  const mixed = reading.best.version > Math.max(...news.map(({ version }) => version)) || news.some((what) => what.tables.length > what.corrected.length);
  const seated = new Set(tables.flatMap(({ entries }) => entries));
  const was = new Map(former.rows.map(({ entry, place }) => [entry, place]));
  const moved = reading.rows.filter(({ entry, place }) => (was.get(entry) ?? place) !== place && (!mixed || seated.has(entry)));
  const known = comparable && (moved.length > 0 || (!mixed && reading.rows.length === reading.body.total));
  return { tables, rows: known ? moved : null };
}

/**
 * Whether the director changed what counts: rows differ, although no table, entry or round has changed since the rows before.
 * @param {Changes[]} news
 * @param {Reading} former
 * @param {Reading} reading
 */
function adjusted(news, former, reading) {
  const fresh = news.filter(({ version }) => version > former.best.version);
  const now = new Map(reading.rows.map((row) => [row.entry, JSON.stringify(row)]));
  const alone = fresh.every((what) => !what.tables.length && !what.entries && !what.rounds.length);
  return alone && fresh[0]?.since === former.best.version && former.rows.some((row) => now.get(row.entry) !== JSON.stringify(row));
}
