"""Shapes of single values: numbers, words, texts, cards. Such a value is the same in memory and in JSON, and is never sealed."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from domain.kernel.canonical import MAX_INT, Json
from domain.kernel.cards import CARDS, Card, Seat
from domain.kernel.shapes.kinds import Fault, Plain

MAX_SEATS: Final = 16
MAX_TEXT: Final = 500
SEATS: Final = {str(number): Seat(number) for number in range(MAX_SEATS)}
"""Every seat, by its number in decimal. JSON uses such numbers as keys."""


@dataclass(frozen=True, slots=True)
class Whole(Plain):
    """The shape of an integer from `low` to `high`, both included. A boolean is not an integer."""

    low: int = -MAX_INT
    high: int = MAX_INT

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if isinstance(value, bool) or not isinstance(value, int):
            faults.append(Fault(pointer, "must be a whole number"))
        elif not self.low <= value <= self.high:
            faults.append(Fault(pointer, f"must lie between {self.low} and {self.high}"))
        return value

    def schema(self) -> dict[str, Json]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


MILLISECONDS: Final = Whole(-62_135_596_800_000, 253_402_300_799_999)
"""A moment in the years 1 to 9999, in milliseconds UTC."""
OFFSET: Final = Whole(-1439, 1439)
"""The offset of a local time, in minutes east of UTC."""


@dataclass(frozen=True, slots=True)
class Flag(Plain):
    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, bool):
            faults.append(Fault(pointer, "must be true or false"))
        return value

    def schema(self) -> dict[str, Json]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Text(Plain):
    """The shape of a string of 1 to `longest` characters, without NUL and unpaired surrogates. `pattern`: a regular expression for the
    whole string; if empty, any text fits. `such_as`: usual values that a form offers."""

    longest: int = MAX_TEXT
    pattern: str = ""
    such_as: tuple[str, ...] = ()

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, str):
            faults.append(Fault(pointer, "must be text"))
        elif not 1 <= len(value) <= self.longest:
            faults.append(Fault(pointer, f"must have 1 to {self.longest} characters"))
        elif "\0" in value or not _encodable(value):
            faults.append(Fault(pointer, "must not contain NUL or unpaired surrogates"))
        elif self.pattern and not _matches(self.pattern, value):
            faults.append(Fault(pointer, f"must match {self.pattern}"))
        return value

    def schema(self) -> dict[str, Json]:
        # Without anchors a JSON Schema pattern may match anywhere in the text.
        pattern = f"^(?:{self.pattern})$" if self.pattern else r"^[^\u0000]*$"
        usual: dict[str, Json] = {"examples": list(self.such_as)} if self.such_as else {}
        return {"type": "string", "minLength": 1, "maxLength": self.longest, "pattern": pattern, **usual}


@dataclass(frozen=True, slots=True)
class OneOf(Plain):
    """The shape of one word of a fixed list."""

    words: tuple[str, ...]

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if value not in self.words:
            faults.append(Fault(pointer, f"must be one of {', '.join(self.words)}"))
        return value

    def schema(self) -> dict[str, Json]:
        return {"enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class CardToken(Plain):
    """The shape of a card. If `packs` is not 0, the token may name a pack, numbered from 1: `AS@2`."""

    packs: int = 0

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, str) or not self._names_a_card(value):
            faults.append(Fault(pointer, "is not a card: write rank then suit (TS, AH) or a joker (HJ, LJ)"))
        return value

    def names_all(self, values: Sequence[Json]) -> bool:
        """A fast test for lists of cards. Return True if all values are cards without the number of a pack. If the result is False, the
        list needs the full check: it may still be valid."""
        try:
            return CARDS.issuperset(values)
        except TypeError:
            return False

    def _names_a_card(self, token: str) -> bool:
        card, at, pack = token.partition("@")
        return Card(card) in CARDS and (not at or (pack in SEATS and 1 <= int(pack) <= self.packs))

    def schema(self) -> dict[str, Json]:
        pattern = "^([AKQJT2-9][SHDC]|HJ|LJ)"
        return {"type": "string", "pattern": pattern + ("(@([1-9]|1[0-5]))?$" if self.packs else "$")}


@dataclass(frozen=True, slots=True)
class RulesMap(Plain):
    """The shape of the resolved rules of a game: a map from names to integers, words, booleans or lists of words. The shape does not check
    the values; the system of the game does. `of`: what the map has, in words."""

    of: str = "rules"

    def read(self, value: Json, pointer: str, faults: list[Fault]) -> object:
        if not isinstance(value, Mapping):
            faults.append(Fault(pointer, f"must be a map of {self.of}"))
        return value

    def schema(self) -> dict[str, Json]:
        return {"type": "object"}


def _encodable(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _matches(pattern: str, text: str) -> bool:
    return re.fullmatch(pattern, text) is not None
