"""Finds out which rulings of a record are current, at which place in table order they count, and which findings they settle.

Rulings that supersede one another are a *chain*. The last ruling of a chain that is not withdrawn is current. It counts at the place of the
chain's first ruling. domain/rounds.py applies a ruling to the score; domain/record/directing.py checks what a ruling cites. Source:
docs/decisions/rulings.md."""

from collections.abc import Container, Iterable, Mapping, Sequence

from domain.kernel.cards import Seat
from domain.kernel.events import ClaimAnswered, ClaimMade, ConcessionMade, Event, IrregularityCalled, RulingRecorded
from domain.kernel.findings import Finding

DISPUTES = (IrregularityCalled, ClaimMade, ConcessionMade, ClaimAnswered)
"""The types of acts that a ruling may cite as a dispute."""


def chains(events: Iterable[Event]) -> dict[int, int]:
    """Return a map from the version of each ruling to the version of the first ruling of its chain. `events`: in any order."""
    first: dict[int, int] = {}
    for event in sorted(events, key=lambda event: event.version):
        if isinstance(event.act, RulingRecorded):
            former = event.act.supersedes
            first[event.version] = event.version if former is None else first.get(former, event.version)
    return first


def standing(first: Mapping[int, int], gone: Container[int]) -> dict[int, int]:
    """Return a map from the version of each chain's first ruling to the version of its current ruling. Chains in which every ruling is
    withdrawn are left out.

    `first`: a map from each ruling to the first ruling of its chain, as `chains` returns it. `gone`: the withdrawn versions.
    """
    return {first[version]: version for version in sorted(first) if version not in gone}


def in_place(order: Sequence[Event], gone: Container[int]) -> list[Event]:
    """Return `order` (events in table order) without the events in `gone`. Rulings that supersede one another are a chain: where its first
    ruling was, the returned list has its current ruling, and no other ruling of the chain."""
    first = chains(order)
    last = standing(first, gone)
    events = {event.version: event for event in order}
    current = []
    for event in order:
        version = event.version
        if version not in first:
            current += [] if version in gone else [event]
        elif first[version] == version and version in last:
            current.append(events[last[version]])
    return current


def ruled(events: Iterable[Event]) -> dict[str, int]:
    """Return a map from the id of each ruled finding to the version of the ruling that settles it. If two rulings settle a finding, the
    one that is later in table order counts. `events`: the current events, in table order."""
    rulings = ((event.version, event.act) for event in events if isinstance(event.act, RulingRecorded))
    return {act.cites.finding: version for version, act in rulings if act.cites.finding is not None}


def check_rulings(events: Sequence[Event], proved: Container[str], seats: Iterable[Seat]) -> tuple[Finding, ...]:
    """Return a finding for each ruling whose subject is gone: the ruling is about a finding whose id is not in `proved`, or about a dispute
    that was withdrawn. `events`: the current events.

    Whether a finding is proved may depend on any sealed card. So only viewers who see everything may see the returned findings."""
    versions = frozenset(event.version for event in events)
    findings = []
    for event in events:
        if isinstance(event.act, RulingRecorded):
            cites = event.act.cites
            if cites.finding is not None and cites.finding not in proved:
                lost = f"{cites.finding}, which is not proved any more"
            elif cites.dispute is not None and cites.dispute not in versions:
                lost = f"event {cites.dispute}, which was withdrawn"
            else:
                continue
            sentence = f"The ruling at {event.version} rests on {lost}. It stands until it is withdrawn or superseded."
            findings.append(_groundless(event, sentence, seats))
    return tuple(findings)


def _groundless(event: Event, sentence: str, seats: Iterable[Seat]) -> Finding:
    return Finding("ruling-without-ground", "gap", "00 recording model", (event.version,), sentence, rests_on=frozenset(seats))
