"""Box, clause by clause. Each row: a record, what must follow from the record, and the clause that says so.
`BX-1`: a clause of docs/rules/01_simple_games.md. `bx-01`: a worked example of tests/examples/worked_examples.json."""

from collections.abc import Mapping

import pytest

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import Act
from domain.kernel.values import replace
from domain.record.fold import Reading
from domain.system import PUBLIC, SCOREKEEPER, Unplayable, seat_viewer
from domain.systems import SYSTEMS
from domain.systems.box import BOX
from domain.systems.box.table import Box, Holding
from tests.domain.playing import act, events, opener, opening, played, suspicions

SEATS = {"N": 0, "E": 1, "S": 2, "W": 3}


def lead(seat: int, card: str) -> Act:
    return act("CardLed", seat=seat, card=card)


def play(seat: int, card: str) -> Act:
    return act("CardPlayed", seat=seat, card=card)


def draw(seat: int, card: str) -> Act:
    return act("BoxDrawn", seat=seat, card=card)


def box(*acts: Act | tuple[Act, int], seats: int = 4, **options: Json) -> Reading:
    return played("box", seats, *acts, **options)


def table_of(reading: Reading) -> Box:
    assert isinstance(reading.table, Box)
    return reading.table


def counts(reading: Reading, group: str) -> list[int]:
    return [getattr(holding, group) for holding in table_of(reading).holdings.values()]


def from_table(acts: list[Act], holdings: Mapping[int, Holding] | None = None, *, stock: int | None = None, **options: Json) -> Box:
    """Return the table after `acts`. The acts begin at a table with these holdings and this stock, and seat 0 leads."""
    start = table_of(box(opener(0), **options))
    given = {Seat(seat): holding for seat, holding in (holdings or {}).items()}
    table = replace(start, holdings={**start.holdings, **given}, stock=start.stock if stock is None else stock)
    for event in events(acts):
        table = BOX.evolve(table, event)
    return table


def show(seat: int, *cards: str) -> Act:
    return act("CardsShown", seat=seat, cards=list(cards))


def trade(seat: int, **data: Json) -> Act:
    return act("ExtrasTraded", seat=seat, **data)


def boxes(told: Mapping[int, str], hands: Mapping[int, str] | None = None) -> Act:
    """Return the set-up with these boxes and hands recorded."""
    piles = {"boxes": told, "hands": hands or {}}
    return act("BoxesSet", **{name: {str(seat): cards.split() for seat, cards in pile.items()} for name, pile in piles.items() if pile})


BX01 = [opener(0), lead(0, "KS"), play(1, "9D"), play(2, "9C"), play(1, "7H"), draw(0, "QD")]
BX02 = [opener(0), lead(0, "8H"), play(1, "5D"), draw(2, "4C"), draw(3, "TS")]
EMPTYING = [lead(0, "8H"), draw(1, "5S"), draw(2, "4S"), draw(3, "KS")]
"""A round in which seats 1 to 3 play or lose their last box card, and seat 2 wins. No box is refilled."""
LONELY_BUT_0 = {seat: Holding(box=1, resurrected=True) for seat in (1, 2, 3)}


def test_the_stock_after_the_deal_has_all_cards_that_no_player_got() -> None:
    """01 §4 audit: four players have 4 × 8 cards and the stock has 20, 52 in all. With five players the stock has 12 (BX-19)."""
    assert (table_of(box()).stock, table_of(box(seats=5)).stock, table_of(box(seats=3)).stock) == (20, 12, 28)


def test_an_equal_card_reverses_the_direction_and_a_drawn_card_that_is_too_high_loses_the_round() -> None:
    """bx-01, BX-6, BX-7: the equal card gives the turn back to the player before. A drawn card that is too high goes to the winner's
    extras, and the winner leads next."""
    table = table_of(box(*BX01))
    assert [play.seat for play in (table_of(box(*BX01[:5])).centre)] == [0, 1, 2, 1]
    assert (table.leader, table.lost_by, table.phase) == (1, 0, "lead")
    assert (counts(box(*BX01), "box"), counts(box(*BX01), "extras")) == ([3, 4, 4, 4], [0, 1, 0, 0])
    assert table_of(box(*BX01[:5])).direction == -1


