"""Decides what the suspicions of a record amount to: a proved finding, a question to the table, or nothing yet.

`System.check` looks at an event as if nothing were missing before it. What it returns is only a *suspicion*: a forgotten entry, or two
entries in the wrong order, may explain it. domain/kernel/provable.py has a table that says, for each rule, when a suspicion is proved.

A deal is *closed* when one event begins it, a later one begins the next deal or ends the game, and nothing can be missing between them
(`System.deals`). A card that nobody remembers may be any card, so its deal is never closed. In a closed deal, suspicions about what was
led, held and thrown are proved, except those that go away if two neighbouring entries are swapped. Until it is proved, a suspicion may
become a question to the table: a *query*, with the id of the suspicion. Only the first suspicion of a deal is asked about at a time.
Source: docs/decisions/domain-asking.md."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile
from types import MappingProxyType
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
from domain.rounds import changed_rounds, round_of
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


Key = tuple[int, int]
"""Names a deal: (the number of the round, the value of `Doubts.began` during the deal). No two deals have the same key."""


class Doubted(NamedTuple):
    """A deal with suspicions that are not proved. `suspicions`: in table order. `ids`: their ids."""

    key: Key
    suspicions: tuple[Finding, ...]
    ids: frozenset[str]

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
    """What is not proved after an event. `by_key`: the deals that are in doubt, the latest last. `began`: how many of the events given to
    `judged` began a deal. `unscored`: the keys of the deals with a suspicion which says that their points are missing."""

    by_key: Mapping[Key, Doubted] = MappingProxyType({})
    began: int = 0
    unscored: frozenset[Key] = frozenset()

    @property
    def deals(self) -> tuple[Doubted, ...]:
        """The deals that are in doubt, the latest last."""
        return tuple(self.by_key.values())


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
    if not (begins or suspicions or isinstance(event.act, IrregularityAttested) or former.unscored):
        return Judgement(former)
    doubting = _Doubting(former)
    proved = _closed(system, before, doubting) if begins else []
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
                doubting.suspect((number, former.began), replace(finding, versions=around))
            case _:
                doubting.suspect((number, began), finding)
    if isinstance(event.act, IrregularityAttested):
        proved += _confirmed(doubting, event.act, event.version)
    _drop_scored(system, before.table, event, doubting)
    asked, now = doubting.asked()
    fresh = [finding for finding in now if finding not in asked]
    return Judgement(doubting.reached(began), (*proved, *fresh), tuple(finding for finding in asked if finding not in now))


class _Doubting:
    """The doubts of a record while one event is judged. `deals`: the deals that are in doubt now. `changed`: the keys of those that the
    event has changed, added or ended. A record may have a thousand deals in doubt, and most events change only one of them."""

    def __init__(self, former: Doubts) -> None:
        self.former = former
        self.deals = dict(former.by_key)
        self.changed: dict[Key, None] = {}

    def suspect(self, key: Key, finding: Finding) -> None:
        """Add a suspicion. It is left out in two cases. First, if its deal already has MOST_AT_ONCE suspicions, and everyone who may see
        `finding` may see one of them. Second, if more than MOST_FINDINGS deals would be in doubt."""
        doubted = self.deals.get(key)
        if doubted is None and len(self.deals) < MOST_FINDINGS:
            self._set(Doubted(key, (finding,), frozenset({finding.id})))
        elif doubted is not None:
            if len(doubted.suspicions) >= MOST_AT_ONCE and any(other.rests_on <= finding.rests_on for other in doubted.suspicions):
                return
            self._set(Doubted(key, (*doubted.suspicions, finding), doubted.ids | {finding.id}))

    def drop(self, key: Key, sure: Sequence[Finding]) -> None:
        """Drop these suspicions of a deal. A deal without suspicions is not in doubt any more."""
        left = tuple(finding for finding in self.deals[key].suspicions if finding not in sure)
        if len(left) < len(self.deals[key].suspicions):
            self._set(Doubted(key, left, frozenset(finding.id for finding in left)))
            if not left:
                del self.deals[key]

    def _set(self, doubted: Doubted) -> None:
        self.deals[doubted.key] = doubted
        self.changed[doubted.key] = None

    def last(self, keys: Iterable[Key]) -> None:
        """Put these deals after all others, in the order given."""
        for key in keys:
            if key in self.deals:
                self.deals[key] = self.deals.pop(key)

    def unscored(self) -> frozenset[Key]:
        lacking = {key for key in self.changed if key in self.deals and _lacks_points(self.deals[key])}
        return self.former.unscored - self.changed.keys() | lacking if self.changed else self.former.unscored

    def asked(self) -> tuple[list[Finding], list[Finding]]:
        """Return the queries about the changed deals: (those before the event, those after it)."""
        former, now = self._in_order(self.former.by_key), self._in_order(self.deals)
        return [finding for doubted in former for finding in doubted.asked], [finding for doubted in now for finding in doubted.asked]

    def _in_order(self, deals: Mapping[Key, Doubted]) -> list[Doubted]:
        keys = self.changed if len(self.changed) < 2 else filter(self.changed.__contains__, deals)
        return [deals[key] for key in keys if key in deals]

    def reached(self, began: int) -> Doubts:
        return Doubts(self.deals, began, self.unscored())


def _lacks_points(doubted: Doubted) -> bool:
    return any(finding.rule == NOT_SCORED for finding in doubted.suspicions)


def _drop_scored(system: System[Table], table: Table, event: Event, doubting: _Doubting) -> None:
    """Drop each suspicion that the points of a deal are missing, if `event` gives these points. `table`: the table before the event."""
    unscored = doubting.unscored()
    if not unscored:
        return
    scored = changed_rounds(table, system.evolve(table, event))
    for key in [key for key in doubting.deals if key in unscored and key[0] in scored] if scored else ():
        doubting.drop(key, [finding for finding in doubting.deals[key].suspicions if finding.rule == NOT_SCORED])


def _confirmed(doubting: _Doubting, act: IrregularityAttested, version: int) -> list[Finding]:
    """Drop what the table's answer `act` confirms from the deals in doubt, and return what the answer proves."""
    found = [(key, attesting.confirmed(each.suspicions, act, version)) for key, each in doubting.deals.items() if act.finding in each.ids]
    for key, sure in found:
        doubting.drop(key, sure)
    return [attesting.stated(each, version) for _, sure in found for each in sure] or [attesting.nothing(act, version)]


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


