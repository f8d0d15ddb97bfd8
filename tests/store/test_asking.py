"""Questions about many clubs at once."""

from itertools import count
from typing import Any

import pytest
from redis.exceptions import ConnectionError, TimeoutError

from service.store import asking
from service.store.asking import asked_of_each, pairs, passing_over_hanging
from service.store.connect import write_client
from service.store.errors import StoreUnavailable
from service.store.keys import Club
from tests.store.bench import Store
from tests.store.conftest import one_server

CLUBS = [Club(f"c{number}") for number in range(7)]


@pytest.mark.parametrize("at_once", [1, 3, 7, 500])
@one_server
def test_every_club_gets_its_own_replies(store: Store, monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    monkeypatch.setattr(asking, "AT_ONCE", at_once)
    for number, club in enumerate(CLUBS):
        store.redis.set(f"{{{club}}}:a", number)
    asked = asked_of_each(store.redis, CLUBS, lambda keys: (("GET", f"{{{keys.club}}}:a"), ("EXISTS", f"{{{keys.club}}}:b")))
    assert list(asked) == [(club, [str(number).encode(), 0]) for number, club in enumerate(CLUBS)]


def test_no_clubs_need_no_server() -> None:
    with write_client("/nowhere/redis.sock") as redis:
        assert list(asked_of_each(redis, [], lambda keys: [("GET", keys.feed)])) == []


def test_a_server_that_does_not_answer_is_noticed() -> None:
    with write_client("/nowhere/redis.sock") as redis, pytest.raises(StoreUnavailable):
        list(asked_of_each(redis, CLUBS, lambda keys: [("GET", keys.feed)]))


@one_server
def test_a_server_that_is_lost_in_the_middle_is_noticed(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    """Otherwise the clubs that were not reached would count as empty."""
    together, calls = asking.Direct.together, count(1)

    def lost(self: Any, *commands: Any) -> list[Any]:
        if next(calls) > 1:
            raise ConnectionError
        return together(self, *commands)

    monkeypatch.setattr(asking, "AT_ONCE", 3)
    monkeypatch.setattr(asking.Direct, "together", lost)
    asked = asked_of_each(store.redis, CLUBS, lambda keys: [("GET", f"{{{keys.club}}}:a")])
    assert [next(asked)[0] for _ in range(3)] == CLUBS[:3]
    with pytest.raises(StoreUnavailable):
        next(asked)


@one_server
def test_a_node_that_hangs_is_asked_once_in_a_block_with_many_questions(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    calls = list[Any]()

    def hangs(self: Any, *commands: Any) -> list[Any]:
        calls.append(commands)
        raise TimeoutError

    def asked() -> int:
        calls.clear()
        with pytest.raises(StoreUnavailable):
            list(asked_of_each(store.redis, CLUBS, lambda keys: [("GET", keys.feed)]))
        return len(calls)

    monkeypatch.setattr(asking.Direct, "together", hangs)
    with passing_over_hanging():
        assert [asked() for _ in range(3)] == [2, 0, 0]  # the first question is repeated once
    assert [asked() for _ in range(2)] == [2, 2]


@pytest.mark.parametrize("protocol", [2, 3])
@one_server
def test_pairs_are_the_same_in_both_protocols(store: Store, protocol: int) -> None:
    store.redis.hset("{c1}:h", "field", "value")
    store.redis.zadd("{c1}:z", {"member": 5})
    with write_client(f"unix://{store.server.socket}?protocol={protocol}") as redis:
        asked = asked_of_each(redis, [Club("c1")], lambda _: (("HGETALL", "{c1}:h"), ("ZRANGE", "{c1}:z", 0, -1, "WITHSCORES")))
        ((_, (fields, scores)),) = asked
    assert pairs(fields) == [(b"field", b"value")]
    assert [(name, float(score)) for name, score in pairs(scores)] == [(b"member", 5.0)]
    assert pairs({}) == pairs([]) == []
