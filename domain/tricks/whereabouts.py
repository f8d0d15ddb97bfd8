"""Where the cards of a deal can be, if all was legal: facts from which `domain.proofs.feasible` decides whether any deal is possible.

The facts describe the state after one event: the cards played, shown and thrown in public, the number of cards in every other place, and
the cards that a hand or a player's thrown cards cannot include. A `Bound` has what the rules of one game add. Source: design.md §5;
00_conventions, deferred checks."""

from collections.abc import Callable, Collection, Iterator
from typing import Final, NamedTuple

from domain.kernel.cards import Card, Seat
from domain.kernel.findings import NOBODY
from domain.proofs.feasible import Bars, Fact, Lies, Place, Room, Versions
from domain.tricks.deal import Deal
from domain.tricks.following import NO_VOIDS
from domain.tricks.moves import Moved
from domain.tricks.pack import TRUMP

STOCK: Final = ("stock",)
KITTY: Final = ("kitty",)
UNWRITTEN: Final = ("thrown",)
"""The *place* (hand, pile or stock) of all thrown cards that nobody wrote down."""


class Bound(NamedTuple):
    """What the rules of a game say about where cards can be, besides voids. `trumps`: how many trumps the hand of a seat must hold,
    including known ones, and the versions of the events that prove it. `barred`: single cards that a hand cannot hold, each with the
    version of the event that proves it. `plain`: the versions of the other events that prove that no trump can be thrown face down in this
    act; None if one can be. `no_trump_left`: whether a player who took from the stock had to take all its trumps."""

    trumps: Callable[[Seat], tuple[int, Versions]]
    barred: Callable[[Seat], Collection[tuple[Card, int]]]
    plain: Callable[[Moved], Versions | None]
    no_trump_left: bool = False


def facts_of(deal: Deal, owners: Collection[Seat], bound: Bound) -> list[Fact] | None:
    """Return what is known about where the cards of this deal are: what everybody knows, and what only the seats `owners` may see. None
    when the numbers of cards do not add up, or when nobody remembers some card that was played."""
    if deal.forgotten:
        return None
    known = {seat: deal.hand(seat) for seat in deal.counts if seat in owners}
    known |= {seat: frozenset([card for card in deal.open if deal.open[card] == seat]) for seat in deal.counts if seat not in owners}
    if any(len(cards) > deal.counts[seat] and seat not in deal.unsure for seat, cards in known.items()):
        return None
    facts = [*_played(deal)]
    in_sight = len(facts) // 2 + sum(deal.counts.values()) + deal.stock + deal.kitty + deal.thrown
    if not deal.unsure and in_sight != len(deal.pack.cards):
        return None
    thrown = [*_thrown(deal, owners, bound)]
    unwritten = deal.thrown - sum(fact.least for fact in thrown if isinstance(fact, Room))
    if unwritten < 0:
        return None
    facts += [*thrown, Room(UNWRITTEN, 0 if deal.unsure else unwritten, len(deal.pack.cards) if deal.unsure else unwritten)]
    for seat in deal.counts:
        facts += _hand(deal, seat, known[seat], bound)
    facts += _aside(deal, owners, bound)
    return [*facts, *_dealt_to(deal, owners, facts)]


def _pinned(card: Card, place: Place, why: Versions) -> Iterator[Fact]:
    """Yield two facts about a card that was seen: `place` has exactly one card, and that card is `card`. Only the second fact depends on
    the events `why`; the first holds even if the record names the wrong card."""
    yield Room(place, 1, 1)
    yield Lies(card, place, why)


def _number(deal: Deal, place: Place, number: int, why: Versions) -> Iterator[Fact]:
    """Yield the facts that `number` unknown cards are in the place. Only the events `why` prove this number."""
    if why:
        yield Room(place, 0, len(deal.pack.cards))
    yield Room(place, number, number, why)


def _played(deal: Deal) -> Iterator[Fact]:
    for at, play in enumerate(deal.every_play):
        for card in (play.card, *play.extras):
            yield from _pinned(card, ("played", play.seat, at, card), (play.version,))