def test_a_card_played_from_the_box_is_replaced_after_the_round() -> None:
    """The rule is BX-8, and the record is that of the worked example bx-02."""
    reading = box(*BX02)
    assert (counts(reading, "box"), counts(reading, "extras")) == ([4, 4, 4, 3], [0, 0, 1, 0])
    assert counts(box(*BX02, no_box_refill=True), "box") == [4, 4, 3, 3]
    declined = box(*BX02, act("BoxRefilled", seat=2, count=0))
    assert (counts(declined, "box"), declined.findings) == ([4, 4, 3, 3], ())


def test_hands_are_refilled_before_boxes_while_the_stock_lasts() -> None:
    """The rule is BX-11."""
    reading = box(*BX02)
    assert counts(reading, "hand") == [4, 4, 4, 4]
    assert table_of(reading).stock == 20 - 2 - 1
    short = from_table([lead(0, "8H"), play(1, "5D"), draw(2, "4C"), draw(3, "TS")], stock=2, no_recycle=True)
    assert [holding.hand for holding in short.holdings.values()] == [4, 4, 4, 4]
    assert [holding.box for holding in short.holdings.values()] == [4, 4, 3, 3], "the box card was owed, the stock was empty"
    one = from_table([lead(0, "8H"), play(1, "5D"), draw(2, "4C"), draw(3, "TS")], stock=1, no_recycle=True)
    assert [holding.hand for holding in one.holdings.values()] == [4, 3, 4, 4], "clockwise from the winner, seat 2"
    owed = {0: Holding(box=3, owed=1), 1: Holding(box=2, owed=1)}
    two = from_table([lead(0, "8H"), play(1, "5D"), draw(2, "4C"), draw(3, "TS")], owed, stock=4, no_recycle=True)
    assert [holding.box for holding in two.holdings.values()] == [4, 2, 4, 3], (
        "to seats 2 and 0; seat 3 is owed no card, seat 1 is too late"
    )


def test_used_cards_are_shuffled_when_the_stock_runs_out() -> None:
    """BX-11: the used cards are shuffled into the stock. Extra cards stay with their players."""
    acts = [lead(0, "8H"), play(1, "5D"), draw(2, "4C"), draw(3, "TS")]
    table = from_table(acts, stock=1)
    assert ([holding.hand for holding in table.holdings.values()], table.used, table.stock) == ([4, 4, 4, 4], 0, 1 + 3 - 3)
    assert "8H" not in table.lying, "it may come again"
    assert "TS" in table.lying, "an extra lies where it is"


DIRECTIONS: list[tuple[list[Act], int, int, str]] = [
    ([lead(0, "KS"), play(1, "9D")], 1, 2, "01 §4: clockwise from the lead"),
    ([lead(0, "KS"), play(1, "KD")], -1, 0, "BX-6: back to the player before"),
    ([lead(0, "KS"), play(1, "KD"), play(0, "KH")], 1, 1, "BX-6: three equal flip twice"),
    ([lead(0, "KS"), draw(1, "KD")], -1, 0, "BX-6: box cards included"),
]


@pytest.mark.parametrize(("acts", "direction", "turn", "source"), DIRECTIONS, ids=[row[-1] for row in DIRECTIONS])
def test_the_cards_played_change_the_direction_of_play_as_expected(acts: list[Act], direction: int, turn: int, source: str) -> None:
    table = table_of(box(opener(0), *acts))
    assert (table.direction, table.turn) == (direction, turn), source


def test_play_is_clockwise_again_at_the_next_lead() -> None:
    """The rule is BX-6. With the option the direction stays as it was."""
    assert table_of(box(*BX01, lead(1, "AS"))).turn == 2
    assert table_of(box(*BX01, lead(1, "AS"), direction_persists=True)).turn == 0
    assert [BOX.seen_by(table_of(box(*acts)), PUBLIC).direction for acts in (BX01[:5], BX01)] == ["counterclockwise", "clockwise"]


def test_a_leader_without_a_hand_leads_from_the_box() -> None:
    """BX-4: the box card may have any rank. A leader who leads it does not lose the round, and the box is refilled later."""
    table = from_table([draw(0, "2S")], {0: Holding(hand=0)})
    assert (table.phase, table.holdings[Seat(0)].box, table.holdings[Seat(0)].owed) == ("turn", 3, 1)


