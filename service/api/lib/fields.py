"""Fields for the schemas of requests. They are marshmallow fields that read JSON with a *shape*, a description of one kind of JSON value
(domain/kernel/shapes.py). Records, requests and the OpenAPI document use the same shapes. A JSON Pointer says where a fault is."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, missing

from domain.kernel.canonical import Json
from domain.kernel.shapes import Fault, OneOf, Shape, Text, Whole

UUID: Final = Text(36, r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
VERSION: Final = Whole(1, 10**9)
PIN: Final = Text(8, r"[0-9]{4,8}")

_NUMBER: Final = re.compile(r"-?[0-9]{1,100}")


class Shaped(fields.Field[Any]):
    """A field whose value is read and checked by `shape`."""

    def __init__(self, shape: Shape, *, metadata: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(metadata={**shape.schema(), **(metadata or {})}, **kwargs)
        self.shape = shape

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        faults: list[Fault] = []
        self.shape.read(value, "", faults)
        if faults:
            raise ValidationError([fault.message for fault in faults])
        return value


class ShapedSchema(Schema):
    """A schema that reads correct input with its fields alone, five times as fast as marshmallow would read it. Wrong input is read again
    by marshmallow, which says where the faults are."""

    def load(self, data: Any, **kwargs: Any) -> Any:
        values = None if kwargs else self._read(data)
        return super().load(data, **kwargs) if values is None else values

    def _read(self, data: Any) -> dict[str, Any] | None:
        """Return the fields' values; None if a value is wrong or null."""
        if not isinstance(data, dict):
            return None
        faults: list[Fault] = []
        values: dict[str, Any] = {}
        given = 0
        for name, field in self.load_fields.items():
            if name in data:
                given += 1
                values[name] = value = data[name]
                if type(field) is Shaped:
                    field.shape.read(value, "", faults)
                elif value is None:
                    return None
                elif type(field) is not fields.Raw:
                    try:
                        values[name] = field.deserialize(value)
                    except ValidationError:
                        return None
            elif field.required:
                return None
            elif field.load_default is not missing:
                values[name] = field.load_default
        return None if faults or given < len(data) else values


class Digits(Shaped):
    """A whole number in a query string: decimal digits only."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        number = int(value) if isinstance(value, str) and _NUMBER.fullmatch(value) else value
        return super()._deserialize(number, attr, data, **kwargs)


class Switch(Shaped):
    """`true` or `false` in a query string."""

    def __init__(self, about: str) -> None:
        super().__init__(OneOf(("true", "false")), load_default=False, metadata={"description": about})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        return super()._deserialize(value, attr, data, **kwargs) == "true"


def pointed(messages: Any, pointer: str = "") -> Iterator[Fault]:
    """Turn marshmallow's nested messages into faults, each with its JSON Pointer. `pointer`: where in the body the messages belong."""
    if isinstance(messages, Mapping):
        for key, inner in messages.items():
            yield from pointed(inner, pointer if key == "_schema" else f"{pointer}/{_escaped(key)}")
    else:
        for message in messages if isinstance(messages, list) else [messages]:
            yield Fault(pointer, str(message))


def _escaped(key: Json) -> str:
    """Escape a key by RFC 6901 §3. A long key is cut, so that the answer stays smaller than the request."""
    return str(key)[:60].replace("~", "~0").replace("/", "~1")
