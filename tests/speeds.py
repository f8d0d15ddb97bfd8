"""The two speeds of the tests: `make test` leaves out tests marked `slow`, `make test-all` runs all.

A test that is always slow has the mark. A test with many parameters or examples has a few quick rows (cases), and this module marks its
other rows.
"""

from collections.abc import Callable, Collection, Iterable
from inspect import Parameter, signature
from typing import Any, Final

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, given, settings

slow: Final = pytest.mark.slow

Test = Callable[..., None]


def rows(ids: Iterable[str], quick: Collection[str], value: Callable[[str], object] = str) -> list[ParameterSet]:
    """Return a pytest parameter `value(id)` for each of `ids`. Those whose id is not among `quick` are marked slow."""
    return [pytest.param(value(id), id=id, marks=() if id in quick else slow) for id in ids]


def seeds(number: int, quick: int) -> list[ParameterSet]:
    """Return the seeds from 0 to `number` - 1. All except the first `quick` seeds are marked slow."""
    return [pytest.param(seed, marks=() if seed < quick else slow) for seed in range(number)]


def examples(few: int, many: int, *positional: Any, **named: Any) -> Callable[[Test], Test]:
    """Return a decorator that replaces `@settings` and `@given`. The examples are the same in every run: `few` in the quick row, `many`
    in the slow row."""

    def decorate(test: Test) -> Test:
        wanted = {
            number: settings(max_examples=number, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])(
                given(*positional, **named)(test)
            )
            for number in (few, many)
        }

        def run(number: int, **fixtures: Any) -> None:
            wanted[number](**fixtures)

        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        fixtures = signature(wanted[few]).parameters.values()
        run.__signature__ = signature(run).replace(parameters=[Parameter("number", Parameter.KEYWORD_ONLY), *map(_by_name, fixtures)])  # type: ignore[attr-defined]
        return pytest.mark.parametrize("number", [few, pytest.param(many, marks=slow)])(run)

    return decorate


def _by_name(parameter: Parameter) -> Parameter:
    return parameter.replace(kind=Parameter.KEYWORD_ONLY)
