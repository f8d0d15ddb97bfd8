"""Pitch, the whole deal: is there any deal of the cards that agrees with everything that the record tells of it, if all was legal?

One card at a time is judged in `breaches_play`; here is what only the numbers show: hands that must be filled, trumps that nobody can
have. Asked only where a bar, a count or a void may bind (`binds`), which a few sums tell. What is proved by cards that everybody has
seen is told to everybody; what also rests on sealed cards, to those who may see them.
Source: design.md §5; docs/rules/03_pitch_schema.md §2, §3; 00_conventions, deferred checks.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final

from domain.cards import Card, Seat
from domain.events import (
    CardPlayed,
    CardRescued,
    CardsDiscarded,
    CardsDrawn,
    CardsShown,
    Event,
    KittyTaken,
    OutDeclared,
    StockSearched,
    StockTaken,
)
from domain.findings import Finding
from domain.proofs.feasible import Jam, jam
from domain.systems.pitch.deal import brought_to_play
from domain.systems.pitch.exchange import exchanged
from domain.systems.pitch.following import denied
from domain.systems.pitch.pack import TRUMP, Pack
from domain.systems.pitch.play import declared_out, passed_over, played, shown_rest, with_open
from domain.systems.pitch.proofs_told import contradiction
from domain.systems.pitch.table import NOBODY, Deal, Pitch
from domain.systems.pitch.whereabouts import facts_of, last_play, plain_only, sorted_out


def no_such_deal(table: Pitch, event: Event, wrong: Collection[Finding]) -> Iterator[Finding]:
    """The event leaves no deal of the cards that agrees with the record. `wrong`: what else is wrong with it, which says it better."""
    deal, after = table.deal, _narrowed(table, event)
    if after is None:
        return
    told = _told(after)
    levels: list[tuple[Seat, ...]] = [(), *([(seat,) for seat in told] if len(told) > 1 else []), *([told] if told else [])]
    proved: list[frozenset[Seat]] = [finding.rests_on for finding in wrong]
    for owners in levels:
        if any(found.issubset(owners) for found in proved) or _jam(table, after, owners) is None:
            continue
        proved.append(frozenset(owners))
        if _jam(table, deal, owners) is None:
            yield contradiction(table, after, event, owners)


def leaves_a_deal(table: Pitch, event: Event) -> bool:
    """Whether the event still leaves a deal of the cards, if there was one before it."""
    after = _narrowed(table, event, sure=True)
    return after is None or _jam(table, table.deal, _told(table.deal), sure=True) is not None


def _narrowed(table: Pitch, event: Event, *, sure: bool = False) -> Deal | None:
    """The deal after the event, where there is no deal of the cards any more, by all that is recorded; None where there is one."""
    deal = table.deal
    if not _may_matter(table, deal, event):
        return None
    after = _after(table, deal, event)
    if after is None or not (isinstance(event.act, CardPlayed) or binds(table, after, sure=sure)):
        return None
    return after if _jam(table, after, _told(after), sure=sure) is not None else None


def _jam(table: Pitch, deal: Deal, owners: Collection[Seat], *, sure: bool = False) -> Jam | None:
    facts = facts_of(table, deal, owners, sure=sure)
    return None if facts is None else jam(deal.pack.cards, facts)


def _told(deal: Deal) -> tuple[Seat, ...]:
    """Of whom the record holds cards that are sealed; NOBODY among them for the stock."""
    whose = {seat for seat, cards in deal.known.items() if any(deal.open.get(card) != seat for card in cards)}
    whose |= {gone.seat for gone in deal.gone.values() if not gone.public}
    whose |= {move.seat for move in deal.moves if move.cards and move.how not in ("shown", "rescued") and move.seat in deal.counts}
    if deal.stock_cards is not None:
        whose.add(NOBODY)
    return tuple(sorted(whose))


def _after(table: Pitch, deal: Deal, event: Event) -> Deal | None:
    """The deal after the event, not yet closed if this was the last card; None where the event moves no card of it."""
    version = event.version
    match event.act:
        case CardPlayed() as act if deal.phase in ("deal", "auction", "exchange", "play"):
            return played(table, brought_to_play(table, deal, act.seat), act, version)
        case OutDeclared() as act if deal.phase == "play":
            return declared_out(table, passed_over(table, deal, act.seat, version), act, version)
        case CardsShown() as act if deal.phase == "play":
            return shown_rest(table, deal, act, version) if act.purpose == "rest" else with_open(deal, act.seat, act.cards)
        case (KittyTaken() | CardsDiscarded() | CardsDrawn() | StockTaken() | StockSearched() | CardRescued()) as act:
            return exchanged(table, deal, act, version) if deal.phase == "exchange" else None
        case _:
            return None


# --- is anything so narrow that it could bind? --------------------------------------------------------------------------------------------

_BIT: Final = {TRUMP: 1, "S": 2, "H": 4, "D": 8, "C": 16}
_PLAIN: Final = 30


def _may_matter(table: Pitch, deal: Deal, event: Event) -> bool:
    """Cheaply, before anything is moved: whether it is worth while to look at the deal after the event."""
    act = event.act
    if deal.trump is None:
        return isinstance(act, CardPlayed) and deal.phase == "exchange" and bool(deal.moves)
    if isinstance(act, OutDeclared) and act.seat == deal.turn:
        return binds(table, deal, act.seat, None, (TRUMP,))
    if isinstance(act, CardsDrawn) and act.cards is None:
        return False
    if not isinstance(act, CardPlayed) or deal.phase != "play":
        return True
    suit_of = deal.pack.suit_of
    suit = suit_of.get(act.card)
    if suit is None:
        return False
    led = suit_of.get(deal.plays[0].card) if deal.plays else None
    suits = denied(table.rules, led, suit, first_trick=not deal.tricks)
    if not (suits or deal.voids or deal.plain or deal.moves or table.rules.drop_out != "never"):
        return False
    return binds(table, deal, act.seat, act.card, suits) or _came_from_another(deal, act.seat, act.card)


def _came_from_another(deal: Deal, seat: Seat, card: Card) -> bool:
    """Whether the record says that somebody else had it."""
    return any(card in move.cards and move.seat != seat for move in deal.moves)


def binds(
    table: Pitch,
    deal: Deal,
    seat: Seat | None = None,
    card: Card | None = None,
    suits: Collection[str] = (),
    margin: int = 0,
    sure: bool = False,
) -> bool:
    """Whether there may be too few places for the cards of some suits, or too few cards for some places; if not, there is a deal.

    `seat`, `card`, `suits`: who is about to play, what, and what that hand then cannot hold. `margin`: so many cards are about to be told,
    whichever they are. Hall's condition, by whole suits: the cards of some suits and the places barred to all of them are together no
    more than all cards that are not seen.
    """
    if _lost_sight_of(deal):
        return True
    narrow: list[tuple[int, int]] = []
    leaves = table.rules.drop_out != "never"
    if "called_card_first" in table.rules.house and deal.called is not None and deal.gone and deal.called not in deal.gone:
        return True
    suit_of, sure = deal.pack.suit_of, sure or sorted_out(table, deal)
    for other in table.ring:
        known = deal.known.get(other, ())
        held = deal.counts[other]
        mask = sum([_BIT[suit] for suit in deal.voids[other]]) if other in deal.voids else 0
        if other in deal.unsure:
            continue
        if other == seat:
            held -= card is not None
            for suit in suits:
                mask |= _BIT[suit]
        number = held - len(known) + (other == seat and card in known)
        stays = leaves and suit_of.get(_last(deal, other, card if other == seat else None), TRUMP) != TRUMP
        if (other in deal.plain and sure) or stays:
            came, shown = deal.plain.get(other, (99, 0)) if sure else (99, 0)
            shown += other == seat and card is not None and suit_of.get(card) != TRUMP
            trumps = max(held - (came - shown), int(stays)) - sum([suit_of.get(mine) == TRUMP for mine in known])
            if trumps > (0 if mask & 1 else max(number, 0)):
                return True
            if trumps > 0:
                narrow.append((_PLAIN, trumps))
                number -= trumps
        if mask and number > 0:
            narrow.append((mask, number))
    for move in deal.moves:
        if plain_only(table, move):
            narrow.append((1, move.number - len(move.shown) - len(move.cards)))
        elif move.how == "stock" and deal.stock_cards is None and any(step.does == "take-stock-trumps" for step in table.steps):
            narrow.append((1, deal.stock))
    if not narrow:
        return False
    left = _unseen(deal)
    if card is not None and not any(card in cards for cards in deal.known.values()):
        left[_BIT[suit_of[card]]] -= 1
    return _too_narrow(left, narrow, margin)


def _last(deal: Deal, seat: Seat, card: Card | None) -> Card:
    """The last card of that seat, `card` if that is about to be it; no card of any pack where it has played none."""
    last = None if card is not None else last_play(deal, seat)
    return card or (Card("") if last is None else last.card)


def _lost_sight_of(deal: Deal) -> bool:
    """Whether cards came to a hand by name and nobody knows any more whether they were thrown: bars for single cards."""
    for thrown in deal.moves:
        if thrown.how == "thrown" and len(thrown.cards) + len(thrown.shown) < thrown.number:
            known = deal.hand(thrown.seat)
            mine = [card for move in deal.moves if move.seat == thrown.seat and move.how != "thrown" for card in move.cards]
            if any(card not in known and card not in deal.gone for card in mine):
                return True
    return False


@lru_cache(maxsize=64)
def _sizes(pack: Pack) -> dict[int, int]:
    return {bit: sum(whose == suit for whose in pack.suit_of.values()) for suit, bit in _BIT.items()}


def _unseen(deal: Deal) -> dict[int, int]:
    """By the bit of each suit, how many of its cards are in no place that the record knows."""
    suit_of, left = deal.pack.suit_of, dict(_sizes(deal.pack))
    for cards in (deal.gone, deal.stock_cards or (), *deal.known.values()):
        for card in cards:
            if card in suit_of:
                left[_BIT[suit_of[card]]] -= 1
    return left


def _too_narrow(left: dict[int, int], narrow: Sequence[tuple[int, int]], margin: int) -> bool:
    everything = sum(left.values()) - margin
    masks = {mask for mask, _ in narrow}
    while True:
        more = {one & other for one in masks for other in masks} - masks - {0}
        if not more:
            break
        masks |= more
    for mask in masks:
        cards = sum([number for bit, number in left.items() if bit & mask])
        if cards + sum([number for barred, number in narrow if barred & mask == mask]) > everything:
            return True
    return False
