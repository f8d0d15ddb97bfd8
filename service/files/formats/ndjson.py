"""One line of JSON each for the header, every event, and the footer (docs/record-format.md)."""

from typing import Final

from domain.files.layout import as_ndjson
from service.files.contents import Exported, Format


def write(exported: Exported) -> bytes:
    return as_ndjson(exported.lines())


FORMAT: Final = Format("ndjson", "application/x-ndjson", "ndjson", write)
