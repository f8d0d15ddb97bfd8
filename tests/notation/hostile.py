"""Sheets that are made to be expensive to read: long lines, deep nesting, or a million tags, comments, problems or acts.

`python -m tests.notation.hostile` writes the result of reading each short sheet to `hostile.json`: the number of problems, the first of
them, and a digest of all problems and acts.
"""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Final

from domain.notation import read

RESULTS: Final = Path(__file__).with_name("hostile.json")
SHORT: Final = 2_500
"""The length of the texts whose results are recorded. No text of this length exceeds a limit."""
_TITLE: Final = "faceup sheet 1\n"
_HEAD: Final = _TITLE + "system: high-card\nseats: 0 1 2\n"
_SEATED: Final = _TITLE + "system: high-card\nseats: 0 1\n"
_PROVED: Final = _HEAD + "note(a)\n[provenance]\n"
_LINE: Final = "7f1ee17e-b6d4-b181-5c8c-0580dfb7ca0d t +0 +0"

REPEATED: Final[dict[str, tuple[str, str, str]]] = {
    # For each name: the beginning of the text, the piece that is repeated after it, the end of the text.
    "acts in one line": (_HEAD, "0:lowest ", ""),
    "an act on each line": (_HEAD, "0:lowest\n", ""),
    "acts in capitals": (_HEAD, "0:LOWEST ", ""),
    "short words": (_HEAD, "a ", ""),
    "deals": (_HEAD, "deal(0:[TS] 1:[KH])\n", ""),
    "acts with comments": (_HEAD, "0:lowest; a remark of the scorekeeper\n", ""),
    "joins": (_HEAD, "15:joins\n", ""),
    "leaves and joins": (_HEAD, "0:leaves 0:joins\n", ""),
    "seats that nobody took": (_HEAD, "9:lowest ", ""),
    "struck out": (_HEAD, "~0:lowest\n", ""),
    "reveals of nothing": (_HEAD, "|\n", ""),
    "acts in full": (_HEAD, "CardsDealt{hands:{a:{b:{c:{d:{e:[1]}}}}}}\n", ""),
    "labels": (_HEAD, "2. \n", ""),
    "labels with acts": (_HEAD, "2. 0:lowest\n", ""),
    "endings": (_HEAD, "* ", ""),
    "marks": (_HEAD, "~", ""),
    "marks apart": (_HEAD, "~ ", ""),
    "carets": (_HEAD, "2^", ""),
    "colons": (_HEAD, ":", ""),
    "seats without acts": (_HEAD, "0:", ""),
    "closing brackets": (_HEAD, ") ", ""),
    "characters that are no words": (_HEAD, "é\n", ""),
    "control characters": (_HEAD, "\x00", ""),
    "characters beyond 16 bits": (_HEAD, "𝔸", ""),
    "line separators": (_HEAD, "\u2028", ""),
    "one word": (_HEAD, "a", ""),
    "one number": (_HEAD, "9", ":lowest"),
    "quotation marks": (_HEAD, '"', '"'),
    "empty texts": (_HEAD, '"" ', ""),
    "one note": (_HEAD + 'note("', "x", '")'),
    "escapes": (_HEAD + 'note("', "\\u0041", '")'),
    "backslashes": (_HEAD + 'note("', "\\", ""),
    "values of a note": (_HEAD + "note(", "x ", ")"),
    "cards shown": (_HEAD + "0:shows(", "TS ", ")"),
    "keys without values": (_HEAD + "note(", "a:", ""),
    "keys of a reveal": (_HEAD + "|", "a:", ""),
    "long keys": (_HEAD + "|", "a" * 70 + ":1 ", ""),
    "one reveal": (_HEAD + "|", " 0:TS", ""),
    "brackets": (_HEAD + "deal(", "[{(", ""),
    "lists of one": (_HEAD + "deal(", "[1] ", ""),
    "empty maps": (_HEAD + "deal(", "{} ", ""),
    "a list in deep names": (_TITLE + "system: high-card\nrules: " + ("a" * 60 + ":{") * 6 + "z:[", "1 ", ""),
    "seats": (_TITLE + "system: high-card\nseats: ", "1 ", ""),
    "removed cards": (_TITLE + "system: one-up\nseats: 0 1\nrules: removed:[", "2S ", "]"),
    "lines": (_HEAD, "\n", ""),
    "carriage returns": (_HEAD, "\r", ""),
    "spaces": (_HEAD, " ", "x"),
    "lines of spaces": (_HEAD, "   \n", ""),
    "comments": (_HEAD, "; x\n", ""),
    "empty comments": (_HEAD, ";\n", ""),
    "one comment": (_HEAD + ";", "x", ""),
    "titles": (_HEAD, _TITLE, ""),
    "tags": (_HEAD, "title: x\n", ""),
    "tags without a text": (_HEAD, "a:\n", ""),
    "a date": (_TITLE + "date: ", "2025-11-21 ", ""),
    "digits of a date": (_TITLE + "date: ", "2", ""),
    "spaces in a date": (_SEATED + "date: 2025-11-21", " ", "05:20"),
    "a game": (_TITLE + "game: ", "a", ""),
    "quotes in the provenance": (_PROVED, '1. a "', ""),
    "lines of provenance that are none": (_PROVED, "x\n", ""),
    "words in the provenance": (_PROVED, "x ", ""),
    "empty lines in the provenance": (_PROVED, "\n", ""),
    "comments in the provenance": (_PROVED, "; x\n", ""),
    "headings": (_PROVED, "[provenance]\n", ""),
}
NUMBERED: Final[dict[str, tuple[str, Callable[[int], str], str]]] = {
    # For each name: the beginning of the text, the piece that is repeated after it (each time with a new number n), the end of the text.
    "notes": (_HEAD, lambda n: f"note(n{n})\n", ""),
    "retractions": (_HEAD + "note(a)\n", lambda n: f"retract({n + 2})\n", ""),
    "inserted acts": (_HEAD, lambda n: f"{n + 3}^note(a) ", "note(b)"),
    "hands": (_HEAD + "deal(", lambda n: f"{n}:[TS] ", ")"),
    "fields": (_HEAD + "NoteWritten{", lambda n: f"a{n}:1 ", "}"),
    "different seats": (_TITLE + "system: high-card\nseats: ", lambda n: f"{n} ", ""),
    "rules": (_SEATED + "rules: ", lambda n: f"a{n}:1 ", ""),
    "all rules": (_SEATED + "all-rules: ", lambda n: f"a{n}:1 ", ""),
    "a table of a tournament": (_SEATED + "tournament: ", lambda n: f"a{n}:1 ", ""),
    "different tags": (_TITLE, lambda n: f"a{n}:\n", ""),
    "lines of provenance": (_PROVED, lambda n: f"{n + 1}. {_LINE}\n", ""),
    "seals": (_PROVED + f"1. {_LINE} ", lambda n: f"c{n}={'a' * 32} ", ""),
}
NAMES: Final = (*REPEATED, *NUMBERED)


def hostile(name: str, length: int) -> str:
    """Return the hostile sheet of that name, with about `length` characters."""
    if name in REPEATED:
        before, piece, after = REPEATED[name]
        return before + piece * (length // len(piece)) + after
    before, numbered, after = NUMBERED[name]
    return before + "".join(map(numbered, range(length // len(numbered(length // 10))))) + after


def result(name: str) -> list[str | int]:
    """Return what reading the short sheet of that name gives: the number of problems, the first of them, and a digest of all problems and
    acts."""
    parsed = read(hostile(name, SHORT))
    whole = repr((parsed.problems, parsed.drafts, parsed.closed, parsed.sheet)).encode("utf-8", "backslashreplace")
    return [len(parsed.problems), str(parsed.problems[0]) if parsed.problems else "", sha256(whole).hexdigest()[:16]]


if __name__ == "__main__":
    RESULTS.write_text(json.dumps({name: result(name) for name in NAMES}, indent=1, ensure_ascii=True) + "\n")
