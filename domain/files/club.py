"""Reads the file of a club's own stream back into events. Nothing in the file is trusted."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.files.transcript import NotARecord, event_in, lines_of
from domain.files.verify import Each, nothing
from domain.kernel.canonical import Json
from domain.kernel.events import CLUB_TYPES


@dataclass(frozen=True, slots=True)
class ClubTranscript:
    """The contents of a club's file. `lines`: the lines of the events, as in the file. `closed`: (version, path) of every sealed value that
    the file does not contain."""

    header: Mapping[str, Json]
    lines: tuple[Mapping[str, Json], ...]
    closed: tuple[tuple[int, str], ...]


def club_transcript(data: bytes, each: Each = nothing) -> ClubTranscript:
    """Read a club's file and return its contents.

    Raises NotARecord if the file does not verify, is not the file of a club, or holds something that cannot be recorded. Calls the function
    `each`, which may show progress, about twice for each line."""
    header, *lines, _ = lines_of(data, each)
    kind = header.get("kind", "game")
    if kind != "club":
        raise NotARecord([f"header: kind is {kind}: expected the stream of a club"])
    faults: list[str] = []
    closed: list[tuple[int, str]] = []
    for line in lines:
        event_in(line, CLUB_TYPES, faults, closed)
        if "after" in line:
            faults.append(f"event {line['version']}: after has no use in the stream of a club")
        each()
    if faults:
        raise NotARecord(faults)
    return ClubTranscript(header, tuple(lines), tuple(closed))
