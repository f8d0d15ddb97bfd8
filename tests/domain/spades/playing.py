"""Short ways to write down a game of Spades: `bids("4 3 nil 5")`, `plays("0:AS 1:2S 2:KS 3:4S")`."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.kernel.cards import Seat
from domain.kernel.events import Act, GameOpened, Seating
from domain.record.fold import Reading, read
from domain.systems.spades import SYSTEMS as VARIATIONS
from domain.systems.spades.options import patched
from domain.systems.spades.ruleset import Ruleset
from domain.systems.spades.table import Spades
from domain.systems.spades.variants import VARIANTS
from tests.domain.playing import act, events, suspicions

PLAYED = {system.slug: system for system in VARIATIONS}
STANDARD = "spades-standard"


def game(rules: Ruleset | str, *acts: Act | tuple[Act, int], **options: Any) -> Reading:
    """Return the reading of a game. `rules`: a ruleset, or the slug of a variation to which `options` are applied."""
    ruleset = patched(VARIANTS[rules].rules, options) if isinstance(rules, str) else rules
    ring = tuple(Seating(Seat(seat)) for seat in range(ruleset.players))
    opened = GameOpened(ruleset.slug, {**ruleset.as_json(), "patches": {}}, ring)
    return read(PLAYED[ruleset.slug], events([opened, *acts]))


def deal(dealer: int = 3, hands: Mapping[int, str] | None = None) -> Act:
    dealt = {str(seat): line.split() for seat, line in (hands or {}).items()}
    return act("CardsDealt", dealer=dealer, hands=dealt or None)


def bids(line: str, first: int = 0, seats: int = 4) -> Iterator[Act]:
    """Yield the bids of a line, clockwise from the seat `first`: numbers, `nil`, and `blind` for a blind nil."""
    for place, word in enumerate(line.split()):
        more: dict[str, Any] = {"blind": True} if word == "blind" else {}
        yield act("BidMade", seat=(first + place) % seats, amount=int(word) if word.isdigit() else 0, **more)


def plays(line: str) -> Iterator[Act]:
    for item in line.split():
        seat, _, card = item.partition(":")
        yield act("CardPlayed", seat=int(seat), card=card)


def stated(number: int, called: str = "", took: str = "", **more: Any) -> Act:
    """Return a stated deal. `called`: the bids of seats 0, 1, …; `took`: the tricks of these seats. In both, `-` means that the seat has no
    number."""
    words = called.split()
    said = {str(seat): int(word) if word.isdigit() else 0 for seat, word in enumerate(words) if word != "-"}
    blind = [seat for seat, word in enumerate(words) if word == "blind"]
    tricks = {str(seat): int(word) for seat, word in enumerate(took.split()) if word != "-"}
    data: dict[str, Any] = {"bids": said} if said else {}
    data |= {"tricks": tricks} if tricks else {}
    return act("TricksStated", round=number, **data, **({"blind": blind} if blind else {}), **more)


def table_of(reading: Reading) -> Spades:
    assert isinstance(reading.table, Spades)
    return reading.table


def found(reading: Reading) -> list[str]:
    """Return the name of the broken rule in each suspicion."""
    return [finding.rule for finding in suspicions(reading)]


def scores(reading: Reading) -> list[int]:
    """Return the scores of seats 0, 1, …"""
    return [score for _, score in sorted(table_of(reading).ledger.scores.items())]


SUITS = {0: "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", 1: "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
         2: "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D", 3: "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C"}  # fmt: skip
"""Hands in which each player has one suit."""


def all_tricks() -> Iterator[Act]:
    """Yield the plays of a deal in which each player has one suit. Seat 0 has the spades and leads every trick."""
    hands = {seat: line.split() for seat, line in SUITS.items()}
    for trick in range(13):
        yield from plays(" ".join(f"{seat}:{hands[seat][trick]}" for seat in range(4)))
