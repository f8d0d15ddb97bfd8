"""Decides which games a director may remove from the lists: those in which nothing was played, and those that were given up. Source:
docs/decisions/life-of-a-record.md."""

from typing import Final

from domain.kernel.events import (
    GameLinked,
    GameOpened,
    GameRemoved,
    PlayerJoined,
    PlayerLeft,
    PlayerSubstituted,
    SpectatorDelaySet,
    VisibilitySet,
)
from domain.record.fold import Reading

GIVEN_UP: Final = ("abandoned", "unfinished")
_SETTING_UP: Final = (
    GameOpened, GameLinked, GameRemoved, PlayerJoined, PlayerLeft, PlayerSubstituted, SpectatorDelaySet, VisibilitySet,
)  # fmt: skip
"""The acts after which a game is still untouched: nobody has played, and nothing was written down about play."""


def kept_in_lists(reading: Reading) -> str | None:
    """Return why a game stays in the lists; None if a director may remove it."""
    state = reading.result.state
    if state in GIVEN_UP:
        return None
    if state == "open":
        untouched = all(isinstance(step.event.act, _SETTING_UP) for step in reading.steps)
        return None if untouched else "This game is in play. Abandon it first; then it can be removed from the lists."
    if state == "annulled":
        return "This game is annulled: it counts nowhere, and the lists say so."
    return f"This game is {state}: it has a result, so it stays in the lists. A director can annul it."
