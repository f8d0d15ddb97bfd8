/**
 * The table of any game as people see it who stand round it: the seats in their order, partners opposite, the cards that lie on the felt.
 * It draws the view of a game and knows no game by name, and lets the cards move from one view to the next.
 */

import { inWords, SUITS } from "./cards.js";
import { afterPaint, dotted, h, prefersStill, redraw, spoken } from "./dom.js";
import { sureness, tag } from "./evidence.js";
import { faceDown, faceUp, pipOf, unknownFace, winningMark } from "./faces.js";
import { flag } from "./flags.js";
import { inPlay, taskLabel, taskOf } from "./position.js";
import { SHAPES } from "./shapes.js";
import { lastTrick, lying } from "./tricks.js";
import { FELT } from "./texts/felt.js";
import { CARDS } from "./texts/table.js";
import { listed, namesOf, pointsSaid } from "./texts/words.js";

/**
 * @typedef {import("../../types/dom.js").Child} Child
 * @typedef {import("../../types/api.js").components["schemas"]} Answers
 * @typedef {Answers["TableSeen"]} View
 * @typedef {Answers["SeatSeen"]} Seen
 *
 * @typedef {object} Table what a game, or a step of its replay, shows of the table
 * @property {View} view
 * @property {Answers["SeatedPerson"][]} seats
 * @property {{state?: string, scores?: Record<string, number>, winners?: number[]} | null} [outcome]
 * @property {string} [state] of the game
 * @property {string} [viewer]
 * @property {Record<number, Answers["Finding"]>} [flags] by seat: the gravest finding about the card in front of it
 */

/**
 * @typedef {object} Form how a form shows the table: low, with a number for each hand
 * @property {{chosen: readonly number[], marks?: ReadonlyMap<number, string | number>} | null} pick null: no seat can be picked; `chosen`: the seats that are
 *   picked already; `marks`: cards of the draft, by seat
 */

// At most so many backs are drawn for a hand, and so many dots for a bid; on a phone there is room only for a few dots.
const FAN = 13;
// Beside a seat at the side, more open cards than these lie in two rows.
const ROW = 7;
const DOTS = 7;
const FEW_DOTS = 4;
// First names with more letters than these are long, or longer; and names that are long as a whole.
const LONG = 7;
const LONGER = 10;
const LONGEST = 12;
// With more seats, the cards lie along a ring and do not meet in the middle.
const RING = 6;
/** @type {[number, string][]} up to so many seats, and the class of such a felt */
const SIZES = [[4, "few"], [6, "six"], [8, "eight"], [10, "many"], [Infinity, "many most"]];
// A sign for each side. U+FE0E makes browsers draw the sign as text, not as an emoji.
const SIDES = ["●", "◇", "▲", "■"].map((sign) => `${sign}\uFE0E`);

/**
 * The table.
 * @param {Table} table the body of `GET /games/{id}`, or a step of a replay in that form
 * @param {Form | null} [form] null: for people who watch
 * @returns {HTMLElement}
 */
export function felt(table, form = null) {
  const view = together(lying(table.view));
  const game = { ...table, view };
  const { order } = view;
  const places = seatPlaces(order.length);
  const first = Math.max(0, order.indexOf(bottomOf(game)));
  const leads = Math.max(0, order.indexOf(view.leader ?? -1));
  const spots = order.map((seat, at) => {
    const { x, y } = places[(at - first + order.length) % order.length];
    const above = order.length > RING ? Math.round(((y + 1) * 2 + x + 1) * 2.5) : (at - leads + order.length) % order.length;
    return spot(seat, game, form, { x, y, above });
  });
  const ring = form?.pick
    ? h("div", { class: "ring", role: "group", "aria-label": FELT.pickSeat, "data-key": "pick", "data-roving": "seats" }, spots)
    : h("ul", { class: "ring", role: "list", "aria-label": FELT.seats, "data-key": "ring" }, spots);
  const tight = order.some((seat) => isWide(seat, game)) ? " tight" : "";
  const size = SIZES.find(([most]) => order.length <= most)?.[1] ?? "many";
  return h("div", { class: `felt ${size} of-${order.length}${tight}${form ? " low" : ""}${inPlay(game) ? "" : " over"}`, "data-key": "felt" }, ring, notes(view), tally(game), middle(view), lastTrick(game));
}

