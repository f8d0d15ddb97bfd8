/** Claims and concessions that the table has before it: what was said, who agreed, and the buttons to answer for each seat. */

import { h, spoken } from "./dom.js";
import { namesOf } from "./words.js";

const ANSWERED_IN = new Set(["open", "finished"]);

/**
 * The last claim and whatever is not answered by everyone, or nothing.
 * @param {any} game
 */
export function claimList(game) {
  const all = ANSWERED_IN.has(game.state) ? game.life?.claims ?? [] : [];
  const claims = all.filter((claim, place) => place === all.length - 1 || claim.answers.length < game.view.order.length - 1);
  if (!claims.length) return null;
  return h("ul", { class: "claims", role: "list", "aria-label": "Claims" }, claims.map((claim) => item(claim, game)));
}

function item(claim, game) {
  const name = namesOf(game.seats);
  const answers = new Map(claim.answers.map(({ seat, accepts }) => [seat, accepts]));
  const others = game.view.order.filter((seat) => seat !== claim.seat);
  const said = claim.concession ? "concedes" : "claims";
  return h("li", { class: "claim", "data-key": `c${claim.version}` },
    h("p", {}, h("b", {}, `${name(claim.seat)} ${said}`), claim.claim ? `: “${text(claim.claim)}”` : "", h("span", { class: "quiet" }, ` event ${claim.version}`),
      claim.standing ? null : h("b", {}, " It does not stand.")),
    h("ul", { role: "list" }, others.map((seat) => answer(claim, seat, answers.get(seat), game, name))));
}

function answer(claim, seat, accepts, game, name) {
  if (accepts !== undefined) return h("li", {}, `${name(seat)} ${accepts ? "accepts" : "objects"}.`);
  const what = { type: "button", "data-do": "answer", "data-claim": claim.version, "data-seat": seat };
  const button = (label, value) => h("button", { ...what, "data-accepts": value }, label, spoken(` for ${name(seat)}`));
  if (!game.prompts) return h("li", {}, `${name(seat)} has not answered.`);
  return h("li", { class: "answer" }, h("span", { class: "clip" }, name(seat)), button("Accepts", "true"), button("Objects", "false"));
}

const text = (claim) => (typeof claim === "object" ? claim.value ?? "…" : claim);

/** The event that a button of the list stands for. */
export const answerOf = ({ dataset }) => ({ type: "ClaimAnswered", data: { claim: Number(dataset.claim), seat: Number(dataset.seat), accepts: dataset.accepts === "true" } });