def test_a_player_who_has_no_box_card_to_draw_is_stuck() -> None:
    """BX-9: the player who placed last wins, and owed refills are cancelled. A stuck player with cards in hand must declare it. A player
    without cards in hand need not declare it."""
    back = [lead(0, "8H"), draw(1, "8C"), play(0, "8S")]  # seat 1 must play again, but its only box card is gone
    declared = from_table([*back, act("StuckDeclared", seat=1)], {1: Holding(box=1, resurrected=True)})
    assert (declared.leader, declared.holdings[Seat(0)].extras, declared.out) == (0, 0, (1,))
    silent = from_table(back, {1: Holding(hand=0, box=1, resurrected=True)})
    assert (silent.leader, silent.lost_by, silent.holdings[Seat(0)].extras, silent.out) == (0, 1, 0, (1,))
    with_box = from_table([lead(0, "8H"), act("StuckDeclared", seat=1)])
    assert (with_box.phase, with_box.turn) == ("turn", 1), "with a box card left the draw is the statement"


def test_with_the_option_instant_refill_an_owed_box_card_is_drawn_at_once() -> None:
    """BX-9 option: the box of seat 1 is empty, but a box card is owed to seat 1. Seat 1 draws this card from the stock at once and plays
    it."""
    empty = {1: Holding(hand=0, box=1)}
    back = [lead(0, "8H"), draw(1, "8C"), play(0, "8S")]
    waiting = from_table(back, empty, instant_refill=True)
    assert (waiting.phase, waiting.turn, waiting.holdings[Seat(1)].box) == ("turn", 1, 0)
    drawn = from_table([*back, draw(1, "5S")], empty, instant_refill=True)
    assert (drawn.turn, drawn.holdings[Seat(1)].owed, drawn.stock) == (2, 1, 19)


LOSS = [lead(0, "8H"), draw(1, "KS")]
"""A round in which seat 1 draws its last box card, which is too high, and seat 0 wins."""


def test_a_player_can_trade_three_extra_cards_for_a_box_card() -> None:
    """bx-06, BX-10: a trade also saves a player who has lost the last box card, unless the option forbids it."""
    table = from_table([*LOSS, trade(2)], {2: Holding(box=3, extras=3)})
    mine = table.holdings[Seat(2)]
    assert (mine.hand, mine.box, mine.extras) == (4, 4, 0)
    waits = from_table(LOSS, {1: Holding(box=1, extras=3, resurrected=True)})
    assert (waits.phase, waits.out) == ("loss", ())
    saved = from_table([*LOSS, trade(1)], {1: Holding(box=1, extras=3, resurrected=True)})
    assert (saved.phase, saved.out, saved.holdings[Seat(1)].box) == ("lead", (), 1)
    lost = from_table(LOSS, {1: Holding(box=1, extras=3, resurrected=True)}, trade_cannot_save=True)
    assert lost.out == (1,)


@pytest.mark.parametrize(
    ("extras", "cards", "kept"),
    [(3, {}, True), (2, {}, False), (3, {"cards": ["KS", "QS", "JS"]}, False), (3, {"cards": ["TS", "QS", "JS"]}, True)],
)
def test_a_known_extra_stays_unless_it_was_certainly_traded(extras: int, cards: Mapping[str, Json], kept: bool) -> None:
    """BX-10, BX-12: seat 0 has `extras` extra cards, wins one more, the king of spades, and then trades three of them. As long as the king
    may be among the cards left, the table remembers it as an extra card, because a resurrection may return it to the stock."""
    table = from_table([*LOSS, trade(0, **cards)], {0: Holding(extras=extras), 1: Holding(box=1)})
    assert table.holdings[Seat(0)].extras == extras - 2
    assert ("KS" in table.extras[Seat(0)]) == kept


def test_a_resurrected_player_gets_four_new_cards() -> None:
    """bx-08, BX-12: the player's hand and extra cards go into the stock. The player draws three cards for the hand and one for the box.
    This is allowed only once, and afterwards the player never has more than three cards in hand."""
    table = from_table([*LOSS, act("Resurrected", seat=1)], {1: Holding(box=1, extras=1)}, stock=9)
    mine = table.holdings[Seat(1)]
    assert (mine.hand, mine.box, mine.extras, mine.limit, mine.resurrected) == (3, 1, 0, 3, True)
    assert table.stock == 9 - 1 + 4 + 1 - 4, "one card refilled the winner's hand first"
    assert table.phase == "lead"


