"""Text notation, version 1: a record as a person would write it on a score sheet, and back. The grammar is docs/notation.md.

    text = write(Sheet(events, …))           read(text).events == events

`tokens`, `entries` and `grammar` are the form, `forms` the table of short forms, `acts`, `tags`, `provenance` and `order` what it means,
`reading` and `writing` the two ways, `margin` what the rules say beside it. Acts are read; conclusions stand in the margin and are not.
"""

from domain.notation.margin import margin_of
from domain.notation.problems import Problem
from domain.notation.reading import Draft, Read, is_sheet, read, read_bytes
from domain.notation.sheet import Margin, Sheet
from domain.notation.writing import write

__all__ = ["Draft", "Margin", "Problem", "Read", "Sheet", "is_sheet", "margin_of", "read", "read_bytes", "write"]
