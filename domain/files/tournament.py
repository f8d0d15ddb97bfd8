"""Reads the file of a tournament back into events, and checks whether the standings in its footer follow from the events. Nothing in the
file is trusted."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from domain.files.forms import is_game_id
from domain.files.layout import standings_json
from domain.files.recompute import Recomputed
from domain.files.transcript import NotARecord, event_in, lines_of, misplaced_in
from domain.files.verify import Each, VerifyFault, nothing
from domain.kernel.canonical import Json
from domain.kernel.events import TOURNAMENT_TYPES, Event, TournamentEvent
from domain.kernel.events.tournaments import ResultTaken, SettingsChanged, StageBegun, TableLinked, TournamentOpened
from domain.systems import SYSTEMS
from domain.tournament.playable import unknown
from domain.tournament.reading import TournamentReading, tournament_read
from domain.tournament.replayed import PUBLISHED
from domain.tournament.standings import Row, ranking
from domain.tournament.state import Tournament

NAMING: Final = (TableLinked, ResultTaken)
"""The types of events that name a game."""


@dataclass(frozen=True, slots=True)
class TournamentTranscript:
    """The contents of a tournament's file. `header`, `footer`: as in the file. `lines`: the lines of the events, as in the file. `closed`:
    (version, path) of every sealed value that the file does not reveal."""

    header: Mapping[str, Json]
    reading: TournamentReading
    footer: Mapping[str, Json]
    lines: tuple[Mapping[str, Json], ...]
    closed: tuple[tuple[int, str], ...]


def tournament_transcript(data: bytes, each: Each = nothing) -> TournamentTranscript:
    """Read a tournament's file and return its contents. Calls the function `each`, which may show progress, about twice for each line.

    Raises NotARecord in three cases: the file does not verify, it is not the file of a tournament, or it contains something that cannot be
    recorded."""
    header, *lines, footer = lines_of(data, each)
    kind = header.get("kind", "game")
    if kind != "tournament":
        raise NotARecord([f"header: kind is {kind}: expected the stream of a tournament"])
    faults: list[str] = []
    closed: list[tuple[int, str]] = []
    events: list[TournamentEvent] = []
    for line in lines:
        event = event_in(line, TOURNAMENT_TYPES, faults, closed)
        events += [] if event is None else [cast("TournamentEvent", event)]
        each()
    if not faults:
        faults += [*misplaced_in(cast("Sequence[Event]", events)), *_unknown(events)]
    if faults:
        raise NotARecord(faults)
    return TournamentTranscript(header, tournament_read(events), footer, tuple(lines), tuple(closed))


def _unknown(events: Sequence[TournamentEvent]) -> Iterator[str]:
    """Yield a fault for a card game, a format or a tie-break that this program does not know."""
    opening = cast("TournamentOpened", events[0].act)
    if opening.system not in (*SYSTEMS, PUBLISHED):
        yield f"event 1: /data/system is not known here; known: {', '.join(SYSTEMS)}"
    for event in events:
        if isinstance(event.act, TournamentOpened | SettingsChanged | StageBegun):
            for fault in unknown(event.act.format if isinstance(event.act, StageBegun) else opening.format, event.act.settings):
                yield f"event {event.version}: /data{fault.pointer} {fault.message}"


def games_named(events: Iterable[TournamentEvent], club: str) -> list[str]:
    """Return the games of `club` that a tournament's events name, each once, in order of the first event that names it. An event may name
    any text that looks like the id of a game, also of a game of another club."""
    return _own((event.act.game for event in events if isinstance(event.act, NAMING)), club)


def games_in(lines: Iterable[Mapping[str, Json]], club: str) -> list[str]:
    """Return the games that the lines of a tournament's file name, as `games_named` does for events."""
    types = {naming.__name__ for naming in NAMING}
    return _own((cast("Mapping[str, Json]", line["data"]).get("game") for line in lines if line.get("type") in types), club)


def _own(games: Iterable[Json], club: str) -> list[str]:
    return list(dict.fromkeys(str(game) for game in games if is_game_id(game) and str(game).startswith(f"{club}-")))


def final_rows(state: Tournament) -> list[Row]:
    """Return the standings after all rounds, as the footer of a file contains them."""
    return ranking(state).rows


def recompute_standings(data: bytes) -> Recomputed:
    """Compute the standings again from the events of a tournament's file, and compare them with the standings in its footer. Returns the
    differences as faults.

    Raises NotARecord for a file that does not verify or cannot be read."""
    transcript = tournament_transcript(data)
    stated = cast("Sequence[Json]", transcript.footer["standings"])
    derived = standings_json(final_rows(transcript.reading.state))
    wrong = [f"standings have {len(stated)} rows; the events give {len(derived)}"] if len(stated) != len(derived) else []
    wrong += [f"row {place} of the standings does not follow from the events" for place in _differing(stated, derived)]
    return Recomputed(tuple(VerifyFault(None, "footer", message) for message in wrong), (), "")


def _differing(stated: Sequence[Json], derived: Sequence[Json]) -> Iterator[int]:
    """Compare two lists of standings row by row. Yield the number of each row, counted from 1, that is not the same in both."""
    for number, (theirs, ours) in enumerate(zip(stated, derived, strict=False), 1):
        if theirs != ours:
            yield number
