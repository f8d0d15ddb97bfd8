"""Which players form a side: teams, single players, and partners who are called."""

import pytest

from domain.kernel.cards import Seat
from domain.systems.pitch.play.table import of_deal
from domain.tricks.sides import accounts
from tests.domain.pitch.dealing import rules_of


@pytest.mark.parametrize(
    ("sides", "seats", "found", "source"),
    [
        ("individual", 3, [0, 1, 2], "§1 sides"),
        ("2x2", 4, [0, 1, 0, 1], "00 Seats and turns: seat i, team i mod k"),
        ("2x3", 6, [0, 1, 0, 1, 0, 1], "A teams of B: two of three"),
        ("2x4", 8, [0, 1, 0, 1, 0, 1, 0, 1], "two of four"),
        ("3x2", 6, [0, 1, 2, 0, 1, 2], "three of two"),
        ("called", 5, [0, 1, 2, 3, 4], "PI-25, PI-40: totals are kept by player"),
    ],
)
def test_each_seat_belongs_to_the_expected_score_account(sides: str, seats: int, found: list[int], source: str) -> None:
    assert list(accounts(rules_of("smear-ten-point", sides=sides).teams, [Seat(n) for n in range(seats)]).values()) == found, source


@pytest.mark.parametrize(
    ("sides", "maker", "partner", "found", "source"),
    [
        ("called", 3, 1, [0, 3, 0, 3, 0], "PI-25: the maker's side, and all others together"),
        ("called", 0, 2, [0, 1, 0, 1, 1], "PI-25"),
        ("called", 3, None, [0, 0, 0, 3, 0], "PI-25: the maker alone"),
        ("called", None, None, [0, 1, 2, 3, 4], "no maker yet"),
        ("individual", 3, None, [0, 1, 2, 3, 4], "§1 sides"),
    ],
)
def test_each_seat_has_the_expected_side_in_a_deal(
    sides: str, maker: Seat | None, partner: Seat | None, found: list[int], source: str
) -> None:
    seats = tuple(Seat(n) for n in range(5))
    assert list(of_deal(rules_of("smear-ten-point", sides=sides), seats, maker, partner).values()) == found, source


_SIX = [Seat(n) for n in range(6)]
FIELD_ROWS = (("sides", "pitch-pagat-six", {"sides": "2x3"}, lambda rules: accounts(rules.teams, _SIX), "§1"),)
OPTION_ROWS = (
    ("partners_2x2", "pitch-susky-river", True, lambda rules: accounts(rules.teams, _SIX[:4]), "§7"),
    ("teams_3x2", "pitch-trickster-7", True, lambda rules: accounts(rules.teams, _SIX), "§7"),
    ("solo_2_or_3", "pitch-trickster-4", True, lambda rules: accounts(rules.teams, _SIX[:3]), "§7"),
    ("five_called_partner", "pitch-trickster-7", True, lambda rules: accounts(rules.teams, _SIX[:5]), "§7"),
    ("five_players", "pitch-charbonneau-ten", True, lambda rules: accounts(rules.teams, _SIX[:5]), "§7"),
)
