"""Games of Box with real cards: no honest player is accused, every accused player has lied (BX-3), and no sealed value is shown."""

from random import Random

import pytest

from domain.kernel.canonical import Json
from domain.record.fold import Reading, read
from domain.system import PUBLIC, seat_viewer
from domain.systems import SYSTEMS
from tests.domain.box_dealer import Dealer
from tests.domain.playing import suspicions
from tests.speeds import seeds, slow
from tests.test_every_system import blinded

BOX = SYSTEMS["box"]
ODD = ("ending", "players")
OPTIONS: list[dict[str, Json]] = [
    {},
    {"ending": "first_out_loses"},
    *({option.name: True} for option in BOX.options if option.name not in ODD),
]
every_option = pytest.mark.parametrize("options", OPTIONS, ids=[next(iter(each), "default") for each in OPTIONS])


def dealt(seed: int, options: dict[str, Json], *, chance: float = 0.0, told: bool = False) -> tuple[Dealer, Reading]:
    dealer = Dealer(Random(seed), chance, told, options)
    return dealer, dealer.play(3 + seed % 3)


@every_option
@pytest.mark.parametrize("told", [False, True], ids=["plays", "every card"])
@pytest.mark.parametrize("seed", seeds(8, 1))
def test_a_random_game_without_lies_has_no_finding(options: dict[str, Json], told: bool, seed: int) -> None:
    """After every act, the engine's counts equal the dealer's real cards, 52 in all (01 §4)."""
    _, reading = dealt(seed, options, told=told)
    assert [finding.sentence for finding in reading.findings] == []


@pytest.mark.parametrize("told", [False, True], ids=["plays", "every card"])
@pytest.mark.parametrize("games", [5, pytest.param(40, marks=slow)])
def test_every_finding_in_a_random_game_names_an_act_that_was_a_lie(told: bool, games: int) -> None:
    """There are at least as many findings as games, and each names a draw or a lead that was a lie."""
    proved = 0
    for seed in range(games):
        dealer, reading = dealt(seed, {}, chance=0.05, told=told)
        for finding in reading.findings:
            assert finding.rule in ("false-stuck", "lead-not-highest")
            assert dealer.lies & set(finding.versions), finding
            proved += 1
    assert proved >= games


@pytest.mark.parametrize("seed", seeds(20, 3))
def test_every_lie_in_a_random_game_is_proved_if_all_cards_are_recorded(seed: int) -> None:
    dealer, reading = dealt(seed, {}, chance=0.05, told=True)
    assert dealer.lies == {finding.versions[-1] for finding in suspicions(reading) if finding.rests_on}


@pytest.mark.parametrize("seed", seeds(8, 1))
def test_sealed_values_change_nothing_for_viewers_who_may_not_see_them(seed: int) -> None:
    """01 §4, public and hidden: a hand is seen only by its owner, and a box by no player."""
    _, reading = dealt(seed, {}, chance=0.03, told=True)
    for at in range(2, reading.version, 9):
        then = reading.at(at)
        for viewer in (PUBLIC, *(seat_viewer(seating.seat) for seating in reading.opened.seats)):
            blind = read(BOX, tuple(blinded(event, then.table, BOX, viewer) for event in then.events))
            assert BOX.seen_by(blind.table, viewer) == BOX.seen_by(then.table, viewer)
            assert BOX.outcome(blind.table) == BOX.outcome(then.table)
            assert [finding for finding in then.findings if viewer.may_see(finding)] == list(blind.findings)
