"""The preference `return=representation` (RFC 7240): the answer to an append also has what was appended to, as it is afterwards. So a
client that has recorded something need not ask for it again.

A preference never makes a request fail: if the game or tournament cannot be read, the append is answered without it.
"""

from collections.abc import Callable, Iterator
from logging import Logger
from typing import Final, TypeVar

from flask import request
from redis import RedisError
from werkzeug.http import parse_list_header

from service.api.lib.contract import ETAG
from service.failures import describe
from service.memory.work import TooLong
from service.store.errors import NoSuchStream, RecordDamaged, StoreUnavailable

_REPRESENTATION: Final = "return=representation"
PREFER: Final = {
    "name": "Prefer",
    "in": "header",
    "description": f"`{_REPRESENTATION}` (RFC 7240): the answer also has `state`, the game or tournament as you would get it now.",
    "schema": {"type": "string"},
}
APPENDED: Final = ETAG | {
    "Preference-Applied": {"schema": {"type": "string"}, "description": f"`{_REPRESENTATION}`, if the answer has `state`."}
}
"""Describes, for the contract, the headers of the answer to an append."""
APPLIED: Final = {"Preference-Applied": _REPRESENTATION}
"""The header of an answer that has `state`."""

State = TypeVar("State")


def prefers_representation() -> bool:
    """Whether the first preference `return` of the request is `representation` (RFC 7240 §2: later ones do not count)."""
    sent = request.headers.get("Prefer")
    return sent is not None and next((value for name, value in _preferences(sent) if name == "return"), None) == "representation"


def _preferences(sent: str) -> Iterator[tuple[str, str]]:
    """Yield each preference in the header `Prefer` as (name, value). Its parameters are left out."""
    for preference in parse_list_header(sent):
        name, _, value = preference.partition(";")[0].partition("=")
        yield name.strip().lower(), value.strip().strip('"').lower()


def state_or_none(state: Callable[[], State], stream: str, log: Logger) -> State | None:
    """Return `state()`; None if what was appended to cannot be read now. `stream`: its id, which the log then names."""
    try:
        return state()
    except (NoSuchStream, RecordDamaged, RedisError, StoreUnavailable, TooLong) as error:
        log.warning("%s was appended to, but cannot be shown: %s", stream, describe(error))
        return None
