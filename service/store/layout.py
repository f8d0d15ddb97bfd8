"""The layout of a store: a number for the format of its data. `require` checks whether this Faceup can use a store.

    1   the store does not hold its layout; the names of a club's people are in a Redis hash
    2   the store holds its layout; the names are sealed values in the club's own stream of events
    3   the names of clubs are in 64 sets instead of one; the landing page has lists of its own

The key `faceup:layout` holds the number. A store without that key has layout 1 if it has the set of layout 1; otherwise it is new. Only
`faceup upgrade` changes the layout of a store (workers/commands/upgrade.py). The key is read when a process starts, never in a request.
"""

from collections.abc import Iterable
from typing import Final

from redis import Redis

from service.store.connect import ask
from service.store.errors import StoreError
from service.store.keys import FORMER_CLUBS, Club

KEY: Final = "faceup:layout"
LAYOUT: Final = 3
"""The layout that this Faceup reads and writes."""


RESTORING: Final = b"restoring "
"""While a backup is restored, the key `faceup:layout` holds this word and the names of the restored clubs, instead of the layout."""


class LayoutRefused(StoreError):
    """The store has another layout than this Faceup; the message says what to do."""


def layout_of(redis: Redis) -> int | None:
    """Read the layout of a store; None if the store is new. Raises StoreUnavailable, and LayoutRefused if the key holds no number."""
    written = ask(lambda: redis.get(KEY))
    if written is None:
        return 1 if ask(lambda: redis.exists(FORMER_CLUBS)) else None
    if written.startswith(RESTORING):
        raise LayoutRefused("A backup is being restored into these data, and is not complete: give the same `faceup restore` again.")
    if not written.isdigit():
        raise LayoutRefused(f"The layout of the data cannot be read: {KEY} holds {written!r:.40}. Nothing was touched.")
    return int(written)


def clubs_restoring(redis: Redis) -> frozenset[Club]:
    """Return the clubs of an unfinished restore; none if every restore is complete."""
    written: bytes = ask(lambda: redis.get(KEY)) or b""
    return frozenset(map(Club, written.removeprefix(RESTORING).decode().split())) if written.startswith(RESTORING) else frozenset()


def begin_restoring(redis: Redis, clubs: Iterable[Club]) -> None:
    """Lock the store for a restore: until `end_restoring`, `require` refuses it."""
    ask(lambda: redis.set(KEY, RESTORING + " ".join(sorted(clubs)).encode()))


def end_restoring(redis: Redis) -> int:
    """Unlock the store. Returns its layout: the former one if an older Faceup has begun the restore, so that `require` asks for an
    upgrade, which finds the other clubs."""
    layout = LAYOUT - 1 if ask(lambda: redis.exists(FORMER_CLUBS)) else LAYOUT
    ask(lambda: redis.set(KEY, layout))
    return layout


def require(redis: Redis) -> None:
    """Check that the store has the layout of this Faceup. A new store gets it. Raises LayoutRefused, StoreUnavailable."""
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
    """Make the exception for a layout that this Faceup does not know."""
    return LayoutRefused(
        f"The data have layout {layout}; this Faceup knows layouts 1 to {LAYOUT}. "
        "Install the Faceup that wrote them, or a newer one. Nothing was touched."
    )
