"""The layout of what a store holds: which version it has, and whether this Faceup may use it.

    1   before the version was written down: names of people in a plain hash of each club
    2   names are sealed values in the stream of each club

The version is the key `faceup:layout`, in the store that it speaks of. A store without it is new, or of layout 1 where it has clubs. Only
`faceup upgrade` moves a layout on (workers/commands/upgrade.py).
"""

from typing import Final

from redis import Redis

from service.store.connect import ask
from service.store.keys import CLUBS
from service.store.outcomes import StoreError

KEY: Final = "faceup:layout"
LAYOUT: Final = 2
"""The layout that this Faceup reads and writes."""


class LayoutRefused(StoreError):
    """The store has another layout than this Faceup; the message says what to do."""


def layout_of(redis: Redis) -> int | None:
    """The layout of a store; None of one that is new. Raises StoreUnavailable, and LayoutRefused where the key holds no number."""
    written = ask(lambda: redis.get(KEY))
    if written is None:
        return 1 if ask(lambda: redis.exists(CLUBS)) else None
    if not written.isdigit():
        raise LayoutRefused(f"The layout of the data cannot be read: {KEY} holds {written!r:.40}. Nothing was touched.")
    return int(written)


def require(redis: Redis) -> None:
    """See that the store has the layout of this Faceup; a new store gets it. Raises LayoutRefused, StoreUnavailable."""
    layout = layout_of(redis)
    if layout is None:
        ask(lambda: redis.set(KEY, LAYOUT, nx=True))
        layout = layout_of(redis)
    if layout == LAYOUT:
        return
    if layout in range(1, LAYOUT):
        raise LayoutRefused(
            f"The data have layout {layout}, written by an older Faceup; this one needs layout {LAYOUT}. "
            "Make a copy of the data, then run `faceup upgrade`."
        )
    raise unknown(layout)


def unknown(layout: int | None) -> LayoutRefused:
    """Why a layout that this Faceup has never heard of is left alone."""
    return LayoutRefused(
        f"The data have layout {layout}; this Faceup knows layouts 1 to {LAYOUT}. "
        "Install the Faceup that wrote them, or a newer one. Nothing was touched."
    )
