"""Decides what a tournament takes from the recorded games of its tables. A worker (workers/take.py) records it.

Every answer follows from the tournament and from one game alone. Therefore the answers are the same however often, and in whichever order,
a caller asks.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID, uuid5

from domain.kernel.events import EventId, TournamentAct, TournamentEvent
from domain.kernel.events.common import Retracted
from domain.kernel.events.tournaments import (
    ForfeitRuled,
    PairingChanged,
    ResultApproved,
    ResultEntered,
    ResultTaken,
    RoundPaired,
    RoundUnpublished,
    SettingsChanged,
    TableLinked,
    TournamentFinished,
)
from domain.record.fold import Reading
from domain.record.open_deals import may_be_taken
from domain.tournament.fold import result_of
from domain.tournament.reading import TournamentReading
from domain.tournament.seating import sides_of
from domain.tournament.state import Seated, Tournament

IDS: Final = UUID("0d6c1f7e-8f0a-5d0b-9a53-5c9b7c3f4b1e")
"""The UUID namespace for the ids of the events ResultTaken."""
_REACHING: Final = (
    SettingsChanged
    | TournamentFinished
    | RoundPaired
    | PairingChanged
    | RoundUnpublished
    | TableLinked
    | ResultEntered
    | ResultTaken
    | ResultApproved
    | ForfeitRuled
)
"""If one of these acts is corrected, the tournament may want another result from any of its games."""


class Taken(NamedTuple):
    """What decides about the result of a game: its record and how far it was validated. `reading`: the record as far as it is validated.
    `version`: the last version in `reading`. `hash`: the hash of that event, in hexadecimal. `verdict`: the version up to which the record
    was validated. `asks`: whether the record has a query on which nobody has ruled."""

    game: str
    reading: Reading
    version: int
    verdict: int
    hash: str
    asks: bool


class TableOfRound(NamedTuple):
    """A table of a round."""

    round: int
    table: int


def places(state: Tournament) -> dict[str, list[TableOfRound]]:
    """Return the tables to which each game is linked, in order of round and table: {id of the game: tables}."""
    found: dict[str, list[TableOfRound]] = {}
    for number, paired in sorted(state.rounds.items()):
        for seated in paired.tables.values():
            if seated.game is not None:
                found.setdefault(seated.game, []).append(TableOfRound(number, seated.table))
    return found


def wanted(state: Tournament, number: int, seated: Seated, game: Taken) -> ResultTaken | None:
    """Return the event that should be recorded now for a table of round `number`; None if there is nothing to record. Nothing is recorded
    in four cases: the tournament is finished; the game has not reached the necessary state; the result of a newer version was taken
    already; the same result counts, waits or was declined already.

    A setting says which state the game must have reached for its first result. For later results it is enough that the game is finished,
    because a ruling or a correction ends the confirmation. Later results wait for the director.
    """
    if state.finished or seated.game != game.game or (game.version, game.verdict) <= seated.seen:
        return None
    result = game.reading.result
    if result.state == "annulled":
        act = _act(number, seated, game, None, (), annulled=True)
        return act if _ends_a_result(seated, game.game) else None
    was_taken = seated.result is not None and seated.seen > (0, 0)
    if not may_be_taken(game.reading, "finished" if was_taken else state.settings.takes, asks=game.asks):
        return None
    scores, winners = sides_of(seated, game.reading)
    act = _act(number, seated, game, scores, winners)
    return act if _changes(seated, act) else None


def _act(
    number: int, seated: Seated, game: Taken, scores: tuple[int, ...] | None, winners: tuple[int, ...], *, annulled: bool = False
) -> ResultTaken:
    made_from = (game.game, game.version, game.verdict, game.hash)
    return ResultTaken(number, seated.table, *made_from, scores or (), winners, annulled or None)


def _ends_a_result(seated: Seated, game: str) -> bool:
    """Whether the annulment of `game` changes something at the table. The annulment changes something if a result of the game counts or
    waits for the director, and if no annulment of the game waits or was declined."""
    if seated.change is not None and seated.change.game == game:
        return not seated.change.annulled
    declined = seated.declined is not None and seated.declined.annulled
    return seated.result is not None and seated.result.game == game and not declined


def _changes(seated: Seated, act: ResultTaken) -> bool:
    """Whether recording `act` would change the table: its result would count or wait for the director, or would take back another change
    that waits."""
    new = result_of(act)
    if seated.result is None:
        return True
    if seated.result.same(new):
        return seated.change is not None
    others = (seated.change, None if seated.change is not None else seated.declined)
    return not any(other is not None and other.same(new) for other in others)


def event_id(tournament: str, seated: Seated, act: ResultTaken) -> EventId:
    """Return the id of the event that records `act`. As long as the game keeps its link to the table, the same result has the same id.
    Therefore the same result is recorded only once, even if somebody withdraws its event. If the game is linked again, the result may be
    recorded again."""
    name = f"{tournament}:{act.round}:{act.table}:{seated.linked}:{act.game}:{act.version}:{act.verdict}"
    return EventId(str(uuid5(IDS, name)))


# --- which games to look at ---------------------------------------------------------------------------------------------------------------


def to_look_at(reading: TournamentReading, seen: int) -> set[str]:
    """Return the games from which the tournament may want something, because of the tournament's events after version `seen`. If one of
    these events concerns every table, return all linked games. Otherwise return the games that these events linked to a table, and the
    games from which they took a result."""
    state, newer = reading.state, reading.events[seen:]
    if state.finished:
        return set()
    linked = places(state)
    if any(_reaches_all(event, reading.events) for event in newer):
        return set(linked)
    named = {event.act.game for event in newer if isinstance(event.act, TableLinked | ResultTaken)}
    return named & linked.keys()


def _reaches_all(event: TournamentEvent, events: Sequence[TournamentEvent]) -> bool:
    act: TournamentAct = event.act
    if isinstance(act, Retracted):
        target = events[act.target - 1] if act.target <= len(events) else None
        return target is None or isinstance(target.act, Retracted | _REACHING)
    return isinstance(act, SettingsChanged) or (event.after is not None and isinstance(act, _REACHING))
