"""Who plays with whom: teams, single players and called partners."""

import pytest

from domain.kernel.cards import Card, Seat
from domain.systems.pitch.rules.sides import called_partner, of_deal, teams
from domain.tricks.sides import accounts
from tests.domain.pitch.dealing import cards, rules_of


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
    assert list(accounts(teams(rules_of("smear-ten-point", sides=sides)), [Seat(n) for n in range(seats)]).values()) == found, source


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


@pytest.mark.parametrize(
    ("called", "partner", "source"),
    [
        ("AH", 1, "PI-25: its holder"),
        ("KH", None, "PI-25: in the maker's own hand"),
        ("QH", None, "PI-25: thrown, or never dealt"),
    ],
)
def test_the_holder_of_the_called_card_is_the_partner(called: str, partner: int | None, source: str) -> None:
    hands = {Seat(0): cards("KH 2S"), Seat(1): cards("AH 3S"), Seat(2): cards("4S")}
    assert called_partner(Card(called), Seat(0), hands) == partner, source


_SIX = [Seat(n) for n in range(6)]
FIELD_ROWS = (("sides", "pitch-pagat-six", {"sides": "2x3"}, lambda rules: accounts(teams(rules), _SIX), "§1"),)
OPTION_ROWS = (
    ("partners_2x2", "pitch-susky-river", True, lambda rules: accounts(teams(rules), _SIX[:4]), "§7"),
    ("teams_3x2", "pitch-trickster-7", True, lambda rules: accounts(teams(rules), _SIX), "§7"),
    ("solo_2_or_3", "pitch-trickster-4", True, lambda rules: accounts(teams(rules), _SIX[:3]), "§7"),
    ("five_called_partner", "pitch-trickster-7", True, lambda rules: accounts(teams(rules), _SIX[:5]), "§7"),
    ("five_players", "pitch-charbonneau-ten", True, lambda rules: accounts(teams(rules), _SIX[:5]), "§7"),
)
