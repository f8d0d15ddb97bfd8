"""The two speeds of the tests: `make test` leaves out what is marked `slow`, `make test-all` leaves out nothing.

A test that is slow as a whole has the mark itself. A test that is slow because it has many parameters or examples has some quick rows, and
the others are slow. This module makes such rows.
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
    """A parameter `value(id)` for each of `ids`, marked slow unless the id is among `quick`."""
    return [pytest.param(value(id), id=id, marks=() if id in quick else slow) for id in ids]


def seeds(number: int, quick: int) -> list[ParameterSet]:
    """`number` seeds from 0 on, marked slow except for the first `quick`."""
    return [pytest.param(seed, marks=() if seed < quick else slow) for seed in range(number)]


def examples(few: int, many: int, *positional: Any, **named: Any) -> Callable[[Test], Test]:
    """Replaces `@settings` and `@given`: the same examples every time, `few` in the quick row and `many` in the slow one."""

    def decorate(test: Test) -> Test:
        wanted = {
            number: settings(
                max_examples=number, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
            )(given(*positional, **named)(test))
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
