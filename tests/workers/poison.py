"""A test system whose events do to the validator what real ones must never do.

The act is `IrregularityCalled`; its kind decides what happens when it is checked: `raise`, `hang`, `die` (kill -9 of the worker), `held`
(as long as the file HOLD is in the worker's folder of data), `slow` (a third of a second), `breach` (a finding), `doubled` (one that the
cards of either seat prove), `shown` (the same finding about the event before, proved by what everybody has seen); any other kind does
nothing; `garbled`
raises when it is folded. `python -m tests.workers.poison` is a worker that knows the system.
"""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from domain.kernel.cards import Seat
from domain.kernel.events import Event, IrregularityCalled
from domain.kernel.findings import Finding
from domain.kernel.view import View
from domain.system import Outcome, System, Table
from domain.systems import SYSTEMS
from service.config import Config

HOLD = "hold"


@dataclass(frozen=True, slots=True)
class Poisoned(Table):
    events: int = 1


def evolve(table: Poisoned, event: Event) -> Poisoned:
    if isinstance(event.act, IrregularityCalled) and event.act.kind == "garbled":
        raise KeyError("TS")
    return replace(table, events=table.events + 1)


def check(table: Poisoned, event: Event) -> tuple[Finding, ...]:
    match event.act:
        case IrregularityCalled(kind="raise"):
            raise KeyError("TS")
        case IrregularityCalled(kind="die"):
            os.kill(os.getpid(), signal.SIGKILL)
        case IrregularityCalled(kind="held"):
            while Path(os.environ["FACEUP_DATA"], HOLD).exists():
                time.sleep(0.01)
        case IrregularityCalled(kind="hang"):
            while True:
                time.sleep(0.01)
        case IrregularityCalled(kind="breach", seat=seat):
            seats = () if seat is None else (seat,)
            return (Finding("breach", "breach", "test", (event.version,), "A breach.", seats, rests_on=frozenset(seats)),)
        case IrregularityCalled(kind="doubled"):
            return tuple(proof(event.version, f"Proved by the cards of {seat}.", seat) for seat in (0, 1))
        case IrregularityCalled(kind="shown"):
            return (proof(event.version - 1, "Proved by what everybody saw."),)
        case _:
            pass
    return ()


def proof(version: int, sentence: str, *seats: int) -> Finding:
    """One of several proofs of the finding `doubled`."""
    return Finding("doubled", "breach", "test", (version,), sentence, (Seat(0),), rests_on=frozenset(map(Seat, seats)))


POISONED: System[Poisoned] = System(
    slug="poisoned",
    name="Poisoned",
    family="test",
    summary="Breaks the validator.",
    players=(2, 2),
    acts=frozenset(),
    options=(),
    rulings=(),
    fits=lambda *_: None,
    open_table=lambda _: Poisoned(),
    evolve=evolve,
    check=check,
    prompts=lambda _: (),
    view=lambda *_: View("play", 1, 1, None, (), ()),
    opens=lambda *_: (),
    outcome=lambda _: Outcome("open", {}, (), (), "nothing"),
)


@contextmanager
def known() -> Iterator[None]:
    """Register the system in this process for this block only: other tests test every system that they find."""
    systems: dict[str, System[Table]] = SYSTEMS  # type: ignore[assignment]
    systems[POISONED.slug] = POISONED.erased()
    try:
        yield
    finally:
        del systems[POISONED.slug]


if __name__ == "__main__":
    from workers.main import run

    with known():
        run(Config.from_env(os.environ))
