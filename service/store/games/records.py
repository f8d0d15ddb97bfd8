"""The records of games: streams of the kind `game`, and the lists of a club's games."""

from collections.abc import Collection, Sequence
from secrets import token_bytes
from typing import Any, Final

import orjson
from redis import Redis

from domain.kernel.events import Act, GameOpened
from domain.record.chain import NewSalt
from service.memory.cache import Cache
from service.store.connect import ask
from service.store.games.budget import Limits, spent_after
from service.store.games.heads import Head
from service.store.games.kind import GAME
from service.store.keys import Club, GameId, Keys, StreamId, keys_of
from service.store.streams.append import Now, Payer, SealedDraft, Spent
from service.store.streams.streams import Streams
from service.store.streams.wire import SALT_BYTES, number_of

# A *mark* is an entry in the sorted set `{club}:delayed`: a game, and the time (ms UTC) after which its delay hides nothing any more. It
# only says which games to look at: head and record decide what is withheld. A game is marked before each append: no mark is missing.
SLACK_MS: Final = 60_000
"""How many milliseconds a game stays marked after its delay is over, because an append may take long, and clocks differ."""


def mark_late(redis: Redis, head: Head, now: int) -> None:
    """Mark a game that spectators see late. `head`: the game's head after the next write."""
    until: dict[str, int] = {head.game: max(now, head.recorded_at) + head.delay * 1000 + SLACK_MS}

    def question() -> list[Any]:
        with redis.pipeline(transaction=False) as pipe:
            pipe.zremrangebyscore(keys_of(head.game).delayed, "-inf", now)
            pipe.zadd(keys_of(head.game).delayed, until)
            return pipe.execute()

    ask(question)


def marked_late(redis: Redis, club: Club, now: int) -> list[GameId]:
    """Return the games of a club whose delay may still hide something (the mark's time is not past), in order of id."""
    marked = ask(lambda: redis.zrangebyscore(Keys(club).delayed, now, "+inf"))
    return [GameId(game.decode()) for game in sorted(marked)]


class Records(Streams[Act, Head]):
    """The records of the games of all clubs on one server. `redis` must not retry by itself (`write_client`). `limits`: the budget of each
    record; None: the default. `cache`: as in `Streams`."""

    def __init__(
        self,
        redis: Redis,
        now: Now,
        new_salt: NewSalt = lambda: token_bytes(SALT_BYTES),
        limits: Limits | None = None,
        cache: Cache | None = None,
    ) -> None:
        super().__init__(redis, GAME, now, new_salt, cache)
        self._limits = limits or Limits()

    def _spent(self, head: Head, batch: Sequence[SealedDraft], payer: Payer) -> Spent:
        return spent_after(head, batch, payer, self._limits)

    def _announced(self, head: Head) -> None:
        if head.delay:
            mark_late(self._redis, head, self._now())

    def opening(self, game: GameId) -> GameOpened:
        """Return what opened a game, without reading the rest of its record. Raises NoSuchGame, RecordDamaged."""
        act = self.events(game, upto=1)[0].act
        assert isinstance(act, GameOpened)
        return act

    def games(self, club: Club, *, before: GameId | None = None, limit: int) -> list[Head]:
        """Return at most `limit` games of a club, newest first. `before`: the last game of the previous page. Raises NoSuchGame if that
        game does not exist."""
        return [head for head in self.heads(self.newest(club, before=before, limit=limit), for_list=True) if head is not None]

    def newest(self, club: Club, *, before: StreamId | None = None, limit: int | None = None) -> list[GameId]:  # type: ignore[override]
        """As `Streams.newest`, for games."""
        return [GameId(game) for game in super().newest(club, before=before, limit=limit)]

    def public(self, games: Sequence[GameId]) -> list[GameId]:
        """Return those of `games` that are public now, in their order."""

        def question() -> list[Any]:
            with self._redis.pipeline(transaction=False) as pipe:
                for game in games:
                    pipe.hget(keys_of(game).head(game), "visibility")
                return pipe.execute()

        return [game for game, visibility in zip(games, ask(question), strict=True) if visibility == b"public"]

    def titles(self, heads: Sequence[Head]) -> list[tuple[str | None, bool]]:
        """Return a pair for each head: the title of the game (None: it has none), and whether its stream has all events up to the head."""

        def question() -> list[Any]:
            with self._redis.pipeline(transaction=False) as pipe:
                for head in heads:
                    keys = keys_of(head.game)
                    pipe.hget(keys.sealed(head.game), str(number_of(1)))  # the title is the only sealed value of an opening
                    pipe.xlen(keys.stream(head.game))
                return pipe.execute()

        replies = ask(question) if heads else []
        sealed = [None if field is None else orjson.loads(field[SALT_BYTES:]) for field in replies[::2]]
        return [(title, count >= head.version) for head, title, count in zip(heads, sealed, replies[1::2], strict=True)]

    def late(self, club: Club, among: Collection[str] | None = None) -> list[Head]:
        """Return the heads of the games whose newest events are still hidden from spectators, in order of id. The list may also have a few
        games that hide no events any more. `among`: look only at these games; None: look at all games."""
        marked = [game for game in marked_late(self._redis, club, self._now()) if among is None or game in among]
        heads = self.heads(marked, for_list=True) if marked else []
        return [head for head in heads if head is not None and head.delay]
