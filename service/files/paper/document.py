"""A document, which is filled from the top of a page to its bottom. Lengths are in millimetres, the sizes of letters in points.

Lines are wrapped here, and then the parts of each line that are read from the left or from the right are put in the order in which they are
seen (Unicode Standard Annex 9). The library finds these parts and shapes their letters, but leaves several parts of a line, such as numbers
in a Hebrew name, in the order of the text.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal, NamedTuple
from unicodedata import bidirectional, category

from fpdf import FPDF
from fpdf.bidi import BidiParagraph
from fpdf.enums import TextDirection

from service.files.paper import SIZES
from service.files.paper.fonts import OURS, cut, font_with, has
from service.pictures.table import COLOURS
from service.pictures.texts import clean, fitted
from service.qr import modules

Align = Literal["L", "R"]

_EDGE: Final = 16.0
ROOM: Final = SIZES["a4"][0] - 2 * _EDGE
"""How wide the text of a page may be. Letter paper is 6 mm wider than A4, which are left to its edges."""
_FOOT: Final = 22.0
"""How much of a page below its text is for the foot."""
_POINT: Final = 25.4 / 72
_LEADING: Final = 1.36
GAP: Final = 2.5
"""Between the columns of a table."""
_HEAD: Final = 8.0
"""The size of the head of a table."""
_PAD: Final = 1.3
"""Above and below the text of a row."""
_FAMILY: Final = "paper"
_REPLACEMENT: Final = "\ufffd"
_KEPT: Final = "\u200c\u200d\u2068\u2069"
"""Joiners of letters, and the signs around a text whose direction does not change that of its neighbours."""
_WORDS: Final = re.compile("[^ -]*-+|[^ -]+| ")
_NUMBER: Final = re.compile("[-+−0-9]*")
_ISOLATES: Final = re.compile("[\u2068\u2069]")
_FROM_THE_RIGHT: Final = ("R", "AL", "AN")
_DROPPED: Final = ("Cc", "Cf", "Cs")
"""The categories of control characters."""

_LOOK: Final = COLOURS["light"]
INK: Final = _LOOK.ink
SOFT: Final = _LOOK.soft
LINE: Final = _LOOK.line
BRAND: Final = _LOOK.felt[1]
WASH: Final = "#e0eee7"


class Column(NamedTuple):
    """A column of a table. `side`: the side whose sign stands before the head; None: none. `before`: how far the head may reach over the
    columns before."""

    head: str
    wide: float
    align: Align = "L"
    bold: bool = False
    colour: str = INK
    side: int | None = None
    before: float = 0


class Sign(NamedTuple):
    """A cell with the sign of a side: ●, ◇, ▲ or ■."""

    side: int


class Move(NamedTuple):
    """A cell that says by how many places an entry went up, or down if below zero."""

    places: int


class Row(NamedTuple):
    """A row of a table. `note`: a line below the cells. `sum`: whether it is set off as the sum of the rows above."""

    cells: Sequence[str | Sign | Move]
    note: str = ""
    sum: bool = False


class Paper:
    """A document. `size`: the name of the paper. `made`: the time that is written into the file. `texts`: those that may have letters of
    other scripts, such as names; the document is smaller if it knows them from the start."""

    def __init__(self, size: str, title: str, made: datetime, texts: Iterable[str] = ()) -> None:
        wide, self._high = SIZES[size]
        self._edge = (wide - ROOM) / 2
        pdf = self._pdf = FPDF(format=SIZES[size])
        pdf.alias_nb_pages("")  # nothing in a text stands for something else
        pdf.set_creation_date(made)
        pdf.set_title(clean(title))
        pdf.set_lang("en")
        pdf.set_auto_page_break(False)
        pdf.set_margin(0)
        pdf.c_margin = 0
        for style, file in OURS.items():
            pdf.add_font(_FAMILY, style, file)
        self._letters = set(map(chr, pdf.fonts[_FAMILY].cmap))  # type: ignore[union-attr]
        self._others: list[str] = []
        self._cut_from: defaultdict[Path, set[str]] = defaultdict(set)
        self._learn("".join(texts))
        self._width = cache(self._measured)
        self.y = 0.0
        self.turn()

    # --- text ----------------------------------------------------------------------------------------------------------------------------

    def line(self, text: str, x: float, wide: float, size: float, *, colour: str = INK, bold: bool = False, align: Align = "L") -> None:
        """Write a text in one line at the current height, cut if it is wider than `wide`. `x`: from the left edge of the text."""
        text = self._cut(self._drawable(text), wide, size, bold)
        left = self._edge + x + (wide - self._width(text, size, bold) if align == "R" else 0)
        self._font(size, bold)
        self._pdf.set_text_color(colour)
        for run in runs(text):
            self._shaping(run)
            self._pdf.current_font_is_set_on_page = False  # after letters of another font, the library takes ours for set while it is not
            self._pdf.set_xy(left, self.y)
            self._pdf.cell(None, _high(size), run.text)
            left = self._pdf.x

    def paragraph(
        self, text: str, size: float, *, colour: str = INK, bold: bool = False, x: float = 0, wide: float = ROOM, most: int = 1000
    ) -> None:
        """Write a text in as many lines as it needs, at most `most`, and go on below."""
        lines = self._lines(text, wide, size, bold)
        if len(lines) > most:
            lines[most - 1 :] = [f"{lines[most - 1]}…"]
        for line in lines:
            self.room(_high(size))
            self.line(line, x, wide, size, colour=colour, bold=bold)
            self.y += _high(size)

    def height(self, text: str, wide: float, size: float, *, bold: bool = False) -> float:
        """Return how high a paragraph is."""
        return len(self._lines(text, wide, size, bold)) * _high(size)

    def heading(self, text: str, below: float) -> None:
        """Write the title of a part. `below`: how much of the part must stand on the same page."""
        self.y += 5
        self.room(9 + below)
        self.line(text, 0, ROOM, 13, bold=True, colour=BRAND)
        self.y += 8

    def _lines(self, text: str, wide: float, size: float, bold: bool) -> list[str]:
        """Return the text in lines of at most this width. A line ends at a space or after a hyphen; a longer word is broken."""
        made, line, room = list[str](), "", wide
        for word in _WORDS.findall(self._drawable(text)):
            left, needs = word, self._width(word, size, bold)
            if needs <= room or word == " ":
                line, room = line + word, room - needs
                continue
            if line:
                made.append(line.rstrip())
            while needs > wide:
                first = fitted(left, wide / _POINT, size, bold=bold)[:-1] or left[0]
                made.append(first)
                left = left[len(first) :]
                needs = self._width(left, size, bold)
            line, room = left, wide - needs
        return [*made, line.rstrip()] if line else made

    def _cut(self, text: str, wide: float, size: float, bold: bool) -> str:
        """Return the text, with an ellipsis for what would make it wider than `wide`."""
        return text if self._width(text, size, bold) <= wide else fitted(text, wide / _POINT, size, bold=bold)

    def _measured(self, text: str, size: float, bold: bool) -> float:
        self._font(size, bold)
        wide = 0.0
        for run in runs(text):
            self._shaping(run)
            wide += self._pdf.get_string_width(run.text)
        return wide

    def _shaping(self, run: "Run") -> None:
        # Numbers have no shapes; a long table takes a third less time without them.
        self._pdf.set_text_shaping(_NUMBER.fullmatch(run.text) is None, direction=run.direction)

    def _font(self, size: float, bold: bool) -> None:
        self._pdf.set_font(_FAMILY, "B" if bold else "", size)

    def _drawable(self, text: str) -> str:
        """Return the text in one line, without control characters. Letters that no font has are replaced."""
        text = " ".join("".join(char for char in text if char.isspace() or char in _KEPT or category(char) not in _DROPPED).split())
        self._learn(text)
        return "".join(char if char in self._letters else _REPLACEMENT for char in text)

    def _learn(self, text: str) -> None:
        """Add those letters of a text that the document lacks and fonts of the system have. Letters that were cut from the same font
        before are cut again with them: the letters of a word are only joined if one font has them all."""
        lacking: set[Path] = set()
        for char in set(text) - self._letters:
            file = font_with(char)
            if file is not None and has(file, char):
                lacking.add(file)
                self._cut_from[file].add(char)
        for file in sorted(lacking):
            family, letters = f"other{len(self._others)}", self._cut_from[file]
            with TemporaryDirectory(prefix="faceup-font-") as folder:
                path = Path(folder) / "cut.otf"
                path.write_bytes(cut(file, letters))
                self._pdf.add_font(family, "", path)
                self._pdf.fonts[family].hbfont  # type: ignore[union-attr]  # noqa: B018 - opens the file, before it goes
            self._others.insert(0, family)  # the library takes the first that has a letter
            self._letters |= letters
        if lacking:
            self._pdf.set_fallback_fonts(self._others, exact_match=False)

    # --- tables --------------------------------------------------------------------------------------------------------------------------

    def table(self, columns: Sequence[Column], rows: Iterable[Row], size: float = 10) -> None:
        """Write a table. Its head is repeated on each page, and no row is broken."""
        self._heads(columns)
        for row in rows:
            cells = [
                self._lines(cell, column.wide, size, column.bold or row.sum) if isinstance(cell, str) else cell
                for column, cell in zip(columns, row.cells, strict=True)
            ]
            notes = self._lines(row.note, ROOM - columns[0].wide - GAP, size - 2, False)
            high, low = _high(size), _high(size - 2)
            most = max(len(cell) if isinstance(cell, list) else 1 for cell in cells)
            if not self.fits(most * high + len(notes) * low + 2 * _PAD):
                self.turn()
                self._heads(columns)
            top, x = self.y + _PAD, 0.0
            if row.sum:
                self._rule(BRAND, 0.5)
            for column, cell in zip(columns, cells, strict=True):
                self.y = top
                self._cell(cell, x, column._replace(bold=column.bold or row.sum), size)
                x += column.wide + GAP
            self.y = top + most * high
            for line in notes:
                self.line(line, columns[0].wide + GAP, ROOM, size - 2, colour=SOFT)
                self.y += low
            self.y += _PAD
            self._rule(LINE, 0.15)

    def _cell(self, cell: list[str] | Sign | Move, x: float, column: Column, size: float) -> None:
        high = _high(size)
        if isinstance(cell, Sign):
            self._sign(cell.side, x + 2, self.y + high / 2)
        elif isinstance(cell, Move):
            self._move(cell.places, x, self.y + high / 2, size)
        else:
            for line in cell:
                self.line(line, x, column.wide, size, colour=column.colour, bold=column.bold, align=column.align)
                self.y += high

    def _heads(self, columns: Sequence[Column]) -> None:
        """Write the head of a table. A head is wrapped, unless it reaches over other columns."""
        heads = [[column.head] if column.before else self._lines(column.head, column.wide, _HEAD, True) for column in columns]
        most, high, x = max(map(len, heads)), _high(_HEAD), 0.0
        bottom = self.y + most * high
        for column, head in zip(columns, heads, strict=True):
            room = column.wide + column.before - (0 if column.side is None else 4.5)
            self.y = bottom - len(head) * high
            if column.side is not None:
                written = self._width(self._cut(self._drawable(column.head), room, _HEAD, True), _HEAD, True)
                self._sign(column.side, x + column.wide - written - 3, self.y + high / 2)
            for line in head:
                self.line(line, x + column.wide - room, room, _HEAD, colour=SOFT, bold=True, align=column.align)
                self.y += high
            x += column.wide + GAP
        self.y = bottom + (1 if most else 0)
        self._rule(*((BRAND, 0.4) if most else (LINE, 0.15)))

    def _sign(self, side: int, x: float, y: float) -> None:
        """Draw the sign of a side around a point."""
        pdf, half = self._pdf, 1.3
        pdf.set_fill_color(INK)
        pdf.set_draw_color(INK)
        pdf.set_line_width(0.35)
        x += self._edge
        if side == 0:
            pdf.ellipse(x - half, y - half, 2 * half, 2 * half, style="F")
        elif side == 1:
            pdf.polygon([(x, y - half), (x + half, y), (x, y + half), (x - half, y)], style="D")
        elif side == 2:
            pdf.polygon([(x, y - half), (x + half, y + half), (x - half, y + half)], style="F")
        else:
            pdf.rect(x - half, y - half, 2 * half, 2 * half, style="F")

    def _move(self, places: int, x: float, y: float, size: float) -> None:
        if places:
            half = -1.1 if places < 0 else 1.1
            colour = SOFT if places < 0 else BRAND
            self._pdf.set_fill_color(colour)
            left = self._edge + x
            self._pdf.polygon([(left, y + half), (left + 2.2, y + half), (left + 1.1, y - half)], style="F")
            self.line(str(abs(places)), x + 3, 8, size - 1, colour=colour)

    # --- pages ---------------------------------------------------------------------------------------------------------------------------

    def panel(self, high: float) -> None:
        """Draw a tinted panel from the current height on."""
        self._pdf.set_fill_color(WASH)
        self._pdf.rect(self._edge, self.y, ROOM, high, style="F", round_corners=True, corner_radius=3)

    def box(self, x: float, y: float, wide: float, high: float) -> None:
        """Draw the outline of a box. `x`: from the left edge of the text. `y`: from the top of the page."""
        self._pdf.set_draw_color(SOFT)
        self._pdf.set_line_width(0.2)
        self._pdf.rect(self._edge + x, y, wide, high, style="D", round_corners=True, corner_radius=0.8)

    def step(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw a line between two points, across to the middle, up or down, and across again. The points are as in `box`."""
        (x, y), (to_x, to_y) = start, end
        middle = (x + to_x) / 2
        self._pdf.set_draw_color(SOFT)
        self._pdf.set_line_width(0.2)
        self._pdf.polyline([(self._edge + at_x, at_y) for at_x, at_y in ((x, y), (middle, y), (middle, to_y), (to_x, to_y))])

    def words(
        self, text: str, x: float, middle: float, wide: float, size: float, *, colour: str = INK, bold: bool = False, align: Align = "L"
    ) -> None:
        """Write a line, as `line` does, around the height `middle`."""
        self.y = middle - _high(size) / 2
        self.line(text, x, wide, size, colour=colour, bold=bold, align=align)

    @property
    def left(self) -> float:
        """How much of the page is left below the current height."""
        return self._high - _FOOT - self.y

    def fits_a_page(self, high: float) -> bool:
        """Whether a page that is empty has so much room."""
        return _EDGE + high <= self._high - _FOOT

    def code(self, text: str, size: float) -> None:
        """Draw a QR code of an address at the right edge, which can be clicked too."""
        rows, pdf, left = modules(text), self._pdf, self._edge + ROOM - size
        unit = size / len(rows)
        pdf.set_fill_color("#000")
        for at, row in enumerate(rows):
            begin = 0
            for end in range(1, len(row) + 1):
                if end == len(row) or row[end] != row[begin]:
                    if row[begin]:
                        pdf.rect(left + begin * unit, self.y + at * unit, (end - begin) * unit, unit * 1.02, style="F")
                    begin = end
        pdf.link(left, self.y, size, size, text)

    def room(self, high: float) -> None:
        """Go to the next page if less room than this is left."""
        if not self.fits(high):
            self.turn()

    def fits(self, high: float) -> bool:
        return self.y + high <= self._high - _FOOT

    def turn(self) -> None:
        self._pdf.add_page()
        self.y = _EDGE

    def _rule(self, colour: str, thick: float) -> None:
        self._pdf.set_draw_color(colour)
        self._pdf.set_line_width(thick)
        self._pdf.line(self._edge, self.y, self._edge + ROOM, self.y)

    def finished(self, *foot: str) -> bytes:
        """Write the lines of the foot, with the number of the page, below each page. Returns the file."""
        pages = self._pdf.pages_count
        for page in range(1, pages + 1):
            self._pdf.page = page
            self.y = self._high - _FOOT + 5
            self._rule(LINE, 0.15)
            self.y += 1.5
            self.line(f"{page} / {pages}", ROOM - 20, 20, 8, colour=SOFT, align="R")
            for line in foot:
                self.line(line, 0, ROOM - 22, 7, colour=SOFT)
                self.y += _high(7)
        content = bytes(self._pdf.output())
        self.close()
        return content

    def close(self) -> None:
        """Close the files of the fonts, also of a document that is not finished."""
        for font in self._pdf.fonts.values():
            font.ttfont.close()  # type: ignore[union-attr]


