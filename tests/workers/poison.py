"""A system for tests. Its events make the validator fail in ways that real events never do.

Every act is an `IrregularityCalled`. The kind of the irregularity decides what the check of the act does. `raise` raises KeyError. `hang`
never ends. `die` kills its own worker (kill -9). `held` waits while the file HOLD is in the worker's data folder. `breach` gives a
finding. `doubled` gives one finding with two proofs. The proofs use the cards of two different seats. `shown` gives another proof for the
finding of the previous `doubled` event, with cards that everybody has seen. `garbled` raises KeyError when the record is folded.

`python -m tests.workers.poison` runs a worker that knows this system."""

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
from domain.kernel.provable import WHEN
from domain.kernel.view import View
from domain.system import Outcome, Section, System, Table
from domain.systems import SYSTEMS
from service.config import Config

HOLD = "hold"
WHEN.update({"breach": "ONCE", "doubled": "ONCE"})  # in this system, the act itself proves a breach of a rule


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
    """Return the finding `doubled` about event `version`, with the proof that rests on the cards of the given seats."""
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
    sheet=lambda _: (Section("Rules", ("There are none.",)),),
)


@contextmanager
def known() -> Iterator[None]:
    """Register the system in this process while the block runs. After the block it is not registered any more, because other tests play all
    registered systems."""
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
