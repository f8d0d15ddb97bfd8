/** A tournament as one visitor sees it at one time. */

import { ENTRIES } from "../texts/tournament.js";
import { isolated } from "../texts/words.js";

/**
 * @typedef {import("../../../types/api.js").components["schemas"]} Answers
 * @typedef {Answers["SettingsChangedData"]["settings"]} GivenSettings
 * @typedef {Filled<Omit<GivenSettings, "scoring" | "round">> & {scoring: Filled<NonNullable<GivenSettings["scoring"]>>, round: Filled<NonNullable<GivenSettings["round"]>>}} Settings
 *   how a tournament is played: all settings, as the server knows them
 * @typedef {Answers["TournamentState"] & {settings: Settings}} State
 * @typedef {Pick<Seen, "name" | "side">} Named
 */
/**
 * Every field has a value, but one that may be null is left out when it is.
 * @template Fields
 * @typedef {{[Name in keyof Fields as null extends Fields[Name] ? never : Name]-?: Fields[Name]}
 *   & {[Name in keyof Fields as null extends Fields[Name] ? Name : never]?: Fields[Name]}} Filled
 */

export class Seen {
  /**
   * @param {string} id
   * @param {State} state
   * @param {import("../api.js").Session} who
   */
  constructor(id, state, who) {
    this.id = id;
    this.state = state;
    this.who = who;
    this.entries = new Map(state.entries.map((entry) => [entry.entry, entry]));
  }

  /**
   * Whether the visitor has a scope in the whole tournament. Links of tables and of entries have none.
   * @param {string} scope
   */
  may(scope) {
    return !this.who.limited && this.who.scopes.includes(scope);
  }

  /**
   * The name of an entry; `Entry 7` if it has none.
   * @param {number} entry
   */
  name(entry) {
    return isolated(this.entries.get(entry)?.name ?? ENTRIES.unnamed(entry));
  }

  /**
   * The names of a side: `Anna and Ben`.
   * @param {number[]} entries
   */
  side(entries) {
    return ENTRIES.side(entries.map((entry) => this.name(entry)));
  }

  /** The newest published round; undefined: none. */
  get current() {
    return this.state.rounds.findLast((round) => round.published);
  }
}