/** @typedef {{x: number, y: number}} Spot both from −1 (left, top) to 1 (right, bottom) of the track on which the plates of the seats lie */

/**
 * The places of all seats of a table: a ring, the first seat at the bottom, the others clockwise in the order of play. Four seats give partners
 * opposite. Up to six lie on an ellipse, more of them along a rounded rectangle: on an ellipse they would be too close at its ends.
 * @param {number} count 1 to 16
 * @returns {Spot[]}
 */
export const seatPlaces = (count) => SHAPES.places[count - 1].map(([x, y]) => ({ x, y }));

/**
 * The sides with their points, and their tricks where they bid tricks, for a page that shows this large beside the table. Null if players
 * are not partners.
 * @param {Table} game
 */
export function sideScores(game) {
  const sides = sidesOf(game);
  if (!sides) return null;
  const name = namesOf(game.seats);
  return h("ul", { class: "sides", role: "list", "aria-label": FELT.sides }, sides.map(({ side, seats, points }) => {
    const names = FELT.partners(seats.map((seat) => h("bdi", {}, name(seat))));
    const tricks = tricksOf(seats, game.view);
    const said = [tricks && FELT.tookOf(...tricks), bagsOf(seats, game.view)].filter(Boolean).map((words) => h("span", {}, words));
    return h("li", { class: `side-box${seats.some((seat) => wins(seat, game)) ? " won" : ""}`, "data-key": `side-${side}` },
      h("b", { class: "side-names", title: listed(seats.map(name)) }, h("span", { class: "side-sign", "aria-hidden": "true" }, SIDES[side]), " ", names),
      h("b", { class: "side-points" }, points === null ? "" : pointsSaid(points, Number(points), spoken)),
      said.length > 0 && h("span", { class: "side-said" }, said));
  }));
}

/**
 * The sides in order of their first seats. Null if players are not partners.
 * @param {Table} game
 * @returns {{side: number, seats: number[], points: number | null}[] | null}
 */
export function sidesOf(game) {
  if (!partnered(game)) return null;
  /** @type {Map<number, number[]>} */
  const sides = new Map();
  for (const seat of game.view.order) {
    const side = Number(sideAt(seat, game.view));
    sides.set(side, [...(sides.get(side) ?? []), seat]);
  }
  return [...sides].map(([side, seats]) => ({ side, seats, points: pointsOf(seats[0], game) }));
}

/**
 * The tricks that partners took, and those that they bid together. Null if nobody of them bid tricks.
 * @param {number[]} seats
 * @param {View} view
 * @returns {[number, number] | null}
 */
function tricksOf(seats, view) {
  const states = seats.map((seat) => view.seats[seat]);
  const bids = states.map((state) => bidOf(state?.said)).filter((bid) => bid !== null);
  if (!ownBids(view) || !bids.length || states.every((state) => state?.piles?.tricks === undefined)) return null;
  const took = sum(states.map((state) => Number(state?.piles?.tricks ?? 0)));
  return [took, sum(bids.map(Number))];
}

/**
 * The overtricks that count against partners.
 * @param {number[]} seats
 * @param {View} view
 */
function bagsOf([seat], view) {
  const bags = view.seats[seat]?.bags;
  return bags ? FELT.bagsOfSide(bags) : null;
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);

/**
 * The tricks, points and bags of the sides, on the felt. Screen readers hear them with each seat.
 * @param {Table} game
 */
