"""The format `json`: one JSON document that holds the lines of the format `ndjson` (docs/record-format.md)."""

from typing import Final

from domain.files.layout import as_json
from service.files.contents import Exported, Format


def write(exported: Exported) -> bytes:
    return as_json(exported.lines())


FORMAT: Final = Format(
    "json",
    "application/json",
    "json",
    write,
    "keep",
    "JSON",
    "The whole record in one document. Anyone can verify it, and import it again. It has no names of people.",
)
