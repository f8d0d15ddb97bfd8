"""Reads the file of a tournament back into events, and checks whether the standings in its footer follow from the events. Nothing in the
file is trusted."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, cast

from domain.files.forms import is_game_id
from domain.files.layout import standings_json
from domain.files.recompute import Recomputed, rows_compared
from domain.files.transcript import Transcript, refuse, stream_transcript
from domain.files.verify import Each, nothing
from domain.kernel.canonical import Json
from domain.kernel.events import TOURNAMENT_TYPES, TournamentEvent
from domain.kernel.events.tournaments import ResultTaken, SettingsChanged, StageBegun, TableLinked, TournamentOpened
from domain.systems import SYSTEMS
from domain.tournament.playable import unknown
from domain.tournament.reading import tournament_read
from domain.tournament.replayed import PUBLISHED
from domain.tournament.standings import ranking

NAMING: Final = (TableLinked, ResultTaken)
"""The types of events that name a game."""


def tournament_transcript(data: bytes, each: Each = nothing) -> Transcript[TournamentEvent]:
    """Read a tournament's file and return its contents, as `transcript_of` does. Raises NotARecord also for a card game, a format or a
    tie-break that this program does not know."""
    transcript: Transcript[TournamentEvent] = stream_transcript(data, "tournament", TOURNAMENT_TYPES, each)
    refuse(_unknown(transcript.events))
    return transcript


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


def recompute_standings(data: bytes) -> Recomputed:
    """Compute the standings again from the events of a tournament's file, and compare them with the standings in its footer. Returns the
    differences as faults.

    Raises NotARecord for a file that does not verify or cannot be read."""
    transcript = tournament_transcript(data)
    derived = standings_json(ranking(tournament_read(transcript.events).state).rows)
    return rows_compared("standings", transcript.footer["standings"], derived)
