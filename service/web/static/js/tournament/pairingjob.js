/** Asks for the pairing of the next round. The server makes the pairing at once or, if very many play, lets a worker make it. */

import { Problem, unanswered } from "../api.js";
import { newId } from "../outbox.js";

const LOOK = 1_000;
const PATIENCE = 60_000;
const UNDER_WAY = new Set(["waiting", "running"]);

/**
 * @typedef {{tables: {table: number, sides: number[][]}[], sits_out: number[], unevenness: Record<string, number> | null}} Least the best
 *   pairing, if every pairing breaks a rule
 * @typedef {{state: string, percent?: number, pairing?: string, reason?: string, least?: Least | null, expected?: number}} Job as the API gives
 *   it; `done` if the round was paired at once; `expected`: the version that the director saw, if others recorded something after it
 * @typedef {Job & {pairing: string, percent: number}} Running a job that a worker does
 */

/**
 * @param {Job} job
 * @returns {job is Running}
 */
export const underWay = (job) => UNDER_WAY.has(job.state);

export class PairingJob {
  /** @param {import("./tournament.js").Tournament} tournament */
  constructor(tournament) {
    this.tournament = tournament;
    /** @type {{said: string, key: string} | null} the request that has no answer yet, with its key */
    this.wish = null;
    this.look = () => {};
    this.kept = `faceup:pairing:${tournament.id}`;
  }

  /**
   * Ask for the next round.
   * @param {number} seen the version that the director saw
   * @param {{seed?: number, accept_least?: boolean}} options
   * @returns {Promise<Job>}
   */
  async asked(seen, options) {
    const said = JSON.stringify([seen, options]);
    // The same request keeps its key until an answer comes, so that asking again after a lost answer does not pair a second round.
    if (this.wish?.said !== said) this.wish = { said, key: newId() };
    const headers = { "If-Match": `"${seen}"`, "Idempotency-Key": this.wish.key };
    try {
      const { status, body } = await this.tournament.call("POST", "/rounds", { body: options, headers, patience: PATIENCE });
      return status === 202 ? body : { state: "done" };
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (problem.body.least) return { state: "refused", reason: problem.message, least: /** @type {Least} */ (problem.body.least) };
      if (problem.status === 412) return { state: "conflict", expected: problem.body.expected };
      throw problem;
    }
  }

  /**
   * Wait until the job has ended, and return it. Until then, the job is read again and again, and `progress` is called with it each time. If
   * the server refuses to give the job, the refusal is thrown.
   * @param {Job} job
   * @param {(now: Running) => void} progress
   */
  async ended(job, progress) {
    let now = job;
    for (; underWay(now); now = await this.#seen(now)) {
      sessionStorage.setItem(this.kept, now.pairing);
      progress(now);
      await /** @type {Promise<void>} */ (new Promise((resolve) => { this.look = resolve; setTimeout(resolve, LOOK); }));
    }
    sessionStorage.removeItem(this.kept);
    this.wish = null; // the answer came: the next request needs a new key
    return now;
  }

  /**
   * Stop the worker, unless it has recorded its pairing.
   * @param {Running} job
   */
  async cancel({ pairing }) {
    await this.tournament.call("DELETE", `/pairings/${pairing}`);
    this.look();
  }

  /**
   * The job that was asked for before the page was reloaded; null: none.
   * @returns {Promise<Job | null>}
   */
  async left() {
    const pairing = sessionStorage.getItem(this.kept);
    try {
      return pairing ? await this.#seen({ pairing, state: "waiting", percent: 0 }) : null;
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.status !== 404) throw problem;
      sessionStorage.removeItem(this.kept); // the server no longer keeps the job
      return null;
    }
  }

  /**
   * Reads the job. If no answer comes, returns the job as it was last read; the next request may get an answer.
   * @param {Running} job
   * @returns {Promise<Job>}
   */
  async #seen(job) {
    try {
      return await this.tournament.get(`/pairings/${job.pairing}`);
    } catch (problem) {
      if (unanswered(problem)) return job;
      throw problem;
    }
  }
}
