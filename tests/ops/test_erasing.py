"""After a name is erased, no file of the data folder has the name: the embedded server rewrites its log of writes."""

from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest
from redis import Redis

from domain.kernel.events import TokenId
from service.app import create_app
from service.config import Config
from service.running.server import client, entered
from service.store.clubs.people import People
from service.store.keys import HOME
from service.store.rewriting import rewritten
from service.wiring import EXTENSION, Wiring
from tests.api.callers import Caller
from tests.store.bench import NOON

NAME = "Scheherazade Quux"


@pytest.fixture
def data(short_directory: Path) -> Iterator[Path]:
    folder = short_directory / "erasing"
    yield folder
    rmtree(folder, ignore_errors=True)


def files_with(folder: Path, text: str) -> list[str]:
    """Return the names of all files in the folder that contain the text."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert any(path.suffix == ".aof" for path in files)
    return [path.name for path in files if text.encode() in path.read_bytes()]


def test_an_erased_name_remains_in_no_file_of_the_data_folder(data: Path) -> None:
    config = Config(data=data)
    with entered(config):
        app = create_app(config)
        parts: Wiring = app.extensions[EXTENSION]
        parts.clubs.found(HOME)
        director = Caller(app, parts.clubs.issue(HOME, "owner", "direct")[1])
        body = {"system": "high-card", "seats": [{"name": NAME}, {"name": "Ben"}, {}]}
        headers = {"Idempotency-Key": "tuesday"}
        game = director.post("/games", body, headers=headers).json["game"]
        person = director.get(f"/games/{game}").json["seats"][0]["person"]
        director.call("PATCH", f"/people/{person}", json={"name": f"{NAME} the second"})
        director.get(f"/games/{game}/replay")
        assert files_with(data, NAME)

        erased = director.call("DELETE", f"/people/{person}")
        assert (erased.status_code, erased.json["log"], erased.json["remains"]) == (200, "rewritten", None)
        assert files_with(data, NAME) == []
        assert director.post("/games", body, headers=headers).json["outcome"] == "already-there"
        assert NAME not in director.get(f"/games/{game}/replay").get_data(as_text=True)
        assert files_with(data, NAME) == []
        assert files_with(data, "Ben")
        for each in (parts.redis, parts.records._redis):
            each.connection_pool.disconnect()
    with entered(config):  # a new server loads the rewritten log
        app = create_app(config)
        names = app.extensions[EXTENSION].people.everyone(HOME)
        assert list(names.values()) == ["Ben"]
    assert files_with(data, NAME) == []


class Reluctant:
    """A client whose server does not rewrite its log."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def info(self, *sections: str) -> Any:
        return self._redis.info(*sections)

    def bgrewriteaof(self) -> Any:
        return self._redis.execute_command("BGREWRITEAOF-not-for-you")


def test_erasing_a_name_reports_a_server_that_does_not_rewrite_its_log(redis: Redis) -> None:
    assert rewritten(Reluctant(redis)) == "refused"  # type: ignore[arg-type]
    redis.config_set("appendonly", "no")
    try:
        assert rewritten(redis) == "no-log"
    finally:
        redis.config_set("appendonly", "yes")


def test_waiting_for_the_server_to_rewrite_its_log_ends_after_the_given_time(redis: Redis) -> None:
    People(redis, lambda: NOON).add(HOME, "Ann", TokenId("t"))
    assert rewritten(redis, patience=0.0) == "unfinished"
    assert rewritten(redis) == "rewritten"


def test_erasing_a_name_also_rewrites_the_log_of_an_external_server(data: Path) -> None:
    with entered(Config(data=data)) as url, client(url) as redis:
        People(redis, lambda: NOON).add(HOME, NAME, TokenId("t"))
        assert rewritten(redis, data / "appendonlydir") == "rewritten"
        assert rewritten(redis) == "rewritten"
