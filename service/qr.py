"""Draws QR codes (ISO/IEC 18004) for links."""

import io
from typing import Final

import segno

WHITE_ON_BLACK: Final = "\033[97;40m"
PLAIN: Final = "\033[0m"
"""The escape sequences that set the colours of a terminal, and reset them. Without these colours, the code would be inverted on a light
terminal, and many phones could not read it."""


def drawn(text: str) -> bytes:
    """Return `text` as a QR code in SVG."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", scale=8, border=3, dark="#111", light="#fff", xmldecl=False)
    return out.getvalue()


def modules(text: str) -> tuple[bytearray, ...]:
    """Return `text` as the rows of a QR code, without a border; 1: dark."""
    return tuple(segno.make(text, error="m", micro=False).matrix)


def in_terminal(text: str) -> str:
    """Return `text` as a QR code for a terminal: lines of half blocks, in white on black."""
    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, border=2, compact=True)
    return "\n".join(f"{WHITE_ON_BLACK}{line}{PLAIN}" for line in out.getvalue().splitlines())
