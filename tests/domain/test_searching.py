"""What somebody types finds a name by the beginnings of its words."""

import pytest

from domain.record.directory import finds, words_of

ROWS = [
    # (what is typed, the name, whether it is found, why)
    ("ann", "Anna Smith", True, "the beginning of a word"),
    ("smi an", "Anna Smith", True, "words in any order"),
    ("ANN", "anna", True, "case does not count"),
    ("nna", "Anna", False, "not the beginning"),
    ("anna jones", "Anna Smith", False, "every word must be found"),
    ("jose", "José", True, "accents do not count"),
    ("josé", "Jose", True, "nor where they are typed"),
    ("strasse", "Straße", True, "casefold"),
    ("o'b", "Mary O’Brien", True, "punctuation parts words"),
    ("7", "Table 7", True, "digits"),
    ("пет", "Пётр", True, "other scripts"),
    ("田", "田中", True, "words without spaces begin once"),
    ("Å", "Åse", True, "the sign for Ångström is the same letter"),
]


@pytest.mark.parametrize(("typed", "name", "found", "why"), ROWS)
def test_typed_words_find_the_names_with_words_that_begin_so(typed: str, name: str, found: bool, why: str) -> None:
    assert finds(words_of(typed), name) == found, why


@pytest.mark.parametrize("text", ["", " ", "…", "-_-", "\u0301"])
def test_a_text_without_letters_has_no_words(text: str) -> None:
    assert words_of(text) == []
