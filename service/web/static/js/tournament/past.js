/** Standings as they were: after a round, or as they were published. */

import { byId, h, redraw, spoken } from "../dom.js";
import { PAST } from "../texts/hall.js";
import { dayTime } from "../times.js";
import { begunBy, inPlay } from "./sayings.js";

/**
 * @typedef {import("../../../types/api.js").components["schemas"]} Answers
 * @typedef {Answers["PublishedAt"]} PublishedAt
 */

/**
 * Draw the choice of rounds, the line that says which standings these are, and the published standings.
 * @param {{state: Answers["TournamentState"], body: Answers["Standings"], best: Answers["Standings"], query: string}} what `body`: the standings that are shown; `best`: the standings now; `query`:
 *   the query with which `body` was read
 */
export function past({ state, body, best, query }) {
  const playing = inPlay(state, best.through);
  const whole = begunBy(state, best.through) - Number(playing);
  const rounds = Array.from({ length: whole }, (_, index) => whole - index);
  const ways = [["", playing ? PAST.nowIn(best.through) : PAST.now], ...rounds.map((round) => [`?as_of=${round}`, PAST.afterRound(round)])];
  const known = state.published.find((each) => query === queryOf(each));
  byId("chooser").hidden = ways.length < (playing ? 2 : 3);
  redraw(byId("after"), ways.map(([value, word]) => h("option", { value, selected: value === query }, word)), known ? h("option", { value: query, selected: true }, PAST.publishedAfter(known.through_round)) : null);
  /** @type {HTMLSelectElement} */ (byId("after")).value = query;
  redraw(byId("which"), known ? [PAST.published(known.through_round, dayTime(known.at)), " ", back()]
    : query ? [PAST.shown(body.through), " ", back()] : newest(state));
  const published = [...state.published].reverse();
  byId("published").hidden = !published.length;
  redraw(byId("published-list"), published.map((each) => h("li", { "data-key": `d${each.version}` },
    h("span", { class: "what" }, h("b", {}, PAST.heading(each.through_round)), h("br"), h("span", { class: "quiet" }, dayTime(each.at))),
    h("button", { type: "button", "data-do": "known", "data-query": queryOf(each) }, PAST.show(spoken, each.through_round)),
    h("details", { class: "fold digest" }, h("summary", {}, PAST.fingerprint), h("p", { class: "quiet" }, h("code", {}, each.digest))))));
}

/** @param {PublishedAt} standings */
const queryOf = ({ through_round, version }) => `?as_of=${through_round}&known_at=${version}`;

const back = () => h("button", { type: "button", class: "slim", "data-do": "known", "data-query": "" }, PAST.showNow);

/** @param {Answers["TournamentState"]} state */
function newest({ published }) {
  const last = published.toSorted((one, other) => one.at - other.at).at(-1);
  return last ? PAST.published(last.through_round, dayTime(last.at)) : "";
}
