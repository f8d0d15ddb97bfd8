"""Computes the state of a season from its events. Retracted events do not count (domain/record/fold.py). An event that makes no sense
changes nothing; `checks.py` refuses it before it is recorded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import NamedTuple, cast

from domain.kernel.events import Event, SeasonEvent
from domain.kernel.events.common import Retracted, Visibility
from domain.kernel.events.seasons import (
    CorrectionAccepted,
    CorrectionDeclined,
    FinalRow,
    SeasonClosed,
    SeasonOpened,
    SeasonSettings,
    SeasonSettingsChanged,
    TournamentCounted,
    TournamentLeftOut,
)
from domain.record.fold import corrected


class Counted(NamedTuple):
    """A tournament that counts. `rows`: its standings as the season counts them. `reached`: the version of the tournament at which they
    were taken. `version`: the version of the season's event that has them. `declined`: the digests of other standings that a director has
    declined since."""

    tournament: str
    version: int
    reached: int
    rows: tuple[FinalRow, ...]
    declined: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Season:
    """The state of a season after event `version`. `name`: None if it is not in this copy. `counted`: by tournament, in the order in which
    they were counted. `end`: the version of its SeasonClosed; None while the season runs."""

    version: int
    name: str | None
    settings: SeasonSettings
    visibility: Visibility
    counted: Mapping[str, Counted] = field(default_factory=dict)
    end: int | None = None

    @property
    def closed(self) -> bool:
        return self.end is not None


@dataclass(frozen=True, slots=True)
class SeasonReading:
    """A season's stream up to some version, and the state that it leads to. `events`: in order of version, SeasonOpened first."""

    events: tuple[SeasonEvent, ...]
    state: Season

    @property
    def version(self) -> int:
        return self.events[-1].version

    def at(self, version: int) -> "SeasonReading":
        """Return the reading of the first `version` events: the season as it was known then."""
        return self if version == self.version else season_read(self.events[:version])

    def extended(self, events: Sequence[SeasonEvent]) -> "SeasonReading":
        """Return this reading with `events` appended. If one of them is a correction, the whole stream is folded again."""
        whole = (*self.events, *events)
        if _corrects(events):
            return season_read(whole)
        return SeasonReading(whole, replace(reduce(_evolve, events, self.state), version=whole[-1].version))

    def reach(self, events: Sequence[SeasonEvent]) -> int:
        """Return how many events `extended(events)` would fold."""
        return len(events) + (len(self.events) if _corrects(events) else 0)


def _corrects(events: Sequence[SeasonEvent]) -> bool:
    return any(isinstance(event.act, Retracted) for event in events)


def season_read(events: Sequence[SeasonEvent]) -> SeasonReading:
    """Read a whole stream, or its first events. Raises ValueError if the first one is not SeasonOpened."""
    standing = cast("list[SeasonEvent]", corrected(cast("Sequence[Event]", events)))
    opened = standing[0].act
    if not isinstance(opened, SeasonOpened):
        raise ValueError(f"version {standing[0].version} is {standing[0].type}: a season begins with SeasonOpened")
    state = reduce(_evolve, standing[1:], Season(1, opened.name.value, opened.settings, opened.visibility))
    return SeasonReading(tuple(events), replace(state, version=events[-1].version))


def _evolve(state: Season, event: SeasonEvent) -> Season:
    match event.act:
        case SeasonSettingsChanged(settings):
            return replace(state, settings=settings)
        case TournamentCounted() | CorrectionAccepted() as act:
            known = state.counted.get(act.tournament)
            if (known is None) == isinstance(act, CorrectionAccepted) or (known is not None and act.version <= known.reached):
                return state
            return _with(state, Counted(act.tournament, event.version, act.version, act.rows))
        case TournamentLeftOut(tournament):
            return replace(state, counted={name: each for name, each in state.counted.items() if name != tournament})
        case CorrectionDeclined(tournament, digest) if tournament in state.counted:
            known = state.counted[tournament]
            return _with(state, known._replace(declined=known.declined | {digest}))
        case SeasonClosed():
            return replace(state, end=event.version)
        case _:
            return state


def _with(state: Season, counted: Counted) -> Season:
    return replace(state, counted={**state.counted, counted.tournament: counted})
