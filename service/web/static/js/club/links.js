/**
 * Shows all links and keys of the club: what each is for, who has it, when it expires, and when it was last used. It also makes new links
 * for the whole club.
 */

import { call, get } from "../api.js";
import { byId, h, on, redraw } from "../dom.js";
import { failed } from "../failure.js";
import { copied, linkCard } from "../links.js";
import { CLUB_LINKS, PEOPLE, WITHDRAWING } from "../texts/club.js";
import { dayTime } from "../times.js";
import { ask, closing, filled, opened, say, sentence, submitted } from "./club.js";
import { purpose, titles } from "./purpose.js";

/**
 * @typedef {import("../../../types/api.js").components["schemas"]} Answers
 * @typedef {Answers["TokenLine"]} TokenLine
 */

const SHOWN = 50;

class LinksPage {
  /** @param {import("./club.js").ClubPage} page */
  constructor(page) {
    this.page = page;
    /** @type {TokenLine[]} */
    this.tokens = [];
    /** @type {ReadonlyMap<string, string>} the titles of tournaments and games, by id */
    this.known = new Map();
    /** @type {ReadonlyMap<string, Answers["Member"]>} */
    this.names = new Map();
    this.whole = false;
    closing(byId("ask", "dialog"));
    on(byId("main"), {
      withdraw: (button) => this.#withdraw(button.dataset.id ?? ""), copy: copied,
      more: () => { this.whole = true; this.refresh().catch(failed); },
    });
    if (byId("make")) submitted(byId("make"), byId("make-send", "button"), byId("make-error"), () => this.#make());
  }

  async refresh() {
    const { page } = this;
    const mine = !page.may("direct") && !page.who.person;
    /** @type {[Answers["TokenList"], Answers["MemberList"]]} */
    const [{ tokens }, { members }] = await Promise.all([mine ? { tokens: [] } : get("/tokens"), page.may("record") ? get(`${page.path}/members`) : { members: [] }]);
    const now = Date.now();
    this.tokens = tokens.toReversed();
    this.names = new Map(members.map((each) => [each.person, each]));
    const live = this.tokens.filter((each) => !each.expires_at || each.expires_at > now);
    const past = this.tokens.filter((each) => !live.includes(each));
    const shown = this.whole ? live : live.slice(0, SHOWN);
    this.known = await titles([...shown, ...past.slice(0, SHOWN)]);
    const inUse = page.may("direct") ? CLUB_LINKS.inUse : CLUB_LINKS.yoursInUse;
    sentence(live.length ? inUse(live.length) : CLUB_LINKS.noneInUse);
    redraw(byId("links"), live.length ? shown.map((each) => this.#row(each)) : h("li", {}, h("span", { class: "what" }, CLUB_LINKS.none)));
    byId("more").hidden = shown.length === live.length;
    byId("past-part").hidden = !past.length;
    redraw(byId("past-count"), past.length);
    redraw(byId("past"), past.slice(0, SHOWN).map((each) => this.#row(each)));
  }

  /** @param {TokenLine} token */
  #row(token) {
    const what = purpose(token, this.known);
    const last = token.last_used_at ? CLUB_LINKS.lastUsed(dayTime(token.last_used_at)) : CLUB_LINKS.noUse;
    const until = token.expires_at ? CLUB_LINKS.until(dayTime(token.expires_at)) : CLUB_LINKS.noEnd;
    return h("li", { "data-key": token.id }, h("span", { class: "what" }, h("b", {}, what), h("span", { class: "quiet" }, this.#whose(token)), h("span", { class: "quiet" }, until, " · ", last)),
      this.#mayEnd(token) && h("button", { type: "button", class: "slim", "data-do": "withdraw", "data-id": token.id, "aria-label": CLUB_LINKS.withdrawOf(what, token.label) }, WITHDRAWING.withdraw));
  }

  /** @param {TokenLine} token */
  #whose({ person, label }) {
    const member = this.names.get(person ?? "");
    const who = person === this.page.who.person && person ? CLUB_LINKS.you : member?.name;
    return [who && [member ? PEOPLE.withRole(who, member.role) : who, " · "], label];
  }

  /** @param {TokenLine} token */
  #mayEnd({ scopes, person }) {
    return this.page.may("own") || person === this.page.who.person || !scopes.includes("own");
  }

  /** @param {string} id */
  #withdraw(id) {
    const token = /** @type {TokenLine} */ (this.tokens.find((each) => each.id === id));
    ask({
      title: CLUB_LINKS.withdrawAsked, said: [CLUB_LINKS.which(purpose(token, this.known), token.label), CLUB_LINKS.signsOut], verb: WITHDRAWING.withdrawIt,
      work: async () => {
        await call("DELETE", `/tokens/${id}`);
        if (!await get("/session").catch(() => null)) return location.assign("/club");
        await this.refresh();
        return say(CLUB_LINKS.withdrawn);
      },
    });
  }

  async #make() {
    const label = filled("make-label", CLUB_LINKS.noLabel);
    const seconds = Number(byId("make-time", "select").value);
    const { body } = await call("POST", "/tokens", { body: { label, scopes: [byId("make-scope", "select").value], ...(seconds && { expires_in: seconds }) } });
    redraw(byId("make-card"), await linkCard(CLUB_LINKS.onlyNow(label), body.link, "make-link"));
    byId("make-label", "input").value = "";
    await this.refresh();
  }
}

opened().then((page) => new LinksPage(page).refresh()).catch(failed);
