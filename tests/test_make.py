"""With which Python `make` makes .venv. The Pythons here are scripts that only know their name."""

import os
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]
OUTSIDE = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "PYTHON"}}
"""The environment without what a `make test` that runs these tests was told."""
PYTHON = """#!/bin/sh
case "$1 $2" in
    "-m venv") rm -rf .venv && mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
    "-m pip") echo "$@" >> .venv/asked ;;
    *) echo "{name}" ;;
esac
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a folder with the Makefile and two Pythons, `one` and `an other`."""
    made = tmp_path / "a folder"
    (made / "docker").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "docker/constraints.txt"):
        (made / name).write_bytes((HERE / name).read_bytes())
    for name in ("one", "an other"):
        (made / name).write_text(PYTHON.format(name=name))
        (made / name).chmod(0o755)
    return made


def made(clone: Path, *words: str) -> tuple[str, int]:
    """Make what `make run` needs. Return the name of the Python of .venv, and how often something was installed into it."""
    subprocess.run(["make", "--no-print-directory", ".venv/installed", *words], cwd=clone, env=OUTSIDE, check=True, capture_output=True)
    name = subprocess.run([".venv/bin/python"], cwd=clone, check=True, capture_output=True, text=True).stdout.strip()
    return name, len((clone / ".venv/asked").read_text().splitlines())


def test_a_venv_of_another_python_is_made_again(clone: Path) -> None:
    assert made(clone, "PYTHON=./one") == ("one", 1)
    assert made(clone, f"PYTHON={clone}/one") == ("one", 1)
    assert made(clone, "PYTHON=./an other") == ("an other", 1)
    assert made(clone) == ("an other", 1)


def test_a_venv_whose_python_is_gone_is_made_again(clone: Path) -> None:
    assert made(clone, "PYTHON=./one") == ("one", 1)
    (clone / ".venv/bin/python").unlink()
    assert made(clone, "PYTHON=./one") == ("one", 1)


def test_other_versions_are_installed_into_the_same_venv(clone: Path) -> None:
    assert made(clone, "PYTHON=./one") == ("one", 1)
    versions, later = clone / "docker/constraints.txt", (clone / ".venv/installed").stat().st_mtime + 1
    versions.write_text(versions.read_text() + "segno==1.6.1\n")
    os.utime(versions, (later, later))
    assert made(clone) == ("one", 2)
    assert all("--constraint docker/constraints.txt" in line for line in (clone / ".venv/asked").read_text().splitlines())


def test_a_python_that_cannot_run_faceup_is_named(clone: Path) -> None:
    (clone / "old").write_text("#!/bin/sh\nexit 1\n")
    (clone / "old").chmod(0o755)
    command = ["make", ".venv/installed", "PYTHON=./old"]
    failed = subprocess.run(command, cwd=clone, env=OUTSIDE, check=False, capture_output=True, text=True)
    assert failed.returncode == 2
    assert "Faceup needs Python 3.11 or newer" in failed.stdout
    assert "PYTHON=./old" in failed.stdout
