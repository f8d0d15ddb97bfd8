"""The steps of a reading: each current event, with the table after it and what it proves. domain/record/fold.py says which events are
current, and in which order they count."""

from collections.abc import Iterable, Sequence

from domain.kernel.events import Event, GameOpened
from domain.kernel.findings import Finding
from domain.system import Run, System, Table


class Step:
    """One current event and what it led to. `findings`: what the event proves.

    A step of a run (`System.run`) begins without its table; `former` is then the step before it, with the system that makes the table."""

    __slots__ = ("_former", "_table", "event", "findings")

    def __init__(
        self, event: Event, table: Table | None, findings: tuple[Finding, ...], former: "tuple[System[Table], Step] | None" = None
    ):
        self.event, self._table, self.findings, self._former = event, table, findings, former

    @property
    def table(self) -> Table:
        """The table after the event. In a run it is made when it is first asked for: few tables inside a run ever are."""
        if self._table is None:
            assert self._former is not None
            system, former = self._former
            self._table, self._former = system.evolve(former.table, self.event), None
        return self._table

    def end(self, run: Run[Table]) -> None:
        """Keep the table that the run has reached, if this is its last step."""
        if self._table is None:
            self._table, self._former = run.reached(), None

    def __eq__(self, other: object) -> bool:
        mine = (self.event, self.findings, self.table)
        return isinstance(other, Step) and mine == (other.event, other.findings, other.table)

    __hash__ = None  # type: ignore[assignment]


def steps_after(system: System[Table], former: Step | None, events: Iterable[Event]) -> list[Step]:
    """Return a step for each event. `former`: the step before them; None: the first of them is the opening."""
    steps: list[Step] = []
    run: Run[Table] | None = None
    for event in events:
        if former is None:
            former = Step(event, system.open_table(opening(event)), ())
        elif run is not None and run.takes(event):
            former = Step(event, None, (), (system, former))
        else:
            if run is not None:
                former.end(run)
            table = former.table
            former = Step(event, system.evolve(table, event), system.check(table, event))
            run = None if system.run is None else system.run(former.table)
        steps.append(former)
    if run is not None and former is not None:
        former.end(run)
    return steps


def same_events(steps: Sequence[Step], standing: Sequence[Event]) -> int:
    """Return how many of the first steps have the same events as `standing`."""
    pairs = enumerate(zip(steps, standing, strict=False))
    return next((place for place, (step, event) in pairs if step.event is not event), min(len(steps), len(standing)))


def opening(event: Event) -> GameOpened:
    """Return the opening that the first event of a record holds. Raises ValueError for any other event."""
    if not isinstance(event.act, GameOpened):
        raise ValueError(f"version {event.version} is {event.type}: a record begins with GameOpened")
    return event.act
