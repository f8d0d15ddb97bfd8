"""Events that make no sense change nothing: whatever events a tournament has, its standings can be computed."""

from collections.abc import Callable
from random import Random

import pytest

from domain.kernel.events import TournamentAct
from domain.tournament.scoring import history_of
from domain.tournament.standings import explanation, ranking
from domain.tournament.tiebreaks import TIEBREAKS
from tests.speeds import seeds
from tests.tournament.stream import act, entries, opened, paired, taken, tournament

SCORINGS = ({"kind": "wins"}, {"kind": "score", "sit_out": "average"}, {"kind": "placement", "places": [3, 1]})
Item = TournamentAct | tuple[TournamentAct, int]


def some_act(dice: Random, version: int) -> TournamentAct:
    """Return a random act, which may make no sense at this place. `version`: the version of the event before it."""
    number, table = dice.randint(1, 3), dice.randint(1, 2)

    def some(most: int, count: int, least: int = 1) -> list[int]:
        return [dice.randint(least, most) for _ in range(count)]

    made: list[Callable[[], TournamentAct]] = [
        lambda: paired(number, *[[some(6, dice.randint(1, 2)) for _ in range(dice.randint(2, 3))] for _ in range(2)], sits_out=some(6, 1)),
        lambda: act("ResultEntered", round=number, table=table, scores=some(3, dice.randint(0, 3), 0)),
        lambda: act("ResultEntered", round=number, table=table, winners=some(3, dice.randint(0, 3), 0)),
        lambda: act("ResultApproved", round=number, table=table, result=version),
        lambda: act("ForfeitRuled", round=number, table=table, winners=some(4, 1), scores=dice.choice([None, [1], [1, 2, 3, 4]])),
        lambda: taken(number, table, dice.randint(1, 9), some(3, dice.randint(1, 3)), some(3, 1)),
        lambda: act("Retracted", target=dice.randint(2, version), reason="slip"),
        lambda: act("ScoreAdjusted", entry=dice.randint(1, 6), points=1, reason="late", round=dice.choice([None, 2])),
        lambda: act("LotsDrawn", order=some(6, 3)),
        lambda: act("WishMade", entries=some(6, 3), hard=dice.choice([True, False]), from_round=dice.choice([None, number + 2])),
        lambda: act("WishMade", entries=some(6, 3), hard=dice.choice([True, False]), another_table=True),
        lambda: act(
            "StageBegun",
            format=dice.choice(["swiss", "double-elimination"]),
            settings={},
            groups=[some(6, 3) for _ in range(dice.randint(1, 2))],
        ),
        lambda: act("EntryWithdrawn", entry=dice.randint(1, 6), from_round=number),
        lambda: act("EntryReturned", entry=dice.randint(1, 6), from_round=number),
        lambda: act("AbsenceNoted", entry=dice.randint(1, 6), round=number, kind=dice.choice(["bye", "half", "zero"])),
    ]
    return dice.choice(made)()


@pytest.mark.parametrize("seed", seeds(40, 4))
def test_standings_can_be_computed_after_any_sequence_of_events(seed: int) -> None:
    dice = Random(seed)
    for _ in range(100):
        format_name = dice.choice(["swiss", "single-elimination-third", "double-elimination"])
        acts: list[Item] = [opened(format_name, tiebreaks=dice.sample(list(TIEBREAKS), 3), scoring=dice.choice(SCORINGS)), *entries(4)]
        for _ in range(25):
            made = some_act(dice, len(acts))
            acts.append(made if dice.random() < 0.8 else (made, dice.randint(1, len(acts))))
        state = tournament(*acts)
        places = [row.place for row in ranking(state).rows]
        assert len(history_of(state).lines) == len(state.entries)
        for entry in state.entries:
            explanation(state, entry)
        assert (len(places), places[:1]) == (len(state.entries), [1] if state.entries else [])


def test_a_result_that_lacks_a_score_is_ignored() -> None:
    """A correction is recorded without a check. So a wrong result may be recorded, and reading it must not fail."""
    start = [opened(), *entries(2), paired(1, [[1], [2]])]
    wrong = (act("ResultEntered", round=1, table=1, scores=[3]), 4)
    state = tournament(*start, wrong, act("ResultApproved", round=1, table=1, result=5))
    assert state.rounds[1].unfinished == (1,)


def test_a_table_that_names_an_entry_twice_is_ignored() -> None:
    assert list(tournament(opened(), *entries(2), paired(1, [[1], [1]], [[1], [2]])).rounds[1].tables) == [2]
