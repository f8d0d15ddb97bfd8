"""The format `csv-plays`: a table for a spreadsheet with a row for each card that was played (docs/csv.md)."""

from typing import Final

from service.files.contents import Exported, Format
from service.files.tables import CONTENT_TYPE, PLAYS, as_csv


def write(exported: Exported) -> bytes:
    return as_csv(PLAYS, exported)


FORMAT: Final = Format(
    PLAYS.name,
    CONTENT_TYPE,
    "plays.csv",
    write,
    "count",
    "Plays as CSV",
    "A table for a spreadsheet: a row for each card that was dealt, laid or shown.",
    "entries without a card; hashes and salts, so it proves nothing",
)
