"""`make new-system`: the game that it writes works at once, as the tests of every game and the linter require."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.new_system import LONGEST, Refused, begun

ROOT = Path(__file__).parent.parent
FOLDERS = ("bench", "domain", "service", "tests", "workers", "docs/games")
WRITTEN = ("pyproject.toml", "bench/planting/__init__.py")
OF_EVERY_GAME = (
    "test_every_system.py",
    "test_contracts.py",
    "test_house_rules.py",
    "playthroughs/test_playthroughs.py",
    "domain/test_sheets.py",
    "domain/test_judging.py",
    "imports/test_round_trip.py",
)
"""Files with tests of every game."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder with all code of the project. Its files are links, except those that the command changes."""
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, tmp_path / folder, copy_function=os.symlink)
    for file in WRITTEN:
        (tmp_path / file).unlink(missing_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


def ran(project: Path, *words: str) -> str:
    """Run Python with these words in the folder. Returns what it printed, if it fails; otherwise nothing."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment = outside | {"PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, *words], cwd=project, env=environment, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode else ""


@pytest.mark.slow
def test_a_new_game_passes_its_own_tests_and_those_of_every_game(project: Path) -> None:
    left = begun("made-up-game", project)
    for word in ("make golden ONLY=made-up-game", "make docs", "make openapi", "bench/planting/made_up_game.py", "RESOURCES", "MATRIX"):
        assert word in left
    assert ran(project, "-m", "tests.playthroughs.regenerate", "made-up-game") == ""
    files = [f"tests/{name}" for name in ("domain/test_made_up_game.py", *OF_EVERY_GAME)]
    chosen = "made_up_game or made-up-game or contract_that_separates or every_family_of_games or with_a_row_in_provable"
    assert ran(project, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow", "-k", chosen, *files) == ""


@pytest.mark.parametrize("slug", ["made-up", "o" * (LONGEST - 3) + "-99"])
def test_the_files_of_a_new_game_need_no_other_layout_whatever_its_name_is(project: Path, slug: str) -> None:
    begun(slug, project)
    files = [path for folder in ("domain/systems", "tests/domain", "bench/planting") for path in (project / folder).glob("*.py")]
    written = [str(path.relative_to(project)) for path in files if not path.is_symlink()]
    assert len(written) == 4
    for words in (("check",), ("format", "--check")):
        assert ran(project, "-m", "ruff", *words, "--no-cache", *written) == ""


@pytest.mark.parametrize(
    ("slug", "sentence"),
    [
        ("", "'' is no name for a game: write small letters"),
        ("War of threes", "is no name for a game"),
        ("war--of-threes", "is no name for a game"),
        ("../war", "is no name for a game"),
        ("3-kings", "is no name for a game"),
        ("o" * (LONGEST + 1), "is no name for a game"),
        ("one-up", "one-up is taken: there is a game or a family with this name"),
        ("pitch", "pitch is taken"),
        ("stock", "stock is taken: bench/planting/stock.py exists"),
        ("while", "while cannot be the name"),
        ("card", "card cannot be the name"),
        ("g2", "g2 cannot be the name"),  # its class and its system would have one name
        ("new-game", "new-game cannot be the name"),
    ],
)
def test_a_bad_name_is_refused_with_a_sentence_and_nothing_is_written(tmp_path: Path, slug: str, sentence: str) -> None:
    other = tmp_path / "bench/planting/stock.py"
    other.parent.mkdir(parents=True)
    other.touch()
    with pytest.raises(Refused, match=sentence):
        begun(slug, tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [other]


def test_a_game_that_was_begun_is_not_written_again(project: Path) -> None:
    begun("made-up", project)
    game = project / "domain/systems/made_up.py"
    game.write_text("mine")
    with pytest.raises(Refused, match=r"made-up is taken: domain/systems/made_up\.py exists"):
        begun("made-up", project)
    assert game.read_text() == "mine"
