"""The fonts of documents. Noto Sans, which lies beside the pictures, has Latin, Greek and Cyrillic. Other scripts need a Noto font of the
system. Such a font may have 20 MB, so a document gets only the letters that it needs, cut out by HarfBuzz in a few milliseconds."""

import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final
from unicodedata import name

from uharfbuzz import Blob, Face, Font, SubsetInput, subset

from service.pictures.pixels import FONTS

OURS: Final = {"": FONTS / "NotoSans-Regular.ttf", "B": FONTS / "NotoSans-Bold.ttf"}
"""Our own fonts, by style: regular and bold."""
FOLDERS: Final = tuple(
    Path(folder).expanduser() for folder in ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "/Library/Fonts")
)
_CJK: Final = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC", "FULLWIDTH", "HALFWIDTH"})


def font_with(char: str) -> Path | None:
    """Return the Noto font of the system for the script of a letter, or else for signs; None if the system has neither."""
    script = name(char, "").partition(" ")[0]
    return font_for("CJK" if script in _CJK else script.capitalize()) or font_for("Symbols2")


@cache
def font_for(script: str) -> Path | None:
    """Return the font for a script, such as `Hebrew`."""
    wanted = {f"NotoSans{script}-Regular{ending}" for ending in (".ttf", ".otf", ".ttc")}
    for folder in FOLDERS:
        for at, _, files in os.walk(folder):
            if found := sorted(wanted.intersection(files)):
                return Path(at) / found[0]
    return None


def has(file: Path, char: str) -> bool:
    """Whether a font has this letter."""
    return _font(file).get_nominal_glyph(ord(char)) is not None


def cut(file: Path, letters: Iterable[str]) -> bytes:
    """Return a font that has only these letters and the space."""
    wanted = SubsetInput()
    wanted.unicode_set.update(map(ord, {" ", *letters}))
    return bytes(subset(_font(file).face, wanted).blob.data)


@cache
def _font(file: Path) -> Font:
    return Font(Face(Blob.from_file_path(str(file)), 0))
