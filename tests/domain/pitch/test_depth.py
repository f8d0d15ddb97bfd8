"""Records of Pitch that leave out cards: which statements count, which are only compared with the cards, and what rulings change."""

from dataclasses import replace

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Act
from domain.kernel.view import DealSide, LastDeal
from domain.system import PUBLIC
from domain.systems.pitch import SYSTEMS as VARIANTS_PLAYED
from domain.systems.pitch.variants import VARIANTS
from tests.domain.pitch.playing import PLAYED, broken, calls, deal, deal_of, game, names, plays, scores, stated, table_of
from tests.domain.playing import act

TEN, CLASSIC, PAGAT, ROADHOUSE = "smear-ten-point", "pitch-auction-classic", "pitch-pagat-partnership", "pitch-roadhouse"
PAWNEE, SHOOTS = "pitch-pawnee-five", "pitch-trickster-10"


def points(**made: int) -> dict[str, int]:
    return made


DEALS: list[tuple[str, tuple[Act, ...], list[int], list[str], str]] = [
    (TEN, (stated(1, maker=1, bid=3, trump="H", points=points(high=1, low=0, jack=3, trey=1, game=0)),), [2, 5, 2, 5], [], "03 §6 made"),
    (TEN, (stated(1, maker=1, bid=6, trump="H", points=points(high=1, low=0, jack=3, trey=1)),), [1, -6, 1, -6], [], "03 §6 minus the bid"),
    (TEN, (stated(1, maker=0, bid=4, counts={"0": 6, "1": 4}),), [6, 4, 6, 4], [], "only the numbers of points are stated"),
    (TEN, (stated(1, maker=0, bid=4, points=points(high=0), made=True),), [-4, 0, -4, 0], ["deal-stated-otherwise"], "the bid was missed"),
    (TEN, (stated(1, maker=0, bid=4),), [0, 0, 0, 0], ["deal-not-scored"], "no points are stated"),
    (TEN, (stated(1, bid=4, points=points(high=0)),), [0, 0, 0, 0], ["deal-not-scored"], "the maker is unknown"),
    (TEN, (*calls("1:3"), names(1, "H"), stated(1, points=points(high=1, low=0, jack=3, trey=1))), [1, 5, 1, 5], [], "bid and trump known"),
    (TEN, (stated(2, maker=1, bid=3, points=points(high=1, jack=1, low=1)),), [0, 3, 0, 3], ["rounds-missing"], "a deal before is missing"),
    (TEN, (stated(1, maker=1, bid=3, points=points(five=1, high=1, low=1, jack=1)),), [0, 3, 0, 3], ["no-such-point"], "03 §1 pt_five 0"),
    (TEN, (act("RoundStated", round=1, points={"0": 4, "3": -2}),), [4, -2, 4, -2], [], "a seat speaks for its side"),
    (TEN, (act("ScoreStated", scores={"0": 12, "1": 7}),), [12, 7, 12, 7], [], "totals"),
    (SHOOTS, (stated(1, maker=1, shoot=True, counts={"1": 10, "0": 0}),), [0, 0, 0, 0], [], "§6: a shoot wins outright, delta 0"),
    (SHOOTS, (stated(1, maker=1, shoot=True, counts={"1": 9, "0": 1}),), [1, -32, 1, -32], [], "shoot_loss minus_target, PI-30"),
    (ROADHOUSE, (stated(1, maker=1, shoot=True, counts={"1": 4}, made=True),), [0, 15, 0, 0], [], "all tricks too, as stated"),
    (ROADHOUSE, (stated(1, maker=1, shoot=True, counts={"1": 4}, made=False),), [0, -15, 0, 0], [], "a trick was lost"),
    (ROADHOUSE, (stated(1, maker=1, shoot=True, counts={"1": 4}),), [0, 0, 0, 0], ["deal-not-scored"], "the tricks are unknown"),
    (ROADHOUSE, (stated(1, maker=1, shoot=True, counts={"1": 3, "0": 1}),), [1, -15, 0, 0], [], "a point short, with any tricks"),
    (PAWNEE, (stated(1, maker=1, bid=5, partner=3, points=points(high=3, game=1, jack=1, trey=1, low=0)),), [1, 6, 1, 6, 1], [], "PI-25"),
    (PAWNEE, (stated(1, maker=1, bid=5, points=points(high=1, jack=2)),), [1, -5, 1, 1, 1], [], "PI-25: alone"),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "acts", "totals", "found", "source"), DEALS, ids=[f"{row[0]} {row[-1]}" for row in DEALS])
def test_stated_deals_give_the_expected_totals_and_findings(
    slug: str, acts: tuple[Act, ...], totals: list[int], found: list[str], source: str
) -> None:
    reading = game(slug, *acts, seats=max(4, VARIANTS[slug].rules.players[0]))
    assert (scores(reading), broken(reading, gaps=True)) == (totals, found), source


ENDS: list[tuple[str, tuple[Act, ...], list[int], str]] = [
    (TEN, tuple(stated(n, maker=1, bid=3, counts={"1": 8, "0": 2}) for n in (1, 2, 3)), [1, 3], "03 §6 higher_then_maker"),
    (TEN, tuple(act("RoundStated", round=n, points={"1": 11}) for n in (1, 2)), [1, 3], "the highest at the target, no matter who bid"),
    (PAGAT, tuple(act("RoundStated", round=n, points={"1": 11}) for n in (1, 2)), [], "maker_only: nobody knows who bid"),
    (PAGAT, tuple(stated(n, maker=1, bid=3, counts={"1": 4}) for n in range(1, 7)), [1, 3], "maker_only: bid and made"),
    (PAGAT, tuple(stated(n, maker=0, bid=2, counts={"1": 4}) for n in range(1, 7)), [], "maker_only: the other side bid"),
    (SHOOTS, (stated(1, maker=1, shoot=True, counts={"1": 10}),), [1, 3], "shoot_gain win"),
    (CLASSIC, (act("ResultStated", winners=[2], scores={"2": 7}),), [2], "result only"),
    (TEN, (act("ResultStated", winners=[2]),), [0, 2], "the winner's partner wins too"),
]


