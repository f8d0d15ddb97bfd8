"""Splits a line of a sheet into tokens; reads and writes single values.

A value is a word (`TS`, `high-card`), a whole number, `true`, `false`, text in quotes as in JSON, a list `[9H 4C]`, a map `{0:TS 1:KH}`, or
`-` (unknown). Text that would be read as something else, such as `7` or `true`, is written in quotes."""

import json
import re
from collections.abc import Mapping
from itertools import islice
from typing import Final

from domain.kernel.canonical import MAX_INT, Json

UNKNOWN: Final = "-"
LONGEST_KEY: Final = 60
DEEPEST: Final = 8

TEXT: Final = r'"(?:[^"\\]++|\\.)*+"'
"""The pattern of a text in quotes."""
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@.+*/=#-"
_MARKS: Final = "(){}[]:|~^?!"
_TOKEN: Final = re.compile(
    rf"""
      [A-Za-z0-9_@.+*/=#-]++
    | [(){{}}\[\]:|~^?!]
    | {TEXT}
    | ["].*                                               # a text without a closing quote
    | ;.*                                                 # a comment
    | [^"(){{}}\[\]:|~^?!;\sA-Za-z0-9_@.+*/=\#-]++
    """,
    re.VERBOSE,
)
_KINDS: Final = {**dict.fromkeys(_LETTERS, "word"), **{mark: mark for mark in _MARKS}, '"': "text"}
"""The kind of a token, by its first character. All other characters begin a token of the kind `other`."""
_WHOLE: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,15})")
_BARE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*+(?:@[0-9]+)?")
_TEXT: Final = re.compile(TEXT)
_STEERING: Final = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
"""Characters that end a line, control a terminal or change the direction of writing. The list is fixed, so that every version of Python
writes the same text."""


class Strip:
    """A line of a sheet, or a part of one, with its tokens. A comment is not a token. The columns of the tokens are computed only on
    request, because only reports of problems need them."""

    __slots__ = ("_offsets", "_unclosed", "text", "tokens")

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[str] = _TOKEN.findall(text)
        self._offsets: list[int] = []
        if self.tokens and self.tokens[-1][0] == ";":
            self.tokens.pop()
        closed = not self.tokens or self.tokens[-1][0] != '"' or _TEXT.fullmatch(self.tokens[-1]) is not None
        self._unclosed = -1 if closed else len(self.tokens) - 1

    def kind(self, index: int) -> str:
        """Return the kind of a token: `word`; `text` for text in quotes; the mark itself for a mark; `other` for what must not be on a
        sheet; empty if there is no token with this index."""
        if index >= len(self.tokens):
            return ""
        return "other" if index == self._unclosed else _KINDS.get(self.tokens[index][0], "other")

    def offset(self, index: int) -> int:
        """Return how many characters are before a token."""
        found = self._offsets
        if index >= len(found):  # not all at once: a line may have a million tokens, and its first problem may end the reading
            after = found[-1] + len(self.tokens[len(found) - 1]) if found else 0
            wanted = max(index + 1, 2 * len(found)) - len(found)
            found += [match.start() for match in islice(_TOKEN.finditer(self.text, after), wanted)]
        return found[index]


def whole(word: str) -> int | None:
    """Return the word as a whole number; None if it is not written as one (`007` and `+5` are not)."""
    if _WHOLE.fullmatch(word) is None or word == "-0":
        return None
    number = int(word)
    return number if abs(number) <= MAX_INT else None


def scalar(word: str) -> Json:
    """Return the value that a word on a sheet stands for."""
    if word in (UNKNOWN, "true", "false"):
        return {UNKNOWN: None, "true": True, "false": False}[word]
    number = whole(word)
    return word if number is None else number


def unquoted(text: str) -> str | None:
    """Return the text inside the quotes; None if it has an unknown escape or a raw control character."""
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return str(value)


def quoted(text: str) -> str:
    return '"' + _STEERING.sub(_escaped, json.dumps(text, ensure_ascii=False)[1:-1]) + '"'


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def written(value: Json) -> str:
    """Return the value as it is written on a sheet."""
    match value:
        case None:
            return UNKNOWN
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return value if _BARE.fullmatch(value) and isinstance(scalar(value), str) else quoted(value)
        case Mapping():
            return "{" + " ".join(entry(key, item) for key, item in value.items()) + "}"
        case _:
            return "[" + " ".join(map(written, value)) + "]"


def entry(key: str, value: Json) -> str:
    """Return the text `key:value`; a key that is not a plain word is quoted."""
    return f"{key if _BARE.fullmatch(key) else quoted(key)}:{written(value)}"


def of_comment(text: str) -> str:
    """Return the text as one line, so that it can stand in a comment."""
    return _STEERING.sub(" ", text)
