"""What may be recorded in a game: which events clients may append, which rulings can be recorded, and what only directors may change.

Only directors may change a confirmed or final result. Others may correct the events that led to it if scores and winners stay the same, for
example to add details (docs/decisions/life-of-a-record.md). Answers must name claims that exist; rulings must cite things that exist and
still count. A ruling without effect is recorded, and a finding says so (docs/decisions/rulings.md)."""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from domain.kernel.cards import Seat
from domain.kernel.events import (
    COMMON,
    EVENT_TYPES,
    ClaimAnswered,
    Event,
    EventType,
    GameLinked,
    GameOpened,
    GameRemoved,
    PersonId,
    PlayerJoined,
    PlayerLeft,
    PlayerSubstituted,
    ResultFinalised,
    Retracted,
    RulingRecorded,
    SpectatorDelaySet,
    VisibilitySet,
)
from domain.kernel.shapes import Fault
from domain.record.batch import Draft, Vocabulary, corrects_earlier
from domain.record.fold import Reading, retracted
from domain.record.references import misreferred, no_dispute
from domain.record.refusals import Refusal, invalid
from domain.record.rulings import chains, standing
from domain.system import DIRECTOR

# --- rulings ------------------------------------------------------------------------------------------------------------------------------


def misruled(reading: Reading, act: RulingRecorded, after: int | None, known: Container[str]) -> Iterator[Fault]:
    """Yield the reasons why `act` cannot be recorded after `reading`, with pointers into the event. `known`: the ids of findings that were
    reported earlier. A ruling may cite these, and findings that the record proves now."""
    yield from _cited(reading, act, known)
    yield from _in_round(reading, act)
    yield from _points(act)
    if act.supersedes is not None:
        yield from _superseding(reading, act.supersedes)
        if after is not None:
            yield Fault("/after", "must be left out: a ruling that supersedes another takes the place of that ruling")


def _cited(reading: Reading, act: RulingRecorded, known: Container[str]) -> Iterator[Fault]:
    finding, dispute = act.cites.finding, act.cites.dispute
    if finding is not None and finding not in known and all(finding != proved.id for proved in reading.findings):
        yield Fault("/data/cites/finding", "there is no such finding in this game")
    if dispute is not None and dispute in retracted(reading.events):
        yield no_dispute(dispute)


def _in_round(reading: Reading, act: RulingRecorded) -> Iterator[Fault]:
    last = reading.system.seen_by(reading.table, DIRECTOR).round
    if act.round is not None and act.round > last:
        yield Fault("/data/round", f"there is no round {act.round}: the game is at round {last}")
    moves = act.rectification in ("void", "adjust", "replay")
    if act.round is None and moves and reading.system.outcome(reading.table).state != "open":
        yield Fault("/data/round", "is required: no round is in progress")


def _points(act: RulingRecorded) -> Iterator[Fault]:
    if act.rectification == "adjust" and act.points is None:
        yield Fault("/data/points", "are required: the points of the round by seat")
    if act.points and act.rectification in ("stand", "void", "replay"):
        yield Fault("/data/points", f"must be left out with {act.rectification}")


def _superseding(reading: Reading, former: int) -> Iterator[Fault]:
    first = chains(reading.events)
    if former not in first:
        return
    current = standing(first, retracted(reading.events)).get(first[former])
    if current is None:
        yield Fault("/data/supersedes", f"the ruling at {former} was withdrawn")
    elif current != former:
        yield Fault("/data/supersedes", f"the ruling at {former} has already been superseded by the ruling at {current}")


# --- removal from the lists ---------------------------------------------------------------------------------------------------------------


GIVEN_UP: Final = ("abandoned", "unfinished")
_SETTING_UP: Final = (
    GameOpened, GameLinked, GameRemoved, PlayerJoined, PlayerLeft, PlayerSubstituted, SpectatorDelaySet, VisibilitySet,
)  # fmt: skip
"""The acts after which a game is still untouched: nobody has played, and nothing was written down about play."""


def kept_in_lists(reading: Reading) -> str | None:
    """Return why a game stays in the lists; None if a director may remove it."""
    state = reading.result.state
    if state in GIVEN_UP:
        return None
    if state == "open":
        untouched = all(isinstance(step.event.act, _SETTING_UP) for step in reading.steps)
        return None if untouched else "This game is in play. Abandon it first; then it can be removed from the lists."
    if state == "annulled":
        return "This game is annulled: it counts nowhere, and the lists say so."
    return f"This game is {state}: it has a result, so it stays in the lists. A director can annul it."


# --- what is settled ----------------------------------------------------------------------------------------------------------------------


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
    corrects = any(corrects_earlier(draft) for draft in drafts)
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


# --- which events clients may append ------------------------------------------------------------------------------------------------------


ELSEWHERE: Final = {
    "GameOpened": "POST /games",
    "ResultConfirmed": "POST /games/{game}/confirmation",
    "GameLinked": "POST /games/{game}/rematch",
}
"""The event types that a client may not append as events, each with the only request that records it."""


@cache
def types_of(acts: frozenset[str]) -> Mapping[str, EventType]:
    """Return the event types that clients may append to a game of a system, by name. `acts`: the types of events that its rules know
    (`System.acts`)."""
    names = acts | COMMON - ELSEWHERE.keys()
    return {name: kind for name, kind in EVENT_TYPES.items() if name in names}


def vocabulary(acts: frozenset[str], seats: Collection[Seat], people: Callable[[Iterable[PersonId]], Container[PersonId]]) -> Vocabulary:
    """Return what new events of a game may name. `acts`: as in `types_of`. `seats`, `people`: as in Vocabulary."""
    return Vocabulary("game", EVENT_TYPES, types_of(acts), ELSEWHERE, SETTLING, frozenset(seats), people)
