"""Shapes: a shape says what a field of an event may hold, and how it is read, written, sealed and described.

`read` reads JSON from a client. It lists every fault and raises nothing. `restore` makes the value from JSON of the store, which it trusts.
`dump` writes the value as JSON, `text` as canonical JSON with only the commitments of sealed values. `schema` describes the shape in JSON
Schema 2020-12.

A *sealed* value is one that not everyone may see. The record holds `{"commit": "<hex>"}` for it: a keyed hash, the *commitment*. The value
and its salt (the key) are kept outside the record (docs/events.md). In memory a sealed value is a `Sealed`: the commitment, and the value
if the reader has it. Its place in the data is a dotted path: `card`, `cards.2`.

A fault has a JSON Pointer (RFC 6901) to its place in the value that was read."""

from domain.kernel.shapes.kinds import Fault, Plain, Sealed, Shape, Swap
from domain.kernel.shapes.nested import BySeat, Fields, ListOf, Optional, Seal
from domain.kernel.shapes.plain import MAX_SEATS, MAX_TEXT, MILLISECONDS, OFFSET, CardToken, Flag, OneOf, RulesMap, Text, Whole

__all__ = [
    "MAX_SEATS",
    "MAX_TEXT",
    "MILLISECONDS",
    "OFFSET",
    "BySeat",
    "CardToken",
    "Fault",
    "Fields",
    "Flag",
    "ListOf",
    "OneOf",
    "Optional",
    "Plain",
    "RulesMap",
    "Seal",
    "Sealed",
    "Shape",
    "Swap",
    "Text",
    "Whole",
]
