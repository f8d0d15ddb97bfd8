"""Finds out which rulings of a record are current, at which place in table order they count, and which findings they settle.

Rulings that supersede one another are a *chain*. In each chain, the last ruling that is not withdrawn is current. It counts at the place
where the first ruling of the chain is in table order. domain/rounds.py applies a ruling to the score; domain/record/settled.py checks
what a ruling cites. Source: docs/decisions/rulings.md."""

from collections.abc import Container, Iterable, Mapping, Sequence

from domain.kernel.cards import Seat
from domain.kernel.events import ClaimAnswered, ClaimMade, ConcessionMade, Event, IrregularityAttested, IrregularityCalled, RulingRecorded
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
    """For each chain, map the version of its first ruling to the version of its current ruling, and return the map. Chains in which every
    ruling is withdrawn are left out.

    `first`: a map from each ruling to the first ruling of its chain, as `chains` returns it. `gone`: the withdrawn versions.
    """
    return {first[version]: version for version in sorted(first) if version not in gone}


def in_place(order: Sequence[Event], gone: Container[int]) -> list[Event]:
    """Return `order` (events in table order) without the events in `gone`. Of each chain of rulings, only the current one is returned, at
    the place of the chain's first ruling."""
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
    """Return a map from the id of each ruled finding to the version of the ruling that settles it. If two rulings settle a finding, the one
    that is later in table order counts. When the table answers a query, the query may become another finding; a ruling on the query settles
    that finding too. `events`: the current events, in table order."""
    rulings = ((event.version, event.act) for event in events if isinstance(event.act, RulingRecorded))
    settled = {act.cites.finding: version for version, act in rulings if act.cites.finding is not None}
    words = ((event.version, event.act) for event in events if isinstance(event.act, IrregularityAttested))
    attested = {f"{act.finding},{version}": settled[act.finding] for version, act in words if act.finding in settled}
    return {**attested, **settled}


def check_rulings(rulings: Iterable[Event], proved: Container[str], current: Container[int], seats: Iterable[Seat]) -> tuple[Finding, ...]:
    """Return a finding for each current ruling whose subject is gone. The subject is gone if it is a finding whose id is not in `proved`,
    or a dispute whose version is not in `current`.

    Only viewers who see everything may see the returned findings, because any sealed card may decide whether a finding is still proved."""
    lost = ((event, _lost(event.act, proved, current)) for event in rulings if isinstance(event.act, RulingRecorded))
    return tuple(_groundless(event, what, seats) for event, what in lost if what is not None)


def _lost(ruling: RulingRecorded, proved: Container[str], current: Container[int]) -> str | None:
    """If the subject of the ruling is gone, return the subject in words; otherwise None."""
    cites = ruling.cites
    if cites.finding is not None and cites.finding not in proved:
        return f"{cites.finding}, which is not proved any more"
    if cites.dispute is not None and cites.dispute not in current:
        return f"entry {cites.dispute}, which was withdrawn"
    return None


def _groundless(event: Event, lost: str, seats: Iterable[Seat]) -> Finding:
    sentence = f"The ruling at {event.version} rests on {lost}. It stands until it is withdrawn or superseded."
    return Finding("ruling-without-ground", "gap", "00 recording model", (event.version,), sentence, rests_on=frozenset(seats))