def test_a_resurrected_player_gets_used_cards_if_the_stock_is_too_small() -> None:
    """BX-12, BX-13: the used cards are shuffled into the stock first, if the stock has fewer than four cards. With the option, they are
    always shuffled into it."""
    empty = {1: Holding(hand=0, box=1, limit=0), 0: Holding(limit=3)}
    with_used = from_table([*LOSS, act("Resurrected", seat=1)], empty, stock=3, include_used=True)
    assert (with_used.stock, with_used.used) == (3 + 1 - 4, 0)
    must = from_table([*LOSS, act("Resurrected", seat=1)], empty, stock=3)
    assert (must.stock, must.used, "8H" in must.lying) == (3 + 1 - 4, 0, False)
    need_not = from_table([*LOSS, act("Resurrected", seat=1)], empty, stock=4)
    assert (need_not.stock, need_not.used, "8H" in need_not.lying) == (0, 1, True)
    none = from_table(LOSS, {1: Holding(hand=0, box=1, limit=0), 0: Holding(limit=3)}, stock=2)
    assert none.out == (1,), "three cards are no four"


def test_a_player_who_declines_a_resurrection_is_out() -> None:
    """The rules are BX-16 and BX-18."""
    table = from_table([*LOSS, act("ResurrectionDeclined", seat=1)], {1: Holding(box=1)})
    assert (table.out, table.used, table.phase) == ((1,), 1 + 4, "lead")


def test_the_option_ending_decides_whether_the_last_survivor_wins_or_the_first_player_out_loses() -> None:
    """The rule is BX-15."""
    out = {1: Holding(box=1, resurrected=True)}
    assert from_table(LOSS, out).phase == "lead"
    first = from_table(LOSS, out, ending="first_out_loses")
    assert (first.phase, first.winners) == ("over", (0, 2, 3))
    both = from_table(EMPTYING, LONELY_BUT_0, no_box_refill=True, ending="first_out_loses")
    assert (both.out, both.winners) == ((3,), (0, 1, 2)), "of several who lose the box the first in order is the loser"
    last = from_table(EMPTYING, LONELY_BUT_0, no_box_refill=True)
    assert (last.phase, last.winners, last.out) == ("over", (0,), (3, 1, 2))


def test_lost_boxes_are_processed_clockwise_from_the_winners_left() -> None:
    """BX-17, BX-21: if all players lose the box in one round, the last of them, clockwise from the left of the winner, wins the game.
    BX-20: if the winner of the round is out, the next seat that is still in leads."""
    everyone = {**LONELY_BUT_0, 0: Holding(hand=0, box=1, resurrected=True)}
    table = from_table([draw(0, "8H"), *EMPTYING[1:]], everyone, no_box_refill=True)
    assert (table.out, table.winners) == ((3, 0, 1), (2,))
    winner = from_table(EMPTYING, {2: Holding(box=1, resurrected=True)}, no_box_refill=True)
    assert (winner.out, winner.leader) == ((2,), 3)


def test_a_player_who_lost_the_box_is_asked_about_a_resurrection() -> None:
    table = from_table(LOSS, {1: Holding(box=1)})
    assert table.phase == "loss"
    assert [prompt.type for prompt in BOX.prompts(table)] == ["Resurrected", "ResurrectionDeclined"]
    later = from_table([*LOSS, lead(0, "AS")], {1: Holding(box=1)})
    assert later.out == (1,), "the next lead takes it as declined"


