"""What one game comes to, for tables over many games: who sat where, the scores, who won, what was broken.

Facts are made from a reading and the findings that stand; the same record and verdict give the same facts. They hold nothing that is not
for everyone who may read the record: a finding that rests on sealed values is not counted. Names are not in them.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from domain.kernel.cards import Seat
from domain.kernel.events import PersonId, PlayerJoined, PlayerSubstituted
from domain.kernel.findings import Finding
from domain.record.fold import Reading
from domain.record.life import State
from domain.record.sittings import Sittings, sittings_of
from domain.system import PUBLIC


class SeatFacts(NamedTuple):
    """Someone at a seat. `person`: None where nobody is named; `score`: None where the record does not tell; `won`: alone or with others;
    `breaches`: how many standing findings of that kind concern whoever sat there then. Score and win are of those who sat down last."""

    seat: Seat
    person: PersonId | None
    score: int | None
    breaches: int
    won: bool


class GameFacts(NamedTuple):
    """`decided`: whether it came to a result that counts. `version`: of the record, and `verdict`: entries of its verdict, that these facts
    were made from. `opened_at`: ms UTC at the table; `recorded_at`: ms UTC at the server, of the last event. `seats` ascending; a seat
    that several people took stands there once for each of them, the last one last."""

    game: str
    system: str
    state: State
    decided: bool
    version: int
    verdict: int
    opened_at: int
    recorded_at: int
    seats: tuple[SeatFacts, ...]


def facts_of(game: str, reading: Reading, standing: Iterable[Finding], verdict: int) -> GameFacts:
    """The facts of a game. `standing`: the findings that stand after `verdict` entries."""
    result = reading.result
    sittings = sittings_of(reading)
    breaches = _breaches(sittings, standing)
    seats = [
        SeatFacts(seat, person, result.scores.get(seat), breaches[seat, person], seat in result.winners)
        if person == sittings.sitter(seat)
        else SeatFacts(seat, person, None, breaches[seat, person], won=False)
        for seat in sorted(sittings.began)
        for person in _sitters(sittings, seat)
    ]
    first, last = reading.events[0], reading.events[-1]
    made_from = (reading.version, verdict, first.at, last.recorded_at)
    return GameFacts(game, reading.system.slug, result.state, result.decided, *made_from, tuple(seats))


def _sitters(sittings: Sittings, seat: Seat) -> list[PersonId | None]:
    """Whoever sat there, each once, whoever sat down last at the end."""
    last = sittings.sitter(seat)
    return [*dict.fromkeys(person for _, person in sittings.began[seat] if person != last), last]


def _breaches(sittings: Sittings, standing: Iterable[Finding]) -> Counter[tuple[Seat, PersonId | None]]:
    """A finding that several events prove concerns whoever sat there at the last of them."""
    broken = [finding for finding in standing if finding.kind == "breach" and PUBLIC.may_see(finding)]
    return Counter((seat, sittings.sitter(seat, finding.versions[-1])) for finding in broken for seat in set(finding.seats))


def people_of(reading: Reading) -> dict[Seat, PersonId | None]:
    """Every seat that was ever taken in the record as corrected, by number, and the person who last took it."""
    people = {seating.seat: seating.person for seating in reading.opened.seats}
    for step in reading.steps:
        if isinstance(step.event.act, PlayerJoined | PlayerSubstituted):
            people[step.event.act.seat] = step.event.act.person
    return dict(sorted(people.items()))
