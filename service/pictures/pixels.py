"""SVG to PNG."""

from pathlib import Path
from typing import Final

from resvg_py import svg_to_bytes

FONTS: Final = Path(__file__).parent / "fonts"
_FILES: Final = [str(FONTS / f"NotoSans-{weight}.ttf") for weight in ("Regular", "Bold")]


def png_of(svg: str) -> bytes:
    """Return a picture as PNG. Letters that the fonts here lack are drawn with fonts of the system, if it has some."""
    return svg_to_bytes(svg_string=svg, font_files=_FILES, font_family="Noto Sans", sans_serif_family="Noto Sans")
