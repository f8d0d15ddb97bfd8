"""The format `ndjson`: a line of JSON for the header, for each event, and for the footer (docs/record-format.md)."""

from typing import Final

from domain.files.layout import as_ndjson
from service.files.contents import Exported, Format


def write(exported: Exported) -> bytes:
    return as_ndjson(exported.lines())


FORMAT: Final = Format(
    "ndjson",
    "application/x-ndjson",
    "ndjson",
    write,
    "keep",
    "JSON lines",
    "The whole record, one entry a line. Anyone can verify it, and import it again. It has no names of people.",
)
