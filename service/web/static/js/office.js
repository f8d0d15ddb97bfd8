/**
 * Everything on the page that only a scorekeeper sees: the desk, the outbox and its notice, the record with its corrections, the menu of the
 * game, claims, rulings, sharing.
 */

import { call } from "./api.js";
import { answersOf } from "./claims.js";
import { replacedBy, undoing } from "./corrections.js";
import { Desk } from "./desk.js";
import { byId, h, on, redraw } from "./dom.js";
import { messageOf } from "./failure.js";
import { rulingIn } from "./findings.js";
import { historyList } from "./history.js";
import { pathOf } from "./links.js";
import { Menu } from "./menu.js";
import { closing, notice } from "./notice.js";
import { once } from "./once.js";
import { Outbox } from "./outbox.js";
import { Queries } from "./queries.js";
import { Record } from "./record.js";
import { Review } from "./review.js";
import { roundOf } from "./rounds.js";
import { RulingForm } from "./ruling.js";
import { sharing } from "./share.js";
import { OFFICE } from "./texts/form.js";
import { lineOf, namesOf } from "./texts/words.js";

/**
 * @typedef {import("./outbox.js").Act} Act
 * @typedef {import("./record.js").Entry} Entry
 */

export class Office {
  /**
   * @param {{id: string, page: import("./store.js").Store<import("./gamestate.js").State>, clubWide: boolean, oneGame: boolean,
   *   rulings: import("./rulings.js").Rulings, stored: (answer: {version: number}) => void, drawn: () => void}} place `oneGame`: the
   *   visitor has the link of a tournament's table or of a practice table: no hand-over, no rematch. `drawn`: called after every change of the form
   */
  constructor({ id, page, clubWide, oneGame, rulings, stored, drawn }) {
    this.id = id;
    this.page = page;
    this.rulings = rulings;
    this.oneGame = oneGame;
    const { types } = page.state;
    this.record = new Record(id);
    this.outbox = new Outbox(id, { changed: () => this.#drawNotice(), stored });
    const put = (/** @type {Act[]} */ events) => {
      this.queries.fold();
      return this.outbox.add(events, this.table.game.version);
    };
    const review = new Review({ game: id, put, look: () => this.table });
    this.desk = new Desk({ put, events: () => this.record.events, types, review, drawn });
    this.queries = new Queries(byId("queries"), {
      game: id, put, insert: (version) => this.desk.insert(version), mend: (version) => this.desk.mend(version), events: () => this.record.events, name: (seat) => namesOf(this.table.game.seats)(seat), closed: () => Boolean(closing(this.outbox)),
    });
    this.menu = new Menu({ game: id, types, act: (type, title) => this.desk.act(type, title), put, handsOver: !oneGame, setsPins: clubWide });
    this.ruling = new RulingForm({ review });
    byId("history").hidden = false;
    byId("history").addEventListener("toggle", () => this.#drawHistory());
    this.#listen(put);
    const setVisibility = (/** @type {string} */ visibility) => put([{ type: "VisibilitySet", data: { visibility } }]);
    this.share = sharing(byId("share"), { game: id, clubWide, oneGame, setVisibility });
    this.outbox.send();
  }

  /** What the page knows of the table now. */
  get table() {
    return this.page.state;
  }

  /** Show the current table. */
  show() {
    const { game } = this.table;
    this.desk.show(game);
    this.menu.show(game);
    this.share(game);
    this.ask();
    const first = !this.record.version;
    this.#drawUndo();
    this.record.catchUp(game.version).then(() => this.#caughtUp(first), () => {});
  }

  /** The heading of the form, or null if the form asks for exactly the act that play waits for. */
  get heading() {
    return this.desk.heading;
  }

  /** Show the questions that the record leaves open. */
  ask() {
    const { findings, game, validated } = this.table;
    this.queries.show(findings, { version: game.version, validated });
  }

  /** @param {(events: Act[]) => Promise<void>} put */
  #listen(put) {
    const { outbox } = this;
    on(byId("notice"), { anyway: () => outbox.anyway(), drop: () => this.#drop(), retry: () => outbox.send(), resend: () => outbox.again() });
    on(byId("claims"), { answer: (button) => put(answersOf(button)) });
    on(byId("life"), { final: () => this.desk.act("ResultFinalised", OFFICE.makeFinal), rematch: () => this.#rematch() });
    on(byId("main"), { rule: (button) => this.#rule(button.dataset), ask: (button) => this.queries.ask(button.dataset.finding ?? ""), mend: (button) => once(button, () => this.desk.mend(Number(button.dataset.version))), supersede: (button) => this.#ruleAgain(Number(button.dataset.version)) });
  }

  #drop() {
    this.outbox.drop();
    if (this.outbox.waiting) return;
    this.desk.resume();
    this.queries.resume();
  }

  /** @param {DOMStringMap} dataset */
  async #rule({ finding, version }) {
    const cited = this.#finding(finding);
    const dispute = this.record.events[Number(version) - 1];
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

  /** @param {boolean} first */
  #caughtUp(first) {
    const last = this.#last();
    if (first && last?.type) this.desk.follows(last.type);
    this.desk.caughtUp();
    this.queries.draw(); // the questions name entries of the record, and the record has only now been read
    const [, sought] = (first && /^#event-(\d+)$/.exec(location.hash)) || [];
    if (sought) byId("history", "details").open = true; // the address of the page names an entry of the record
    this.#drawHistory();
    if (sought) /** @type {HTMLElement | null} */ (byId("history-list").querySelector(`[data-key="v${sought}"] summary`))?.focus();
  }

  /** The event that undo takes back. */
  #last() {
    const [first] = undoing(this.record.events);
    return first && this.record.events[first.data.target - 1];
  }

  #drawHistory() {
    if (byId("history", "details").open) redraw(byId("history-list"), historyList(this.record, this.table.game, this.table.findings));
    redraw(byId("history-count"), this.record.events.length);
    this.#drawUndo();
  }

  /**
   * Draw the undo button. The button shows the act that it takes back, so the scorekeeper also sees that the last entry was recorded. While
   * the record is older than the table, that act may be taken back already.
   */
  #drawUndo() {
    const event = this.#last();
    byId("undo").ariaDisabled = String(this.record.version < this.table.game.version);
    const line = event && h("span", { class: "receipt" }, lineOf(event));
    const undoes = h("span", { class: "undoes" }, line ? this.#undoes(event)(line) : OFFICE.undo);
    undoes.title = undoes.textContent;
    redraw(byId("undo"), undoes);
    byId("undo").dataset.version = String(event?.version ?? 0);
    byId("undo").toggleAttribute("disabled", !event || !this.#mayUndo(event) || Boolean(closing(this.outbox)));
  }

  /** @param {import("./record.js").Event} event that undo takes back */
  #undoes(event) {
    if (!event.after) return OFFICE.undoes;
    return replacedBy(event, this.record.events) ? OFFICE.undoesCorrection : OFFICE.undoesInsertion;
  }

  // Undo cannot take back what a player confirmed or a director decided. A director can withdraw these in the list of the record.
  /** @param {import("./record.js").Event} event */
  #mayUndo({ version, type = "" }) {
    const { game, types } = this.table;
    return type !== "ResultConfirmed" && types.get(type)?.right !== "direct" && version > (game.life?.may.correct_below ?? 0);
  }

  #drawNotice() {
    redraw(byId("notice"), notice(this.outbox, this.table.types));
    this.desk.close(closing(this.outbox));
    this.queries.draw();
    this.#drawUndo();
    byId("seats").setAttribute("aria-busy", String(this.outbox.waiting > 0));
  }
}
