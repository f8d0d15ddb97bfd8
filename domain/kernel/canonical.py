"""Canonical JSON: a value has exactly one sequence of bytes (RFC 8785, JSON Canonicalization Scheme).

Records hold integers, strings, booleans, null, lists and maps with ASCII keys. For these values canonical JSON has sorted keys, no white
space, and strings quoted as the `json` module quotes them. Other values, such as floats, raise ValueError."""

from collections.abc import Mapping, Sequence
from json.encoder import encode_basestring as _quoted
from typing import Final

Json = None | bool | int | str | Sequence["Json"] | Mapping[str, "Json"]

MAX_INT: Final = 2**53 - 1
"""The largest integer (positive or negative) that every JSON reader keeps exactly (RFC 8785 §3.2.2.3, RFC 7493 §2.2)."""


_ONLY_TEXTS: Final = {str}


def canonical(value: Json) -> bytes:
    """Return the bytes of `value` in canonical JSON (RFC 8785).

    >>> canonical({"b": [1, None], "a": "é"}).decode()
    '{"a":"é","b":[1,null]}'

    Raises ValueError for floats, integers beyond 2**53 - 1, lone surrogates and keys that are not ASCII.
    """
    return text_of(value).encode("utf-8")  # a lone surrogate raises UnicodeEncodeError, which is a ValueError


def text_of(value: Json) -> str:
    """Return `value` in canonical JSON as text. Raises ValueError as `canonical` does, except for lone surrogates."""
    if value.__class__ is int and -MAX_INT <= value <= MAX_INT:
        return repr(value)
    if isinstance(value, str):
        return _quoted(value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        if not -MAX_INT <= value <= MAX_INT:
            raise ValueError(f"{value} is beyond 2**53 - 1")
        return str(value)
    if isinstance(value, (dict, Mapping)):  # `dict` comes first, because a check against an abstract class is slow
        for key in value:
            if not isinstance(key, str) or not key.isascii():
                raise ValueError(f"{key!r} is not an ASCII key")
        return "{" + ",".join([f"{_quoted(key)}:{text_of(value[key])}" for key in sorted(value)]) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(_quoted if set(map(type, value)) == _ONLY_TEXTS else text_of, value)) + "]"
    raise ValueError(f"{value!r} is not a value that a record can hold: use whole numbers, text, true, false, null, lists and maps")