def _closed(system: System[Table], last: Stepped, doubting: _Doubting) -> list[Finding]:
    """Close the current deal: return what is proved, and drop it from the deals in doubt. `last`: the last step of the deal just closed."""
    began = last.doubts.began
    # Deals come into doubt in the order in which they began, but for one: a gap may be noticed when the next deal has begun.
    late = takewhile(lambda key: key[1] >= began - 1, reversed(doubting.deals))
    mine = [doubting.deals[key] for key in late if key[1] == began][::-1]
    provable = [finding for doubted in mine for finding in doubted.suspicions if when_proved(finding.rule) not in _ASKED]
    if not provable or system.deals is None:
        return []
    table, events = _deal(system, last)
    if any(isinstance(event.act, CardPlayed) and event.act.card is None for event in events) or not system.deals.whole(table, events):
        return []
    others = [finding for doubted in mine for finding in doubted.suspicions if when_proved(finding.rule) in _ASKED]
    certain = [finding for finding in provable if not any(other.rests_on <= finding.rests_on for other in others)]
    proved = _unexplained(system, table, events, certain)
    if proved:
        for doubted in mine:
            doubting.drop(doubted.key, proved)
        doubting.last([doubted.key for doubted in mine])
    return proved


def _unexplained(system: System[Table], table: Table, events: Sequence[Event], findings: list[Finding]) -> list[Finding]:
    """Return those of `findings` that no swap of two neighbouring events explains. A swap explains a suspicion if the suspicion goes away
    and no turn or lead is wrong in the new order. `table`: the table before the events of the deal."""
    moving = _moving(system, table, events)
    if len(moving) > MOST_IN_A_DEAL:
        return []
    shown = frozenset(event.version for event in events if isinstance(event.act, _SHOWING))
    left = findings  # those that a later swap may explain: not those that the events before it raise in any case
    for place, ((here, event), (_, other)) in enumerate(pairwise(moving)):
        swapped = _suspicions(system, here, [other, event, *(later for _, later in moving[place + 2 :])])
        if swapped is not None:
            explained = [finding for finding in left if not _raised(finding, swapped, shown)]
            findings, left = ([each for each in some if each not in explained] for some in (findings, left))
        recorded = _suspicions(system, here, [event])
        if recorded is None:
            break
        left = [finding for finding in left if not _raised(finding, recorded, shown)]
        if not left:
            break
    return findings


def _raised(finding: Finding, suspicions: Iterable[Finding], shown: frozenset[int]) -> bool:
    return any(_same(finding, each, shown) for each in suspicions)


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