FOUND: list[tuple[list[Act], Mapping[str, Json], str, tuple[int, ...], str]] = [
    ([opener(0), lead(1, "AS")], {}, "out-of-turn", (3,), "01 §4 LEAD: the first player leads"),
    ([opener(0), lead(0, "AS"), play(2, "KS")], {}, "out-of-turn", (4,), "01 §4 TURN"),
    ([opener(0), lead(0, "9S"), play(1, "KS")], {}, "too-high", (3, 4), "01 §4 TURN: equal or lower"),
    ([opener(0), lead(0, "9S"), play(1, "HJ")], {}, "not-in-pack", (4,), "52 cards"),
    ([opener(0), lead(0, "9S"), play(1, "9S")], {}, "card-seen-twice", (3, 4), "uniqueness"),
    ([*BX01, lead(1, "QD")], {}, "card-seen-twice", (7, 8), "a card in somebody's extras"),
    ([opener(0), draw(0, "AS")], {}, "box-led", (3,), "BX-4: only with an empty hand"),
    ([opener(0), lead(0, "9S"), act("StuckDeclared", seat=2)], {}, "out-of-turn", (4,), "01 §4 TURN"),
    ([opener(0), act("HandRefilled", seat=0, count=1)], {}, "wrong-number-drawn", (3,), "01 §4 REFILL"),
    ([*BX02, act("HandRefilled", seat=0, count=2)], {}, "wrong-number-drawn", (7,), "01 §4 REFILL"),
    ([*BX02, act("BoxRefilled", seat=2, count=2)], {}, "wrong-number-drawn", (7,), "BX-8: once per successful box play"),
    ([*BX02[:3], act("HandRefilled", seat=0, count=0)], {}, "refill-not-due", (5,), "hands are not refilled inside a round"),
    ([*BX01, trade(1)], {}, "trade-not-allowed", (8,), "BX-10: three extras"),
    ([*BX01[:3], trade(1)], {}, "trade-not-due", (5,), "BX-10: only between rounds"),
    ([*BX01, trade(1, cards=["QD"])], {}, "wrong-number-traded", (8,), "BX-10"),
    ([*BX01, act("Resurrected", seat=1)], {}, "resurrection-not-due", (8,), "01 §4 LOSS_CHECK: box lost"),
    ([*BX01, act("ResurrectionDeclined", seat=1)], {}, "resurrection-not-due", (8,), "01 §4 LOSS_CHECK"),
    ([*BX01, opener(2)], {}, "opener-fixed", (8,), "BX-1"),
    ([act("PlayerJoined", seat=5)], {}, "roster-fixed", (2,), "BX-19"),
    ([act("PlayerLeft", seat=5)], {}, "not-seated", (2,), "01 §4"),
    ([opener(0), act("DealVoided", reason="x")], {}, "nothing-to-void", (3,), "01 §4"),
    ([act("GameAbandoned", reason="x"), opener(0)], {}, "after-the-end", (3,), "01 §4 GAME_OVER"),
    ([act("BoxesSet", hands={"0": ["AS", "KS", "QS"]})], {}, "wrong-number-dealt", (2,), "01 §4 set-up: four in the hand"),
    (
        [act("BoxesSet", hands={"0": ["AS", "KS", "QS", "JS"]}, boxes={"1": ["AS", "2S", "3S", "4S"]})],
        {},
        "card-seen-twice",
        (2,),
        "one pack",
    ),
    ([*BX01, act("BoxesSet")], {}, "deal-not-due", (8,), "01 §4 SETUP"),
    ([*BX01, act("RoundStated", round=1, points={"0": 1})], {}, "round-stated-otherwise", (7, 8), "another winner was stated"),
    ([*BX01, play(9, "2C")], {}, "not-in-round", (8,), "not at the table"),
    ([opener(0), show(2, "8S"), lead(0, "9S"), play(1, "8S")], {}, "card-seen-twice", (3, 5), "another player showed it in the hand"),
    ([*BX02, act("HandRefilled", seat=0, count=1, cards=["8H"])], {}, "card-seen-twice", (3, 7), "a drawn card that is on the table"),
    ([*BX02, act("HandRefilled", seat=0, count=1, cards=["AH", "AD"])], {}, "wrong-number-drawn", (7,), "two cards for one"),
    ([*BX02, act("BoxRefilled", seat=2, count=1, cards=["TS"])], {}, "card-seen-twice", (6, 7), "a box card that is in the extras"),
    ([*BX01, trade(8)], {}, "not-in-round", (8,), "there is no such seat"),
    # these records prove a breach of BX-2 or BX-3
    ([opener(0), show(1, "8S"), lead(0, "9S"), draw(1, "5S")], {}, "false-stuck", (3, 5), "BX-3: shown before"),
    ([opener(0), show(0, "KS"), lead(0, "9S")], {}, "lead-not-highest", (3, 4), "01 §4 LEAD: shown before"),
    (
        [*BX02, act("HandRefilled", seat=1, count=1, cards=["2H"]), lead(2, "9H"), play(3, "8C"), play(0, "7C"), draw(1, "2C")],
        {},
        "false-stuck",
        (11,),
        "BX-2, one card of the hand is recorded",
    ),
    (
        [opener(0), lead(0, "9S"), draw(1, "5S"), draw(2, "4S"), draw(3, "3S"), draw(0, "2S"), play(1, "2D")],
        {},
        "false-stuck",
        (4, 8),
        "BX-3: later in the same round",
    ),
    ([opener(0), lead(0, "9S"), draw(1, "5S"), show(1, "8S")], {}, "false-stuck", (4, 5), "BX-3: cards shown"),
    ([opener(0), lead(0, "9S"), draw(1, "5S"), show(1, "9D")], {}, "false-stuck", (4, 5), "an equal card could have been played"),
    (
        [opener(0), lead(0, "9S"), play(1, "8S"), play(2, "7S"), play(3, "6S"), play(0, "TS")],
        {},
        "lead-not-highest",
        (3, 7),
        "BX-3: a higher card later",
    ),
    (
        [act("BoxesSet", hands={"0": ["AS", "KS", "QS", "JS"]}), opener(0), lead(0, "KS")],
        {},
        "lead-not-highest",
        (4,),
        "01 §4 LEAD, a recorded hand",
    ),
    (
        [act("BoxesSet", hands={"1": ["AS", "KS", "QS", "2S"]}), opener(0), lead(0, "9S"), draw(1, "5S")],
        {},
        "false-stuck",
        (5,),
        "BX-2, a recorded hand",
    ),
    (
        [act("BoxesSet", hands={"1": ["AS", "KS", "QS", "2S"]}), opener(0), lead(0, "9S"), play(1, "3S")],
        {},
        "card-not-held",
        (5,),
        "a recorded hand",
    ),
    (
        [act("BoxesSet", hands={"1": ["AS", "KS", "QS", "2S"]}), opener(0), lead(0, "AS")],
        {},
        "card-held-elsewhere",
        (4,),
        "another's recorded hand",
    ),
    (
        [act("BoxesSet", hands={"2": ["3S", "KD", "QS", "2S"]}), opener(0), lead(0, "KS"), play(1, "3S")],
        {},
        "card-held-elsewhere",
        (5,),
        "another's recorded hand, and the card was low enough",
    ),
    # recorded boxes and extras
    ([boxes({1: "KH 2C 3C 4C"}), opener(0), lead(0, "9S"), play(1, "8S"), draw(2, "KH")], {}, "card-held-elsewhere", (6,), "another's box"),
    ([boxes({1: "KH 2C 3C 4C"}), opener(0), lead(0, "9S"), draw(1, "KD")], {}, "card-not-held", (5,), "the own box, all told"),
    ([boxes({1: "KH 2C 3C 4C"}), opener(0), lead(0, "9S"), draw(1, "5D")], {}, "card-not-held", (5,), "and the card was low enough"),
    (
        [boxes({1: "KH 2C 3C 4C"}), opener(0), lead(0, "9S"), draw(1, "4C"), draw(2, "KD"), lead(1, "9H"), play(2, "8H"), play(3, "7H"),
         play(0, "6H"), draw(1, "5D")],
        {"no_box_refill": True},
        "card-not-held",
        (11,),
        "the own box, after one of its cards was drawn",
    ),
    ([boxes({1: "KH 2C 3C 4C"}), opener(0), lead(0, "9S"), play(1, "4C")], {}, "card-held-elsewhere", (5,), "the own box, from the hand"),
    ([boxes({1: "KH 2C 3C 4C"}), opener(0), show(0, "KH")], {}, "card-held-elsewhere", (4,), "another's box, shown"),
    (
        [boxes({1: "KH 2C 3C 6C"}), *BX02, act("HandRefilled", seat=0, count=1, cards=["3C"])],
        {},
        "card-held-elsewhere",
        (8,),
        "01 §4 REFILL: a card of a recorded box",
    ),
    ([*BX02, act("BoxRefilled", seat=2, count=1, cards=["KH"]), lead(2, "KH")], {}, "card-held-elsewhere", (8,), "BX-8: a recorded refill"),
    (
        [boxes({}, {1: "AS KS QS 2S"}), *BX02[:1], *BX02[1:2], play(1, "2S"), draw(2, "4C"), draw(3, "TS"),
         act("HandRefilled", seat=1, count=1, cards=["KS"])],
        {},
        "card-held-elsewhere",
        (8,),
        "01 §4 REFILL: a card that is in the own hand",
    ),
    ([*BX01, trade(1, cards=["QD", "JD", "TD"])], {}, "card-not-held", (8,), "BX-10: two of three were no extras"),
    ([*BX01, act("Resurrected", seat=0, hand=["AS", "2S", "3S"], box_card="AS")], {}, "card-held-elsewhere", (8,), "BX-12: one card twice"),
]  # fmt: skip


