"""`python -m tests.docker.cluster_made`, in a network and with mounts of its own: starts the nodes of compose.cluster.yaml with their
commands, lets the service `cluster` make the cluster twice, and writes and reads through Faceup's store.

Unlike containers, the nodes share one file system. `redis-cli` stands for `valkey-cli`, which the package of our server does not have.
"""

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import yaml
from redis import Redis

from service.config import Config
from service.store.keys import HOME
from tests.servers import packaged_valkey
from tests.store.deeds import Office, Room
from tests.torture import network
from tests.waiting import until

COMPOSE = Path(__file__).parents[2] / "docker/compose.cluster.yaml"
SERVICES: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())["services"]
NODES = [name for name in SERVICES if name.startswith("valkey-")]


def command(service: dict[str, Any]) -> list[str]:
    return [word.replace("$$", "$") for word in [*service["entrypoint"], *service["command"]]]


def _shape(redis: Redis) -> tuple[list[int], set[str]]:
    """Return how many servers each range of slots has, and their names."""
    rows = [row[2:] for row in redis.execute_command("CLUSTER SLOTS")]  # type: ignore[no-untyped-call]
    return [len(servers) for servers in rows], {server[0].decode() for servers in rows for server in servers}


def answers(address: str) -> bool:
    """Whether the health check of a node would succeed."""
    return subprocess.run(["redis-cli", "-h", address, "-e", "ping"], check=False, capture_output=True).returncode == 0


def main(place: Path) -> None:
    addresses = dict(zip(NODES, network.set_up(len(NODES)), strict=True))
    hosts = place / "hosts"
    hosts.write_text("127.0.0.1 localhost\n" + "".join(f"{address} {name}\n" for name, address in addresses.items()))
    subprocess.run(["mount", "--bind", hosts, "/etc/hosts"], check=True)
    for name, text in (
        ("valkey-server", f"exec {packaged_valkey()} $PLACE"),
        ("valkey-cli", "exec redis-cli"),
        ("hostname", "echo $NAME;:"),
    ):
        (place / name).write_text(f'#!/bin/sh\n{text} "$@"\n')
        (place / name).chmod(0o755)
    env = {**os.environ, "PATH": f"{place}:{os.environ['PATH']}"}
    for name, address in addresses.items():
        (place / "data" / name).mkdir(parents=True)
        own = {"NAME": SERVICES[name]["hostname"], "PLACE": f"--bind {address} --bind-source-addr {address}"}
        subprocess.Popen(command(SERVICES[name]), env=env | own, cwd=place / "data" / name, stdout=subprocess.DEVNULL)
    for address in addresses.values():
        until(lambda address=address: answers(address))  # type: ignore[misc]
    for _ in range(2):
        subprocess.run(command(SERVICES["cluster"]), env=env, check=True)
    with Redis(addresses["valkey-9"]) as redis:
        until(lambda: _shape(redis) == ([3] * 3, {*NODES}))
    config = Config.from_env({"FACEUP_DATA": str(place), "REDIS_URL": SERVICES["web"]["environment"]["REDIS_URL"]})
    office = Office(config.store_url, 2)
    room = Room.open(office, HOME)
    deeds = [deed for deed, _ in zip(room.papers(), range(6), strict=False)]
    for deed in deeds:
        deed.ask(office)
    assert all(deed.is_kept(office) for deed in deeds)
    office.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as folder:
        main(Path(folder))
