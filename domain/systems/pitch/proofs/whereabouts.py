"""Where the cards of a deal of Pitch can be, if all was legal: a list of facts, from which `domain.proofs.feasible` decides whether any
deal of the cards is possible.

The facts describe one moment: the cards played, shown and thrown in public, the number of cards in every other place, and the cards that a
hand or a player's thrown cards cannot include. What the record leaves out is assumed to have followed the rules (`exchange`). Source:
design.md §5; docs/rules/03_pitch_schema.md §2, §3; 00_conventions, deferred checks; PI-28, PI-36, PI-37."""

from collections.abc import Collection, Iterator
from typing import Final

from domain.kernel.cards import Card, Seat
from domain.kernel.findings import NOBODY
from domain.kernel.values import remembered
from domain.proofs.feasible import Bars, Fact, Lies, Place, Room, Versions
from domain.systems.pitch.play.table import Deal, Pitch
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.rules.steps import Step
from domain.tricks.deal import Play
from domain.tricks.moves import Moved
from domain.tricks.pack import TRUMP

STOCK: Final = ("stock",)
KITTY: Final = ("kitty",)
UNWRITTEN: Final = ("thrown",)
"""The *place* (hand, pile or stock) of all thrown cards that nobody wrote down."""


def facts_of(table: Pitch, deal: Deal, owners: Collection[Seat], *, sure: bool = False) -> list[Fact] | None:
    """Return what is known about where the cards of this deal are: what everybody knows, and what only the seats `owners` may see.

    None when nothing can be said: trump is not known, thrown cards are dealt again, or the numbers of cards do not add up. `sure`: assume
    that every throw of the exchange is written down."""
    if deal.trump is None or "recycle_discards" in table.rules.house:
        return None
    known = {seat: _known(deal, seat, owners) for seat in table.ring}
    if any(len(cards) > deal.counts[seat] and seat not in deal.unsure for seat, cards in known.items()):
        return None
    facts = [*_played(deal)]
    in_sight = len(facts) // 2 + sum(deal.counts.values()) + deal.stock + deal.kitty + deal.thrown
    if not deal.unsure and in_sight != len(deal.pack.cards):
        return None
    thrown = [*_thrown(table, deal, owners)]
    unwritten = deal.thrown - sum(fact.least for fact in thrown if isinstance(fact, Room))
    if unwritten < 0:
        return None
    facts += [*thrown, Room(UNWRITTEN, 0 if deal.unsure else unwritten, len(deal.pack.cards) if deal.unsure else unwritten)]
    for seat in table.ring:
        facts += _hand(table, deal, seat, known[seat], sure)
    facts += _aside(table, deal, owners)
    return [*facts, *_dealt_to(deal, owners, facts)]


def _pinned(card: Card, place: Place, why: Versions) -> Iterator[Fact]:
    """Yield two facts about a card that was seen: `place` has exactly one card, and that card is `card`. Only the second fact depends on
    the events `why`; the first holds even if the record names the wrong card."""
    yield Room(place, 1, 1)
    yield Lies(card, place, why)


def _number(deal: Deal, place: Place, number: int, why: Versions) -> Iterator[Fact]:
    """Yield the facts that say that `number` unknown cards are in the place. The events `why` prove the number; without them it could be
    any number."""
    if why:
        yield Room(place, 0, len(deal.pack.cards))
    yield Room(place, number, number, why)


def plays_of(deal: Deal) -> list[Play]:
    return [play for trick in deal.tricks for play in trick.plays] + [*deal.plays]


def _played(deal: Deal) -> Iterator[Fact]:
    for at, play in enumerate(plays_of(deal)):
        for card in (play.card, *play.extras):
            yield from _pinned(card, ("played", play.seat, at, card), (play.version,))


# --- hands --------------------------------------------------------------------------------------------------------------------------------


def _known(deal: Deal, seat: Seat, owners: Collection[Seat]) -> frozenset[Card]:
    """Return the cards in the hand of `seat` that the seats `owners` know. If `seat` is among them, these are all known cards; otherwise,
    the cards that everybody has seen."""
    if seat in owners:
        return deal.hand(seat)
    return frozenset(card for card, whose in deal.open.items() if whose == seat)


def _hand(table: Pitch, deal: Deal, seat: Seat, known: frozenset[Card], sure: bool) -> Iterator[Fact]:
    """Yield the facts about one hand: its known cards, how many other cards it has, and which cards these others cannot be. The trumps that
    the hand must hold are treated as a separate place."""
    pack = deal.pack
    for card in sorted(known):
        yield from _pinned(card, ("held", seat, card), _last_naming(deal, seat, card))
    place, trumps = ("hand", seat), ("hand", seat, TRUMP)
    if seat in deal.unsure:
        yield Room(place, 0, len(pack.cards))
    else:
        rest = deal.counts[seat] - len(known)
        moved = tuple(move.version for move in deal.moves if move.seat == seat and move.how not in ("dealt", "shown"))
        number, why = must_hold(table, deal, seat, sure=sure)
        number -= sum(pack.suit_of.get(card) == TRUMP for card in known)
        if number > 0:
            yield Room(trumps, 0, len(pack.cards))
            yield Room(trumps, number, min(number, rest), tuple({*moved, *why}))
            yield Bars(trumps, frozenset(card for card in pack.cards if pack.suit_of[card] != TRUMP))
        yield from _number(deal, place, max(0, rest - max(0, number)), moved)
    for suit, void in deal.voids.get(seat, {}).items():
        barred = Bars(place, frozenset(card for card in pack.cards if pack.suit_of[card] == suit), _led_before(deal, void.version))
        yield barred
        yield barred._replace(place=trumps)
    first = deal.tricks[0].plays if deal.tricks else deal.plays
    if "called_card_first" in table.rules.house and deal.called is not None and seat != deal.maker:
        for play in first:
            if play.seat == seat and play.card != deal.called:
                yield Bars(place, frozenset({deal.called}), (play.version,))
                yield Bars(trumps, frozenset({deal.called}), (play.version,))


