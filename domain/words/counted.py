"""Makes the parts of sentences that rule sheets share: numbers in words, capitals."""

from typing import Final

_NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
)  # fmt: skip


def number(count: int) -> str:
    """Return the number in words up to thirteen, and in figures above it.

    >>> number(3), number(52)
    ('three', '52')
    """
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def many(count: int, thing: str) -> str:
    """Return the number and its noun.

    >>> many(1, "point"), many(2, "point")
    ('one point', 'two points')
    """
    return f"{number(count)} {thing}" + ("" if count == 1 else "s")


def counted(count: int, thing: str) -> str:
    """Return the number in figures and its noun.

    >>> counted(1, "card"), counted(2, "card")
    ('1 card', '2 cards')
    """
    return f"{count} {thing}" + ("" if count == 1 else "s")


def were(count: int, what: str) -> str:
    """Return the number in figures with "was" or "were".

    >>> were(1, "due"), were(2, "due")
    ('1 was due', '2 were due')
    """
    return f"{count} {'was' if count == 1 else 'were'} {what}"


def are(count: int, what: str) -> str:
    """Return the number in figures with "is" or "are".

    >>> are(1, "stated"), are(2, "stated")
    ('1 is stated', '2 are stated')
    """
    return f"{count} {'is' if count == 1 else 'are'} {what}"


def capital(sentence: str) -> str:
    """Return the sentence with a capital at the beginning."""
    return sentence[:1].upper() + sentence[1:]