function tally(game) {
  const sides = sidesOf(game)?.filter(({ points }) => points !== null);
  if (!sides?.length) return null;
  return h("p", { class: "tally", "aria-hidden": "true", "data-key": "tally" }, sides.map(({ side, seats, points }) => {
    const tricks = tricksOf(seats, game.view);
    const bags = bagsOf(seats, game.view);
    return h("span", {}, h("span", { class: "side-sign" }, SIDES[side]), tricks && h("small", {}, ` ${FELT.took(...tricks)}`), " ", h("b", {}, points), bags && h("small", { class: "side-bags" }, ` ${bags}`));
  }));
}

/**
 * @param {number} seat
 * @param {View} view
 */
const sideAt = (seat, view) => view.seats[seat]?.side ?? null;

/**
 * The sign of the side of a seat; null if partners are not fixed.
 * @param {number} seat
 * @param {View} view
 */
export function signOf(seat, view) {
  const side = sideAt(seat, view);
  return side === null ? null : SIDES[side];
}

/**
 * The sign of a side, before the names of its players; null for a single player.
 * @param {readonly number[]} seats
 * @param {View} view
 */
export function sideSign([seat, ...partners], view) {
  const mark = partners.length ? signOf(seat, view) : null;
  return mark && h("span", { class: "side-sign", "aria-hidden": "true" }, mark, " ");
}

/**
 * Whether players are partners, and share their points. Where partners change from deal to deal, each player has points of their own.
 * @param {Table} game
 */
function partnered(game) {
  const { order } = game.view;
  const sides = order.map((seat) => sideAt(seat, game.view));
  const shared = order.every((seat, at) => pointsOf(seat, game) === pointsOf(order[sides.indexOf(sides[at])], game));
  return !sides.includes(null) && new Set(sides).size > 1 && new Set(sides).size < sides.length && shared;
}

/**
 * The seat at the bottom: the viewer's own.
 * @param {Table} game
 */
function bottomOf({ viewer, view }) {
  const own = /^seat:(\d+)$/.exec(viewer ?? "");
  return own ? Number(own[1]) : view.order[0];
}

/**
 * A seat with its hand and with the card in front of it.
 * @param {number} seat
 * @param {Table} game
 * @param {Form | null} form
 * @param {{x: number, y: number, above: number}} at `above`: a card lies above those with a lower number: in a small ring those that were
 *   played before; in a large one those further up and to the left, so that each corner stays in sight
 */
function spot(seat, game, form, { x, y, above }) {
  const { view } = game;
  const mark = form?.pick?.marks?.get(seat);
  const state = /** @type {Seen} */ ({ ...view.seats[seat], ...(mark === undefined ? {} : { card: String(mark), evidence: null }) });
  const turn = inPlay(game) && view.turn.includes(seat);
  const card = inFront(state, view);
  const out = state.active === false;
  const winning = card !== null && mark === undefined && view.winning === seat;
  if (winning) card.append(winningMark());
  const way = Math.abs(x) > 0.5 ? " beside" : y > 0 ? " before near" : " before";
  return h(form?.pick ? "div" : "li", { class: `spot${way}${out ? " is-out" : ""}${turn && !card && taskOf(view) === "play" ? " waits" : ""}`, "data-key": `spot-${seat}`, style: `--x:${x};--y:${y};--dx:${Math.sign(x)};--dy:${Math.sign(y)};--z:${above};--lean:${lean(seat)}` },
    out || form ? null : handOf(state),
    plate(seat, state, game, { turn, form, winning }),
    card && h("span", { class: `lies${winning ? " winning" : ""}`, "data-key": `card-${view.round}.${trickOf(view)}.${seat}`, "data-seat": seat },
      card, !form && (state.card || allOpen(view)) ? sure(state) : null, game.flags?.[seat] ? flag(game.flags[seat]) : null),
    turn && !card && taskOf(view) === "play" ? h("span", { class: "lies slot", "aria-hidden": "true", "data-key": "slot" }) : null);
}

