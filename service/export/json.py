"""One JSON document whose lines are those of the ndjson form (docs/record-format.md)."""

from typing import Final

from domain.layout import as_json
from service.exported import Exported, Format


def write(exported: Exported) -> bytes:
    return as_json(exported.lines())


FORMAT: Final = Format("json", "application/json", "json", write)
