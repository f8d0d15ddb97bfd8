"""Describes an exception for a log or an answer, by its class and the place where it was raised.

The exception's message is left out: `KeyError: 'TS'` names a card that may be sealed.
"""

from traceback import walk_tb
from typing import Final

_OURS: Final = ("domain", "service", "workers")


def describe(error: BaseException) -> str:
    """Return the class of `error` and the innermost line of this project that raised it: `KeyError at
    domain.systems.high_card.table:81`."""
    places = [(str(frame.f_globals.get("__name__")), line) for frame, line in walk_tb(error.__traceback__)]
    ours = [place for place in places if place[0].split(".")[0] in _OURS]
    module, line = (ours or places or [("nowhere", 0)])[-1]
    return f"{type(error).__name__} at {module}:{line}"
