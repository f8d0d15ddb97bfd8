"""Reads a PDF as PDFium does: what stands on its pages, and what its codes say."""

from typing import Any

import pypdfium2
import zxingcpp


def pages_of(content: bytes) -> list[str]:
    """Return the text of each page, with one space between words. Names from right to left are in the order in which they are read."""
    document: Any = pypdfium2.PdfDocument(content)
    return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def text_of(content: bytes) -> str:
    return " ".join(pages_of(content))


def codes_of(content: bytes) -> list[str]:
    """Return what the QR codes of the first page say."""
    document: Any = pypdfium2.PdfDocument(content)
    return [code.text for code in zxingcpp.read_barcodes(document[0].render(scale=3, grayscale=True).to_numpy().squeeze())]


def size_of(content: bytes) -> tuple[int, int]:
    """Return the width and the height of the first page in whole millimetres."""
    document: Any = pypdfium2.PdfDocument(content)
    wide, high = document[0].get_size()
    return round(wide / 72 * 25.4), round(high / 72 * 25.4)
