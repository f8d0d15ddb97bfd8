"""Caches the verdicts that this process read most recently. Every kept verdict may be dropped at any moment.

A kept verdict is used only for a head with the same hash, number of entries, validated version and engine.
"""

from typing import NamedTuple

from service.kept.cache import FINDING_BYTES, Cache, Shelf
from service.store.games.heads import Head
from service.store.games.verdicts import VerdictEntry, Verdicts
from service.store.keys import GameId


class _Kept(NamedTuple):
    """A cached verdict. `verdict`: hash, number of entries, validated version and engine of the head for which it was read. `entries`:
    the findings raised or withdrawn, in order."""

    verdict: tuple[str, int, int, str]
    entries: tuple[VerdictEntry, ...]


class Judged:
    """Caches the verdicts that were requested most recently. Safe for threads and greenlets. `cache`: where they are kept; None: in a
    new cache."""

    def __init__(self, verdicts: Verdicts, cache: Cache | None = None) -> None:
        self._verdicts = verdicts
        self._kept: Shelf[GameId, _Kept] = Shelf(cache or Cache(), lambda kept: (1 + len(kept.entries)) * FINDING_BYTES)

    def of(self, head: Head) -> tuple[VerdictEntry, ...]:
        """Return every entry of the verdict at this head: the findings raised or withdrawn, in order. Raises StoreUnavailable."""
        if head.verdict == 0:
            return ()
        named = (head.hash, head.verdict, head.validated, head.engine)
        kept = self._kept.get(head.game)
        if kept is None or kept.verdict != named:
            kept = _Kept(named, tuple(self._verdicts.entries(head.game)[: head.verdict]))
            self._kept.put(head.game, kept)
        return kept.entries
