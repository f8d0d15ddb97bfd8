"""The list of all kinds of streams. docs/decisions/store.md says how to add a kind."""

from typing import Final

from service.store.clubs.streams import CLUB
from service.store.games.kind import GAME
from service.store.seasons.seasons import SEASON
from service.store.streams.kinds import AnyKind
from service.store.tournaments.tournaments import TOURNAMENT

KINDS: Final[tuple[AnyKind, ...]] = (GAME, CLUB, TOURNAMENT, SEASON)


def kind_of(text: str) -> AnyKind:
    """Return the kind of the stream whose id is `text`. The stream need not exist. Raises ValueError if `text` is not the id of a
    stream."""
    for kind in KINDS:
        if kind.pattern.fullmatch(text):
            return kind
    raise ValueError(f"{text!r:.60} is not the id of a stream")
