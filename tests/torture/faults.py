"""Carries out the faults of a schedule. Some faults last for a time, and are ended here too."""

import heapq
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from redis import Redis, RedisError

from service.running.log_files import MANIFEST
from tests.ops.serving import free_port
from tests.torture.installation import Installation
from tests.torture.schedule import BETWEEN, CLOCK, DISK, KILL, KILL_ALL, LOST, START, STOP, STORE, WIRE, Fault
from tests.torture.wire import Wire
from tests.waiting import until

EVERYTHING: Final = "everything"


class Torturer:
    """Carries out faults on one installation. `fill`: a function that fills the disk and returns another function, which makes room again.
    None: the disk cannot be filled."""

    def __init__(self, made: Installation, fill: Callable[[], Callable[[], object]] | None = None) -> None:
        self._made = made
        self._fill = fill
        self._due: list[tuple[float, int, Callable[[], object]]] = []
        self._strikes: dict[str, Callable[[Fault], str]] = {
            KILL: self._kill,
            KILL_ALL: self._kill_all,
            STOP: self._stop,
            WIRE: self._wire,
            STORE: self._store,
            BETWEEN: self._between,
            CLOCK: self._clock,
            START: self._start,
            DISK: self._disk,
            LOST: self._lost,
        }

    def strike(self, fault: Fault) -> str:
        """Carry out a fault. Returns a short text about what was done; empty if the fault had no target."""
        return self._strikes[fault.kind](fault)

    def heal(self, *, all_of_it: bool = False) -> None:
        """End the faults whose time is over. `all_of_it`: end all faults."""
        while self._due and (all_of_it or self._due[0][0] <= time.monotonic()):
            heapq.heappop(self._due)[2]()

    def _after(self, fault: Fault, ended: Callable[[], object]) -> None:
        heapq.heappush(self._due, (time.monotonic() + fault.seconds, fault.number, ended))

    # --- processes ---

    def _victim(self, fault: Fault) -> list[int]:
        there = self._made.processes()[fault.target]
        return [there[int(fault.which * len(there))]] if there else []

    def _kill(self, fault: Fault) -> str:
        return _signalled(self._victim(fault), signal.SIGKILL)

    def _kill_all(self, fault: Fault) -> str:
        """Kill all processes of a role at the same time. Killing all processes of the installation is like a loss of power, but the disk
        keeps all written bytes."""
        there = self._made.processes()
        everything = [pid for pids in there.values() for pid in pids]
        return _signalled(everything if fault.target == EVERYTHING else there[fault.target], signal.SIGKILL)

    def _stop(self, fault: Fault) -> str:
        victims = self._victim(fault)
        self._after(fault, lambda: _signalled(victims, signal.SIGCONT))
        return _signalled(victims, signal.SIGSTOP)

    # --- connections ---

    def _wire(self, fault: Fault) -> str:
        wire = self._made.wire
        if fault.target == "cut":
            return f"{wire.cut()} ends"
        attribute, usual = _damage(wire, fault, 0.05 + fault.which)
        self._after(fault, lambda: setattr(wire, attribute, usual))
        return "the wire"

    def _between(self, fault: Fault) -> str:
        """Put a proxy between the processes and the server, let all processes connect again, and damage the data that passes the proxy."""
        wire = self._made.between()
        if wire is None:
            return ""
        self._after(fault, self._made.rejoined)
        clients = self._store(replace(fault, target="cut"))
        _damage(wire, fault, 0.3 * fault.which)
        return clients or "the server's wire"

    def _store(self, fault: Fault) -> str:
        """Make the server cut the connections of its clients (an answer may be lost), or make the server stop answering for a while."""
        with (
            suppress(RedisError),
            Redis.from_url(self._made.store_server(fault.which), socket_timeout=1, socket_connect_timeout=1, retry=None) as redis,
        ):
            if fault.target == "cut":
                cut = sum(redis.client_kill_filter(_type=kind, skipme=True) for kind in ("normal", "pubsub"))
                return f"{cut} clients"
            redis.client_pause(int(fault.seconds * 1000), all=True)
            return f"for {fault.seconds:.1f} s"
        return ""

    # --- the machine ---

    def _clock(self, fault: Fault) -> str:
        if not self._made.moves_clocks:
            return ""
        self._made.move_clock(fault.size)
        self._after(fault, lambda: self._made.move_clock(0))
        return f"{fault.size:+g} s for {fault.seconds:.1f} s"

    def _start(self, fault: Fault) -> str:
        """Either stop `faceup serve` cleanly and start it again, or start a second one on the same folder and stop the first after a
        while."""
        running = self._made.ports()
        if fault.target == "again" and running:
            self._made.end_oldest()
            return f"port {running[0]}"
        if fault.target == "second" and len(running) == 1:
            self._made.start(free_port())
            self._after(fault, self._made.end_oldest)
            return f"port {self._made.ports()[-1]} beside {running[0]}"
        return ""

    def _disk(self, fault: Fault) -> str:
        if self._fill is None:
            return ""
        self._after(fault, self._fill())
        return f"for {fault.seconds:.1f} s"

    def _lost(self, fault: Fault) -> str:
        """Kill all processes, and take away the list of the server's log files for a while. No start may succeed without the list."""
        log = self._made.log_files
        if not (log / MANIFEST).exists():
            return ""
        killed = _signalled(self._made.left(), signal.SIGKILL)
        until(lambda: not self._made.left())
        away = self._made.config.data / MANIFEST
        (log / MANIFEST).rename(away)
        self._after(fault, lambda: away.rename(log / MANIFEST))
        return f"{killed}; {fault.target} away for {fault.seconds:.1f} s"


def _damage(wire: Wire, fault: Fault, delay: float) -> tuple[str, float | bool]:
    """Make a proxy damage or delay what it forwards. For each fault of this kind, the proxy has an attribute, which is set here. Returns
    the name of the attribute and its usual value."""
    attribute = fault.target.replace("-", "_")
    late = attribute == "delay"
    setattr(wire, attribute, delay if late else True)
    return attribute, 0.0 if late else False


def _signalled(victims: list[int], number: signal.Signals) -> str:
    """Send a signal to processes. Returns a text with their ids; empty if there is no such process."""
    hit = []
    for pid in victims:
        with suppress(ProcessLookupError):
            os.kill(pid, number)
            hit.append(str(pid))
    return " ".join(hit)
