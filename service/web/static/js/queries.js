/**
 * The questions that the record leaves open, on the scorekeeper's desk: one line with the newest, which unfolds over the table. Nobody has
 * to answer before play goes on, so a new question stays folded, moves nothing, and is folded again when the next act is recorded. The server
 * sends the possible answers.
 */

import { brief, colourOf, inWords } from "./cards.js";
import { standingEntries, tableOrder } from "./corrections.js";
import { byId, h, on, redraw, spoken } from "./dom.js";
import { gravest } from "./flags.js";
import { once } from "./once.js";
import { inClear } from "./schema.js";
import { nearest } from "./sight.js";
import { ACTS, QUERIES } from "./texts/record.js";
import { firstSentence, lineOf, TYPED } from "./texts/words.js";

/**
 * @typedef {import("./record.js").Event} Event
 * @typedef {import("./outbox.js").Act} Act
 * @typedef {import("../../types/dom.js").Child} Child
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {Answers["Finding"]} Query one that asks
 */

// The page offers at most this many places for a missing entry, the latest ones.
const FAR = 40;

/** The questions of one table. */
export class Queries {
  /**
   * @param {HTMLElement} root
   * @param {{game: string, put: (events: Act[]) => void, insert: (version: number) => Promise<void>, mend: (version: number) => Promise<void>, events: () => Event[], name: (seat: number) => string, closed: () => boolean}} desk
   *   `insert`: opens the form for an act after that event; `mend`: opens the form that corrects that event; `closed`: whether nothing can be recorded now
   */
  constructor(root, { game, put, insert, mend, events, name, closed }) {
    this.root = root;
    this.put = put;
    this.insert = insert;
    this.mend = mend;
    this.events = events;
    this.name = name;
    this.closed = closed;
    /** @type {string | null} the question to show first */
    this.first = null;
    /** @type {Query[]} */
    this.findings = [];
    this.version = 0;
    this.validated = 0;
    /** @type {Map<string, number>} the questions that were answered, and the version of the record at which they were */
    this.sent = new Map();
    /** @type {string | null} the question for which a place is being chosen */
    this.choosing = null;
    this.key = `faceup:left:${game}`;
    /** @type {Set<string>} */
    this.left = new Set(JSON.parse(localStorage.getItem(this.key) ?? "[]"));
    on(root, {
      "answer-query": (button) => this.#answer(button),
      "insert-after": (button) => once(button, () => this.insert(Number(button.dataset.version))),
    });
    root.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape" || !root.querySelector("details[open]")) return;
      this.fold();
      root.querySelector("summary")?.focus();
    });
    const outside = (/** @type {MouseEvent} */ { target }) => { if (target instanceof Node && target.isConnected && !root.contains(target)) this.fold(); };
    root.addEventListener("toggle", () => {
      if (root.querySelector("details[open]")) document.addEventListener("click", outside, { capture: true });
      else document.removeEventListener("click", outside, { capture: true });
    }, { capture: true });
  }

  /**
   * Show the questions among these findings. `version`: the version of the record; `validated`: the version up to which the record was
   * checked.
   * @param {Query[]} findings
   * @param {{version: number, validated: number}} record
   */
  show(findings, { version, validated }) {
    this.findings = findings;
    this.version = version;
    this.validated = validated;
    this.sent.forEach((at, id) => validated > at && this.sent.delete(id));
    this.draw();
  }

  /**
   * Show a question again, first of all, and unfold it, even if it was folded or left open.
   * @param {string} id
   */
  ask(id) {
    const query = this.#find(id);
    if (!query) return;
    this.left.delete(sign(query));
    this.sent.delete(id);
    this.first = id;
    this.#keep();
    this.draw();
    const place = this.root.querySelector("details");
    if (!place) return;
    place.open = true;
    nearest(place);
    place.querySelector("summary")?.focus({ preventScroll: true });
  }

  /** Show the newest question as `ask` does. False: something worse was found, or there is none. */
  askNewest() {
    const asked = this.#standing().at(-1);
    if (!asked || gravest(this.findings.filter(({ status }) => status === "standing"))?.kind !== "query") return false;
    this.ask(asked.id);
    return true;
  }

  /** Fold the questions, because the scorekeeper goes on. */
  fold() {
    this.root.querySelectorAll("details").forEach((each) => { each.open = false; });
  }

  /** Show the answered questions again, because an answer was discarded before it was stored. */
  resume() {
    this.sent.clear();
    this.draw();
  }

  draw() {
    const asked = this.#standing().filter((query) => !this.left.has(sign(query)) && !this.sent.has(query.id)).toReversed();
    asked.sort((one, other) => Number(other.id === this.first) - Number(one.id === this.first));
    if (!asked.some(({ id }) => id === this.choosing)) this.choosing = null;
    redraw(this.root, asked.length ? this.#line(asked) : null);
    redraw(byId("asked"), asked.map((query) => h("span", { "data-key": query.id }, QUERIES.asks(query.sentence), " ")));
  }

  #standing() {
    return this.findings.filter(({ kind, status }) => kind === "query" && status === "standing");
  }

  /** @param {string} id */
  #find(id) {
    return this.findings.find((each) => each.id === id);
  }

  /** @param {Query[]} asked */
  #line(asked) {
    const more = asked.length > 1 ? h("span", { class: "count" }, QUERIES.more(spoken, asked.length - 1)) : null;
    return h("details", { class: "asks query", "data-key": "asks" },
      h("summary", {}, h("span", { class: "chip query" }, spoken(QUERIES.question)), h("span", { class: "clip" }, this.#short(asked[0])), more),
      h("div", { class: "asks-all" }, asked.map((query) => this.#question(query))));
  }

  /**
   * The question in a few words: about the likeliest card that was typed wrong, or else the first sentence of the question.
   * @param {Query} query
   * @returns {Child}
   */
  #short({ sentence, answers = [] }) {
    const suspect = answers.find(({ answer }) => answer === "mistyped");
    const { seat, card } = inClear(this.events()[Number(suspect?.version) - 1]?.data ?? {});
    if (typeof card !== "string" || seat === undefined) return firstSentence(sentence);
    return QUERIES.mistyped(h("bdi", {}, this.name(seat)), [h("b", { class: colourOf(card), "aria-hidden": "true" }, brief(card)), spoken(inWords(card))]);
  }

  /** @param {Query} query */
  #question(query) {
    const off = this.closed() ? "true" : null;
    const { answers = [] } = query;
    const button = (/** @type {Answers["QueryAnswer"]} */ answer) => h("button", {
      type: "button", "data-do": "answer-query", "data-query": query.id, "data-place": answers.indexOf(answer), "data-key": nameOf(answer), "aria-disabled": answer.answer === "leave" ? null : off,
      class: answer.answer === "leave" ? "plain" : null, "aria-expanded": answer.answer === "earlier" ? String(this.choosing === query.id) : null,
    }, answer.text);
    const suspects = answers.filter(({ answer }) => answer === "mistyped");
    const others = answers.filter(({ answer }) => answer !== "mistyped");
    return h("section", { class: "asked", "data-key": query.id, "aria-label": this.#cited(query) },
      h("p", { class: "quiet clip" }, this.#cited(query)),
      h("p", { class: "wording" }, query.sentence),
      suspects.length ? h("p", { class: "quiet" }, TYPED) : null,
      suspects.length ? h("div", { class: "answers wide", role: "group", "aria-label": TYPED }, suspects.map(button)) : null,
      h("div", { class: "answers", role: "group", "aria-label": suspects.length ? QUERIES.others : QUERIES.answers }, others.map(button)),
      this.choosing === query.id ? this.#places(query, off) : null);
  }

  /** @param {Query} query */
  #cited(query) {
    const version = raisedBy(query, this.events());
    const event = this.events()[version - 1];
    return event ? QUERIES.entryIs(version, lineOf(event) ?? "") : QUERIES.entry(version);
  }

  /**
   * @param {Query} query
   * @param {string | null} off
   */
  #places(query, off) {
    const places = placesBefore(this.events(), raisedBy(query, this.events()));
    return h("div", { "data-key": "places" }, h("p", { class: "quiet" }, ACTS.afterWhich),
      h("ol", { class: "asks-places", role: "list", reversed: true }, places.map((event) => h("li", { "data-key": event.version },
        h("button", { type: "button", "data-do": "insert-after", "data-version": event.version, "aria-disabled": off }, QUERIES.after(spoken, event.version, lineOf(event) ?? ""))))));
  }

  /** @param {HTMLElement} button */
  #answer(button) {
    const query = this.#find(button.dataset.query ?? "");
    const answer = query?.answers?.[Number(button.dataset.place)];
    if (!query || !answer || button.getAttribute("aria-disabled") === "true") return undefined;
    const { version = 0, after = 0, events = [] } = answer;
    if (answer.answer === "leave") return this.#leave(query);
    if (answer.answer === "mistyped") return once(button, () => this.mend(version));
    if (answer.answer === "missing") return once(button, () => this.insert(after));
    if (answer.answer === "earlier") return this.#choose(query.id);
    return this.#send(query, events);
  }

  /** @param {string} id */
  #choose(id) {
    this.choosing = this.choosing === id ? null : id;
    this.draw();
  }

  /**
   * @param {Query} query
   * @param {Act[]} events
   */
  #send(query, events) {
    this.fold();
    this.sent.set(query.id, this.version); // hide the question until the server has checked the answer
    this.draw();
    return this.put(events);
  }

  /** @param {Query} query */
  #leave(query) {
    this.left.add(sign(query));
    this.#keep();
    this.draw();
  }

  // Stores which questions were left open on purpose. Forgets questions that have been settled since.
  #keep() {
    const standing = new Set(this.#standing().map(sign));
    this.left = new Set([...this.left].filter((each) => standing.has(each)));
    localStorage.setItem(this.key, JSON.stringify([...this.left]));
  }
}

// The answers of one question differ in their kind, except those that name an entry.
/** @param {Answers["QueryAnswer"]} answer */
const nameOf = ({ answer, version }) => (version ? `${answer}@${version}` : answer);
/**
 * The text by which this device remembers that a question was left open. If the sentence changes, the question is asked again.
 * @param {Query} query
 */
const sign = ({ id, sentence }) => `${id} ${sentence}`;

/**
 * The version of the entry that raised a question: the last, in table order, of the entries that the question is about.
 * @param {{versions: number[]}} query
 * @param {Event[]} events
 * @returns {number}
 */
export const raisedBy = ({ versions }, events) => tableOrder(events).findLast((event) => versions.includes(event.version))?.version ?? versions.at(-1) ?? 0;

/**
 * The places for an entry that is missing before `version`: the earlier entries after which it can be inserted, in table order, the latest
 * first.
 * @param {Event[]} events
 * @param {number} version
 */
export const placesBefore = (events, version) => standingEntries(events, version).slice(-FAR).toReversed();