/**
 * Whether a plate needs more room: for a long number of points, or for piles.
 * @param {number} seat
 * @param {Table} game
 */
function isWide(seat, game) {
  const { piles, bags } = game.view.seats[seat] ?? {};
  const alone = !partnered(game);
  return (alone && String(pointsOf(seat, game) ?? "").length > 2) || Object.keys(piles ?? {}).length + (alone && bags ? 1 : 0) > 1;
}

// Cards lie a little askew, each seat's always in the same way.
/** @param {number} seat */
const lean = (seat) => [-3, 2, 3, -2, 1][seat % 5];

/**
 * The number of the trick or hand to which the cards on the table belong. A trick that is complete lies there until somebody leads to the
 * next one, whose number the view has already.
 * @param {View} view
 */
export function trickOf(view) {
  const rests = view.counts === "trick" && !view.order.some((seat) => view.seats[seat]?.placed);
  return rests ? view.hand - 1 : view.hand;
}

/**
 * @param {number} seat
 * @param {Seen} state
 * @param {Table} game
 * @param {{turn: boolean, form: Form | null, winning: boolean}} how `winning`: whether the card in front of the player wins the trick
 */
function plate(seat, state, game, { turn, form, winning }) {
  const name = namesOf(game.seats)(seat);
  const classes = ["seat", turn && "turn", state.active === false && "out", wins(seat, game) && "won"].filter(Boolean).join(" ");
  const [sign, partners] = sideOf(seat, game);
  const points = pointsOf(seat, game);
  const parts = [
    h("span", { class: "seat-line" },
      sign, nameOn(name), partners,
      inPlay(game) && game.view.dealer === seat ? h("span", { class: "dealer", title: FELT.dealer }, h("span", { "aria-hidden": "true" }, FELT.dealerSign), spoken(FELT.dealerSaid)) : null,
      points === null ? null : h("span", { class: `score${partnered(game) ? " of-side" : ""}` }, pointsSaid(points, Number(points), spoken))),
    h("span", { class: "seat-line low-line" }, h("span", { class: "seat-said" }, dotted(saidAt(seat, game, state, turn))), pilesOf(state, game, Boolean(form)), form && handCount(state)),
    winning && h("span", { class: "wins" }, " ", trickOf(game.view) < game.view.hand ? FELT.tookTrick : FELT.winning),
    spokenCard(state, game),
  ];
  if (!form?.pick) return h("div", { class: classes, "data-key": "plate" }, parts);
  return h("button", { type: "button", class: classes, "data-do": "seat", "data-seat": seat, "data-key": `seat-${seat}`, "aria-pressed": String(form.pick.chosen.includes(seat)) }, parts);
}

/**
 * A name. A long one has a class: its first name may need smaller letters, and the rest may have no room.
 * @param {string} name
 */
function nameOn(name) {
  const [first] = name.split(" ");
  const size = first.length > LONGER ? " long longer" : first.length > LONG || name.length > LONGEST ? " long" : "";
  return h("span", { class: `seat-name${size}`, title: name, dir: "auto" }, first, name.length > first.length ? h("span", { class: "last-name" }, name.slice(first.length)) : null);
}

/**
 * @param {number} seat
 * @param {Table} game
 * @returns {number | null} null: not in the record
 */
const pointsOf = (seat, { outcome, view }) => outcome?.scores?.[seat] ?? view.seats[seat]?.score ?? null;

/**
 * What is known of a player beside the name, shortest first.
 * @param {number} seat
 * @param {Table} game
 * @param {Seen} state
 * @param {boolean} turn
 * @returns {Child[]}
 */
