/** Standings as they were: after a round, or as they were published. */

import { byId, h, redraw, spoken } from "../dom.js";
import { dayTime } from "../times.js";

/**
 * Draw the choice of rounds, the line that says which standings these are, and the published standings.
 * @param {{state: any, body: any, best: any, query: string}} what `body`: the standings that are shown; `best`: the standings now; `query`:
 *   the query with which `body` was read
 */
export function past({ state, body, best, query }) {
  const rounds = Array.from({ length: best.through }, (_, index) => best.through - index);
  const ways = [["", "now"], ...rounds.map((round) => [`?as_of=${round}`, `after round ${round}`])];
  const known = state.published.find((each) => query === queryOf(each));
  byId("chooser").hidden = rounds.length < 2;
  redraw(byId("after"), ways.map(([value, word]) => h("option", { value, selected: value === query }, word)), known ? h("option", { value: query, selected: true }, `published after round ${known.through_round}`) : null);
  byId("after").value = query;
  redraw(byId("which"), known ? [`Published after round ${known.through_round}, `, dayTime(known.at), ". ", back()]
    : query ? [`These are the standings after round ${body.through}. `, back()] : newest(state));
  const published = [...state.published].reverse();
  byId("published").hidden = !published.length;
  redraw(byId("published-list"), published.map((each) => h("li", { "data-key": `d${each.version}` },
    h("span", { class: "what" }, h("b", {}, `After round ${each.through_round}`), h("br"), h("span", { class: "quiet" }, dayTime(each.at))),
    h("button", { type: "button", "data-do": "known", "data-query": queryOf(each) }, "Show", spoken(` the standings published after round ${each.through_round}`)),
    h("details", { class: "fold digest" }, h("summary", {}, "Fingerprint"), h("p", { class: "quiet" }, h("code", {}, each.digest))))));
}

const queryOf = ({ through_round, version }) => `?as_of=${through_round}&known_at=${version}`;

const back = () => h("button", { type: "button", class: "slim", "data-do": "known", "data-query": "" }, "Show them as they are now");

function newest(state) {
  const last = state.published.reduce((best, each) => (!best || each.at > best.at ? each : best), null);
  return last ? [`Published after round ${last.through_round}, `, dayTime(last.at), "."] : "";
}
