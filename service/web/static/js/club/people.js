/** The people of the club: search, add, rename. Rarer tasks are in the dialog of a person (person.js) and in the import (adding.js). */

import { call, get } from "../api.js";
import { byId, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { once } from "../once.js";
import { PEOPLE, ROLES } from "../texts/club.js";
import { importing } from "./adding.js";
import { filled, opened, say, sentence, submitted } from "./club.js";
import { PersonDialog } from "./person.js";

/**
 * @typedef {import("../../../types/api.js").components["schemas"]} Answers
 * @typedef {import("../people.js").Known} Known
 */

const SHOWN = 100;

export class PeoplePage {
  /** @param {import("./club.js").ClubPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Known[]} */
    this.people = [];
    /** @type {ReadonlyMap<string, string>} by person */
    this.roles = new Map();
    /** @type {string | null} the person whose name is being changed */
    this.renaming = null;
    this.whole = false;
    /** @type {Map<string, string>} by act */
    this.keys = new Map();
    this.dialog = new PersonDialog(this);
    on(byId("main"), {
      all: () => { this.whole = true; this.draw(); },
      rename: (button) => this.#rename(button.dataset.person ?? null),
      cancel: () => this.#rename(null),
      more: (button) => once(button, () => this.dialog.open(button.dataset.person ?? ""), byId("add-error")),
    });
    byId("search").addEventListener("input", () => this.draw());
    byId("list").addEventListener("submit", (event) => { event.preventDefault(); this.#save(/** @type {HTMLElement} */ (event.target)); });
    submitted(byId("add"), byId("add-send", "button"), byId("add-error"), () => this.#add());
    if (page.may("direct")) importing(this);
  }

  async refresh() {
    /** @type {[{people: Known[]}, Answers["MemberList"]]} */
    const [{ people }, { members }] = await Promise.all([get("/people"), get(`${this.page.path}/members`)]);
    this.people = people;
    this.roles = new Map(members.map(({ person, role }) => [person, role]));
    this.draw();
  }

  /**
   * The name of a person, or words for a person without a name.
   * @param {string} person
   */
  name(person) {
    return this.people.find((each) => each.person === person)?.name ?? PEOPLE.unnamed;
  }

  draw() {
    const sought = plainly(byId("search", "input").value.trim());
    const found = this.people.filter(({ name }) => plainly(name).includes(sought));
    const shown = this.whole ? found : found.slice(0, SHOWN);
    sentence(this.people.length ? PEOPLE.people(this.people.length) : PEOPLE.nobody);
    redraw(byId("list"), shown.map((each) => this.#row(each)));
    byId("all").hidden = shown.length === found.length;
    byId("empty").hidden = found.length > 0;
    redraw(byId("empty"), this.people.length ? PEOPLE.notFound(byId("search", "input").value.trim()) : PEOPLE.empty);
  }

  /** @param {Known} each */
  #row({ person, name }) {
    if (this.renaming === person) return this.#renameRow(person, name);
    const role = this.roles.get(person);
    const acts = this.page.may("direct") && [
      h("button", { type: "button", class: "slim", "data-do": "rename", "data-person": person, "aria-label": PEOPLE.renameOf(name) }, PEOPLE.rename),
      h("button", { type: "button", class: "slim", "data-do": "more", "data-person": person, "aria-label": PEOPLE.moreAbout(name) }, PEOPLE.more),
    ];
    return h("li", { "data-key": person }, h("span", { class: "what" }, h("b", {}, name), role ? h("span", { class: "quiet" }, ROLES[role].word) : null), acts ? h("span", { class: "acts" }, acts) : null);
  }

  /**
   * @param {string} person
   * @param {string} name
   */
  #renameRow(person, name) {
    return h("li", { "data-key": `rename-${person}` }, h("form", { novalidate: true, "data-person": person },
      h("p", { class: "field" }, h("label", { for: "rename" }, PEOPLE.newName(name)), h("input", { id: "rename", maxlength: 80, autocomplete: "off", value: name, required: true })),
      h("button", { id: "rename-send", class: "primary" }, PEOPLE.save), h("button", { type: "button", "data-do": "cancel" }, PEOPLE.cancel), h("p", { id: "rename-error", role: "alert" })));
  }

  /** @param {string | null} person */
  #rename(person) {
    const before = this.renaming;
    this.renaming = person;
    this.draw();
    if (person) byId("rename", "input").select();
    else /** @type {HTMLElement | null} */ (document.querySelector(`[data-do="rename"][data-person="${before}"]`))?.focus();
  }

  /** @param {HTMLElement} form */
  #save(form) {
    const { person = "" } = form.dataset;
    return once(byId("rename-send"), async () => {
      const name = filled("rename", PEOPLE.noNewName);
      const before = this.name(person);
      if (name !== before) await call("PATCH", `/people/${person}`, { body: { name }, headers: this.key(`${person} ${before} ${name}`) });
      await this.refresh();
      this.#rename(null);
      say(PEOPLE.renamed(before, name));
    }, byId("rename-error"));
  }

  async #add() {
    const name = filled("add-name", PEOPLE.noName);
    const namesake = this.people.some((each) => plainly(each.name) === plainly(name));
    await call("POST", "/people", { body: { name }, headers: this.key(`add ${name} ${this.people.length}`) });
    byId("add-name", "input").value = "";
    byId("search", "input").value = "";
    await this.refresh();
    say(namesake ? PEOPLE.namesakeAdded(name) : PEOPLE.added(name));
    byId("add-name").focus();
  }

  /**
   * The header that makes a repeated request take effect only once.
   * @param {string} act a text that stays the same when the same act is sent again
   */
  key(act) {
    const key = this.keys.get(act) ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
    this.keys.set(act, key);
    return { "Idempotency-Key": key };
  }
}

/** @param {string} name */
const plainly = (name) => name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

opened().then(async (page) => {
  if (page.may("record")) await new PeoplePage(page).refresh();
}).catch(failed);
