"""Makes schemas of answers. A `TypedDict` describes the body of an answer. mypy checks the views against it, and the contract shows it as a
schema.

    class Person(TypedDict):
        person: str
        name: Annotated[str | None, "From the club's directory; null: erased."]
        title: NotRequired[str]

The text in `Annotated` is the description. A body has every member that is not `NotRequired`, and no member that its `TypedDict` does not
list. The contract promises less, so that answers can grow: a later version may add members, and values where a `Literal` lists them
(docs/compatibility.md).
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NotRequired, Union, get_args, get_origin, is_typeddict

from marshmallow import EXCLUDE, Schema, fields

from domain.kernel.canonical import Json

_PLAIN: Final[Mapping[type, Callable[..., fields.Field[Any]]]] = {
    str: fields.String,
    bool: fields.Boolean,
    int: partial(fields.Integer, strict=True),
}


OPEN_ENUM: Final = "x-extensible-enum"
"""The keyword for the known values of a string that may get more values. Programs that do not know it read any string."""


class Answer(Schema):
    """A schema of an answer. Clients must ignore members that it does not list."""

    class Meta:
        unknown = EXCLUDE


@cache
def schema_of(answer: type) -> type[Schema]:
    """Make the marshmallow schema of a `TypedDict`, with the same name. Only the contract (the OpenAPI document) uses it. The bodies
    themselves are not made with it."""
    members = {name: _field(hint, required=name in answer.__required_keys__) for name, hint in answer.__annotations__.items()}  # type: ignore[attr-defined]
    return type(answer.__name__, (Answer,), members)


def _field(hint: Any, **options: Any) -> fields.Field[Any]:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is NotRequired:
        return _field(parts[0], **options)
    if origin is Annotated:
        return _field(parts[0], metadata={"description": parts[1]}, **options)
    if hint == Json:
        return fields.Raw(allow_none=True, **options)
    if origin in (Union, UnionType):
        (one,) = (part for part in parts if part is not NoneType)
        return _field(one, allow_none=True, **options)
    if origin is list:
        return fields.List(_field(parts[0]), **options)
    if origin is dict:
        held: dict[str, Any] = {} if parts[1] == Json else {"keys": fields.String(), "values": _field(parts[1])}
        return fields.Dict(**held, **options)
    if origin is Literal:
        return fields.String(**{**options, "metadata": {**options.get("metadata", {}), OPEN_ENUM: list(parts)}})
    if is_typeddict(hint):
        return fields.Nested(schema_of(hint), **options)
    return _PLAIN[hint](**options)
