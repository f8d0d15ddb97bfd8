"""A tournament's stream up to some version: its events, and the state that they lead to."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from domain.kernel.events import TournamentEvent
from domain.kernel.events.common import Retracted
from domain.tournament.fold import after, read
from domain.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class TournamentReading:
    """A stream and its state. `events`: in order of version, TournamentOpened first. `state`: the tournament after them, corrections
    included."""

    events: tuple[TournamentEvent, ...]
    state: Tournament

    @property
    def version(self) -> int:
        return self.events[-1].version

    def mark(self, version: int | None = None) -> str:
        """Return a digest, in hexadecimal, that tells event `version` (None: the last) from every other one that ever had its version. An
        event that was lost in a failover and is recorded again has the same id, but perhaps after other events, or with another result."""
        event = self.events[-1 if version is None else version - 1]
        return sha256(f"{event.id}@{event.recorded_at}".encode()).hexdigest()

    def at(self, version: int) -> "TournamentReading":
        """Return the reading of the first `version` events: the tournament as it was known after event `version`. `version` is from 1 to
        the last."""
        return self if version == self.version else tournament_read(self.events[:version])

    def extended(self, events: Sequence[TournamentEvent]) -> "TournamentReading":
        """Return this reading with `events` appended. If one of them is a correction, the state is computed again from the whole stream."""
        whole = (*self.events, *events)
        return tournament_read(whole) if _corrects(events) else TournamentReading(whole, after(self.state, events))

    def reach(self, events: Sequence[TournamentEvent]) -> int:
        """Return how many events `extended(events)` would fold."""
        return len(events) + (len(self.events) if _corrects(events) else 0)


def _corrects(events: Sequence[TournamentEvent]) -> bool:
    return any(event.after is not None or isinstance(event.act, Retracted) for event in events)


def tournament_read(events: Sequence[TournamentEvent]) -> TournamentReading:
    """Read a whole stream, or its first events. Raises ValueError if the first one is not TournamentOpened."""
    return TournamentReading(tuple(events), read(events))
