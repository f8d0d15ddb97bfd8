/** The members of the club and their roles, open invitations, and the visitor's own devices. */

import { call, get } from "../api.js";
import { byId, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { copied, linkCard } from "../links.js";
import { once } from "../once.js";
import { DEVICES, INVITATIONS, MEMBERS, WITHDRAWING } from "../texts/club.js";
import { dayTime } from "../times.js";
import { ask, chosenIn, closing, filled, opened, roleChoice, say, sentence, submitted } from "./club.js";

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
    sentence(club.members ? MEMBERS.members(club.members) : MEMBERS.noMembers);
    this.draw();
  }

  draw() {
    const { page } = this;
    if (page.may("record")) redraw(byId("members"), this.members.length ? this.members.map((each) => this.#row(each)) : h("li", {}, h("span", { class: "what" }, MEMBERS.nobody)));
    if (page.may("own")) this.#drawOpen();
    redraw(byId("devices"), this.devices.map((each) => this.#device(each)));
    byId("device-add").hidden = byId("leave").hidden = !page.who.person;
    redraw(byId("device-note"), page.who.person ? DEVICES.keys : DEVICES.noMember);
  }

  /** @param {Member} member */
  #row({ person, name, role }) {
    const you = person === this.page.who.person;
    const change = this.page.may("own") && h("button", { type: "button", class: "slim", "data-do": "role", "data-person": person, "aria-label": MEMBERS.changeOf(name) }, MEMBERS.change);
    return h("li", { "data-key": person }, h("span", { class: "what" }, you ? MEMBERS.you(h("b", {}, name)) : h("b", {}, name), h("span", { class: "quiet" }, MEMBERS.role(role))), change);
  }

  #drawOpen() {
    byId("open-part").hidden = !this.open.length;
    redraw(byId("known"), this.people.map(({ name }) => h("option", { value: name })));
    redraw(byId("open"), this.open.map(({ id, role, person, name, expires_at }) => {
      const called = name ?? this.#name(person);
      return h("li", { "data-key": id }, h("span", { class: "what" }, h("b", {}, called), h("span", { class: "quiet" }, INVITATIONS.roleUntil(role, dayTime(expires_at)))),
        h("button", { type: "button", class: "slim", "data-do": "withdraw", "data-id": id, "aria-label": INVITATIONS.withdrawOf(called) }, WITHDRAWING.withdraw));
    }));
  }

  /** @param {Device} device */
  #device({ id, label, created_at, last_used_at }) {
    return h("li", { "data-key": id }, h("span", { class: "what" }, h("b", {}, label), h("span", { class: "quiet" }, last_used_at ? DEVICES.sinceAndUsed(dayTime(created_at), dayTime(last_used_at)) : DEVICES.since(dayTime(created_at)))),
      h("button", { type: "button", class: "slim", "data-do": "end-device", "data-id": id, "aria-label": DEVICES.withdrawOf(label) }, WITHDRAWING.withdraw));
  }

  /** @param {string} person */
  #name(person) {
    return this.people.find((each) => each.person === person)?.name ?? INVITATIONS.somebody;
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
      h("p", { class: "choices" }, h("button", { type: "button", class: "primary", "data-do": "set-role", "data-person": person }, MEMBERS.saveRole), h("button", { type: "button", class: "danger", "data-do": "end", "data-person": person }, MEMBERS.end)));
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
    return say(MEMBERS.isNow(name, role));
  }

  /** @param {string | undefined} person */
  #end(person) {
    byId("role", "dialog").close();
    const you = person === this.page.who.person;
    const name = you ? null : this.#member(person).name;
    ask({
      title: you ? MEMBERS.leaveAsked : MEMBERS.endOf(name),
      said: [you ? MEMBERS.yourDevices : MEMBERS.theirDevices, MEMBERS.stays],
      verb: you ? MEMBERS.leave : MEMBERS.end,
      work: async () => {
        await call("DELETE", `${this.page.path}/members/${person}`);
        if (you) return location.assign("/");
        await this.refresh();
        return say(MEMBERS.ended(name));
      },
    });
  }

  async #invite() {
    const name = filled("invite-name", INVITATIONS.noName);
    const role = chosenIn("invited");
    const known = this.people.filter((each) => each.name === name);
    if (known.length > 1) throw new Error(INVITATIONS.namesakes(name));
    const { body } = await call("POST", `${this.page.path}/invitations`, { body: { role, ...(known.length ? { person: known[0].person } : { name }) } });
    redraw(byId("invite-card"), h("p", { class: "said" }, INVITATIONS.made(name, role, dayTime(body.expires_at))),
      await linkCard(INVITATIONS.link(name), body.link, "invite-link"));
    byId("invite-name", "input").value = "";
    await this.refresh();
    byId("invite-card").scrollIntoView({ block: "nearest" });
  }

  /** @param {string} id */
  #withdraw(id) {
    const { name, person } = /** @type {Invitation} */ (this.open.find((each) => each.id === id));
    const called = name ?? this.#name(person);
    ask({
      title: INVITATIONS.withdrawAsked(called), said: [INVITATIONS.noLonger], verb: WITHDRAWING.withdrawIt,
      work: async () => {
        await call("DELETE", `${this.page.path}/invitations/${id}`);
        redraw(byId("invite-card"));
        await this.refresh();
        say(INVITATIONS.withdrawn(called));
      },
    });
  }

  async #addDevice() {
    const { body } = await call("POST", "/session/device");
    redraw(byId("device-card"), h("p", { class: "said" }, DEVICES.scan), await linkCard(DEVICES.link, body.link, "device-link"));
  }

  /** @param {string} id */
  #endDevice(id) {
    const { label } = /** @type {Device} */ (this.devices.find((each) => each.id === id));
    ask({
      title: DEVICES.withdrawAsked(label), said: [DEVICES.signsOut], verb: WITHDRAWING.withdrawIt,
      work: async () => {
        await call("DELETE", `/tokens/${id}`);
        if (!await get("/session").catch(() => null)) return location.assign("/club");
        await this.refresh();
        return say(DEVICES.withdrawn(label));
      },
    });
  }
}

opened().then((page) => new MembersPage(page).refresh()).catch(failed);
