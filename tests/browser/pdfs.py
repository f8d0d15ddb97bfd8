"""Reads what the browser printed: the text of each page, its size, and the codes that a phone would scan from the paper."""

import re
from functools import cached_property
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


class Page:
    """A printed page. `number`: the number that is printed on it, such as `2/7`. `width`, `height`: in points. `text`: without spaces,
    because long names are broken over lines."""

    def __init__(self, page: Any) -> None:
        self._page = page
        width, height = page.get_size()
        self.width, self.height = round(width), round(height)
        found = NUMBERED.fullmatch(solid(page.get_textpage().get_text_range()))
        assert found
        self.number, self.text = found.groups()

    @cached_property
    def _picture(self) -> Any:
        return self._page.render(scale=SHARP, grayscale=True).to_numpy().squeeze()

    @cached_property
    def codes(self) -> list[str]:
        """What its QR codes say, from top to bottom."""
        return [code.text for code in sorted(zxingcpp.read_barcodes(self._picture), key=lambda code: code.position.top_left.y)]

    @property
    def white(self) -> bool:
        """Whether the edges of the page are white."""
        picture = self._picture
        return all(edge.min() == 255 for edge in (picture[0], picture[-1], picture[:, 0], picture[:, -1]))

    @property
    def ink(self) -> int:
        """The darkest grey on the page, from 0 (black) to 255."""
        return int(self._picture.min())


def printed(page: Any) -> list[Page]:
    """Print a Playwright page with the paper size that its style sheets set."""
    document: Any = pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True, print_background=True))
    return [Page(document[number]) for number in range(len(document))]


def solid(text: str) -> str:
    """The text without spaces and line breaks."""
    return "".join(text.replace(BROKEN_WORD, "-").split())
