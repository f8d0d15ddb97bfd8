"""Rulings among the events of a record: which of them stand, where, and what is settled by them.

A ruling that supersedes another takes its place in table order, and so has the effect that it would have had there from the start. Rulings
that supersede one another are a *chain*: the last of it that is not withdrawn stands, at the place of the first. Nothing here knows a game;
what a ruling does to the score is in domain/rounds.py, what it may cite in domain/record/directing.py. Source: docs/decisions/rulings.md.
"""

from collections.abc import Container, Iterable, Mapping, Sequence

from domain.kernel.cards import Seat
from domain.kernel.events import ClaimAnswered, ClaimMade, ConcessionMade, Event, IrregularityCalled, RulingRecorded
from domain.kernel.findings import Finding

DISPUTES = (IrregularityCalled, ClaimMade, ConcessionMade, ClaimAnswered)
"""What a ruling may cite as a dispute."""


def chains(events: Iterable[Event]) -> dict[int, int]:
    """Every ruling among `events` (in any order), by version: the version of the first of its chain."""
    first: dict[int, int] = {}
    for event in sorted(events, key=lambda event: event.version):
        if isinstance(event.act, RulingRecorded):
            former = event.act.supersedes
            first[event.version] = event.version if former is None else first.get(former, event.version)
    return first


def standing(first: Mapping[int, int], gone: Container[int]) -> dict[int, int]:
    """By the first of each chain the version of the one that stands; chains that are withdrawn whole are left out."""
    return {first[version]: version for version in sorted(first) if version not in gone}


def in_place(order: Sequence[Event], gone: Container[int]) -> list[Event]:
    """`order`, which still has the withdrawn events `gone`, without them, every ruling that stands at the place of its chain."""
    first = chains(order)
    stands = standing(first, gone)
    events = {event.version: event for event in order}
    found = []
    for event in order:
        version = event.version
        if version not in first:
            found += [] if version in gone else [event]
        elif first[version] == version and version in stands:
            found.append(events[stands[version]])
    return found


def ruled(events: Iterable[Event]) -> dict[str, int]:
    """By the id of a finding the ruling that settles it. `events`: those that stand; of two rulings on one finding the later in order."""
    rulings = ((event.version, event.act) for event in events if isinstance(event.act, RulingRecorded))
    return {act.cites.finding: version for version, act in rulings if act.cites.finding is not None}


def check_rulings(events: Sequence[Event], proved: Container[str], seats: Iterable[Seat]) -> tuple[Finding, ...]:
    """A finding for each ruling among `events`, those that stand, whose ground has gone: the finding, which is no more among the ids
    `proved`, or the dispute, which was withdrawn.

    Whether a finding is proved may rest on cards that are sealed, so this is for those who see everything: for nobody of `seats` alone."""
    versions = frozenset(event.version for event in events)
    found = []
    for event in events:
        if isinstance(event.act, RulingRecorded):
            cites = event.act.cites
            if cites.finding is not None and cites.finding not in proved:
                lost = f"{cites.finding}, which is not proved any more"
            elif cites.dispute is not None and cites.dispute not in versions:
                lost = f"event {cites.dispute}, which was withdrawn"
            else:
                continue
            told = f"The ruling at {event.version} rests on {lost}. It stands until it is withdrawn or superseded."
            found.append(_groundless(event, told, seats))
    return tuple(found)


def _groundless(event: Event, told: str, seats: Iterable[Seat]) -> Finding:
    return Finding("ruling-without-ground", "gap", "00 recording model", (event.version,), told, rests_on=frozenset(seats))
