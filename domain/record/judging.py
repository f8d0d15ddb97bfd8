"""Decides what the suspicions of a record amount to: a proved finding, a question to the table, or nothing yet.

`System.check` looks at an event as if nothing were missing before it. What it returns is only a *suspicion*: a forgotten entry, or two
entries in the wrong order, may explain it. domain/kernel/provable.py has a table that says, for each rule, when a suspicion is proved.

A deal is *closed* when one event begins it, a later one begins the next deal or ends the game, and nothing can be missing between them
(`System.deals`). A card that nobody remembers may be any card, so its deal is never closed. In a closed deal, suspicions about what was
led, held and thrown are proved, except those that go away if two neighbouring entries are swapped. Until it is proved, a suspicion may
become a question to the table: a *query*, with the id of the suspicion. Only the first suspicion of a deal is asked about at a time.
Source: docs/decisions/domain-asking.md."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple, Protocol

from domain.kernel.events import (
    CardPlayed,
    CardsDealt,
    CardsShown,
    Event,
    IrregularityAttested,
    PitchedAsBid,
    ResultConfirmed,
    ResultFinalised,
    ResultStated,
)
from domain.kernel.findings import MOST_AT_ONCE, MOST_FINDINGS, Finding
from domain.kernel.provable import when_proved
from domain.record import attesting
from domain.rounds import round_of, rounds_over
from domain.system import System, Table

_ENDS: Final = (ResultStated, ResultConfirmed, ResultFinalised)
"""The types of acts that end the last deal of a game."""
_SHOWING: Final = (CardsDealt, CardsShown, PitchedAsBid)
"""The types of acts that show which cards a hand holds, but cannot themselves break a rule about what is played."""
NOT_SCORED: Final = "deal-not-scored"
"""The rule of the finding that a deal was stated without the facts that its points are computed from."""
_ASKED: Final = ("WORD", "HOLE")
MOST_IN_A_DEAL: Final = 300
"""If more events of a deal than this change the table, closing the deal proves nothing, because trying every swap of two neighbours would
take too long. The longest deals that people play have about a hundred."""


class Doubted(NamedTuple):
    """A deal with suspicions that are not proved. `key`: (the number of the round, the value of `Doubts.began` during the deal). No two
    deals have the same key. `suspicions`: in table order."""

    key: tuple[int, int]
    suspicions: tuple[Finding, ...]

    @property
    def asked(self) -> list[Finding]:
        """The suspicions about which the table should be asked now, as queries. They are the first suspicion of the deal and, for viewers
        who may not see this one, the first suspicion that they may see."""
        asked: list[Finding] = []
        for finding in self.suspicions:
            if not any(other.rests_on <= finding.rests_on for other in asked):
                asked.append(finding)
        return [*map(query, asked)]


class Doubts(NamedTuple):
    """What is not proved after an event. `deals`: the deals that are in doubt, the latest last. `began`: how many of the events given to
    `judged` began a deal."""

    deals: tuple[Doubted, ...] = ()
    began: int = 0


class Stepped(Protocol):
    """A step of a reading, as this module needs it (domain/record/steps.py). `before`: the step before it; None for the opening. `table`,
    `doubts`: as they are after the event."""

    @property
    def event(self) -> Event: ...

    @property
    def before(self) -> "Stepped | None": ...

    @property
    def doubts(self) -> Doubts: ...

    @property
    def table(self) -> Table: ...


class Judgement(NamedTuple):
    """What an event leads to. `doubts`: what is not proved after the event. `findings`: the proved faults, gaps and queries that are new
    with this event. `settled`: the queries that were open before this event and are not open any more."""

    doubts: Doubts
    findings: tuple[Finding, ...] = ()
    settled: tuple[Finding, ...] = ()


NO_DOUBTS: Final = Doubts()


_ASK: Final = " Is an entry missing here, or in the wrong order? Or did it happen so?"


def query(suspicion: Finding) -> Finding:
    """Return the suspicion as a question to the table."""
    return replace(suspicion, kind="query", sentence=suspicion.sentence + _ASK)


def without_question(finding: Finding) -> str:
    """Return the sentence of the finding without the question to the table, for use after a ruling has settled it."""
    return finding.sentence.removesuffix(_ASK)


def begins_deal(system: System[Table], table: Table, event: Event) -> bool:
    """Whether the event shows for certain that the deal recorded before the event is over. `table`: the table before the event."""
    if isinstance(event.act, _ENDS):
        return True
    return system.deals is not None and system.deals.begins(table, event)


def judged(system: System[Table], before: Stepped, event: Event, suspicions: Sequence[Finding]) -> Judgement:
    """Return what follows from an event: proved faults, gaps, queries and doubts. Only three kinds of events matter here: those that raise
    suspicions, those that come while a deal is in doubt, and answers of the table (IrregularityAttested). Callers leave out all other
    events. `before`: the step before the event. `suspicions`: what `System.check` returned for the event."""
    former = before.doubts
    begins = begins_deal(system, before.table, event)
    if not (begins or suspicions or isinstance(event.act, IrregularityAttested) or lacks_points(former.deals)):
        return Judgement(former)
    deals, proved = _closed(system, before) if begins else (former.deals, [])
    began = former.began + begins
    number = round_of(before.table)
    for finding in suspicions:
        match when_proved(finding.rule):
            case "GAP":
                proved.append(replace(finding, kind="gap") if finding.kind == "breach" else finding)
            case "ONCE":
                proved.append(finding)
            case "ALONE" if len(finding.versions) == 1:
                proved.append(finding)
            case "HOLE":
                around = tuple(sorted({before.event.version, *finding.versions}))
                deals = _with(deals, (number, former.began), replace(finding, versions=around))
            case _:
                deals = _with(deals, (number, began), finding)
    if isinstance(event.act, IrregularityAttested):
        deals, stated = _confirmed(deals, event.act, event.version)
        proved = [*proved, *stated]
    deals = _without_scored(system, before.table, event, deals)
    asked, now = (_asked(some) for some in _changed(former.deals, deals))
    fresh = [finding for finding in now if finding not in asked]
    return Judgement(Doubts(deals, began), (*proved, *fresh), tuple(finding for finding in asked if finding not in now))


def _changed(former: tuple[Doubted, ...], deals: tuple[Doubted, ...]) -> tuple[tuple[Doubted, ...], tuple[Doubted, ...]]:
    """If both sequences begin with the same deals, return both without these deals."""
    same = next((place for place, (one, other) in enumerate(zip(former, deals, strict=False)) if one is not other), None)
    same = min(len(former), len(deals)) if same is None else same
    return former[same:], deals[same:]


def _asked(deals: Sequence[Doubted]) -> list[Finding]:
    return [finding for doubted in deals for finding in doubted.asked]


def _with(deals: tuple[Doubted, ...], key: tuple[int, int], finding: Finding) -> tuple[Doubted, ...]:
    """Return the deals with one more suspicion, `finding`. The suspicion is left out in two cases. First, if its deal already has
    MOST_AT_ONCE suspicions, and everyone who may see `finding` may see one of them. Second, if more than MOST_FINDINGS deals would be in
    doubt."""
    for place in range(len(deals) - 1, -1, -1):
        if deals[place].key == key:
            doubted = deals[place]
            if len(doubted.suspicions) >= MOST_AT_ONCE and any(other.rests_on <= finding.rests_on for other in doubted.suspicions):
                return deals
            return (*deals[:place], Doubted(key, (*doubted.suspicions, finding)), *deals[place + 1 :])
    return (*deals, Doubted(key, (finding,))) if len(deals) < MOST_FINDINGS else deals


def lacks_points(deals: tuple[Doubted, ...]) -> bool:
    """Whether one of these deals has a suspicion which says that its points are missing."""
    return any(finding.rule == NOT_SCORED for doubted in deals for finding in doubted.suspicions)


def _without_scored(system: System[Table], table: Table, event: Event, deals: tuple[Doubted, ...]) -> tuple[Doubted, ...]:
    """Drop each suspicion that the points of a deal are missing, if `event` gives these points. Return the deals that are still in doubt.
    `table`: the table before the event."""
    if not lacks_points(deals):
        return deals
    scored = {closed.number for closed in rounds_over(system.evolve(table, event))}
    answered = [finding for doubted in deals if doubted.key[0] in scored for finding in doubted.suspicions if finding.rule == NOT_SCORED]
    left = [_without(doubted, answered) for doubted in deals] if answered else deals
    return tuple(doubted for doubted in left if doubted.suspicions)


def _confirmed(deals: tuple[Doubted, ...], act: IrregularityAttested, version: int) -> tuple[tuple[Doubted, ...], list[Finding]]:
    """Return the deals that are still in doubt after the table's answer `act`, and what this answer proves."""
    sure = attesting.confirmed([finding for doubted in deals for finding in doubted.suspicions], act, version)
    if not sure:
        return deals, [attesting.nothing(act, version)]
    left = [_without(doubted, sure) for doubted in deals]
    return tuple(doubted for doubted in left if doubted.suspicions), [attesting.stated(each, version) for each in sure]


