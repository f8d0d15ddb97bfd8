"""Verdicts as they were read last, kept in this process: most requests find the verdict of a game as the one before did.

Not a store: all of it can be dropped at any moment. What is kept is used only for a head that names the same verdict of the same record.
"""

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from service.store.games.heads import Head
from service.store.games.verdicts import VerdictEntry, Verdicts
from service.store.keys import GameId


class _Kept(NamedTuple):
    """Entries, and what the head said of them."""

    verdict: tuple[str, int, int, str]
    entries: tuple[VerdictEntry, ...]


class Judged:
    """The `most` verdicts asked for last. Safe among threads and greenlets."""

    def __init__(self, verdicts: Verdicts, most: int = 2048) -> None:
        self._verdicts = verdicts
        self._most = most
        self._kept: OrderedDict[GameId, _Kept] = OrderedDict()
        self._lock = Lock()

    def of(self, head: Head) -> tuple[VerdictEntry, ...]:
        """Everything that had ever been raised or withdrawn in a game when it had this head, in order. Raises StoreUnavailable."""
        if head.verdict == 0:
            return ()
        named = (head.hash, head.verdict, head.validated, head.engine)
        kept = self._kept.get(head.game)
        if kept is None or kept.verdict != named:
            kept = _Kept(named, tuple(self._verdicts.entries(head.game)[: head.verdict]))
            with self._lock:
                self._kept.pop(head.game, None)
                self._kept[head.game] = kept
                if len(self._kept) > self._most:
                    self._kept.popitem(last=False)
        return kept.entries
