/**
 * The state of a form for acts, and what each tap, each new state of the table and each act makes of it. Nothing here draws or sends. The
 * act itself is a draft (draft.js).
 *
 * A prompt is an act that may come next, with the values that are known (`given`) and the fields to ask for (`asks`). There may be several
 * prompts for one type of act: one for each seat that may do it, or for each way to do it.
 */

import * as drafts from "./draft.js";
import { SEATS } from "./fields.js";
import { versionsIn } from "./queue.js";
import { FORM } from "./texts/form.js";

/**
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {Answers["GameState"]} Game
 * @typedef {Answers["Prompt"]} Prompt
 * @typedef {ReadonlyMap<string, Answers["EventTypeSheet"] & {fields: import("./schema.js").Field[]}>} Types those of the system, by name
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {{type: string, data: Record<string, any>}} Event to be recorded
 *
 * @typedef {object} Form
 * @property {boolean} quick whether the tap that completes the act that play waits for also records it
 * @property {Game | null} game the table; null until it is shown
 * @property {Types} types
 * @property {readonly string[]} offered the types of acts to choose from
 * @property {Draft | null} draft null: there is nothing to enter
 * @property {number} serial of the draft
 * @property {boolean} chosen whether the user chose the type of the draft, which play does not wait for
 * @property {boolean} waiting whether an act was sent and the table has not changed yet
 * @property {boolean} whole whether the last round was entered as one act; before the next one begins, the form proposes to enter it in the same way
 * @property {boolean} touched whether the user has tapped anything
 * @property {boolean} byKey whether the last act was recorded with a key
 * @property {boolean} short whether a form that is not quick shows only what is needed
 * @property {number} read the number of the deal whose result the user has put away; 0: none
 * @property {boolean} once whether a tap on a card or number that completes the act records it, also in a form that is not quick
 * @property {boolean} look whether the effect is shown before the act is recorded
 * @property {string | null} closed why nothing can be entered now; null: it can
 */

/** @type {Record<string, string>} What a deal under way has already if the prompt does not ask for it. The value: the field that it would ask for. */
const RECORDED = { round: "round", dealer: "dealer", bids: "bids", blind: "bids", maker: "maker", bid: "bid", kind: "kind", trump: "trump" };

/** @type {Form} */
const EMPTY = {
  quick: false, game: null, types: new Map(), offered: [], draft: null, serial: 0, chosen: false, waiting: false, whole: false, touched: false, byKey: false,
  short: false, read: 0, once: false, look: false, closed: null,
};

/**
 * @param {boolean} quick
 * @param {boolean} [whole] whether a form for a game that begins proposes to enter a whole round as one act
 * @returns {Form}
 */
export const form = (quick, whole = false) => ({ ...EMPTY, quick, whole });

// --- what the table brings ------------------------------------------------------------------------------------------------------------------

/**
 * A new state of the table. Values that the user has set stay; all others are taken from the new prompts. While nothing new was recorded,
 * details that the user asked for stay open.
 * @param {Form} form
 * @param {Game} game
 * @param {Types} types
 * @param {readonly string[]} offered
 * @returns {Form}
 */
export function shown(form, game, types, offered) {
  const moved = hasMoved(form, game);
  const chosen = form.chosen && (!form.quick || offered.includes(form.draft?.type ?? ""));
  const next = { ...form, game, types, offered, chosen, waiting: form.waiting && !moved };
  const opened = form.quick && !moved && form.draft?.whole;
  const { draft } = form;
  if (!draft || !(drafts.begun(draft) || chosen || opened)) return started(next);
  return { ...next, draft: drafts.updated(draft, typeOf(next, draft.type), promptFor(next, draft.type)) };
}

/**
 * Whether something was recorded since the form was shown last.
 * @param {Form} form
 * @param {Game} game
 */
export const hasMoved = (form, game) => form.game !== null && game.version !== form.game.version;

/**
 * The record is loaded. If its last act entered a whole round, the form proposes to enter the next round in the same way.
 * @param {Form} form
 * @param {string} type of the last act
 * @returns {Form}
 */
