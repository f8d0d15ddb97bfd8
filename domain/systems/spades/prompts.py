"""What a table of Spades waits for: the deal, the bids, the cards, or a statement that ends the deal.

For a recorded hand, the choices are the cards that it may play. For any other hand, they are the cards that nobody else is known to have.
Random play uses only *likely* choices: bids that a hand is worth, and cards that will hardly be proved illegal by later cards."""

from collections.abc import Collection, Iterator
from typing import Final

from domain.kernel.canonical import Json
from domain.kernel.cards import SUITS, Card, Seat
from domain.kernel.events import CardPlayed, Event, EventId, TokenId
from domain.kernel.values import replace
from domain.system import Ask, Prompt, asked
from domain.systems.spades.breaches import check_played
from domain.systems.spades.proofs import binds, leaves_a_deal
from domain.systems.spades.ruleset import Ruleset
from domain.systems.spades.statements import known_tricks, reopened
from domain.systems.spades.table import (
    Deal,
    Spades,
    above,
    bidder,
    caller,
    due_before,
    following,
    is_forced,
    kept_back,
    legal,
    may_bid_blind,
    too_low,
    unbid,
    won,
)
from domain.tricks.following import Void, denied
from domain.tricks.following import legal as following_suit
from domain.tricks.pack import TRUMP, best_play
from domain.tricks.play import denying
from domain.tricks.prompts import dealing, may_hold, misdeal, proves_revoke, silent
from domain.tricks.ring import clockwise

_ILLEGAL: Final = Void(0)


def prompts(table: Spades) -> tuple[Prompt, ...]:
    return tuple(_prompted(table)) if table.playing else ()


def _prompted(table: Spades) -> Iterator[Prompt]:
    deal = table.deal
    match deal.phase:
        case "deal":
            yield dealing(deal, table.ring, table.rules.hand)
            before = reopened(table) if table.ledger.round - 1 in table.ledger.open_rounds else table
            yield _stating(before, before.deal, expected=False)
        case "auction":
            yield from _bidding(table, deal)
            yield _stating(table, deal, expected=False)
        case "play":
            yield from _playing(table, deal)
            yield _stating(table, deal, expected=False)
        case _:
            yield _stating(table, deal, expected=True)
    if deal.phase in ("auction", "play") and not deal.plays and not deal.tricks:
        yield misdeal(deal, table.ring)


def _stating(table: Spades, deal: Deal, *, expected: bool) -> Prompt:
    """Return the prompt to state the deal. The prompt asks only for what the record lacks. Random play fills in numbers of tricks that add
    up to those of a deal."""
    given, hand = dict[str, Json](round=table.ledger.round), table.rules.hand
    if deal.dealer is not None:
        given["dealer"] = deal.dealer
    asks = [_bid(table, deal, f"bids.{seat}", seat, _usual(table.rules)) for seat in _askable(table, deal)]
    if known_tricks(table, deal) is None:
        so_far, ring = won(deal), clockwise(table.ring, table.ring[table.ledger.round % len(table.ring)])
        rest = hand - sum(so_far.values())
        for place, seat in enumerate(ring):
            share = rest // len(ring) + (place < rest % len(ring))
            choices = tuple(range(so_far[seat], so_far[seat] + rest + 1))
            asks.append(Ask(f"tricks.{seat}", choices, likely=(so_far[seat] + share,), total=hand))
    asks.sort(key=lambda ask: (ask.field[:4] != "bids", ask.field))
    return Prompt("TricksStated", given, tuple(asks), f"Deal {given['round']}: how did it go?", expected)


# --- the bids -----------------------------------------------------------------------------------------------------------------------------


def _askable(table: Spades, deal: Deal) -> list[Seat]:
    """Return the seats whose bid may be stated: each whose bid is not recorded, or the first one of a team that bids one number."""
    seats = unbid(table, deal)
    return [seat for seat in seats if bidder(table, seats, seat) == seat]


def _amounts(rules: Ruleset, *, nil: bool) -> tuple[int, ...]:
    return tuple([amount for amount in range(rules.bid_max + 1) if rules.allows(amount) and (nil or amount or not rules.nil)])


