"""A game of a tournament ends after a number of hands, or when time is called (the bell), in every system
(docs/decisions/tournaments.md)."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Act, Retracted, TournamentTable
from domain.record.fold import Reading, fold, read
from domain.scheduled import leaders
from domain.selfplay import move
from domain.system import PUBLIC, Outcome, System, Table
from domain.systems import SYSTEMS
from tests.domain.playing import act, events, opener, opening, suspicions
from tests.speeds import rows
from tests.systems import LEADING
from tests.test_every_system import next_event

PLACE = TournamentTable("home-taaaaaaaaaaaaaaaa", 2, 7)
TARGET = PLACE
TWO_HANDS = replace(PLACE, ends="hands", hands=2)
BELL = replace(PLACE, ends="bell")


def game(system: System[Table], seats: int, place: TournamentTable | None, *acts: Act | tuple[Act, int]) -> Reading:
    return read(system, events([replace(opening(system, seats), tournament=place), *acts]))


def stated(number: int, **points: int) -> Act:
    return act("RoundStated", round=number, points={seat.removeprefix("s"): count for seat, count in points.items()})


def ruled(rectification: str, **data: object) -> Act:
    return act("RulingRecorded", cites={"dispute": 1}, rule="HC-15", rectification=rectification, **data)  # type: ignore[arg-type]


ONE, TWO, THREE = stated(1, s0=1), stated(2, s1=1), stated(3, s1=1)
BEGUN, LAID = act("HandDealt"), act("CardPlaced", seat=0, call="lowest")
TIME, VOID = act("TimeCalled", reason="the bell"), act("DealVoided", reason="late")
TOTALS = act("ScoreStated", scores={"0": 2, "1": 3, "2": 3})
RESULT = act("ResultStated", winners=[2], scores={"0": 1, "1": 1, "2": 2})
WON_EARLY = stated(1, s2=4)

ROWS = [
    # Each row: what is tested, how the game ends, the acts after the opening, the state, the winners.
    ("one hand of two", TWO_HANDS, (ONE,), "open", ()),
    ("both hands, one leader", TWO_HANDS, (stated(1, s0=1), stated(2, s0=1)), "finished", (0,)),
    ("both hands, two leaders: a draw", TWO_HANDS, (ONE, TWO), "finished", (0, 1)),
    ("both hands without a point: all draw", TWO_HANDS, (stated(1), stated(2)), "finished", (0, 1, 2)),
    ("the second hand is running", TWO_HANDS, (ONE, opener(0), BEGUN), "open", ()),
    ("a hand too many changes nothing", TWO_HANDS, (ONE, TWO, THREE), "finished", (0, 1)),
    ("a hand too many that was only begun", TWO_HANDS, (ONE, TWO, opener(0), BEGUN, LAID), "finished", (0, 1)),
    ("the target was reached before", TWO_HANDS, (WON_EARLY,), "finished", (2,)),
    ("the target was reached in the last hand", TWO_HANDS, (ONE, stated(2, s1=4)), "finished", (1,)),
    ("a hand was voided and is played again", TWO_HANDS, (ONE, opener(0), BEGUN, VOID), "open", ()),
    ("a hand that is missing in the record is not complete", TWO_HANDS, (TWO,), "open", ()),
    ("a hand was withdrawn", TWO_HANDS, (ONE, TWO, Retracted(3)), "open", ()),
    ("a hand was inserted", TWO_HANDS, (ONE, (TWO, 2)), "finished", (0, 1)),
    ("a ruling changes the points, and so the winner", TWO_HANDS, (ONE, TWO, ruled("adjust", round=2, points={"2": 3})), "finished", (2,)),
    ("a penalty changes the leader", TWO_HANDS, (ONE, TWO, ruled("penalty", round=1, points={"0": -1})), "finished", (1,)),
    ("a ruling reaches the target", TWO_HANDS, (ONE, TWO, ruled("adjust", round=2, points={"1": 4})), "finished", (1,)),
    ("a hand is to be played again", TWO_HANDS, (ONE, TWO, ruled("replay", round=2)), "open", ()),
    ("a hand was played again", TWO_HANDS, (ONE, TWO, ruled("replay", round=2), stated(2, s0=1)), "finished", (0,)),
    ("an earlier hand is to be played again", TWO_HANDS, (ONE, TWO, ruled("replay", round=1)), "open", ()),
    ("an earlier hand was played again", TWO_HANDS, (ONE, TWO, ruled("replay", round=1), stated(3, s1=1)), "finished", (1,)),
    ("a hand was ruled void: it was played", TWO_HANDS, (ONE, TWO, ruled("void", round=2)), "finished", (0,)),
    ("the bell does not end a game by hands", TWO_HANDS, (ONE, TIME), "unfinished", ()),
    ("a result was stated before", TWO_HANDS, (ONE, RESULT), "finished", (2,)),
    ("a result stated after the end is only compared", TWO_HANDS, (ONE, TWO, RESULT), "finished", (0, 1)),
    ("given up before the end", TWO_HANDS, (ONE, act("GameAbandoned", reason="x")), "abandoned", ()),
    ("given up after the end", TWO_HANDS, (ONE, TWO, act("GameAbandoned", reason="x")), "finished", (0, 1)),
    ("annulled", TWO_HANDS, (ONE, TWO, act("GameAnnulled", reason="x")), "annulled", ()),
    ("final", TWO_HANDS, (ONE, TWO, act("ResultFinalised")), "final", (0, 1)),
    ("hands without a number end nothing", replace(PLACE, ends="hands"), (ONE, TWO, THREE), "open", ()),
    ("before the bell", BELL, (ONE, TWO, THREE), "open", ()),
    ("at the bell", BELL, (ONE, TIME), "finished", (0,)),
    ("at the bell, level", BELL, (ONE, TWO, TIME), "finished", (0, 1)),
    ("at the bell before the first hand", BELL, (TIME,), "unfinished", ()),
    ("at the bell in the first hand", BELL, (opener(0), BEGUN, TIME), "unfinished", ()),
    ("the first hand is completed after the bell", BELL, (opener(0), BEGUN, TIME, ONE), "finished", (0,)),
    ("at the bell in the second hand", BELL, (ONE, opener(0), BEGUN, TIME), "unfinished", ()),
    ("the second hand is completed after the bell", BELL, (ONE, opener(0), BEGUN, TIME, stated(2, s1=2)), "finished", (1,)),
    ("the running hand is voided after the bell", BELL, (ONE, opener(0), BEGUN, TIME, VOID), "finished", (0,)),
    ("no hand may begin after the bell", BELL, (ONE, TIME, stated(2, s1=2)), "finished", (0,)),
    ("the bell was withdrawn", BELL, (ONE, TIME, Retracted(3)), "open", ()),
    ("the bell belongs before the second hand", BELL, (ONE, TWO, (TIME, 2)), "finished", (0,)),
    ("totals only", BELL, (TOTALS, TIME), "finished", (1, 2)),
    ("totals after the bell", BELL, (TIME, TOTALS), "finished", (1, 2)),
    ("a game to the target ignores hands", TARGET, (ONE, TWO, THREE), "open", ()),
    ("the bell in a game to the target", TARGET, (ONE, TIME), "unfinished", ()),
    ("the bell in a game without a tournament", None, (ONE, TIME), "unfinished", ()),
]


@pytest.mark.parametrize(("what", "place", "acts", "state", "winners"), ROWS, ids=[row[0] for row in ROWS])
def test_the_opening_decides_whether_a_tournament_game_ends_after_the_set_hands_or_at_the_bell(
    what: str, place: TournamentTable | None, acts: Sequence[Act], state: str, winners: tuple[int, ...]
) -> None:
    reading = game(SYSTEMS["high-card"], 3, place, *acts)

    assert (reading.result.state, reading.result.winners) == (state, winners), what
    assert reading.system.outcome(fold(SYSTEMS["high-card"], reading.events)) == reading.system.outcome(reading.table)


def test_a_hand_recorded_after_the_end_of_a_tournament_game_is_reported() -> None:
    reading = game(SYSTEMS["high-card"], 3, TWO_HANDS, ONE, TWO, THREE)

    assert [finding.id for finding in reading.findings] == ["after-the-end@4"]
    assert reading.result.scores == {0: 1, 1: 1, 2: 0}


def test_a_result_stated_after_the_last_hand_is_compared_with_the_played_hands() -> None:
    agrees = game(SYSTEMS["high-card"], 3, TWO_HANDS, ONE, TWO, act("ResultStated", winners=[0, 1]))
    differs = game(SYSTEMS["high-card"], 3, TWO_HANDS, ONE, TWO, RESULT)

    assert [finding.rule for finding in agrees.findings] == []
    assert [finding.rule for finding in suspicions(differs)] == ["result-stated-otherwise", "winner-stated-otherwise"]


def test_a_tournament_game_that_is_over_proposes_no_further_acts() -> None:
    over, goes_on = (game(SYSTEMS["high-card"], 3, TWO_HANDS, *acts) for acts in ((ONE, TWO), (ONE,)))

    assert over.system.prompts(over.table) == ()
    assert goes_on.system.prompts(goes_on.table)
    assert over.system.seen_by(over.table, PUBLIC).phase == "over"


def test_cards_hidden_during_play_are_open_to_all_after_the_last_hand() -> None:
    """OU-5: cards that were won stay closed until the game is over."""
    flip = act("CardsFlipped", cards={"0": "AS", "1": "KS"})
    again = act("CardsFlipped", cards={"0": "QS", "1": "JS"})
    goes_on, over = (game(SYSTEMS["one-up"], 2, place, flip, again) for place in (BELL, TWO_HANDS))

    assert goes_on.system.shown(goes_on.events[1], goes_on.table, PUBLIC) is None
    assert over.system.shown(over.events[1], over.table, PUBLIC) == over.events[1]


def test_when_time_ends_a_game_without_points_all_players_still_in_it_win() -> None:
    reading = game(SYSTEMS["box"], 4, BELL, stated(1, s2=1), TIME)

    assert (reading.result.state, reading.result.winners, reading.result.scores) == ("finished", (0, 1, 2, 3), {})


def test_a_seat_that_can_no_longer_win_is_not_among_the_leaders() -> None:
    outcome = Outcome("open", {}, ((Seat(1),), (Seat(2), Seat(0)), (Seat(3),)), (), "cards")

    assert leaders(outcome) == (1,)
    assert leaders(replace(outcome, out=(Seat(1), Seat(2)))) == (0,)
    assert leaders(replace(outcome, out=(Seat(0), Seat(1), Seat(2), Seat(3)))) == ()


def test_a_player_who_left_does_not_win_when_a_tournament_game_ends() -> None:
    """OU-6: with the option `remove_hand` the game goes on without the player."""
    system = SYSTEMS["one-up"]
    opened = replace(opening(system, 3, remove_hand=True), tournament=BELL)
    acts = [stated(1, s2=3), stated(2, s1=3), stated(3, s2=3), act("PlayerLeft", seat=2), TIME]

    reading = read(system, events([opened, *acts]))

    assert (reading.result.scores, reading.result.winners) == ({0: 0, 1: 3, 2: 6}, (1,))


# --- every system ------------------------------------------------------------------------------------------------------------------------


def plays(system: System[Table], place: TournamentTable, seed: int, moves: int, bell: int) -> list[tuple[Reading, Reading]]:
    """Play the same random acts, at most `moves`, in a game outside any tournament and in a tournament's game. Act number `bell` calls
    time. The acts go on after the tournament's game has ended. Returns the two readings (outside, inside) at the start and after each
    act."""
    dice = Random(seed)
    plain = game(system, system.players[0], None)
    states = [(plain, game(system, system.players[0], place))]
    for number in range(moves):
        made = TIME if number == bell else move(system, plain.table, dice.choice)
        if made is None:
            break
        event = next_event(plain, made)
        plain = plain.extended([event])
        states.append((plain, states[-1][1].extended([event])))
    return states


@pytest.mark.parametrize("system", rows(SYSTEMS, LEADING, SYSTEMS.__getitem__))
@pytest.mark.parametrize("place", [replace(PLACE, ends="hands", hands=1), TWO_HANDS, BELL], ids=["one hand", "two hands", "bell"])
def test_a_random_tournament_game_ends_after_the_set_hands_or_when_time_is_called(system: System[Table], place: TournamentTable) -> None:
    states = plays(system, place, 7, 160, bell=25)
    ended: Outcome | None = None
    for plain, reading in states:
        own, seen = system.outcome(plain.table), reading.system.outcome(reading.table)
        if ended is not None:
            assert seen == ended
            continue
        rung = any(event.act is TIME for event in reading.events)
        reached = rung and own.deals > 0 if place.ends == "bell" else own.deals >= (place.hands or 0)
        if own.state == "open" and reached and not own.running:
            best = max(own.scores.values(), default=None)
            top = tuple(seat for seat, score in sorted(own.scores.items()) if score == best and seat not in own.out)
            ended = replace(own, state="finished", winners=top or tuple(sorted(own.standing[0])))
            assert seen == ended
            assert reading.system.prompts(reading.table) == ()
        else:
            assert seen == own
            ended = own if own.state == "finished" else None
    assert ended is not None
    last = states[-1][1]
    assert read(system, last.events).table == last.table
