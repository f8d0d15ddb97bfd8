"""What every answer is made of: its members are all there unless it says otherwise, and have a few forms."""

from collections.abc import Sequence
from typing import Any, ClassVar

from marshmallow import Schema, fields


class Answer(Schema):
    """Every member is there unless it is named in `sometimes`; members beside these there are none."""

    sometimes: ClassVar[frozenset[str]] = frozenset()

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        field_obj.required = field_name not in self.sometimes


def a_text(about: str = "", *, none: bool = False) -> fields.String:
    return fields.String(allow_none=none, metadata={"description": about} if about else {})


def a_word(words: Sequence[str], about: str) -> fields.String:
    """One of a closed set of words."""
    return fields.String(metadata={"description": about, "enum": list(words)})


def a_number(about: str = "", *, none: bool = False) -> fields.Integer:
    return fields.Integer(strict=True, allow_none=none, metadata={"description": about} if about else {})


def some_seats(about: str) -> "fields.List[Any]":
    return fields.List(fields.Integer(), metadata={"description": about})


def some_piles(about: str) -> fields.Dict:
    return fields.Dict(keys=fields.String(), values=fields.Integer(), metadata={"description": about})


def anything(about: str) -> fields.Raw:
    return fields.Raw(allow_none=True, metadata={"description": about})


def by_seat(values: fields.Field[Any], about: str, *, none: bool = False) -> fields.Dict:
    return fields.Dict(keys=fields.String(), values=values, allow_none=none, metadata={"description": about})