function saidAt(seat, game, state, turn) {
  if (wins(seat, game)) return [FELT.winner];
  if (game.outcome?.state === "finished") return [];
  const { view } = game;
  // Outside of games of tricks, the call of a player who must play or call belongs to the last hand.
  const stands = !turn || view.counts === "trick" || view.awaited === "show";
  const said = stands ? (contractOf(state, view) ?? (state.said ? callOf(state.said, view.maker === seat ? view.trump : null) : null)) : null;
  const asked = turn ? FELT.turn(taskLabel(view)) : null;
  const out = state.active === false && state.said?.word !== "out" && game.outcome?.state === "open";
  if (out && said) return [[h("span", { class: "last-call" }, said, " · "), FELT.out]];
  return [
    said && [said, asked && spoken(asked)],
    asked && !said && h("span", { class: Object.keys(state.piles ?? {}).length ? "spoken alone" : "asked" }, asked),
    out ? FELT.out : null,
    !turn && view.leader === seat && inPlay(game) && !said ? h("span", { class: "roomy leads" }, state.placed ? FELT.led : FELT.toLead) : null,
  ];
}

/**
 * @param {Answers["Said"] | null | undefined} said
 * @returns {number | null} null: no bid
 */
const bidOf = (said) => (said?.word === "nil" || said?.word === "blind_nil" ? 0 : (said?.amount ?? null));

// Whether each player bids tricks of their own: nobody holds the bid for all.
/** @param {View} view */
const ownBids = (view) => view.counts === "trick" && (view.maker ?? null) === null;

/**
 * Where partners bid one number together, all their tricks stand beside it, with the player who said it.
 * @param {View} view
 * @returns {View}
 */
export function together(view) {
  if (!view.shared_bid) return view;
  const bidders = view.order.filter((seat) => bidOf(view.seats[seat]?.said) !== null && view.seats[seat].piles.tricks !== undefined);
  const bidderOf = new Map(bidders.map((seat) => [sideAt(seat, view), seat]));
  const seats = structuredClone(view.seats);
  for (const seat of view.order) {
    const bidder = bidderOf.get(sideAt(seat, view)) ?? seat;
    if (bidder === seat) continue;
    seats[bidder].piles.tricks += seats[seat].piles.tricks ?? 0;
    delete seats[seat].piles.tricks;
  }
  return { ...view, seats };
}

/**
 * The tricks that a player took of those that the player bid: a filled dot each, and in numbers. Null if nobody bids tricks in this game.
 * @param {Seen} state
 * @param {View} view
 * @returns {Child}
 */
function contractOf({ said, piles }, view) {
  const bid = bidOf(said);
  if (!ownBids(view) || bid === null || piles?.tricks === undefined) return null;
  const took = piles.tricks;
  const dots = bid > 0 && Math.max(bid, took) <= DOTS
    ? h("span", { class: `bid-dots${Math.max(bid, took) > FEW_DOTS ? " long" : ""}`, "aria-hidden": "true" }, Array.from({ length: Math.max(bid, took) }, (_, at) => h("i", { class: at < took ? (at < bid ? "took" : "over") : null })))
    : null;
  return [dots, said && bid === 0 && said.word !== "bid" ? FELT.contractOfNone(said.word, took) : FELT.contract(took, bid, (words) => h("span", {}, words), spoken)];
}

/**
 * A call: `bid 6 ♥`. Screen readers say `bid 6 in hearts`. A bid of a kind: `4 low ♥`.
 * @param {Answers["Said"]} said
 * @param {string | null} trump
 * @returns {Child}
 */
function callOf(said, trump) {
  const suit = trump && [pipOf(trump), spoken(FELT.inSuit(SUITS[trump].name))];
  return FELT.call({ ...said, amount: said.amount ?? null }, suit, roomy);
}

/**
 * What is left out where there is little room.
 * @param {Child} part
 */
const roomy = (part) => h("span", { class: "roomy" }, part);

/**
 * The piles of a player. Tricks are left out where the contract counts them, and bags where partners share them: these stand beside their
 * points. The hand is told to screen readers: the others see its fan.
 * @param {Seen} state
 * @param {Table} game
 * @param {boolean} [narrow] whether there is no room for bags beside a bid
 */
