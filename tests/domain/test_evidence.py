"""Evidence: how well a record knows each card, round and result. docs/evidence.md explains the levels and their sources."""

from collections.abc import Sequence
from typing import Final, get_args

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import EVENT_TYPES, Act
from domain.record.evidence import DECIDING, LAYING, Level, card_evidence, last_evidence, result_evidence, round_evidence
from domain.record.fold import Reading
from domain.rounds import rounds_over
from tests.domain.playing import act, opener, place, played, reveal

DOWN = place(0, "l", "2C")
"""Seat 0 places a card face down, and the card is recorded."""
BLANK = place(0, "l")

CARDS: list[tuple[str, Sequence[Act], dict[int, tuple[str, tuple[int, ...]]], str]] = [
    # Each row: a name; the acts from version 3 on; for each version, (the level of seat 0's card, the versions that prove the card); the
    # source.
    ("recorded face down", [DOWN], {3: ("stated", (3,))}, "a face-down card is known from its player"),
    ("not recorded", [BLANK], {3: ("unknown", (3,))}, "CardPlaced: None if the card is not recorded"),
    ("turned over", [DOWN, reveal({0: "2C"})], {3: ("inferred", (3, 4)), 4: ("observed", (4,))}, "the revelation proves it"),
    ("not recorded, then turned over", [BLANK, reveal({0: "2C"})], {3: ("inferred", (3, 4)), 4: ("observed", (4,))}, "the same"),
    ("another seat's card is turned over", [BLANK, reveal({1: "AS"})], {3: ("unknown", (3,))}, "proves nothing about seat 0"),
    (
        "void before it was turned",
        [BLANK, act("DealVoided", reason="x"), reveal({0: "2C"})],
        {3: ("unknown", (3,)), 5: ("observed", (5,))},
        "another card",
    ),
    ("withdrawn revelation", [BLANK, reveal({0: "2C"}), act("Retracted", target=4)], {3: ("unknown", (3,))}, "as corrected"),
]


@pytest.mark.parametrize(("what", "acts", "expected", "source"), CARDS, ids=[row[0] for row in CARDS])
def test_each_recorded_card_has_the_expected_level_of_evidence(
    what: str, acts: Sequence[Act], expected: dict[int, tuple[str, tuple[int, ...]]], source: str
) -> None:
    reading = played("high-card", 3, opener(0), *acts)
    laid = card_evidence(reading)
    assert {version: laid[version][Seat(0)] for version in laid if 0 in laid[version]} == expected


def test_selected_numbers_and_offered_cards_have_a_level_of_evidence() -> None:
    low = played("high-card-low-card", 3, act("CardSelected", seat=0), act("NumbersRevealed", values={"0": 1, "1": 2, "2": 3}))
    up = played("one-up", 3, act("CardOffered", seat=1), act("CardsFlipped", cards={"0": "AS", "1": "KH", "2": "QD"}))
    reading = played("high-card-low-card", 3, act("CardSelected", seat=0), act("CardSelected", seat=1, value=5))
    assert card_evidence(reading) == {2: {0: ("unknown", (2,))}, 3: {1: ("stated", (3,))}}
    assert card_evidence(low)[2] == {0: ("inferred", (2, 3))}
    assert card_evidence(up)[2] == {1: ("inferred", (2, 3))}


NEITHER: Final = frozenset(
    [
        "GameOpened", "VisibilitySet", "SpectatorDelaySet", "PlayerJoined", "PlayerLeft", "PlayerSubstituted",
        "NoteWritten", "IrregularityCalled", "IrregularityAttested", "Retracted", "ClaimMade", "ClaimAnswered", "ConcessionMade",
        "CardsShown", "GameAbandoned", "DealVoided", "TimeCalled", "ResultConfirmed", "ResultFinalised", "GameAnnulled", "GameRemoved",
        "GameLinked",
        "OpenerChosen", "HandDealt", "CardsDealt", "MisdealCalled", "DealFolded", "OutDeclared",
        "BidMade", "BidPassed", "BidDoubled", "ShootCalled", "TrumpNamed", "PartnerCalled",
        "KittyTaken", "CardsDiscarded", "CardsDrawn", "StockTaken", "StockSearched", "CardRescued",
        "StakePlaced", "BaseShown", "GuessMade", "CardTurned", "UnitsCollected", "RunContinued", "GuessPassed",
        "BoxesSet", "BoxRefilled", "HandRefilled", "ExtrasTraded", "StuckDeclared", "Resurrected", "ResurrectionDeclined",
    ]
)  # fmt: skip
"""The names of all other types of acts. Some of them prove nothing, and some prove only which cards were in hands. Confirmations are here
too, because `result_evidence` reads them from `Result.confirmed`."""


def test_every_type_of_act_has_a_kind_of_evidence() -> None:
    """Each type of act puts cards before a seat, or decides about scores, or does neither."""
    names = [*(kind.__name__ for kind in (*LAYING, *DECIDING)), *NEITHER]
    assert sorted(names) == sorted(EVENT_TYPES)


def test_a_card_that_is_pitched_instead_of_a_bid_has_the_evidence_level_observed() -> None:
    reading = played("pitch-auction-classic", 3, act("CardsDealt", dealer=0), act("PitchedAsBid", seat=1, card="AS"))
    assert card_evidence(reading) == {3: {1: ("observed", (3,))}}


