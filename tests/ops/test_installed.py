"""Faceup as pip installs it: from a wheel, without the Makefile and the rest of the checkout."""

import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final

import httpx
import pytest

from service.offline import engine
from tests.ops.processes import until
from tests.ops.serving import Serving, configured
from tests.speeds import slow
from tests.waiting import WITHIN

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("domain", "service", "workers")
NOT_SHIPPED: Final = {"package.json", "package-lock.json", "api.d.ts", "dom.d.ts", "lists.d.ts", "uplot.d.ts", "worker.d.ts"}
"""Files that only `make vendor` and `make check` read."""

pytestmark = slow


@dataclass(frozen=True)
class Installed:
    """`wheel`: the file. `folder`: what it contains; it stands before everything else on the path of Python."""

    wheel: Path
    folder: Path

    def environ(self, **settings: str) -> dict[str, str]:
        return os.environ | settings | {"PYTHONPATH": str(self.folder)}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Build the wheel from a copy of the sources, so that nothing of earlier builds is in it, and install it into a folder."""
    place = tmp_path_factory.mktemp("installed")
    sources, folder = place / "sources", place / "site"
    sources.mkdir()
    for package in PACKAGES:
        shutil.copytree(ROOT / package, sources / package, ignore=shutil.ignore_patterns("__pycache__", "node_modules", "made"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", place, sources], check=True)
    (wheel,) = place.glob("*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--target", folder, wheel], check=True)
    return Installed(wheel, folder)


def test_the_wheel_has_every_file_of_the_packages_and_the_licence(installed: Installed) -> None:
    sources = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and not {"__pycache__", "node_modules", "made"} & set(path.parts) and path.name not in NOT_SHIPPED
    }
    with zipfile.ZipFile(installed.wheel) as archive:
        names = set(archive.namelist())
    assert sorted(sources - names) == []
    assert {f"{package}/py.typed" for package in PACKAGES} <= names
    assert {f"service/offline/made/{engine.name()}/{file}.br" for file in engine.FILES} <= names
    assert f"faceup-{version('faceup')}.dist-info/licenses/LICENSE" in names


def test_the_installed_command_prints_its_version(installed: Installed, tmp_path: Path) -> None:
    command = [sys.executable, installed.folder / "bin" / "faceup", "--version"]
    printed = subprocess.run(command, env=installed.environ(), cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert printed == f"faceup, version {version('faceup')}\n"


def test_an_installed_server_names_the_command_that_it_was_started_with(installed: Installed, tmp_path: Path) -> None:
    config, printed = configured(tmp_path / "data"), tmp_path / "printed"
    with printed.open("w") as output:
        command = [sys.executable, installed.folder / "bin" / "faceup", "serve"]
        process = subprocess.Popen(command, env=installed.environ(**config.as_env()), cwd=tmp_path, stdout=output, stderr=output, text=True)
    serving = Serving(process, config, printed)
    try:
        until(lambda: "Faceup serves at" in serving.output or process.poll() is not None)
        assert "stop with Ctrl-C and run `HOST=0.0.0.0 faceup serve`." in serving.output
        page = httpx.get(f"{serving.url}/https", timeout=WITHIN)
        assert page.status_code == 200
        assert "<code>HOST=0.0.0.0 faceup serve</code>" in page.text
    finally:
        process.terminate()
        process.wait(WITHIN)
