/**
 * What a deal of a game of tricks is about, as long as it lasts: who bid what, which suit is trump, who dealt; and who plays with whom.
 * Of other games there is nothing to say here.
 */

import { suitLetter, SUITS } from "./cards.js";
import { dotted, h, spoken } from "./dom.js";
import { listed, namesOf } from "./words.js";

// From the cards dealt to the score. Before the play, whom the table calls its leader has dealt.
const DEALT = new Set(["auction", "exchange", "play", "team_out"]);
const BEFORE_PLAY = new Set(["auction", "exchange"]);
const CALL = /^(\d+|shoots|pitches|maker)/;
const TRUMP = / in (spades|hearts|diamonds|clubs)/;
// One for each side; U+FE0E asks for the text form of the sign.
const SIDES = ["●", "▲", "■", "◆"].map((sign) => `${sign}\uFE0E`);

/** Whether the game goes on: once it is over in any way, nobody is to do anything. */
export const going = ({ state, outcome }) => (state ?? "open") === "open" && (outcome?.state ?? "open") === "open";

/** `Bob bid 6 in hearts · dealer Ann`; null where nobody has dealt. */
export function dealLine(game) {
  if (!going(game) || !DEALT.has(game.view.phase)) return null;
  const name = namesOf(game.seats);
  const dealer = dealerOf(game.view);
  const caller = callerOf(game.view);
  return dotted([caller === null ? null : `${name(caller)} ${called(game.view.seats[caller].said)}`, dealer === null ? null : `dealer ${name(dealer)}`]);
}

/** Who dealt the cards that are played; null where nobody did, or it was not written down. */
export function dealerOf({ phase, leader, dealer }) {
  if (!DEALT.has(phase)) return null;
  return dealer ?? (BEFORE_PLAY.has(phase) ? leader : null);
}

/** A standing call on a tile: `bid 6 ♥ H`, without the word where there is no room, and to a screen reader `bid 6 in hearts`; any other as it is. */
export function callOf(said, { phase }) {
  if (!DEALT.has(phase)) return said;
  const [, suit] = TRUMP.exec(said) ?? [];
  const [call, after] = suit ? said.split(` in ${suit}`) : [said, ""];
  const letter = Object.keys(SUITS).find((each) => SUITS[each].name === suit);
  return [
    /^\d/.test(said) ? h("span", { class: "roomy" }, "bid ") : null, call,
    letter ? [" ", h("span", { "aria-hidden": "true" }, suitLetter(letter)), spoken(`in ${suit}`)] : null, after,
  ];
}

/** The sign of a seat's side, and its partners for screen readers; nothing where everybody plays alone, or partners are not fixed. */
export function sideOf(seat, { rules, seats, view }) {
  const sides = Number(/^(\d)x\d$/.exec(rules?.sides ?? "")?.[1] ?? 0);
  if (!sides) return [];
  const partners = view.order.filter((other) => other !== seat && other % sides === seat % sides);
  const told = `with ${listed(partners.map(namesOf(seats)))}`;
  return [h("span", { class: "side-sign", "aria-hidden": "true", title: told }, SIDES[seat % sides]), spoken(` (${told}) `)];
}

// In the auction whose call stands: the highest, and of equal ones the dealer's, who may have taken it over.
function callerOf(view) {
  const calls = Object.entries(view.seats).filter(([, { said }]) => CALL.test(said ?? "")).map(([seat, { said }]) => [Number(seat), worth(said)]);
  const best = Math.max(...calls.map(([, each]) => each));
  const level = calls.filter(([, each]) => each === best).map(([seat]) => seat);
  return level.find((seat) => seat === dealerOf(view)) ?? level[0] ?? null;
}

const worth = (said) => (/^\d/.test(said) ? Number.parseInt(said, 10) : Infinity);

const called = (said) => (/^\d/.test(said) ? `bid ${said}` : said.replace(/^maker/, "is the maker"));
