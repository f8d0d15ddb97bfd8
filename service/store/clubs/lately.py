"""Remembers for a moment what was read about the people of clubs, so that a page that many people open does not ask Redis each time."""

from collections.abc import Callable

from domain.kernel.events import PersonId
from service.memory import shares
from service.memory.cache import REMEMBERED_MS, Cache, Region
from service.store.keys import Club
from service.store.streams.append import Now

_Key = tuple[Club, int, tuple[PersonId, ...]]
"""The key of remembered names: (club, version of the last change of a name in it, people)."""


class Lately:
    """What one process remembers of all clubs. Every answer is at most REMEMBERED_MS old. `now`: returns the time in ms UTC.
    `named_at`, `names`: the methods of `People` that read what is not remembered. Safe to share between threads."""

    def __init__(
        self,
        now: Now,
        named_at: Callable[[Club], int],
        names: Callable[[Club, tuple[PersonId, ...]], dict[PersonId, str]],
        cache: Cache,
    ) -> None:
        self._read_named = named_at
        self._read_names = names
        self._names: Region[_Key, dict[PersonId, str]] = Region(
            cache, lambda names: 1000 + 500 * len(names), shares.NAMES, REMEMBERED_MS, now
        )
        self._changed: Region[Club, int] = Region(cache, lambda _: 100, shares.RENAMED, REMEMBERED_MS, now)

    def named_at(self, club: Club) -> int:
        """Return the version of the last event of the club's stream that renamed, merged or erased somebody; 0: there is none."""
        return self._changed.of(club, lambda: self._read_named(club)) or 0

    def names(self, club: Club, people: tuple[PersonId, ...]) -> dict[PersonId, str]:
        """Return the names of `people`, by person, without erased and unknown people. If `named_at` has returned the version of a
        change, names that were read before that change are never returned again."""
        key = (club, self.named_at(club), people)
        return (self._names.of(key, lambda: self._read_names(club, people)) if people else None) or {}

    def forget(self, club: Club) -> None:
        """Forget all names, and the last change of a name in the club."""
        self._names.forget()
        self._changed.drop(club)
