"""What the pages of the documentation say is so: paths and pictures exist, generated pages are up to date, versions and counts agree."""

import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Final

import pytest
import yaml
from click.testing import CliRunner
from PIL import Image

from domain.systems import SYSTEMS
from workers.cli import main

ROOT: Final = Path(__file__).parent.parent
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def test_generated_pages_of_the_documentation_are_up_to_date() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "docs" / "generate.py"), "--check"], check=False)
    assert done.returncode == 0, "a generated page under docs/ is out of date: make docs"


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "docs/architecture.md",
        "docs/evening.md",
        "docs/operations.md",
        "docs/pages/README.md",
        "docs/samples/README.md",
        "docs/scaling.md",
        "docs/tour.md",
        ".github/SECURITY.md",
    ],
)
def test_every_path_that_a_documentation_page_names_exists(page: str) -> None:
    named = set(re.findall(r"`((?:domain|service|workers|tests|docs|bench|docker)/[\w./-]*)`", text(page)))
    named |= set(re.findall(r"(?<!!)\[[^\]]*\]\(([\w./-]+)(?:#[\w-]*)?\)", text(page)))
    beside = (ROOT / page).parent
    assert sorted(name for name in named if not (ROOT / name).exists() and not (beside / name).exists()) == []


def test_every_decision_that_a_file_names_is_there() -> None:
    named = subprocess.run(
        ["git", "grep", "-Ioh", r"docs/decisions/[a-z0-9-]*\.md"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    pages = set(named.split())
    for page in (ROOT / "docs" / "decisions").glob("*.md"):
        linked = re.findall(r"\]\(([\w./-]+\.md)(?:#[\w-]*)?\)", page.read_text("utf-8"))
        pages |= {f"docs/decisions/{link}" for link in linked}
    assert sorted(page for page in pages if not (ROOT / page).exists()) == []


@pytest.mark.parametrize("page", ["README.md", "docs/pages/README.md"])
def test_every_picture_that_a_page_names_exists_and_loads_fast(page: str) -> None:
    named = set(re.findall(r"""(?:\]\(|src=")([\w./-]+\.(?:jpg|png|svg|webp))[)"]""", text(page)))
    assert named
    beside = (ROOT / page).parent
    assert sorted(name for name in named if not (beside / name).exists()) == []
    assert sorted(name for name in named if (beside / name).stat().st_size > 1_500_000) == []


def test_the_readme_is_short() -> None:
    assert len(text("README.md").split()) <= 700


MADE: Final = {
    "make run": ("faceup serve", "tests/ops/test_serve.py"),
    "make demo": ("faceup demo", "tests/ops/test_demo.py"),
    "make run LAN=1": ("env HOST=0.0.0.0 .venv/bin/faceup serve", "tests/ops/test_welcome.py"),
    "make test": ('pytest -n 3 --dist worksteal -m "not slow"', ".ci/run"),
}
"""The commands of README.md that this test does not carry out: what make plans for them, and the file that runs the same."""
IN_CONTAINERS: Final = "docker compose --file docker/compose.yaml up --build --detach --wait"


def test_every_command_of_the_readme_is_known_to_work() -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```$", text("README.md"), re.DOTALL | re.MULTILINE)
    commands = {line.split("  ")[0].strip() for block in blocks for line in block.splitlines()}
    requests = {command for command in commands if command.startswith("curl ")}  # tests/ops/test_tour.py carries them out
    assert commands - requests == {*MADE, IN_CONTAINERS}
    for command, (planned, runner) in MADE.items():
        plan = subprocess.run([*command.split(), "--dry-run"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        assert planned in plan
        assert (ROOT / runner).exists()
    assert IN_CONTAINERS in text("docker/README.md")


def test_the_readme_counts_the_games_that_there_are() -> None:
    words = " ".join(text("README.md").split())
    families = Counter(system.family for system in SYSTEMS.values())
    rules = ROOT / "docs" / "rules"
    variants = json.loads((rules / "pitch_variants.json").read_text("utf-8"))
    variants += [row for rows in json.loads((rules / "other_variants.json").read_text("utf-8")).values() for row in rows]
    basis = Counter(row["confidence"] for row in variants)
    for sentence in (
        f"{len(SYSTEMS)} in five families",
        f"{families['pitch']} forms of Pitch and Smear · {families['spades']} of Spades · {families['bid-whist']} of Bid Whist · "
        f"{families['hi-lo']} of higher-or-lower",
        f"{basis['filled']} games are completed from public pages, {basis['inferred']} by decisions of our own",
    ):
        assert sentence in words, f"README.md must say: {sentence}"
    for row in variants:
        assert (row["confidence"] == "stub") == (f"`{row['slug']}`" in words)


def test_package_contract_and_changelog_have_the_same_version() -> None:
    version = PROJECT["version"]
    assert yaml.load(text("openapi.yaml"), yaml.CSafeLoader)["info"]["version"] == version
    assert CliRunner().invoke(main, ["--version"], prog_name="faceup").output == f"faceup, version {version}\n"
    newest = re.findall(r"^## (\d+\.\d+\.\d+) – \d{4}-\d{2}-\d{2}$", text("CHANGELOG.md"), re.MULTILINE)[0]
    assert newest == version
    assert re.findall(r"^## (\d+\.\d+\.\d+)$", text("docs/history.md"), re.MULTILINE)[0] == version


def test_ci_runs_every_python_that_the_package_names() -> None:
    job = yaml.safe_load(text(".github/workflows/ci.yml"))["jobs"]["tests"]
    named = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if line.startswith("Programming Language :: Python :: 3.")]
    assert job["strategy"]["matrix"]["python"] == named
    assert PROJECT["requires-python"] == f">={named[0]}"
    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]


def test_the_moving_picture_loads_quickly_begins_with_a_whole_frame_and_lasts_some_ten_seconds() -> None:
    path = ROOT / "docs" / "pages" / "faceup.webp"
    assert path.stat().st_size <= 1_500_000
    with Image.open(path) as picture:
        assert 900 <= picture.width <= 1000
        assert picture.info["loop"] == 0  # it never stops
        shown = 0
        for number in range(picture.n_frames):
            picture.seek(number)
            picture.load()
            shown += picture.info["duration"]
            assert len(picture.convert("RGB").getcolors(2**20) or ()) > 1000, f"frame {number} is empty"
    assert 8_000 <= shown <= 12_000


def test_every_page_has_two_small_pictures_that_load_quickly() -> None:
    pages = ROOT / "docs" / "pages"
    whole = {path.stem for path in pages.glob("*.jpg")}
    small = {path.stem.removesuffix("-small"): path.stat().st_size for path in pages.glob("*-small.webp")}
    assert small.keys() == whole
    assert max(small.values()) <= 25_000
