"""A file of the data folder that is missing, empty or foreign: what the start and `faceup doctor` say. Records are never silently gone, and
when the file is put back, nothing is lost.

The files are those that a real installation has after it was started and stopped.
"""

import re
import shutil
import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from _pytest.mark import ParameterSet

from service.app import create_app
from service.config import Config
from service.directory import DirectoryRefused
from service.running.binaries import NoServer
from service.running.losses import reached
from service.running.server import ServerFailed, client
from service.running.supervisor import supervise
from service.store.keys import HOME, GameId, Keys
from tests.ops.processes import until
from tests.ops.serving import commanded, configured, faceup, serving
from tests.ops.test_damaged import HIGH_CARD, PLAY
from tests.speeds import slow

BASE, INCR, MANIFEST = (f"appendonlydir/appendonly.aof.{end}" for end in ("1.base.aof", "1.incr.aof", "manifest"))
GARBAGE: Final = b"\x00\xffgarbage {\n"
OTHER_LOG: Final = b"*2\r\n$6\r\nSELECT\r\n$1\r\n0\r\n*3\r\n$3\r\nSET\r\n$1\r\na\r\n$1\r\n1\r\n"
"""A log of writes of another program."""

FINE = ""
"""Nothing is said: nothing depends on the content of the file, and it is written again."""
REFUSAL: Final = "REFUSED "
REFUSED: Final = (ServerFailed, NoServer, DirectoryRefused)

PART_MISSING = "REFUSED .*aof is missing. It is a part of the records. Nothing was changed. Put it back"
UNREADABLE = "REFUSED The server did not start, because its log in .* is damaged. .*readable up to byte 0.*Nothing was changed"
GONE = "REFUSED The records in .* are gone: .* used before .club home up to change [0-9]+.. Nothing was changed. Put"
LIST_LOST = "REFUSED The file .*manifest is {}. It is the list of the files that hold the records.* Nothing was changed.*printf"
SERVER_NOTE = "REFUSED .*server.json is damaged: .*Put it back from a copy, or write it again"
KEY_DAMAGED = "REFUSED .*secret is damaged. Put it back from a copy. Without a copy, delete it: everyone must then sign in again"
KEY_LOST = "The file .*secret was missing, .*Everyone must sign in again.*put it back"
MARK = "The file .*reached cannot be read, and is written again"

Row = tuple[str, str, str]
"""What the start says when the file is missing, when it is empty, and when it is foreign. `REFUSED`: nothing starts."""
ROWS: Final[dict[str, Row]] = {
    BASE: (PART_MISSING, FINE, UNREADABLE),  # it is empty until the log is rewritten for the first time
    INCR: (PART_MISSING, GONE, UNREADABLE),
    MANIFEST: (LIST_LOST.format("missing"), LIST_LOST.format("damaged"), LIST_LOST.format("damaged")),
    "layout": (FINE, FINE, FINE),  # a copy: the key in the server counts
    "reached": (FINE, MARK, MARK),
    "secret": (KEY_LOST, KEY_DAMAGED, KEY_DAMAGED),
    "server.conf": (FINE, FINE, FINE),
    "server.json": (FINE, SERVER_NOTE, SERVER_NOTE),  # missing: the server that is found first is used
    "server.lock": (FINE, FINE, FINE),
    "server.log": (FINE, FINE, FINE),
    "users.lock": (FINE, FINE, FINE),
}
REWRITTEN: Final[dict[str, Row]] = {
    BASE.replace("1", "2"): (PART_MISSING, "REFUSED .*base.aof is empty. It held most of the records", UNREADABLE),
    INCR.replace("1", "2"): (PART_MISSING, FINE, UNREADABLE),  # it may be empty: all records are in the base
    MANIFEST: ROWS[MANIFEST],
}
"""The files whose meaning is different after the log was rewritten."""
SPOILED: Final[tuple[Callable[[Path], object], ...]] = (
    lambda file: file.unlink(),
    lambda file: file.write_bytes(b""),
    lambda file: file.write_bytes(GARBAGE),
)
KINDS: Final = ("missing", "empty", "foreign")
QUICK: Final = {(MANIFEST, "missing"), (INCR, "empty"), ("secret", "foreign"), ("secret", "missing")}


@dataclass(frozen=True, slots=True)
class Kept:
    """A data folder that nothing uses. `events`: how many events its game has."""

    folder: Path
    game: str
    events: int

    def copied(self, to: Path) -> Config:
        shutil.copytree(self.folder, to)
        return configured(to)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    config = configured(tmp_path_factory.mktemp("kept") / "data")
    games: list[str] = []

    def record(token: str | None) -> None:
        web, headers = create_app(config).test_client(), {"Authorization": f"Bearer {token}", "If-Match": "*"}
        games.append(web.post("/api/v1/games", json=HIGH_CARD, headers=headers).json["game"])  # type: ignore[index]
        assert web.post(f"/api/v1/games/{games[0]}/events", json={"events": PLAY}, headers=headers).status_code == 201

    started(config, record)
    started(config)  # writes down how far the feed has come
    assert reached(config.data)[HOME] > 1
    return Kept(config.data, games[0], 1 + len(PLAY))


