"""SVG to PNG."""

import re
from pathlib import Path
from typing import Final

from resvg_py import svg_to_bytes

FONTS: Final = Path(__file__).parent / "fonts"
_FILES: Final = [str(FONTS / f"NotoSans-{weight}.ttf") for weight in ("Regular", "Bold")]
_OTHERS: Final = re.compile("[^\\u0000-\\u052f\\u1e00-\\u20cf\\u2100-\\u218f\\u2212]")
"""What is not among the letters and signs of Latin, Greek and Cyrillic, which the fonts here have."""


def png_of(svg: str) -> bytes:
    """Return a picture as PNG. Letters that the fonts here lack are drawn with fonts of the system, if it has some. To read all of these
    takes longer than to draw, so it is done only for such letters."""
    alone = _OTHERS.search(svg) is None
    return svg_to_bytes(svg_string=svg, font_files=_FILES, font_family="Noto Sans", sans_serif_family="Noto Sans", skip_system_fonts=alone)
