"""The format `csv-rounds`: a table for a spreadsheet with a row for each seat in each round (docs/csv.md)."""

from typing import Final

from service.files.contents import Exported, Format
from service.files.tables import CONTENT_TYPE, ROUNDS, as_csv


def write(exported: Exported) -> bytes:
    return as_csv(ROUNDS, exported)


FORMAT: Final = Format(
    ROUNDS.name,
    CONTENT_TYPE,
    "rounds.csv",
    write,
    "count",
    "Rounds as CSV",
    "A table for a spreadsheet: the points of each player in each round.",
    "everything but the points: cards, entries, findings, hashes",
)
