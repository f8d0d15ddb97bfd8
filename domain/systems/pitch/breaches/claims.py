"""Finds points that the table states for a partly recorded deal, although no play of the remaining cards can give them.

`breaches_stated` compares deals that are fully recorded. Sealed cards are not used here, so every viewer may see the finding. Source:
docs/rules/03_pitch_schema.md §5; 00_conventions, recording model; PI-43."""

from collections.abc import Iterator, Mapping

from domain.kernel.cards import Card, Seat
from domain.kernel.events import DealStated
from domain.systems.pitch.play.table import Deal, Pitch, side_of
from domain.systems.pitch.scoring.open_points import Fate, bounds, open_points, refuted
from domain.tricks.deal import Trick
from domain.tricks.sides import Side


def impossible(table: Pitch, deal: Deal, act: DealStated) -> Iterator[str]:
    """Yield the stated points that are impossible, in words (`{1}` stands for seat 1). Yield nothing if no card of the deal was played or
    the sides are not known."""
    sides = side_of(table, deal)
    if deal.trump is None or not (deal.tricks or deal.plays) or (table.rules.sides == "called" and deal.partner is None):
        return
    still = open_points(table.rules, deal.pack, *_fates(table, deal, sides))
    points = act.points.by_name() if act.points else {}
    claimed = {name: sides[seat] for name, seat in points.items() if seat in sides}
    for name in refuted({name: side for name, side in claimed.items() if name in still}, still):
        yield f"{name.replace('_', ' ')} {{{points[name]}}}, which the cards still to be played cannot give"
    for seat, number in sorted((act.counts or {}).items()):
        if seat in sides:
            least, most = bounds(table.rules, still, sides[seat])
            if not least <= number <= most:
                yield f"{number} point(s) for {{{seat}}}, who can have only {_span(least, most)}"


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _fates(table: Pitch, deal: Deal, whose: Mapping[Seat, Side]) -> tuple[dict[Card, Fate], dict[Card, Fate]]:
    """Return two maps by card: the sides that played or may still play the card, and the sides that may win it. In a set of sides, None
    stands for nobody."""
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
