/**
 * The dialog for every act that the form on the page does not offer, and for corrections of any entry. A correction is previewed first
 * (`review`).
 */

import { actList, choiceAt, endings, entriesIn, happened, others, wrongs } from "./actlists.js";
import { amendment, insertedRound, REASONS, REASONS_TO_INSERT, retraction, TYPED_WRONG, withdrawn } from "./corrections.js";
import { Composer } from "./desk.js";
import { byId, h, on, redraw, rest } from "./dom.js";
import { messageOf } from "./failure.js";
import { tableOf } from "./moment.js";
import { people, personId } from "./people.js";
import { offeredBy } from "./formstate.js";
import { once } from "./once.js";
import { placesOf } from "./rounds.js";
import { inClear } from "./schema.js";
import { backToTable, nearest } from "./sight.js";
import { DESK } from "./texts/form.js";
import { ACTS, REVIEW } from "./texts/record.js";
import { actLabel, lineOf } from "./texts/words.js";

/**
 * @typedef {import("./formstate.js").Game} Game
 * @typedef {import("./actlists.js").List} List
 * @typedef {import("../../types/dom.js").Child} Child
 * @typedef {import("./outbox.js").Act} Act
 * @typedef {Record<string, unknown>} Data
 *
 * @typedef {object} Place how the act of the dialog is recorded
 * @property {number} [version] the event after which it is inserted, or that it replaces; none: it comes at the end
 * @property {boolean} [replaces] whether it replaces the event `version`
 * @property {Game} [was] the table at that moment
 * @property {boolean} [look] whether its effect is shown before it is recorded
 * @property {boolean} [short] whether the form shows only the values that are needed, and the tap on a card records the act
 */

/** The dialogs of one table. */
export class Dialogs {
  /** @param {{desk: import("./desk.js").Desk, review: import("./review.js").Review}} table */
  constructor({ desk, review }) {
    this.desk = desk;
    this.types = desk.page.state.types;
    this.review = review;
    /** @type {List[]} the lists that led to what the dialog shows, the first one first */
    this.lists = [];
    /** @type {import("./actlists.js").Group[]} those of the list that the dialog shows */
    this.groups = [];
    /** @type {Place} */
    this.place = {};
    /** @type {Child} */
    this.title = null;
    this.other = new Composer(byId("other-form"), { record: (type, data) => this.#finish(type, data) });
    this.dialog = /** @type {HTMLDialogElement} */ (byId("other"));
    on(byId("main"), this.#actions());
    for (const button of byId("tools").querySelectorAll("[aria-haspopup]")) button.removeAttribute("aria-disabled");
    people().then((known) => redraw(byId("people"), known.map((/** @type {{name: string}} */ { name }) => h("option", { value: name }))), () => {});
  }

  /** @param {Game} game */
  show(game) {
    byId("end").hidden = !endings(game, this.types).length;
    byId("wrong").hidden = !wrongs(game, this.types, []).length;
  }

  /** To be called when the page has read more of the record: a list of entries that is open shows them. */
  caughtUp() {
    const list = this.lists.at(-1);
    if (this.dialog.open && list && !byId("other-list").hidden) this.#list(list);
  }

  #actions() {
    const version = (/** @type {HTMLElement} */ button) => Number(button.dataset.version);
    /** @type {Record<string, (button: HTMLElement) => unknown>} */
    const actions = {
      wrong: () => this.#ask({ title: DESK.whatIsWrong, groups: () => wrongs(this.#table, this.types, this.#events) }),
      end: () => this.#ask({ title: DESK.howItEnds, groups: () => [{ title: null, choices: endings(this.#table, this.types) }] }),
      other: () => this.#ask({ title: DESK.whatElse, groups: () => others(this.#table, this.types, offeredBy(this.#table)) }),
      choose: (button) => this.#chosen(button),
      "to-list": () => this.#back(),
      insert: (button) => once(button, () => this.#insert(version(button))),
      correct: (button) => once(button, () => this.#correct(version(button))),
      retract: (button) => this.#withdraw(version(button), this.#titled(DESK.takeBack, version(button))),
      restore: (button) => this.#withdraw(withdrawn(this.#events).get(version(button)) ?? 0, this.#titled(DESK.putBack, version(button))),
      enter: (button) => this.#enter(button.dataset.type ?? ""),
      close: () => this.#close(),
    };
    return actions;
  }

  get #table() {
    return this.desk.page.state.game;
  }

  get #events() {
    return this.desk.record.events;
  }

  /**
   * @param {number} version
   * @param {Child} title
   */
  #withdraw(version, title) {
    closeMenus();
    this.review.open({ title, send: DESK.recordIt, why: { ask: REVIEW.why, reasons: REASONS }, events: (reason) => [retraction(version, reason)] });
  }

  // --- the lists ------------------------------------------------------------------------------------------------------------------------------

  /** @param {List} list the first one */
  #ask(list) {
    this.lists = [];
    this.#choose(list, {});
  }