def must_hold(table: Pitch, deal: Deal, seat: Seat, *, sure: bool = False) -> tuple[int, Versions]:
    """Return how many trumps the hand of `seat` must hold if all acts were legal, and the versions of the events that prove it. Known
    trumps are counted too. The number is above 0 if the hand threw all its plain cards, or if the player stayed in the deal when players
    without a trump had to leave (PI-37)."""
    number = 0
    why: Versions = ()
    if seat in deal.plain and seat not in deal.unsure and (sure or sorted_out(table, deal)):
        came, shown = deal.plain[seat]
        number = deal.counts[seat] - (came - shown)
    if number < 1 and table.rules.drop_out == "no_trumps_left":
        last = last_play(deal, seat)
        if last is not None and deal.pack.suit_of.get(last.card, TRUMP) != TRUMP:
            number, why = 1, (last.version,)
    return number, why


def sorted_out(table: Pitch, deal: Deal) -> bool:
    """Whether it is certain to which step of the exchange each recorded throw belongs. During an exchange with two throwing steps it is not
    certain."""
    return deal.phase != "exchange" or _throwing(table.steps) < 2


@remembered
def _throwing(steps: tuple[Step, ...]) -> int:
    """Return in how many steps of the exchange cards are thrown."""
    return sum([step.throws for step in steps])


def last_play(deal: Deal, seat: Seat) -> Play | None:
    """Return the last card that the seat played; None if it played none."""
    for play in deal.plays:
        if play.seat == seat:
            return play
    for trick in reversed(deal.tricks):
        for play in trick.plays:
            if play.seat == seat:
                return play
    return None


def _led_before(deal: Deal, version: int) -> Versions:
    """Return a tuple with `version`. If that event played a card, the tuple also has the version of the event that led to the trick."""
    for plays in (*(trick.plays for trick in deal.tricks), deal.plays):
        if any(play.version == version for play in plays):
            return tuple(sorted({plays[0].version, version}))
    return (version,)


def _last_naming(deal: Deal, seat: Seat, card: Card) -> Versions:
    """Return a tuple with the version of the last act that puts the card in the hand of `seat`; an empty tuple if no act does."""
    for move in reversed(deal.moves):
        if card in cards_named(move, seat):
            return (move.version,)
    return ()


def cards_named(move: Moved, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that the act puts in the hand of `seat`."""
    return move.cards if move.seat == seat and move.how != "thrown" else ()


# --- not in a hand ------------------------------------------------------------------------------------------------------------------------


def _thrown(table: Pitch, deal: Deal, owners: Collection[Seat]) -> Iterator[Fact]:
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
        if plain_only(table.rules, move):
            yield Bars(place, trumps, (version,))


def plain_only(rules: Ruleset, move: Moved) -> bool:
    """Whether no trump can be among the cards that a player threw face down in this act, if the act was legal (§2, trump_discard)."""
    rule = rules.trump_discard
    if not move.trump or move.how != "thrown":
        return False
    if rule in ("forbidden", "keep_all"):
        return True
    return rule.startswith("over_limit") and move.left is not None and move.left < rules.play_hand


def _aside(table: Pitch, deal: Deal, owners: Collection[Seat]) -> Iterator[Fact]:
    taken = tuple(move.version for move in deal.moves if move.how in ("drawn", "stock", "searched"))
    looked = tuple(move.version for move in deal.moves if move.how == "stock")
    if deal.unsure:
        yield Room(STOCK, 0, len(deal.pack.cards))
    elif NOBODY in owners and deal.stock_cards is not None and len(deal.stock_cards) == deal.stock:
        for card in deal.stock_cards:
            yield from _pinned(card, (*STOCK, NOBODY, card), tuple(move.version for move in deal.moves[:1]))
    else:
        yield from _number(deal, STOCK, deal.stock, taken)
    if looked and any(step.does == "take-stock-trumps" for step in table.steps):
        yield Bars(STOCK, frozenset(deal.pack.trumps), looked)
    if deal.kitty:
        yield Room(KITTY, deal.kitty, deal.kitty)


def _dealt_to(deal: Deal, owners: Collection[Seat], facts: Collection[Fact]) -> Iterator[Fact]:
    """For each recorded card that came into a hand, yield the fact that it is still there, or was played or thrown from there. Cards once
    thrown face up are left out."""
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
