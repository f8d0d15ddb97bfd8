"""Canonical JSON: one value, one sequence of bytes (RFC 8785, JSON Canonicalization Scheme).

Records hold integers, strings, booleans, null, lists and maps with ASCII keys, never floats; within that subset the scheme is the plain
`json` module with sorted keys and no white space. What falls outside raises ValueError rather than guessing.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Final

Json = None | bool | int | str | Sequence["Json"] | Mapping[str, "Json"]

MAX_INT: Final = 2**53 - 1
"""Largest magnitude that every JSON reader keeps exactly (RFC 8785 §3.2.2.3, RFC 7493 §2.2)."""


def canonical(value: Json) -> bytes:
    """The RFC 8785 bytes of `value`.

    >>> canonical({"b": [1, None], "a": "é"}).decode()
    '{"a":"é","b":[1,null]}'

    Raises ValueError for floats, integers beyond 2**53 - 1, lone surrogates and keys that are not ASCII.
    """
    _refuse_unrepresentable(value)
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8")  # a lone surrogate raises UnicodeEncodeError, which is a ValueError


def _refuse_unrepresentable(value: Json) -> None:
    match value:
        case None | bool() | str():
            return
        case int():
            if abs(value) > MAX_INT:
                raise ValueError(f"{value} is beyond 2**53 - 1")
        case Mapping():
            for key, item in value.items():
                if not isinstance(key, str) or not key.isascii():
                    raise ValueError(f"{key!r} is not an ASCII key")
                _refuse_unrepresentable(item)
        case list() | tuple():
            for item in value:
                _refuse_unrepresentable(item)
        case _:
            raise ValueError(f"{value!r} has no canonical form in a record")
