"""How much one file may hold. Code that reads files for a service refuses a larger file as early as it can, and names the limit.

The time to read a file grows with its size, so these limits also limit the time. The verifiers of record files do not apply these limits: a
file with more events can still be valid."""

from collections.abc import Mapping
from typing import Final

from domain.files.layout import HEADER_OPEN, record_in
from domain.files.lines import read_line

MOST_IN_A_RECORD: Final = 10_000
"""The most events in the record of a game, the opening included: about ten long evenings."""
MOST_IN_A_TOURNAMENT: Final = 50_000
"""The most events in the stream of a tournament. A tournament with 1,000 entries and 11 rounds has about 25,000 events, approvals and
corrections included."""
MOST_IN_A_SEASON: Final = 2_000
"""The most events in the stream of a season: a few for each of its tournaments."""
MOST_IN_A_CLUB: Final = 200_000
"""The most events in a club's own stream: a few for each person who was ever in the club's directory."""
MOST_EVENTS: Final[Mapping[str, tuple[int, str]]] = {
    "game": (MOST_IN_A_RECORD, "a record"),
    "tournament": (MOST_IN_A_TOURNAMENT, "a tournament"),
    "season": (MOST_IN_A_SEASON, "a season"),
    "club": (MOST_IN_A_CLUB, "the stream of a club"),
}
"""For each kind of stream: the most events that it may have, and what a message calls it."""
MOST_LINES_OF_A_SHEET: Final = 200_000
MOST_IN_A_SHEET_LINE: Final = 4 * 2**20
"""The most characters in a line of a score sheet."""
_AROUND: Final = 4
"""The most lines of a valid record file that hold no event."""


def kind_in(data: bytes) -> str:
    """Return the kind of stream that the first line of a record file names, such as `game`. Return an empty text if the
    line is not the header of a record file."""
    data = record_in(data)
    end = data.find(b"\n")
    header = read_line(data[: end if end >= 0 else None].removeprefix(HEADER_OPEN).removesuffix(b","))
    kind = header.fields.get("kind", "game") if header.part == "header" else None
    return kind if isinstance(kind, str) and kind in MOST_EVENTS else ""


def too_many(data: bytes) -> str:
    """Return a fault if a record file has too many events to be read here. Return an empty text if the number is allowed, or if the file
    does not begin with a header. The function only counts lines, so it takes almost no time."""
    data = record_in(data)
    most, what = MOST_EVENTS.get(kind_in(data), (len(data), ""))
    return f"event {most + 1}: {what} has at most {most} events" if data.count(b"\n") > most + _AROUND else ""
