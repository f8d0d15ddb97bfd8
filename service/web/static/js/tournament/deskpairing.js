/**
 * Pairs the next round from the desk. If a worker makes the pairing, the desk shows the progress. If every pairing breaks a rule, the desk
 * offers the best one.
 */

import { chip } from "../chips.js";
import { byId, h, redraw } from "../dom.js";
import { messageOf } from "../failure.js";
import { DESK, DESK_PAIRING, DIRECTOR } from "../texts/director.js";
import { HALL } from "../texts/hall.js";
import { unevenWords, versus } from "./deskwords.js";
import { PairingJob, underWay } from "./pairingjob.js";
import { sincePaired } from "./sayings.js";

/**
 * @typedef {import("./pairingjob.js").Job} Job
 * @typedef {import("./pairingjob.js").Running} Running
 * @typedef {import("./pairingjob.js").Least} Least
 */

export class Pairing {
  /** @param {import("./desk.js").DeskPage} page */
  constructor(page) {
    this.page = page;
    this.asks = new PairingJob(page.tournament);
    /** @type {Running | null} */
    this.job = null;
    /** @type {{reason: string | undefined, least: Least} | null} */
    this.refused = null;
  }

  /** @returns {import("./actnames.js").Works} */
  get works() {
    return { pair: () => this.pair(), again: () => this.again(), least: () => this.least(), cancel: () => this.cancel(), dismiss: () => this.dismiss() };
  }

  /**
   * Pair the next round.
   * @param {boolean} [least] accept the best pairing even if it breaks a rule
   */
  async pair(least = false) {
    const job = await this.asks.asked(this.page.desk.version, { accept_least: least });
    if (underWay(job)) this.#follow(job);
    else await this.#ended(job);
  }

  least() {
    return this.pair(true);
  }

  /** Take back the pairing that nobody has seen yet, and pair the round again. */
  async again() {
    const { tournament, desk } = this.page;
    await tournament.record([{ type: "RoundUnpublished", data: { round: desk.round?.round, reason: DIRECTOR.pairedAgain } }], desk.version);
    await this.page.read();
    await this.pair();
  }

  async cancel() {
    if (this.job) await this.asks.cancel(this.job);
  }

  dismiss() {
    this.refused = null;
    this.draw();
  }

  /** Go on with a pairing that was asked for before this page was reloaded. */
  async resume() {
    const job = await this.asks.left();
    if (job) this.#follow(job);
  }

  get working() {
    return this.job !== null;
  }

  /** @param {Job} job */
  async #follow(job) {
    try {
      await this.#ended(await this.asks.ended(job, (now) => { this.job = now; this.draw(); }));
    } catch (problem) {
      this.job = null;
      this.draw();
      this.page.say(messageOf(/** @type {import("../failure.js").Failure} */ (problem)));
    }
    this.page.again();
  }

  /** @param {Job} job */
  async #ended({ state, reason, least, expected }) {
    this.job = null;
    this.refused = least ? { reason, least } : null;
    this.draw();
    if (state === "conflict") await this.page.overtaken(expected ?? this.page.desk.version);
    else if (state === "cancelled") this.page.say(DESK_PAIRING.cancelled);
    else if (state !== "done" && !least) this.page.say(reason);
  }

  draw() {
    redraw(byId("pairing"), this.job ? this.#progress(this.job) : this.refused ? this.#offer(this.refused) : this.#overtaken());
  }

  /** @param {Running} job */
  #progress({ percent }) {
    return h("section", { class: "panel stack", "data-key": "progress" },
      h("p", {}, h("label", { for: "percent" }, DESK_PAIRING.progress(percent)), h("progress", { id: "percent", max: 100, value: percent }, `${percent} %`)),
      h("p", { class: "choices" }, this.page.button("cancel", DESK_PAIRING.cancel)));
  }

  // Says what has changed since the round was paired, or since it was decided who goes on.
  #overtaken() {
    const { round, cut_overtaken: cut } = this.page.desk;
    const said = round?.overtaken ? sincePaired(round.overtaken) : cut && DESK.cutChanged(sincePaired(cut));
    return said ? h("section", { class: "panel", "data-key": "overtaken" }, h("p", {}, chip("query", DIRECTOR.changed), ` ${said}`)) : null;
  }

  /** @param {{reason: string | undefined, least: Least}} refused */
  #offer({ reason, least }) {
    const { tournament } = this.page;
    const uneven = unevenWords(least.unevenness);
    return h("section", { class: "panel stack", "data-key": "offer", role: "alert" },
      h("p", {}, DESK_PAIRING.notPaired((text) => h("b", {}, text), reason ?? "")),
      uneven.length ? h("p", {}, DESK_PAIRING.best(uneven)) : null,
      h("details", { class: "fold" }, h("summary", {}, DESK_PAIRING.showBest),
        h("ul", { role: "list" }, least.tables.map(({ table, sides }) => h("li", {}, DESK_PAIRING.table(table, versus(tournament, sides))))),
        least.sits_out.length ? h("p", { class: "quiet" }, DESK_PAIRING.sitsOut(tournament.side(least.sits_out))) : null),
      h("p", { class: "choices" }, this.page.button("least", DESK_PAIRING.takeBest), this.page.button("dismiss", HALL.notNow)));
  }
}
