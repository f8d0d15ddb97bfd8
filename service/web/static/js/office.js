/**
 * What only a scorekeeper sees besides the desk: the dialogs, the questions, the record with its corrections, the menu of the game, claims,
 * rulings, sharing.
 */

import { call } from "./api.js";
import { answersOf } from "./claims.js";
import { replacedBy } from "./corrections.js";
import { Dialogs } from "./dialogs.js";
import { byId, h, on, redraw } from "./dom.js";
import { messageOf } from "./failure.js";
import { rulingIn } from "./findings.js";
import { historyList } from "./history.js";
import { pathOf } from "./links.js";
import { Menu } from "./menu.js";
import { closing } from "./notice.js";
import { once } from "./once.js";
import { PastTricks } from "./pasttricks.js";
import { Queries } from "./queries.js";
import { Review } from "./review.js";
import { roundOf } from "./rounds.js";
import { RulingForm } from "./ruling.js";
import { saveWaiting } from "./saving.js";
import { sharing } from "./share.js";
import { OFFICE } from "./texts/form.js";
import { lineOf, namesOf } from "./texts/words.js";

export class Office {
  /**
   * @param {{id: string, desk: import("./desk.js").Desk, clubWide: boolean, oneGame: boolean, rulings: import("./rulings.js").Rulings}} place `oneGame`: the visitor
   *   has the link of a tournament's table or of a practice table: no hand-over, no rematch
   */
  constructor({ id, desk, clubWide, oneGame, rulings }) {
    this.id = id;
    this.desk = desk;
    this.rulings = rulings;
    this.read = 0; // so many entries were known when the page last told what was corrected
    this.sought = /^#event-(\d+)$/.exec(location.hash)?.[1]; // the entry that the address of the page names
    const put = desk.put.bind(desk);
    const review = new Review({ put, foreseen: (events) => desk.foreseen(events), look: () => this.table });
    this.dialogs = new Dialogs({ desk, review });
    this.queries = new Queries(byId("queries"), {
      game: id, put, insert: (version) => this.dialogs.insert(version), mend: (version) => this.dialogs.mend(version), events: () => desk.record.events, name: (seat) => namesOf(this.table.game.seats)(seat), closed: () => Boolean(closing(desk.outbox)),
    });
    this.menu = new Menu({ game: id, types: this.table.types, act: (type, title) => this.dialogs.act(type, title), put, handsOver: !oneGame, setsPins: clubWide });
    this.ruling = new RulingForm({ review });
    this.tricks = new PastTricks(id, () => this.#drawHistory());
    byId("history").hidden = false;
    byId("history").addEventListener("toggle", () => this.#drawHistory());
    this.#listen();
    const setVisibility = (/** @type {string} */ visibility) => put([{ type: "VisibilitySet", data: { visibility } }]);
    this.share = sharing(byId("share"), { game: id, clubWide, oneGame, setVisibility });
  }

  /** From now on, the desk tells what happens at it. */
  join() {
    this.desk.office = this;
    if (this.desk.record.version) this.caughtUp();
  }

  /** What the page knows of the table now. */
  get table() {
    return this.desk.page.state;
  }

  /** Show what the current table changes in the menu and in the buttons of the dialogs. */
  show() {
    const { game } = this.table;
    this.dialogs.show(game);
    this.menu.show(game);
    this.share(game);
  }

  /** Show the questions that the record leaves open. */
  ask() {
    const { findings, game, validated } = this.table;
    this.queries.show(findings, { version: game.version, validated });
  }

  /** To be called when the page has read more of the record. */
  caughtUp() {
    const { sought } = this;
    this.sought = undefined;
    this.#sayCorrection();
    this.dialogs.caughtUp();
    this.queries.draw(); // the questions name entries of the record, and the record has only now been read
    if (sought) byId("history", "details").open = true;
    this.#drawHistory();
    if (sought) /** @type {HTMLElement | null} */ (byId("history-list").querySelector(`[data-key="v${sought}"] summary`))?.focus();
  }

  /** Say what was corrected, if the newest entry that this page has read corrects another. */
  #sayCorrection() {
    const { events } = this.desk.record;
    const now = events.length > this.read && this.read > 0 ? events[events.length - 1] : null;
    const replaced = now && replacedBy(now, events);
    if (replaced) this.desk.say(h("span", { class: "good" }, OFFICE.corrected(lineOf(now) ?? "", lineOf(events[replaced.data.target - 1]) ?? "")));
    this.read = events.length;
  }

  #listen() {
    const { dialogs } = this;
    byId("flag").addEventListener("click", (event) => this.queries.askNewest() && event.preventDefault());
    on(byId("notice"), { save: () => saveWaiting(this.id, this.desk.outbox.batches) });
    on(byId("claims"), { answer: (button) => this.desk.put(answersOf(button)) });
    on(byId("life"), { final: () => dialogs.act("ResultFinalised", OFFICE.makeFinal), rematch: () => this.#rematch() });
    on(byId("main"), { rule: (button) => this.#rule(button.dataset), ask: (button) => this.queries.ask(button.dataset.finding ?? ""), mend: (button) => once(button, () => dialogs.mend(Number(button.dataset.version))), supersede: (button) => this.#ruleAgain(Number(button.dataset.version)) });
  }

  /** @param {DOMStringMap} dataset */
  async #rule({ finding, version }) {
    const cited = this.#finding(finding);
    const dispute = this.desk.record.events[Number(version) - 1];
    const matter = finding
      ? { cites: { finding }, about: cited?.sentence ?? finding, rule: rulingIn(cited?.source) ?? cited?.source }
      : { cites: { dispute: Number(version) }, about: lineOf(dispute) ?? "" };
    const round = await roundOf(this.id, cited?.versions ?? [Number(version)]);
    this.ruling.open(this.table.game, { ...matter, round });
  }

  /** @param {number} version */
  async #ruleAgain(version) {
    const ruling = this.rulings.of(version);
    if (!ruling) return;
    const { cites, rule, sentence, round } = ruling;
    const cited = this.#finding(cites.finding)?.versions ?? [cites.dispute ?? 0];
    this.ruling.open(this.table.game, { cites, rule, supersedes: version, about: OFFICE.inPlaceOf(sentence), round: round ?? await roundOf(this.id, cited) });
  }

  /** @param {string | null | undefined} id */
  #finding(id) {
    return this.table.findings.find((each) => each.id === id);
  }

  async #rematch() {
    try {
      const { body } = await call("POST", `/games/${this.id}/rematch`, { body: {} });
      location.assign(body.link ? pathOf(body.link) : `/games/${body.game}`);
    } catch (problem) {
      redraw(byId("notice"), h("p", { class: "notice bad", role: "alert" }, messageOf(/** @type {Error} */ (problem))));
    }
  }

  #drawHistory() {
    const { desk: { record }, table: { game, findings } } = this;
    if (byId("history", "details").open) redraw(byId("history-list"), historyList(record, game, findings, this.tricks.of(game, record.events)));
    redraw(byId("history-count"), record.events.length);
  }
}
