"""What waits in a tournament: changed results that the director must accept or decline, and typed results that wait for a second person."""

from collections.abc import Iterator
from typing import Final

from domain.kernel.events import EventId, StreamEvent
from domain.kernel.events.tournaments import ChangeAccepted
from domain.tournament.reading import TournamentReading
from domain.tournament.state import Result, Seated
from service.views.dry_runs import Ranked, foreseen_json, ranked
from service.views.tournament_answers import Pending, PendingChange, PendingResult
from service.views.tournaments import result_json

MOST_PREVIEWS: Final = 20
"""The most previews in one answer. Each preview computes the standings again."""


def rankings(reading: TournamentReading) -> int:
    """Return the most times that `pending_json` may rank all entries: once for the current standings, and once for each preview."""
    changed = sum(seated.change is not None for paired in reading.state.rounds.values() for seated in paired.tables.values())
    return 1 + min(changed, MOST_PREVIEWS) if changed else 0


def pending_json(tournament: str, reading: TournamentReading, number: int | None, table: int | None) -> Pending:
    """Return the results that wait, in order of round and table. `number`: only results of this round; None: of all rounds. `table`: only
    results of tables with this number; None: of all tables."""
    waiting = [
        (paired.number, seated)
        for _, paired in sorted(reading.state.rounds.items())
        for _, seated in sorted(paired.tables.items())
        if number in (None, paired.number) and table in (None, seated.table)
    ]
    return {
        "tournament": tournament,
        "version": reading.version,
        "changes": list(_changes(reading, waiting)),
        "typed": [_typed(place, seated, seated.typed) for place, seated in waiting if seated.typed is not None],
    }


def _changes(reading: TournamentReading, waiting: list[tuple[int, Seated]]) -> Iterator[PendingChange]:
    now: Ranked | None = None
    made = 0
    for number, seated in waiting:
        if seated.change is None:
            continue
        now = ranked(reading.state) if now is None else now
        made += 1
        then = accepted(reading, number, seated.table, seated.change) if made <= MOST_PREVIEWS else None
        yield {
            "round": number,
            "table": seated.table,
            "sides": [[*side] for side in seated.sides],
            "change": seated.change.version,
            "by": seated.change.by,
            "game": seated.change.game or "",
            "game_version": seated.change.at[0],
            "former": result_json(seated.result),
            "new": None if seated.change.annulled else result_json(seated.change),
            "preview": None if then is None else foreseen_json(now, then, records=True),
        }


def accepted(reading: TournamentReading, number: int, table: int, change: Result) -> TournamentReading:
    """Return the tournament as it would be if a director accepted this change now."""
    last = reading.events[-1]
    act = ChangeAccepted(number, table, change.version)
    return reading.extended([StreamEvent(last.version + 1, EventId(""), act, last.by, last.at, last.offset, last.recorded_at, None)])


def _typed(number: int, seated: Seated, typed: Result) -> PendingResult:
    scores = None if typed.scores is None else [*typed.scores]
    return {
        "round": number,
        "table": seated.table,
        "sides": [[*side] for side in seated.sides],
        "result": typed.version,
        "by": typed.by,
        "winners": [*typed.winners],
        "scores": scores,
    }
