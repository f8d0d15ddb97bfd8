"""What a table of Bid Whist waits for: the deal, the calls, the exchange with the kitty, or a card. Also says which answers random play may
choose.

For a recorded hand, the choices are the cards that the hand allows. For any other hand, they are the cards that nobody else is known to
have, as long as some deal of the cards fits the record. Random play uses only *likely* choices: bids that a hand is worth, and sensible
cards."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from domain.kernel.canonical import Json
from domain.kernel.cards import SUITS, Card, Seat
from domain.kernel.events import BidMade, BidPassed, CardPlayed, Kind, Ranks
from domain.kernel.values import replace
from domain.system import Ask, Prompt, asked
from domain.systems.bid_whist.closing import open_deal, was_played
from domain.systems.bid_whist.play import fault_of, played
from domain.systems.bid_whist.proofs import facts
from domain.systems.bid_whist.rules import HAND, Ruleset, bidding, following, pack_of
from domain.systems.bid_whist.table import BidWhist, Deal, steps
from domain.tricks.auction import next_turn, others_passing, passed
from domain.tricks.following import legal
from domain.tricks.pack import TRUMP, Pack, best_play
from domain.tricks.play import loosened
from domain.tricks.prompts import dealing, may_hold, misdeal, proves_revoke, silent, taking_kitty
from domain.tricks.proofs import jammed, seats_with_sealed


def prompts(table: BidWhist) -> tuple[Prompt, ...]:
    return tuple(_prompted(table)) if table.playing else ()


def _prompted(table: BidWhist) -> Iterator[Prompt]:
    deal = table.deal
    match deal.phase:
        case "deal":
            yield dealing(deal, table.ring, HAND)
            left = [summary for summary in table.dealt if summary.number in table.ledger.open_rounds][-1:]
            for summary in left:
                yield _stating(table, open_deal(table, summary), summary.number, expected=False)
            if not left:
                yield _stating(table, deal, table.ledger.round, expected=False)
        case "auction":
            yield from _calling(table, deal)
        case "exchange":
            yield from _exchanging(table, deal)
        case "play":
            yield from _playing(table, deal)
        case "score":
            yield _stating(table, deal, table.ledger.round, expected=True)
    if deal.phase in ("auction", "exchange", "play"):
        yield _stating(table, deal, table.ledger.round, expected=False)


def _stating(table: BidWhist, deal: Deal, number: int, *, expected: bool) -> Prompt:
    """Return the prompt to state the deal of this round. The prompt asks only for what the record lacks."""
    rules, given = table.rules, dict[str, Json](round=number)
    asks: list[Ask] = []
    if deal.dealer is not None:
        given["dealer"] = deal.dealer
    if deal.maker is None:
        asks.append(Ask("maker", table.ring))
    if deal.bid is None:
        asks.append(Ask("bid", tuple(range(rules.bid_min, rules.bid_max + 1))))
    if deal.kind is None:
        asks.append(Ask("kind", tuple(rules.kind_order)))
    if not was_played(table, deal):
        taken = [trick.winner for trick in deal.tricks]
        first = table.ring[0] if deal.maker is None else deal.maker
        mine = sum(winner is not None and table.account[winner] == table.account[first] for winner in taken)
        most = HAND - sum(winner is not None for winner in taken) + mine
        asks.append(Ask(f"tricks.{first}", tuple(range(mine, most + 1))))
    return Prompt("TricksStated", given, tuple(asks), f"Deal {given['round']}: how did it go?", expected)


# --- the auction and the kitty ------------------------------------------------------------------------------------------------------------


def _calling(table: BidWhist, deal: Deal) -> Iterator[Prompt]:
    auction, rules = deal.auction, table.rules
    if auction is None or auction.turn is None:
        seats = tuple([seat for seat in table.ring if seat not in deal.said])
        yield Prompt("BidPassed", {}, (Ask("seat", seats),), "A player passes")
        return
    seat = auction.turn
    passes = fault_of(table, auction, BidPassed(seat)) is None
    levels = {
        kind: [level for level in range(rules.bid_min, rules.bid_max + 1) if fault_of(table, auction, BidMade(seat, level, kind)) is None]
        for kind in rules.kind_order
    }
    kinds, amounts, worth_it = _likely_bids(levels, worth(rules, deal, seat))
    if amounts:
        every = tuple(sorted({level for each in levels.values() for level in each}))
        first = sorted((kind for kind in levels if levels[kind]), key=lambda kind: levels[kind][0])  # kinds with the lowest number
        asks = (Ask("amount", every, likely=amounts), Ask("kind", tuple(first), likely=kinds))
        yield asked("BidMade", seat, "bids", *asks, doubtful=passes and not worth_it)
    if passes:
        others = others_passing(
            auction,
            lambda now, other: fault_of(table, now, BidPassed(other)) is None,
            lambda now, other: next_turn(bidding(rules), passed(now, other), other),
        )
        yield replace(asked("BidPassed", seat, "passes", doubtful=worth_it), others=others)
    if not deal.said:
        yield misdeal(deal, table.ring)


def _likely_bids(levels: Mapping[Kind, Sequence[int]], best: Mapping[Kind, int]) -> tuple[tuple[Kind, ...], tuple[int, ...], bool]:
    """Return kinds and numbers that random play may bid in any combination, and whether the hand is worth such a bid. `levels`: the legal
    numbers of each kind. `best`: the highest number of each kind that the hand is worth."""
    for kind in sorted(best, key=lambda kind: -best[kind]):
        likely = tuple([level for level in levels[kind] if level <= best[kind]])
        if likely:
            return (kind,), likely, True
    least = min((level for each in levels.values() for level in each), default=None)
    common = [level for level in (least, None if least is None else least + 1) if all(level in each for each in levels.values())]
    number = common[0] if common else least
    if number is None:
        return (), (), False
    return tuple([kind for kind in levels if number in levels[kind]]), (number,), False


def _exchanging(table: BidWhist, deal: Deal) -> Iterator[Prompt]:
    seat = deal.maker
    if seat is None:
        return
    step = next(step for step in steps(table.rules) if step not in deal.done)
    if step == "name":
        yield from _naming(table, deal, seat)
        return
    if step == "kitty":
        yield taking_kitty(deal, seat)
        return
    count = max(0, deal.counts[seat] + deal.kitty - HAND)
    given: dict[str, Json] = {"count": count}
    if not deal.knows_hand(seat):
        yield asked("CardsDiscarded", seat, f"throws {count}", given=given)
        return
    held = may_hold(deal, seat)
    worst = tuple(sorted(held, key=lambda card: (deal.pack.suit_of[card] == TRUMP, deal.pack.rank[card]))[:count])
    yield asked("CardsDiscarded", seat, f"throws {count}", Ask("cards", held, number=count, likely=worst), given=given)


def _naming(table: BidWhist, deal: Deal, seat: Seat) -> Iterator[Prompt]:
    kind = deal.kind
    hand = deal.hand(seat) if deal.knows_hand(seat) else frozenset[Card]()
    if kind == "no_trump":
        likely = (max(("high", "low"), key=lambda ranks: _tricks(pack_of(table.rules, None, ranks), hand)),) if hand else ()
        yield asked("TrumpNamed", seat, "names the direction", Ask("ranks", ("high", "low"), likely=likely))
        return
    ways = (kind,) if kind in ("high", "low") else ("high", "low")
    suits = (max(SUITS, key=lambda suit: _tricks(pack_of(table.rules, suit, ways[0]), hand)),) if hand else ()
    asks = (Ask("suit", tuple(SUITS), likely=suits), *(() if len(ways) == 1 else (Ask("ranks", ways),)))
    yield asked("TrumpNamed", seat, "names trumps", *asks)


# --- the cards ----------------------------------------------------------------------------------------------------------------------------


def _playing(table: BidWhist, deal: Deal) -> Iterator[Prompt]:
    seat, rules = deal.turn, loosened(deal, following(table.rules))
    if seat is None:
        seats = tuple([seat for seat in table.ring if deal.counts[seat]])
        yield Prompt("CardPlayed", {}, (Ask("seat", seats), Ask("card", deal.pack.cards)), "A player plays", doubtful=True)
        return
    if not deal.pack.named and not deal.plays and not deal.tricks and deal.maker is not None:
        yield from _naming(table, deal, deal.maker)
    held = may_hold(deal, seat)
    cards = held if seat in deal.forgotten else legal(rules, deal.pack, held, deal.led)  # the cards to follow with may be gone
    cards = tuple([card for card in cards if not proves_revoke(deal, rules, seat, card)])
    if deal.knows_hand(seat):
        likely = sensible(table, deal, seat, cards)
    else:
        cards = _possible(table, deal, seat, cards)
        likely = silent(deal, rules, cards)
    yield asked("CardPlayed", seat, "plays" if deal.plays else "leads", Ask("card", cards, likely=likely))


def _possible(table: BidWhist, deal: Deal, seat: Seat, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return those of `cards` that the seat may play so that some deal of the cards still fits the record. If there are none, return
    the other cards that the hand may have, if a deal fits after them and they prove no revoke. If there are none of these either, return
    `cards`."""
    if not deal.voids and not deal.known:
        return cards
    others = tuple(
        [card for card in may_hold(deal, seat) if card not in cards and not proves_revoke(deal, following(table.rules), seat, card)]
    )
    fit = tuple([card for card in cards if _fits(table, deal, seat, card)])
    return fit or tuple([card for card in others if _fits(table, deal, seat, card)]) or cards


