"""Says who sat at which seat at which time, so that a sentence about an event names the person who played then.

When a player leaves, another player can take the seat. If a player joins at a seat that another player has, the join is ignored here. A
substitute gets the seat at once.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from domain.kernel.cards import Seat
from domain.kernel.events import PersonId, PlayerJoined, PlayerLeft, PlayerSubstituted
from domain.record.fold import Reading

Began = tuple[int, PersonId | None]


@dataclass(frozen=True, slots=True)
class Sittings:
    """Who sat where. `taken`: the seats that are taken now.

    `began`: for each seat, the players who sat down there, in table order. Each is a pair: the index in table order of the event with which
    the player sat down, and the person (None if not named). `places`: the index in table order of each current event, by version; empty if
    nobody sat down after the opening.
    """

    began: Mapping[Seat, Sequence[Began]]
    places: Mapping[int, int]
    taken: frozenset[Seat]

    def everyone(self) -> Iterable[PersonId]:
        """Return all named people; a person may occur several times."""
        return (person for began in self.began.values() for _, person in began if person is not None)

    def sitter(self, seat: Seat, version: int | None = None) -> PersonId | None:
        """Return the person who sat at `seat` when the event `version` happened; None if that person is not named. If `version` is None or
        that event is withdrawn, return the person who sat down last."""
        place, began = None if version is None else self.places.get(version), self.began.get(seat, ())
        last = len(began) if place is None else bisect_right(began, place, key=_since)
        return began[last - 1][1] if last else None


def _since(began: Began) -> int:
    return began[0]


def sittings_of(reading: Reading) -> Sittings:
    """Return who sat where, from the record as corrected."""
    began: dict[Seat, list[Began]] = {seating.seat: [(0, seating.person)] for seating in reading.opened.seats}
    taken = set(began)
    joined = False
    for place in reading.noted:
        act = reading.steps[place].event.act
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
