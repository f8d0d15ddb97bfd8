/** What the page of one table knows of it, and what each answer and each message makes of that. Nothing here reads or draws. */

import { fieldsOf } from "./schema.js";

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {Answers["GameState"]} Game
 * @typedef {Answers["Finding"]} Finding
 * @typedef {Answers["Live"]} Message
 *
 * @typedef {object} State
 * @property {Game} game
 * @property {Answers["EventTypeList"]} system
 * @property {import("./formstate.js").Types} types of events, by name
 * @property {Finding[]} findings
 * @property {number} validated the version up to which the record was checked; 0: nobody has said yet
 * @property {boolean} desk whether the visitor may record here: only then an answer has prompts
 * @property {"connecting" | "live" | "waiting"} connection
 * @property {Message | null} server the newest message of the server
 * @property {boolean} ahead whether this device reads the record itself, with acts that are not sent yet
 * @property {number} stored the version of the newest act that this page has recorded; 0: none
 * @property {string | null} elsewhere where the result of the game's table in a tournament is from, if this game in play does not decide it
 */

/**
 * @param {Game} game
 * @param {Answers["EventTypeList"]} system
 * @returns {State}
 */
export const begun = (game, system) => ({
  game, system, types: new Map(system.event_types.map((type) => [type.type, { ...type, fields: fieldsOf(type) }])), findings: [], validated: 0, desk: Boolean(game.prompts), connection: "connecting", server: null, ahead: false, stored: 0, elsewhere: null,
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
 * A state of the table. Only a spectator's page may go back to an older one, if a delay is set. While this device reads the record itself, no
 * other counts.
 * @param {State} state
 * @param {Game} game
 * @returns {State}
 */
export const taken = (state, game) => (state.ahead || (state.desk && game.version < state.game.version) ? state : { ...state, game: newer(state.game, game) });

/**
 * A message of the live stream. While this device reads the record itself, it is only remembered.
 * @param {State} state
 * @param {Message} message
 * @returns {State}
 */
export function heard(state, message) {
  const older = state.desk && state.server && message.game.version < state.server.game.version;
  const next = { ...state, server: older ? state.server : message };
  return state.ahead ? next : { ...taken(next, message.game), ...judged(state, message) };
}

/**
 * @param {State} state
 * @param {Message} message
 */
const judged = (state, { findings, validated }) => ({ findings: newer(state.findings, findings), validated });

/**
 * What this device reads, with the acts that wait.
 * @param {State} state
 * @param {Message} message as the server would send it
 * @returns {State}
 */
export const laid = (state, message) => ({ ...state, ahead: true, game: newer(state.game, message.game), ...judged(state, message) });

/**
 * Nothing waits any more: the server's messages count again, from the version that is shown on.
 * @param {State} state
 * @returns {State}
 */
export const released = (state) => (state.server && state.server.game.version >= state.game.version ? returned(state) : { ...state, ahead: false });

/**
 * What waited is discarded: the page goes back to what the server has sent.
 * @param {State} state
 * @returns {State}
 */
export const returned = (state) => (state.ahead && state.server ? { ...state, ahead: false, game: newer(state.game, state.server.game), ...judged(state, state.server) } : state);

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
 * @param {State} state
 * @param {string | null} from
 * @returns {State}
 */
export const decided = (state, from) => (from === state.elsewhere ? state : { ...state, elsewhere: from });

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
