"""SVG to PNG, and to a moving picture in WebP."""

import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from resvg_py import svg_to_bytes

from service.pictures.table import HIGH, WIDE

FONTS: Final = Path(__file__).parent / "fonts"
_FILES: Final = [str(FONTS / f"NotoSans-{weight}.ttf") for weight in ("Regular", "Bold")]
_OTHERS: Final = re.compile("[^\\u0000-\\u052f\\u1e00-\\u20cf\\u2100-\\u218f\\u2212]")
"""What is not among the letters and signs of Latin, Greek and Cyrillic, which the fonts here have."""


MOVING: Final = 0.5
"""How large a moving picture is, as a share of a still one."""
FRAME_MS: Final = 700
LAST_MS: Final = 3000
"""How long a frame and the last frame are shown."""


def png_of(svg: str, size: float = 1.0) -> bytes:
    """Return a picture as PNG. `size`: as a share of the size in the SVG. Letters that the fonts here lack are drawn with fonts of the
    system, if it has some. To read all of these takes longer than to draw, so it is done only for such letters."""
    alone = _OTHERS.search(svg) is None
    return svg_to_bytes(
        svg_string=svg,
        zoom=size,
        font_files=_FILES,
        font_family="Noto Sans",
        sans_serif_family="Noto Sans",
        skip_system_fonts=alone,
    )


def webp_of(svgs: Sequence[str]) -> bytes:
    """Return pictures of tables as a moving one, which begins again after the last."""
    # All are drawn in one long picture, so that fonts are read once.
    each = [svg.replace("<svg ", f'<svg y="{HIGH * at}" ', 1) for at, svg in enumerate(svgs)]
    strip = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH * len(each)}">{"".join(each)}</svg>'
    wide, high = int(WIDE * MOVING), int(HIGH * MOVING)
    with Image.open(BytesIO(png_of(strip, MOVING))) as drawn:
        opaque = drawn.convert("RGB")
    first, *others = (opaque.crop((0, high * at, wide, high * (at + 1))) for at in range(len(each)))
    shown, moving = [*[FRAME_MS] * len(others), LAST_MS], BytesIO()
    first.save(moving, "WEBP", save_all=True, append_images=others, duration=shown, loop=0, quality=80, method=2)
    return moving.getvalue()
