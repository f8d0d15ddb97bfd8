"""Reads and writes a moment as `2025-11-21 05:20:01.000 +01:00`: local time at the table and its offset from UTC.

In memory a moment is milliseconds UTC and minutes east of UTC. All dates are in the Gregorian calendar, as in ISO 8601."""

import re
from typing import Final, NamedTuple

_MINUTE: Final = 60_000
_DAY: Final = 86_400_000
_EPOCH: Final = 719_468
"""The number of days from 0000-03-01 to 1970-01-01."""
_MOMENT: Final = re.compile(
    r"([0-9]{4,5})-([0-9]{2})-([0-9]{2})"
    r"(?:[ \tT]+([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{3}))?)?(?:[ \t]*([+-][0-9]{2}:[0-9]{2}))?)?"
)
_OFFSET: Final = re.compile(r"([+-])([0-9]{2}):([0-5][0-9])")


class Moment(NamedTuple):
    """A moment at a table. `at`: milliseconds UTC; `offset`: minutes east of UTC at the table."""

    at: int
    offset: int = 0


def written(moment: Moment) -> str:
    days, rest = divmod(moment.at + moment.offset * _MINUTE, _DAY)
    year, month, day = _civil(days)
    seconds, milliseconds = divmod(rest, 1000)
    clock = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{milliseconds:03}"
    return f"{year:04}-{month:02}-{day:02} {clock} {offset_written(moment.offset)}"


def offset_written(offset: int) -> str:
    """Write an offset, given in minutes east of UTC, in the form `+01:00`."""
    return f"{'-' if offset < 0 else '+'}{abs(offset) // 60:02}:{abs(offset) % 60:02}"


def read(text: str) -> Moment | None:
    """Read a moment such as `2025-11-21 05:20`; parts that are missing at the end count as zero. Returns None if `text` is not a date."""
    match = _MOMENT.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second, millisecond = (int(group or 0) for group in match.groups()[:7])
    days = _days(year, month, day)
    offset = offset_read(match[8] or "+00:00")
    if _civil(days) != (year, month, day) or hour > 23 or minute > 59 or second > 59 or offset is None:
        return None
    return Moment(days * _DAY + ((hour * 60 + minute) * 60 + second) * 1000 + millisecond - offset * _MINUTE, offset)


def offset_read(text: str) -> int | None:
    """Return an offset such as `+01:00` as minutes east of UTC; None if `text` is not an offset."""
    match = _OFFSET.fullmatch(text)
    if match is None:
        return None
    minutes = int(match[2]) * 60 + int(match[3])
    return -minutes if match[1] == "-" else minutes


def _days(year: int, month: int, day: int) -> int:
    """Return the number of days from 1970-01-01 to this date. The computation lets years begin in March, so that a leap day is the last day
    of its year."""
    months = (month - 3) % 12
    years = year - (month < 3)
    return years * 365 + years // 4 - years // 100 + years // 400 + (153 * months + 2) // 5 + day - 1 - _EPOCH


def _civil(days: int) -> tuple[int, int, int]:
    """Return (year, month, day) of the date that is `days` after 1970-01-01."""
    days += _EPOCH
    era, of_era = divmod(days, 146_097)
    year = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    months = (5 * of_year + 2) // 153
    month = (months + 2) % 12 + 1
    return era * 400 + year + (month < 3), month, of_year - (153 * months + 2) // 5 + 1
