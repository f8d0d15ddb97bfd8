"""Finds names by what somebody types of them. Case, accents and punctuation do not count: `ann.sm` finds `Änn Smith`."""

import re
from collections.abc import Sequence
from unicodedata import combining, normalize

_WORD = re.compile(r"[^\W_]+")


def words_of(text: str) -> list[str]:
    """Return the words of a text, in a form that can be compared. Empty if it has no letter and no digit."""
    plain = text.casefold()
    if not plain.isascii():
        plain = "".join(letter for letter in normalize("NFKD", plain) if not combining(letter))
    return _WORD.findall(plain)


def finds(typed: Sequence[str], name: str) -> bool:
    """Whether each of the words `typed` (`words_of`) is the beginning of a word of `name`."""
    words = words_of(name)
    return all(any(word.startswith(part) for word in words) for part in typed)
