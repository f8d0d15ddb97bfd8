"""A made-up game of tricks, tested with random games and with rows. The game shows that `domain.tricks` is enough to make a system."""

from random import Random

import pytest

from domain.kernel.cards import SUITS
from domain.kernel.events import Act
from domain.notation import Sheet, write
from domain.notation import read as read_sheet
from domain.record.fold import Reading, read
from domain.selfplay import move
from domain.system import PUBLIC, SCOREKEEPER, seat_viewer
from domain.words.tables import deal_line
from tests.domain.playing import act, events, opening, suspicions
from tests.domain.tricks.plain import CARDS, PLAIN
from tests.forgetful import known

SYSTEM = PLAIN.erased()
HANDS = {0: "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", 1: "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"}
DEALT = act("CardsDealt", dealer=3, hands={str(seat): hand.split() for seat, hand in HANDS.items()})
BLIND = act("CardsDealt", dealer=3)


def game(*acts: Act, **options: object) -> Reading:
    return read(SYSTEM, events([opening(SYSTEM, 4, **options), *acts]))  # type: ignore[arg-type]


def played(line: str, seat: int = 0) -> list[Act]:
    """Read a line of cards, played clockwise from `seat`; `2:AS` is a card of seat 2."""
    return [
        act("CardPlayed", seat=int(item[0]) if ":" in item else (seat + at) % 4, card=item[-2:]) for at, item in enumerate(line.split())
    ]


def random_game(seed: int, *, told: bool) -> Reading:
    """Play a random game to its end. `told`: whether every hand is written down."""
    dice = Random(seed)
    acts: list[Act] = [opening(SYSTEM, 4, trump=dice.choice(SUITS), target=1)]
    while (reading := read(SYSTEM, events(acts))).result.state == "open" and len(acts) < 60:
        made = move(SYSTEM, reading.table, dice.choice)
        if told and made is not None and reading.table.deal.turn is None:  # type: ignore[attr-defined]
            cards = dice.sample(CARDS, 52)
            made = act("CardsDealt", dealer=0, hands={str(seat): cards[13 * seat : 13 * seat + 13] for seat in range(4)})
        assert made is not None
        acts.append(made)
    return reading


@pytest.mark.parametrize("seed", range(5))
def test_a_random_game_with_every_hand_written_down_ends_without_findings(seed: int) -> None:
    reading = random_game(seed, told=True)
    assert (reading.result.state, reading.findings) == ("finished", ())
    assert sorted(reading.result.winners) in ([0, 2], [1, 3])


@pytest.mark.parametrize(
    ("acts", "found", "source"),
    [
        ([BLIND, *played("2H 3H 4H 5H")], [], "everybody followed"),
        ([BLIND, *played("2H 3C 4H 5H 3:6H 0:7H 1:8H")], ["revoke"], "a heart after a club on hearts"),
        ([BLIND, *played("2H 3S 4H 5H 1:8H")], ["revoke"], "a heart after a trump on hearts"),
        ([BLIND, *played("2S")], [], "a hand of nothing but trumps may lead one"),
        (
            [BLIND, *played("2S 3S 4S 5S 3:6S 0:7H")],
            ["trump-led-too-early"],
            "the first lead of a trump proved that the hand had nothing else",
        ),
        ([BLIND, *played("2H 3S 4H 5H 1:8S")], [], "trumps are broken"),
        ([DEALT, *played("2S")], [], "the recorded hand has nothing but trumps"),
        ([DEALT, *played("2D 2H")], ["card-not-held"], "the recorded hand has nothing but trumps"),
        ([BLIND, *played("1:2H")], ["wrong-leader"], "the player left of the dealer leads"),
        ([BLIND, *played("2H 3H 0:4H")], ["out-of-turn"], "each plays once"),
        ([BLIND, *played("2H 2H")], ["card-seen-twice"], "each card is once in the pack"),
        ([act("CardsDealt", dealer=0, hands={"1": ["AS", "AS"]})], ["wrong-number-dealt", "card-seen-twice"], "13 cards each"),
    ],
)
def test_a_record_of_the_made_up_game_has_the_expected_findings(acts: list[Act], found: list[str], source: str) -> None:
    assert [finding.rule for finding in suspicions(game(*acts))] == found, source


def test_the_team_with_more_tricks_scores_a_point() -> None:
    hands = [[card for card in CARDS if card[1] == suit] for suit in "SHDC"]
    acts = [
        act("CardsDealt", dealer=3),
        *[act("CardPlayed", seat=seat, card=hands[seat][trick]) for trick in range(13) for seat in range(4)],
    ]
    reading = game(*acts, target=1)
    assert [reading.table.ledger.scores[seat] for seat in range(4)] == [1, 0, 1, 0]  # type: ignore[attr-defined]
    assert (reading.result.state, reading.result.winners) == ("finished", (0, 2))


def test_a_hand_is_seen_only_by_its_player() -> None:
    reading = game(DEALT)
    hands = {
        viewer: [view.seats[0].hand, view.seats[1].hand]
        for viewer in (PUBLIC, SCOREKEEPER, seat_viewer(0))  # type: ignore[arg-type]
        for view in [SYSTEM.seen_by(reading.table, viewer)]
    }
    assert [[hand is not None for hand in both] for both in hands.values()] == [[False, False], [True, True], [True, False]]


def test_the_line_about_a_deal_names_the_trump_suit_of_a_game_without_bids() -> None:
    lines = [deal_line(SYSTEM.seen_by(game(*acts, trump="H").table, PUBLIC), "seat {}".format) for acts in ((), (BLIND,))]
    assert lines == ["", "hearts are trump · dealer seat 3"]


def test_a_sheet_of_the_game_reads_back_as_the_same_acts() -> None:
    with known(PLAIN):  # type: ignore[arg-type]
        reading = random_game(1, told=True)
        sheet = write(Sheet(reading.events, ending="", proved=False))
        assert "0:plays" not in sheet
        back = read_sheet(sheet).sheet
        assert back is not None
        assert [event.act for event in back.events] == [event.act for event in reading.events]
