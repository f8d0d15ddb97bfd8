"""Verdicts that were read last, kept in this process: most requests need the same verdict of a game as the request before.

Not a store: all of it can be dropped at any moment. A kept verdict is used only for a head that names the same verdict of the same record.
"""

from typing import NamedTuple

from service.kept.cache import FINDING_BYTES, Cache, Shelf
from service.store.games.heads import Head
from service.store.games.verdicts import VerdictEntry, Verdicts
from service.store.keys import GameId


class _Kept(NamedTuple):
    """The entries, and what the head said of them."""

    verdict: tuple[str, int, int, str]
    entries: tuple[VerdictEntry, ...]


class Judged:
    """The verdicts asked for last. Safe for threads and greenlets. `cache` None: one of its own."""

    def __init__(self, verdicts: Verdicts, cache: Cache | None = None) -> None:
        self._verdicts = verdicts
        self._kept: Shelf[GameId, _Kept] = Shelf(cache or Cache(), lambda kept: (1 + len(kept.entries)) * FINDING_BYTES)

    def of(self, head: Head) -> tuple[VerdictEntry, ...]:
        """Every entry of the verdict that the game had at this head, in order: findings raised and withdrawn. Raises StoreUnavailable."""
        if head.verdict == 0:
            return ()
        named = (head.hash, head.verdict, head.validated, head.engine)
        kept = self._kept.get(head.game)
        if kept is None or kept.verdict != named:
            kept = _Kept(named, tuple(self._verdicts.entries(head.game)[: head.verdict]))
            self._kept.put(head.game, kept)
        return kept.entries
