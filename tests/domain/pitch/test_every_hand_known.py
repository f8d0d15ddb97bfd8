"""Deals in which all or nearly all hands are recorded. A run (`breaches/runs.py`) reads many plays quickly, and sends doubtful plays to the
full check. The tests show which plays are doubtful, and when the search for a possible deal may be skipped (`narrow.binds`)."""

from typing import Final

import pytest

from domain.kernel.cards import Card, Seat
from domain.kernel.values import replace
from domain.systems.pitch.breaches.runs import begun
from domain.systems.pitch.play.table import Pitch
from domain.systems.pitch.proofs import binds
from domain.tricks.following import Void
from domain.tricks.moves import Moved, Moves
from tests.domain.pitch.playing import broken, calls, deal, game, plays, table_of
from tests.domain.playing import events

HANDS: Final = {1: "AS KS 9H 8H 7D 6D", 2: "2S 3S TH 5H 4D 3D", 3: "JS 4S AH KH AD KD", 0: "QS 5S 2H 3H 5D TD"}
ONE, TWO = Seat(1), Seat(2)
UNSEEN: Final = Moves([Moved(9, "thrown", ONE, number=2)])


def table(line: str = "1:AS 2:2S 3:JS 0:QS", **changed: object) -> Pitch:
    """Return a table of classic Pitch after the plays of `line`. Spades are trump. `changed`: other values for fields of the deal."""
    reading = game("pitch-auction-classic", deal(0, HANDS), *calls("1:2 2:pass 3:pass 0:pass"), *plays(line), seats=4)
    assert broken(reading) == []
    now = table_of(reading)
    return replace(now, deal=replace(now.deal, **changed))


def first_called(card: str) -> Pitch:
    """Return a table in the first trick. The maker has called `card`, so its holder must play it to this trick."""
    before = table("1:AS", called=Card(card))
    return replace(before, rules=replace(before.rules, house=frozenset({"called_card_first"})))


def taken(before: Pitch, card: str) -> bool:
    """Return whether a run accepts the play at this table. False also if perhaps no deal of the cards fits the table after the play."""
    run, (event,) = begun(before), events(plays(card))
    return run is not None and run.takes(event) and run.reached() is not None


def less(known: Pitch, seat: Seat, *cards: str) -> dict[Seat, frozenset[Card]]:
    return {**known.deal.known, seat: known.deal.hand(seat).difference(map(Card, cards))}


VOIDS: Final = {seat: {"H": Void(7, "revoke")} for seat in map(Seat, range(4))}
LED = "1:AS 2:2S 3:JS 0:QS 1:9H"
EARLY = table("1:AS").deal
ROWS: list[tuple[Pitch, str, bool, str]] = [
    (table(), "1:KS", True, "a lead: any card"),
    (table(LED), "2:TH", True, "03 §3 follow_or_trump: a heart to a heart"),
    (table(LED), "2:3S", True, "03 §3 follow_or_trump: or a trump"),
    (table(LED), "2:4D", False, "PI-28: it holds hearts"),
    (table(LED), "3:AH", False, "03 §4 PLAY: not its turn"),
    (table(), "1:TS", False, "00 deferred: not of this hand"),
    (table(phase="score"), "1:KS", False, "PI-43"),
    (table(torn=True), "1:KS", False, "00 uniqueness: the card may have been seen before"),
    (table(known=less(table(), TWO, "TH")), "1:KS", True, "design §5: what the others can hold is asked at the end of the run"),
    (table(known={}), "1:KS", True, "the hand is not recorded"),
    (table(known={}, voids=VOIDS), "1:KS", False, "design §5: nobody can hold the hearts"),
    (table(unsure=frozenset({TWO})), "1:KS", True, "how many cards seat 2 holds nobody knows"),
    (table(moves=UNSEEN), "1:KS", True, "03 §2: what was thrown may be anything"),
    (table(voids={ONE: {"T": Void(7, "revoke")}}), "1:KS", False, "PI-28: an earlier revoke comes out"),
    (table(voids={ONE: {"C": Void(7, "revoke")}}), "1:KS", True, "of another suit"),
    (table(plain={ONE: (0, 0)}), "1:9H", False, "03 §2 throwing: all plain cards had to be thrown"),
    (table(plain={ONE: (4, 0)}), "1:KS", True, "a trump had not"),
    (table(plain={ONE: (3, 0)}), "1:KS", False, "03 §2 throwing: four plain cards are known in the hand, and only three have come since"),
    (first_called("2S"), "2:3S", False, "03 §2 call-partner: due to the first trick"),
    (first_called("2C"), "2:3S", True, "the called card is elsewhere"),
    (table("1:AS", counts={**EARLY.counts, TWO: 8}, known={**EARLY.known, TWO: EARLY.hand(TWO) | {Card("6S"), Card("7S")}}), "2:2S", False,
     "PI-13: two extras were due"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "card", "spared", "source"), ROWS)
def test_only_a_correct_play_skips_the_full_check(before: Pitch, card: str, spared: bool, source: str) -> None:
    assert taken(before, card) is spared, source


def test_a_plain_card_is_fully_checked_if_players_without_trumps_must_leave_the_deal() -> None:
    """PI-37: seat 1 has no trump in these hands, and should have left the deal."""
    before = table(known={**table().deal.known, ONE: frozenset(map(Card, ("9H", "8H", "7D", "6D", "5C")))})
    assert taken(before, "1:9H")
    assert not taken(replace(before, rules=replace(before.rules, drop_out="no_trumps_left")), "1:9H")


@pytest.mark.parametrize(
    ("plain", "leaves", "narrow", "source"),
    [
        ({}, False, False, "03 §3: nothing was promised"),
        ({ONE: (4, 0)}, False, False, "03 §2 throwing: four plain cards have come since"),
        ({ONE: (3, 0)}, False, True, "03 §2 throwing: three have, and it holds four"),
        ({ONE: (5, 1)}, False, False, "one of five was played"),
        ({ONE: (4, 1)}, False, True, "one of four was played"),
        ({}, True, True, "PI-37: seats 1 and 3 played their last trump and then a heart, and stayed in"),
    ],
)
def test_the_search_for_a_deal_is_skipped_unless_the_hands_may_contradict_the_play(
    plain: dict[Seat, tuple[int, int]], leaves: bool, narrow: bool, source: str
) -> None:
    before = table("1:AS 2:2S 3:JS 0:QS 1:KS 2:3S 3:4S 0:5S 1:9H 2:TH 3:AH" if leaves else "1:AS 2:2S 3:JS 0:QS", plain=plain)
    if leaves:
        before = replace(before, rules=replace(before.rules, drop_out="no_trumps_left"))
    assert binds(before, before.deal) is narrow, source
