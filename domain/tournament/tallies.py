"""Two tables in addition to the standings. One says what each person scored, over all entries for which the person played. The other says
what each pair of entries scored as partners.

The standings rank entries. The two tables are for tournaments where the people of an entry change, and where entries change partners
(formats rotation and progressive). They count only rounds: what the director added to an entry is not in them.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar, cast

from domain.kernel.events import Event, PersonId, TournamentEvent
from domain.kernel.events.tournaments import (
    EntryChanged,
    EntryMade,
    ForfeitRuled,
    PairingChanged,
    ResultEntered,
    ResultTaken,
    RoundPaired,
    TablePaired,
)
from domain.record.fold import corrected
from domain.tournament.history import History, Line
from domain.tournament.reading import TournamentReading
from domain.tournament.scoring import history_of, knocks_out

Who = TypeVar("Who", bound=Hashable)


class Tally(NamedTuple, Generic[Who]):
    """A row of these tables. `who`: a person, or the two entries of a pair. `place`: from 1; rows with equal points, wins and difference
    share the best of their places. `rounds`: how many rounds were played at a table; `wins`, `draws`, `losses`: how many of these
    were won, drawn and lost. `points`: of all rounds, including byes and forfeits, but not of a knock-out that is a stage. `score`,
    `against`: sums of the scores at the tables. `entries`: the entries for which the person played, or the two entries."""

    place: int
    who: Who
    entries: tuple[int, ...]
    rounds: int
    wins: int
    draws: int
    losses: int
    points: int
    score: int
    against: int

    @property
    def worth(self) -> tuple[int, int, int]:
        """The numbers that decide the place, the most important first: points, wins, difference of scores."""
        return self.points, self.wins, self.score - self.against


def people_table(reading: TournamentReading, through: int | None = None) -> list[Tally[PersonId]]:
    """Return a row for each person who was ever in an entry, the best first, after round `through`; None: after all that are paired. The
    points of an entry count for each of its people. If there are stages, a knock-out adds none: its points are places."""
    state, history = reading.state, history_of(reading.state, through)
    places = {number for number in state.rounds if state.stages and knocks_out(state, number)}
    teams = _teams(reading.events)
    lines: dict[PersonId, list[tuple[int, Line]]] = {}
    for (_, entry), people in teams.items():
        for person in people if entry in history.lines else ():
            lines.setdefault(person, [])
    for entry, played in history.lines.items():
        for line in played:
            for person in teams.get((line.round, entry), ()):
                lines[person].append((entry, line._replace(points=0) if line.round in places else line))
    return _ranked({person: _tally(person, of) for person, of in lines.items()}.values())


def pairs_table(history: History) -> list[Tally[tuple[int, int]]]:
    """Return a row for each pair of entries that were partners at a table, the best first."""
    lines: dict[tuple[int, int], list[tuple[int, Line]]] = {}
    for entry, played in history.lines.items():
        for line in played:
            for partner in line.partners if line.met else ():
                if entry < partner:
                    lines.setdefault((entry, partner), []).append((entry, line))
    return _ranked([_tally(pair, of)._replace(entries=pair) for pair, of in lines.items()])


def _teams(events: Sequence[TournamentEvent]) -> Mapping[tuple[int, int], tuple[PersonId, ...]]:
    """Return {(round, entry): the people of the entry in that round}. If the entry's table has a result, these are the people at the time
    of the first result; if not, the people at the time of the pairing."""
    now: dict[int, tuple[PersonId, ...]] = {}
    teams: dict[tuple[int, int], tuple[PersonId, ...]] = {}
    tables: dict[tuple[int, int], tuple[int, ...]] = {}
    for event in cast("list[TournamentEvent]", corrected(cast("Sequence[Event]", events))):
        match event.act:
            case EntryMade(entry, people):
                now.setdefault(entry, people)
            case EntryChanged(entry, people) if people is not None and entry in now:
                now[entry] = people
            case RoundPaired(number, paired):
                teams |= {(number, entry): people for entry, people in now.items()}
                tables |= _seats(number, paired)
            case PairingChanged(number, paired):
                tables |= _seats(number, paired)
            case ResultEntered(number, table) | ResultTaken(number, table) | ForfeitRuled(number, table):
                teams |= {(number, entry): now[entry] for entry in tables.pop((number, table), ()) if entry in now}
            case _:
                pass
    return teams


def _seats(number: int, tables: Iterable[TablePaired]) -> dict[tuple[int, int], tuple[int, ...]]:
    return {(number, paired.table): tuple(entry for side in paired.sides for entry in side) for paired in tables}


def _tally(who: Who, lines: Sequence[tuple[int, Line]]) -> Tally[Who]:
    played = [line for _, line in lines if line.met]
    outcomes = [line.outcome for line in played]
    return Tally(
        place=0,
        who=who,
        entries=tuple(dict.fromkeys(entry for entry, _ in lines)),
        rounds=len(played),
        wins=outcomes.count("win"),
        draws=outcomes.count("draw"),
        losses=outcomes.count("loss"),
        points=sum(line.points for _, line in lines),
        score=sum(line.score for line in played),
        against=sum(line.against for line in played),
    )


def _ranked(tallies: Iterable[Tally[Who]]) -> list[Tally[Who]]:
    """Give the rows their places, and return them, the best first. Level rows keep their order."""
    order = sorted(tallies, key=lambda tally: tally.worth, reverse=True)
    first: dict[object, int] = {}
    return [tally._replace(place=first.setdefault(tally.worth, place)) for place, tally in enumerate(order, 1)]
