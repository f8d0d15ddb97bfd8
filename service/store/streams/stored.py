"""What an append or an import has done."""

from dataclasses import dataclass
from typing import Literal

from domain.kernel.events import EventId
from service.store.keys import GameId, StreamId

Outcome = Literal["appended", "completed", "already-there"]


@dataclass(frozen=True, slots=True)
class Appended:
    """The result of an append: the whole batch is stored now. `version`: the stream's current version. `first`: the version of the batch's
    first event. `events`: (version, id) of each event of the batch.

    `outcome` "completed": the first part of the batch was stored before, the rest is new.
    """

    stream: StreamId
    version: int
    first: int
    outcome: Outcome
    events: tuple[tuple[int, EventId], ...]

    @property
    def game(self) -> GameId:
        """The id of the stream, typed as the id of a game."""
        return GameId(self.stream)


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of an import: the whole copy is stored now. `version`: the stream's current version. `added`: how many events of the copy
    are new.

    `outcome` "completed": the first part of the copy was stored before. "already-there": the whole copy was stored before; the stream may
    have later events.
    """

    stream: StreamId
    version: int
    added: int
    outcome: Outcome

    @property
    def game(self) -> GameId:
        """The id of the stream, typed as the id of a game."""
        return GameId(self.stream)


def restored(stream: StreamId, version: int, stored: int, copied: int) -> Restored:
    """Make the result of a restore of `copied` events. `stored`: how many were stored before. `version`: the stream's current version."""
    return Restored(stream, version, copied - stored, "already-there" if stored == copied else "completed" if stored else "appended")