def _high(size: float) -> float:
    """Return how high a line is."""
    return size * _LEADING * _POINT


class Run(NamedTuple):
    """A part of a line with one direction, `ltr` or `rtl`; the text is in the order in which it is read."""

    text: str
    direction: str


def runs(text: str) -> list[Run]:
    """Return the parts of a line from left to right."""
    if not any(bidirectional(char) in _FROM_THE_RIGHT for char in text):
        parts = [Run(text, "ltr")]
    else:
        seen = BidiParagraph(text, base_direction=TextDirection.LTR).get_reordered_characters()
        parts = []
        for odd, chars in groupby(seen, key=lambda char: char.embedding_level % 2):
            run = [char.character for char in chars]
            parts.append(Run("".join(reversed(run)), "rtl") if odd else Run("".join(run), "ltr"))
    return [Run(shown, direction) for text, direction in parts if (shown := _ISOLATES.sub("", text))]


def dotted(*parts: str) -> str:
    """Return the parts that are not empty in one line: `Spades · Friday`."""
    return " · ".join(filter(None, parts))


def day_time(when: datetime) -> str:
    """Return a time in words, such as `Saturday 21 November 2026, 19:30`."""
    return f"{when:%A} {when.day} {when:%B} {when.year}, {when:%H:%M}"