function pilesOf({ piles = {}, cards, said, bags, active }, game, narrow = false) {
  const counted = ownBids(game.view) && bidOf(said) !== null;
  const shown = Object.entries(piles).filter(([pile]) => !(pile === "tricks" && counted));
  /** @type {[string, number][]} */
  const all = [...shown, ...(bags && !partnered(game) && !(narrow && bidOf(said) !== null) ? [/** @type {[string, number]} */ ([FELT.bags, bags])] : [])];
  if (!all.length || active === false) return null;
  const hand = cards === null || cards === undefined ? null : spoken(FELT.hand(cards));
  return h("span", { class: "held" }, hand, all.map(([pile, number], place) => [place ? spoken(", ") : null, h("span", { class: `pile-${pile}${number ? "" : " none"}` }, FELT.pile(pile, h("b", {}, number)))]));
}

/**
 * The sign of a seat's side, and its partners for screen readers; empty when partners are not fixed.
 * @param {number} seat
 * @param {Table} game
 * @returns {Child[]}
 */
function sideOf(seat, { seats, view }) {
  const side = view.seats[seat]?.side ?? null;
  if (side === null) return [];
  const partners = view.order.filter((other) => other !== seat && view.seats[other]?.side === side).map(namesOf(seats));
  return [h("span", { class: "side-sign", "aria-hidden": "true", title: FELT.with(partners) }, SIDES[side]), spoken(FELT.withSaid(partners))];
}

/**
 * What the record knows of the cards that a player holds: faces that this viewer may see, backs for the others.
 * @param {Seen} state
 */
function handOf({ cards, hand }) {
  const known = hand ?? [];
  const backs = Math.max(0, Math.min(FAN, (cards ?? 0) - known.length));
  if (!known.length && !backs) return null;
  const all = [...known.map((card) => faceUp(card)), ...Array.from({ length: backs }, () => faceDown())];
  const half = Math.ceil(all.length / 2);
  const classes = `fan${known.length ? " known" : ""}${known.length > ROW ? " long" : ""}`;
  return h("span", { class: classes, "aria-hidden": "true", "data-key": "fan", style: `--held:${all.length};--half:${half}` },
    all.map((card, at) => h("span", { class: "fanned", style: `--at:${at};--row:${at < half ? 1 : 0};--in-row:${at % half}` }, card)));
}

/**
 * The number of cards in a hand, beside a small back, where there is no room for a fan. Screen readers hear it in words.
 * @param {Seen} state
 */
const handCount = ({ cards, active }) => (!cards || active === false ? null : h("span", { class: "hand-count", "aria-hidden": "true" }, h("i"), cards));

/**
 * The card in front of a player. In games of tricks, and where play has a direction, all cards on the table lie face up.
 * @param {Seen} state
 * @param {View} view
 */
function inFront(state, view) {
  if (state.card) return faceUp(state.card);
  if (!state.placed) return null;
  return allOpen(view) ? unknownFace() : faceDown();
}

/** @param {View} view */
const allOpen = (view) => view.counts === "trick" || view.direction !== "";

/**
 * What screen readers hear of a player besides the plate: the bags of the side, the card, the hand.
 * @param {Seen} state
 * @param {Table} game
 */
function spokenCard(state, game) {
  const { view } = game;
  const held = state.cards && !pilesOf(state, game) ? FELT.inHand(state.cards) : "";
  const { card, evidence } = state;
  const words = card ? inWords(card) : !state.placed ? "" : allOpen(view) ? CARDS.forgotten : FELT.faceDown;
  const level = (card || allOpen(view)) && words && evidence && evidence.level !== "observed" ? sureness(evidence.level) : "";
  const bags = state.bags && partnered(game) ? FELT.bagsOfSide(state.bags) : "";
  return words || held || bags ? spoken(FELT.card(bags, words, level, held)) : null;
}

/**
 * The tag that says how sure the record is of a card. A card that somebody saw needs no tag.
 * @param {Seen} state
 */
