"""A tournament's stream read to a version: its events and the tournament after them."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.kernel.events import TournamentEvent
from domain.kernel.events.common import Retracted
from domain.tournament.fold import after, read
from domain.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class TournamentReading:
    """`events`: in order of version, the opening first. `state`: the tournament as corrected."""

    events: tuple[TournamentEvent, ...]
    state: Tournament

    @property
    def version(self) -> int:
        return self.events[-1].version

    def at(self, version: int) -> "TournamentReading":
        """The tournament as it was known at `version` (from 1 to the last)."""
        return self if version == self.version else tournament_read(self.events[:version])

    def extended(self, events: Sequence[TournamentEvent]) -> "TournamentReading":
        """This reading with `events` appended. A correction reads the whole stream again."""
        whole = (*self.events, *events)
        if any(event.after is not None or isinstance(event.act, Retracted) for event in events):
            return tournament_read(whole)
        return TournamentReading(whole, after(self.state, events))


def tournament_read(events: Sequence[TournamentEvent]) -> TournamentReading:
    """Read a whole stream, or any prefix of one. Raises ValueError if it does not begin with TournamentOpened."""
    return TournamentReading(tuple(events), read(events))