def _hand(deal: Deal, seat: Seat, known: frozenset[Card], bound: Bound) -> Iterator[Fact]:
    """Yield the facts about one hand: its known cards, how many others it has, and which cards these cannot be. The trumps that it must
    hold are a separate place."""
    pack = deal.pack
    for card in sorted(known):
        named = next(((move.version,) for move in reversed(deal.moves) if card in cards_named(move, seat)), ())
        yield from _pinned(card, ("held", seat, card), named)
    place, trumps = ("hand", seat), ("hand", seat, TRUMP)
    if seat in deal.unsure:
        yield Room(place, 0, len(pack.cards))
    else:
        rest = deal.counts[seat] - len(known)
        moved = tuple(move.version for move in deal.moves if move.seat == seat and move.how not in ("dealt", "shown"))
        number, why = bound.trumps(seat)
        number -= sum(pack.suit_of.get(card) == TRUMP for card in known)
        if number > 0:
            yield Room(trumps, 0, len(pack.cards))
            yield Room(trumps, number, min(number, rest), tuple({*moved, *why}))
            yield Bars(trumps, frozenset(card for card in pack.cards if pack.suit_of[card] != TRUMP))
        yield from _number(deal, place, max(0, rest - max(0, number)), moved)
    barred = [(pack.of_suit[suit], _led_before(deal, void.version)) for suit, void in deal.voids.get(seat, NO_VOIDS).items()]
    for cards, proof in [*barred, *((frozenset({card}), (version,)) for card, version in bound.barred(seat))]:
        yield from (Bars(place, cards, proof), Bars(trumps, cards, proof))


def _led_before(deal: Deal, version: int) -> Versions:
    """Return `version`. If this event played a card, also return the version of the event that opened the trick."""
    _, plays = deal.trick_of(version)
    return tuple(sorted({version, *(play.version for play in plays[:1])}))


def cards_named(move: Moved, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that the act puts in the hand of `seat`."""
    return move.cards if move.seat == seat and move.how != "thrown" else ()


def _thrown(deal: Deal, owners: Collection[Seat], bound: Bound) -> Iterator[Fact]:
    trumps = frozenset(deal.pack.trumps)
    for move in deal.moves:
        if move.how not in ("thrown", "searched"):
            continue
        seat, version = move.seat, move.version
        closed = move.cards if move.how == "thrown" and seat in owners else ()
        seen = [card for card in (*move.shown, *closed) if card in deal.gone and deal.gone[card].version == version]
        for card in seen:
            yield from _pinned(card, ("thrown", seat, version, card), (version,))
        place = ("thrown", seat, version)
        yield from _number(deal, place, max(0, move.number - len(move.shown) - len(closed)), (version,))
        proof = bound.plain(move)
        if proof is not None:
            yield Bars(place, trumps, (version, *proof))


def _aside(deal: Deal, owners: Collection[Seat], bound: Bound) -> Iterator[Fact]:
    taken = tuple(move.version for move in deal.moves if move.how in ("drawn", "stock", "searched"))
    looked = tuple(move.version for move in deal.moves if move.how == "stock")
    if deal.unsure:
        yield Room(STOCK, 0, len(deal.pack.cards))
    elif NOBODY in owners and deal.stock_cards is not None and len(deal.stock_cards) == deal.stock:
        for card in deal.stock_cards:
            yield from _pinned(card, (*STOCK, NOBODY, card), tuple(move.version for move in deal.moves[:1]))
    else:
        yield from _number(deal, STOCK, deal.stock, taken)
    if looked and bound.no_trump_left:
        yield Bars(STOCK, frozenset(deal.pack.trumps), looked)
    if deal.kitty:
        yield Room(KITTY, deal.kitty, deal.kitty)


def _dealt_to(deal: Deal, owners: Collection[Seat], facts: Collection[Fact]) -> Iterator[Fact]:
    """Yield facts about the cards that a hand got: each is there or left it. Cards thrown face up are left out: others may have them."""
    pinned = {fact.card: fact.place for fact in facts if isinstance(fact, Lies)}
    anywhere = {card for move in deal.moves for card in move.shown}
    for move in deal.moves:
        if move.how in ("shown", "rescued"):
            continue
        for seat in owners:
            cards = [card for card in cards_named(move, seat) if card not in anywhere]
            lost = frozenset(card for card in cards if card not in pinned or not _from(pinned[card], seat))
            if lost:
                places = {fact.place for fact in facts if isinstance(fact, Room) and fact.place != UNWRITTEN}
                yield from (Bars(place, lost, (move.version,)) for place in places if not _from(place, seat))


def _from(place: Place, seat: Seat) -> bool:
    """Whether the cards of the place (a hand, a pile or the stock) are in the hand of `seat`, or came from that hand."""
    return isinstance(place, tuple) and len(place) > 1 and place[1] == seat