export function followed(form, type) {
  if (form.touched || form.whole) return form;
  const whole = statesRound(form, type);
  return whole ? started({ ...form, whole }) : { ...form, whole };
}

/**
 * @param {Form} form
 * @param {string | null} why
 * @returns {Form}
 */
export const closed = (form, why) => (why === form.closed ? form : { ...form, closed: why });

/**
 * The last act was discarded: the table will not change.
 * @param {Form} form
 * @returns {Form}
 */
export const resumed = (form) => started({ ...form, waiting: false });

// --- what the user does ---------------------------------------------------------------------------------------------------------------------

/**
 * Begin an act of `type`; without a type, the act that play waits for.
 * @param {Form} form
 * @param {string} [type]
 * @param {Record<string, unknown>} [data] the values of the event that is being corrected
 * @returns {Form}
 */
export function started(form, type, data) {
  const expected = prompts(form).find((prompt) => prompt.expected)?.type;
  const stated = form.quick && form.whole ? prompts(form).find((prompt) => states(prompt) && (prompt.expected || form.game?.view.phase === "deal"))?.type : undefined;
  const begun = type ?? stated ?? expected ?? form.offered[0];
  const known = data ? form.types.get(begun) : typeOf({ ...form, draft: null }, begun);
  const draft = known ? numbered(form, seated(form, drafts.draftOf(known, promptFor(form, begun), data, !form.quick && !form.short))) : null;
  return { ...form, draft, chosen: type !== undefined && type !== expected, read: type === undefined ? form.read : lastDeal(form), serial: form.serial + 1 };
}

/**
 * Open the form of a dialog.
 * @param {Form} form
 * @param {Pick<Form, "game" | "types" | "offered" | "short" | "once" | "look">} how
 * @param {string} type
 * @param {Record<string, unknown>} [data]
 * @returns {Form}
 */
export const opened = (form, how, type, data) => started({ ...form, ...how, waiting: false }, type, data);

/**
 * @param {Form} form
 * @param {Draft} draft after a tap
 * @returns {Form}
 */
export const tapped = (form, draft) => ({ ...form, draft });

/**
 * @param {Form} form
 * @returns {Form}
 */
export const touched = (form) => (form.touched ? form : { ...form, touched: true });

/**
 * The draft after a tap on a seat. If the seat has a prompt of its own, the form proposes the cards of that prompt.
 * @param {Form} form
 * @param {Draft} draft
 * @param {number} seat
 * @returns {Draft}
 */
export function withSeat(form, draft, seat) {
  const own = prompts(form).find((prompt) => prompt.type === draft.type && prompt.seat === seat);
  return drafts.withSeat(own ? { ...draft, asks: new Map(own.asks.map((ask) => [ask.field, ask])) } : draft, seat);
}

/**
 * The draft after a tap on a card. There may be several prompts for one type: the one that offers the card decides what else the form asks.
 * @param {Form} form
 * @param {Draft} before
 * @param {string | number} card
 * @returns {Draft}
 */
export function withCard(form, before, card) {
  const draft = drafts.withCard(before, card);
  const own = prompts(form).filter((prompt) => prompt.type === draft.type && fits(prompt, draft.data));
  const asks = (/** @type {Prompt} */ prompt) => prompt.asks.map((ask) => ask.field).join();
  if (!own.length || own.some((prompt) => asks(prompt) === [...draft.asks.keys()].join())) return draft;
  return drafts.updated(draft, typeOf(form, draft.type), own[0]);
}

/**
 * What the user has entered of a whole round, to be kept while the page is away; null: nothing. What is sealed is not kept.
 * @param {Form} form
 * @returns {{type: string, data: Record<string, unknown>} | null}
 */
export function kept(form) {
  const { draft } = form;
  if (!draft || form.waiting || !drafts.begun(draft) || !statesRound(form, draft.type)) return null;
  const entered = draft.fields.filter(({ name, sealed }) => !sealed && draft.tapped.has(name) && drafts.said(draft.data[name])).map(({ name }) => [name, draft.data[name]]);
  return { type: draft.type, data: { ...Object.fromEntries(entered), round: draft.data.round } };
}

