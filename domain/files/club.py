"""The file of a club's own stream, read back. It is trusted in nothing, as the file of a game is (domain/files/transcript.py)."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.files.transcript import NotARecord, event_in, lines_in
from domain.files.verify import Each, nothing, verify
from domain.kernel.canonical import Json
from domain.kernel.events import CLUB_TYPES


@dataclass(frozen=True, slots=True)
class ClubTranscript:
    """What a club's file says. `lines`: those of the events, as they stand in the file; `closed`: (version, path) of every sealed value
    that the file does not open."""

    header: Mapping[str, Json]
    lines: tuple[Mapping[str, Json], ...]
    closed: tuple[tuple[int, str], ...]


def club_transcript(data: bytes, each: Each = nothing) -> ClubTranscript:
    """Raises NotARecord if the file does not verify, is not a club's, or holds what could not have been recorded."""
    verified = verify(data, each)
    if not verified.valid:
        raise NotARecord(verified.report())
    if verified.kind != "club":
        raise NotARecord([f"header: kind is {verified.kind}: here the stream of a club is wanted"])
    header, *lines, _ = lines_in(data, each)
    faults: list[str] = []
    closed: list[tuple[int, str]] = []
    for line in lines:
        event_in(line, CLUB_TYPES, faults, closed)
        if "after" in line:
            faults.append(f"event {line['version']}: after is of no use in the stream of a club")
        each()
    if faults:
        raise NotARecord(faults)
    return ClubTranscript(header, tuple(lines), tuple(closed))
