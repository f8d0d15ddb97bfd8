"""Dates and times on a score sheet. The calendar of the standard library gives the expected values."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.shapes import MILLISECONDS, OFFSET
from domain.notation.clock import Moment, read, written

MILLISECOND = timedelta(milliseconds=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@given(at=st.integers(MILLISECONDS.low, MILLISECONDS.high), offset=st.integers(OFFSET.low, OFFSET.high))
def test_any_time_on_a_sheet_is_the_same_after_writing_and_reading(at: int, offset: int) -> None:
    assert read(written(Moment(at, offset))) == (at, offset)


@given(
    at=st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30)).map(lambda at: at.replace(microsecond=at.microsecond // 1000 * 1000)),
    offset=st.integers(OFFSET.low, OFFSET.high),
)
def test_times_on_a_sheet_agree_with_the_calendar_of_the_standard_library(at: datetime, offset: int) -> None:
    moment = Moment((at.replace(tzinfo=UTC) - EPOCH) // MILLISECOND, offset)
    local = at.replace(tzinfo=UTC).astimezone(timezone(timedelta(minutes=offset)))
    assert written(moment).replace(" ", "T", 1).replace(" ", "") == local.isoformat(timespec="milliseconds")


READ = [
    ("1970-01-01", (0, 0)),
    ("1970-01-01 00:01", (60_000, 0)),
    ("1970-01-01T00:00:01.5", None),
    ("1970-01-01  01:00:00.005 +01:00", (5, 60)),
    ("1969-12-31 23:59:59.999", (-1, 0)),
    ("2024-02-29", (1_709_164_800_000, 0)),
    ("1900-02-29", None),
    ("2025-13-01", None),
    ("2025-00-01", None),
    ("2025-01-01 24:00", None),
    ("2025-01-01 +01:60", None),
    ("21.11.2025", None),
    ("٢٠٢٥-01-01", None),
]


@pytest.mark.parametrize(("text", "moment"), READ, ids=[row[0] for row in READ])
def test_a_written_time_is_read_as_the_moment_that_it_names(text: str, moment: tuple[int, int] | None) -> None:
    assert read(text) == moment