/**
 * What was kept of a round is entered again. If the table has gone on meanwhile, the form asks which round was meant (`behind`).
 * @param {Form} form
 * @param {ReturnType<typeof kept>} entered
 * @returns {Form}
 */
export function restored(form, entered) {
  if (!entered || !statesRound(form, entered.type) || !form.types.has(entered.type)) return form;
  const next = touched(started(form, entered.type));
  const { round, ...values } = entered.data;
  const draft = /** @type {Draft} */ (next.draft);
  const known = Object.entries(values).filter(([name]) => draft.fields.some((field) => field.name === name));
  /** @type {Draft} */
  let made = { ...draft, data: { ...draft.data, round } };
  for (const [name, value] of known) made = drafts.answered(made, name, value);
  return tapped(next, made);
}

/**
 * Show every field of the act.
 * @param {Form} form
 * @returns {Form}
 */
export function unfolded(form) {
  const { draft } = form;
  return draft ? { ...form, draft: drafts.updated({ ...draft, whole: true }, typeOf(form, draft.type), promptFor(form, draft.type)) } : form;
}

/**
 * The draft is for the round that the table asks for now.
 * @param {Form} form
 * @returns {Form}
 */
export function renumbered(form) {
  const { draft } = form;
  return draft && drafts.complete(draft) ? { ...form, draft: drafts.answered(draft, "round", promptFor(form, draft.type)?.given.round) } : form;
}

/**
 * The result of the last deal is put away: the form for the next deal is shown.
 * @param {Form} form
 * @returns {Form}
 */
export const wentOn = (form) => ({ ...form, read: lastDeal(form) });

/** @param {Form} form */
const lastDeal = ({ game, read }) => game?.view.last_deal?.number ?? read;

/**
 * An act that has a button of its own. Its prompt knows every value of the act.
 * @param {Form} form
 * @param {string} type
 * @returns {Form}
 */
export function decided(form, type) {
  const prompt = ready(form, type);
  return { ...form, draft: prompt ? drafts.draftOf(typeOf(form, type), prompt, undefined, false) : null };
}

/**
 * The act is sent. Until the new state of the table comes, no seat is proposed: otherwise the next card could go to the same seat again.
 * @param {Form} form
 * @param {boolean} byKey
 * @returns {Form}
 */
export function sent(form, byKey) {
  const whole = prompts(form).some(states) ? statesRound(form, form.draft?.type ?? "") : form.whole;
  return started({ ...form, byKey, whole, waiting: true });
}

/**
 * The keyboard is where the next act begins.
 * @param {Form} form
 * @returns {Form}
 */
export const entered = (form) => (form.byKey && !form.waiting ? { ...form, byKey: false } : form);

// --- what follows from a form ---------------------------------------------------------------------------------------------------------------

/**
 * @param {Form} form
 * @returns {readonly Prompt[]}
 */
export const prompts = ({ game }) => game?.prompts ?? [];

/**
 * The act that can be recorded as it is; null: something is missing.
 * @param {Form} form
 * @returns {{type: string, data: Record<string, unknown>} | null}
 */
export const act = ({ draft }) => (draft && drafts.complete(draft) ? { type: draft.type, data: drafts.toSend(draft) } : null);

/**
 * Whether the last tap completed an act that play waits for, or that answers a question.
 * @param {Form} form
 */
export function recordsItself({ quick, once, draft, ...form }) {
  if (!draft) return false;
  return (quick && !behind({ quick, once, draft, ...form }) && drafts.recordsItself(draft)) || (once && drafts.givenOnPad(draft));
}

/**
 * The result of the last deal, which stands in the place of the pad until the next deal begins; null: none, or the user has gone on.
 * @param {Form} form
 * @returns {Answers["LastDeal"] | null}
 */
