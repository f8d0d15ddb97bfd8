"""The points of a deal, one by one. The sources are docs/rules/03_pitch_schema.md §5 and the rulings on counting."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.cards import Card, Seat
from domain.systems.pitch.rules.pack import Pack, pack_of, winner
from domain.systems.pitch.rules.ruleset import POINTS, Ruleset
from domain.systems.pitch.scoring.counting import PIPS, counted, folded, in_order, totals, worth
from domain.tricks.sides import Side
from tests.domain.pitch.dealing import TEAMS, Ask, cards, deals, piles, plays, rules_of

SINGLE = {Seat(seat): Side(seat) for seat in range(4)}
TEN, ALIKE, DIRTY, REVERSE = "pitch-oklahoma-four", "smear-ten-point", "pitch-dirty", "pitch-reverse"
CLASSIC, SEVEN, FIXED = "pitch-auction-classic", "pitch-seven-point", "pitch-charbonneau-ten"


# Hearts are trumps. `played`: the cards in order of play, each as seat:card. `took`: the cards that each seat took. `points`: for each
# point, the team that makes it. Seat 0 is in team 0, and seat 1 in team 1.
@pytest.mark.parametrize(
    ("slug", "changes", "played", "took", "points", "source"),
    [
        (CLASSIC, {}, "0:AH 1:2H", "0:AH 2H", {"high": 0, "low": 1, "game": 0}, "§5: Low to the holder"),
        (CLASSIC, {"low_to": "winner"}, "0:AH 1:2H", "0:AH 2H", {"high": 0, "low": 0, "game": 0}, "low_to winner"),
        (CLASSIC, {}, "0:9H 1:4H", "0:9H 4H", {"high": 0, "low": 1}, "PI-2: the highest and lowest that are played"),
        (CLASSIC, {}, "0:JH", "0:JH", {"high": 0, "low": 0, "jack": 0, "game": 0}, "PI-4: one trump is High, Low and Jack"),
        (CLASSIC, {}, "0:KH 1:JH", "0:KH JH", {"high": 0, "low": 1, "jack": 0, "game": 0}, "§5: Jack to the winner"),
        (CLASSIC, {}, "0:KS 1:JS", "0:KS JS", {"game": 0}, "§5: no trump in play, no High, Low or Jack"),
        (CLASSIC, {}, "", "", {}, "nothing played"),
        (TEN, {}, "0:JD 1:2H", "0:JD 2H", {"high": 0, "low": 1, "off_jack": 0, "game": 0}, "PI-3: an off-card may be High"),
        (TEN, {}, "0:KH 1:JD", "0:KH JD", {"high": 0, "low": 1, "off_jack": 0, "game": 0}, "PI-3: an off-card may be Low"),
        (TEN, {}, "0:HJ 1:9H", "1:HJ 9H", {"high": 0, "low": 1, "high_joker": 1}, "PI-5: a joker may be High; its point to the winner"),
        (TEN, {"joker_to": "holder"}, "0:HJ 1:9H", "1:HJ 9H", {"high": 0, "low": 1, "high_joker": 0}, "joker_to holder"),
        (TEN, {}, "0:AH 1:HJ 2:LJ", "0:AH HJ LJ", {"high": 0, "low": 0, "high_joker": 0, "low_joker": 0, "game": 0}, "PI-5: by rank"),
        ("smear-53-four", {}, "0:3H 1:HJ", "0:3H HJ", {"high": 0, "low": 0, "high_joker": 0}, "PI-5: below the two never Low"),
        ("smear-53-four", {}, "1:HJ", "0:HJ", {"high": 1, "high_joker": 0}, "PI-5: alone it is High, but not Low"),
        (ALIKE, {}, "0:HJ 1:LJ", "0:HJ LJ", {"high": 1, "low": 0, "high_joker": 0, "low_joker": 0}, "PI-5: second_higher, later is higher"),
        (ALIKE, {}, "1:LJ 0:HJ", "0:HJ LJ", {"high": 0, "low": 1, "high_joker": 0, "low_joker": 0}, "PI-5: by time, not by label"),
        (ALIKE, {"joker_order": "first_higher"}, "0:HJ 1:LJ", "0:HJ LJ", {"high": 0, "low": 1, "high_joker": 0, "low_joker": 0}, "PI-5"),
        (TEN, {}, "1:3H 0:5H", "0:3H 5H", {"high": 0, "low": 1, "trey": 0}, "§5: trey to the winner"),
        ("pitch-susky-river", {}, "1:5H 0:6H", "0:5H 6H", {"high": 0, "low": 0, "five": 0}, "pi-09: Five, captured Low"),
        ("pitch-high-five-swiss", {}, "1:5D 0:6H 0:5H", "0:5D 6H 5H", {"high": 0, "low": 1, "five": 0, "off_five": 0}, "PI-3: off-five"),
        (
            "pitch-charbonneau-extended", {}, "0:AD 1:TD 0:3D 1:2D", "0:AD TD 3D 2D",
            {"off_ace": 0, "off_ten": 0, "off_trey": 0, "off_deuce": 0}, "off-cards; no real ace or two in play, no High or Low",
        ),
        (FIXED, {}, "0:KH 1:3H", "0:KH 3H", {"trey": 0}, "high_is ace, low_is deuce: neither in play"),
        (FIXED, {}, "0:AH 1:2H", "0:AH 2H", {"high": 0, "low": 1}, "pi-06: Low is the two and its holder's"),
        (DIRTY, {}, "0:AH 1:2H", "0:AH 2H", {"high": 0, "low": 0}, "pi-07: the two goes with the trick"),
        (FIXED, {}, "0:AH 1:TH", "0:AH TH", {"high": 0, "game": 0}, "game_by ten: the player who wins it"),
        (FIXED, {}, "0:AH 1:TD", "0:AH TD", {"high": 0}, "game_by ten: of trumps"),
        (REVERSE, {}, "0:2H 1:AH", "0:2H AH", {"high": 0, "low": 1}, "pi-08, PI-12: the two is High, the ace Low"),
        (REVERSE, {}, "0:3H 1:KH", "0:3H KH", {"high": 0, "trey": 0}, "PI-12: Low is the ace only"),
        (REVERSE, {}, "0:LJ 1:HJ", "0:LJ HJ", {"high": 0, "high_joker": 0, "low_joker": 0}, "PI-12: the low joker is the higher"),
        ("smear-minnesota", {}, "0:JD 1:HJ", "0:JD HJ", {"high": 0, "low": 1, "game": 0}, "02 minnesota: trumps that score nothing"),
        (SEVEN, {}, "0:KS 1:KD 0:HJ", "0:KS HJ / 1:KD", {"high": 0, "low": 0, "high_joker": 0, "game": 0}, "pi-10: a joker breaks the tie"),
        (SEVEN, {}, "0:KS 1:KD 0:HJ 1:LJ", "0:KS HJ / 1:KD LJ", {"high": 0, "low": 1, "high_joker": 0, "low_joker": 1}, "PI-6: one each"),
        (
            SEVEN, {}, "0:QS 1:KD 1:QD 0:QC 0:HJ 0:LJ", "0:QS QC HJ LJ / 1:KD QD",
            {"high": 0, "low": 0, "high_joker": 0, "low_joker": 0, "game": 1}, "§1 jokers_half: two never make a pip",
        ),
        (TEN, {}, "0:KS 1:KD 0:HJ", "0:KS HJ / 1:KD", {"high": 0, "low": 0, "high_joker": 0}, "PI-6: tied, nobody"),
        ("pitch-exact-bid-bonus", {"game_by": "tens"}, "0:TS 1:AD", "0:TS / 1:AD", {"game": 0}, "pi-12: most tens"),
        ("pitch-exact-bid-bonus", {"game_by": "tens"}, "0:TS 1:TD", "0:TS / 1:TD", {}, "pi-13: tens level"),
        (CLASSIC, {"pt_game": 0, "game_by": "none"}, "0:AS 1:2S", "0:AS 2S", {}, "game_by none"),
        (CLASSIC, {}, "0:AH 1:2H", "0:AH", {"high": 0, "low": 1, "game": 0}, "PI-14: a dead trick is in nobody's pile"),
    ],
)  # fmt: skip
def test_each_point_of_a_deal_goes_to_the_team_that_earned_it(
    slug: str, changes: dict[str, object], played: str, took: str, points: dict[str, int], source: str
) -> None:
    rules = rules_of(slug, **changes)
    assert counted(rules, pack_of(rules, "H"), plays(played), piles(took), TEAMS) == points, source


@pytest.mark.parametrize(
    ("slug", "changes", "took", "left", "points", "source"),
    [
        ("smear-pastimes-54", {}, "", "1:3H TH", {"trey": 1, "game": 1}, "pi-122, PI-43"),
        ("smear-pastimes-54", {}, "", "1:AH 2H JH", {"high": 1, "low": 1, "jack": 1}, "PI-43: High and Low are fixed cards here"),
        ("smear-pastimes-54", {}, "", "1:JD HJ LJ", {"off_jack": 1, "high_joker": 1, "low_joker": 1}, "PI-43"),
        ("smear-pastimes-54", {}, "0:TH", "1:3H", {"game": 0, "trey": 1}, "PI-43: what was taken before stays"),
        ("smear-pastimes-54", {}, "", "1:KH TD AS", {}, "PI-43: point cards only"),
        ("smear-pastimes-54", {"high_is": "top", "low_is": "lowest"}, "", "1:AH 2H", {}, "PI-43: High and Low where they are fixed cards"),
        ("smear-pastimes-54", {"game_by": "pips", "game_tie": "nobody"}, "", "1:TH", {}, "PI-43: Game where it is the ten"),
    ],
)  # fmt: skip
def test_the_cards_left_in_hand_score_when_a_team_has_no_trump_left(
    slug: str, changes: dict[str, object], took: str, left: str, points: dict[str, int], source: str
) -> None:
    rules = rules_of(slug, **changes)
    assert counted(rules, pack_of(rules, "H"), [], piles(took), TEAMS, piles(left)) == points, source


def test_trumps_shown_at_the_end_of_a_deal_count_as_won_by_their_holder() -> None:
    """PI-41. The caller of `counted`, here the test, adds the shown cards to the plays and to the cards that their holder took."""
    rules = rules_of(FIXED)
    counts = counted(rules, pack_of(rules, "H"), plays("0:KH 1:2H 1:AH 1:TH"), piles("0:KH / 1:2H AH TH"), TEAMS)
    assert counts == {"high": 1, "low": 1, "game": 1}


# Team 0 holds the bid and folds (gives up the deal).
@pytest.mark.parametrize(
    ("slug", "changes", "played", "took", "points", "source"),
    [
        ("pitch-six-point-fold", {}, "1:AH 0:KH 1:QH", "1:AH KH QH", {"high": 1}, "pi-118, PI-19: the ace itself"),
        ("pitch-six-point-fold", {}, "1:KH 0:QH", "1:KH QH", {}, "PI-19: the highest played is not the ace"),
        ("pitch-six-point-fold", {}, "1:2H 0:KH", "0:2H KH", {"low": 1}, "PI-19: the two itself, played by them"),
        ("pitch-six-point-fold", {"low_to": "winner"}, "0:2H 1:KH", "1:2H KH", {}, "PI-19: played by them, no matter who took it"),
        ("pitch-six-point-fold", {}, "0:AH 1:2H 0:JH", "0:AH 2H JH", {"low": 1}, "PI-19: the makers score nothing"),
        ("pitch-six-point-fold", {}, "0:JH 1:KH 0:JD 0:HJ", "1:JH KH JD HJ", {"jack": 1, "off_jack": 1, "high_joker": 1}, "PI-19: won"),
        ("pitch-six-point-fold", {}, "1:AS 0:TS", "1:AS TS", {}, "PI-19: Game is not awarded"),
        ("pitch-campbell-ten-point", {"fold": "maker_may_fold"}, "0:3H 1:TH", "1:3H TH", {}, "PI-19: neither trey nor ten"),
        ("pitch-reverse", {"fold": "maker_may_fold"}, "1:2H 0:KH 1:AH", "1:2H KH AH", {"high": 1, "low": 1}, "PI-12, PI-19"),
        (
            "pitch-six-point-fold", {"house": frozenset({"defenders_score_all"})}, "1:KH 0:QH", "1:KH QH", {"high": 1, "game": 1},
            "PI-19 option: what the cards played come to, the makers' Low aside",
        ),
    ],
)  # fmt: skip
def test_the_defenders_get_the_expected_points_when_the_makers_fold(
    slug: str, changes: dict[str, object], played: str, took: str, points: dict[str, int], source: str
) -> None:
    rules = rules_of(slug, **changes)
    assert folded(rules, pack_of(rules, "H"), plays(played), piles(took), TEAMS, Side(0)) == points, source


def test_a_full_pack_holds_eighty_pips() -> None:
    pack = pack_of(rules_of(CLASSIC), "H")
    assert sum(PIPS.get(card[0], 0) for card in pack.cards) == 80  # §5


def test_pitch_has_fourteen_kinds_of_points_and_an_unknown_one_is_refused() -> None:
    assert len(POINTS) == 14
    with pytest.raises(AttributeError):
        worth(rules_of(CLASSIC), "trump")


@given(deals(), st.sampled_from([TEAMS, SINGLE]))
def test_the_points_of_a_deal_never_exceed_the_total_of_the_rules(
    dealt: tuple[Ruleset, Pack, list[list[tuple[Seat, Card]]]], side_of: Mapping[Seat, Side]
) -> None:
    rules, pack, tricks = dealt
    played = [play for trick in tricks for play in trick]
    captured = _captured(rules, pack, tricks)
    counts = counted(rules, pack, played, captured, side_of)
    taken = totals(rules, counts, set(side_of.values()))
    assert all(worth(rules, name) for name in counts)
    assert sum(taken.values()) == sum(worth(rules, name) for name in counts) <= rules.total
    trumps = {card for _, card in played if card in pack.strength}
    for name in counts:
        assert name == "game" or trumps, "a point of a card needs a trump in play"
    fixed = {name: card for name, card in pack.point_of.items() if card in trumps}
    assert fixed.keys() <= counts.keys(), "the card is in play, so its point is somebody's"
    if trumps and rules.high_is == "top":
        assert "high" in counts


@given(deals())
def test_which_side_makes_a_point_does_not_depend_on_seat_numbers(dealt: tuple[Ruleset, Pack, list[list[tuple[Seat, Card]]]]) -> None:
    rules, pack, tricks = dealt
    played = [play for trick in tricks for play in trick]
    counts = counted(rules, pack, played, _captured(rules, pack, tricks), TEAMS)
    turned = [(Seat((seat + 1) % 4), card) for seat, card in played]
    again = [[(Seat((seat + 1) % 4), card) for seat, card in trick] for trick in tricks]
    assert {name: 1 - side for name, side in counts.items()} == counted(rules, pack, turned, _captured(rules, pack, again), TEAMS)


@given(deals())
def test_after_a_fold_the_defenders_get_only_points_that_the_whole_deal_would_give(
    dealt: tuple[Ruleset, Pack, list[list[tuple[Seat, Card]]]],
) -> None:
    """Each point that the defenders get after the fold also goes to them in the whole deal. Low and jokers may go to the makers."""
    rules, pack, tricks = dealt
    played = [play for trick in tricks for play in trick]
    captured = _captured(rules, pack, tricks)
    whole = counted(rules, pack, played, captured, TEAMS)
    for name, side in folded(rules, pack, played, captured, TEAMS, Side(0)).items():
        assert side == 1
        assert name in whole
        assert whole[name] == side or name == "low" or (name.endswith("_joker") and rules.joker_to == "holder")


def _captured(rules: Ruleset, pack: Pack, tricks: list[list[tuple[Seat, Card]]]) -> dict[Seat, list[Card]]:
    piles_by_seat: dict[Seat, list[Card]] = {Seat(seat): [] for seat in range(4)}
    for trick in tricks:
        taker = winner(rules, pack, trick)
        if taker is not None:
            piles_by_seat[taker] += [card for _, card in trick]
    return piles_by_seat


def test_a_list_of_trumps_is_in_order_of_rank_and_omits_plain_cards() -> None:
    rules = rules_of(ALIKE)
    assert in_order(rules, pack_of(rules, "H"), cards("2H KS HJ AH LJ JD")) == cards("AH JD LJ HJ 2H")


def _points(played: str, took: str, left: str = "") -> Ask:
    def ask(rules: Ruleset) -> object:
        counts = counted(rules, pack_of(rules, "H"), plays(played), piles(took), TEAMS, piles(left))
        return counts, totals(rules, counts, ())

    return ask


_EXTENDED = "pitch-charbonneau-extended"
_ALL = _points("0:AH 1:TD 0:3D 1:2D 0:AD 1:JH 0:JD 1:HJ 0:LJ 1:TH 0:3H 1:2H 0:5H 1:5D", "0:AH TD 3D 2D AD JH JD HJ LJ TH 3H 2H 5H 5D")
FIELD_ROWS = (
    *((f"pt_{name}", _EXTENDED, {f"pt_{name}": 2}, _ALL, "§5") for name in POINTS if name not in {"five", "off_five"}),
    ("pt_five", "pitch-high-five-swiss", {"pt_five": 2}, _ALL, "§5"),
    ("pt_off_five", "pitch-high-five-swiss", {"pt_off_five": 2}, _ALL, "§5"),
    ("team_out", "smear-pastimes-54", {"team_out": "n/a"}, _points("", "", "1:3H TH"), "PI-43"),
    ("high_is", FIXED, {"high_is": "top"}, _points("0:KH", "0:KH"), "§1"),
    ("low_is", FIXED, {"low_is": "lowest"}, _points("0:KH", "0:KH"), "§1"),
    ("low_to", DIRTY, {"low_to": "holder"}, _points("0:AH 1:2H", "0:AH 2H"), "§1"),
    ("joker_to", TEN, {"joker_to": "holder"}, _points("0:AH 1:HJ", "0:AH HJ"), "§1"),
    ("game_by", TEN, {"game_by": "ten", "game_tie": "n/a"}, _points("0:AS", "0:AS"), "§1"),
    ("game_tie", SEVEN, {"game_tie": "nobody"}, _points("0:KS 1:KD 0:HJ", "0:KS HJ / 1:KD"), "PI-6"),
    ("joker_order", ALIKE, {"joker_order": "first_higher"}, _points("0:HJ 1:LJ", "0:HJ LJ"), "PI-5"),
    ("joker_slot", "smear-53-four", {"joker_slot": "above_ten"}, _points("0:AH 1:HJ", "0:AH HJ"), "PI-5"),
)
OPTION_ROWS = (
    ("low_to_winner", CLASSIC, True, _points("0:AH 1:2H", "0:AH 2H"), "§7"),
    ("low_to_holder", "pitch-arizona", True, _points("0:AH 1:6H", "0:AH 6H"), "§7"),
    ("joker_to_holder", ALIKE, True, _points("0:AH 1:HJ", "0:AH HJ"), "§7"),
    ("no_trey", TEN, True, _ALL, "§7"),
    ("drop_points", FIXED, ["trey"], _ALL, "§7"),
    ("off_three", "smear-pastimes-54", True, _ALL, "§7"),
    ("save_the_five", "pitch-high-low-jick-jack-game", True, _ALL, "§7"),
    ("no_jick", ALIKE, True, _ALL, "§7"),
    ("game_by_pips", "pitch-campbell-ten-point", True, _points("0:AS", "0:AS"), "§7"),
    ("game_by_ten", TEN, True, _points("0:AS", "0:AS"), "§7"),
    ("game_by_tens", "pitch-exact-bid-bonus", True, _points("0:AS 0:KS 0:QS 0:JS 1:TD", "0:AS KS QS JS / 1:TD"), "§7"),
)
