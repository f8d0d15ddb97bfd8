"""`faceup import` is killed halfway. What it has stored is a valid record, and the same command completes the import."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from domain.systems import SYSTEMS
from service.store.keys import GameId
from service.store.streams.append import MOST_EVENTS
from tests.imports.records import AWAY, corrected_game, exported, kept, recorded
from tests.speeds import slow
from tests.store.bench import BY, Store, noted
from tests.waiting import gate

FACEUP = [sys.executable, "-m", "workers.cli"]


def importing(socket: str, *files: Path) -> "subprocess.Popen[str]":
    environ = os.environ | {"REDIS_URL": f"unix://{socket}", "FACEUP_DATA": str(files[0].parent / "data")}
    return subprocess.Popen([*FACEUP, "import", "--club", AWAY, *map(str, files)], env=environ, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("kills", [1, pytest.param(4, marks=slow)])
def test_a_repeated_import_completes_the_record_of_an_interrupted_import(store: Store, tmp_path: Path, kills: int) -> None:
    game = recorded(store, corrected_game(SYSTEMS["high-card"], 5))
    for _ in range(kills):
        store.records.append(game, None, [noted(f"note {number}") for number in range(MOST_EVENTS)], BY)
    path = tmp_path / "long.ndjson"
    path.write_bytes(exported(store.records, game))
    copy, whole = GameId(game.replace("home-", "away-")), len(store.records.events(game))
    reached = [0]
    for _ in range(kills):
        killed_beyond(store, copy, reached[-1], path)
        events = store.another().events(copy, verify=True)  # checks the hash chain and every commitment
        assert events == store.records.events(game, upto=len(events))
        assert reached[-1] < len(events) < whole
        reached.append(len(events))

    completing = importing(store.server.socket, path)
    output, _ = completing.communicate()
    assert completing.returncode == 0
    assert output.startswith(f"{path}: {copy} ")
    assert kept(store, copy) == kept(store, game)
    feed = store.records.feed(AWAY, 0, 1000)
    assert [entry.n for entry in feed] == list(range(1, len(feed) + 1))


def killed_beyond(store: Store, game: GameId, version: int, path: Path) -> None:
    """Start an import of the file. Kill it with kill -9 as soon as the stored record has more than `version` events."""
    with gate(store.server.socket, store.server.directory / "gate", lambda: version_of(store, game) > version) as held:
        process = importing(held.path, path)
        held.wait()
        process.kill()
        process.communicate()


def version_of(store: Store, game: GameId) -> int:
    head = store.records.head(game)
    return 0 if head is None else head.version


def test_a_file_that_cannot_be_imported_is_reported_and_the_others_are_imported(store: Store, tmp_path: Path) -> None:
    game = recorded(store, corrected_game(SYSTEMS["one-up"], 5))
    good, bad, other = (tmp_path / name for name in ("good.json", "bad.json", "other.txt"))
    good.write_bytes(exported(store.records, game, "json"))
    bad.write_bytes(good.read_bytes().replace(b'"seat":0', b'"seat":9', 1))
    other.write_text("Dear Žofie\n")

    process = importing(store.server.socket, bad, other, good)
    output, _ = process.communicate()

    copy, number = game.replace("home-", "away-"), version_of(store, game)
    assert process.returncode == 1
    assert output.splitlines() == [
        f"{bad}: refused, nothing of it was stored",
        "    event 1: hash does not match: the event or its hash was changed",
        f"{other}: refused, nothing of it was stored",
        "    header: is not JSON (character 1)",
        "    footer: is missing",
        f"{good}: {copy} imported, {number} of {number} events new",
        f"    The game was stored under a new id, {copy}: in the file its id is {game}.",
    ]
    assert version_of(store, GameId(copy)) == number