export function result({ quick, game, draft, chosen, closed, read }) {
  const last = game?.view.last_deal;
  if (!last || !quick || game.view.phase !== "deal" || closed) return null;
  return draft && !chosen && !drafts.begun(draft) && read !== last.number ? last : null;
}

/**
 * Whether the act that comes next was tapped already, before the table showed the last one.
 * @param {Form} form
 */
export const hasNext = ({ waiting, draft }) => Boolean(waiting && draft?.expected && drafts.hasOnPad(draft));

/**
 * Whether what was tapped ahead of the table is an act that play waits for, as the rules allow it. They allow every card to be unknown that may be.
 * @param {Form} form
 */
export const isAwaited = (form) => !form.closed && recordsItself(form) && [...form.draft?.asks ?? []].every(([field, { choices }]) => !choices.length || [null, ...choices].includes(form.draft?.data[field]));

/**
 * Whether what was tapped ahead of the table does not belong to what play waits for: a card or number, or a seat for an act that nobody asks
 * for any more.
 * @param {Form} form
 */
export function isOutOfPlace(form) {
  const { draft, chosen, offered } = form;
  if (!draft || chosen || statesRound(form, draft.type)) return false;
  return drafts.hasOnPad(draft) ? !draft.expected || recordsItself(form) : drafts.begun(draft) && !offered.includes(draft.type);
}

/**
 * Whether the card lies in front of a player, and is not one that may be played now (where each player has a pack, the next one may play the
 * same card).
 * @param {Form} form
 * @param {unknown} card
 */
export const liesAlready = ({ game, draft }, card) => !draft?.asks.get("card")?.choices.includes(card) && Object.values(game?.view.seats ?? {}).some((seat) => seat.card === card);

/**
 * How many rounds the table has gone on since the draft was begun; see `drafts.behind`.
 * @param {Form} form
 * @returns {number}
 */
export const behind = (form) => (form.draft && drafts.begun(form.draft) ? drafts.behind(form.draft, promptFor(form, form.draft.type)) : 0);

/**
 * The heading of the form; null if it needs none, because it asks for exactly the act that play waits for.
 * @param {Form} form
 * @returns {string | null}
 */
export function heading(form) {
  const ahead = behind(form);
  if (ahead) return ahead > 0 ? FORM.enteredMeanwhile : FORM.takenBackMeanwhile;
  const mine = prompts(form).filter((prompt) => prompt.type === form.draft?.type);
  return mine.length === 1 && !form.closed ? headed(mine[0]) : null;
}

/**
 * The prompts that have a button each.
 * @param {Form} form
 * @returns {Prompt[]}
 */
export const buttons = (form) => (form.quick && !form.waiting ? decisions(prompts(form)) : []);

/**
 * The prompt of an act of that type which play waits for, if it needs nothing filled in: one tap records it. Undefined if there is none.
 * @param {Form} form
 * @param {string} type
 * @returns {Prompt | undefined}
 */
export function ready(form, type) {
  const [only, another] = form.quick && !form.waiting ? prompts(form).filter((prompt) => prompt.type === type) : [];
  return only && !another && only.expected && !only.asks.length && !states(only) ? only : undefined;
}

/**
 * What one tap may record together with an act of that type: the passes of all others, or the rest of an exchange in which nobody has to
 * be asked anything.
 * @param {Form} form
 * @param {string} type
 * @returns {readonly Event[]}
 */
export function more(form, type) {
  const prompt = ready(form, type);
  return prompt ? [...prompt.others.map((seat) => ({ type, data: { ...prompt.given, seat } })), ...prompt.then] : [];
}

/**
 * Whether the form shows a button for each act that play waits for.
 * @param {Form} form
 */
export const deciding = (form) => form.draft !== null && !drafts.begun(form.draft) && buttons(form).some((prompt) => prompt.type === form.draft?.type);

/**
 * Whether an act of that type enters a whole round now.
 * @param {Form} form
 * @param {string} type
 */
export const statesRound = (form, type) => prompts(form).some((prompt) => prompt.type === type && states(prompt));

