"""Fields of request schemas: marshmallow fields that read by a shape of the domain, so that one description serves the record, the
request and the contract. Places of what is wrong come out as JSON Pointers."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from marshmallow import ValidationError, fields

from domain.canonical import Json
from domain.shapes import Fault, OneOf, Shape, Text, Whole

UUID: Final = Text(36, r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
MILLISECONDS: Final = Whole(-62_135_596_800_000, 253_402_300_799_999)
"""A moment, milliseconds UTC, in the years 1 to 9999."""
OFFSET: Final = Whole(-1439, 1439)
"""Minutes east of UTC."""
VERSION: Final = Whole(1, 10**9)

_DIGITS: Final = re.compile(r"[0-9]{1,15}")
MOST_PLACES: Final = 1000
"""Most wrong fields that one problem names; a body of 256 KiB can hold more."""


class Shaped(fields.Field[Any]):
    """A field that holds whatever `shape` reads, as JSON."""

    def __init__(self, shape: Shape, *, metadata: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(metadata={**shape.schema(), **(metadata or {})}, **kwargs)
        self.shape = shape

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        faults: list[Fault] = []
        self.shape.read(value, "", faults)
        if faults:
            raise ValidationError([fault.message for fault in faults])
        return value


class Digits(Shaped):
    """A whole number in a query string: decimal digits and nothing else."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        number = int(value) if isinstance(value, str) and _DIGITS.fullmatch(value) else value
        return super()._deserialize(number, attr, data, **kwargs)


class Switch(Shaped):
    """`true` or `false` in a query string."""

    def __init__(self, about: str) -> None:
        super().__init__(OneOf(("true", "false")), load_default=False, metadata={"default": "false", "description": about})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        return super()._deserialize(value, attr, data, **kwargs) == "true"


def pointed(messages: Any, pointer: str = "") -> Iterator[Fault]:
    """marshmallow's nested messages as faults, each with its JSON Pointer."""
    if isinstance(messages, Mapping):
        for key, inner in messages.items():
            yield from pointed(inner, pointer if key == "_schema" else f"{pointer}/{_escaped(key)}")
    else:
        for message in messages if isinstance(messages, list) else [messages]:
            yield Fault(pointer, str(message))


def _escaped(key: Json) -> str:
    """RFC 6901 §3; a long name is cut, so that a problem stays smaller than what caused it."""
    return str(key)[:60].replace("~", "~0").replace("/", "~1")
