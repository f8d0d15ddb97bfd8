/**
 * Lists from which the scorekeeper chooses an act that the form does not offer by itself: how the game ends, what is wrong, what else
 * happened, what was forgotten. Pure functions, and one that draws a list.
 */

import { standingEntries } from "./corrections.js";
import { h } from "./dom.js";
import { prompted, states } from "./formstate.js";
import { ACTS } from "./texts/record.js";
import { actLabel, lineOf, namesOf } from "./texts/words.js";

/**
 * @typedef {import("./formstate.js").Game} Game
 * @typedef {import("./formstate.js").Types} Types
 * @typedef {import("./record.js").Event} Event
 *
 * @typedef {object} Choice one button; exactly one of `type`, `list`, `event`, `mend`, `insert`, `older` and `enter` says what a tap does
 * @property {string} words on the button
 * @property {string} [line] what follows from it
 * @property {string} [type] open the form for an act of this type
 * @property {Record<string, unknown>} [data] what the form begins with
 * @property {boolean} [look] whether the effect is shown before the act is recorded
 * @property {List} [list] show this list
 * @property {{type: string, data: Record<string, unknown>}} [event] record it
 * @property {number} [mend] correct the entry with this version
 * @property {number} [insert] insert an act after the entry with this version
 * @property {boolean} [older] show all entries
 * @property {string} [enter] begin an act of this type in the form of the page
 *
 * @typedef {{title: string | null, folded?: boolean, choices: Choice[]}} Group `folded`: its title unfolds it
 * @typedef {{title: import("../../types/dom.js").Child, groups: () => Group[]}} List `groups`: called again when the page has read more of the record
 */

/** Entries that a list shows at most, the latest ones. */
const LATEST = 6;

// The scorekeeper never begins these: pages, players and directors record them.
const NEVER_BY_HAND = new Set([
  "GameOpened", "Retracted", "VisibilitySet", "SpectatorDelaySet", "ResultConfirmed", "ResultFinalised", "ClaimAnswered", "GameLinked", "RulingRecorded",
  "IrregularityAttested", "GameAnnulled", "GameRemoved",
]);
// They stand in lists of their own while the game is played.
const ENDINGS = new Set(["ResultStated", "TimeCalled", "ConcessionMade", "GameAbandoned"]);
const WRONGS = new Set(["IrregularityCalled", "DealVoided"]);
// What may happen at any moment of every game, the commonest first.
const ALWAYS = ["NoteWritten", "PlayerSubstituted", "PlayerJoined", "PlayerLeft", "ClaimMade", "CardsShown", "ScoreStated", "RoundStated"];
const LATER = new Set(["NoteWritten", "PlayerSubstituted", "ClaimMade", "CardsShown"]);

/** The words of a player who claims all tricks that are left, as the record keeps them. */
export const REST = "the rest are mine";

/**
 * The ways in which the game can end now; empty when it is over.
 * @param {Game} game
 * @param {Types} types
 * @returns {Choice[]}
 */
export function endings(game, types) {
  if (game.state !== "open") return [];
  /** @type {Choice[]} */
  const choices = [
    { words: ACTS.finished, line: ACTS.finishedLine, type: "ResultStated", data: soFar(game), look: false },
    ...(game.life.may.call_time ? [{ words: ACTS.timeUp, line: ACTS.timeUpLine, type: "TimeCalled" }] : []),
    ...rest(game, types),
    { words: ACTS.givesUp, line: ACTS.givesUpLine, list: players(game, ACTS.whoGivesUp, (seat) => ({ type: "ConcessionMade", data: { seat } })) },
    { words: ACTS.brokenOff, line: ACTS.brokenOffLine, type: "GameAbandoned" },
  ];
  return choices.filter(({ type }) => !type || types.has(type));
}

/**
 * The points so far, from which a result begins; undefined if there are none.
 * @param {Game} game
 */
const soFar = ({ outcome: { scores } }) => (Object.values(scores).some(Boolean) ? { scores } : undefined);

/**
 * The claim of all tricks that are left, while tricks are played.
 * @param {Game} game
 * @param {Types} types
 * @returns {Choice[]}
 */
function rest(game, types) {
  if (game.view.counts !== "trick" || !types.has("ClaimMade")) return [];
  const list = players(game, ACTS.whoseRest, (seat) => ({ type: "ClaimMade", data: { seat, claim: REST } }));
  return [{ words: ACTS.theRest, line: ACTS.theRestLine, list }];
}

/**
 * @param {Game} game
 * @param {string} title
 * @param {(seat: number) => {type: string, data: Record<string, unknown>}} event
 * @returns {List}
 */
function players({ seats, view }, title, event) {
  const name = namesOf(seats);
  return { title, groups: () => [{ title: null, choices: view.order.map((seat) => ({ words: name(seat), event: event(seat) })) }] };
}

/**
 * What may be wrong: an entry, the play, the deal. Empty when the result is final.
 * @param {Game} game
 * @param {Types} types
 * @param {Event[]} events
 * @returns {Group[]}
 */
