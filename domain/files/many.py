"""A file with the records of many games, one a line: `faceup export --games` and GET /records write it. A game that could not be
exported has a line with its id and the reason."""

import json
from collections.abc import Mapping
from typing import Final

from domain.files.layout import FOOTER_OPEN, HEADER_OPEN, Lines, as_line, as_ndjson
from domain.files.lines import read_line, written
from domain.files.transcript import NotARecord
from domain.kernel.canonical import Json

HINT: Final = "has records one a line: send each as a file of its own, as the page Import and `faceup import` do"


def is_many(first: bytes) -> bool:
    """Whether a file with this first line has records one a line."""
    if first.startswith(HEADER_OPEN):
        return FOOTER_OPEN in first
    fields = read_line(first.removesuffix(b"\n")).fields
    return "game" in fields and ("failed" in fields or "detail" in fields)


def unfolded(line: bytes) -> bytes:
    """Return the record of one line as a file of its own, in the ndjson form. Raises NotARecord."""
    line = line.removesuffix(b"\n")
    try:
        fields = json.loads(line)
        lines = None if "game" in fields else _lines(fields)
    except (LookupError, TypeError, ValueError, RecursionError):
        fields, lines = {}, None
    if "game" in fields:
        why = str(fields.get("failed", fields.get("detail", "")))
        raise NotARecord([f"record: {str(fields['game'])[:40]!a} was not exported: {why[:200]!a}"])
    if lines is None or as_line(lines) != line:
        raise NotARecord(["record: is not on one line as it was exported"])
    return as_ndjson(lines)


def _lines(fields: Mapping[str, Json]) -> Lines:
    """Raises LookupError, TypeError or ValueError if these are not the parts of a record."""
    events = fields["events"]
    if not isinstance(events, list):
        raise TypeError
    return Lines(written(fields["header"]), tuple(map(written, events)), written(fields["footer"]))
