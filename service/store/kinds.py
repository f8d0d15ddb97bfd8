"""The kinds of streams that there are. docs/decisions/streams.md says how to add one."""

from typing import Final

from service.store.clubs.kind import CLUB
from service.store.games.kind import GAME
from service.store.streams.kinds import AnyKind

KINDS: Final[tuple[AnyKind, ...]] = (GAME, CLUB)


def kind_of(text: str) -> AnyKind:
    """The kind of the stream with this id. Raises ValueError for anything that is no stream's id; whether it exists is another question."""
    for kind in KINDS:
        if kind.pattern.fullmatch(text):
            return kind
    raise ValueError(f"{text!r:.60} is not the id of a stream")