def _without(doubted: Doubted, sure: Sequence[Finding]) -> Doubted:
    """Return the deal without these suspicions. If the deal has none of them, return the same object."""
    left = tuple(finding for finding in doubted.suspicions if finding not in sure)
    return doubted if len(left) == len(doubted.suspicions) else Doubted(doubted.key, left)


# --- closing a deal -----------------------------------------------------------------------------------------------------------------------


def _deal(system: System[Table], last: Stepped) -> tuple[Table, list[Event]]:
    """Return (the table before the deal, the events of the deal). `last`: the last step of the deal."""
    events = list[Event]()
    before = last.before
    while before is not None:
        events.append(last.event)
        if before.before is None or begins_deal(system, before.table, last.event):
            return before.table, events[::-1]
        last, before = before, before.before
    return last.table, []


def _closed(system: System[Table], last: Stepped) -> tuple[tuple[Doubted, ...], list[Finding]]:
    """Close the current deal. Return the deals that are still in doubt, and what is proved. `last`: the last step of the deal just
    closed."""
    deals, began = last.doubts
    mine = [doubted for doubted in deals if doubted.key[1] == began]
    provable = [finding for doubted in mine for finding in doubted.suspicions if when_proved(finding.rule) not in _ASKED]
    if not provable or system.deals is None:
        return deals, []
    table, events = _deal(system, last)
    if any(isinstance(event.act, CardPlayed) and event.act.card is None for event in events) or not system.deals.whole(table, events):
        return deals, []
    others = [finding for doubted in mine for finding in doubted.suspicions if when_proved(finding.rule) in _ASKED]
    certain = [finding for finding in provable if not any(other.rests_on <= finding.rests_on for other in others)]
    proved = _unexplained(system, table, events, certain)
    if not proved:
        return deals, []
    left = [_without(doubted, proved) for doubted in mine]
    others_left = tuple(doubted for doubted in deals if doubted not in mine)
    return (*others_left, *(doubted for doubted in left if doubted.suspicions)), proved


