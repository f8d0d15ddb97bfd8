/** An event in a sentence, for titles and buttons: `Dan plays the 7 of hearts`. What has no sentence here is told by its fields (`describe`). */

import { inWords, isCard, JOKERS, SUITS } from "./cards.js";
import { describe } from "./describe.js";
import { inClear } from "./schema.js";
import { count } from "./words.js";

const called = (card) => (isCard(card) || JOKERS.includes(card) ? `the ${inWords(card)}` : "a card face down");

const cards = (number) => count(number, "card");

// What a player does. Lists of cards are left out: there is no room for them.
const DOES = {
  CardPlayed: ({ card }) => `plays ${called(card)}`,
  CardLed: ({ card }) => `leads ${called(card)}`,
  BoxDrawn: ({ card }) => `draws ${called(card)} from the box`,
  StuckDeclared: () => "is stuck",
  HandRefilled: (data) => `draws ${cards(data.count)} into the hand`,
  BoxRefilled: (data) => `puts ${cards(data.count)} into the box`,
  CardPlaced: ({ card, call }) => `places ${called(card)}, ${call}`,
  CardSelected: ({ value }) => `lays ${value ?? "a card face down"}`,
  CardOffered: ({ card }) => `offers ${called(card)}`,
  OpenerChosen: () => "opens",
  BidMade: ({ amount }) => `bids ${amount}`,
  BidPassed: () => "passes",
  ShootCalled: () => "shoots",
  BidDoubled: () => "doubles the bid",
  PitchedAsBid: ({ card }) => `pitches ${called(card)}`,
  TrumpNamed: ({ suit }) => `names ${SUITS[suit]?.name}`,
  KittyTaken: () => "takes the kitty",
  CardsDiscarded: (data) => `throws ${cards(data.count)}`,
  CardsDrawn: (data) => `draws ${cards(data.count)}`,
  StockTaken: (data) => `takes ${cards(data.count)} from the stock`,
  CardRescued: ({ card }) => `picks up ${called(card)}`,
  PartnerCalled: ({ card }) => `calls ${called(card)}`,
  OutDeclared: () => "is out of trumps",
  DealFolded: () => "throws the deal in",
};

const DONE = {
  CardsDealt: ({ dealer }, name) => `${name(dealer)} deals`,
  DealStated: ({ round, maker, bid }, name) => (maker === undefined || maker === null ? `Deal ${round} is stated` : `Deal ${round}: ${name(maker)} ${said(bid)}`),
};

const said = (bid) => (bid === undefined || bid === null ? "is the maker" : `bids ${bid}`);

/**
 * @param {{type: string, data: any, withheld?: boolean}} event
 * @param {Map<string, any>} types event types of the system by name
 * @param {(seat: number) => string} name
 * @returns {unknown} text, or nodes where the event has no sentence
 */
export function sentence(event, types, name) {
  const data = inClear(event.data ?? {});
  if (event.withheld) return "an event that is closed";
  if (DONE[event.type]) return DONE[event.type](data, name);
  return DOES[event.type] ? `${name(data.seat)} ${DOES[event.type](data)}` : describe(event, types, name, true);
}
