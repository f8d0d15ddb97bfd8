"""The fonts of documents. Noto Sans, which lies beside the pictures, has Latin, Greek and Cyrillic. Other scripts need a Noto font of the
system."""

import os
from functools import cache
from pathlib import Path
from typing import Final
from unicodedata import name

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
