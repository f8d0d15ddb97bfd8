/** The members of the club and their roles, open invitations, and the visitor's own devices. */

import { call, get } from "../api.js";
import { byId, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { copied, linkCard } from "../links.js";
import { once } from "../once.js";
import { dayTime } from "../times.js";
import { count } from "../texts/words.js";
import { ask, chosenIn, closing, filled, opened, roleChoice, ROLES, say, sentence, submitted } from "./club.js";

/**
 * @typedef {import("../../../types/api.js").components["schemas"]} Answers
 * @typedef {import("../people.js").Known} Known
 * @typedef {Answers["Member"]} Member
 * @typedef {Answers["InvitationLine"]} Invitation
 * @typedef {Answers["TokenLine"]} Device
 */

class MembersPage {
  /** @param {import("./club.js").ClubPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Member[]} */
    this.members = [];
    /** @type {Invitation[]} */
    this.open = [];
    /** @type {Known[]} */
    this.people = [];
    /** @type {Device[]} */
    this.devices = [];
    closing(byId("role", "dialog"));
    closing(byId("ask", "dialog"));
    on(byId("main"), {
      role: (button) => this.#role(button.dataset.person ?? ""),
      "set-role": (button) => once(button, () => this.#setRole(button.dataset.person ?? ""), byId("role-error")),
      end: (button) => this.#end(button.dataset.person ?? page.who.person),
      withdraw: (button) => this.#withdraw(button.dataset.id ?? ""),
      device: (button) => once(button, () => this.#addDevice(), byId("device-error")),
      "end-device": (button) => this.#endDevice(button.dataset.id ?? ""),
      copy: copied,
    });
    if (page.may("own")) {
      redraw(byId("invite-role"), roleChoice("invited", "scorekeeper"));
      submitted(byId("invite"), byId("invite-send", "button"), byId("invite-error"), () => this.#invite());
    }
  }

  async refresh() {
    const { page } = this;
    /** @type {[Answers["MemberList"], Answers["InvitationList"], {people: Known[]}, Answers["TokenList"], Answers["ClubShown"]]} */
    const [members, invitations, people, tokens, club] = await Promise.all([
      page.may("record") ? get(`${page.path}/members`) : { members: [] },
      page.may("own") ? get(`${page.path}/invitations`) : { invitations: [] },
      page.may("record") ? get("/people") : { people: [] },
      page.who.person ? get("/tokens") : { tokens: [] },
      page.read(),
    ]);
    Object.assign(this, { members: members.members, open: invitations.invitations, people: people.people });
    this.devices = tokens.tokens.filter((each) => each.person === page.who.person && !each.game && !each.tournament);
    sentence(club.members ? `The club has ${count(club.members, "member")}` : "The club has no members yet");
    this.draw();
  }

  draw() {
    const { page } = this;
    if (page.may("record")) redraw(byId("members"), this.members.length ? this.members.map((each) => this.#row(each)) : h("li", {}, h("span", { class: "what" }, "Nobody is a member yet. Everybody who accepts an invitation appears here.")));
    if (page.may("own")) this.#drawOpen();
    redraw(byId("devices"), this.devices.map((each) => this.#device(each)));
    byId("device-add").hidden = byId("leave").hidden = !page.who.person;
    redraw(byId("device-note"), page.who.person ? "Each device has a key of its own, with the rights of your role." : "This device’s key belongs to no member, so it cannot add devices of yours. Invite yourself, and open the invitation on each device.");
  }

  /** @param {Member} member */
  #row({ person, name, role }) {
    const you = person === this.page.who.person;
    const change = this.page.may("own") && h("button", { type: "button", class: "slim", "data-do": "role", "data-person": person, "aria-label": `Change the role of ${name}` }, "Change");
    return h("li", { "data-key": person }, h("span", { class: "what" }, h("b", {}, name), you ? " (you)" : "", h("span", { class: "quiet" }, `${ROLES[role].word}: ${ROLES[role].may}`)), change);
  }

  #drawOpen() {
    byId("open-part").hidden = !this.open.length;
    redraw(byId("known"), this.people.map(({ name }) => h("option", { value: name })));
    redraw(byId("open"), this.open.map(({ id, role, person, name, expires_at }) => {
      const called = name ?? this.#name(person);
      return h("li", { "data-key": id }, h("span", { class: "what" }, h("b", {}, called), h("span", { class: "quiet" }, `${ROLES[role].word}, until `, dayTime(expires_at))),
        h("button", { type: "button", class: "slim", "data-do": "withdraw", "data-id": id, "aria-label": `Withdraw the invitation of ${called}` }, "Withdraw"));
    }));
  }

  /** @param {Device} device */
  #device({ id, label, created_at, last_used_at }) {
    return h("li", { "data-key": id }, h("span", { class: "what" }, h("b", {}, label), h("span", { class: "quiet" }, "Since ", dayTime(created_at), last_used_at ? [", last used ", dayTime(last_used_at)] : null)),
      h("button", { type: "button", class: "slim", "data-do": "end-device", "data-id": id, "aria-label": `Withdraw the device ${label}` }, "Withdraw"));
  }

  /** @param {string} person */
  #name(person) {
    return this.people.find((each) => each.person === person)?.name ?? "Somebody";
  }

  /**
   * The member with this id: a button names it, so it is in the list.
   * @param {string | undefined} person
   */
  #member(person) {
    return /** @type {Member} */ (this.members.find((each) => each.person === person));
  }

  /** @param {string} person */
  #role(person) {
    const { name, role } = this.#member(person);
    redraw(byId("role-title"), name);
    byId("role-body").replaceChildren(roleChoice("role", role), h("p", { id: "role-error", role: "alert" }),
      h("p", { class: "choices" }, h("button", { type: "button", class: "primary", "data-do": "set-role", "data-person": person }, "Save the role"), h("button", { type: "button", class: "danger", "data-do": "end", "data-person": person }, "End the membership")));
    byId("role", "dialog").showModal();
  }

  /** @param {string} person */
  async #setRole(person) {
    const { name } = this.#member(person);
    const role = chosenIn("role");
    await call("PUT", `${this.page.path}/members/${person}`, { body: { role } });
    byId("role", "dialog").close();
    if (person === this.page.who.person) return location.reload();
    await this.refresh();
    return say(`${name} is ${ROLES[role].word.toLowerCase()} now, on all devices.`);
  }

  /** @param {string | undefined} person */
  #end(person) {
    byId("role", "dialog").close();
    const you = person === this.page.who.person;
    const name = you ? "You" : this.#member(person).name;
    ask({
      title: you ? "Leave the club?" : `End the membership of ${name}?`,
      said: [`${you ? "All your devices are" : "All their devices are"} signed out at once, and open invitations end.`, "The name stays in the list of people, and the games stay."],
      verb: you ? "Leave the club" : "End the membership",
      work: async () => {
        await call("DELETE", `${this.page.path}/members/${person}`);
        if (you) return location.assign("/");
        await this.refresh();
        return say(`${name} is no longer a member.`);
      },
    });
  }

  async #invite() {
    const name = filled("invite-name", "Say whom you invite.");
    const role = chosenIn("invited");
    const known = this.people.filter((each) => each.name === name);
    if (known.length > 1) throw new Error(`Several people are called ${name}. Rename or merge them first, on the page of people.`);
    const { body } = await call("POST", `${this.page.path}/invitations`, { body: { role, ...(known.length ? { person: known[0].person } : { name }) } });
    redraw(byId("invite-card"), h("p", { class: "said" }, `${name} scans this code with the phone, or opens the link. The first to do so becomes ${ROLES[role].word.toLowerCase()} as ${name}. It works once, until `, dayTime(body.expires_at), "."),
      await linkCard(`Invitation for ${name}`, body.link, "invite-link"));
    byId("invite-name", "input").value = "";
    await this.refresh();
    byId("invite-card").scrollIntoView({ block: "nearest" });
  }

  /** @param {string} id */
  #withdraw(id) {
    const { name, person } = /** @type {Invitation} */ (this.open.find((each) => each.id === id));
    const called = name ?? this.#name(person);
    ask({
      title: `Withdraw the invitation of ${called}?`, said: ["Its link and its code no longer work. You can make a new one."], verb: "Withdraw it",
      work: async () => {
        await call("DELETE", `${this.page.path}/invitations/${id}`);
        redraw(byId("invite-card"));
        await this.refresh();
        say(`The invitation of ${called} is withdrawn.`);
      },
    });
  }

  async #addDevice() {
    const { body } = await call("POST", "/session/device");
    redraw(byId("device-card"), h("p", { class: "said" }, "Scan this code with your other device. It works once, for ten minutes. Reload this page to see the device."), await linkCard("Your other device", body.link, "device-link"));
  }

  /** @param {string} id */
  #endDevice(id) {
    const { label } = /** @type {Device} */ (this.devices.find((each) => each.id === id));
    ask({
      title: `Withdraw the device ${label}?`, said: ["The device is signed out at once. If you are using it now, you are signed out here."], verb: "Withdraw it",
      work: async () => {
        await call("DELETE", `/tokens/${id}`);
        if (!await get("/session").catch(() => null)) return location.assign("/club");
        await this.refresh();
        return say(`The device ${label} is withdrawn.`);
      },
    });
  }
}

opened().then((page) => new MembersPage(page).refresh()).catch(failed);
