/** One tournament, as its pages use it: what this visitor sees of it, what is recorded, and what changes live. */

import { call, Problem, session, Unreachable } from "../api.js";
import { byId } from "../dom.js";
import { follow } from "../follow.js";
import { stamped } from "../outbox.js";
import { until } from "../until.js";
import { Seen } from "./seen.js";
import { ServerTime } from "../servertime.js";

/** @typedef {import("../../../types/api.js").components["schemas"]} Answers */
const TRIES = 4;
const PAUSE = 1_000;

export class Tournament {
  /** The tournament of this page: `<main data-tournament>` names it. */
  static async opened() {
    const tournament = new Tournament(byId("main").dataset.tournament ?? "");
    await tournament.refresh();
    return tournament;
  }

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.time = new ServerTime();
    /** What the visitor sees; there is something to see once `refresh` has read it. */
    this.seen = /** @type {Seen} */ (/** @type {unknown} */ (null));
  }

  /** Read the state again. */
  async refresh() {
    const [who, state] = await Promise.all([session(), this.get("")]);
    if (state.version < this.state?.version) return; // a newer answer has already come
    this.seen = new Seen(this.id, state, who);
  }

  /** The body of GET /tournaments/{id}. */
  get state() {
    return this.seen?.state;
  }

  get who() {
    return this.seen.who;
  }

  get entries() {
    return this.seen.entries;
  }

  get current() {
    return this.seen.current;
  }

  /** Whether each result must name the one who goes on: `<main data-knock-out>` says it. */
  get knocksOut() {
    return "knockOut" in byId("main").dataset;
  }

  /** @param {string} scope */
  may(scope) {
    return this.seen.may(scope);
  }

  /** @param {number} entry */
  name(entry) {
    return this.seen.name(entry);
  }

  /** @param {number[]} entries */
  side(entries) {
    return this.seen.side(entries);
  }

  /**
   * The body of a GET below the tournament: `get("/rounds/3")`.
   * @param {string} path
   * @returns {Promise<any>}
   */
  async get(path) {
    return (await this.call("GET", path)).body;
  }

  /**
   * All standings: the body of GET …/standings with the rows of all pages.
   * @param {string} [query] such as `?as_of=2`
   * @returns {Promise<Answers["Standings"]>}
   */
  async standings(query = "") {
    /** @type {(number: number) => Promise<Answers["Standings"]>} */
    const page = (number) => this.get(`/standings${query || "?"}${query ? "&" : ""}page=${number}`);
    const first = await page(1);
    const others = Array.from({ length: first.pages - 1 }, (_, at) => page(at + 2));
    return { ...first, rows: [first, ...(await Promise.all(others))].flatMap(({ rows }) => rows) };
  }

  /**
   * Send a request for an address below the tournament, as `call` in api.js does. The server's time is learned from every answer.
   * @param {string} method
   * @param {string} path
   * @param {Parameters<typeof call>[2]} [options]
   */
  async call(method, path, options) {
    const sent = Date.now();
    const answer = await call(method, `/tournaments/${this.id}${path}`, options);
    this.time.learn(answer.headers, sent);
    return answer;
  }

  /**
   * Record events. If no answer comes, they are sent again with the same ids, so they are recorded once.
   * @param {{type: string, data: object, after?: number}[]} events
   * @param {number | "*"} [seen] the version that the visitor saw; `*`: any
   * @returns {Promise<Answers["TournamentAppended"]>} the body of the answer
   */
  async record(events, seen = "*") {
    const body = { events: events.map(stamped) };
    const headers = { "If-Match": seen === "*" ? "*" : `"${seen}"` };
    for (let tries = 1; ; tries += 1) {
      try {
        return (await this.call("POST", "/events", { body, headers })).body;
      } catch (problem) {
        if (!(problem instanceof Unreachable) || tries === TRIES) throw problem;
        await new Promise((resolve) => setTimeout(resolve, PAUSE * tries));
      }
    }
  }

  /**
   * What recording these events would change.
   * @param {{type: string, data: object}[]} events
   * @returns {Promise<Answers["TournamentForeseen"]>}
   */
  async foreseen(events) {
    return (await this.call("POST", "/events?dry_run=true", { body: { events: events.map(stamped) }, headers: { "If-Match": "*" } })).body;
  }

  /**
   * Follow the tournament live. After each change, the state is read again until the server answers. After that, `changed` is called, in the
   * order of the changes: an answer that overtakes an earlier one serves the earlier change first.
   * @param {{changed: (what: Answers["TournamentChanges"]) => void, state?: (state: "live" | "waiting") => void}} hear
   */
  follow({ changed, state = () => {} }) {
    /** @type {Answers["TournamentChanges"][]} */
    const waiting = [];
    return follow(`/api/v1/tournaments/${this.id}/live`, "change", {
      state,
      told: async (what) => {
        waiting.push(what);
        try {
          await until(() => this.refresh(), state);
        } catch (problem) {
          if (!(problem instanceof Problem)) throw problem;
          return; // the visitor may not see it any more
        }
        while (waiting.length && waiting[0].version <= this.state.version) changed(/** @type {Answers["TournamentChanges"]} */ (waiting.shift()));
      },
    });
  }
}
