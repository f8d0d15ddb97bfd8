/**
 * The questions that the record leaves open, on the scorekeeper's desk. A question is unfolded when it is new, and again when swapping two
 * entries can settle it. A question is folded to one line when the scorekeeper records the next act, because nobody has to answer before
 * play goes on. The server sends the possible answers.
 */

import { chip } from "./chips.js";
import { tableOrder, withdrawn } from "./corrections.js";
import { byId, h, on, redraw, spoken } from "./dom.js";
import { once } from "./once.js";
import { rest } from "./rest.js";
import { nearest } from "./sight.js";
import { lineOf, TYPED } from "./words.js";

// The page offers at most this many places for a missing entry, the latest ones.
const FAR = 40;

/** The questions of one table. */
export class Queries {
  /**
   * @param {HTMLElement} root
   * @param {{game: string, put: (events: object[]) => void, insert: (version: number) => Promise<void>, mend: (version: number) => Promise<void>, events: () => any[], closed: () => boolean}} desk
   *   `insert`: opens the form for an act after that event; `mend`: opens the form that corrects that event; `closed`: whether nothing can be recorded now
   */
  constructor(root, { game, put, insert, mend, events, closed }) {
    Object.assign(this, { root, put, insert, mend, events, closed, findings: [], version: 0, validated: 0, sent: new Map(), choosing: null });
    this.key = `faceup:left:${game}`;
    this.left = new Set(JSON.parse(localStorage.getItem(this.key) ?? "[]"));
    on(root, {
      "answer-query": (button) => this.#answer(button),
      "insert-after": (button) => once(button, () => this.insert(Number(button.dataset.version))),
    });
  }

  /**
   * Show the questions among these findings. `version`: the version of the record; `validated`: the version up to which the record was
   * checked.
   */
  show(findings, { version, validated }) {
    Object.assign(this, { findings, version, validated });
    this.sent.forEach((at, id) => validated > at && this.sent.delete(id));
    this.draw();
  }

  /** Show a question again and unfold it, even if it was folded or left open. */
  ask(id) {
    const query = this.#find(id);
    this.left.delete(sign(query));
    this.sent.delete(id);
    this.#keep();
    this.draw();
    const place = this.#intoSight(query);
    place.open = true;
    place.querySelector("summary").focus({ preventScroll: true });
  }

