/** The dialog about one person: what is stored, merging two entries of one person, erasing the name for good. */

import { call, get } from "../api.js";
import { byId, h, on, redraw } from "../dom.js";
import { once } from "../once.js";
import { PEOPLE, PERSON, ROLES } from "../texts/club.js";
import { dayTime } from "../times.js";
import { closing, say } from "./club.js";

/**
 * @typedef {import("../../../types/api.js").components["schemas"]} Answers
 * @typedef {import("../../../types/dom.js").Child} Child
 * @typedef {Answers["PersonShown"] & {name: string, held: Answers["Held"]}} Person with a name, and as directors see it
 */

const PATIENCE = 330_000;

export class PersonDialog {
  /** @param {import("./people.js").PeoplePage} page */
  constructor(page) {
    this.page = page;
    /** The person that is shown; there is one once `open` has read it. */
    this.known = /** @type {Person} */ (/** @type {unknown} */ (null));
    this.name = "";
    this.root = byId("person", "dialog");
    closing(this.root);
    on(this.root, {
      merging: () => this.#show(PERSON.mergingTitle(this.name), this.#merging()),
      erasing: () => this.#show(PERSON.erasingTitle(this.name), this.#erasing()),
      back: () => this.#show(this.name, this.#held()),
      merge: (button) => once(button, () => this.#merge(), byId("person-error")),
      erase: (button) => once(button, () => this.#erase(), byId("person-error")),
    });
    on(this.root, { other: () => this.#drawWho() }, "change");
    on(this.root, { typed: () => this.#typed() }, "input");
  }

  /** @param {string} person */
  async open(person) {
    this.known = await get(`/people/${person}`);
    this.name = this.known.name;
    this.#show(this.name, this.#held());
    this.root.showModal();
  }

  /**
   * @param {string} title
   * @param {HTMLElement[]} content
   */
  #show(title, content) {
    redraw(byId("person-title"), title);
    byId("person-body").replaceChildren(...content, h("p", { id: "person-error", role: "alert" }));
    /** @type {HTMLElement | null} */ (byId("person-body").querySelector("select, input"))?.focus();
  }

  #held() {
    const { since, held } = this.known;
    const before = held.names.flatMap(({ name }) => name ?? []).filter((name, place, all) => name && name !== this.name && all.indexOf(name) === place);
    const fact = (/** @type {string} */ what, /** @type {Child} */ said) => [h("dt", {}, what), h("dd", {}, said)];
    return [
      h("p", { class: "quiet" }, PERSON.stored),
      h("dl", { class: "facts" },
        fact(PERSON.since, dayTime(since)),
        fact(PERSON.formerNames, before.length ? PERSON.names(before) : PERSON.none),
        fact(PERSON.role, held.role ? ROLES[held.role].word : PERSON.noMember),
        fact(PERSON.devices, held.devices.length ? PERSON.names(held.devices) : PERSON.none),
        fact(PERSON.merged, held.ids.length > 1 ? held.ids.length : PERSON.none)),
      h("p", { class: "choices" }, h("button", { type: "button", "data-do": "merging" }, PERSON.merging), h("button", { type: "button", class: "danger", "data-do": "erasing" }, PERSON.erasing)),
    ];
  }

  #merging() {
    const others = this.page.people.filter(({ person }) => person !== this.known.person);
    if (!others.length) return [h("p", {}, PERSON.alone), this.#back()];
    return [
      h("p", { class: "field" }, h("label", { for: "other" }, PERSON.same), h("select", { id: "other", "data-do": "other" },
        h("option", { value: "" }, PERSON.choose), others.map(({ person, name }) => h("option", { value: person }, name)))),
      h("div", { id: "who-stays" }),
      h("p", {}, PERSON.mergedForGood),
      h("p", { class: "choices" }, h("button", { type: "button", class: "danger", "data-do": "merge" }, PERSON.merge), this.#back()),
    ];
  }

  #back() {
    return h("button", { type: "button", "data-do": "back" }, PERSON.back);
  }

  #drawWho() {
    const other = byId("other", "select").value;
    const choice = (/** @type {string} */ person, /** @type {string} */ name, /** @type {boolean} */ checked) => h("label", { class: "radio" }, h("input", { type: "radio", name: "stays", value: person, checked }), h("span", {}, name));
    redraw(byId("who-stays"), other && h("fieldset", {}, h("legend", {}, PERSON.which), choice(this.known.person, this.#told(this.known.person), true), choice(other, this.#told(other), false)));
  }

  /** @param {string} person */
  #told(person) {
    const role = this.page.roles.get(person);
    return role ? PEOPLE.withRole(this.page.name(person), role) : this.page.name(person);
  }

  async #merge() {
    const other = byId("other", "select").value;
    if (!other) throw new Error(PERSON.noOther);
    const kept = /** @type {HTMLInputElement} */ (this.root.querySelector('[name="stays"]:checked')).value;
    const gone = kept === other ? this.known.person : other;
    const lost = this.page.name(gone);
    const { body } = await call("POST", `/people/${kept}/merge`, { body: { gone } });
    await this.#done(PERSON.mergedAs(lost, body.name));
  }

  #erasing() {
    const { role, devices } = this.known.held;
    return [
      h("ol", { class: "row-faults" },
        h("li", {}, PERSON.namesGo(this.name)),
        h("li", {}, PERSON.gamesStay),
        h("li", {}, PERSON.ends(role !== null, devices.length))),
      h("p", { class: "field" }, h("label", { for: "confirm-name" }, PERSON.confirm(this.name)), h("input", { id: "confirm-name", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "data-do": "typed" })),
      h("p", { class: "choices" }, h("button", { type: "button", id: "erase", class: "danger", "data-do": "erase", "aria-disabled": "true" }, PERSON.erase), this.#back()),
    ];
  }

  #typed() {
    if (byId("erase")) byId("erase").setAttribute("aria-disabled", String(byId("confirm-name", "input").value.trim() !== this.name));
  }

  async #erase() {
    if (byId("confirm-name", "input").value.trim() !== this.name) {
      byId("confirm-name").focus();
      throw new Error(PERSON.notSame);
    }
    const { body } = await call("DELETE", `/people/${this.known.person}`, { patience: PATIENCE });
    await this.#done([PERSON.erased, body.remains && ` ${body.remains}`]);
  }

  /** @param {Child} words */
  async #done(words) {
    await this.page.refresh();
    this.root.close();
    say(words);
    byId("told").scrollIntoView({ block: "nearest" });
  }
}
