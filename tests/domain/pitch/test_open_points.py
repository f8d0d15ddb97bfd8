"""Points that a side may still get in a partly known deal, and claims of points that cannot be true."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.cards import Card, Seat
from domain.systems.pitch.rules.pack import Pack, pack_of, winner
from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.scoring.counting import counted, totals
from domain.systems.pitch.scoring.open_points import Fate, bounds, open_points, refuted
from domain.tricks.sides import Side
from tests.domain.pitch.dealing import TEAMS, deals, rules_of

CLASSIC, TEN, ALIKE, FIXED = "pitch-auction-classic", "pitch-oklahoma-four", "smear-ten-point", "pitch-charbonneau-ten"
ANYONE = frozenset[Side | None]({Side(0), Side(1), None})


def _fates(line: str) -> dict[Card, Fate]:
    """Read where each card may be. `KH:01-`: the king may be with side 0, with side 1, or out of play."""
    words = (word.split(":") for word in line.split())
    return {Card(card): frozenset(None if side == "-" else Side(int(side)) for side in sides) for card, sides in words}


# Hearts are trumps. `played`: for each card, the sides that may have played it. `won`: the sides that may win it. `may`: the sides that may
# make `point` if this is known. A dash in `may`: perhaps nobody makes the point.
@pytest.mark.parametrize(
    ("slug", "played", "won", "point", "may", "source"),
    [
        (CLASSIC, "AH:0", "AH:0", "high", "0", "the ace was played"),
        (CLASSIC, "AH:0- KH:1", "AH:0- KH:1", "high", "01", "unless the ace was played, the king is High"),
        (CLASSIC, "AH:- KH:1 QH:0", "KH:1", "high", "1", "PI-2: the ace is known to be out of play"),
        (CLASSIC, "AH:0- KH:0-", "", "high", "0-", "perhaps no trump at all"),
        (CLASSIC, "AH:0 2H:1- 3H:0", "", "low", "01", "the two, or else the three"),
        ("pitch-roadhouse", "AH:0 2H:1", "AH:0 2H:0", "low", "0", "low_to winner"),
        ("pitch-roadhouse", "AH:0 2H:1- 3H:1", "AH:0 2H:0- 3H:1", "low", "01", "low_to winner, of the two or of the three"),
        (CLASSIC, "JH:0", "JH:1-", "jack", "1-", "§5: to its winner"),
        (CLASSIC, "", "", "jack", "-", "the jack is out of play"),
        (FIXED, "AH:01-", "", "high", "01-", "high_is ace"),
        (FIXED, "", "TH:1", "game", "1", "game_by ten"),
        (TEN, "", "AS:0 KS:1", "game", "0", "every card known: four pips against three"),
        (TEN, "", "AS:0 KS:1 QS:01", "game", "01-", "the queen decides"),
        (TEN, "", "AS:0 KS:1 9S:01-", "game", "0", "a nine cannot"),
        (TEN, "", "AS:0 KS:1 JS:1", "game", "-", "level"),
        ("pitch-seven-point", "", "AS:0 KS:1 JS:1 HJ:0", "game", "0", "§1 jokers_half"),
        (ALIKE, "HJ:0 LJ:1", "", "high", "01", "PI-5: either joker may be the higher"),
        (ALIKE, "AH:0 HJ:0- LJ:1-", "", "low", "01", "PI-5: a joker, or the ace"),
        (TEN, "HJ:0 LJ:1", "", "high", "0", "high_over_low"),
        ("smear-53-four", "HJ:0 3H:1", "", "low", "1", "PI-5: below the two never Low"),
        ("pitch-reverse", "2H:0- 3H:1", "", "high", "01", "PI-12"),
    ],
)  # fmt: skip
def test_the_sides_that_may_still_get_a_point_are_found(slug: str, played: str, won: str, point: str, may: str, source: str) -> None:
    rules = rules_of(slug)
    still_open = open_points(rules, pack_of(rules, "H"), _fates(played), _fates(won))
    assert still_open[point] == frozenset(None if side == "-" else Side(int(side)) for side in may), source


def test_claims_of_points_that_cannot_be_true_are_refuted() -> None:
    rules = rules_of(CLASSIC)
    still = open_points(rules, pack_of(rules, "H"), _fates("AH:0 2H:1 JH:0"), _fates("AH:0 2H:1 JH:1-"))
    claimed = {"high": Side(0), "low": Side(0), "jack": Side(1), "five": Side(1)}
    assert refuted(claimed, still) == ("low", "five")  # Team 1 has the two, which is Low. This game gives no point for the five.


def test_the_fewest_and_the_most_points_that_a_side_can_make_are_found() -> None:
    rules = rules_of(FIXED)
    still = open_points(rules, pack_of(rules, "H"), _fates("AH:0 2H:01-"), _fates("3H:0- TH:1 JH:0"))
    assert bounds(rules, still, Side(0)) == (2, 6)  # side 0 certainly gets High and Jack, and may also get Low (the two) and the three
    assert bounds(rules, still, Side(1)) == (1, 2)  # side 1 certainly gets the ten, and may also get Low (the two)


@given(deals(), st.data())
def test_a_true_claim_of_points_is_never_refuted(dealt: tuple[Ruleset, Pack, list[list[tuple[Seat, Card]]]], data: st.DataObject) -> None:
    """Whatever cards are hidden, the side that really makes a point is one of the sides that may make it. If no card is hidden, no other
    side may make it."""
    rules, pack, tricks = dealt
    played: dict[Card, Fate] = dict.fromkeys(pack.cards, frozenset({None}))
    won = dict(played)
    captured: dict[Seat, list[Card]] = {Seat(seat): [] for seat in range(4)}
    for trick in tricks:
        taker = winner(rules, pack, trick)
        for seat, card in trick:
            played[card] = frozenset({TEAMS[seat]})
            if taker is not None:
                won[card] = frozenset({TEAMS[taker]})
                captured[taker].append(card)
    counts = counted(rules, pack, [play for trick in tricks for play in trick], captured, TEAMS)
    hidden = data.draw(st.sets(st.sampled_from(pack.cards)))
    still = open_points(rules, pack, played | dict.fromkeys(hidden, ANYONE), won | dict.fromkeys(hidden, ANYONE))
    assert refuted(counts, still) == ()
    assert all(name in counts or None in fate for name, fate in still.items())
    for side, made in totals(rules, counts, (Side(0), Side(1))).items():
        least, most = bounds(rules, still, side)
        assert least <= made <= most
    known = open_points(rules, pack, played, won)
    alike = rules.joker_order in {"first_higher", "second_higher"}
    exact = {name: fate for name, fate in known.items() if not (alike and name in {"high", "low"})}
    assert exact == {name: frozenset({counts.get(name)}) for name in exact}
