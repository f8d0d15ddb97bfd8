/** What a director needs less often: announcements, adjusted points, and an order for players who are level. */

import { byId, h, redraw, spoken } from "../dom.js";
import { DESK_MORE } from "../texts/director.js";
import { senderOf } from "./acting.js";

/**
 * @typedef {import("./seen.js").Answers} Answers
 * @typedef {{place: number, rows: Answers["StandingsRow"][]}} Group entries that are level
 */

const BY_HAND = new Set(["lots", "director"]);

export class More {
  /** @param {import("./desk.js").DeskPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Group[]} */
    this.groups = [];
    /** @type {Map<number, number[]>} the entries of each group in the order that the director chose, by its place among the groups */
    this.order = new Map();
    this.read = 0;
    byId("announce-form").addEventListener("submit", (event) => this.#sent(event, "announce"));
    byId("adjust-form").addEventListener("submit", (event) => this.#sent(event, "adjust"));
    byId("order").addEventListener("toggle", () => this.show());
  }

  /** @returns {import("./actnames.js").Works} */
  get works() {
    return { announce: () => this.announce(), adjust: () => this.adjust(), order: (group) => this.ruleOrder(group), lots: (group) => this.drawLots(group) };
  }

  /**
   * @param {SubmitEvent} event
   * @param {string} key
   */
  #sent(event, key) {
    event.preventDefault();
    this.page.act(key, senderOf(event));
  }

  async announce() {
    await this.page.tournament.record([{ type: "Announced", data: { text: byId("announce-text", "textarea").value.trim() } }]);
    byId("announce-form", "form").reset();
    this.page.say(DESK_MORE.announced);
  }

  async adjust() {
    const entry = Number(byId("adjust-entry", "select").value);
    const data = { entry, points: Number(byId("adjust-points", "input").value), reason: byId("adjust-reason", "input").value.trim() };
    await this.page.tournament.record([{ type: "ScoreAdjusted", data }], this.page.desk.version);
    byId("adjust-form", "form").reset();
    this.page.say(DESK_MORE.gets(this.page.tournament.name(entry), data.points));
  }

  /** Draw these parts again from the newest state. */
  draw() {
    const entries = [...this.page.tournament.entries.keys()];
    redraw(byId("adjust-entry"), h("option", { value: "" }, DESK_MORE.choose), entries.map((entry) => h("option", { value: entry }, this.page.tournament.name(entry))));
    if (byId("order", "details").open) this.show();
  }

  // --- the order of level players ---

  /** Read the standings and show who is level. */
  async show() {
    if (!byId("order", "details").open) return;
    const { version } = this.page.desk;
    if (this.read !== version) {
      this.groups = level(await this.page.tournament.standings());
      this.order = new Map(this.groups.map((group, place) => [place, group.rows.map(({ entry }) => entry)]));
      this.read = version;
    }
    this.#drawOrder();
  }

  #drawOrder() {
    const { tiebreaks, cut } = this.page.tournament.state.settings;
    const by = [...new Set([...tiebreaks, ...(cut ? ["director"] : [])])].filter((name) => BY_HAND.has(name)); // a cut asks for the director's order last
    const missing = h("p", { class: "quiet" }, DESK_MORE.addTieBreak);
    const none = h("p", { class: "quiet" }, DESK_MORE.nobodyLevel);
    redraw(byId("order-groups"), this.groups.length ? this.groups.map((group, place) => this.#group(group, place, by)) : none, this.groups.length && !by.length ? missing : null);
  }

  /**
   * @param {Group} group
   * @param {number} index
   * @param {string[]} by the tie-breaks that the director decides
   */
  #group({ place, rows }, index, by) {
    const names = new Map(rows.map(({ entry }) => [entry, this.page.tournament.name(entry)]));
    if (!by.length) return h("p", { "data-key": `group-${index}` }, DESK_MORE.levelNames((text) => h("b", {}, text), place, [...names.values()]));
    const order = this.order.get(index) ?? [];
    const move = (/** @type {number} */ entry, /** @type {1 | -1} */ step) => h("button", { type: "button", class: "slim", "data-do": "move", "data-key": `move:${index}:${entry}:${step}`, disabled: order.at(step < 0 ? 0 : -1) === entry }, (step < 0 ? DESK_MORE.up : DESK_MORE.down)(spoken, names.get(entry) ?? ""));
    return h("section", { "data-key": `group-${index}` },
      h("h3", {}, DESK_MORE.level(place)),
      h("ol", { class: "rows", role: "list" }, order.map((entry) => h("li", { "data-key": `level-${entry}` }, h("span", { class: "what" }, names.get(entry)), h("span", { class: "choices" }, move(entry, -1), move(entry, 1))))),
      h("p", { class: "choices" },
        by.includes("director") ? this.page.button(`order:${index}`, DESK_MORE.ruleOrder) : null,
        by.includes("lots") ? this.page.button(`lots:${index}`, DESK_MORE.drawLots) : null));
  }

  /**
   * @param {string} group
   * @param {string} entry
   * @param {string} step -1: up, 1: down
   */
  move(group, entry, step) {
    const order = this.order.get(Number(group)) ?? [];
    const at = order.indexOf(Number(entry));
    order.splice(at + Number(step), 0, ...order.splice(at, 1));
    this.#drawOrder();
  }

  /** @param {string} group */
  async ruleOrder(group) {
    const { reason } = DESK_MORE;
    await this.page.tournament.record([{ type: "OrderRuled", data: { order: this.order.get(Number(group)), reason } }], this.page.desk.version);
    this.page.say(DESK_MORE.orderRecorded);
  }

  /**
   * A later drawing of lots replaces an earlier one, so each drawing names the players of all groups.
   * @param {string} group
   */
  async drawLots(group) {
    const others = [...this.order].filter(([place]) => place !== Number(group)).flatMap(([, entries]) => entries);
    const order = [...shuffled(this.order.get(Number(group)) ?? []), ...others];
    await this.page.tournament.record([{ type: "LotsDrawn", data: { order } }], this.page.desk.version);
    this.page.say(DESK_MORE.lotsDrawn);
  }
}

/**
 * The players who are level on points and on every tie-break that is not decided by hand, in groups of two or more.
 * @param {Pick<Answers["Standings"], "rows" | "tiebreaks">} standings
 * @returns {Group[]}
 */
export function level({ rows, tiebreaks }) {
  const counted = tiebreaks.map(({ name }, place) => (BY_HAND.has(name) ? -1 : place)).filter((place) => place >= 0);
  /** @type {Map<string, Answers["StandingsRow"][]>} */
  const groups = new Map();
  for (const row of rows) {
    const key = JSON.stringify([row.points, ...counted.map((place) => row.values[place])]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].filter((group) => group.length > 1).map((group) => ({ place: group[0].place, rows: group }));
}

/** @param {number[]} entries */
function shuffled(entries) {
  const dice = crypto.getRandomValues(new Uint32Array(entries.length));
  return entries.map((entry, place) => [dice[place], entry]).toSorted(([one], [other]) => one - other).map(([, entry]) => entry);
}
