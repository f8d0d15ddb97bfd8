"""Makes whole tournaments for measurements: entries, Swiss rounds, and a typed and approved result at every table."""

from collections.abc import Iterator, Sequence
from typing import Final
from uuid import uuid4

from domain.kernel.events import EventId, PersonId, TokenId, TournamentAct
from domain.kernel.events.tournaments import (
    EntryMade,
    PairedBy,
    ResultApproved,
    ResultEntered,
    RoundPaired,
    RoundPublished,
    Settings,
    TablePaired,
    TournamentOpened,
)
from domain.kernel.shapes import Sealed
from domain.record.batch import StreamDraft
from domain.systems import SYSTEMS
from service.store.keys import HOME, StreamId
from service.store.streams.append import MOST_EVENTS
from service.store.tournaments.tournaments import TournamentStreams

ORDER: Final = ("head-to-head", "buchholz:fide-2023", "buchholz-cut-1:fide-2023", "sonneborn-berger:fide-2023")
BY: Final = TokenId("bench")


def acts(entries: int, rounds: int, *, open_last: bool = False) -> Iterator[TournamentAct]:
    """Yield the acts of a whole tournament in order, about `entries` × (1 + `rounds`) of them. `open_last`: the last round has no results
    yet. Nobody meets the same opponent twice if `rounds` < `entries` / 2 (see `pairs`)."""
    settings = Settings(rounds=rounds, tiebreaks=ORDER)
    rules = SYSTEMS["high-card"].rules_with({}, 2)
    yield TournamentOpened(Sealed("", "Bench"), "high-card", rules, "swiss", settings, "public")
    for number in range(1, entries + 1):
        yield EntryMade(number, (person(number),), Sealed("", f"Entry {number}"), number)
    version = entries + 1
    for number in range(1, rounds + 1):
        tables = tuple(pairs(entries, number))
        yield RoundPaired(number, tables, PairedBy("swiss", 1, 1))
        yield RoundPublished(number)
        version += 2
        for paired in () if open_last and number == rounds else tables:
            ((one,), (other,)) = paired.sides
            yield ResultEntered(number, paired.table, (one * number % 7, other * number % 5))
            yield ResultApproved(number, paired.table, version + 1)
            version += 2


def person(entry: int) -> PersonId:
    """Return the id of the person of this entry. Every entry has exactly one person."""
    return PersonId(f"p-{entry:012x}")


def pairs(entries: int, number: int) -> Iterator[TablePaired]:
    """Yield the tables of one round. The first half of the entries plays against the second half. From each round to the next, every entry
    of the second half moves to the next table."""
    half = entries // 2
    for place in range(half):
        yield TablePaired(place + 1, ((place + 1,), (half + 1 + (place + number) % half,)))


def draft(act: TournamentAct) -> "StreamDraft[TournamentAct]":
    return StreamDraft(act, EventId(str(uuid4())))


def stored(streams: TournamentStreams, made: Sequence[TournamentAct]) -> StreamId:
    """Open a tournament and record these acts. Returns its id."""
    stream = streams.open(HOME, draft(made[0]), BY).stream
    for start in range(1, len(made), MOST_EVENTS):
        streams.append(stream, None, [draft(act) for act in made[start : start + MOST_EVENTS]], BY)
    return stream
