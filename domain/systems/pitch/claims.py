"""Points of a deal as the table states them, held against a deal that is recorded in part: those that no play of the rest can bring.

What the record knows to the end is compared in `breaches_stated`. Here sealed cards count for nothing, so that everybody may be told.
Source: docs/rules/03_pitch_schema.md §5; 00_conventions, recording model; PI-43.
"""

from collections.abc import Iterator, Mapping

from domain.kernel.cards import Card, Seat
from domain.kernel.events import DealStated
from domain.systems.pitch.open_points import Fate, bounds, open_points, refuted
from domain.systems.pitch.sides import Side
from domain.systems.pitch.table import Deal, Pitch, Trick, side_of


def impossible(table: Pitch, deal: Deal, act: DealStated) -> Iterator[str]:
    """What is stated of the points and cannot be, in words with seat marks; nothing where no card of the deal was played, or where the
    sides are not known."""
    sides = side_of(table, deal)
    if deal.trump is None or not (deal.tricks or deal.plays) or (table.rules.sides == "called" and deal.partner is None):
        return
    still = open_points(table.rules, deal.pack, *_fates(table, deal, sides))
    points = act.points.by_name() if act.points else {}
    claimed = {name: sides[seat] for name, seat in points.items() if seat in sides}
    for name in refuted({name: side for name, side in claimed.items() if name in still}, still):
        yield f"{name.replace('_', ' ')} {{{points[name]}}}, which nothing that is still to be played can bring"
    for seat, number in sorted((act.counts or {}).items()):
        if seat in sides:
            least, most = bounds(table.rules, still, sides[seat])
            if not least <= number <= most:
                yield f"{number} point(s) for {{{seat}}}, for whom only {_span(least, most)} can be"


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _fates(table: Pitch, deal: Deal, whose: Mapping[Seat, Side]) -> tuple[dict[Card, Fate], dict[Card, Fate]]:
    """By card the sides that may have played it or may still, and the sides that may win it."""
    played: dict[Card, Fate] = {}
    won: dict[Card, Fate] = {}
    anybody: Fate = frozenset(whose.values()) | {None}
    for trick in (*deal.tricks, Trick(deal.plays, None)):
        taken = anybody if trick.plays is deal.plays else frozenset({None if trick.winner is None else whose[trick.winner]})
        for play in trick.plays:
            for card in (play.card, *play.extras):
                played[card], won[card] = frozenset({whose[play.seat]}), taken
    for card, suit in deal.pack.suit_of.items():
        if card in played or (card in deal.gone and deal.gone[card].public):
            continue
        seats = (deal.open[card],) if card in deal.open else table.ring
        may: Fate = frozenset(whose[seat] for seat in seats if _may_hold(deal, seat, suit))
        if may:
            played[card], won[card] = may | {None}, anybody
    return played, won


def _may_hold(deal: Deal, seat: Seat, suit: str) -> bool:
    return (deal.counts[seat] > 0 or seat in deal.unsure) and suit not in deal.voids.get(seat, {})
