/** What a director does with a round: publish it, start it, ring the bell. It also decides which acts are offered now. */

import { call, Problem } from "../api.js";
import { byId, h, redraw } from "../dom.js";
import { messageOf } from "../failure.js";
import { DESK_ACTS, DIRECTOR } from "../texts/director.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {import("./desk.js").Act} Act
 * @typedef {Answers["DeskCall"] & {state: "waiting" | "done" | "failed", why?: string}} Called a table at which time is called; `why`: it failed
 */

const MORE_TIME = 5 * 60;
const LONGEST = 24 * 3600;

/**
 * The acts that are offered now: `acts`, with the normal next step first, and `more`, which are rarer. Only the first may be `primary`.
 * @param {Answers["Desk"]} desk
 * @param {import("./seen.js").State} state
 * @param {boolean} due whether the bell is due
 * @returns {{acts: Act[], more: Act[]}}
 */
export function offered(desk, state, due) {
  const { next, round, planned } = desk;
  const number = round?.round ?? 0;
  const look = { key: "look", label: DESK_ACTS.look, href: `${location.pathname}/rounds/${number}` };
  const change = { ...look, label: DESK_ACTS.change };
  const show = round?.published && !round.unfinished.length && !state.published.some(({ through_round: through }) => through === number);
  const standings = show ? [{ key: "standings", label: DESK_ACTS.publishStandings }] : [];
  const { minutes: clock, ends } = state.settings.round;
  /** @type {Record<string, Act[]>} */
  const acts = {
    enter: [{ key: "enter", label: DESK_ACTS.addPlayers, href: `${location.pathname}/entries`, primary: true }],
    pair: [{ key: "pair", label: DIRECTOR.pair(number + 1), primary: true }, ...standings],
    cut: [{ key: "pair", label: DESK_ACTS.cut(number + 1), primary: true }, ...standings],
    publish: round?.overtaken
      ? [{ key: "again", label: DESK_ACTS.pairAgain(number), primary: true }, { key: "publish", label: DIRECTOR.publishAsIs }, change]
      : [{ key: "publish", label: DIRECTOR.publish(number), primary: true }, change],
    settle: [{ key: "publish", label: DIRECTOR.publishAsIs }, change],
    start: [{ key: "start", label: clock ? DESK_ACTS.startTimed(number, clock) : DESK_ACTS.start(number), primary: true }, look],
    finish: [{ key: "finish", label: DESK_ACTS.finish, primary: true }, ...standings],
    nothing: [],
  };
  /** @type {Record<string, Act[]>} */
  const rest = { pair: number && !planned ? [{ key: "finish", label: DESK_ACTS.finish }] : [], finish: [{ key: "pair", label: DIRECTOR.pair(number + 1) }] };
  return { acts: next === "play" && round ? inPlay(round, due, clock, ends) : acts[next], more: rest[next] ?? [] };
}

/**
 * @param {Answers["DeskRound"]} round
 * @param {boolean} due
 * @param {number | null | undefined} clock how many minutes it runs
 * @param {string} ends
 * @returns {Act[]}
 */
function inPlay(round, due, clock, ends) {
  const missed = round.rung_at && round.calls.length;
  if (missed) return [{ key: "call", label: DESK_ACTS.callTime(round.calls.length), primary: true }];
  if (round.rung_at) return [];
  if (!round.started_at) return clock ? [{ key: "start", label: DESK_ACTS.startClock }] : ends === "bell" ? [{ key: "start", label: DESK_ACTS.startRound }] : [];
  return [{ key: "bell", label: DESK_ACTS.bell, primary: due }, ...(round.due_at ? [{ key: "longer", label: DESK_ACTS.longer }] : [])];
}

/** Publish, start, ring, finish: each method records one act. */
export class Acts {
  /** @param {import("./desk.js").DeskPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Called[]} */
    this.called = [];
  }

  /** @returns {import("./actnames.js").Works} */
  get works() {
    return {
      publish: () => this.publish(), start: () => this.start(), longer: () => this.longer(), finish: () => this.finish(),
      standings: () => this.standings(), bell: () => this.bell(), call: () => this.call(),
    };
  }

  /**
   * @param {string} type
   * @param {object} [data]
   */
  #record(type, data = {}) {
    return this.page.tournament.record([{ type, data }], this.page.desk.version);
  }

  /** The newest round. Without a round none of its acts is offered. */
  get #newest() {
    return /** @type {Answers["DeskRound"]} */ (this.page.desk.round);
  }

  get #round() {
    return this.#newest.round;
  }

  publish() {
    return this.#record("RoundPublished", { round: this.#round });
  }

  start() {
    const { minutes } = this.page.tournament.state.settings.round;
    return this.#record("RoundStarted", { round: this.#round, ...(minutes ? { seconds: minutes * 60 } : {}) });
  }

  /** Give the round five minutes more: from the time that the bell is due, or from now if the bell is overdue. */
  longer() {
    const left = Math.max(0, Math.round(((this.#newest.due_at ?? 0) - this.page.tournament.time.now) / 1000));
    return this.#record("RoundStarted", { round: this.#round, seconds: Math.min(LONGEST, left + MORE_TIME) });
  }

  finish() {
    return this.#record("TournamentFinished");
  }

  standings() {
    const headers = { "If-Match": `"${this.page.desk.version}"` };
    return this.page.tournament.call("POST", "/standings/published", { body: { through_round: this.#round }, headers });
  }

  /** Ring the bell, and call time in the games that end at the bell. */
  async bell() {
    await this.#record("BellRung", { round: this.#round });
    await this.page.read();
    await this.call();
  }

  /**
   * Call time in the open games that end at the bell. The event ids come from the server: if two directors call time, each game still gets
   * one event.
   */
  async call() {
    const { rung_at: rung, calls } = this.#newest;
    this.called = calls.map((each) => ({ ...each, state: "waiting" }));
    this.draw();
    await Promise.all(this.called.map((each) => this.#callAt(each, rung)));
    this.draw();
  }

  /**
   * `at` is the moment of the bell, so two directors send exactly the same event.
   * @param {Called} each
   * @param {number | null} rung when the bell rang
   */
  async #callAt(each, rung) {
    const event = { id: each.event, type: "TimeCalled", data: { reason: DESK_ACTS.reason }, at: rung, offset: 0 };
    try {
      await call("POST", `/games/${each.game}/events`, { body: { events: [event] }, headers: { "If-Match": "*" } });
      each.state = "done";
    } catch (problem) {
      each.state = problem instanceof Problem && problem.body.type?.endsWith("/id-taken") ? "done" : "failed";
      each.why = messageOf(/** @type {import("../failure.js").Failure} */ (problem));
    }
    this.draw();
  }

  /** Show at which tables time was called. */
  draw() {
    const done = this.called.filter(({ state }) => state === "done").length;
    const failed = this.called.filter(({ state }) => state === "failed");
    const all = this.called.length;
    redraw(byId("called"), all && h("div", { class: failed.length ? "said bad" : "said" },
      h("p", {}, DESK_ACTS.called(done, all)),
      failed.map(({ table, why }) => h("p", {}, DESK_ACTS.notCalled(table, why ?? "")))));
  }
}