def _unexplained(system: System[Table], table: Table, events: Sequence[Event], findings: list[Finding]) -> list[Finding]:
    """Return those of `findings` that no swap of two neighbouring events explains. A swap explains a suspicion if the suspicion goes away
    and no turn or lead is wrong in the new order. `table`: the table before the events of the deal."""
    moving = _moving(system, table, events)
    if len(moving) > MOST_IN_A_DEAL:
        return []
    shown = frozenset(event.version for event in events if isinstance(event.act, _SHOWING))
    before = list[Finding]()
    for place, ((here, event), (_, other)) in enumerate(pairwise(moving)):
        swapped = _suspicions(system, here, [other, event, *(later for _, later in moving[place + 2 :])])
        if swapped is not None:
            found = [*before, *swapped]
            findings = [finding for finding in findings if any(_same(finding, each, shown) for each in found)]
        if not findings:
            break
        recorded = _suspicions(system, here, [event])
        if recorded is None:
            break
        before += recorded
    return findings


def _moving(system: System[Table], table: Table, events: Sequence[Event]) -> list[tuple[Table, Event]]:
    """Return the events that change the table, each with the table before it. Two of them are neighbours even if others, such as notes and
    answers of the table, come between them."""
    moving = list[tuple[Table, Event]]()
    for event in events:
        former, table = table, system.evolve(table, event)
        if table is not former:
            moving.append((former, event))
    return moving


def _same(finding: Finding, other: Finding, shown: frozenset[int]) -> bool:
    """Return whether both suspicions are about the same act. `shown`: the versions of the events that only show cards. One shown card may
    prove several acts wrong. Therefore two suspicions that share only such a version may be about different acts."""
    common = {*finding.versions} & {*other.versions} - shown
    return (finding.rule, finding.seats) == (other.rule, other.seats) and bool(common)


def _suspicions(system: System[Table], table: Table, events: Sequence[Event]) -> list[Finding] | None:
    """Return the suspicions about these events; None if one of them is a wrong turn or lead. `table`: the table before them."""
    found = list[Finding]()
    for event in events:
        new = system.check(table, event)
        if any(when_proved(finding.rule) in _ASKED for finding in new):
            return None
        found += new
        table = system.evolve(table, event)
    return found
