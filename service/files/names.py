"""Names of files that people look at: what it is, the day at the table, and the end of the id, such as `spades-2026-11-29-kz7f.pdf`. They
have only ASCII letters, and no name of a person. A file that proves a record is named by its whole id (`Format.filename`)."""

from datetime import UTC, datetime, timedelta
from typing import Final

from domain.kernel.events import AnyAct, StreamEvent
from domain.record.directory import words_of

MOST: Final = 40
"""The most letters of a title in a name."""
_END: Final = 4


def look_name(what: str, day: str, stream: str, suffix: str) -> str:
    """`what`: ASCII letters, digits and hyphens. `day`: as `day_of` returns it. `stream`: the id of the game or the tournament."""
    return f"{what}-{day}-{stream[-_END:]}.{suffix}"


def plain(title: str, otherwise: str) -> str:
    """Return the words of a title that can be written in ASCII, with hyphens between them; `otherwise` if there are none."""
    words = "-".join(word for word in words_of(title) if word.isascii())
    return words[:MOST].strip("-") or otherwise


def day_of(event: StreamEvent[AnyAct]) -> str:
    """Return the day on which this happened at the table, such as `2026-11-29`."""
    return f"{local(event.at, event.offset):%Y-%m-%d}"


def local(milliseconds: int, offset: int = 0) -> datetime:
    """Return a time as it was where it was recorded. `offset`: minutes east of UTC."""
    when = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=milliseconds)
    try:
        return when + timedelta(minutes=offset)
    except OverflowError:  # at the ends of the calendar
        return when