@pytest.fixture(scope="module")
def rewritten(kept: Kept, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    config = kept.copied(tmp_path_factory.mktemp("rewritten") / "data")

    def rewrite(_: str | None) -> None:
        with client(config.store_url) as redis:
            redis.bgrewriteaof()
            until(lambda: not redis.info("persistence")["aof_rewrite_in_progress"])

    started(config, rewrite)
    return Kept(config.data, kept.game, kept.events)


def started(config: Config, meanwhile: Callable[[str | None], object] = lambda _: None) -> str:
    """Start the installation, without its child processes, and stop it. `meanwhile` is called with the token of an owner, if one is made.
    Returns what the start said."""
    said: list[str] = []

    def welcomed(_: Config, token: str | None) -> str:
        meanwhile(token)
        signal.raise_signal(signal.SIGTERM)
        return ""

    try:
        supervise(config, (), said.append, welcomed)
    except REFUSED as refusal:
        said.append(f"{REFUSAL}{refusal}")
    return "\n".join(line for line in said if not line.startswith(("Records: started", "Stopping:", "Stopped.")))


def events_of(config: Config, game: str) -> int:
    found: list[int] = []

    def count(_: str | None) -> None:
        with client(config.store_url) as redis:
            found.append(int(redis.xlen(Keys(HOME).stream(GameId(game)))))

    said = started(config, count)
    assert found, said
    return found[0]


def cases(table: dict[str, Row], quick: set[tuple[str, str]]) -> list[ParameterSet]:
    return [
        pytest.param(file, spoil, said, id=f"{file}-{kind}", marks=() if (file, kind) in quick else slow)
        for file, row in table.items()
        for kind, spoil, said in zip(KINDS, SPOILED, row, strict=True)
    ]


def log(config: Config) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (config.data / "appendonlydir").iterdir()}


def held_to(kept: Kept, config: Config, file: str, spoil: Callable[[Path], object], said: str) -> None:
    """Spoil a file. Assert what doctor and the start say, and that nothing is lost when the file is put back."""
    spoil(config.data / file)
    doctor = commanded(config, "doctor")
    before = log(config)
    assert (doctor.returncode == 0) == (not said or said == MARK), doctor.stdout
    if said.startswith(REFUSAL):
        assert re.search(r"^WRONG \w+ +" + said.removeprefix(REFUSAL), doctor.stdout, re.DOTALL | re.MULTILINE), doctor.stdout
    told = started(config)
    assert re.fullmatch(f"{said}.*" if said else "", told, re.DOTALL), told
    if told.startswith(REFUSAL):
        assert log(config) == before
    else:
        assert events_of(config, kept.game) == kept.events
    shutil.copy(kept.folder / file, config.data / file)
    assert events_of(config, kept.game) == kept.events


@pytest.mark.parametrize(("file", "spoil", "said"), cases(ROWS, QUICK))
def test_a_lost_or_foreign_file_of_the_data_folder_is_reported_and_can_be_put_back(
    kept: Kept, tmp_path: Path, file: str, spoil: Callable[[Path], object], said: str
) -> None:
    held_to(kept, kept.copied(tmp_path / "data"), file, spoil, said)


@slow
@pytest.mark.parametrize(("file", "spoil", "said"), cases(REWRITTEN, set()))
def test_the_same_holds_after_the_log_was_rewritten(
    rewritten: Kept, tmp_path: Path, file: str, spoil: Callable[[Path], object], said: str
) -> None:
    held_to(rewritten, rewritten.copied(tmp_path / "data"), file, spoil, said)


@slow
def test_every_file_of_a_data_folder_has_its_row(tmp_path: Path) -> None:
    """A new kind of file needs a row in ROWS, and a line under "Damaged data" in docs/operations.md if people must do something."""
    config = configured(tmp_path / "data")
    with serving(config, tmp_path / "printed") as running:
        until(lambda: running.ready() and (config.data / "reached").exists())
    assert {str(file.relative_to(config.data)) for file in config.data.rglob("*") if file.is_file()} == ROWS.keys()


@slow
def test_a_data_folder_without_its_log_is_refused(kept: Kept, tmp_path: Path) -> None:
    config = kept.copied(tmp_path / "data")
    shutil.rmtree(config.data / "appendonlydir")
    assert re.match(GONE, started(config))
    assert not (config.data / "appendonlydir").exists()
    shutil.copytree(kept.folder / "appendonlydir", config.data / "appendonlydir")
    assert events_of(config, kept.game) == kept.events


def test_the_log_of_another_program_is_refused(kept: Kept, tmp_path: Path) -> None:
    """It can be loaded, but has none of our records. Nothing is written into it."""
    config = kept.copied(tmp_path / "data")
    (config.data / INCR).write_bytes(OTHER_LOG)
    assert re.match(GONE, started(config))
    assert log(config)[Path(INCR).name] == OTHER_LOG


def test_the_command_of_the_message_about_a_lost_list_writes_the_list_again(kept: Kept, tmp_path: Path) -> None:
    config = kept.copied(tmp_path / "data")
    (config.data / MANIFEST).unlink()
    (command,) = (line for line in started(config).splitlines() if line.strip().startswith("printf"))
    subprocess.run(["sh", "-c", command], check=True)
    assert log(config) == log(configured(kept.folder))
    assert events_of(config, kept.game) == kept.events


@slow
def test_the_api_does_not_start_again_and_again_with_a_damaged_key(kept: Kept, tmp_path: Path) -> None:
    config = kept.copied(tmp_path / "data")
    (config.data / "secret").write_bytes(GARBAGE)
    refused = faceup(config, "web")
    assert refused.returncode == 1
    assert re.search(KEY_DAMAGED.removeprefix(REFUSAL), refused.stderr)
    assert refused.stderr.count("\n") == 1
