"""Finds the newest games of a club that match a filter, without looking at the other games.

The keys of LISTS (service/projections/lists.py) say which games match, as far as workers have read the club's feed. A game may have changed
since. So every game that may have changed is found too, whether it matches or not. The caller looks at each game that is found here.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from redis import Redis

from service.projections.lists import place, placed, start
from service.store.connect import ask, script
from service.store.errors import NoSuchGame
from service.store.games.records import Records
from service.store.keys import GAME_LETTERS, Club, GameId, Keys, full_name
from service.store.projected import LISTS

AT_ONCE: Final = 50
"""The most games that are found in one round trip to Redis."""
MOST_CHANGED: Final = 500
"""If more changes than this are missing in the rows, the rows are too old, and games are found without them."""


Choices = Sequence[Sequence[str]]
"""Ways to find the games that match. Each is a list of words, and every matching game is under one of these words. The way with the fewest
games is taken. Empty: every game may match."""


class Some(NamedTuple):
    """Some games that may match, newest first. `changed`: games that may have changed since the rows were made; some of them may not be in
    `games`."""

    games: Sequence[GameId]
    changed: frozenset[GameId]


class _Found(NamedTuple):
    """The games that one search found. `more`: whether older games may match too."""

    some: Some
    more: bool


class Listing:
    """Finds games for lists. `fold`: the version of the code that must have made the rows."""

    def __init__(self, records: Records, redis: Redis, fold: str, now: Callable[[], int]) -> None:
        self._records = records
        self._redis = redis
        self._fold = fold
        self._now = now
        self._listing = script(redis, "listing.lua")

    def pages(self, club: Club, choices: Choices, before: GameId | None) -> Iterator[Some]:
        """Yield the games of a club that may match, newest first, at most AT_ONCE at a time. If there are no rows with which matching games
        can be found, yield all games. `before`: only older games; None: from the newest. Raises NoSuchGame if `before` does not exist."""
        while choices:
            found = self._found(club, choices, before)
            if found is None:
                break
            games, changed = found.some
            for at in range(0, len(games), AT_ONCE):
                yield Some(games[at : at + AT_ONCE], changed)
            if not found.more:
                return
            before = games[-1]
        while page := self._records.newest(club, before=before, limit=AT_ONCE):
            yield Some(page, frozenset(page))
            before = page[-1]

    def _found(self, club: Club, choices: Choices, before: GameId | None) -> _Found | None:
        keys = Keys(club)
        end = b"" if before is None else place(self._opened(club, before), before)
        ranges = [part for words in choices for part in (len(words), *map(start, words))]
        arguments: list[Any] = [self._fold, self._now(), MOST_CHANGED, AT_ONCE, end, *ranges]
        names = [keys.generation("live"), keys.rows("live", LISTS), keys.waiting("live"), keys.feed, keys.parked, keys.delayed]
        reply = self._listing(names, arguments)
        return None if reply is None else self._merged(club, reply, None if before is None else placed(club, end))

    def _opened(self, club: Club, game: GameId) -> int:
        opened = ask(lambda: self._redis.zscore(Keys(club).games, game))
        if opened is None:
            raise NoSuchGame(game)
        return int(opened)

    def _merged(self, club: Club, reply: Sequence[Any], before: tuple[int, GameId] | None) -> _Found:
        pointers, changed, ranges = reply
        changes = frozenset([*_games_in(club, pointers), *(GameId(game.decode()) for game in changed)])
        listed = [[placed(club, key) for key in keys] for keys in ranges]
        # A range from which AT_ONCE games were read may have older games too. So games older than `cut` must wait for the next search.
        cut = max((keys[-1] for keys in listed if len(keys) == AT_ONCE), default=None)
        found = {*(each for keys in listed for each in keys), *self._changed(club, changes, before)}
        games = [game for opened, game in sorted(found, reverse=True) if cut is None or (opened, game) >= cut]
        return _Found(Some(games, changes), more=cut is not None)

    def _changed(self, club: Club, games: Iterable[GameId], before: tuple[int, GameId] | None) -> Iterable[tuple[int, GameId]]:
        """Return those of `games` that are older than `before`, each with the time at which it was opened."""
        names = list[str](games)
        scores = ask(lambda: self._redis.zmscore(Keys(club).games, names)) if names else []
        opened = [(int(score), GameId(game)) for score, game in zip(scores, names, strict=True) if score is not None]
        return [each for each in opened if before is None or each < before]


def _games_in(club: Club, pointers: Iterable[bytes]) -> set[GameId]:
    """Return the games that entries of the feed are about."""
    letters = tuple(letter.encode() for letter in GAME_LETTERS)
    return {GameId(full_name(club, pointer[1:])) for pointer in pointers if pointer[:1] in letters}
