"""Helpers for the tests of Bid Whist. A test writes a record as a score sheet (docs/notation.md)."""

from random import Random

from domain.kernel.canonical import Json
from domain.kernel.cards import Card, Seat
from domain.kernel.events import Act
from domain.notation import read
from domain.record.fold import Reading
from domain.systems.bid_whist import VARIANTS
from domain.systems.bid_whist.rules import Ruleset
from domain.systems.bid_whist.table import BidWhist
from tests.domain.playing import played, suspicions

SLUG = "bid-whist"
HEAD = f"faceup sheet 1\nsystem: {SLUG}\nseats: 0 1 2 3\n\n"
STANDARD: Ruleset = VARIANTS[SLUG].rules


def script(text: str) -> list[Act]:
    """Read the acts of a score sheet. `text`: the sheet without its head (the tags above the acts)."""
    sheet = read(HEAD + text)
    assert sheet.problems == (), sheet.problems
    return [event.act for event in sheet.events[1:]]


def game(text: str, /, **options: Json) -> Reading:
    """Return the reading of a game: an opening with these options (version 1), then the acts of the sheet."""
    return played(SLUG, 4, *script(text), **options)


def table_of(reading: Reading) -> BidWhist:
    assert isinstance(reading.table, BidWhist)
    return reading.table


def found(reading: Reading) -> list[str]:
    """Return the broken rule of each suspicion that `check` found, in order."""
    return [finding.rule for finding in suspicions(reading)]


def scores(reading: Reading) -> tuple[int, int]:
    """Return the totals of the two sides: seats 0 and 2, and seats 1 and 3."""
    table = table_of(reading)
    assert table.ledger.scores[Seat(0)] == table.ledger.scores[Seat(2)]
    assert table.ledger.scores[Seat(1)] == table.ledger.scores[Seat(3)]
    return table.ledger.scores[Seat(0)], table.ledger.scores[Seat(1)]


def hands(seed: int) -> tuple[list[list[Card]], list[Card]]:
    """Return four random hands and the kitty."""
    pack = list(table_of(game("")).deal.pack.cards)
    Random(seed).shuffle(pack)
    return [pack[12 * seat : 12 * seat + 12] for seat in range(4)], pack[48:]


SUITS_DEALT = (
    "deal(3 0:[AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S] 1:[AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H]"
    " 2:[AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D] 3:[AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C] kitty:[HJ LJ 2S 2H 2D 2C])\n"
)
"""The line of a sheet that deals one suit to each player, and the jokers and the twos to the kitty. Seat 3 deals."""
SPADES_HIGH = "0:bids(7 high) 1:passes 2:passes 3:passes 0:names(S) 0:kitty([HJ LJ 2S 2H 2D 2C]) 0:throws(6 [3S 4S 2S 2H 2D 2C])\n"
"""The line that follows: seat 0 bids seven high and makes spades trump. After the exchange seat 0 has both jokers and ten spades."""


def tricks_of_spades() -> str:
    """Return the twelve tricks that follow SUITS_DEALT and SPADES_HIGH. Seat 0 wins all of them."""
    mine = ["HJ", "LJ", "AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "6S", "5S"]
    rows = []
    for card, rank in zip(mine, "AKQJT9876543", strict=True):
        rows.append(f"0:{card} 1:{rank}H 2:{rank}D 3:{rank}C")
    return "\n".join(rows) + "\n"
