/** The dialog about one person: what is stored, merging two entries of one person, erasing the name for good. */

import { call, get } from "../api.js";
import { byId, h, on, redraw } from "../dom.js";
import { once } from "../once.js";
import { dayTime } from "../times.js";
import { count, listed } from "../texts/words.js";
import { closing, ROLES, say } from "./club.js";

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
      merging: () => this.#show(`${this.name} is here twice?`, this.#merging()),
      erasing: () => this.#show(`Erase ${this.name}?`, this.#erasing()),
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
      h("p", { class: "quiet" }, "This is stored about the person, beside the games they played:"),
      h("dl", { class: "facts" },
        fact("In the club since", dayTime(since)),
        fact("Former names", before.length ? listed(before) : "none"),
        fact("Role", held.role ? ROLES[held.role].word : "no member"),
        fact("Devices", held.devices.length ? listed(held.devices) : "none"),
        fact("Entries merged", held.ids.length > 1 ? held.ids.length : "none")),
      h("p", { class: "choices" }, h("button", { type: "button", "data-do": "merging" }, "Merge with another"), h("button", { type: "button", class: "danger", "data-do": "erasing" }, "Erase")),
    ];
  }

  #merging() {
    const others = this.page.people.filter(({ person }) => person !== this.known.person);
    if (!others.length) return [h("p", {}, "There is nobody else in the club."), this.#back()];
    return [
      h("p", { class: "field" }, h("label", { for: "other" }, "This is the same person as"), h("select", { id: "other", "data-do": "other" },
        h("option", { value: "" }, "Choose a person"), others.map(({ person, name }) => h("option", { value: person }, name)))),
      h("div", { id: "who-stays" }),
      h("p", {}, "All games and results of both count for one person, on every page. Records keep both entries. This cannot be undone."),
      h("p", { class: "choices" }, h("button", { type: "button", class: "danger", "data-do": "merge" }, "Merge"), this.#back()),
    ];
  }

  #back() {
    return h("button", { type: "button", "data-do": "back" }, "Back");
  }

  #drawWho() {
    const other = byId("other", "select").value;
    const choice = (/** @type {string} */ person, /** @type {string} */ name, /** @type {boolean} */ checked) => h("label", { class: "radio" }, h("input", { type: "radio", name: "stays", value: person, checked }), h("span", {}, name));
    redraw(byId("who-stays"), other && h("fieldset", {}, h("legend", {}, "Which entry and name should stay?"), choice(this.known.person, this.#told(this.known.person), true), choice(other, this.#told(other), false)));
  }

  /** @param {string} person */
  #told(person) {
    const role = this.page.roles.get(person);
    return this.page.name(person) + (role ? `, ${ROLES[role].word.toLowerCase()}` : "");
  }

  async #merge() {
    const other = byId("other", "select").value;
    if (!other) throw new Error("Choose the other entry first.");
    const kept = /** @type {HTMLInputElement} */ (this.root.querySelector('[name="stays"]:checked')).value;
    const gone = kept === other ? this.known.person : other;
    const lost = this.page.name(gone);
    const { body } = await call("POST", `/people/${kept}/merge`, { body: { gone } });
    await this.#done(`${lost} and ${body.name} are one person now, called ${body.name}.`);
  }

  #erasing() {
    const { role, devices } = this.known.held;
    const ends = [role && "the membership", devices.length && count(devices.length, "device"), "PINs and check-in links"].filter(Boolean);
    return [
      h("ol", { class: "row-faults" },
        h("li", {}, `Every name that ${this.name} ever had is deleted for good, here, in tournaments and in the files of this server.`),
        h("li", {}, "The games and results stay, for somebody without a name."),
        h("li", {}, `With the name ${listed(ends)} end, and nobody can take this back. Backups and files that were exported earlier still hold the name.`)),
      h("p", { class: "field" }, h("label", { for: "confirm-name" }, `Type “${this.name}” to go on`), h("input", { id: "confirm-name", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "data-do": "typed" })),
      h("p", { class: "choices" }, h("button", { type: "button", id: "erase", class: "danger", "data-do": "erase", "aria-disabled": "true" }, "Erase for good"), this.#back()),
    ];
  }

  #typed() {
    if (byId("erase")) byId("erase").setAttribute("aria-disabled", String(byId("confirm-name", "input").value.trim() !== this.name));
  }

  async #erase() {
    if (byId("confirm-name", "input").value.trim() !== this.name) {
      byId("confirm-name").focus();
      throw new Error("The name is not the same. Nothing was erased.");
    }
    const { body } = await call("DELETE", `/people/${this.known.person}`, { patience: PATIENCE });
    await this.#done(["The name is erased. Games show somebody without a name in its place.", body.remains && ` ${body.remains}`]);
  }

  /** @param {Child} words */
  async #done(words) {
    await this.page.refresh();
    this.root.close();
    say(words);
    byId("told").scrollIntoView({ block: "nearest" });
  }
}