export function wrongs(game, types, events) {
  if (!["open", "finished"].includes(game.state)) return [];
  const entries = lately(events).slice(0, LATEST);
  const broken = [
    { words: ACTS.ruleBroken, line: ACTS.ruleBrokenLine, type: "IrregularityCalled", look: false },
    { words: ACTS.dealVoid, line: ACTS.dealVoidLine, type: "DealVoided" },
  ].filter(({ type }) => types.has(type) && (game.state === "open" || type === "IrregularityCalled"));
  /** @type {Choice[]} */
  const place = entries.map((entry) => ({ words: lineOf(entry) ?? "", insert: entry.version }));
  return [
    { title: ACTS.typedWrong, choices: entries.filter(({ version }) => version > 1).map((entry) => ({ words: lineOf(entry) ?? "", mend: entry.version })) },
    { title: ACTS.or, choices: [
      { words: ACTS.missing, list: { title: ACTS.afterWhich, groups: () => [{ title: null, choices: place }] } },
      { words: ACTS.older, line: ACTS.olderLine, older: true },
      ...broken,
    ] },
  ].filter(({ choices }) => choices.length);
}

/**
 * All entries that stand, the last first: a tap corrects one. Each round has a heading, which unfolds the earlier ones.
 * @param {ReadonlyMap<number, import("./rounds.js").Place>} places by version, as far as they are known
 * @param {Event[]} events
 * @returns {Group[]}
 */
export function entriesIn(places, events) {
  /** @type {Group[]} */
  const groups = [];
  for (const event of lately(events)) {
    if (event.version === 1) continue;
    const { round = groups.at(-1)?.title ?? null, within } = places.get(event.version) ?? {};
    if (!groups.length || groups.at(-1)?.title !== round) groups.push({ title: round, folded: groups.length > 0 && round !== null, choices: [] });
    groups.at(-1)?.choices.push({ words: lineOf(event) ?? "", line: within, mend: event.version });
  }
  return groups;
}

/**
 * What else may be recorded. `offered`: the types that the form offers itself; they come last.
 * @param {Game} game
 * @param {Types} types
 * @param {readonly string[]} offered
 * @returns {Group[]}
 */
export function others(game, types, offered) {
  const open = game.state === "open";
  const now = open ? prompted(game).filter((type) => !offered.includes(type)) : [];
  const stated = open ? prompted(game, states) : [];
  const always = ALWAYS.filter((type) => types.has(type) && !now.includes(type) && !stated.includes(type) && (open || LATER.has(type)));
  const listed = new Set([...now, ...stated, ...always, ...(open ? [...ENDINGS, ...WRONGS] : [])]);
  const result = game.view.phase === "deal" && game.view.last_deal ? ACTS.resultOfNext : ACTS.result;
  const deal = [...stated.map((type) => ({ words: result, line: ACTS.resultLine, enter: type })), ...(open && game.view.phase === "play" ? rest(game, types) : [])];
  const groups = grouped(types, [[ACTS.now, now], [ACTS.atAnyTime, always]], unlisted(types, listed));
  return deal.length ? [{ title: ACTS.ofTheDeal, choices: deal }, ...groups] : groups;
}

/**
 * What may have happened at an earlier moment: first what play waited for then.
 * @param {Game} was the game at that moment
 * @param {Types} types
 * @returns {Group[]}
 */
export function happened(was, types) {
  const then = prompted(was);
  const always = ALWAYS.filter((type) => types.has(type) && !then.includes(type));
  const listed = new Set([...then, ...always]);
  return grouped(types, [[ACTS.waitedFor, then], [ACTS.atAnyTime, always]], unlisted(types, listed));
}

/**
 * The other types of acts that this game has.
 * @param {Types} types
 * @param {Set<string>} listed
 */
const unlisted = (types, listed) => [...types.values()].filter(({ type, uses }) => uses !== null && !listed.has(type)).map(({ type }) => type);

/**
 * @param {Types} types
 * @param {[string, string[]][]} groups
 * @param {string[]} rest
 * @returns {Group[]}
 */
function grouped(types, groups, rest) {
  /** @param {string[]} some */
  const choices = (some) => some.filter((type) => !NEVER_BY_HAND.has(type)).map((type) => ({ words: actLabel(types, type), type, look: false }));
  const all = [...groups.map(([title, some]) => ({ title, choices: choices(some) })), { title: ACTS.others, folded: true, choices: choices(rest) }];
  return all.filter((group) => group.choices.length);
}

/**
 * The entries that stand, the last first.
 * @param {Event[]} events in order of version
 */
const lately = (events) => standingEntries(events).filter((event) => !event.withheld).toReversed();

/**
 * The elements of a list. A tap on a button calls the handler `choose`; `choiceAt` finds its choice.
 * @param {readonly Group[]} groups
 */
export function actList(groups) {
  return groups.map(({ title, folded, choices }, at) => {
    const buttons = h("div", { class: "act-choices", role: "group", "aria-label": title ?? null }, choices.map((choice, place) => button(choice, `${at}.${place}`)));
    if (folded) return h("details", { class: "fold", "data-key": `group-${at}` }, h("summary", {}, title ?? ""), buttons);
    return h("div", { "data-key": `group-${at}` }, title === null ? null : h("p", { class: "quiet", "aria-hidden": "true" }, title), buttons);
  });
}

/**
 * @param {Choice} choice
 * @param {string} place
 */
function button({ words, line, type, event, mend, insert, enter }, place) {
  return h("button", { type: "button", "data-do": "choose", "data-place": place, "data-type": type ?? enter, "data-seat": event?.data.seat, "data-version": mend ?? insert, "data-key": place },
    h("span", {}, words), line ? h("small", {}, line) : null);
}

/**
 * @param {readonly Group[]} groups
 * @param {string} place of the button
 * @returns {Choice | undefined}
 */
export function choiceAt(groups, place) {
  const [at, which] = place.split(".").map(Number);
  return groups[at]?.choices[which];
}