/**
 * Whether the tap that completes this draft records it.
 * @param {Form} form
 * @param {Draft} draft
 * @returns {boolean}
 */
export const lastTapRecords = (form, draft) => form.quick && draft.expected && drafts.byTaps(draft) && !drafts.complete(draft);

/**
 * Whether, in a form that is not quick, the tap on a card or number records the draft.
 * @param {Form} form
 * @param {Draft} draft
 * @returns {boolean}
 */
export const nextTapRecords = ({ once }, draft) => once && (draft.corrects ? !drafts.begun(draft) : drafts.lacksOnPad(draft));

/**
 * The types of acts that are offered below the pad, so that it needs no room above: while a tap on a card records, those that enter the whole
 * round. Empty if other acts are offered too.
 * @param {Form} form
 * @param {Draft} draft
 */
export function belowPad(form, draft) {
  const others = form.offered.filter((type) => type !== draft.type);
  return lastTapRecords(form, draft) && drafts.padField(draft)?.kind === "card" && others.every((type) => statesRound(form, type)) ? others : [];
}

/**
 * Whether the act has fields that the form does not show. If the tap on a card records the act, there is no time to add them.
 * @param {Form} form
 * @param {Draft} draft
 */
export function leavesOut(form, draft) {
  if (draft.whole || draft.corrects || (lastTapRecords(form, draft) && drafts.padField(draft)?.kind === "card")) return false;
  return drafts.shownFields(typeOf(form, draft.type), promptFor(form, draft.type)).length > draft.fields.length;
}

/**
 * Whether the seat is chosen on the felt. A player who joins takes a seat that is not there yet.
 * @param {Form} form
 * @param {Draft} draft
 * @returns {boolean}
 */
export function onFelt({ game }, draft) {
  const asked = draft.asks.get("seat")?.choices;
  return draft.type !== "PlayerJoined" && !(asked?.length && asked.every((/** @type {number} */ seat) => !game?.view.order.includes(seat)));
}

/**
 * @param {Form} form
 * @param {string} type
 * @returns {any} the sheet of the type; where a deal under way is stated, without the fields that the record has already
 */
function typeOf(form, type) {
  const known = form.types.get(type);
  const stating = prompts(form).find((prompt) => prompt.type === type && states(prompt));
  if (!known || !stating || form.draft?.corrects || form.game?.view.phase === "deal") return known;
  const asked = new Set(stating.asks.map(({ field }) => field.split(".")[0]));
  return { ...known, fields: known.fields.filter(({ name }) => !RECORDED[name] || asked.has(RECORDED[name])) };
}

/**
 * @param {Form} form
 * @param {string} type
 * @returns {Prompt | undefined}
 */
function promptFor(form, type) {
  const prompt = shared(prompts(form).filter((each) => each.type === type));
  return prompt && form.waiting ? { ...prompt, given: {}, asks: prompt.asks.map((/** @type {Answers["Ask"]} */ ask) => ({ ...ask, optional: true })) } : prompt;
}

/**
 * Proposes the first free seat to a player who joins.
 * @param {Form} form
 * @param {Draft} draft
 * @returns {Draft}
 */
function seated(form, draft) {
  if (onFelt(form, draft) || draft.data.seat !== undefined) return draft;
  const free = draft.asks.get("seat")?.choices ?? SEATS.filter((seat) => !form.game?.view.order.includes(seat));
  return { ...draft, data: { ...draft.data, seat: free[0] } };
}

/**
 * Proposes the round that is played, if no prompt says which is meant.
 * @param {Form} form
 * @param {Draft} draft
 * @returns {Draft}
 */
function numbered({ game, waiting }, draft) {
  const round = game?.view.round;
  if (!round || waiting || draft.data.round !== undefined || !draft.fields.some(({ name, kind }) => name === "round" && kind === "number")) return draft;
  return { ...draft, data: { ...draft.data, round } };
}

// --- prompts --------------------------------------------------------------------------------------------------------------------------------

