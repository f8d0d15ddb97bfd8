"""When a reply is lost, the store repeats the request once with the same event ids. Nothing is written twice."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, TimeoutError
from redis.retry import Retry

from service.store.connect import write_client
from service.store.errors import StoreUnavailable, VerdictRaced
from service.store.games.records import Records
from service.store.games.verdicts import Verdicts
from service.store.keys import HOME
from tests.store.bench import BY, Store, breach, chosen, opening, placed
from tests.store.conftest import one_server
from tests.store.proxy import LossyProxy, lossy_proxy

pytestmark = one_server


@pytest.fixture
def proxy(store: Store, short_directory: Path) -> Iterator[LossyProxy]:
    path = short_directory / "proxy"
    path.unlink(missing_ok=True)
    with lossy_proxy(store.server.socket, path) as running:
        yield running


@pytest.fixture
def far(store: Store, proxy: LossyProxy) -> Records:
    """`Records` that reach the server through the proxy."""
    return store.another(proxy.path)


def test_an_append_whose_reply_is_lost_is_written_once(store: Store, proxy: LossyProxy, far: Records) -> None:
    game = store.open()
    far.append(game, None, [chosen()], BY)
    for expected in (2, None):
        proxy.lose()
        batch = [placed("TS"), placed("2C", 1)]
        appended = far.append(game, expected, batch, BY)
        assert appended.outcome == "appended"
        assert appended.first == (appended.version - 1)
    assert proxy.lost == 2
    assert len(store.records.events(game, verify=True)) == 6
    assert [entry.version for entry in store.records.feed(HOME, 0, 99)] == [1, 2, 4, 6]


def test_an_opening_that_is_retried_after_lost_replies_opens_one_game(store: Store, proxy: LossyProxy, far: Records) -> None:
    draft = opening()
    far.games(HOME, limit=1)  # connect first, so that the reply to `open` is the one that is lost
    proxy.lose(2)
    with pytest.raises(StoreUnavailable):
        far.open(HOME, draft, BY)
    assert far.open(HOME, draft, BY).version == 1
    assert len(store.records.games(HOME, limit=9)) == 1


def test_a_retry_after_two_lost_replies_is_recognised_and_writes_nothing(store: Store, proxy: LossyProxy, far: Records) -> None:
    game, batch = store.open(), [placed("TS"), placed("2C", 1)]
    far.append(game, 1, [chosen()], BY)
    proxy.lose(2)
    with pytest.raises(StoreUnavailable):
        far.append(game, 2, batch, BY)
    again = far.append(game, 2, batch, BY)
    assert (again.outcome, again.version, again.first) == ("already-there", 4, 3)
    assert len(store.records.events(game, verify=True)) == 4


def test_an_append_whose_replies_were_lost_is_recognised_after_later_events(store: Store, proxy: LossyProxy, far: Records) -> None:
    game, batch = store.open(), [placed("TS")]
    far.append(game, 1, [chosen()], BY)
    proxy.lose(2)
    with pytest.raises(StoreUnavailable):
        far.append(game, 2, batch, BY)
    store.records.append(game, None, [chosen()], BY)
    assert far.append(game, 2, batch, BY).outcome == "already-there"


def test_a_verdict_whose_reply_is_lost_is_stored_once(store: Store, proxy: LossyProxy, far: Records) -> None:
    """The first attempt stores the verdict, and only its reply is lost. The repeated attempt finds a verdict that is newer than the one it
    wanted to replace, and raises VerdictRaced. The next validation of the game stores no further finding."""
    game = store.open()
    verdicts = Verdicts(far_client(store, proxy), store.clock)
    (opened,) = store.records.events(game)
    verdicts.record(game, 0, opened, "0badcafe", "open", [], [])
    proxy.lose()
    with pytest.raises(VerdictRaced):
        verdicts.record(game, 0, opened, "0badcafe", "open", [breach(1)], [])
    assert [finding.finding for finding in verdicts.state(game).findings] == [breach(1)]
    proxy.lose()
    assert verdicts.record(game, 1, opened, "0badcafe", "open", [], []).verdict == 1


def far_client(store: Store, proxy: LossyProxy) -> Redis:
    store.clients.append(write_client(proxy.path))
    return store.clients[-1]


def test_the_redis_driver_itself_never_repeats_a_write(store: Store, proxy: LossyProxy) -> None:
    """If the driver repeated a command whose reply was lost, an event would be appended twice."""
    client = far_client(store, proxy)
    client.ping()
    proxy.lose()
    with pytest.raises((ConnectionError, TimeoutError)):
        client.xadd("bare", {"x": 1})
    assert store.redis.xlen("bare") == 1
    with Redis(unix_socket_path=proxy.path, retry=Retry(NoBackoff(), 3)) as retrying:
        retrying.ping()
        proxy.lose()
        retrying.xadd("bare", {"x": 1})
    assert store.redis.xlen("bare") == 3


def test_a_missing_server_raises_store_unavailable(store: Store, short_directory: Path) -> None:
    game = store.open()
    nowhere = store.another(str(short_directory / "nowhere"))
    for question in (nowhere.head, nowhere.events, nowhere.sealed, lambda game: nowhere.append(game, 1, [chosen()], BY)):
        with pytest.raises(StoreUnavailable):
            question(game)


@pytest.mark.parametrize(("setting", "value", "usual"), [("maxmemory", "1", "0"), ("min-replicas-to-write", "9", "0")])
def test_a_server_that_refuses_writes_raises_store_unavailable(store: Store, setting: str, value: str, usual: str) -> None:
    game, batch = store.open(), [chosen(), placed()]
    store.redis.config_set(setting, value)
    try:
        with pytest.raises(StoreUnavailable):
            store.records.append(game, 1, batch, BY)
        assert len(store.records.events(game, verify=True)) == 1
        assert store.verdicts.state(game).verdict == 0
    finally:
        store.redis.config_set(setting, usual)
    assert store.records.append(game, 1, batch, BY).version == 3
