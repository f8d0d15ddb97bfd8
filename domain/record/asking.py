"""What the table may answer to a query, as acts that can be recorded.

A query asks whether an entry is missing or in the wrong place, or whether a rule was broken. Its *place* is the last event that it cites,
in table order. Source: docs/decisions/domain-asking.md."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Final, Literal, NamedTuple, cast

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import (
    COMMON,
    BoxesSet,
    CardsDealt,
    DealStated,
    Event,
    HandDealt,
    IrregularityAttested,
    OpenerChosen,
    Retracted,
    TricksStated,
    data_of,
    shape_of,
)
from domain.kernel.findings import Finding
from domain.kernel.provable import when_proved
from domain.record.fold import Reading
from domain.record.judging import begins_deal
from domain.record.rulings import chains
from domain.record.steps import Step
from domain.rounds import round_of
from domain.system import System, Table

AnswerKind = Literal["missing", "earlier", "swapped", "happened", "leave"]
"""missing: an entry is missing directly before the place of the query. earlier: an entry is missing further back in the deal. swapped: the
entry at that place and the one before or after it are in the wrong order. happened: everything happened as recorded, and nothing is
missing. leave: no answer yet."""

_NO_PLAY: Final = (OpenerChosen, HandDealt, BoxesSet, CardsDealt, DealStated, TricksStated)
"""Acts that set up a deal or state its result. An act that is neither here nor in COMMON (the acts that every game has) is an act of
play."""


class Entry(NamedTuple):
    """An event to be recorded: its type and its data, with the values of sealed fields. `after`: the version after which it belongs; None
    if it belongs at the end. `at`: milliseconds UTC at the table; None for the time of recording. `offset`: minutes east of UTC."""

    type: str
    data: dict[str, Json]
    after: int | None = None
    at: int | None = None
    offset: int = 0


class Answer(NamedTuple):
    """An answer, with words for a button. `after`: the version after which the missing entry belongs; None if the answer does not say
    where. `entries`: the events to record when somebody picks this answer; empty if picking it records nothing."""

    kind: AnswerKind
    text: str
    after: int | None = None
    entries: tuple[Entry, ...] = ()


def answers_to(reading: Reading, findings: Iterable[Finding]) -> dict[str, tuple[Answer, ...]]:
    """Return the possible answers to those of `findings` that are open queries now, by the id of the finding. Only viewers who see
    everything may get the answers, because an answer may record an act again, with its sealed values."""
    asked = {finding.id for doubted in reading.steps[-1].doubts.deals for finding in doubted.asked}
    queries = {finding.id: finding for finding in findings if finding.id in asked}
    if not queries:
        return {}
    places = {step.event.version: place for place, step in enumerate(reading.steps)}
    answers = _Answers(reading.system, reading.steps, chains(reading.events))
    last = {name: max(places[version] for version in finding.versions) for name, finding in queries.items()}
    return {name: tuple(answers.to(finding, last[name])) for name, finding in queries.items()}


class _Answers(NamedTuple):
    """Makes the answers to queries. `first`: maps the version of each ruling to the version of the first ruling in its chain
    (domain/record/rulings.py). A ruling counts at the place of that first one."""

    system: System[Table]
    steps: Sequence[Step]
    first: Mapping[int, int]

    def to(self, finding: Finding, place: int) -> Iterator[Answer]:
        """Yield the answers to a query. `place`: the index of the last step that the query cites."""
        before, last = self.steps[place - 1], self.steps[place]
        yield Answer("missing", f"An entry is missing before event {last.event.version}", self._after(before))
        if before.before is not None and not isinstance(before.event.act, _NO_PLAY):
            yield Answer("earlier", "An entry is missing further back")
        pairs = pairwise(self.steps[place - 1 : place + 2])
        yield from islice((self._swap(*pair) for pair in pairs if self._mends(finding, *pair)), 1)
        happened = Entry("IrregularityAttested", data_of(IrregularityAttested(finding.id)))
        yield Answer("happened", "It happened so", None, (happened,))
        yield Answer("leave", "Leave the question open")

    def _after(self, step: Step) -> int:
        """Return the version that a new event must name in `after` to come directly after this step."""
        return self.first.get(step.event.version, step.event.version)

    def _mends(self, finding: Finding, one: Step, other: Step) -> bool:
        """Whether swapping two neighbouring steps (`one` comes before `other` now) makes the query go away and raises no other suspicion.
        The result is False unless both steps are acts of play in one deal, and the sealed values of `other` are known."""
        former, events = one.before, (one.event, other.event)
        if former is None or not all(map(_plays, events)) or _in_clear(other.event) is None:
            return False
        if round_of(former.table) != round_of(one.table) or begins_deal(self.system, one.table, other.event):
            return False
        now, then = (self._suspected(former.table, order) for order in (events, events[::-1]))
        return then < now and (finding.rule, finding.seats) not in then

    def _suspected(self, table: Table, events: Sequence[Event]) -> set[tuple[str, tuple[Seat, ...]]]:
        """Return the suspicions about these events, as (rule, seats). `table`: the table before them."""
        found = set[tuple[str, tuple[Seat, ...]]]()
        for event in events:
            checked = self.system.check(table, event)
            found |= {(finding.rule, finding.seats) for finding in checked if when_proved(finding.rule) not in ("ONCE", "GAP")}
            table = self.system.evolve(table, event)
        return found

    def _swap(self, one: Step, other: Step) -> Answer:
        """Return the answer that swaps two neighbouring steps: it puts `other` before `one`."""
        event, former, data = other.event, one.before, _in_clear(other.event)
        assert former is not None
        assert data is not None
        taken = Entry("Retracted", data_of(Retracted(event.version, "wrong order")))
        again = Entry(event.type, data, self._after(former), event.at, event.offset)
        return Answer("swapped", f"Events {one.event.version} and {event.version} are in the wrong order", None, (taken, again))


def _plays(event: Event) -> bool:
    return event.type not in COMMON and not isinstance(event.act, _NO_PLAY)


def _in_clear(event: Event) -> dict[str, Json] | None:
    """Return the data of the event as a client would send them; None if a sealed value is not known any more."""
    try:
        data = shape_of(event.act).swap(data_of(event.act), "", lambda _path, sealed: cast("Mapping[str, Json]", sealed)["value"])
    except KeyError:
        return None
    return cast("dict[str, Json]", data)
