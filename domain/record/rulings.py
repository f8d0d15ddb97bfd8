"""Rulings among the events of a record: which of them are current, at which place, and which findings they settle.

A ruling that supersedes another takes the place of that other in table order, and acts as if it had been there from the start. Rulings that
supersede one another are a *chain*: its last ruling that is not withdrawn is current, at the place of the first. This module knows nothing
of games: domain/rounds.py has the effect on the score, domain/record/directing.py what a ruling may cite. Source:
docs/decisions/rulings.md.
"""

from collections.abc import Container, Iterable, Mapping, Sequence

from domain.kernel.cards import Seat
from domain.kernel.events import ClaimAnswered, ClaimMade, ConcessionMade, Event, IrregularityCalled, RulingRecorded
from domain.kernel.findings import Finding

DISPUTES = (IrregularityCalled, ClaimMade, ConcessionMade, ClaimAnswered)
"""The acts that a ruling may cite as a dispute."""


def chains(events: Iterable[Event]) -> dict[int, int]:
    """Map the version of each ruling among `events` (in any order) to the version of the first ruling of its chain."""
    first: dict[int, int] = {}
    for event in sorted(events, key=lambda event: event.version):
        if isinstance(event.act, RulingRecorded):
            former = event.act.supersedes
            first[event.version] = event.version if former is None else first.get(former, event.version)
    return first


def standing(first: Mapping[int, int], gone: Container[int]) -> dict[int, int]:
    """Map the first version of each chain to the version of the current ruling in it. Chains that are withdrawn entirely are left out."""
    return {first[version]: version for version in sorted(first) if version not in gone}


def in_place(order: Sequence[Event], gone: Container[int]) -> list[Event]:
    """`order` without the withdrawn events `gone`, and with each current ruling at the place of its chain."""
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
    """Map the id of each ruled finding to the version of the ruling that settles it; if two rulings settle a finding, the later in table
    order. `events`: the current events."""
    rulings = ((event.version, event.act) for event in events if isinstance(event.act, RulingRecorded))
    return {act.cites.finding: version for version, act in rulings if act.cites.finding is not None}


def check_rulings(events: Sequence[Event], proved: Container[str], seats: Iterable[Seat]) -> tuple[Finding, ...]:
    """A finding for each ruling that has lost its ground: its finding is no longer among the ids `proved`, or its dispute was withdrawn.
    `events`: the current events.

    Whether a finding is proved may depend on sealed cards. So only viewers who see everything may see these findings: they rest on all
    `seats`."""
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