@pytest.mark.parametrize(("acts", "options", "rule", "versions", "source"), FOUND, ids=[f"{row[2]}: {row[4]}" for row in FOUND])
def test_a_record_of_box_has_the_expected_finding(
    acts: list[Act], options: Mapping[str, Json], rule: str, versions: tuple[int, ...], source: str
) -> None:
    by_rule = {finding.rule: finding.versions for finding in suspicions(box(*acts, **options))}
    assert by_rule.get(rule) == versions, (source, by_rule)


KEPT: list[tuple[list[Act], str]] = [
    ([boxes({1: "KH 2C 3C 4C"}), opener(0), lead(0, "9S"), draw(1, "4C"), draw(2, "KD"), lead(1, "AH")], "a card of the own box"),
    ([boxes({1: "KH 2C 3C 6C"}), *BX02, act("HandRefilled", seat=1, count=1, cards=["5H"])], "a card from the stock"),
    ([*BX02, act("BoxRefilled", seat=2, count=1, cards=["KH"]), lead(2, "AS"), draw(3, "AH"), draw(0, "2H")], "one of the four cards is recorded"),
    ([*BX02, act("BoxRefilled", seat=2, count=1, cards=["KH"]), lead(2, "9H"), play(3, "8S"), play(0, "7S"), play(1, "6S"), draw(2, "KH")],
     "BX-8: a recorded refill is drawn"),
    ([boxes({1: "KH 2C 3C 4C"}), opener(0), act("RoundStated", round=1, points={"0": 1}), lead(0, "KH")], "after a round without cards"),
]  # fmt: skip