def _usual(rules: Ruleset) -> tuple[int, ...]:
    """Return the usual bids for a hand that nobody knows: a quarter of the tricks, rounded down, and one more or less; two quarters for
    two partners, and not less than `team_bid_min` together. If no such bid is allowed, return the lowest one."""
    fair = max(rules.hand // 4 * rules.bidders, (rules.team_bid_min * rules.bidders + 1) // 2 + 1)
    return tuple([amount for amount in _amounts(rules, nil=False) if abs(amount - fair) <= 1]) or _amounts(rules, nil=False)[:1]


def _bid(table: Spades, deal: Deal, field: str, seat: Seat, likely: tuple[int, ...]) -> Ask:
    """Ask for the bid of a seat, which may have to be high enough for its team."""
    amounts = tuple([bid for bid in _amounts(table.rules, nil=True) if not too_low(table, {**deal.bids, seat: bid}, seat)])
    return Ask(field, amounts, likely=tuple([bid for bid in likely if bid in amounts]) or tuple(filter(None, amounts))[:1])


def _bidding(table: Spades, deal: Deal) -> Iterator[Prompt]:
    rules, seat = table.rules, caller(table, deal)
    if seat is None:
        amounts = Ask("amount", _amounts(rules, nil=True), likely=_usual(rules))
        yield Prompt("BidMade", {}, (Ask("seat", unbid(table, deal)), amounts), "A player bids")
    else:
        yield asked("BidMade", seat, "bids", _bid(table, deal, "amount", seat, _likely(rules, deal, seat)))
    if rules.blind_nil and seat is not None and may_bid_blind(table, seat):
        yield asked("BidMade", seat, "bids blind nil", given={"amount": 0, "blind": True}, expected=False)


def _likely(rules: Ruleset, deal: Deal, seat: Seat) -> tuple[int, ...]:
    """Return the bids that the hand of `seat` is worth. If nobody knows the hand, return the usual bids."""
    if not deal.knows_hand(seat):
        return _usual(rules)
    worth, amounts = _worth(deal, deal.hand(seat)) + rules.hand // 4 * (rules.bidders - 1), _amounts(rules, nil=False)
    if worth < 1 and rules.nil:
        return (0,)
    return tuple([amount for amount in amounts if abs(amount - worth) <= 0.6]) or amounts[:1]


def _worth(deal: Deal, hand: Collection[Card]) -> float:
    """Return how many tricks a hand is worth: it counts aces, kings, high trumps and long trumps. This estimate is for random play and is
    no rule of the game."""
    trumps = [card for card in hand if deal.pack.suit_of.get(card) == TRUMP]
    high = [card for card in trumps if len(above(deal, card)) < 3]
    sides = {suit: [card for card in hand if deal.pack.suit_of.get(card) == suit] for suit in SUITS}
    aces = sum(cards[0][0] == "A" or any(card[0] == "A" for card in cards) for cards in sides.values() if cards)
    kings = sum(any(card[0] == "K" for card in cards) and 1 < len(cards) < 6 for cards in sides.values())
    return len(high) + max(0, len(trumps) - len(high) - 2) * 0.6 + aces * 0.9 + kings * 0.5


# --- the play -----------------------------------------------------------------------------------------------------------------------------


def _playing(table: Spades, deal: Deal) -> Iterator[Prompt]:
    seat = deal.turn
    if seat is None:
        seats = tuple([other for other in table.ring if deal.counts[other]])
        yield Prompt("CardPlayed", {}, (Ask("seat", seats), Ask("card", deal.pack.cards)), "Who leads?")
        return
    text = "leads" if deal.led is None else "plays"
    held, known = may_hold(deal, seat), deal.knows_hand(seat)
    choices = legal(table.rules, deal, held) if known else _may_play(table, deal, seat, held)
    choices = _possible(table, deal, seat, choices, held)
    likely = choices if known else silent(deal, following(table.rules, deal), choices)
    if choices:
        yield asked("CardPlayed", seat, text, Ask("card", choices, likely=_sensible(table, deal, seat, likely)))


def _may_play(table: Spades, deal: Deal, seat: Seat, held: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards that a hand may play if the record does not name all its cards. Left out are cards that the recorded cards of the
    hand forbid, and cards that would prove an earlier play of the hand illegal."""
    if seat in deal.forgotten:  # one of its cards was played and forgotten, so no card of `held` is certain
        return held
    rules, mine, suit_of = following(table.rules, deal), deal.hand(seat), deal.pack.suit_of
    wrong = {card for card in held if is_forced(table.rules, deal, suit_of[card]) and not due_before(deal, card).isdisjoint(mine)}
    wrong.update(kept_back(deal, seat))
    cards = following_suit(rules, deal.pack, held, deal.led)
    return tuple([card for card in cards if not proves_revoke(deal, rules, seat, card) and card not in wrong])


def _possible(table: Spades, deal: Deal, seat: Seat, choices: tuple[Card, ...], held: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return those of `choices` that the seat may play so that some deal of the cards still fits the record. If there are none, return
    the other cards of `held` after which a deal fits, if they break no rule. If there are none of these either, return `choices`."""
    rules = following(table.rules, deal)
    suits = {suit for played in (TRUMP, *SUITS) for suit in denied(rules, deal.led, played)}
    if deal.all_hands_known or not binds(replace(deal, voids=denying(deal, (seat,), suits, _ILLEGAL)), margin=1):
        return choices
    left = tuple([card for card in choices if leaves_a_deal(table, _event(seat, card))])
    others = (
        ()
        if left
        else tuple(
            [card for card in held if card not in choices and not any(check_played(table, _event(seat, card), CardPlayed(seat, card)))]
        )
    )
    return left or tuple([card for card in others if leaves_a_deal(table, _event(seat, card))]) or choices


def _event(seat: Seat, card: Card) -> Event:
    return Event(10**9, EventId(""), CardPlayed(seat, card), TokenId(""), 0, 0, 0)


def _sensible(table: Spades, deal: Deal, seat: Seat, choices: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards that are sensible to play: a player who bid nil avoids tricks; any other player wins the trick if the side still
    needs tricks for its bids. No rule of the game demands this."""
    rank, plays = deal.pack.rank, [(play.seat, play.card) for play in deal.plays]
    if not choices or not plays:
        return choices
    takes = [card for card in choices if best_play(deal.pack, [*plays, (seat, card)]) == (seat, card)]
    loses = [card for card in choices if card not in takes]
    if deal.bids.get(seat) == 0 and table.rules.nil:
        return (max(loses, key=rank.__getitem__),) if loses else choices
    best = best_play(deal.pack, plays)
    if best is not None and table.account[best[0]] == table.account[seat]:
        return tuple(loses) or choices
    mine = table.seats_of(table.account[seat])
    so_far = won(deal)
    needed = sum(so_far[other] for other in mine) < sum(deal.bids.get(other, 0) for other in mine)
    return (min(takes, key=rank.__getitem__),) if takes and needed else tuple(loses) or choices
