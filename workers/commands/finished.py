"""`faceup import` of files with finished tournaments that were published elsewhere (docs/finished-tournaments.md)."""

import json
from collections.abc import Iterator
from typing import Final

from domain.kernel.events import TokenId, Visibility
from domain.kernel.shapes import Fault
from domain.tournament.published import Refused, exact
from service.files.destination import Destination
from service.files.finished import FinishedFile, read_finished
from service.store.errors import RecordDiffers
from service.store.keys import Club
from service.store.streams.append import Restored

MOST_TOLD: Final = 100
"""The most faults, or different values, that are printed for one tournament."""


def is_published(data: bytes) -> bool:
    """Return whether a file seems to hold published tournaments: a JSON list, or a JSON object that names players and has no hashes. (A
    record has hashes.)"""
    start = data.lstrip()[:1]
    return start == b"[" or (start == b"{" and b'"players"' in data and b'"hash"' not in data)


def tournaments_in(data: bytes) -> list[object]:
    """Return the tournaments of a file as JSON values that are not checked yet. A file that is a list has one tournament for each item;
    any other file is one tournament. Raises Refused if the file is not JSON."""
    try:
        value = json.loads(data, parse_float=exact)
    except (ValueError, RecursionError) as fault:
        raise Refused("the file", [Fault("", f"is not JSON: {fault}")]) from None
    return value if isinstance(value, list) else [value]


def imported(into: Destination, club: Club, value: object, by: TokenId, visibility: Visibility, *, dry_run: bool) -> list[str]:
    """Import one tournament. Returns the lines to print about it. Raises Refused or RecordDiffers."""
    file = read_finished(value, visibility)
    if dry_run:
        return list(_told(file, file.dry_run(into.tournaments, into.people, club), "would be "))
    return list(_told(file, file.store(into.tournaments, into.people, club, by)))


def refused(name: str, refusal: Refused | RecordDiffers) -> list[str]:
    """Return the lines to print about a tournament that was refused."""
    faults = [f"{fault.pointer} {fault.message}".strip() for fault in refusal.faults] if isinstance(refusal, Refused) else [str(refusal)]
    more = [f"    and {len(faults) - MOST_TOLD} more faults"] if len(faults) > MOST_TOLD else []
    where = str(refusal).partition(":")[0] if isinstance(refusal, Refused) else refusal.stream
    return [f"{name}: {where} refused, nothing of it was stored", *(f"    {fault}" for fault in faults[:MOST_TOLD]), *more]


def _told(file: FinishedFile, made: Restored, would: str = "") -> Iterator[str]:
    result = {"appended": f"{would}imported", "completed": f"{would}completed", "already-there": "is already there"}[made.outcome]
    differing = file.differences
    yield f"{file.publication.published.id}: {made.stream} {result}, {made.added} of {made.version} events new"
    yield f"    {len(file.compared)} published values compared, {len(differing)} differ"
    yield from (f"    {one.name} of {one.of} was published as {one.printed}; it is {one.computed} here" for one in differing[:MOST_TOLD])
    if file.not_compared:
        yield f"    not compared: {', '.join(file.not_compared)}"
