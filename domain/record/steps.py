"""The steps of a reading: each current event, with the table after it and what it proves. domain/record/fold.py says which events are
current, and in which order they count."""

from collections.abc import Iterable, Sequence

from domain.kernel.events import Event, GameOpened, IrregularityAttested
from domain.kernel.findings import Finding, Proof
from domain.record.judging import NO_DOUBTS, Doubts, judged
from domain.system import Run, System, Table


class Step:
    """One current event and what it led to. `before`: the step before it; None for the opening. `findings`: the proved faults, gaps and
    queries that are new with the event. `settled`: the queries that were open before the event and are not open any more. `doubts`: what is
    not proved after the event.

    A step inside a run (`System.run`) is made without its table; the table is computed when it is first read."""

    __slots__ = ("_system", "_table", "before", "doubts", "event", "findings", "settled")

    def __init__(
        self,
        event: Event,
        system: System[Table],
        before: "Step | None",
        table: Table | None,
        doubts: Doubts = NO_DOUBTS,
        findings: tuple[Finding, ...] = (),
        settled: tuple[Finding, ...] = (),
    ):
        self.event, self._system, self.before, self._table = event, system, before, table
        self.doubts, self.findings, self.settled = doubts, findings, settled

    @property
    def table(self) -> Table:
        """The table after the event. Inside a run it is computed when it is first read: most of these tables are never read."""
        if self._table is None:
            assert self.before is not None
            self._table = self._system.evolve(self.before.table, self.event)
        return self._table

    def end(self, table: Table) -> None:
        """Keep the table that a run has reached. Called on the last step of the run."""
        if self._table is None:
            self._table = table

    def __eq__(self, other: object) -> bool:
        mine = (self.event, self.findings, self.settled, self.table)
        return isinstance(other, Step) and mine == (other.event, other.findings, other.settled, other.table)

    __hash__ = None  # type: ignore[assignment]


def steps_after(system: System[Table], former: Step | None, events: Iterable[Event], *, runs: bool = True) -> list[Step]:
    """Return a step for each event. `former`: the step before them; None if the first of them is the opening. `runs`: whether events may be
    read in runs (`System.run`)."""
    steps: list[Step] = []
    run: Run[Table] | None = None
    first = 0
    for event in events:
        if former is None:
            former = Step(event, system, None, system.open_table(opening(event)))
        elif run is not None and run.takes(event):
            former = Step(event, system, former, None, former.doubts)
        else:
            if run is not None:
                former = _ended(system, run, steps, first) or former
            table = former.table
            suspicions = system.check(table, event)
            if suspicions or former.doubts.by_key or event.act.__class__ is IrregularityAttested:
                judgement = judged(system, former, event, suspicions)
                former = Step(event, system, former, system.evolve(table, event), *judgement)
            else:
                former = Step(event, system, former, system.evolve(table, event), former.doubts)
            run, first = system.run(former.table) if runs and system.run is not None else None, len(steps) + 1
        steps.append(former)
    if run is not None:
        _ended(system, run, steps, first)
    return steps


def _ended(system: System[Table], run: Run[Table], steps: list[Step], first: int) -> Step | None:
    """Return the last step of a run; None if the run has none. If the run does not hold (one of its events breaks a rule), its events are
    read again one by one, and the new steps replace those of the run. `first`: the index of the run's first step in `steps`."""
    if first >= len(steps):
        return None
    table, last = run.reached(), steps[-1]
    if table is None:
        steps[first:] = steps_after(system, steps[first].before, [step.event for step in steps[first:]], runs=False)
    elif last.doubts.unscored and last.before is not None:  # the last card of a deal may give the deal's points
        steps[-1] = Step(last.event, system, last.before, table, *judged(system, last.before, last.event, ()))
    else:
        last.end(table)
    return steps[-1]


def standing_after(steps: Iterable[Step]) -> list[Finding]:
    """Return the findings of these steps without the queries that a later step settles."""
    standing = dict[Proof, Finding]()
    for step in steps:
        for finding in step.settled:
            del standing[finding.proof]
        standing.update((finding.proof, finding) for finding in step.findings)
    return list(standing.values())


def same_events(steps: Sequence[Step], standing: Sequence[Event]) -> int:
    """Return how many steps at the beginning have the same events as the beginning of `standing`."""
    pairs = enumerate(zip(steps, standing, strict=False))
    return next((place for place, (step, event) in pairs if step.event is not event), min(len(steps), len(standing)))


def opening(event: Event) -> GameOpened:
    """Return the opening that the first event of a record holds. Raises ValueError for any other event."""
    if not isinstance(event.act, GameOpened):
        raise ValueError(f"version {event.version} is {event.type}: a record begins with GameOpened")
    return event.act
