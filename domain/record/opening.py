"""Checks a request to open a game against the rules of the game and the directory of the club, and makes the opening event."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, NamedTuple

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import EventId, GameOpened, PersonId, Seating, Visibility
from domain.kernel.shapes import Fault, Sealed
from domain.record.facts import people_of
from domain.record.fold import Reading
from domain.record.refusals import Refusal, invalid
from domain.record.sittings import sittings_of
from domain.system import Unplayable
from domain.systems import SYSTEMS

People = Callable[[Iterable[PersonId]], Container[PersonId]]
"""A function that returns which of the given people are in the club's directory."""

_LETTERS: Final = 15
"""The number of hex digits in the id of a new person."""


class Wanted(NamedTuple):
    """A seat that the request asks for. `person`: a person of the directory. `name`: the name of a new person. If both are None, the player
    is not named."""

    seat: Seat
    person: PersonId | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class NewTable:
    """A request to open a game. `system`: the slug that the request names; perhaps no system has it. `seats`: in the order sent.
    `visibility`, `title`: None if the request does not give one."""

    system: str
    options: Mapping[str, Json]
    seats: Sequence[Wanted]
    visibility: Visibility | None = None
    title: str | None = None


class Newcomer(NamedTuple):
    """A new person who must be added to the directory."""

    person: PersonId
    name: str


def opening(
    table: NewTable, event_id: EventId, people: People, usual: Visibility = "private"
) -> tuple[GameOpened, list[Newcomer]] | Refusal:
    """Return the opening that `table` requests, and the people who must be added to the directory first. If no game can be opened, return a
    refusal with every fault. `usual`: the visibility if the request does not give one.

    The id of a new person is computed from `event_id`, the id of the opening. Therefore a request that is sent twice adds nobody twice."""
    system = SYSTEMS.get(table.system)
    if system is None:
        return invalid(Fault("/system", f"is not a system here; known: {', '.join(SYSTEMS)}"))
    faults = [*_seat_faults(table.seats), *_unknown_people(table.seats, people)]
    try:
        rules = system.rules_with(table.options, len(table.seats))
    except Unplayable as refused:
        return invalid(*refused.faults, *faults)
    if faults:
        return invalid(*faults)
    seats = [(seat, _newcomer(event_id, seat, name), person) for seat, person, name in sorted(table.seats, key=lambda wanted: wanted.seat)]
    seatings = tuple(Seating(seat, person if new is None else new.person) for seat, new, person in seats)
    title = None if table.title is None else Sealed("", table.title)
    return GameOpened(system.slug, rules, seatings, table.visibility or usual, title), [new for _, new, _ in seats if new is not None]


def _newcomer(event_id: EventId, seat: Seat, name: str | None) -> Newcomer | None:
    return None if name is None else Newcomer(PersonId(f"p-{sha256(f'{event_id}:{seat}'.encode()).hexdigest()[:_LETTERS]}"), name)


def _seat_faults(seats: Sequence[Wanted]) -> Iterator[Fault]:
    taken: set[Seat] = set()
    for index, (seat, person, name) in enumerate(seats):
        if seat in taken:
            yield Fault(f"/seats/{index}/seat", f"seat {seat} is taken")
        taken.add(seat)
        if person is not None and name is not None:
            yield Fault(f"/seats/{index}/name", "give either a person from the directory or a new name, not both")


def _unknown_people(seats: Sequence[Wanted], people: People) -> Iterator[Fault]:
    named = {index: wanted.person for index, wanted in enumerate(seats) if wanted.person is not None}
    there = people(named.values())
    for index, person in named.items():
        if person not in there:
            yield Fault(f"/seats/{index}/person", "is not a person in this club's directory")


def opening_again(reading: Reading, visibility: Visibility) -> GameOpened | Refusal:
    """Return the opening of a rematch: same rules and title, for the players who sit at the table now. Returns a refusal if these are
    too few or too many for the game."""
    system, people = reading.system, people_of(reading)
    seats = sorted(sittings_of(reading).taken)
    try:
        rules = system.rules_again({**reading.opened.rules, **system.options_for(len(seats))}, len(seats))
    except Unplayable as refused:
        return invalid(*refused.faults)
    title = reading.opened.title
    sealed = None if title is None or title.value is None else Sealed("", title.value)
    return GameOpened(system.slug, rules, tuple(Seating(seat, people.get(seat)) for seat in seats), visibility, sealed)