@pytest.mark.parametrize(("acts", "what"), KEPT, ids=[row[1] for row in KEPT])
def test_recorded_boxes_accuse_nobody_who_drew_from_the_right_one(acts: list[Act], what: str) -> None:
    """00_conventions, uniqueness; BX-8."""
    assert [finding.rule for finding in suspicions(box(*acts)) if finding.rule.startswith("card-")] == [], what


def test_a_known_extra_may_be_traded_and_an_unknown_one_is_not_doubted() -> None:
    """BX-10: extras of rounds that were only stated are unknown."""
    three = [*LOSS, trade(0, cards=["KS", "QS", "JS"])]
    table = from_table(LOSS, {0: Holding(box=3, extras=2), 1: Holding(box=2)})
    [trading] = [event for event in events(three) if event.act == three[-1]]
    assert BOX.check(table, trading) == ()


def test_a_card_played_from_an_empty_hand_is_reported() -> None:
    """01 §4: a player without a hand cannot play from it, so the card can only have come from the box."""
    table = from_table([lead(0, "KS")], {1: Holding(hand=0, box=1)})
    by_rule = BOX.check(table, events([lead(0, "KS"), play(1, "9D")])[1])
    assert [finding.rule for finding in by_rule] == ["no-such-card"]


def test_a_low_card_shown_later_proves_that_a_claim_to_be_stuck_was_false() -> None:
    """BX-3: a player who claims to be stuck says that no card of the hand is low enough. The claim is proved false if the player later
    shows more low cards than the player has drawn since the claim."""
    claim = [
        opener(0),
        lead(0, "9S"),
        play(1, "8S"),
        draw(2, "KS"),
    ]  # seat 2 draws from the box, and so claims that its hand has no eight and no lower card
    one = [*claim, lead(1, "AD"), play(2, "7D")]
    assert [finding.rule for finding in box(*one).findings] == ["false-stuck"]
    drew = [opener(0), lead(0, "9S"), play(1, "8S"), play(2, "7S"), draw(3, "6S"), play(0, "5S"), play(1, "4S"), draw(2, "KS")]
    fine = [*drew, lead(1, "AD"), play(2, "3D")]  # seat 2 drew one card after the claim, and this card may be the three
    assert box(*fine).findings == ()
    two = [*fine, play(3, "2D"), draw(0, "2S"), draw(1, "2C"), play(2, "2H")]
    assert "false-stuck" in {finding.rule for finding in box(*two).findings}


def test_showing_another_card_of_the_led_rank_proves_no_breach() -> None:
    """BX-5: the leader of a rank may have another card of this rank."""
    assert box(opener(0), lead(0, "9S"), play(1, "8S"), show(0, "9D")).findings == ()


