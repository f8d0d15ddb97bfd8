"""Checks drafts (events about to be recorded) before they enter a game. Only directors may change a confirmed or final result. Others may
correct the events that led to it if scores and winners stay the same, for example to add details (docs/decisions/life-of-a-record.md).
Answers must name claims that exist; rulings must cite things that exist (docs/decisions/rulings.md)."""

from collections.abc import Callable, Collection, Container, Iterator, Sequence
from typing import Final

from domain.kernel.events import ClaimAnswered, Event, GameRemoved, ResultFinalised, Retracted, RulingRecorded
from domain.kernel.shapes import Fault
from domain.record.batch import Draft
from domain.record.directing import misruled
from domain.record.fold import Reading, retracted
from domain.record.references import misreferred
from domain.record.refusals import Refusal, invalid
from domain.record.removing import kept_in_lists

Raised = Callable[[], Container[str]]
"""A function that returns the ids of all findings that were ever reported in the game. It is called only if a batch holds a ruling."""

SETTLING: Final = frozenset(kind.__name__ for kind in (ClaimAnswered, GameRemoved, ResultFinalised, RulingRecorded))
"""The types of events that may change a settled result or rest on one, and must therefore be checked. Corrections are always checked."""


def unsettling(now: Reading, drafts: Sequence[Draft], events: Sequence[Event], rights: Collection[str], raised: Raised) -> Refusal | None:
    """Return a refusal if the drafts change a result that is settled in `now`, or name something that does not exist; None if they may be
    recorded.

    `events`: the same drafts as events after `now`. The refusal's kind is `invalid`, `not-finished`, `not-removable` or `confirmed`.
    """
    named = list(_misreferred(now, events))
    misnamed = {fault.pointer for fault in named}
    faults = [*named, *_withdrawn(now, drafts), *(fault for fault in _misruled(now, events, raised) if fault.pointer not in misnamed)]
    if faults:
        return invalid(*faults)
    corrects = any(_corrects(draft) for draft in drafts)
    finals = [index for index, draft in enumerate(drafts) if isinstance(draft.act, ResultFinalised)]
    removals = [index for index, draft in enumerate(drafts) if isinstance(draft.act, GameRemoved)]
    if not (corrects or finals or removals):
        return None
    after = now.extended(events)
    before, then = now.result, after.result
    if removals and (said := kept_in_lists(after)) is not None:
        return Refusal("not-removable", said, tuple(Fault(f"/events/{index}/type", "needs a game without a result") for index in removals))
    if finals and then.state in ("open", "annulled"):
        places = tuple(Fault(f"/events/{index}/type", "needs a game that has ended") for index in finals)
        return Refusal("not-finished", f"The game is {then.state}: there is no result to make final.", places)
    if corrects and before.line and "direct" not in rights and (before.scores, before.winners, before.decided) != then[1:4]:
        return _confirmed(before.line, drafts)
    return None


def _corrects(draft: Draft) -> bool:
    return draft.after is not None or isinstance(draft.act, Retracted)


def _misreferred(now: Reading, events: Sequence[Event]) -> Iterator[Fault]:
    """Yield a fault for each event that names an event which it cannot name. An event may name earlier events of its batch."""
    for index, fault in misreferred((*now.events, *events), now.version):
        yield Fault(f"/events/{index - now.version}{fault.pointer}", fault.message)


def _withdrawn(now: Reading, drafts: Sequence[Draft]) -> Iterator[Fault]:
    """Yield a fault for each retraction of an event that is already withdrawn."""
    gone = retracted(now.events)
    for index, draft in enumerate(drafts):
        if isinstance(draft.act, Retracted) and draft.act.target in gone:
            yield Fault(f"/events/{index}/data/target", f"event {draft.act.target} has already been withdrawn")


def _misruled(now: Reading, events: Sequence[Event], raised: Raised) -> Iterator[Fault]:
    """Yield a fault for each ruling that names something that does not exist. A ruling may name earlier events of its batch."""
    if not any(isinstance(event.act, RulingRecorded) for event in events):
        return
    known = raised()
    reading, before = now, list[Event]()
    for index, event in enumerate(events):
        if isinstance(event.act, RulingRecorded):
            reading, before = reading.extended(before), []
            for fault in misruled(reading, event.act, event.after, known):
                yield Fault(f"/events/{index}{fault.pointer}", fault.message)
        before.append(event)


def _confirmed(line: int, drafts: Sequence[Draft]) -> Refusal:
    places = []
    for index, draft in enumerate(drafts):
        where, reaches = ("/data/target", draft.act.target) if isinstance(draft.act, Retracted) else ("/after", draft.after)
        if reaches is not None and reaches <= line:
            places.append(Fault(f"/events/{index}{where}", f"changes the settled part, events 1 to {line}"))
    detail = f"The result is settled up to entry {line}: only a director may change scores and winners."
    return Refusal("confirmed", detail, tuple(places), through=line)
