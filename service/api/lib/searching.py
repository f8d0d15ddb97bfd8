"""The query parameter `q` of lists that can be searched by name."""

from typing import Final

from domain.kernel.shapes import Text
from domain.record.searching import words_of
from service.api.lib.fields import Shaped
from service.errors import wrong_parameter

MOST_TYPED: Final = 60
_ABOUT: Final = "Each word is the beginning of a word of the name. Case, accents and punctuation do not count."


A_NAME: Final = 2
"""Comparing a name with what was typed takes as long as listing this many people."""


def searched(what: str) -> Shaped:
    """Make the field `q`. `what`: a sentence that says what it finds."""
    return Shaped(Text(MOST_TYPED), metadata={"description": f"{what} {_ABOUT}"})


def typed_words(q: str | None) -> list[str] | None:
    """Return the words of the parameter `q`; None if it was not sent. Raises Problem `invalid` if it has no words."""
    words = None if q is None else words_of(q)
    if words == []:
        raise wrong_parameter("q", "must have a letter or a digit")
    return words
