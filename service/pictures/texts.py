"""How wide a text is, about, and how it is written in SVG. Nothing measures text here: the font that draws it may be the reader's."""

import re
from html import escape
from typing import Final
from unicodedata import category, combining, east_asian_width

FAMILY: Final = "Noto Sans, Inter, system-ui, sans-serif"
_NARROW: Final = frozenset("ijl|!'.,:;I1()[]tfr·")
_WIDE: Final = frozenset("mwMW@%&—…")
_CONTROLS: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What XML forbids, and what would change the direction of the text after it."""


def clean(text: str, keep: str = "") -> str:
    """Return the text in one line, without control characters other than `keep`."""
    return " ".join(_CONTROLS.sub(lambda found: found[0] if found[0] in keep else "", text).split())


def isolated(name: str) -> str:
    """Return a name so that its direction does not change that of the text around it."""
    return name if name.isascii() else f"\u2068{name}\u2069"


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return about how wide a text is: rather too wide than too narrow."""
    return sum(map(_ems, text)) * size * (1.06 if bold else 1.0)


def _ems(char: str) -> float:
    if combining(char) or category(char) in ("Mn", "Me", "Cf"):
        return 0.0
    if east_asian_width(char) in "WF" or ord(char) > 0xFFFF:
        return 1.05
    if char in _NARROW:
        return 0.36
    if char in _WIDE:
        return 0.95
    return 0.68 if char.isupper() else 0.3 if char == " " else 0.58


def fitted(text: str, most: float, size: float, *, bold: bool = False) -> str:
    """Return the text, with an ellipsis for what would make it wider than `most`."""
    if width(text, size, bold=bold) <= most:
        return text
    end, room = 0, most - width("…", size, bold=bold)
    for at, char in enumerate(text):
        room -= width(char, size, bold=bold)
        if room < 0:
            break
        end = at + 1
    while 0 < end < len(text) and (combining(text[end]) or category(text[end]) in ("Mn", "Me", "Cf") or text[end - 1] == "\u200d"):
        end -= 1  # what belongs to one letter stays together
    return text[:end].rstrip() + "…"


def wrapped(text: str, most: float, size: float, lines: int = 3) -> list[str]:
    """Return the text in lines of at most this width. It may have isolates round names: each line is a text of its own, which they do not
    leave."""
    made, line = list[str](), ""
    for word in clean(text, keep="\u2068\u2069").split():
        longer = f"{line} {word}".strip()
        if line and width(longer, size) > most and len(made) < lines - 1:
            made.append(line)
            longer = word
        line = longer
    return [*made, fitted(line, most, size)] if line else made


def written(text: str, x: float, y: float, size: float, fill: str, *, bold: bool = False, anchor: str = "start", extra: str = "") -> str:
    """Return the element of a text. `anchor`: which part of it is at `x`."""
    weight = ' font-weight="700"' if bold else ""
    placed = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{fill}"{weight}{placed}{extra}>{escape(text)}</text>'


def number(value: float) -> str:
    """Return a number as short as it may be in SVG."""
    return f"{round(value, 1) + 0:g}"


def box(x: float, y: float, wide: float, high: float, radius: float = 0) -> str:
    """Return the attributes of a rectangle."""
    rounded = f' rx="{number(radius)}"' if radius else ""
    return f'x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}"{rounded}'


def around(x: float, y: float, wide: float, high: float, radius: float = 0) -> str:
    """Return the attributes of a rectangle whose middle is at `x`, `y`."""
    return box(x - wide / 2, y - high / 2, wide, high, radius)
