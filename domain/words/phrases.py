"""Makes parts of sentences for all modules of this package: cards, hands, lists, values by seat, numbers of events, findings."""

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Final
from unicodedata import bidirectional

from domain.kernel.cards import Card, Seat, spoken
from domain.kernel.findings import read_aloud, signed
from domain.kernel.shapes import Sealed

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


NameOf = Callable[[Seat], str]

_SEVERAL: Final = re.compile(r" and | & |^the .*s$", re.IGNORECASE)
"""Matches the name of several people, such as `Anna and Ben` or `The Aces`."""
_FINDING_ID: Final = re.compile(r"\b[a-z]+(?:-[a-z]+)*@([0-9]+(?:,[0-9]+)*)")
"""Matches the id of a finding, such as `out-of-turn@17,21` (domain.kernel.findings.Finding.id)."""


def isolated(name: str) -> str:
    """Return a name to be put into a sentence. One in a script that runs from right to left gets isolates (U+2068, U+2069): otherwise it
    would turn round the numbers beside it."""
    return f"\u2068{name}\u2069" if any(bidirectional(char) in ("R", "AL") for char in name) else name


def face(card: Sealed[Card] | Sealed[int] | None) -> str:
    """Return the words for a card laid face down: `the ten of spades`, or `a 5` in games with numbers; `a card face down` if it is not
    known."""
    if card is None or card.value is None:
        return "a card face down"
    return f"a {card.value}" if isinstance(card.value, int) else called(card.value)


def called(card: Card) -> str:
    """Return the card in words. `TS@2` is `the ten of spades of pack 2`."""
    plain, _, pack = card.partition("@")
    return spoken(Card(plain)) + (f" of pack {pack}" if pack else "")


def cards(several: Iterable[Card]) -> str:
    return listed(map(called, several)) or "nothing"


def hand(held: Sealed[tuple[Card, ...]]) -> str:
    return "sealed" if held.value is None else cards(held.value)


def hands(held: Mapping[Seat, Sealed[tuple[Card, ...]]] | None, name_of: NameOf) -> str:
    """Return the hands in words: `: seat 0 the ten of spades, seat 1 sealed`. Empty if no hand is recorded."""
    words = by_seat({seat: hand(each) for seat, each in (held or {}).items()}, name_of)
    return f": {words}" if words else ""


def quoted(text: Sealed[str] | None) -> str:
    return "" if text is None else f": “{text.value}”" if text.value is not None else " (sealed)"


def by_seat(values: Mapping[Seat, object], name_of: NameOf) -> str:
    return ", ".join(f"{name_of(seat)} {signed(value)}" for seat, value in sorted(values.items()))


def listed(names: Iterable[str], joined: str = "and") -> str:
    """Return the names as a list in words: `a`, `a and b`, `a, b and c`; `joined`: the word before the last."""
    *most, last = [*names] or [""]
    return f"{', '.join(most)} {joined} {last}" if most else last


def verb(name: str, one: str, many: str) -> str:
    """Return the form of a verb that goes with a name.

    >>> verb("Anna", "gets", "get"), verb("Anna and Ben", "gets", "get")
    ('gets', 'get')
    """
    return many if _SEVERAL.search(name) else one


def the_seats(seats: Iterable[Seat]) -> str:
    """Return the seats in words, with neighbours as one run: `only the seat 0`, `the seats 0 to 3`, `the seats 0, 1 and 4 to 6`."""
    numbers, runs = sorted(seats), list[str]()
    for _, group in groupby(enumerate(numbers), lambda numbered: numbered[1] - numbered[0]):
        run = [str(seat) for _, seat in group]
        runs += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else run
    return f"{'the seats' if numbers[1:] else 'only the seat'} {listed(runs)}"


def at_events(versions: Iterable[int]) -> str:
    """Return the numbers of entries in words: `entry 4`, `entries 17 and 21`."""
    numbers = [str(version) for version in versions]
    return f"{'entries' if numbers[1:] else 'entry'} {listed(numbers)}"


def found_at(finding: str) -> str:
    """Return words for the finding with this id. The versions in the id become numbers of entries.

    >>> found_at("out-of-turn@17,21")
    'what was found at entries 17 and 21'
    """
    return f"what was found at {at_events(map(int, finding.rpartition('@')[2].split(',')))}"


def aloud(sentence: str, name_of: NameOf) -> str:
    """Return the sentence of a finding to be read aloud: with names in place of the seats (`{0}`), and numbers of entries in place of the
    ids of findings."""
    return read_aloud(_FINDING_ID.sub(lambda named: found_at(named[0]), sentence), name_of)
