"""Who sat where when, so that a sentence about an event names whoever sat there then.

A seat that somebody left can be taken by another. Whoever is said to join at a seat that is taken sits there only when it has been left.
Whoever goes on for somebody sits there at once.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from domain.kernel.cards import Seat
from domain.kernel.events import PersonId, PlayerJoined, PlayerLeft, PlayerSubstituted
from domain.record.fold import Reading

Began = tuple[int, PersonId | None]


@dataclass(frozen=True, slots=True)
class Sittings:
    """`began`: by seat, who sat down (None: nobody is named) at which place in table order, ascending. `places`: the place of each event
    that stands, by version; empty where nobody sat down behind the opening. `taken`: the seats that nobody has left."""

    began: Mapping[Seat, Sequence[Began]]
    places: Mapping[int, int]
    taken: frozenset[Seat]

    def everyone(self) -> Iterable[PersonId]:
        """Everybody who is named, once or more often."""
        return (person for began in self.began.values() for _, person in began if person is not None)

    def sitter(self, seat: Seat, version: int | None = None) -> PersonId | None:
        """Who sat there when the event of that version happened; None: nobody is named. Without a version, or where that event does not
        stand any more, whoever sat down last."""
        place = None if version is None else self.places.get(version)
        began = [person for since, person in self.began.get(seat, ()) if place is None or since <= place]
        return began[-1] if began else None


def sittings_of(reading: Reading) -> Sittings:
    """From the record as corrected."""
    began: dict[Seat, list[Began]] = {seating.seat: [(0, seating.person)] for seating in reading.opened.seats}
    taken = set(began)
    joined = False
    for place, step in enumerate(reading.steps):
        act = step.event.act
        if isinstance(act, PlayerLeft):
            taken.discard(act.seat)
        elif isinstance(act, PlayerJoined) and act.seat not in taken:
            began.setdefault(act.seat, []).append((place, act.person))
            taken.add(act.seat)
            joined = True
        elif isinstance(act, PlayerSubstituted):
            began.setdefault(act.seat, []).append((place, act.person))
            joined = True
    places = {step.event.version: place for place, step in enumerate(reading.steps)} if joined else {}
    return Sittings(began, places, frozenset(taken))
