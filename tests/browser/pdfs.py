"""Reads what the browser printed: the text of each page, its size, and the codes that a phone would scan from the paper."""

import re
from dataclasses import dataclass
from typing import Any

import pypdfium2
import zxingcpp

SIZES = {"a4": (595, 842), "letter": (612, 792)}
"""Width and height of paper, in points (1/72 inch)."""
SHARP = 3
"""Pixels per point, for scanning."""
BROKEN_WORD = "\ufffe"
"""The character that PDFium writes where a line ends with a hyphen."""
NUMBERED = re.compile(r"(\d+/\d+)(\D.*)")
"""Matches the text of a page: the number of the page, which comes first, and the rest."""


@dataclass(frozen=True)
class Page:
    """A printed page. `number`: the number that is printed on it, such as `2/7`. `width`, `height`: in points. `text`: without spaces,
    because long names are broken over lines. `codes`: what its QR codes say, from top to bottom. `white`: whether the edges of the page are
    white. `ink`: the darkest grey on the page, from 0 (black) to 255."""

    number: str
    width: int
    height: int
    text: str
    codes: list[str]
    white: bool
    ink: int


def printed(page: Any) -> list[Page]:
    """Print a Playwright page with the paper size that its style sheets set."""
    document: Any = pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True, print_background=True))
    return [_read(document[number]) for number in range(len(document))]


def _read(page: Any) -> Page:
    width, height = page.get_size()
    picture = page.render(scale=SHARP, grayscale=True).to_numpy().squeeze()
    codes = sorted(zxingcpp.read_barcodes(picture), key=lambda code: code.position.top_left.y)
    white = all(edge.min() == 255 for edge in (picture[0], picture[-1], picture[:, 0], picture[:, -1]))
    found = NUMBERED.fullmatch(solid(page.get_textpage().get_text_range()))
    assert found
    return Page(found[1], round(width), round(height), found[2], [code.text for code in codes], white, int(picture.min()))


def solid(text: str) -> str:
    """The text without spaces and line breaks."""
    return "".join(text.replace(BROKEN_WORD, "-").split())