  /**
   * Show a list in the dialog.
   * @param {List} list
   * @param {Place} place
   */
  #choose(list, place) {
    this.lists = [...this.lists, list];
    this.place = place;
    this.#face(list.title, list);
  }

  /** @param {HTMLElement} button */
  async #chosen(button) {
    const list = this.lists.at(-1);
    const choice = list && choiceAt(this.groups, button.dataset.place ?? "");
    if (!choice) return;
    rest();
    if (choice.list) return this.#choose(choice.list, this.place);
    if (choice.type) return this.place.version ? this.#begin(list.title, this.place, choice.type) : this.#begin(choice.words, { look: choice.look }, choice.type, choice.data);
    const { mend, insert } = choice;
    if (mend) return once(button, () => this.mend(mend, this.lists));
    if (insert) return once(button, () => this.insert(insert, this.lists));
    if (choice.older) return once(button, () => this.#older(this.lists));
    this.#close();
    if (choice.event) this.desk.put([choice.event]);
    if (choice.enter) this.#enter(choice.enter);
  }

  /**
   * Show all entries, of which one may be wrong.
   * @param {List[]} lists that led here
   */
  async #older(lists) {
    const places = await placesOf(this.desk.id);
    if (!this.#left(lists)) this.#choose({ title: ACTS.whichEntry, groups: () => entriesIn(places, this.#events) }, {});
  }

  /** Go from the form, or from a list, to the list before it. */
  #back() {
    if (!byId("other-list").hidden) this.lists.pop();
    const list = this.lists.at(-1);
    if (list) this.#face(list.title, list);
    rest();
  }

  /**
   * @param {Child} title
   * @param {List | null} list null: the dialog shows the form
   */
  #face(title, list) {
    redraw(byId("other-title"), title);
    redraw(byId("other-error"));
    byId("other-list").hidden = !list;
    byId("other-form").hidden = Boolean(list);
    byId("other-back").hidden = this.lists.length < (list ? 2 : 1);
    if (list) this.#list(list);
    closeMenus();
    if (!this.dialog.open) this.dialog.showModal();
    this.dialog.scrollTop = 0;
  }

  /**
   * Begin an act of that type in the form, if the table offers it there, or else in the dialog.
   * @param {string} type
   */
  #enter(type) {
    if (!offeredBy(this.#table).includes(type)) return this.act(type, actLabel(this.types, type), { look: false });
    this.desk.form.start(type);
    return nearest(byId("seats"));
  }

  /** @param {List} list */
  #list(list) {
    this.groups = list.groups();
    redraw(byId("other-list"), h("div", { class: "act-lists", "data-key": `list-${this.lists.length}` }, actList(this.groups)));
  }

  // --- acts that are inserted or corrected ----------------------------------------------------------------------------------------------------

  /**
   * The table at that place, with all that was corrected before: also what was corrected a moment ago.
   * @param {{version: number, replaces?: boolean}} place
   */
  async #tableAt(place) {
    await this.desk.settled();
    return tableOf(this.#table, this.#events, place);
  }

  /** @param {number} version */
  async #insert(version) {
    const was = await this.#tableAt({ version });
    this.lists = [];
    this.#choose({ title: this.#titled(DESK.happenedAfter, version), groups: () => happened(was, this.types) }, { version, was });
  }

  /**
   * Open the form for an act that is missing after the event `version`. The form proposes what play waited for at that moment. There is no
   * preview, and the tap that names the missing card records it.
   * @param {number} version
   * @param {List[]} [lists] that led here; if they are shown no more when the form is ready, it is not opened
   */
  async insert(version, lists = []) {
    const was = await this.#tableAt({ version });
    if (this.#left(lists)) return;
    const expected = was.prompts?.find((/** @type {{expected: boolean}} */ prompt) => prompt.expected)?.type;
    const place = { version, was, look: false, short: true };
    this.lists = lists;
    this.#choose({ title: this.#titled(DESK.missingAfter, version), groups: () => happened(was, this.types) }, place);
    if (expected) this.#begin(this.lists.at(-1)?.title, place, expected);
  }

  /**
   * Open the form for the event `version`, in which something was typed wrong. The form shows only the values that the event has. There is
   * no preview, and a tap on the right card records it.
   * @param {number} version
   * @param {List[]} [lists] that led here; if they are shown no more when the form is ready, it is not opened
   */
  mend(version, lists = []) {
    return this.#correct(version, { look: false, short: true }, lists);
  }

  /** @param {List[]} lists */
  #left(lists) {
    return lists.length > 0 && (this.lists !== lists || !this.dialog.open);
  }

  /**
   * @param {number} version
   * @param {Place} [how]
   * @param {List[]} [lists]
   */
  async #correct(version, how = {}, lists = []) {
    const event = this.#event(version);
    if (!event?.type) return;
    const { type, data } = event;
    const was = await this.#tableAt({ version, replaces: true });
    const title = this.#titled(DESK.correct, version);
    const place = { version, replaces: true, was, ...how };
    if (this.#left(lists)) return;
    this.lists = how.short ? lists : [{ title, groups: () => happened(was, this.types) }];
    this.#begin(title, place, type, inClear(data));
  }

  /**
   * Correct what somebody else stated about the same round. If the round was entered card by card, record the statement: the record then
   * says where the two differ.
   * @param {string} type
   * @param {Data} data
   */
  instead(type, data) {
    const gone = withdrawn(this.#events);
    const former = this.#events.findLast((event) => event.type === type && event.data.round === data.round && !gone.has(event.version));
    if (former) this.#look({ version: former.version, replaces: true, was: this.#table }, type, data, data, this.#titled(DESK.correct, former.version));
    else this.desk.put([{ type, data }]);
  }

  /** @param {number} version */
  #event(version) {
    return this.#events.find((each) => each.version === version);
  }

  /**
   * `Correct: Cyd plays the 4 of hearts`.
   * @param {(entry: Child) => Child} text
   * @param {number} version
   */
  #titled(text, version) {
    return text(h("span", { class: "about" }, lineOf(this.#event(version) ?? {})));
  }

  // --- the form -------------------------------------------------------------------------------------------------------------------------------

  /**
   * Open the dialog for one type of act only.
   * @param {string} type
   * @param {string} title
   * @param {{look?: boolean}} [how]
   */
  act(type, title, { look = true } = {}) {
    this.lists = [];
    this.#begin(title, { look }, type);
  }

  /**
   * Show the form for an act in the dialog. If the act has no fields, show what it does.
   * @param {Child} title
   * @param {Place} place
   * @param {string} type
   * @param {Data} [data]
   */
  #begin(title, place, type, data) {
    if (!Object.keys(this.types.get(type)?.schema.properties ?? {}).length) {
      if (this.dialog.open) this.dialog.close();
      this.#look(place, type, {}, {}, title);
      return;
    }
    Object.assign(this, { place, title });
    const short = Boolean(place.short);
    this.other.open({ game: place.was ?? this.#table, types: this.types, offered: [type], short, once: short, look: place.look !== false }, type, data);
    this.#face(title, null);
  }

  /**
   * @param {string} type
   * @param {Data} data
   */
  async #finish(type, data) {
    const { place } = this;
    let named = data;
    try {
      if (data.person) named = { ...data, person: await personId(String(data.person)) };
    } catch (problem) {
      this.other.start(type, data);
      return redraw(byId("other-error"), messageOf(/** @type {Error} */ (problem)));
    }
    this.#close();
    if (place.look === false) {
      this.desk.put(this.#batch(place, type, named));
      backToTable();
    } else this.#look(place, type, named, data, this.title);
    return undefined;
  }

  /**
   * @param {Place} place
   * @param {string} type
   * @param {Data} data
   */
  #batch(place, type, data) {
    if (!place.version) return [{ type, data }];
    return place.replaces ? amendment(place.version, type, data, TYPED_WRONG) : insertedRound(this.#events, place.version, type, data);
  }

  /**
   * Show what an act changes, before it is recorded.
   * @param {Place} place
   * @param {string} type
   * @param {Data} named with ids of people
   * @param {Data} data with their names
   * @param {Child} title
   */
  #look(place, type, named, data, title) {
    const { lists } = this;
    const { version, replaces } = place;
    /** @param {string | null} reason */
    const events = (reason) => {
      if (!version) return [{ type, data: named }];
      return replaces ? amendment(version, type, named, reason) : insertedRound(this.#events, version, type, named, reason);
    };
    const back = () => {
      this.lists = lists;
      this.#begin(title, place, type, data);
    };
    const why = replaces ? { ask: REVIEW.why, reasons: REASONS, proposed: TYPED_WRONG } : { ask: REVIEW.whyInserted, reasons: REASONS_TO_INSERT };
    this.review.open({ title, act: actLabel(this.types, type), send: DESK.recordIt, why: version ? why : undefined, events, back: Object.keys(data).length ? back : undefined });
  }

  // A second tap on the close button must not hit what is under the dialog, or what opens in its place.
  #close() {
    this.dialog.close();
    rest();
  }
}

const closeMenus = () => document.querySelectorAll("details.menu[open]").forEach((menu) => menu.removeAttribute("open"));
