"""The practice tables of an installation. At a practice table, a visitor without a link records one game.

Each practice table is a club of its own, with one game, the names of its players, and the tokens of its links. The club is not in the set
of all clubs, but in the sorted set `PRACTICE`. So whatever walks through all clubs (lists, statistics, backups, exports, metrics)
never meets it. A table *ends* OPEN_MS after it was opened: then its tokens expire. CLEARED_MS after it was opened, the relay *clears* it:
it deletes every key of the club.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from redis import Redis

from domain.kernel.shapes import MAX_SEATS
from service.store.clubs.clubs import Clubs, Token
from service.store.clubs.streams import CLUB, own_stream
from service.store.connect import ask
from service.store.errors import StoreUnavailable
from service.store.games.kind import GAME
from service.store.keys import PRACTICE, PRACTICE_LETTERS, PRACTICE_NAME, Club, GameId, Keys, is_practice, set_of
from service.store.nodes import Nodes

OPEN_MS: Final = 59 * 60 * 1000
CLEARED_MS: Final = 60 * 60 * 1000
"""A table is cleared later than it ends, so that a request that began before the end does not write what was cleared already."""
MOST_LINKS: Final = 6
"""How many tokens a table may have, that of the visitor who opened it included."""
AT_ONCE: Final = 50
"""The most tables that one sweep clears."""
LABEL: Final = "practice table"


class AllTaken(Exception):
    """As many practice tables are open as the installation allows. The next one is cleared in `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"all practice tables are taken for the next {seconds} seconds")
        self.seconds = seconds


class PracticeTables:
    """The practice tables of one installation. `redis` must not retry by itself (use `write_client`)."""

    def __init__(self, redis: Redis, clubs: Clubs, now: Callable[[], int]) -> None:
        self._redis = redis
        self._clubs = clubs
        self._now = now

    def begin(self, most: int) -> tuple[Club, int]:
        """Make a club for a new table. Returns its name, and when the table ends (ms UTC). `most`: how many tables there may be at once (0:
        any number). Raises AllTaken."""
        now = self._now()
        club = self._new_name(now + CLEARED_MS)
        count, first = ask(self._counted)
        if most and count > most:
            ask(lambda: self._redis.zrem(PRACTICE, club))
            raise AllTaken(max(1, (int(first[0][1]) - now) // 1000))
        return club, now + OPEN_MS

    def _new_name(self, cleared: int) -> Club:
        """Choose a name that no club has, and note when its table is cleared. Nothing else is written before this, so everything that is
        written will be cleared."""
        club = Club(PRACTICE_NAME + self._clubs.letters(PRACTICE_LETTERS))
        if not ask(lambda: self._redis.sismember(set_of(club), club)) and ask(lambda: self._redis.zadd(PRACTICE, {club: cleared}, nx=True)):
            return club
        return self._new_name(cleared)

    def _counted(self) -> list[Any]:
        with self._redis.pipeline(transaction=False) as pipe:
            pipe.zcard(PRACTICE)
            pipe.zrange(PRACTICE, 0, 0, withscores=True)
            return pipe.execute()

    def link(self, game: GameId, club: Club, ends: int) -> tuple[Token, str] | None:
        """Issue a token that records in the game of a table until the table ends. Returns the token and its secret string; None if the
        table has MOST_LINKS tokens already."""
        if ask(lambda: self._redis.zcard(Keys(club).tokens)) >= MOST_LINKS:
            return None
        token, secret = self._clubs.issue(club, LABEL, "record", game=game, expires=ends)
        # `clear` does not find the row of a token that its holder withdraws.
        ask(lambda: self._redis.pexpireat(Keys(club).token(token.id), ends + CLEARED_MS - OPEN_MS))
        return token, secret

    def ends(self, club: Club) -> int | None:
        """Return when a table ends, in ms UTC; None if it has ended or is no practice table."""
        cleared = ask(lambda: self._redis.zscore(PRACTICE, club)) if is_practice(club) else None
        ends = None if cleared is None else int(cleared) - CLEARED_MS + OPEN_MS
        return ends if ends is not None and ends > self._now() else None

    def clubs(self) -> list[Club]:
        """Return the clubs of all tables that are not cleared yet."""
        return [Club(club.decode()) for club in ask(lambda: self._redis.zrange(PRACTICE, 0, -1))]

    def sweep(self) -> None:
        """Clear the tables whose time has come, at most AT_ONCE; except those on a node that is lost."""
        nodes, lost = Nodes(self._redis), set[Redis]()
        for name in ask(lambda: self._redis.zrange(PRACTICE, "-inf", self._now(), byscore=True, offset=0, num=AT_ONCE)):
            club = Club(name.decode())
            node = nodes.of(club)
            if node in lost:
                continue
            try:
                self.clear(club)
            except StoreUnavailable:
                lost.add(node)

    def clear(self, club: Club) -> None:
        """Delete every key of a table. The lists of its games and tokens, and the table's entry in PRACTICE, go last: if this is
        interrupted, the next sweep finds everything again."""
        keys = Keys(club)
        games, tokens = (self._listed(each) for each in (keys.games, keys.tokens))
        own = own_stream(club)
        names = [keys.feed, keys.dirty, keys.delayed, keys.parked, keys.directory]
        names += [keys.stream(own, CLUB.name), keys.head(own), keys.ids(own), keys.sealed(own)]
        names += [keys.token(token) for token in tokens]
        for game in map(GameId, games):
            names += [keys.stream(game, GAME.name), keys.head(game), keys.ids(game), keys.sealed(game), keys.verdict(game)]
            names += [keys.pins(game), *(keys.tries(game, seat) for seat in range(MAX_SEATS))]
        ask(lambda: self._redis.unlink(*names))
        ask(lambda: self._redis.unlink(keys.games, keys.tokens))
        ask(lambda: self._redis.zrem(PRACTICE, club))

    def _listed(self, key: str) -> Sequence[str]:
        return [each.decode() for each in ask(lambda: self._redis.zrange(key, 0, -1))]
