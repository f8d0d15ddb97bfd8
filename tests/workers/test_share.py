"""Relays share the clubs: each club belongs to one of the relays that live."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from service.projections import FOLD
from service.store.errors import StoreUnavailable
from service.store.keys import RELAYS, Club
from service.store.relays import LIVES_MS, Queue, RelayRow, Relays
from tests.servers import RunningServer
from workers.relay import share
from workers.relay.share import IDLE_SECONDS, Share, owner_of

CLUBS = [Club(f"club{number}") for number in range(900)]


def test_every_club_has_one_owner_and_only_the_clubs_of_a_lost_relay_get_another() -> None:
    three, two = frozenset("abc"), frozenset("ab")
    owners = {club: owner_of(club, three) for club in CLUBS}
    assert min(Counter(owners.values()).values()) > 200
    for club in CLUBS:
        assert owner_of(club, two) == owners[club] or owners[club] == "c"


def test_the_owner_of_a_club_is_found_once_while_the_relays_are_the_same(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Counter[Club]()

    def counted(club: Club, relays: frozenset[str]) -> str:
        found[club] += 1
        return owner_of(club, relays)

    monkeypatch.setattr(share, "owner_of", counted)
    first, second = (Share(name, Relays(redis), redis, lambda: 0.0) for name in ("a", "b"))
    for more in (CLUBS[:-1], CLUBS, CLUBS):
        first.renew()
        assert first.of(more) == more
    assert found == dict.fromkeys(CLUBS, 1)
    second.renew()
    first.renew()
    assert 0 < len(first.of(CLUBS)) < len(CLUBS)
    assert found == dict.fromkeys(CLUBS, 2)


def test_relays_that_renew_their_rows_divide_the_clubs_and_one_that_leaves_gives_them_back(redis: Redis) -> None:
    first, second = (Share(name, Relays(redis), redis, lambda: 0.0) for name in ("a", "b"))
    first.renew()
    assert first.of(CLUBS) == CLUBS
    second.renew()
    first.renew()
    assert sorted([*first.of(CLUBS), *second.of(CLUBS)]) == sorted(CLUBS)
    assert all(second.has(club) is not first.has(club) for club in CLUBS)
    second.leave()
    first.renew()
    assert first.of(CLUBS) == CLUBS


@pytest.mark.parametrize("ms", [-LIVES_MS - 1, LIVES_MS + 60_000])
def test_a_row_that_is_not_renewed_ends(redis: Redis, ms: int) -> None:
    """So does one from the future: the clock of a replica that takes over may be behind."""
    rows = Relays(redis)
    row = RelayRow("a", FOLD, Queue("server", 3, None))
    assert rows.renewed(row) == rows.living() == [row]
    written, said = redis.hgetall(RELAYS)[b"a"].split(b" ", 1)
    redis.hset(RELAYS, "a", b"%d %s" % (int(written) + ms, said))
    assert rows.living() == []
    assert rows.renewed(replace(row, relay="b")) == [replace(row, relay="b")]
    assert redis.hkeys(RELAYS) == [b"b"]


def test_a_relay_whose_jobs_nobody_does_gives_its_clubs_away_while_others_work(
    redis: Redis, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, refusing = [0.0], set[str]()

    class MayBeFull(Redis):
        def __init__(self, name: str) -> None:
            super().__init__(unix_socket_path=server.socket)
            self.name = name

        def set(self, *arguments: Any, **options: Any) -> Any:
            if self.name in refusing:
                raise ResponseError("MISCONF No space left")
            return super().set(*arguments, **options)

    workers = {"a": 1, "b": 1}
    monkeypatch.setattr(share, "queue_of", lambda queue: Queue(queue.name, 0, workers[queue.name]))
    queues = [MayBeFull(name) for name in "ab"]
    first, second = (Share(queue.name, Relays(redis), queue, lambda: now[0]) for queue in queues)

    def shares() -> tuple[bool, bool]:
        """Return whether each has clubs, and make sure that every club has one relay."""
        for each in (first, second, first):
            each.renew()
        assert sorted([*first.of(CLUBS), *second.of(CLUBS)]) == sorted(CLUBS)
        return bool(first.of(CLUBS)), bool(second.of(CLUBS))

    assert shares() == (True, True)
    workers["a"] = 0
    assert shares() == (True, True)  # they may be starting again
    now[0] += IDLE_SECONDS + 1
    assert shares() == (False, True)
    assert [row.relay for row in Relays(redis).living() if not row.works] == ["a"]
    refusing.add("b")
    assert shares() == (True, True)  # nobody works: both wait
    workers["a"] = 1
    assert shares() == (True, False)
    refusing.clear()
    assert shares() == (True, True)
    for queue in queues:
        queue.close()


def test_a_relay_that_cannot_read_the_rows_serves_all_clubs_after_a_while(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    rows = Relays(redis)
    rows.renewed(RelayRow("b", FOLD, Queue("server", 0, 1)))
    share = Share("a", rows, redis, lambda: now[0])
    share.renew()
    mine = share.of(CLUBS)
    assert mine != CLUBS

    def lost(_: RelayRow) -> list[RelayRow]:
        raise StoreUnavailable

    monkeypatch.setattr(rows, "renewed", lost)
    share.renew()
    assert share.of(CLUBS) == mine
    now[0] += LIVES_MS / 1000 + 1
    share.renew()
    assert share.of(CLUBS) == CLUBS
