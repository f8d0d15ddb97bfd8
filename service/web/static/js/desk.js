/**
 * The scorekeeper's desk: the form for what play waits for, the dialog for everything else, undo, and corrections of any entry.
 * Whatever it writes goes through `put`, as one batch.
 */

import { Composer } from "./composer.js";
import { byId, h, on, redraw } from "./dom.js";
import { amendment, retraction, undoing, withdrawn } from "./history.js";
import { roam } from "./keys.js";
import { people, personId } from "./people.js";
import { inClear } from "./schema.js";

const NEVER_BY_HAND = new Set(["GameOpened", "Retracted", "VisibilitySet"]);

/** The desk of one table. */
export class Desk {
  /**
   * @param {{put: (events: object[]) => void, events: () => any[], types: Map<string, any>}} table
   */
  constructor({ put, events, types }) {
    Object.assign(this, { put, events, types, place: null, game: null });
    this.main = new Composer(byId("seats"), { quick: true, choosable: prompted, record: (type, data) => put([{ type, data }]) });
    this.other = new Composer(byId("other-form"), { choosable: (game) => this.#anyAct(game), record: (type, data) => this.#finish(type, data) });
    this.dialog = byId("other");
    on(byId("main"), this.#actions());
    roam(byId("main"));
    byId("tools").hidden = false;
    people().then((known) => redraw(byId("people"), known.map(({ name }) => h("option", { value: name }))), () => {});
  }

  /** Show a table that is in play. */
  show(game) {
    this.game = game;
    this.main.show(game, this.types);
  }

  #actions() {
    const version = (button) => Number(button.dataset.version);
    return {
      other: () => this.#open("What else happened?", null),
      insert: (button) => this.#open(`What happened after event ${version(button)}?`, { version: version(button) }),
      correct: (button) => this.#correct(version(button)),
      retract: (button) => this.#withdraw(version(button), "taken back"),
      restore: (button) => this.#withdraw(withdrawn(this.events()).get(version(button)), "put back"),
      undo: () => this.#undo(),
      close: () => this.dialog.close(),
    };
  }

  #undo() {
    const batch = undoing(this.events());
    if (batch.length) this.put(batch);
  }

  #withdraw(version, reason) {
    this.put([retraction(version, reason)]);
    closeMenus();
  }

  #correct(version) {
    const event = this.events().find((each) => each.version === version);
    this.#open(`Correct event ${version}`, { version, replaces: true }, event.type, inClear(event.data));
  }

  #open(title, place, type, data) {
    this.place = place;
    redraw(byId("other-title"), title);
    redraw(byId("other-error"));
    Object.assign(this.other, { game: this.game, types: this.types });
    this.other.start(type ?? this.#anyAct(this.game)[0], data);
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
    this.dialog.close();
    if (place?.replaces) this.put(amendment(place.version, type, named));
    else this.put([{ type, data: named, ...(place && { after: place.version }) }]);
    return undefined;
  }

  // Behind the dialog of “Other” stands what the desk itself does not offer; what may happen now comes first.
  #anyAct(game) {
    const now = (game.prompts ?? []).map((prompt) => prompt.type);
    const all = [...new Set([...now, ...this.types.keys()])].filter((type) => !NEVER_BY_HAND.has(type));
    const offered = this.place ? [] : prompted(game);
    return [...all.filter((type) => !offered.includes(type)), ...all.filter((type) => offered.includes(type))];
  }
}

const closeMenus = () => document.querySelectorAll("details.menu[open]").forEach((menu) => menu.removeAttribute("open"));

// What play waits for, and what one tap can say besides (a deal that nobody writes out).
function prompted(game) {
  const offered = (game.prompts ?? []).filter((prompt) => prompt.expected || !prompt.asks.length);
  return [...new Set(offered.toSorted((one, other) => other.expected - one.expected).map((prompt) => prompt.type))];
}