@pytest.mark.parametrize(("slug", "acts", "winners", "source"), ENDS, ids=[f"{row[0]} {row[-1]}" for row in ENDS])
def test_a_game_recorded_only_by_stated_deals_has_the_expected_winner(
    slug: str, acts: tuple[Act, ...], winners: list[int], source: str
) -> None:
    reading = game(slug, *acts, seats=4)
    assert list(table_of(reading).winners) == winners, source
    assert (table_of(reading).state == "finished") == bool(winners)


def test_a_ruling_changes_the_score_and_can_reopen_the_game() -> None:
    """The rule is in domain/rounds.py. A ruling that gives or takes points at one seat counts for the side of that seat."""
    won = [stated(number, maker=1, bid=3, counts={"1": 8, "0": 2}) for number in (1, 2, 3)]
    adjusted = act("RulingRecorded", cites={"dispute": 4}, rule="PI-28", rectification="adjust", round=3, points={"1": -3})
    reading = game(TEN, *won, adjusted)
    assert (scores(reading), table_of(reading).state, table_of(reading).winners) == ([4, 13, 4, 13], "open", ())
    replayed = act("RulingRecorded", cites={"dispute": 4}, rule="PI-28", rectification="replay", round=3)
    again = game(TEN, *won, replayed)
    assert (scores(again), table_of(again).ledger.round, table_of(again).state) == ([4, 16, 4, 16], 3, "open")


def test_a_deal_recorded_without_its_bid_is_scored_when_the_bid_is_stated() -> None:
    line = "1:AS 2:2S 3:JS 0:4S 1:KS 2:3S 3:9H 0:5S 1:QS 2:7H 3:8H 0:6S 1:TS 2:TH 3:AH 0:7S 1:9S 2:2H 3:3H 0:8S 1:9D 2:AD 3:TD 0:2D"
    waiting = game(PAGAT, *plays(line))
    assert (deal_of(waiting).phase, scores(waiting)) == ("score", [0, 0, 0, 0])
    reading = game(PAGAT, *plays(line), stated(1, bid=2))
    assert (scores(reading), broken(reading, gaps=True)) == ([1, 3, 1, 3], [])
    wrong = game(PAGAT, *plays(line), stated(1, bid=2, points={"high": 0}))
    assert (scores(wrong), broken(wrong)) == ([1, 3, 1, 3], ["deal-stated-otherwise"])


def test_a_bidder_who_fails_to_shoot_the_moon_is_out_of_the_game() -> None:
    """PI-22: of the players who are still in the game, the one with the most points wins. If several of them have the most points, they
    play on without the bidder."""
    rules = replace(VARIANTS["smear-cutthroat-three"].rules)
    reading = game(rules, stated(1, maker=0, shoot=True, counts={"1": 1, "2": 1}), seats=3)
    assert (set(table_of(reading).exiled), table_of(reading).winners) == ({0}, ())
    alone = game(rules, stated(1, maker=0, shoot=True, counts={"1": 2, "2": 1}), seats=3)
    assert table_of(alone).winners == (1,)


def test_every_variant_can_be_recorded_by_stating_its_deals() -> None:
    for system in VARIANTS_PLAYED:
        rules = VARIANTS[system.slug].rules
        reading = game(rules, stated(1, maker=0, bid=rules.bid_min, points={"high": 0, "low": 1}))
        assert (broken(reading, gaps=True), len(table_of(reading).dealt)) == ([], 1), system.slug
        assert any(prompt.type == "DealStated" for prompt in system.prompts(game(rules).table))


def test_a_new_deal_before_the_end_of_the_previous_deal_is_a_gap() -> None:
    reading = game(PAGAT, deal(0), *calls("1:2 2:pass 3:pass 0:pass"), *plays("1:AS 2:2S"), deal(1))
    assert broken(reading, gaps=True) == ["deal-unfinished"]


def test_the_stakes_are_shown_when_the_game_is_won() -> None:
    """03 §1 stakes_setback: each player pays the winner one unit for each of their own set-backs."""
    lost = [stated(n, maker=0, bid=3, points=points(high=1, low=1, jack=1)) for n in (1, 2, 3)]
    scored = "Deal 3: {0} was set at 3 ({1}: high, low, jack); {0} -3, {1} +3."
    for chosen, sentence in ((True, f"{scored} Stakes: {{0}} -3, {{1}} +3."), (False, scored)):
        reading = game(replace(VARIANTS[CLASSIC].rules, stakes_setback=chosen), *lost, seats=2)
        view = PLAYED[CLASSIC].seen_by(reading.table, PUBLIC)
        assert view.last_round == sentence
        sides = DealSide((Seat(0),), -3, "3", made=False), DealSide((Seat(1),), 3)
        assert view.last_deal == LastDeal(3, sides)
        kept = PLAYED[CLASSIC].bids_kept
        assert kept is not None
        assert kept(reading.table, 2) == {2: {0: False}, 3: {0: False}}