const sure = ({ evidence }) => (evidence && evidence.level !== "observed" ? h("span", { class: "sure", "aria-hidden": "true" }, tag(evidence)) : null);

/**
 * Trump and the trick.
 * @param {View} view
 */
function notes(view) {
  const leader = view.leader === null ? undefined : view.seats[view.leader];
  const led = view.counts === "trick" && leader?.placed ? leader.card : null;
  const suit = led && led.split("@")[0].length === 2 ? SUITS[led[1]]?.name : null;
  const lines = [
    view.trump && h("b", { class: "trumps" }, FELT.trumps(pipOf(view.trump), SUITS[view.trump].name, roomy)),
    led && h("span", { class: "led" }, roomy(suit ? FELT.trickAnd(view.hand) : FELT.trick(view.hand)), suit && FELT.suitLed(suit)),
  ].filter(Boolean);
  return lines.length ? h("p", { class: "felt-notes", "data-key": "notes" }, lines) : null;
}

/**
 * What lies in the middle and belongs to nobody: piles, and the card against which the next one is guessed.
 * @param {View} view
 */
function middle(view) {
  const piles = Object.entries(view.piles ?? {});
  if (!piles.length && !view.base) return null;
  return h("div", { class: "felt-middle", "data-key": "middle" },
    view.base ? h("span", { class: "base", "data-key": "base" }, h("span", { "aria-hidden": "true" }, faceUp(view.base)), spoken(inWords(view.base))) : null,
    (view.at_stake ?? null) === null ? null : h("span", { class: "stake" }, FELT.units(Number(view.at_stake))),
    piles.map(([pile, cards]) => h("span", { class: "heap", "data-key": `heap-${pile}` }, h("span", { class: `heap-cards${cards > 1 ? " more" : ""}`, "aria-hidden": "true" }, faceDown()), h("span", { class: "heap-name" }, FELT.pile(pile, h("b", {}, cards))))));
}

/**
 * @param {number} seat
 * @param {Table} game
 */
const wins = (seat, game) => Boolean(game.outcome?.winners?.includes(seat));

// --- cards that move ------------------------------------------------------------------------------------------------------------------------
//
// A card comes from its player, a card face down turns over, a trick goes to its winner. Only transform and opacity change, and no tap waits
// for the end of a motion. Nothing moves for people who prefer no motion. A motion begins when all is drawn that a scorekeeper taps, and what
// may be drawn later waits for its end (`whenStill`): so the browser has little to do while something moves.

const PLAY = 220;
const TURN = 260;
const GATHER = 280;
const LONGEST_MOTION = 600; // a page in the background may never begin a motion

/** @type {Set<Promise<unknown>>} */
const motions = new Set();

/**
 * Do this when no card moves.
 * @param {() => unknown} work
 */
export function whenStill(work) {
  if (motions.size) Promise.race([Promise.all(motions), new Promise((resolve) => setTimeout(resolve, LONGEST_MOTION))]).then(work);
  else work();
}

/**
 * Redraw a region with a felt in it (felt.js), and move what has changed.
 * @param {HTMLElement} region
 * @param {import("../../types/dom.js").Child} wanted
 * @param {View} view what the felt shows now
 * @param {{moves?: boolean}} [how] `moves`: whether what differs has happened just now
 */
