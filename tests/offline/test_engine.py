"""The engine is built from the sources as they are, and Pyodide with its bytecode answers with the same bytes as this Python."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from domain.system import System, Table
from domain.systems import SYSTEMS
from domain.views.device import Worker
from service import web
from service.offline import engine
from service.running import supervisor
from tests.offline.games import batch, kept
from tests.playthroughs.regenerate import played
from tests.speeds import rows
from tests.waiting import until

MOST: Final = 5_000_000
"""A device loads at most so many bytes, once."""

Ask = Callable[[str, str], str]


@pytest.fixture(scope="session")
def built() -> Path:
    """Build the engine of these sources, unless it is built already."""
    engine.build()
    place = engine.folder()
    assert place is not None
    return place


@pytest.fixture(scope="session")
def ask(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Ask Pyodide, which runs under Node."""
    command = [engine.node(), str(Path(__file__).with_name("run.mjs")), str(built), str(tmp_path_factory.mktemp("unpacked"))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        questions, answers = process.stdin, process.stdout

        def asked(name: str, given: str) -> str:
            questions.write(json.dumps([name, given]) + "\n")
            questions.flush()
            return str(json.loads(answers.readline()))

        yield asked
        questions.close()


@pytest.mark.parametrize("system", rows(SYSTEMS, {"spades-standard"}, SYSTEMS.__getitem__))
def test_pyodide_answers_with_the_same_bytes_as_this_python_at_every_version(system: System[Table], ask: Ask) -> None:
    reading, here = played(system), Worker()
    questions = [("open", json.dumps(kept(reading.at(1))))]
    for event in reading.events[1:]:
        questions += [("append", json.dumps(batch(event))), ("live", "null")]
    questions += [("events", "0"), ("open", json.dumps(kept(reading)))]
    for name, given in questions:
        assert ask(name, given) == here.answer(name, given)


def test_an_engine_is_small_enough_and_has_each_file_in_both_forms(built: Path) -> None:
    files = {path.name: path.stat().st_size for path in built.iterdir()}
    assert files.keys() == {f"{file}.{end}" for file in engine.FILES for end in ("br", "gz")}
    assert sum(size for name, size in files.items() if name.endswith(".br")) <= MOST
    assert all(path.stat().st_mode & 0o044 for path in built.iterdir()), "others may run the server"


@pytest.mark.parametrize(
    "changed", ["domain/words/common.py", "domain/views/device.py", "service/offline/build.mjs", "service/web/static/js/engine/worker.js"]
)
def test_the_name_of_an_engine_changes_with_each_of_its_sources(changed: str, tmp_path: Path) -> None:
    root = Path(engine.DOMAIN).parent
    for folder in ("domain", "service/offline", "service/web/static/js/engine"):
        shutil.copytree(root / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "made"))
    for file in ("service/__init__.py", "service/engine.py"):
        shutil.copy(root / file, tmp_path / file)
    command = [sys.executable, "-c", "from service.offline import engine; print(engine.name())"]

    def name() -> str:
        return subprocess.run(
            command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(tmp_path)}, check=True, capture_output=True, text=True
        ).stdout.strip()

    assert name() == engine.name()
    with (tmp_path / changed).open("a") as source:
        source.write("\n")
    assert name() != engine.name()


def test_an_engine_that_is_built_already_is_not_built_again(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "node", lambda: pytest.fail("Node was looked for"))
    engine.build()


def test_former_engines_are_removed_and_without_node_the_reason_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(engine, "find_spec", lambda _: None)
    assert engine.main(tmp_path / "made") == 1
    said = "Tables cannot go on without a network: the engine is not built yet, and that needs Node: pip install 'faceup[offline]'.\n"
    assert capsys.readouterr().out == said


def test_a_failure_of_node_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "pyodide"
    broken.mkdir()
    monkeypatch.setattr(engine, "PYODIDE", broken)
    with pytest.raises(engine.NotBuilt, match="the engine cannot be built: Error: ENOENT"):
        engine.build(tmp_path / "made")
    assert not [*(tmp_path / "made").iterdir()]


def test_the_vendored_pyodide_has_the_version_that_the_lock_file_names() -> None:
    """`make vendor` makes the files. Nobody may edit them."""
    lock = json.loads((Path(web.__path__[0]) / "package-lock.json").read_text(encoding="utf-8"))
    version = lock["packages"]["node_modules/pyodide"]["version"]
    assert (engine.PYODIDE / "NOTICE").read_text(encoding="utf-8").startswith(f"Pyodide {version},")
    files = {path.name for path in engine.PYODIDE.iterdir()}
    assert files == {
        "LICENSE",
        "LICENSE.python",
        "NOTICE",
        *(f"{file}.br" for file in engine.FILES if file not in engine.OURS),
    }


def test_serve_builds_a_missing_engine_in_the_background_and_ends_this_when_it_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, asked = tmp_path / "python", tmp_path / "asked"
    program.write_text(f'#!/bin/sh\necho "$@" > {asked}\nexec sleep 600\n')
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    monkeypatch.setattr(engine, "MADE", tmp_path / "made")
    with supervisor._engine_built():
        until(lambda: asked.exists() and asked.read_text())
    assert asked.read_text() == "-m service.offline\n"
