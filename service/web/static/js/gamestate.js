/** What the page of one table knows of it, and what each answer and each message makes of that. Nothing here reads or draws. */

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {Answers["GameState"]} Game
 * @typedef {Answers["Finding"]} Finding
 *
 * @typedef {object} State
 * @property {Game} game
 * @property {Answers["EventTypeList"]} system
 * @property {import("./formstate.js").Types} types of events, by name
 * @property {Finding[]} findings
 * @property {number} validated the version up to which the record was checked; 0: nobody has said yet
 * @property {boolean} desk whether the visitor may record here: only then an answer has prompts
 * @property {"connecting" | "live" | "waiting"} connection
 * @property {number} stored the version of the newest act that this page has recorded; 0: none
 */

/**
 * @param {Game} game
 * @param {Answers["EventTypeList"]} system
 * @returns {State}
 */
export const begun = (game, system) => ({
  game, system, types: new Map(system.event_types.map((type) => [type.type, type])), findings: [], validated: 0, desk: Boolean(game.prompts), connection: "connecting", stored: 0,
});

/**
 * The former value, if the new one says the same: what is drawn from it need not be drawn again.
 * @template Value
 * @param {Value} former
 * @param {Value} now
 * @returns {Value}
 */
const newer = (former, now) => (JSON.stringify(former) === JSON.stringify(now) ? former : now);

/**
 * A state of the table. Only a spectator's page may go back to an older one, if a delay is set.
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
export const taken = (state, game) => (state.desk && game.version < state.game.version ? state : { ...state, game: newer(state.game, game) });

/**
 * A message of the live stream.
 * @param {State} state
 * @param {{game: Game, findings: Finding[], validated: number}} message
 * @returns {State}
 */
export const heard = (state, { game, findings, validated }) => ({ ...taken(state, game), findings: newer(state.findings, findings), validated });

/**
 * @param {State} state
 * @param {"live" | "waiting"} connection
 * @returns {State}
 */
export const connected = (state, connection) => ({ ...state, connection });

/**
 * @param {State} state
 * @param {number} version
 * @returns {State}
 */
export const kept = (state, version) => ({ ...state, stored: version });

/**
 * The findings that nobody has taken back.
 * @param {State} state
 */
export const standing = ({ findings }) => findings.filter((finding) => finding.status !== "withdrawn");

const OVER = new Set(["finished", "confirmed", "final"]);

/**
 * Whether the game was played to its end, and its result counts.
 * @param {Pick<Game, "state">} game
 */
export const isOver = ({ state }) => OVER.has(state);
