"""The schedule of faults. It is a pure function of the seed."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Final, NamedTuple

SUPERVISOR, GUARD, MASTER, API = "supervisor", "guard", "master", "api"
RELAY, WORKER, SERVER, HEAVY = "relay", "worker", "server", "heavy"
"""The parts of an installation that are processes. `master`: gunicorn's first process. `api`: the processes that answer requests. `heavy`:
the processes for long requests, and all processes that have no other role."""
ROLES: Final = (SUPERVISOR, GUARD, MASTER, API, RELAY, WORKER, SERVER, HEAVY)

KILL, KILL_ALL, STOP, WIRE, STORE, BETWEEN, CLOCK, START, DISK, LOST = (
    "kill",
    "kill-all",
    "stop",
    "wire",
    "store",
    "between",
    "clock",
    "start",
    "disk",
    "lost",
)

PAUSE: Final = (0.05, 0.5)
"""The least and the greatest number of seconds between two faults."""
SOON: Final = 0.3
"""The share of the faults that come even if no client has got an answer since the previous fault."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Fault `number` of a schedule. `pause`: seconds since the previous fault. `soon`: whether the fault comes even if no client got an
    answer since the previous fault. `seconds`: how long the fault lasts (0: only a moment). `which`: a number from 0 to 1, which selects
    one of several processes. `size`: by how many seconds a clock is moved (0 for other faults)."""

    number: int
    kind: str
    target: str
    pause: float
    soon: bool
    seconds: float
    which: float
    size: float


class Dish(NamedTuple):
    """A kind of fault that a schedule may contain. `weight`: how often the fault occurs, compared with other faults. `least`, `most`:
    limits of its duration in seconds."""

    weight: int
    kind: str
    target: str
    least: float = 0.0
    most: float = 0.0


MENU: Final = (
    Dish(12, KILL, API),
    Dish(3, KILL, MASTER),
    Dish(3, KILL, RELAY),
    Dish(5, KILL, WORKER),
    Dish(4, KILL, SERVER),
    Dish(1, KILL, SUPERVISOR),
    Dish(1, KILL, GUARD),
    Dish(4, KILL, HEAVY),
    Dish(1, KILL_ALL, WORKER),
    Dish(1, KILL_ALL, API),
    Dish(1, KILL_ALL, "everything"),
    Dish(10, STOP, API, 0.1, 7),
    Dish(2, STOP, MASTER, 0.1, 5),
    Dish(4, STOP, RELAY, 0.1, 6),
    Dish(7, STOP, WORKER, 0.1, 6),
    Dish(7, STOP, SERVER, 0.05, 3),
    Dish(2, STOP, SUPERVISOR, 0.1, 4),
    Dish(4, STOP, HEAVY, 0.1, 4),
    Dish(8, WIRE, "cut"),
    Dish(5, WIRE, "delay", 0.5, 3),
    Dish(8, WIRE, "no-answers", 0.1, 1),
    Dish(6, WIRE, "half-requests", 0.1, 1),
    Dish(4, WIRE, "closed", 0.2, 2),
    Dish(8, STORE, "cut"),
    Dish(4, STORE, "delay", 0.1, 2),
    Dish(3, BETWEEN, "delay", 0.5, 3),
    Dish(4, BETWEEN, "no-answers", 0.1, 1),
    Dish(3, BETWEEN, "half-requests", 0.1, 1),
    Dish(2, BETWEEN, "closed", 0.2, 2),
    Dish(5, CLOCK, "wall", 0.5, 8),
    Dish(3, DISK, "full", 1, 4),
    Dish(1, LOST, "manifest", 4, 10),
    Dish(1, START, "again"),
    Dish(1, START, "second", 6, 12),
)
"""Every fault. A fault that a machine does not allow (no compiler, no right to mount) does nothing there. Processes that the supervisor
restarts are killed only rarely. The reason: if a process ends soon after its start, the supervisor waits longer before each new start."""
STEPS: Final = (-3600.0, -90.0, -5.0, -0.5, 0.5, 5.0, 90.0, 3600.0)
"""By how many seconds clocks are moved."""


def schedule(seed: int) -> Iterator[Fault]:
    """Yield an endless series of faults, which depends only on the seed."""
    dice = Random(f"torture {seed}")
    weights = [dish.weight for dish in MENU]
    for number in count(1):
        dish = dice.choices(MENU, weights)[0]
        pause, soon, seconds = dice.uniform(*PAUSE), dice.random() < SOON, dice.uniform(dish.least, dish.most)
        which, size = dice.random(), dice.choice(STEPS) if dish.kind == CLOCK else 0.0
        yield Fault(number, dish.kind, dish.target, pause, soon, seconds, which, size)
