/**
 * The scorekeeper's desk: the form for the act that play waits for, the dialog for everything else, undo, and corrections of any entry. The
 * desk records with `put`, one batch at a time. A correction is previewed first (`review`).
 */

import { Composer } from "./composer.js";
import { amendment, insertedRound, retraction, TYPED_WRONG, undoing, withdrawn } from "./corrections.js";
import { byId, h, on, redraw } from "./dom.js";
import { roam } from "./keys.js";
import { tableOf } from "./moment.js";
import { people, personId } from "./people.js";
import { states } from "./prompts.js";
import { rest } from "./rest.js";
import { inClear } from "./schema.js";
import { actLabel, lineOf } from "./words.js";

const NEVER_BY_HAND = new Set([
  "GameOpened", "Retracted", "VisibilitySet", "SpectatorDelaySet", "ResultConfirmed", "ResultFinalised", "ClaimAnswered", "GameLinked", "RulingRecorded", "IrregularityAttested",
]);

/** The desk of one table. */
export class Desk {
  /**
   * @param {{put: (events: object[]) => void, events: () => any[], types: Map<string, any>, review: import("./review.js").Review,
   *   drawn: () => void}} table
   */
  constructor({ put, events, types, review, drawn }) {
    Object.assign(this, { put, events, types, review, place: null, game: null });
    const record = (type, data, others = []) => put([data, ...others.map((seat) => ({ ...data, seat }))].map((each) => ({ type, data: each })));
    this.main = new Composer(byId("seats"), { quick: true, drawn, record, instead: (type, data) => this.#instead(type, data) });
    this.other = new Composer(byId("other-form"), { record: (type, data) => this.#finish(type, data) });
    this.dialog = byId("other");
    on(byId("main"), this.#actions());
    roam(byId("main"));
    byId("tools").hidden = false;
    people().then((known) => redraw(byId("people"), known.map(({ name }) => h("option", { value: name }))), () => {});
  }

  /** Show the new state of the table. If the game is not in play any more, the form proposes nothing. */
  show(game) {
    this.game = game;
    const table = game.state === "open" ? game : { ...game, prompts: [] };
    this.main.show(table, this.types, prompted(table));
  }

  /** The heading of the form; null if it needs none, because it asks for exactly the act that play waits for. */
  get heading() {
    return this.main.heading;
  }

  /** Close the form for the next act, and show the reason `why`. If `why` is null, open the form again. */
  close(why) {
    this.main.close(why);
  }

  /** To be called when the record is loaded. `type`: the type of its last act, which decides what the form proposes next. */
  follows(type) {
    this.main.follows(type);
  }

  /** Do not wait for the table to change, because the last act was discarded. */
  resume() {
    this.main.resume();
  }

  #actions() {
    const version = (button) => Number(button.dataset.version);
    return {
      other: () => this.#open("What else happened?", null),
      insert: (button) => this.#insert(version(button)),
      correct: (button) => this.#correct(version(button)),
      retract: (button) => this.#withdraw(version(button), this.#titled("Take back", version(button))),
      restore: (button) => this.#withdraw(withdrawn(this.events()).get(version(button)), this.#titled("Put back", version(button))),
      undo: (button) => button.ariaDisabled === "true" || this.#undo(),
      stop: () => this.act("IrregularityCalled", "Stop play", { look: false }),
      close: () => this.#close(),
    };
  }

  #undo() {
    const batch = undoing(this.events());
    rest();
    if (batch.length) this.put(batch);
  }

  // A second tap on the close button must not hit what is under the dialog, or what opens in its place.
  #close() {
    this.dialog.close();
    rest();
  }

  #withdraw(version, title) {
    closeMenus();
    this.review.open({ title, send: "Record it", why: true, events: (reason) => [retraction(version, reason)] });
  }

  async #insert(version) {
    const was = await tableOf(this.game, this.events(), { version });
    this.#open(this.#titled("What happened after", version), { version, was });
  }

  /**
   * Open the form for an act that is missing after the event `version`. The form proposes what play waited for at that moment. There is no
   * preview, and the tap that names the missing card records it.
   */
  async insert(version) {
    const was = await tableOf(this.game, this.events(), { version });
    const expected = was.prompts?.find((prompt) => prompt.expected)?.type;
    this.#open(this.#titled("What is missing after", version), { version, was, look: false, short: true }, expected);
  }

