"""Relays share the clubs: each club belongs to one of the relays that live."""

from collections import Counter
from dataclasses import replace

import pytest
from redis import Redis

from service.projections import FOLD
from service.store.errors import StoreUnavailable
from service.store.keys import RELAYS, Club
from service.store.relays import LIVES_MS, Queue, RelayRow, Relays
from workers.relay.share import Share, owner_of

CLUBS = [Club(f"club{number}") for number in range(900)]


def test_every_club_has_one_owner_and_only_the_clubs_of_a_lost_relay_get_another() -> None:
    three, two = frozenset("abc"), frozenset("ab")
    owners = {club: owner_of(club, three) for club in CLUBS}
    assert min(Counter(owners.values()).values()) > 200
    for club in CLUBS:
        assert owner_of(club, two) == owners[club] or owners[club] == "c"


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
