"""A changed result waits for the director. Its preview equals what happens when the director accepts the change."""

from random import Random

import pytest

from domain.kernel.events import TournamentAct
from domain.tournament.reading import TournamentReading, tournament_read
from domain.tournament.scoring import history_of
from domain.tournament.standings import standings
from service.views.pending import MOST_PREVIEWS, accepted, pending_json
from tests.speeds import seeds
from tests.tournament.stream import act, entries, events, opened, paired, taken

TIEBREAKS = ["buchholz", "sonneborn-berger", "difference", "head-to-head"]


def random_acts(dice: Random) -> list[TournamentAct]:
    """Return the acts of three rounds with eight entries: typed, taken and changed results, forfeits and annulled games."""
    made: list[TournamentAct] = [opened(tiebreaks=TIEBREAKS), *entries(8)]
    for number in (1, 2, 3):
        order = dice.sample(range(1, 9), 8)
        made.append(paired(number, *([[order[n]], [order[n + 1]]] for n in range(0, 8, 2))))
        made += [_result(dice, number, table, version) for version in range(10, 14) for table in range(1, 5)]
    return made


def _result(dice: Random, number: int, table: int, version: int) -> TournamentAct:
    scores = dice.sample(range(12), 2)
    chance = dice.random()
    if chance < 0.1:
        return act("ResultEntered", round=number, table=table, scores=scores)
    if chance < 0.15:
        return act("ForfeitRuled", round=number, table=table, winners=[dice.randrange(2)])
    game = "abcdefghijkl"[4 * (number - 1) + table - 1]
    if chance < 0.25:
        return taken(number, table, version, [], [], game, annulled=True)
    return taken(number, table, version, scores, [scores.index(max(scores))], game)


def rows(reading: TournamentReading) -> dict[int, tuple[object, ...]]:
    made = standings(history_of(reading.state), reading.state.settings.tiebreaks)
    return {row.entry: (row.place, row.points, [str(value) for value in row.values]) for row in made}


@pytest.mark.parametrize("seed", seeds(200, 20))
def test_accepting_a_changed_result_does_what_its_preview_showed(seed: int) -> None:
    reading = tournament_read(events(random_acts(Random(seed))))
    pending = pending_json("home-t", reading, None, None)
    before = rows(reading)
    assert pending["changes"]
    for change in pending["changes"]:
        seated = reading.state.rounds[change["round"]].tables[change["table"]]
        assert seated.change is not None
        done = accepted(reading, change["round"], change["table"], seated.change)
        again = tournament_read(done.events)  # all events read again: `done` was made by adding one event to an earlier reading
        after, preview = rows(again), change["preview"]
        assert preview is not None
        moved = {entry: (before[entry][0], after[entry]) for entry in after if after[entry] != before[entry]}
        assert {row["entry"]: (row["before"], (row["place"], row["points"], row["values"])) for row in preview["moved"]} == moved
        assert preview["paired_on_old"] == list(range(change["round"] + 1, 4))
        now = again.state.rounds[change["round"]].tables[change["table"]]
        assert now.change is None
        assert (None if now.result is None else now.result.version) == (None if change["new"] is None else change["change"])


def test_typed_results_that_wait_for_approval_are_listed() -> None:
    made = [opened(), *entries(4), paired(1, [[1], [2]], [[3], [4]]), act("ResultEntered", round=1, table=2, scores=[3, 11])]
    pending = pending_json("home-t", tournament_read(events(made)), None, None)
    assert pending["changes"] == []
    (typed,) = pending["typed"]
    assert (typed["round"], typed["table"], typed["result"], typed["winners"], typed["scores"]) == (1, 2, 7, [1], [3, 11])


def test_the_first_pending_changes_have_previews_and_later_ones_get_them_on_request() -> None:
    count = MOST_PREVIEWS + 2
    sides = [[[2 * n - 1], [2 * n]] for n in range(1, count + 1)]
    made = [opened(), *entries(2 * count), paired(1, *sides)]
    letters = "abcdefghijklmnopqrstuvwxyz"
    for version, scores in ((10, [1, 0]), (11, [0, 1])):
        made += [taken(1, table, version, scores, [scores.index(1)], letters[table - 1]) for table in range(1, count + 1)]
    reading = tournament_read(events(made))
    changes = pending_json("home-t", reading, None, None)["changes"]
    assert [change["preview"] is None for change in changes] == [False] * MOST_PREVIEWS + [True] * 2
    (last,) = pending_json("home-t", reading, 1, count)["changes"]
    assert last["preview"] is not None
