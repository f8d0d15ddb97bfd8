"""The layout of a store's data, by number, and whether this Faceup may use the store.

    1   the store names no layout; names of people are in a plain hash of each club
    2   the store names its layout; names are sealed values in the stream of each club

The number is stored under the key `faceup:layout`. A store without that key is new, or of layout 1 if it has clubs. Only
`faceup upgrade` moves a store to the next layout (workers/commands/upgrade.py).
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
    """The layout of a store; None if it is new. Raises StoreUnavailable, and LayoutRefused if the key holds no number."""
    written = ask(lambda: redis.get(KEY))
    if written is None:
        return 1 if ask(lambda: redis.exists(CLUBS)) else None
    if not written.isdigit():
        raise LayoutRefused(f"The layout of the data cannot be read: {KEY} holds {written!r:.40}. Nothing was touched.")
    return int(written)


def require(redis: Redis) -> None:
    """Check that the store has the layout of this Faceup; a new store is given that layout. Raises LayoutRefused, StoreUnavailable."""
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
    """The refusal of a layout that this Faceup does not know."""
    return LayoutRefused(
        f"The data have layout {layout}; this Faceup knows layouts 1 to {LAYOUT}. "
        "Install the Faceup that wrote them, or a newer one. Nothing was touched."
    )