export function redrawFelt(region, wanted, view, { moves = true } = {}) {
  const former = region.querySelector(".felt") ? cardsOn(region) : null;
  redraw(region, wanted);
  if (!former) return;
  const now = cardsOn(region);
  const came = [...now].filter(([key]) => !former.has(key)).map(([, card]) => card);
  if (came.length) region.querySelector(".last-trick[open]")?.removeAttribute("open"); // it would lie over the card
  if (!moves || prefersStill() || document.hidden) return;
  const turned = [...now].filter(([key, card]) => former.get(key)?.down && !card.down).map(([, card]) => card);
  const gone = [...former].filter(([key]) => !now.has(key)).map(([, card]) => card);
  const felt = /** @type {HTMLElement | null} */ (region.querySelector(".felt"));
  const ghosts = felt ? gone.map((card) => ghostOf(card, felt)) : [];
  // A card that goes alone was taken back: nobody won it.
  const winner = gone.length === former.size && gone.length > 1 ? winnerBefore(view) : null;
  if (!came.length && !turned.length && !ghosts.length) return;
  for (const { element } of came) element.style.visibility = "hidden";
  // First the felt is shown, then the pad. Then the browser knows where everything is.
  const moved = new Promise((begin) => afterPaint(() => afterPaint(() => begin(null)))).then(() => {
    const ways = came.map(({ element, seat }) => wayTo(plateOf(region, seat), element));
    const plate = winner === null ? null : plateOf(region, String(winner));
    const ends = ghosts.map((card) => (plate ? `${wayTo(plate, card)} scale(0.4)` : "scale(0.9)"));
    return Promise.allSettled([
      ...came.map(({ element }, at) => comes(element, ways[at])), ...turned.map(({ element }) => turns(element)), ...ghosts.map((card, at) => goes(card, ends[at])),
    ]);
  }).finally(() => motions.delete(moved));
  motions.add(moved);
}

/**
 * Who won the trick that lay there before: who leads to the next one, or before the play of a deal the winner of the last one.
 * @param {View} view
 * @returns {number | null} null: nobody, or not known
 */
function winnerBefore({ counts, phase, leader, last_deal: last }) {
  if (counts !== "trick") return null;
  return (phase === "play" ? leader : last?.trick?.winner) ?? null;
}

/**
 * @param {HTMLElement} region
 */
function cardsOn(region) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = region.querySelectorAll(".lies:not(.slot)");
  return new Map([...found].map((element) => [element.dataset.key ?? "", {
    element, seat: element.dataset.seat ?? "", down: Boolean(element.querySelector(".down")), place: element.parentElement?.className ?? "", style: element.parentElement?.style.cssText ?? "",
  }]));
}

/**
 * @param {HTMLElement} region
 * @param {string} seat
 */
const plateOf = (region, seat) => /** @type {HTMLElement | null} */ (region.querySelector(`[data-key="spot-${seat}"] .seat`));

/**
 * @param {HTMLElement | null} plate
 * @param {HTMLElement} card
 */
const wayTo = (plate, card) => (plate ? `translate(${plate.offsetLeft - card.offsetLeft}px, ${plate.offsetTop - card.offsetTop}px)` : "");

/**
 * @param {HTMLElement} card
 * @param {string} way to the plate of its player
 */
function comes(card, way) {
  card.style.visibility = "";
  return card.firstElementChild?.animate([{ transform: `${way} scale(0.7)`, opacity: 0.4 }, { transform: "none", opacity: 1 }], { duration: PLAY, easing: "ease-out" }).finished;
}

/** @param {HTMLElement} card */
const turns = (card) => card.firstElementChild?.animate([{ transform: "scaleX(0.05)" }, { transform: "none" }], { duration: TURN, easing: "ease-out" }).finished;

/**
 * A card that has gone from the table, where it lay.
 * @param {{element: HTMLElement, place: string, style: string}} card
 * @param {HTMLElement} felt
 */
function ghostOf({ element, place, style }, felt) {
  const ghost = document.createElement("span");
  ghost.className = `${place} ghost`;
  ghost.style.cssText = style;
  ghost.append(element);
  element.removeAttribute("data-key");
  felt.append(ghost);
  return element;
}

/**
 * @param {HTMLElement} ghost
 * @param {string} end
 */
function goes(ghost, end) {
  const motion = ghost.animate([{ transform: "none", opacity: 1 }, { transform: end, opacity: 0 }], { duration: GATHER, easing: "ease-in", fill: "forwards" });
  return motion.finished.finally(() => ghost.parentElement?.remove()); // it is cut short when the page draws something else
}