  /**
   * Open the form for the event `version`, in which something was typed wrong. The form shows only the values that the event has. There is
   * no preview, and a tap on the right card records it.
   */
  mend(version) {
    return this.#correct(version, { look: false, short: true, only: this.#event(version).type });
  }

  async #correct(version, how = {}) {
    const { type, data } = this.#event(version);
    const was = await tableOf(this.game, this.events(), { version, replaces: true });
    this.#open(this.#titled("Correct", version), { version, replaces: true, was, ...how }, type, inClear(data));
  }

  // Corrects what somebody else stated about the same round. If the round was entered card by card, records the statement: the record then
  // says where the two differ.
  #instead(type, data) {
    const gone = withdrawn(this.events());
    const former = this.events().findLast((event) => event.type === type && event.data.round === data.round && !gone.has(event.version));
    if (former) this.#look({ version: former.version, replaces: true, was: this.game }, type, data, data, this.#titled("Correct", former.version));
    else this.put([{ type, data }]);
  }

  #event(version) {
    return this.events().find((each) => each.version === version);
  }

  /** `Correct event 14: Cyd plays the 4 of hearts`. */
  #titled(what, version) {
    return [`${what} event ${version}: `, h("span", { class: "about" }, lineOf(this.#event(version)))];
  }

  /** Open the dialog for one type of act only. `look`: whether the effect is previewed before the act is sent. */
  act(type, title, { look = true } = {}) {
    if (Object.keys(this.types.get(type).schema.properties ?? {}).length) this.#open(title, { only: type, look }, type);
    else this.#look({}, type, {}, {}, title);
  }

  #open(title, place, type, data) {
    Object.assign(this, { place, title });
    redraw(byId("other-title"), title);
    redraw(byId("other-error"));
    const game = place?.was ?? this.game;
    const offered = this.#anyAct(game);
    const verb = place?.look === false || !place ? "Record" : "Preview";
    this.other.open({ game, types: this.types, offered, short: Boolean(place?.short), once: Boolean(place?.short), verb }, type ?? offered[0], data);
    closeMenus();
    this.dialog.showModal();
  }

  async #finish(type, data) {
    const { place } = this;
    let named = data;
    try {
      if (data.person) named = { ...data, person: await personId(data.person) };
    } catch (problem) {
      this.other.start(type, data);
      return redraw(byId("other-error"), problem.message);
    }
    this.#close();
    if (place && place.look !== false) this.#look(place, type, named, data, this.title);
    else this.put(this.#batch(place, type, named));
    return undefined;
  }

  #batch(place, type, data) {
    if (place?.replaces) return amendment(place.version, type, data, TYPED_WRONG);
    return place?.version ? insertedRound(this.events(), place.version, type, data) : [{ type, data }];
  }

  #look(place, type, named, data, title) {
    const placed = place.replaces ? amendment : insertedRound.bind(null, this.events());
    const events = (reason) => (place.version ? placed(place.version, type, named, reason) : [{ type, data: named }]);
    this.review.open({ title, act: actLabel(this.types, type), send: "Record it", why: place.replaces, mayWhy: Boolean(place.version), events, back: place.version || place.only ? () => this.#open(title, place, type, data) : null });
  }

  // The types of acts in the dialog “Other”. First come the types that the desk does not offer itself, then the types that it offers.
  // Within both parts, acts that may happen now come first.
  #anyAct(game) {
    if (this.place?.only) return [this.place.only];
    const now = (game.prompts ?? []).map((prompt) => prompt.type);
    const all = [...new Set([...now, ...this.types.keys()])].filter((type) => !NEVER_BY_HAND.has(type));
    const offered = this.place ? [] : prompted(game);
    return [...all.filter((type) => !offered.includes(type)), ...all.filter((type) => offered.includes(type))];
  }
}

const closeMenus = () => document.querySelectorAll("details.menu[open]").forEach((menu) => menu.removeAttribute("open"));

// The types of acts that the desk itself offers: acts that play waits for, acts that one tap can record (a deal without its cards), and
// acts that enter a whole round at once.
function prompted(game) {
  const offered = (game.prompts ?? []).filter((prompt) => prompt.expected || !prompt.asks.length || states(prompt));
  return [...new Set(offered.toSorted((one, other) => other.expected - one.expected).map((prompt) => prompt.type))];
}