/**
 * Combine several prompts for one type into one prompt. The result has the values on which all prompts agree, and the choices of every
 * prompt. Undefined if there are no prompts.
 * @param {readonly Prompt[]} prompts
 * @returns {Prompt | undefined}
 */
function shared(prompts) {
  const [first, ...others] = prompts;
  if (!others.length) return first;
  const given = Object.entries(first.given).filter(([name, value]) => others.every((other) => same(other.given[name], value)));
  /** @param {string} field */
  const choices = (field) => [...new Set(prompts.flatMap((prompt) => prompt.asks.find((ask) => ask.field === field)?.choices ?? []))];
  return { ...first, given: Object.fromEntries(given), asks: first.asks.map((ask) => ({ ...ask, choices: choices(ask.field) })) };
}

/**
 * Whether `data` may answer this prompt: it has the values that the prompt knows, and only choices that it offers.
 * @param {Prompt} prompt
 * @param {Record<string, any>} data
 */
const fits = ({ given, asks }, data) => asks.length > 0 && Object.entries(given).every(([name, value]) => same(data[name], value))
  && asks.every((ask) => !(ask.field in data) || ask.choices.includes(data[ask.field]));

/**
 * Whether the prompt is for entering a whole round as one act, instead of every act of the round.
 * @param {Prompt} prompt
 */
export const states = (prompt) => "round" in prompt.given;

/**
 * If play waits for one of several acts, and none of them needs anything filled in, returns their prompts: each gets a button. Example:
 * collect the units, or go on. Otherwise returns an empty list.
 * @param {readonly Prompt[]} prompts
 */
function decisions(prompts) {
  const expected = prompts.filter((prompt) => prompt.expected);
  const types = new Set(expected.map((prompt) => prompt.type));
  return types.size === expected.length && types.size > 1 && expected.every((prompt) => !prompt.asks.length && !states(prompt)) ? expected : [];
}

/**
 * The types of acts that the table waits for, or that may come next; those that play waits for first.
 * @param {{prompts?: readonly Prompt[] | null}} game
 * @param {(prompt: Prompt) => boolean} [wanted] only those with such a prompt
 */
export const prompted = ({ prompts }, wanted = () => true) => [...new Set((prompts ?? []).filter(wanted).toSorted((one, other) => Number(other.expected) - Number(one.expected)).map(({ type }) => type))];

/**
 * The types of acts that the desk itself offers: acts that play waits for, acts that one tap can record (a deal without its cards), and
 * acts that enter a whole round at once.
 * @param {{prompts?: readonly Prompt[] | null}} game
 */
export const offeredBy = (game) => prompted(game, (prompt) => prompt.expected || !prompt.asks.length || states(prompt));

/**
 * The table when acts wait of which nobody knows here what they lead to: the last known one, without prompts.
 * @param {Game} game
 * @param {number} waiting how many acts
 * @returns {Game}
 */
export const unforeseen = (game, waiting) => ({ ...game, version: game.version + waiting, prompts: [], view: { ...game.view, turn: [] } });

/**
 * The types of acts that a scorekeeper may enter where nobody knows what comes next: first that of the last act, then those of the record, then
 * the game's own. Acts that name another entry are not among them.
 * @param {Types} types
 * @param {readonly {events: readonly {type: string}[]}[]} waiting
 * @param {readonly {type?: string}[]} recorded
 * @returns {string[]}
 */
export function possible(types, waiting, recorded) {
  const entered = [...recorded, ...waiting.flatMap(({ events }) => events)].map(({ type = "" }) => type).toReversed();
  const own = [...types.keys()].toReversed();
  return [...new Set([...entered, ...own])].filter((name) => {
    const type = types.get(name);
    return type?.right === "record" && type.uses !== null && !versionsIn(type.schema).length;
  });
}

/**
 * The heading of a form for that prompt; null when the prompt is for the act that play waits for.
 * @param {Prompt} prompt
 */
function headed(prompt) {
  return prompt.expected && !states(prompt) ? null : prompt.text;
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
