"""The winner of the game: every value of `finish`, the target, the required lead, and called partners."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.systems.pitch.rules.ruleset import Ruleset
from domain.systems.pitch.scoring.scores import Deal, scored
from domain.systems.pitch.scoring.winning import COUNT_ORDER, decided, is_there, stakes
from domain.tricks.sides import Side
from tests.domain.pitch.dealing import Ask, rules_of, variants
from tests.domain.pitch.test_scoring import PARTNERS, a_deal, before

CLASSIC, HIGHER, WINS, ONLY = "pitch-auction-classic", "smear-ten-point", "pitch-campbell-ten-point", "pitch-pagat-partnership"
ALONE, SIX, PAST = "pitch-pawnee-five", "pitch-oklahoma-six", "smear-pastimes-54"
OPEN = "only_if_set_except_off_jack_and_game"


@pytest.mark.parametrize(
    ("slug", "changes", "totals", "deal", "winners", "source"),
    [
        # the field `finish` is maker_first_then_count_order; the target is 7 unless the row changes it
        (CLASSIC, {}, (5, 6, 0, 0), a_deal(2, 2, 1, 0, 1, points={"high": 1, "low": 0, "jack": 0, "game": 3}), [0], "pi-82, PI-16"),
        (CLASSIC, {}, (2, 6, 6, 0), a_deal(2, 2, 1, 1, 0, points={"high": 2, "low": 1, "jack": 0, "game": 0}), [2], "pi-81: High first"),
        (CLASSIC, {}, (2, 6, 6, 0), a_deal(2, 2, 1, 1, 0, points={"game": 1, "jack": 2, "low": 0, "high": 0}), [2], "Game is counted last"),
        (CLASSIC, {}, (0, 5, 6, 0), a_deal(3, 0, 2, 1, 0, points={"high": 1, "jack": 2, "game": 1}), [2], "first to touch the target"),
        (CLASSIC, {}, (2, 6, 0, 0), a_deal(2, 2, 1, 1, 0), [1], "a defender who is there alone"),
        (CLASSIC, {}, (2, 5, 0, 0), a_deal(2, 2, 1, 1, 0), [], "nobody there"),
        (CLASSIC, {}, (7, 6, 0, 0), a_deal(2, 1, 1, 0, 0), [1], "the maker must have met the bid"),
        (CLASSIC, {}, (2, 6, 6, 0), a_deal(2, 2, 1, 1, 0), [], "nobody knows which points came first"),
        (
            "pitch-oklahoma-six", {"finish": "maker_first_then_count_order"}, (0, 20, 20),
            a_deal(2, 2, 1, 1, points={"off_jack": 2, "jack": 1}), [1], "Jack before off-jack",
        ),
        (
            "pitch-oklahoma-six", {"finish": "maker_first_then_count_order"}, (0, 20, 20),
            a_deal(2, 2, 1, 3, points={"trey": 2, "low_joker": 1}), [1], "jokers before other cards",
        ),
        (
            "pitch-exact-bid-bonus", {"finish": "maker_first_then_count_order", "target": 6, "defender_gain": OPEN}, (0, 5, 5),
            a_deal(2, 2, 2, 1, points={"high": 1, "off_jack": 2, "game": 1}), [2], "only points that the defenders score are counted",
        ),
        # `finish` is higher_then_maker; the target is 21
        (HIGHER, {}, (15, 18), a_deal(6, 6, 4), [1], "pi-95: the higher"),
        (HIGHER, {}, (15, 17), a_deal(6, 6, 4), [0], "pi-96: level, the maker"),
        (HIGHER, {}, (15, 16), a_deal(6, 5, 5), [1], "a set maker is not there"),
        (HIGHER, {}, (14, 15), a_deal(6, 6, 4), [], "nobody there"),
        (SIX, {}, (0, 20, 20), a_deal(2, 8, 1, 1), [], "PI-31: level without the maker, play on"),
        (SIX, {}, (19, 20, 19), a_deal(2, 2, 1, 2), [0], "level at the top of three, the maker among them"),
        # `finish` is maker_wins; the target is 32 unless the row changes it
        (WINS, {}, (27, 30), a_deal(5, 5, 5), [0], "pi-94: even when behind"),
        (WINS, {}, (10, 30), a_deal(5, 5, 5), [1], "the maker is not there"),
        (WINS, {"target": 52}, (45, 50), a_deal(7, 7, 3), [0], "PI-17: both reach 52"),
        ("pitch-oklahoma-six", {"finish": "maker_wins"}, (0, 20, 20), a_deal(2, 8, 1, 1), [], "level without the maker, play on"),
        ("pitch-oklahoma-six", {"finish": "maker_wins"}, (0, 20, 20), a_deal(2, 7, 1, 2), [2], "else the highest"),
        # `finish` is maker_only; the target is 21
        (ONLY, {}, (18, 24), a_deal(3, 3, 1), [0], "pi-86: on fewer points"),
        (ONLY, {}, (10, 20), a_deal(2, 2, 2), [], "pi-87: not on the other side's deal"),
        (ONLY, {}, (24, 20), a_deal(2, 1, 2), [], "only on a met bid"),
        (ONLY, {}, (16, 20), a_deal(None, 4, 0, all_tricks=True), [0], "pi-91: by a smudge"),
        # whether a total must exceed the target, and by how much the winner must lead
        (PAST, {}, (48, 20), a_deal(4, 6, 4), [], "pi-111, PI-23: 54 is not past 54"),
        (PAST, {}, (49, 20), a_deal(4, 6, 4), [0], "PI-23: strictly more"),
        (PAST, {"target_cmp": "ge"}, (48, 20), a_deal(4, 6, 4), [0], "PI-23 option"),
        ("pitch-roadhouse", {}, (13, 12, 0), a_deal(2, 2, 2, 0), [], "win_by 2: one ahead"),
        ("pitch-roadhouse", {}, (13, 12, 0), a_deal(2, 2, 1, 1), [0], "win_by 2: two ahead"),
        ("pitch-roadhouse", {}, (15, 13, 0), a_deal(2, 0, 2, 2), [1], "win_by 2: a set maker at thirteen"),
        (ONLY, {"win_by": 2}, (18, 24), a_deal(3, 3, 1), [], "win_by 2: the winner must lead"),
        # shoots that end the game
        (CLASSIC, {}, (0, 6, 0, 0), a_deal(4, 4, 0, 0, 0), [0], "pi-83"),
        (CLASSIC, {}, (-2, 6, 0, 0), a_deal(4, 4, 0, 0, 0), [], "pi-84"),
        (PAST, {}, (-8, 50), a_deal(10, 10, 0), [0], "pi-113"),
        ("pitch-charbonneau-ten", {}, (40, -5), a_deal(None, 9, 1), [1], "pi-101"),
        ("smear-cutthroat-three", {}, (10, 4, 9), a_deal(None, 9, 1, 0), [2], "pi-116, PI-22: the highest other score"),
        ("smear-cutthroat-three", {}, (10, 8, 9), a_deal(None, 9, 1, 0), [], "PI-22: level at the top, the others play on"),
    ],
)  # fmt: skip
def test_the_game_has_the_expected_winner(
    slug: str, changes: dict[str, object], totals: tuple[int, ...], deal: Deal, winners: list[int], source: str
) -> None:
    rules = rules_of(slug, **changes)
    assert list(decided(rules, before(*totals), deal, scored(rules, before(*totals), deal))) == winners, source


# Five players; seat 0 is the maker and seat 2 the partner.
@pytest.mark.parametrize(
    ("slug", "changes", "totals", "deal", "winners", "source"),
    [
        (ALONE, {}, (36, 40, 38, 0, 0), a_deal(6, 6, 4), [0], "PI-40 maker_or_alone: the maker before the partner and all others"),
        (ALONE, {}, (20, 40, 20, 0, 0), a_deal(6, 6, 4), [1], "PI-40: there alone, nobody before"),
        (ALONE, {}, (20, 20, 38, 0, 0), a_deal(6, 6, 4), [2], "PI-40: the partner counts as any other player"),
        (ALONE, {}, (20, 40, 20, 40, 0), a_deal(6, 6, 4), [], "PI-40: two there"),
        (ALONE, {}, (20, 44, 20, 0, 0), a_deal(6, 6, 4), [], "PI-40: somebody was there before"),
        (ALONE, {}, (44, 20, 20, 0, 0), a_deal(6, 5, 5), [], "PI-40: a maker, but set"),
        (ALONE, {}, (50, 20, 20, 0, 0), a_deal(6, 6, 4), [0], "PI-40: on a met bid, there before or not"),
        ("pitch-call-partner-ten-point", {}, (27, 40, 30, 0, 0), a_deal(5, 6, 4), [2], "PI-40 maker_wins: of maker and partner the higher"),
        ("pitch-call-partner-ten-point", {}, (30, 40, 30, 0, 0), a_deal(5, 6, 4), [0], "PI-40: level, the maker"),
        ("pitch-call-partner-ten-point", {}, (10, 40, 30, 0, 0), a_deal(5, 6, 4), [2], "PI-40: the player at the target"),
        ("pitch-call-partner-ten-point", {}, (10, 30, 10, 0, 0), a_deal(5, 6, 4), [1], "PI-40: else the highest"),
        (ALONE, {"finish": "higher_then_maker"}, (20, 42, 40, 0, 0), a_deal(6, 6, 4), [2], "level at the top, the maker's partner"),
        (ALONE, {"finish": "maker_only"}, (20, 42, 40, 0, 0), a_deal(6, 6, 4), [2], "the maker's side on a met bid"),
        ("pitch-call-partner-ten-point", {"shoot_gain": "win"}, (0, 0, 0, 0, 0), a_deal(10, 10, 0), [0, 2], "PI-25: both win"),
        ("pitch-call-partner-ten-point", {"shoot_loss": "lose"}, (9, 3, 9, 1, 0), a_deal(10, 9, 1), [1], "PI-22: both are out"),
    ],
)  # fmt: skip
def test_a_game_with_a_called_partner_has_the_expected_winner(
    slug: str, changes: dict[str, object], totals: tuple[int, ...], deal: Deal, winners: list[int], source: str
) -> None:
    rules = rules_of(slug, **changes)
    score = scored(rules, before(*totals), deal, PARTNERS)
    assert list(decided(rules, before(*totals), deal, score, PARTNERS)) == winners, source


@pytest.mark.parametrize(
    ("out", "totals", "deal", "winners", "source"),
    [
        ([0], (30, 20, 17), Deal(Side(1), 3, {Side(1): 4, Side(2): 4}), [1], "PI-22: without the bidder, who is ahead"),
        ([0], (30, 15, 15), Deal(Side(1), 3, {Side(1): 4, Side(2): 4}), [], "PI-22: the others play on"),
        ([], (30, 20, 17), Deal(Side(1), 3, {Side(1): 4, Side(2): 4}), [0], "nobody is out"),
    ],
)
def test_a_side_that_is_out_of_the_game_cannot_win(
    out: list[int], totals: tuple[int, ...], deal: Deal, winners: list[int], source: str
) -> None:
    rules = rules_of("smear-cutthroat-three")
    winners_found = decided(rules, before(*totals), deal, scored(rules, before(*totals), deal), out=[Side(n) for n in out])
    assert list(winners_found) == winners, source


def test_each_player_pays_the_winner_one_stake_for_each_of_their_set_backs() -> None:
    """The house rule `stakes_setback`: each player pays one unit for each of their set-backs."""
    assert _stakes(rules_of(CLASSIC, stakes_setback=True)) == {0: -2, 1: 5, 2: 0, 3: -3}
    assert _stakes(rules_of(CLASSIC)) == {}


def _stakes(rules: Ruleset) -> object:
    return stakes(rules, {Side(0): 2, Side(1): 1, Side(2): 0, Side(3): 3}, Side(1))


def test_the_points_of_a_deal_are_counted_in_the_order_of_the_rules_digest() -> None:
    assert COUNT_ORDER[:6] == ("high", "low", "jack", "off_jack", "high_joker", "low_joker")  # §6
    assert COUNT_ORDER[-1] == "game"


@given(variants, st.lists(st.integers(-30, 70), min_size=2, max_size=4), st.data())
def test_at_most_one_side_wins_and_it_has_reached_the_target(rules: Ruleset, totals: list[int], data: st.DataObject) -> None:
    bid = data.draw(st.integers(rules.bid_min, rules.bid_max))
    made = data.draw(st.integers(0, rules.total))
    deal = a_deal(bid, made, rules.total - made)
    score_of_deal = scored(rules, before(*totals), deal)
    winners = decided(rules, before(*totals), deal, score_of_deal)
    assert len(winners) <= 1
    if winners and not (score_of_deal.won or score_of_deal.lost):
        assert is_there(rules, score_of_deal.after[winners[0]])
        assert all(
            score_of_deal.after[winners[0]] - score >= rules.win_by for side, score in score_of_deal.after.items() if side != winners[0]
        ) or (rules.win_by == 1)


def _wins(*totals: int, deal: Deal, side_of: Any = None) -> Ask:
    def ask(rules: Ruleset) -> object:
        return decided(rules, before(*totals), deal, scored(rules, before(*totals), deal, side_of), side_of)

    return ask


_SIX = a_deal(6, 6, 4)
FIELD_ROWS = (
    ("target", HIGHER, {"target": 22}, _wins(15, 10, deal=_SIX), "§1"),
    ("target_cmp", PAST, {"target_cmp": "ge"}, _wins(48, 20, deal=a_deal(4, 6, 4)), "PI-23"),
    ("win_by", "pitch-roadhouse", {"win_by": 1}, _wins(13, 12, 0, deal=a_deal(2, 2, 2, 0)), "§1"),
    ("stakes_setback", CLASSIC, {"stakes_setback": True}, _stakes, "§1"),
    ("finish", HIGHER, {"finish": "maker_wins"}, _wins(15, 18, deal=_SIX), "§6"),
)
OPTION_ROWS = (
    ("stakes_setback", CLASSIC, True, _stakes, "§7"),
    ("target_ge", PAST, True, _wins(48, 20, deal=a_deal(4, 6, 4)), "PI-23"),
    ("target", HIGHER, 22, _wins(15, 10, deal=_SIX), "§7"),
    ("target_15", "pitch-seven-point", True, _wins(10, 0, deal=a_deal(5, 5, 2)), "§7"),
    ("target_21", "pitch-seven-point", True, _wins(16, 0, deal=a_deal(5, 5, 2)), "§7"),
    ("target_31", "smear-parlett", True, _wins(16, 0, deal=_SIX), "§7"),
    ("play_to_5_100", "pitch-trickster-4", 5, _wins(4, 0, deal=a_deal(2, 2, 1)), "§7"),
)
