"""Shapes: what a field of an event may hold, and how it is read, written, sealed and described.

A shape reads JSON from a client (`read`: lists every fault, raises nothing), rebuilds a value from JSON of the store (`restore`: trusted,
fast), writes it back (`dump`), and describes itself (`schema`, JSON Schema 2020-12).

A *sealed* value is one that not everyone may see. A record holds `{"commit": "<hex>"}` for it; the value and its salt are kept outside the
record (docs/events.md). In memory a sealed value is a `Sealed`, which has the commitment, and the value if the reader has it.

Faults carry a JSON Pointer (RFC 6901) relative to the value read.
"""

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
