"""The effect of a finished deal on the score: §6 field by field, shoots, folds and the rulings on them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.scoring.scores import Deal, is_shoot, scored
from domain.tricks.sides import Side
from tests.domain.pitch.dealing import Ask, rules_of, variants

CLASSIC, PAGAT, TEN, EXACT = "pitch-auction-classic", "pitch-pagat-partnership", "smear-ten-point", "pitch-exact-bid-bonus"
CHARB, CAMPBELL, ROAD, TRICKSTER = "pitch-charbonneau-ten", "pitch-campbell-ten-point", "pitch-roadhouse", "pitch-trickster-10"


def a_deal(bid: int | None, *taken: int, points: dict[str, int] | None = None, **more: Any) -> Deal:
    """Return a deal in which side 0 holds the bid. `taken`: points by side. `bid`: None for a shoot that was called without a number."""
    named = {name: Side(side) for name, side in (points or {}).items()}
    return Deal(Side(0), bid, {Side(n): made for n, made in enumerate(taken)}, named, shoot=bid is None, **more)


def before(*totals: int) -> dict[Side, int]:
    return {Side(n): total for n, total in enumerate(totals)}


@pytest.mark.parametrize(
    ("slug", "changes", "totals", "deal", "made", "delta", "source"),
    [
        (CLASSIC, {}, (1, 0, 4, 2), a_deal(3, 2, 1, 1, 0), False, (-3, 1, 1, 0), "pi-80: minus the bid"),
        (PAGAT, {}, (0, 0), a_deal(2, 4, 0), True, (4, 0), "pi-88: maker_gain made"),
        (PAGAT, {}, (0, 0), a_deal(4, 4, 0, all_tricks=True), True, (4, 0), "pi-89: no smudge was called"),
        (CHARB, {}, (0, 0), a_deal(4, 6, 4), True, (4, 4), "maker_gain bid"),
        (EXACT, {}, (0, 0, 0), a_deal(3, 4, 0, 1, points={"off_jack": 0, "low": 2}), True, (3, 0, 0), "pi-107: over-made, only the bid"),
        (EXACT, {}, (0, 0, 0), a_deal(4, 4, 0, 1, points={"low": 2}), True, (5, 0, 0), "02 exact-bid: the bid plus one"),
        (EXACT, {}, (0, 0, 0), a_deal(4, 3, 1, 1, points={"low": 2, "off_jack": 1}), False, (-4, 1, 1), "pi-108: set, they keep all"),
        (EXACT, {}, (0, 0, 0), a_deal(3, 3, 2, 0, points={"low": 1, "off_jack": 1}), True, (4, 1, 0), "PI-18: the off-jack always"),
        (EXACT, {}, (0, 0, 0), a_deal(3, 3, 1, 1, points={"game": 1, "off_jack": 2}), True, (4, 0, 1), "PI-18: not Game"),
        (
            EXACT, {"defender_gain": "only_if_set_except_off_jack_and_game"}, (0, 0, 0),
            a_deal(3, 3, 1, 1, points={"game": 1, "off_jack": 2}), True, (4, 1, 1), "PI-18: Game as well",
        ),
        (EXACT, {"defender_gain": "only_if_set"}, (0, 0, 0), a_deal(3, 3, 0, 1, points={"off_jack": 2}), True, (4, 0, 0), "only_if_set"),
        (CLASSIC, {}, (0, 6), a_deal(4, 4, 0), True, (0, 0), "pi-83: from zero the game is won, the score stays"),
        (CLASSIC, {}, (-2, 6), a_deal(4, 4, 0), True, (4, 0), "pi-84: from the hole the points"),
        (CLASSIC, {}, (3, 0), a_deal(4, 3, 1), False, (-4, 1), "shoot_loss bid"),
        (PAGAT, {}, (7, 3), a_deal(None, 4, 0), False, (-5, 0), "pi-90: a trick lost"),
        (PAGAT, {}, (16, 20), a_deal(None, 4, 0, all_tricks=True), True, (5, 0), "pi-91: plus_5"),
        (PAGAT, {}, (16, 20), a_deal(None, 3, 0, all_tricks=True), False, (-5, 0), "§6: every point, the jack not dealt"),
        (ROAD, {}, (-3, 4, 3), a_deal(None, 4, 0, 0, all_tricks=True), True, (15, 0, 0), "pi-104: plus_15"),
        (ROAD, {}, (3, 4, 3), a_deal(None, 3, 1, 0), False, (-15, 1, 0), "pi-105, PI-30: defenders score what they made"),
        (CAMPBELL, {}, (0, 0), a_deal(10, 10, 0), True, (10, 0), "shoot_gain points"),
        (CAMPBELL, {}, (0, 0), a_deal(10, 9, 1), False, (-10, 1), "shoot_loss bid: the top bid"),
        (CAMPBELL, {"shoot_rank": "above_top_bid"}, (0, 0), a_deal(None, 9, 1), False, (-10, 1), "§1: bid_max without a number"),
        (CHARB, {}, (-7, 40), a_deal(None, 10, 0), True, (7, 0), "pi-100: to zero"),
        (CHARB, {}, (7, 40), a_deal(None, 10, 0), True, (0, 0), "win_or_zero_if_negative: zero or above wins"),
        (CHARB, {}, (40, -5), a_deal(None, 9, 1), False, (0, 1), "pi-101: the game is lost, the score stays"),
        (TRICKSTER, {}, (20, 5), a_deal(None, 9, 1), False, (-32, 1), "pi-114: minus_target"),
        ("smear-pastimes-54", {}, (-8, 50), a_deal(10, 10, 0), True, (0, 0), "pi-113: wins at any score"),
        (TRICKSTER, {"house": frozenset({"overshoot_loses_taken"})}, (12, 0), a_deal(5, 10, 0), True, (-10, 0), "pi-117, PI-24"),
        (TRICKSTER, {"house": frozenset({"overshoot_loses_taken"})}, (12, 0), a_deal(5, 9, 1), True, (9, 1), "PI-24: twice the bid"),
        (TRICKSTER, {}, (12, 0), a_deal(5, 10, 0), True, (10, 0), "PI-24: off"),
        (
            "pitch-pagat-pitching", {"house": frozenset({"overcall_loss_doubled"})}, (0, 0),
            a_deal(4, 3, 1, took_over_pitch=True), False, (-8, 1), "PI-39: twice maker_loss",
        ),
        (
            "pitch-pagat-pitching", {"house": frozenset({"overcall_loss_doubled"})}, (0, 0),
            a_deal(None, 3, 1, took_over_pitch=True), False, (-10, 1), "PI-39: twice shoot_loss",
        ),
        ("pitch-pagat-pitching", {}, (0, 0), a_deal(4, 3, 1, took_over_pitch=True), False, (-4, 1), "PI-39: option off"),
        (
            "pitch-pagat-pitching", {"house": frozenset({"overcall_loss_doubled"})}, (0, 0),
            a_deal(4, 3, 1), False, (-4, 1), "PI-39: nothing was taken over",
        ),
        (CAMPBELL, {"house": frozenset({"doubling"})}, (0, 0), a_deal(6, 5, 5, doubled=True), False, (-12, 5), "PI-29: twice the bid"),
        (CAMPBELL, {"house": frozenset({"doubling"})}, (0, 0), a_deal(6, 6, 4, doubled=True), True, (6, 4), "PI-29: only when set"),
        (CAMPBELL, {}, (0, 0), a_deal(6, 5, 5, doubled=True), False, (-6, 5), "PI-29: option off"),
        ("pitch-six-point-fold", {}, (3, 5), a_deal(4, 0, 1, folded=True), False, (-4, 1), "pi-118, PI-19"),
        ("pitch-six-point-fold", {}, (3, 5), a_deal(2, 6, 0, folded=True), False, (-2, 0), "PI-19: always a set"),
        (TEN, {}, (0, 0), a_deal(None, 10, 0), True, (10, 0), "no shoot in this game: as good as the top bid"),
    ],
)  # fmt: skip
def test_a_deal_has_the_expected_score(
    slug: str, changes: dict[str, object], totals: tuple[int, ...], deal: Deal, made: bool, delta: tuple[int, ...], source: str
) -> None:
    score = scored(rules_of(slug, **changes), before(*totals), deal)
    assert score.made is made, source
    assert score.delta == before(*delta), source
    assert score.after == before(*(total + moved for total, moved in zip(totals, delta, strict=True))), source


@pytest.mark.parametrize(
    ("slug", "totals", "deal", "won", "lost", "source"),
    [
        (CLASSIC, (0, 6), a_deal(4, 4, 0), (0,), (), "pi-83: zero is not negative"),
        (CLASSIC, (-1, 6), a_deal(4, 4, 0), (), (), "pi-84"),
        (CHARB, (40, -5), a_deal(None, 9, 1), (), (0,), "pi-101"),
        (CHARB, (0, 5), a_deal(None, 10, 0), (0,), (), "win_or_zero_if_negative"),
        (CHARB, (40, -5), a_deal(10, 9, 1), (), (), "ten is not the moon here"),
        ("smear-pastimes-54", (-8, 50), a_deal(10, 10, 0), (0,), (), "pi-113"),
        ("smear-pastimes-54", (-8, 50), a_deal(10, 9, 1), (), (), "shoot_loss bid"),
    ],
)
def test_a_shoot_wins_or_loses_the_game_for_the_expected_sides(
    slug: str, totals: tuple[int, ...], deal: Deal, won: tuple[int, ...], lost: tuple[int, ...], source: str
) -> None:
    score = scored(rules_of(slug), before(*totals), deal)
    assert (score.won, score.lost) == (won, lost), source


# Five players, each with their own score. Seat 0 is the maker and seat 2 the partner (side 0); the other three are side 1 (PI-25).
PARTNERS = {Side(0): Side(0), Side(1): Side(1), Side(2): Side(0), Side(3): Side(1), Side(4): Side(1)}


@pytest.mark.parametrize(
    ("slug", "changes", "totals", "deal", "delta", "won", "lost", "source"),
    [
        ("pitch-pawnee-five", {}, (0, 0, 0, 0, 0), a_deal(6, 7, 3), (7, 3, 7, 3, 3), (), (), "PI-25: each member scores the side's points"),
        ("pitch-pawnee-five", {}, (0, 0, 0, 0, 0), a_deal(8, 7, 3), (-8, 3, -8, 3, 3), (), (), "PI-25: the maker risks nothing extra"),
        (CHARB, {"sides": "called"}, (5, 0, -5, 0, 0), a_deal(None, 10, 0), (0, 0, 0, 0, 0), (0, 2), (), "§6: the side wins outright"),
        (CHARB, {"sides": "called"}, (5, 0, -5, 0, 0), a_deal(None, 9, 1), (0, 1, 0, 1, 1), (), (0, 2), "§6: the side loses outright"),
        (CHARB, {"sides": "called"}, (-5, 0, 3, 0, 0), a_deal(None, 10, 0), (5, 0, 0, 0, 0), (), (), "the maker's score decides"),
    ],
)  # fmt: skip
def test_a_deal_with_a_called_partner_has_the_expected_score(
    slug: str,
    changes: dict[str, object],
    totals: tuple[int, ...],
    deal: Deal,
    delta: tuple[int, ...],
    won: tuple[int, ...],
    lost: tuple[int, ...],
    source: str,
) -> None:
    score = scored(rules_of(slug, **changes), before(*totals), deal, PARTNERS)
    assert score.delta == before(*delta), source
    assert (score.won, score.lost) == (won, lost), source


scores = st.integers(-30, 60)


@given(variants, st.lists(scores, min_size=2, max_size=4), st.data())
def test_every_deal_can_be_scored(rules: Ruleset, totals: list[int], data: st.DataObject) -> None:
    bid = data.draw(st.none() | st.integers(rules.bid_min, rules.bid_max))
    made = data.draw(st.integers(0, rules.total))
    deal = a_deal(bid, made, rules.total - made, all_tricks=data.draw(st.booleans()))
    score = scored(rules, before(*totals), deal)
    assert score.delta.keys() == score.after.keys() == before(*totals).keys()
    assert not (score.won and score.lost)
    if score.won or score.lost:
        assert is_shoot(rules, deal)
        assert score.delta[Side(0)] == 0
    elif score.made:
        assert score.delta[Side(0)] >= 0
    else:
        assert score.delta[Side(0)] < 0


def _delta(*totals: int, deal: Deal) -> Ask:
    def ask(rules: Ruleset) -> object:
        score = scored(rules, before(*totals), deal)
        return score.made, score.delta, score.won, score.lost

    return ask


_OPEN = a_deal(3, 3, 1, 1, points={"game": 1, "off_jack": 2})
FIELD_ROWS = (
    ("maker_gain", CHARB, {"maker_gain": "made"}, _delta(0, 0, deal=a_deal(4, 6, 4)), "§1"),
    ("defender_gain", EXACT, {"defender_gain": "always"}, _delta(0, 0, 0, deal=_OPEN), "PI-18"),
    ("shoot_kind", ROAD, {"shoot_kind": "all_points"}, _delta(0, 0, deal=a_deal(None, 4, 0)), "§1"),
    ("shoot_rank", "smear-pastimes-54", {"shoot_rank": "above_top_bid"}, _delta(0, 0, deal=a_deal(10, 10, 0)), "§1"),
    ("shoot_gain", CAMPBELL, {"shoot_gain": "win"}, _delta(0, 0, deal=a_deal(10, 10, 0)), "§1"),
    ("shoot_loss", CAMPBELL, {"shoot_loss": "lose"}, _delta(0, 0, deal=a_deal(10, 9, 1)), "§1"),
    ("bid_max", CAMPBELL, {"bid_max": 9}, _delta(0, 0, deal=a_deal(None, 9, 1)), "§1: a shoot called without a number"),
    ("target", TRICKSTER, {"target": 21}, _delta(0, 0, deal=a_deal(None, 9, 1)), "minus_target"),
)
OPTION_ROWS = (
    ("overshoot_loses_taken", TRICKSTER, True, _delta(0, 0, deal=a_deal(5, 10, 0)), "PI-24"),
    ("overcall_loss_doubled", "pitch-pagat-pitching", True, _delta(0, 0, deal=a_deal(4, 3, 1, took_over_pitch=True)), "PI-39"),
    ("game_open_to_all", EXACT, True, _delta(0, 0, 0, deal=_OPEN), "PI-18"),
    ("shoot_all_or_nothing", CAMPBELL, True, _delta(0, 0, deal=a_deal(10, 10, 0)), "§7"),
    ("shoot_above_ten", CAMPBELL, True, _delta(0, 0, deal=a_deal(None, 10, 0)), "§7"),
    ("shoot_off", TRICKSTER, True, _delta(0, 0, deal=a_deal(None, 10, 0)), "§7"),
)