def test_the_event_that_turns_a_card_over_raises_its_evidence_level_to_observed() -> None:
    reading = played("high-card", 3, opener(0), BLANK, place(1, "h"), reveal({1: "AS"}))
    assert card_evidence(reading) == {3: {0: ("unknown", (3,))}, 4: {1: ("inferred", (4, 5))}, 5: {1: ("observed", (5,))}}


LAST = [
    ("nothing laid", [], {}),
    ("one card unknown, one recorded", [BLANK, place(1, "h", "AS")], {0: ("unknown", (3,)), 1: ("stated", (4,))}),
    ("turned over", [BLANK, place(1, "h", "AS"), reveal({0: "2C"})], {0: ("observed", (5,)), 1: ("stated", (4,))}),
]


@pytest.mark.parametrize(("what", "acts", "expected"), LAST, ids=[row[0] for row in LAST])
def test_the_card_in_front_of_each_seat_has_its_level_of_evidence(what: str, acts: Sequence[Act], expected: dict[int, object]) -> None:
    reading = played("high-card", 3, opener(0), *acts)
    assert last_evidence(reading, [Seat(0), Seat(1), Seat(2)]) == expected


def a_round() -> list[Act]:
    """Return a round that seat 0 wins in one hand: all three seats call lowest, and seat 0 has a two."""
    return [opener(0), place(0, "l", "2C"), place(1, "l", "AS"), place(2, "l", "KH"), reveal("2C AS KH")]


STATED = act("RoundStated", round=1, points={"0": 1})
RULED = act("RulingRecorded", cites={"dispute": 2}, rule="HC-9", rectification="adjust", round=1, points={"1": 1})
NOTHING = act("RulingRecorded", cites={"dispute": 2}, rule="HC-9", rectification="stand")

ROUNDS = [
    ("played", a_round(), [(1, {0: 1}, ("observed", (6,)))]),
    ("stated", [STATED], [(1, {0: 1}, ("stated", (2,)))]),
    ("stated, and ruled", [STATED, RULED], [(1, {1: 1}, ("director", (3,)))]),
    ("not over", a_round()[:-1], []),
]


@pytest.mark.parametrize(("what", "acts", "expected"), ROUNDS, ids=[row[0] for row in ROUNDS])
def test_each_round_has_the_expected_level_of_evidence(what: str, acts: Sequence[Act], expected: list[object]) -> None:
    rounds = rounds_over(played("high-card", 3, *acts).table)
    assert [(over.number, over.points, round_evidence(over)) for over in rounds] == expected


def test_stating_a_round_that_was_played_does_not_lower_its_level_of_evidence() -> None:
    reading = played("high-card", 3, *a_round(), STATED)
    assert result_evidence(reading) == ("observed", ())


RESULTS = [
    ("nothing", [], ("unknown", ())),
    ("a round played", a_round(), ("observed", ())),
    ("a round stated", [STATED], ("stated", (2,))),
    ("totals stated", [act("ScoreStated", scores={"0": 2, "1": 1})], ("stated", (2,))),
    ("the result stated", [act("ResultStated", winners=[0])], ("stated", (2,))),
    ("one played, one stated", [*a_round(), act("RoundStated", round=2, points={"1": 1})], ("stated", (7,))),
    ("ruled", [STATED, RULED], ("director", (3,))),
    ("ruled that the result stands", [STATED, NOTHING], ("stated", (2,))),
    (
        "a ruling replaced by one that lets the result stand",
        [STATED, RULED, act("RulingRecorded", cites={"dispute": 2}, rule="HC-9", rectification="stand", supersedes=3)],
        ("stated", (2,)),
    ),
    ("a statement withdrawn", [STATED, act("Retracted", target=2)], ("unknown", ())),
]


@pytest.mark.parametrize(("what", "acts", "expected"), RESULTS, ids=[row[0] for row in RESULTS])
def test_each_result_has_the_expected_level_of_evidence(what: str, acts: Sequence[Act], expected: object) -> None:
    assert result_evidence(played("high-card", 3, *acts)) == expected


def confirmed(*more: Act) -> Reading:
    result = act("ResultStated", winners=[0], scores={"0": 4, "1": 2, "2": 0})
    confirmation = act("ResultConfirmed", seat=1, through=2, hash="9c" * 32, totals={"0": 4, "1": 2, "2": 0}, winners=[0])
    return played("high-card", 3, result, confirmation, *more)


def test_a_result_has_the_level_confirmed_until_a_ruling_changes_it() -> None:
    assert result_evidence(confirmed()) == ("confirmed", (3,))
    ruled = confirmed(act("RulingRecorded", cites={"dispute": 2}, rule="HC-9", rectification="penalty", points={"0": -4}))
    assert result_evidence(ruled) == ("director", (4,))
    warned = confirmed(act("RulingRecorded", cites={"dispute": 2}, rule="HC-9", rectification="penalty"))
    assert result_evidence(warned) == ("confirmed", (3,))


def test_every_level_of_evidence_occurs_in_some_test_row() -> None:
    met = {level for _, _, cards, _ in CARDS for level, _ in cards.values()}
    met |= {evidence[0] for *_, evidence in RESULTS} | {"confirmed"}
    assert met == set(get_args(Level))
