"""Says with which problems (service/problems.py) an operation may refuse a request. The contract lists them.

What checks a request also says how it may refuse it: a guard, a field of the query, a header. A view names only problems of its own.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, TypeVar

View = TypeVar("View", bound=Callable[..., Any])

ALWAYS: Final = ("invalid", "too-many-requests")
"""Every operation refuses parameters that it does not have. All except `/livez` refuse callers who ask too often."""
LONG: Final = ("busy", "too-costly")
"""What may take too long for one process is answered beside it (service/heavy/)."""
TOKEN: Final = ("token-invalid", "csrf", "store-unavailable")
RIGHT: Final = (*TOKEN, "token-missing", "no-right", "disk-full")
RECORD: Final = ("not-found", "record-damaged", *LONG)
STORED: Final = ("disk-full", "store-unavailable")
CHANGES_ONLY: Final = frozenset({"csrf", "disk-full"})
"""Requests that only read are never refused in these ways."""
JSON_BODY: Final = ("malformed-body", "unsupported-media-type", "too-large", *LONG)
FILE_BODY: Final = ("too-large", *LONG)
BY_PARAMETER: Final[Mapping[str, Collection[str]]] = {
    "If-Match": ("precondition-required", "conflict", "contended"),
    "Idempotency-Key": ("id-taken",),
    "view": ("wider-view",),
    "at_least": ("not-yet",),
}
"""The problems that a parameter of an operation brings with it."""


def may_refuse(*slugs: str) -> Callable[[View], View]:
    """Make a decorator that says that a view may answer with these problems. functools.wraps keeps what was said before."""

    def said(view: View) -> View:
        view.refuses = refusals_of(view) | set(slugs)  # type: ignore[attr-defined]
        return view

    return said


def never_refuses(*slugs: str) -> Callable[[View], View]:
    """Make a decorator that says that a view never answers with these problems, although what checks its requests usually brings them."""

    def said(view: View) -> View:
        view.never = set(slugs)  # type: ignore[attr-defined]
        return view

    return said


def never_of(view: Callable[..., Any]) -> frozenset[str]:
    """Return the problems with which a view never refuses a request."""
    return frozenset(getattr(view, "never", ()))


def refusals_of(view: Callable[..., Any]) -> frozenset[str]:
    """Return the problems with which the decorators and the view itself may refuse a request."""
    said: frozenset[str] = getattr(view, "refuses", frozenset())
    return said
