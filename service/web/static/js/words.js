/**
 * Words: names for seats, event types, phases and findings. Labels only make the common ones shorter; a type or phase without a
 * label is spelt out from its name, so a new system needs nothing here.
 */

const ACTS = {
  CardPlaced: "Place and call", CardsRevealed: "Turn cards up", HandDealt: "Deal", OpenerChosen: "Who opens", DealVoided: "Void the deal",
  PlayerJoined: "Player joins", PlayerLeft: "Player leaves", GameAbandoned: "Abandon the game", NoteWritten: "Note",
  RoundStated: "State a round", ScoreStated: "State the scores", ResultStated: "State the result", CardsShown: "Show cards",
  CardSelected: "Lay a card", NumbersRevealed: "Turn cards up", CardOffered: "Offer a card", CardsFlipped: "Turn cards up",
  ClaimMade: "A player’s claim", IrregularityCalled: "Irregularity", VisibilitySet: "Who may watch", GameOpened: "Game opened",
  Retracted: "Taken back", TimeCalled: "Time is called", GameAnnulled: "Annul the game", ResultFinalised: "Make the result final",
  ResultConfirmed: "Result confirmed", ClaimAnswered: "Answer to a claim", ConcessionMade: "A player concedes", PlayerSubstituted: "Replace a player",
  RulingRecorded: "Ruling", GameLinked: "Another game of this table", SpectatorDelaySet: "Delay for spectators",
  BoxesSet: "Hands and boxes", CardLed: "Lead a card", CardPlayed: "Play a card", BoxDrawn: "Draw from the box", StuckDeclared: "Stuck",
  HandRefilled: "Refill the hand", BoxRefilled: "Refill the box", ExtrasTraded: "Trade three extras", Resurrected: "Resurrect",
  ResurrectionDeclined: "Leave the game",
  CardsDealt: "Deal", MisdealCalled: "Misdeal", BidMade: "Bid", BidPassed: "Pass", ShootCalled: "Shoot", BidDoubled: "Double the bid",
  PitchedAsBid: "Pitch a card",
  TrumpNamed: "Name trump", KittyTaken: "Take the kitty", CardsDiscarded: "Throw cards", CardsDrawn: "Draw cards",
  StockTaken: "Take from the stock", StockSearched: "Search the stock", CardRescued: "Pick up a thrown card", PartnerCalled: "Call a partner",
  OutDeclared: "Out of trumps", DealFolded: "Throw the deal in", DealStated: "State the deal",
};
// What happened, where the name of the type does not say it well: `BidMade` is a bid, `CardPlayed` reads as it is.
const DONE = {
  BidMade: "Bid", BidPassed: "Passed", StuckDeclared: "Stuck", OutDeclared: "Out of trumps", ResultFinalised: "Result made final", NoteWritten: "Note",
  CardsDiscarded: "Cards thrown", CardRescued: "Thrown card picked up", DealFolded: "Deal thrown in", PitchedAsBid: "Card pitched as bid",
  CardSelected: "Card laid", CardsRevealed: "Cards turned up", NumbersRevealed: "Cards turned up", CardsFlipped: "Cards turned up",
  ExtrasTraded: "Three extras traded", IrregularityCalled: "Play stopped", RulingRecorded: "Ruling", GameLinked: "Another game of this table",
  VisibilitySet: "Who may watch", SpectatorDelaySet: "Delay for spectators", HandDealt: "Cards dealt", BidDoubled: "Bid doubled",
  StockTaken: "Taken from the stock", TrumpNamed: "Trump named", Retracted: "Taken back",
};
const FIELDS = { left_of: "sits at the left of", said: "call", value: "card" };
const STATES = { open: "in play" };
const PHASES = { setup: "Who leads first?", lead: "Lead", turn: "Playing", loss: "A box is lost", opener: "Who opens?", deal: "Deal", commit: "Calls and cards", reveal: "Reveal", select: "Laying cards", offer: "Offering cards", flip: "Turning cards up", auction: "Auction", exchange: "Exchange", play: "Play", team_out: "A side is out", score: "Score", over: "Game over", abandoned: "Abandoned" };
export const KINDS = {
  breach: { icon: "⚑", word: "Breach" },
  contradiction: { icon: "≠", word: "Contradiction" },
  gap: { icon: "…", word: "Gap" },
};

/** `CardPlaced` → `Place and call`; types without a label are spelt out. */
export const actLabel = (type) => ACTS[type] ?? speltOut(type);

/** What was done, in the past: `CardPlayed` → `Card played`. */
export const doneLabel = (type) => DONE[type] ?? speltOut(type);

const speltOut = (type) => capital(type.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase());

/** `left_of` → `Left-hand neighbour of`. */
export const fieldLabel = (name) => capital(FIELDS[name] ?? name.replaceAll("_", " "));

export const stateLabel = (state) => STATES[state] ?? state;

/** `single_survivor` → `Single survivor`. */
export const plain = (word) => capital(String(word).replaceAll("_", " ").replaceAll("-", " ").toLowerCase());

/** The phase of a view in words. */
export const phaseLabel = (phase) => PHASES[phase] ?? plain(phase);

export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * Names by seat.
 * @param {{seat: number, name?: string | null}[]} seats
 * @returns {(seat: number) => string} `Seat 4` for seat 3 where nobody is named
 */
export function namesOf(seats) {
  const names = new Map(seats.map(({ seat, name }) => [Number(seat), name]));
  return (seat) => names.get(Number(seat)) || seatLabel(seat);
}

/** A seat as people count: from 1. Records and the API count from 0. */
export const seatLabel = (seat) => `Seat ${Number(seat) + 1}`;

/** `Anna, Ben and Carl`. */
export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** `event 4`, `events 17, 21`. */
export const eventsLabel = (versions) => `${versions.length > 1 ? "events" : "event"} ${versions.join(", ")}`;

/** `5 minutes`, `90 seconds`. */
export const minutes = (seconds) => (seconds % 60 ? count(seconds, "second") : count(seconds / 60, "minute"));

/** One point, two points. */
export const count = (number, one, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
