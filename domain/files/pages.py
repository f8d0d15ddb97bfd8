"""A record file in the ndjson form within a page (service/files/formats/html.py)."""

from typing import Final

OPEN: Final = b'<pre id="record"'
CLOSE: Final = b"</pre>"
_START: Final = b"<!doctype html>"
_ESCAPES: Final = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"))


def escaped(record: str) -> str:
    """Return the record as text within a page."""
    for sign, written in _ESCAPES:
        record = record.replace(sign, written)
    return record


def record_in(data: bytes) -> bytes:
    """Return the record file that this page holds; `data` itself if it is no page, or holds none. Browsers find the same: the text of the
    first element with this id."""
    if not data.startswith(_START):
        return data
    _, opened, rest = data.partition(OPEN)
    text, closed, _ = rest.partition(b">")[2].partition(CLOSE)
    if not opened or not closed:
        return data
    for sign, written in reversed(_ESCAPES):
        text = text.replace(written.encode(), sign.encode())
    return text
