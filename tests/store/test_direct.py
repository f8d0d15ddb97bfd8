"""`Direct` sends commands without the driver's bookkeeping. It returns the driver's replies, and never uses a dead connection again."""

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from redis import Redis
from redis.exceptions import ConnectionError, ResponseError

from service.store.connect import ask, write_client
from service.store.direct import Direct
from tests.servers import RunningServer


@pytest.fixture
def direct(server: RunningServer, redis: Redis) -> Direct:
    redis.set("a", "1")
    return Direct(write_client(server.socket))


def test_the_direct_connection_returns_a_reply_as_the_server_sent_it(direct: Direct, redis: Redis) -> None:
    redis.hset("h", mapping={"x": "1"})
    assert direct("GET", "a") == b"1"
    assert direct("GET", "b") is None
    assert direct("HGETALL", "h") in ({b"x": b"1"}, [b"x", b"1"])


def test_an_error_reply_of_the_server_is_raised_and_the_next_command_works(direct: Direct) -> None:
    with pytest.raises(ResponseError):
        direct("HGETALL", "a")
    assert direct("GET", "a") == b"1"


def test_no_dead_connection_is_used_again_after_one_failed_command(direct: Direct, redis: Redis) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: direct("BLPOP", "nothing", "0.2"), range(4)))  # four commands at the same time use four connections
    for client in redis.client_list():
        with suppress(ResponseError):
            redis.client_kill_filter(_id=client["id"], skipme=True)
    with pytest.raises(ConnectionError):
        direct("GET", "a")
    assert direct("GET", "a") == b"1"


def test_a_command_on_a_dead_connection_is_retried_on_a_new_one_without_an_error(direct: Direct, redis: Redis) -> None:
    direct("GET", "a")
    redis.client_kill_filter(_type="normal", skipme=True)
    assert ask(lambda: direct("GET", "a")) == b"1"


def test_a_forked_process_makes_its_own_connections_to_the_store(direct: Direct, redis: Redis) -> None:
    """Parent and child send different commands at the same time. On a shared connection they would get each other's replies."""
    redis.set("b", "2")
    direct("GET", "a")
    child = os.fork()
    if not child:
        os._exit(any(direct("GET", "b") != b"2" for _ in range(300)))
    mine = {direct("GET", "a") for _ in range(300)}
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert mine == {b"1"}


def test_wrapping_a_redis_client_twice_opens_no_new_connections(redis: Redis) -> None:
    for _ in range(50):
        assert Direct.of(redis)("PING") in (b"PONG", True)
    assert len(redis.client_list()) < 50
