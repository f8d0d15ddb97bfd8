"""The facts of one game (players, scores, winners, breaches), from which tables over many games are made.

Facts are computed from a reading of the record and the current findings. Everyone who may read the record may read its facts, so findings
that use sealed values are not counted. Facts hold no names."""

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from domain.kernel.cards import Seat
from domain.kernel.events import PersonId, PlayerJoined, PlayerSubstituted, Visibility
from domain.kernel.findings import Finding
from domain.record.fold import Reading
from domain.record.life import State
from domain.record.open_deals import asks, settled
from domain.record.sittings import Sittings, sittings_of
from domain.system import PUBLIC

HASH_LETTERS: Final = 16
"""How many letters of a hash the facts hold: enough to tell from which record they were computed."""


class SeatFacts(NamedTuple):
    """What one player did at one seat. `person`: None if the player is not named. `score`: None if the record has no score. `won`: whether
    this player won, alone or with others. `breaches`: the number of current findings that say that this player broke a rule.

    If several players had the seat in turn, only the last has its score and can have won.
    """

    seat: Seat
    person: PersonId | None
    score: int | None
    breaches: int
    won: bool


class GameFacts(NamedTuple):
    """The facts of a game. `decided`: whether the game has a result that counts and is certain (`settled` in domain/record/open_deals.py).
    `opened_at`: milliseconds UTC at the table. `recorded_at`: when the server recorded the last event. `seats`: by seat, ascending; a seat
    has one entry for each person who sat there.

    `version`: the version of the record. `verdict`: the number of entries in the verdict (findings raised and withdrawn). `people`: the
    last person who took each seat, as in `people_of`. `scores`, `winners`: those of the result that counts.

    `removed`: whether lists and statistics leave the game out. `sides`: the side of each seat, if partners are fixed; else empty.
    `tournament`: the tournament for whose table the game was opened; None: none.

    `facts_of` does not set `hash`, `visibility` and `listed_at`; its callers do. `hash`: the first HASH_LETTERS letters of the hash of
    event `version`. `visibility`: who may read the record at `version`. `listed_at`: when the server opened the record, ms UTC; 0 if not
    known.
    """

    game: str
    system: str
    state: State
    decided: bool
    version: int
    verdict: int
    opened_at: int
    recorded_at: int
    seats: tuple[SeatFacts, ...]
    people: Mapping[Seat, PersonId | None] = MappingProxyType({})
    scores: Mapping[Seat, int] = MappingProxyType({})
    winners: tuple[Seat, ...] = ()
    hash: str = ""
    visibility: Visibility = "private"
    listed_at: int = 0
    removed: bool = False
    sides: Mapping[Seat, int] = MappingProxyType({})
    tournament: str | None = None


def facts_of(game: str, reading: Reading, standing: Iterable[Finding], verdict: int) -> GameFacts:
    """Return the facts of a game. `standing`: the current findings. `verdict`: the number of entries in the verdict (findings raised and
    withdrawn)."""
    result, findings = reading.result, [*standing]
    sittings = sittings_of(reading)
    breaches = _breaches(sittings, findings)
    seats = [
        SeatFacts(seat, person, result.scores.get(seat), breaches[seat, person], seat in result.winners)
        if person == sittings.sitter(seat)
        else SeatFacts(seat, person, None, breaches[seat, person], won=False)
        for seat in sorted(sittings.began)
        for person in _sitters(sittings, seat)
    ]
    first, last = reading.events[0], reading.events[-1]
    made_from = (reading.version, verdict, first.at, last.recorded_at)
    told = (tuple(seats), people_of(reading), dict(sorted(result.scores.items())), tuple(result.winners))
    decided = result.decided and settled(reading, asks=asks(reading, findings))
    facts = GameFacts(game, reading.system.slug, result.state, decided, *made_from, *told, removed=result.removed)
    return facts._replace(sides=sides_of(reading), tournament=tournament_of(reading))


def tournament_of(reading: Reading) -> str | None:
    """Return the tournament for whose table the game was opened; None: none."""
    place = reading.opened.tournament
    return None if place is None else place.tournament


def sides_of(reading: Reading) -> Mapping[Seat, int]:
    """Return the side of each seat; empty if nobody has a fixed partner."""
    sides = {seen.seat: seen.side for seen in reading.system.view(reading.table, PUBLIC).seats if seen.side is not None}
    return sides if len(set(sides.values())) < len(sides) else {}


def _sitters(sittings: Sittings, seat: Seat) -> list[PersonId | None]:
    """Return the people who sat at the seat, each once, the last person at the end."""
    last = sittings.sitter(seat)
    return [*dict.fromkeys(person for _, person in sittings.began[seat] if person != last), last]


def _breaches(sittings: Sittings, standing: Iterable[Finding]) -> Counter[tuple[Seat, PersonId | None]]:
    """Count the breaches that everyone may see, by (seat, the person who sat there when the breach happened)."""
    broken = [finding for finding in standing if finding.kind == "breach" and PUBLIC.may_see(finding)]
    return Counter((seat, sittings.sitter(seat, finding.happened)) for finding in broken for seat in set(finding.seats))


def people_of(reading: Reading) -> dict[Seat, PersonId | None]:
    """Return the last person who took each seat (None: not named), for every seat that was ever taken, in order of seats."""
    people = {seating.seat: seating.person for seating in reading.opened.seats}
    for event in reading.noted_events:
        if isinstance(event.act, PlayerJoined | PlayerSubstituted):
            people[event.act.seat] = event.act.person
    return dict(sorted(people.items()))
