"""Questions about many clubs at once."""

import pytest

from service.store import asking
from service.store.asking import asked_of_each, pairs
from service.store.connect import write_client
from service.store.errors import StoreUnavailable
from service.store.keys import Club
from tests.store.bench import Store

CLUBS = [Club(f"c{number}") for number in range(7)]


@pytest.mark.parametrize("at_once", [1, 3, 7, 500])
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


@pytest.mark.parametrize("protocol", [2, 3])
def test_pairs_are_the_same_in_both_protocols(store: Store, protocol: int) -> None:
    store.redis.hset("{c1}:h", "field", "value")
    store.redis.zadd("{c1}:z", {"member": 5})
    with write_client(f"unix://{store.server.socket}?protocol={protocol}") as redis:
        asked = asked_of_each(redis, [Club("c1")], lambda _: (("HGETALL", "{c1}:h"), ("ZRANGE", "{c1}:z", 0, -1, "WITHSCORES")))
        ((_, (fields, scores)),) = asked
    assert pairs(fields) == [(b"field", b"value")]
    assert [(name, float(score)) for name, score in pairs(scores)] == [(b"member", 5.0)]
    assert pairs({}) == pairs([]) == []
