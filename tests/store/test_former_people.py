"""The older layout kept names in a Redis hash. The upgrade moves them into the club's own stream, even if it is killed."""

import pytest

from domain.kernel.events import PersonId
from service.store.clubs.streams import derived_id, upgrade_people
from service.store.connect import write_client
from service.store.keys import HOME, Club
from tests.store.bench import Store
from tests.store.test_people import KEYS, another, types


class Killed(Exception):
    pass


@pytest.mark.parametrize("calls", range(1, 12))
def test_an_upgrade_moves_all_names_even_if_it_is_killed_and_repeated(store: Store, calls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.store.clubs.streams.AT_ONCE", 2)
    former = {f"p-{n}": f"Name {n}" for n in range(5)}
    store.redis.hset(KEYS.former_people, mapping=former)
    client, left = write_client(store.server.socket), [calls]
    store.clients.append(client)
    pool = client.connection_pool
    get = pool.get_connection

    def dying(*args: object, **kwargs: object) -> object:
        connection = get(*args, **kwargs)
        send = connection.send_packed_command

        def sent(*args: object, **kwargs: object) -> object:
            left[0] -= 1
            if left[0] < 0:
                raise Killed
            return send(*args, **kwargs)

        connection.send_packed_command = sent
        return connection

    monkeypatch.setattr(pool, "get_connection", dying)
    try:
        upgrade_people(client, HOME, store.clock)
    except Killed:
        assert store.redis.exists(KEYS.former_people)
    store.clock.now += 1000
    assert another(store).names(HOME, map(PersonId, former)) == former
    assert types(another(store)) == ["ClubFounded"] + ["PersonRegistered"] * 5
    assert not store.redis.exists(KEYS.former_people)
    assert upgrade_people(store._client(store.server.socket), HOME, store.clock) == 0
    assert len(types(another(store))) == 6


def test_an_upgrade_moves_the_names_of_many_people(store: Store) -> None:
    former = {f"p-{n}": f"Name {n}" for n in range(1000)}
    store.redis.hset(KEYS.former_people, mapping=former)
    assert upgrade_people(store._client(store.server.socket), HOME, store.clock) == 1000
    assert another(store).everyone(HOME) == dict(sorted(former.items(), key=lambda item: item[1].lower()))


def test_an_upgrade_founds_the_stream_of_a_club_that_has_no_people(store: Store) -> None:
    assert upgrade_people(store._client(store.server.socket), Club("away"), store.clock) == 0
    (event,) = another(store).streams.events(another(store).streams.kind.parse("away"))
    assert (event.id, event.by) == (derived_id("away", "founded"), "job:faceup")