def _fits(table: BidWhist, deal: Deal, seat: Seat, card: Card) -> bool:
    after = played(table, deal, CardPlayed(seat, card), 10**9)
    return jammed(after, seats_with_sealed(after), facts) is None


# --- sensible play ------------------------------------------------------------------------------------------------------------------------


def worth(rules: Ruleset, deal: Deal, seat: Seat) -> dict[Kind, int]:
    """Return, for each kind, the highest bid that the hand of `seat` is worth; empty for a hand that is not recorded."""
    if not deal.knows_hand(seat):
        return {}
    hand, found = deal.hand(seat), dict[Kind, int]()
    for kind in rules.kind_order:
        ways: tuple[Ranks, ...] = ("high", "low") if kind == "no_trump" else (kind,)
        packs = [pack_of(rules, suit, way) for way in ways for suit in ((None,) if kind == "no_trump" else SUITS)]
        found[kind] = int(max(_tricks(pack, hand) for pack in packs) + _HELP) - 6
    return found


_HELP: Final = 4.0
"""A rough guess of how many tricks the kitty and the partner add to the hand."""


def _tricks(pack: Pack, hand: Collection[Card]) -> float:
    """Return roughly how many tricks the hand takes: long trumps, and the best cards of each suit."""
    best = len(pack.order)
    trumps = sum(pack.suit_of[card] == TRUMP for card in hand)
    plain = sum(max(0, 3 - (best - pack.rank[card])) / 3 for card in hand if pack.suit_of[card] != TRUMP and pack.rank[card])
    return plain + max(0, trumps - 2) + sum(pack.suit_of[card] == TRUMP and pack.rank[card] > len(pack.order) + 10 for card in hand) / 2


def sensible(table: BidWhist, deal: Deal, seat: Seat, choices: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of `choices` that are sensible to play: the highest ones if the seat leads; the lowest one that beats the other side
    if that side is winning the trick; otherwise the lowest of all."""
    suit_of, rank = deal.pack.suit_of, deal.pack.rank
    if len(choices) < 2 or not deal.pack.named:
        return choices
    if not deal.plays:
        high = max(rank[card] for card in choices)
        return tuple([card for card in choices if rank[card] == high])
    plays = [(play.seat, play.card) for play in deal.plays]
    taker = best_play(deal.pack, plays)
    cheap = sorted(choices, key=lambda card: (suit_of[card] == TRUMP, rank[card]))
    if taker is not None and table.account[taker[0]] != table.account[seat]:
        taking = [card for card in cheap if best_play(deal.pack, [*plays, (seat, card)]) == (seat, card)]
        return (*taking[:1],) or (cheap[0],)
    return (cheap[0],)