  // Scrolls to a question that was just shown. The question moves the form down. So taps do nothing for a moment, because a tap could hit a
  // button that has just moved under the finger.
  #intoSight(query) {
    const place = [...this.root.children].find((each) => each.dataset.key === keyOf(query));
    rest();
    if (!document.querySelector("dialog[open]")) nearest(place);
    return place;
  }

  /** Fold the questions, because the scorekeeper goes on. What is below the questions does not move on the screen. */
  fold() {
    const below = this.root.getBoundingClientRect().bottom;
    this.root.querySelectorAll("details").forEach((each) => { each.open = false; });
    scrollBy(0, this.root.getBoundingClientRect().bottom - below);
  }

  /** Show the answered questions again, because an answer was discarded before it was stored. */
  resume() {
    this.sent.clear();
    this.draw();
  }

  draw() {
    const asked = this.#standing().filter((query) => !this.left.has(sign(query)) && !this.sent.has(query.id));
    if (!asked.some(({ id }) => id === this.choosing)) this.choosing = null;
    const before = new Set([...this.root.children].map((each) => each.dataset.key));
    redraw(this.root, asked.map((query) => this.#question(query)));
    const fresh = asked.find((query) => !before.has(keyOf(query)));
    if (fresh) this.#intoSight(fresh);
    redraw(byId("asked"), asked.map((query) => h("span", { "data-key": query.id }, `Question: ${query.sentence} `)));
  }

  #standing() {
    return this.findings.filter(({ kind, status }) => kind === "query" && status === "standing");
  }

  #find(id) {
    return this.findings.find((each) => each.id === id);
  }

  #question(query) {
    const off = this.closed() ? "true" : null;
    const { answers = [] } = query;
    const button = (answer) => h("button", {
      type: "button", "data-do": "answer-query", "data-query": query.id, "data-place": answers.indexOf(answer), "data-key": nameOf(answer), "aria-disabled": answer.answer === "leave" ? null : off,
      class: answer.answer === "leave" ? "plain" : null, "aria-expanded": answer.answer === "earlier" ? String(this.choosing === query.id) : null,
    }, answer.text);
    const suspects = answers.filter(({ answer }) => answer === "mistyped");
    const others = answers.filter(({ answer }) => answer !== "mistyped");
    return h("details", { class: "asks query", "data-key": keyOf(query), open: true },
      h("summary", {}, chip("query", "Question"), h("span", { class: "clip" }, this.#cited(query))),
      h("p", { class: "wording" }, query.sentence),
      suspects.length ? h("p", { class: "quiet" }, TYPED) : null,
      suspects.length ? h("div", { class: "answers wide", role: "group", "aria-label": TYPED }, suspects.map(button)) : null,
      h("div", { class: "answers", role: "group", "aria-label": suspects.length ? "Or" : "Answers" }, others.map(button)),
      this.choosing === query.id ? this.#places(query, off) : null);
  }

  #cited(query) {
    const version = raisedBy(query, this.events());
    const event = this.events()[version - 1];
    return event ? `${version}. ${lineOf(event)}` : `Event ${version}`;
  }

  #places(query, off) {
    const places = placesBefore(this.events(), raisedBy(query, this.events()));
    return h("div", { "data-key": "places" }, h("p", { class: "quiet" }, "After which entry is one missing?"),
      h("ol", { class: "asks-places", role: "list", reversed: true }, places.map((event) => h("li", { "data-key": event.version },
        h("button", { type: "button", "data-do": "insert-after", "data-version": event.version, "aria-disabled": off }, spoken("After "), `${event.version}. ${lineOf(event)}`)))));
  }

  #answer(button) {
    const query = this.#find(button.dataset.query);
    const answer = query?.answers?.[Number(button.dataset.place)];
    if (!answer || button.getAttribute("aria-disabled") === "true") return undefined;
    if (answer.answer === "leave") return this.#leave(query);
    if (answer.answer === "mistyped") return once(button, () => this.mend(answer.version));
    if (answer.answer === "missing") return once(button, () => this.insert(answer.after));
    if (answer.answer === "earlier") return this.#choose(query.id);
    return this.#send(query, answer.events);
  }

  #choose(id) {
    this.choosing = this.choosing === id ? null : id;
    this.draw();
  }

  #send(query, events) {
    this.sent.set(query.id, this.version); // hide the question until the server has checked the answer
    this.draw();
    return this.put(events);
  }

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
const nameOf = ({ answer, version }) => (version ? `${answer}@${version}` : answer);

// A question that gets a quick answer (swap two entries) also gets a new key, so it is drawn again, unfolded.
const keyOf = ({ id, answers = [] }) => (answers.some(({ answer }) => answer === "swapped") ? `${id} swapped` : id);

/** The text by which this device remembers that a question was left open. If the sentence changes, the question is asked again. */
const sign = ({ id, sentence }) => `${id} ${sentence}`;

/** The version of the entry that raised a question: the last, in table order, of the entries that the question is about. */
export const raisedBy = ({ versions }, events) => tableOrder(events).findLast((event) => versions.includes(event.version))?.version ?? versions.at(-1);

/**
 * The places for an entry that is missing before `version`: the earlier entries after which it can be inserted, in table order, the latest
 * first.
 */
export function placesBefore(events, version) {
  const gone = withdrawn(events);
  const order = tableOrder(events);
  const before = order.slice(0, order.findIndex((event) => event.version === version));
  return before.filter((event) => event.type !== "Retracted" && event.type !== "NoteWritten" && !gone.has(event.version)).slice(-FAR).toReversed();
}