def test_a_shown_card_counts_against_a_claim_to_be_stuck_only_once() -> None:
    """BX-3: a card that is first shown and then played counts only once. A player who declares "I am stuck" and then draws makes only one
    claim."""
    claim = [opener(0), lead(0, "9S"), play(1, "8S"), play(2, "7S"), draw(3, "6S"), play(0, "5S"), play(1, "4S"), draw(2, "KS")]
    twice = [*claim, show(2, "3D"), lead(1, "AD"), play(2, "3D")]  # seat 2 drew one card after the claim, and this card may be the three
    assert box(*twice).findings == ()
    assert [claim.against for claim in table_of(box(*twice)).claims[Seat(2)]] == [(10,)]
    table = from_table([*LOSS, show(2, "3D"), act("Resurrected", seat=1)], {1: Holding(box=1)})
    assert table.exposed[Seat(2)] == {"3D": 3}
    declared = [opener(0), lead(0, "9S"), act("StuckDeclared", seat=1), draw(1, "KS")]
    assert [claim.kind for claim in table_of(box(*declared)).claims[Seat(1)]] == ["stuck"]


def test_showing_an_extra_card_is_no_breach() -> None:
    """01 §4, public and hidden: everyone saw the extra card when it was drawn. After the end of the game, box cards may be turned over."""
    assert box(*BX01, show(1, "QD")).findings == ()
    over = box(opener(0), lead(0, "9S"), draw(1, "KS"), act("ResultStated", winners=[0]), show(1, "2C"))
    assert "false-stuck" not in {finding.rule for finding in over.findings}


def test_a_player_who_draws_voluntarily_does_not_claim_to_be_stuck() -> None:
    """BX-2 option: players may draw from the box at any time."""
    acts = [opener(0), lead(0, "9S"), draw(1, "5S"), draw(2, "4S"), draw(3, "3S"), draw(0, "2S"), play(1, "2D")]
    assert box(*acts, voluntary_box=True).findings == ()


def test_a_resurrection_ends_earlier_claims_to_be_stuck() -> None:
    """The rule is BX-3."""
    table = from_table([*LOSS, act("Resurrected", seat=1)], {1: Holding(box=1)})
    assert table.claims[Seat(1)] == ()


@pytest.mark.parametrize(("seats", "options"), [(3, {"players": 4}), (5, {"players": 4}), (2, {"players": 2}), (6, {"players": 6})])
def test_an_opening_of_box_that_breaks_a_rule_is_refused(seats: int, options: Mapping[str, Json]) -> None:
    """The rule is BX-19."""
    with pytest.raises(Unplayable):
        opening(SYSTEMS["box"], seats, **options)


def test_each_viewer_sees_only_the_cards_that_they_may_see() -> None:
    """01 §4: players see only their own hand, and no box. Everyone sees how many cards each player has."""
    deal = act("BoxesSet", hands={"1": ["AS", "KS", "QS", "2S"]}, boxes={"1": ["3S", "4S", "5S", "6S"]})
    reading = box(deal, opener(0))
    for viewer, hand, seen_box in [
        (PUBLIC, False, False),
        (seat_viewer(Seat(0)), False, False),
        (seat_viewer(Seat(1)), True, False),
        (SCOREKEEPER, True, True),
    ]:
        event = BOX.shown(reading.events[1], table_of(reading), viewer)
        assert event is not None
        assert (event.act.hands[1].value is not None) is hand  # type: ignore[union-attr,index]
        assert (event.act.boxes[1].value is not None) is seen_box  # type: ignore[union-attr,index]
        seat = BOX.seen_by(table_of(reading), viewer).seats[1]
        assert ((seat.hand is not None), seat.cards, dict(seat.piles)) == (hand, 4, {"box": 4, "extras": 0})


def test_the_same_player_leads_again_with_a_full_hand_after_a_voided_round() -> None:
    reading = box(*BX01, lead(1, "AS"), play(2, "KD"), act("DealVoided", reason="misplay"))
    table = table_of(reading)
    assert (table.leader, [*table.centre], table.ledger.round, counts(reading, "hand")) == (1, [], 2, [4, 4, 4, 4])
    assert not reading.findings


def test_a_game_of_box_can_be_recorded_by_its_result_alone() -> None:
    outcome = SYSTEMS["box"].outcome(box(act("ResultStated", winners=[2])).table)
    assert (outcome.state, outcome.winners, dict(outcome.scores)) == ("finished", (2,), {})


def test_the_standing_lists_survivors_first_and_the_first_player_out_last() -> None:
    table = from_table(EMPTYING, LONELY_BUT_0, no_box_refill=True)
    assert BOX.outcome(table).standing == ((0,), (2,), (1,), (3,))
