"""The format `csv`: a table for a spreadsheet with a row for each recorded event (docs/csv.md)."""

from typing import Final

from service.files.contents import Exported, Format
from service.files.tables import CONTENT_TYPE, EVENTS, as_csv


def write(exported: Exported) -> bytes:
    return as_csv(EVENTS, exported)


FORMAT: Final = Format(
    EVENTS.name,
    CONTENT_TYPE,
    "events.csv",
    write,
    "count",
    "Entries as CSV",
    "A table for a spreadsheet: a row for each entry.",
    "hashes and salts, so it proves nothing",
)
