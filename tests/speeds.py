"""The three speeds of the tests: `make test` leaves out tests marked `slow`, `make test-all` leaves out those marked `long`, and `make
test-long` runs all. A long test has both marks.

A test that is always slow has the mark. A test with many parameters or examples has a few quick rows (cases), and this module marks its
other rows: a fifth of them slow, the others long. Which these are depends only on the file and on the row.
"""

from collections.abc import Callable, Collection, Iterable
from inspect import Parameter, currentframe, signature
from typing import Any, Final
from zlib import crc32

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, given, settings

slow: Final = pytest.mark.slow
long: Final = (slow, pytest.mark.long)
first: Final = pytest.mark.first
"""For a slow test that takes longer than most: it begins before all others, so that no process waits for it in the end."""
ONE_IN: Final = 5
"""Of so many rows that are not quick, about one is slow, and the others are long."""
SLOW_TIMES: Final = 3
"""A slow row has at most so many times the examples of the quick row."""

Test = Callable[..., None]


def rows(ids: Iterable[str], quick: Collection[str], value: Callable[[str], object] = str) -> list[ParameterSet]:
    """Return a pytest parameter `value(id)` for each of `ids`. Those whose id is not among `quick` are marked slow or long."""
    file = _caller()
    return [pytest.param(value(id), id=id, marks=() if id in quick else _marks(file, id)) for id in ids]


def seeds(number: int, quick: int) -> list[ParameterSet]:
    """Return the seeds from 0 to `number` - 1. All except the first `quick` seeds are marked slow or long."""
    file = _caller()
    return [pytest.param(seed, marks=() if seed < quick else _marks(file, seed)) for seed in range(number)]


def _caller() -> str:
    """Return the name of the module that called the caller of this function."""
    frame = currentframe()
    assert frame is not None
    assert frame.f_back is not None
    assert frame.f_back.f_back is not None
    return str(frame.f_back.f_back.f_globals["__name__"])


def _marks(file: str, row: object) -> object:
    return long if crc32(f"{file} {row}".encode()) % ONE_IN else slow


def examples(few: int, many: int, *positional: Any, **named: Any) -> Callable[[Test], Test]:
    """Return a decorator that replaces `@settings` and `@given`. The examples are the same in every run: `few` in the quick row, SLOW_TIMES
    as many in the slow row, `many` in the long row. If `many` are no more than a slow row has, the slow row is the last."""
    some = min(SLOW_TIMES * few, many)
    numbers = [few, pytest.param(some, marks=slow), *([pytest.param(many, marks=long)] if some < many else [])]

    def decorate(test: Test) -> Test:
        wanted = {
            number: settings(max_examples=number, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])(
                given(*positional, **named)(test)
            )
            for number in (few, some, many)
        }

        def run(number: int, **fixtures: Any) -> None:
            wanted[number](**fixtures)

        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        fixtures = signature(wanted[few]).parameters.values()
        run.__signature__ = signature(run).replace(parameters=[Parameter("number", Parameter.KEYWORD_ONLY), *map(_by_name, fixtures)])  # type: ignore[attr-defined]
        return pytest.mark.parametrize("number", numbers)(run)

    return decorate


def _by_name(parameter: Parameter) -> Parameter:
    return parameter.replace(kind=Parameter.KEYWORD_ONLY)
