"""The installation that is tortured: one or two processes `faceup serve` on the same folder, and all their processes as the operating
system shows them."""

import os
import shutil
import signal
import struct
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

import httpx

from service.config import Config
from tests.ops.serving import FACEUP, configured, free_port
from tests.torture.nodes import Nodes
from tests.torture.schedule import API, GUARD, HEAVY, MASTER, RELAY, ROLES, SERVER, SUPERVISOR, WORKER
from tests.torture.store_wire import StoreWire
from tests.torture.wire import HOST, Wire
from tests.waiting import WITHIN, until

CLOCK_SOURCE: Final = Path(__file__).with_name("clock.c")
"""The library that moves the wall clock of processes. Without a C compiler (`cc`), no clock is moved."""
NANO: Final = 10**9
STARTS: Final = 240.0
"""Seconds within which a new installation must answer."""
MARKS: Final = (
    ("service.serving.heavy", HEAVY),
    ("workers.cli serve", SUPERVISOR),
    ("service.running.guard", GUARD),
    ("workers.cli relay", RELAY),
    ("workers.cli worker", WORKER),
    ("service.serving.api", MASTER),
)


class Installation:
    """An installation in the folder `home`. `nodes`: the cluster that keeps its records; None: its own server does. `wire`: the proxy to
    which its clients connect. `moves_clocks`: whether its wall clock can be moved."""

    def __init__(self, home: Path, printed: Path, nodes: Nodes | None = None) -> None:
        self.config: Config = replace(configured(home / "data"), processes=2, workers=2, heavy=2)
        self._nodes = nodes
        if nodes is not None:
            self.config = replace(self.config, redis_url=nodes.cluster.socket, rq_redis_url=f"unix://{nodes.queue.socket}", copies=1)
        self._printed = printed
        self._printed.unlink(missing_ok=True)  # of an earlier campaign: it has the link of another owner
        self._clock, self._library = home / "clock", home / "clock.so"
        self._served: list[tuple[subprocess.Popen[bytes], int]] = []
        self.starts = 0
        self.moves_clocks = _built(self._library)
        self.move_clock(0)
        self.wire = Wire(free_port(), self.ports)
        self._between: StoreWire | None = None

    # --- starting and ending ---

    def ports(self) -> list[int]:
        """Return the ports of the supervisors that run, the oldest first."""
        return [port for _, port in self._served]

    def start(self, port: int | None = None) -> None:
        """Run `faceup serve`, on `port` if it is given."""
        config = replace(self.config, port=port or self.config.port)
        environ = os.environ | config.as_env() | self._clock_environ()
        with self._printed.open("ab") as output:
            process = subprocess.Popen(
                [*FACEUP, "serve"], env=environ, stdout=output, stderr=output, process_group=0
            )  # Ctrl-C in the terminal must not stop this process
            self._served.append((process, config.port))
        self.starts += 1

    def tend(self) -> None:
        """Restart every ended process, as an operator would."""
        if self._nodes is not None:
            self._nodes.tend()
        self._served = [(process, port) for process, port in self._served if process.poll() is None]
        if not self._served:
            self.start()

    def end_oldest(self) -> None:
        self._served[0][0].terminate()

    def end(self) -> None:
        """Ask every supervisor to stop, and wait until all have ended."""
        for process, _ in self._served:
            process.terminate()
        for process, _ in self._served:
            process.wait(WITHIN)
        self._served = []

    def answers(self) -> bool:
        """Whether the API is ready on the first port."""
        try:
            return httpx.get(f"http://{HOST}:{self.ports()[0]}/readyz", timeout=WITHIN).status_code == 200
        except (httpx.TransportError, IndexError):
            return False

    @property
    def log_files(self) -> Path:
        """The folder of the server's log."""
        return self.config.data / "appendonlydir"

    def printed(self) -> str:
        return self._printed.read_text(errors="replace")

    # --- processes ---

    def processes(self) -> dict[str, list[int]]:
        """Return the ids of all processes of this installation, by role."""
        found: dict[str, list[int]] = {role: [] for role in ROLES}
        belongs = f"FACEUP_DATA={self.config.data}\0".encode()
        lines: dict[int, str] = {}
        parents: dict[int, int] = {}
        for place in Path("/proc").iterdir():
            if place.name.isdigit():
                with suppress(OSError):
                    mine = belongs in (place / "environ").read_bytes() or (place / "cwd").readlink() == self.config.data
                    state, parent = (place / "stat").read_text().rpartition(")")[2].split()[:2]
                    if mine and state != "Z":
                        pid = int(place.name)
                        lines[pid], parents[pid] = (
                            (place / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace"),
                            int(parent),
                        )
        for pid, line in lines.items():
            found[_role(line, lines.get(parents[pid], ""))].append(pid)
        if self._nodes is not None:
            found[SERVER] += self._nodes.pids()
        return {role: sorted(pids) for role, pids in found.items()}

    def left(self) -> list[int]:
        """Return the ids of all processes of this installation that still run, without the nodes of its cluster."""
        nodes = set() if self._nodes is None else {*self._nodes.pids()}
        return sorted(pid for pids in self.processes().values() for pid in pids if pid not in nodes)

    # --- the servers ---

    def store_server(self, which: float) -> str:
        """Return the address of the server of the records; of one of the nodes of a cluster. `which`: a number from 0 to 1."""
        if self._nodes is None:
            return self.config.store_url
        nodes = self._nodes.cluster.nodes
        return f"unix://{nodes[int(which * len(nodes))].socket}"

    def between(self) -> StoreWire | None:
        """Put a proxy between the processes and the store server. Returns the proxy; None if there is a proxy already, or no server."""
        if self._between is not None:
            return None
        with suppress(FileNotFoundError):
            self._between = StoreWire(Path(self.config.store_url.removeprefix("unix://")))
        return self._between

    def rejoined(self) -> None:
        """Remove the proxy, so that processes connect to the store server directly."""
        wire, self._between = self._between, None
        if wire is not None:
            wire.close()

    # --- the clock ---

    def move_clock(self, seconds: float) -> None:
        """Set the difference between the wall clock of all processes and the machine's clock, in seconds."""
        with self._clock.open("r+b" if self._clock.exists() else "wb") as file:
            file.write(struct.pack("=q", int(seconds * NANO)))

    def _clock_environ(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(self._library), "TORTURE_CLOCK": str(self._clock)} if self.moves_clocks else {}


@contextmanager
def installed(home: Path, printed: Path, nodes: Nodes | None = None) -> Iterator[Installation]:
    """Serve from the new folder `home` while the block runs. At the end no process is left, and the folder is removed. `nodes`: the cluster
    that keeps the records; None: a server of its own does."""
    home.mkdir(mode=0o700, parents=True)
    made = Installation(home, printed, nodes)
    try:
        made.start()
        yield made
    finally:
        made.rejoined()
        made.wire.close()
        for pid in made.left():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        until(lambda: not made.left())
        shutil.rmtree(home, ignore_errors=True)


def owner_token(made: Installation) -> str:
    """Wait until the API answers. Returns the owner's token, which the first start prints in a link."""
    mark = "/join#"
    until(lambda: mark in made.printed(), STARTS)
    return made.printed().partition(mark)[2].split()[0]


def slept(seconds: float, made: Installation) -> None:
    """Wait for the given number of seconds. Restart processes that end during this time."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        made.tend()
        time.sleep(min(left, 0.1))


def _role(line: str, parent: str) -> str:
    """Return the role of a process. `line`, `parent`: its command line and that of its parent."""
    if "unixsocket" in line or "server.sock" in line:
        return SERVER
    role = next((role for mark, role in MARKS if mark in line), HEAVY)
    return API if role == MASTER and _role(parent, "") == MASTER else role


def _built(library: Path) -> bool:
    """Build the library that moves clocks. Returns whether there is a compiler."""
    compiler = shutil.which("cc")
    if compiler is not None:
        subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", str(library), str(CLOCK_SOURCE), "-ldl"], check=True)
    return compiler is not None
