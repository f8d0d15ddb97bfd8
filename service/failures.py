"""What may be said of a failure where others can read it: its class and its place.

Never its message: `KeyError: 'TS'` tells a card that may be sealed.
"""

from traceback import walk_tb
from typing import Final

_OURS: Final = ("domain", "service", "workers")


def describe(error: BaseException) -> str:
    """`KeyError at domain.systems.high_card.table:81`: the class, and the innermost line of this project that it came from."""
    places = [(str(frame.f_globals.get("__name__")), line) for frame, line in walk_tb(error.__traceback__)]
    ours = [place for place in places if place[0].split(".")[0] in _OURS]
    module, line = (ours or places or [("nowhere", 0)])[-1]
    return f"{type(error).__name__} at {module}:{line}"
