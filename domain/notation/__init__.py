"""Text notation, version 1: writes a record as a *sheet*, the text that a person would write on a score sheet, and reads it back
(docs/notation.md).

    text = write(Sheet(events, …))           read(text).events == events

`tokens`, `entries` and `grammar` parse the text. `forms` is the table of short forms of acts. `acts`, `tags`, `provenance` and `order` find
out what the parsed parts mean. `reading` reads a whole sheet, `writing` writes one. `margin` makes the remarks in the margin (scores,
faults, rulings), which are written but never read."""

from domain.notation.problems import Problem
from domain.notation.reading import Draft, Read, is_sheet, read, read_bytes
from domain.notation.sheet import Margin, Sheet, margin_of
from domain.notation.writing import write

__all__ = ["Draft", "Margin", "Problem", "Read", "Sheet", "is_sheet", "margin_of", "read", "read_bytes", "write"]
