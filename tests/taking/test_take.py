"""The job that takes results of games into a tournament. Here the job runs step by step and without a relay. The tests show which results
it takes, and which events make it check a game again."""

from dataclasses import replace

import pytest

from domain.kernel.events import Act
from service.engine import ENGINE
from service.store.keys import HOME
from service.store.tournaments.tournaments import TOURNAMENT
from tests.domain.playing import act as domain_act
from tests.domain.playing import opener, place, reveal
from tests.taking.conftest import NOTE, Cup
from tests.tournament.stream import act
from tests.verdicts import judged
from tests.workers.conftest import Store
from workers.take import STEP_GAMES


def test_a_confirmed_result_is_taken_with_the_version_and_hash_of_its_record(cup: Cup) -> None:
    cup.begin(2)
    version = cup.played(1, 11, 7)
    cup.taken()
    (taken,) = cup.taken_events()
    head = cup.parts.records.head(cup.games[1])
    assert head is not None
    assert (taken.round, taken.table, taken.game) == (1, 1, cup.games[1])
    assert (taken.version, taken.verdict, taken.hash) == (version, version, head.hash)
    assert (taken.scores, taken.winners, taken.annulled) == ((11, 7), (0,), None)
    assert (cup.counts(1), cup.counts(2)) == ((11, 7), None)
    assert cup.idle()


def test_a_result_that_is_not_confirmed_is_not_taken(cup: Cup) -> None:
    cup.begin(1)
    cup.stated(1, 11, 7)
    cup.taken()
    assert cup.counts() is None
    cup.confirmed(1)
    cup.taken()
    assert cup.counts() == (11, 7)


ASKED = (opener(0), place(1, "h"), place(0, "h"), reveal("KS 3D"), domain_act("RoundStated", round=2, points={"0": 3}))
"""A game of High Card that seat 0 wins with 4 points. Seat 1 placed a card out of turn, so the record has an open question about event
3."""


@pytest.mark.parametrize(
    "answer",
    [
        domain_act("IrregularityAttested", finding="out-of-turn@3"),
        domain_act("RulingRecorded", cites={"finding": "out-of-turn@3"}, rule="HC-2", rectification="stand"),
        domain_act("ResultStated", winners=[0]),
    ],
    ids=lambda act: type(act).__name__,
)
def test_a_result_with_an_open_question_is_not_taken_until_the_question_is_answered(cup: Cup, answer: Act) -> None:
    cup.begin(1, takes="finished")
    cup.append(cup.games[1], *ASKED)
    cup.taken()
    assert cup.counts() is None
    cup.append(cup.games[1], answer)
    cup.taken()
    assert cup.counts() == (4, 0)


def test_a_result_with_an_open_question_is_taken_if_the_players_confirm_it(cup: Cup) -> None:
    cup.begin(1, takes="finished")
    cup.append(cup.games[1], *ASKED)
    cup.confirmed(1)
    cup.taken()
    assert cup.counts() == (4, 0)


def test_a_result_is_taken_only_after_the_verdict_on_its_game(cup: Cup) -> None:
    """The verdict has no findings, so the feed has no entry about it. The job must take the result all the same."""
    cup.begin(1)
    cup.played(1, 11, 7)
    cup.taker().take(HOME)
    assert cup.counts() is None
    end = cup.parts.taking.end(HOME)
    assert cup.generation().position == end
    cup.taken()
    assert cup.counts() == (11, 7)


def test_all_results_of_a_tournament_that_are_ready_are_taken_in_one_batch(cup: Cup) -> None:
    cup.begin(8)
    for table in cup.games:
        cup.played(table, 11, table)
    cup.validated()
    before = cup.parts.taking.end(HOME)
    cup.taken()
    letters = [entry.letter for entry in cup.parts.records.feed(HOME, before, 100)]
    assert letters.count("t") == 1
    assert len(cup.taken_events()) == 8


def test_taking_results_stops_before_the_last_events_that_only_directors_may_record(cup: Cup, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of events of a tournament is limited, and only directors may record the last events before the limit. Somebody with the
    link of a table may correct the game of the table again and again, and the job could take a result after each correction."""
    cup.begin(1)
    room = cup.reading.version + 2
    monkeypatch.setattr(cup.parts.tournaments, "kind", replace(TOURNAMENT, most_events=room + 1, for_directors=1))
    cup.played(1, 11, 7)
    cup.taken()
    for score in range(8, 11):
        cup.corrected(1, 11, score)
        cup.taken()

    assert (cup.reading.version, len(cup.taken_events()), cup.counts()) == (room, 2, (11, 7))
    assert cup.record(act("ChangeAccepted", round=1, table=1, change=room)) == room + 1
    assert cup.counts() == (11, 8)


def test_all_results_are_taken_even_if_one_step_cannot_take_them_all(cup: Cup) -> None:
    tables = STEP_GAMES + 5
    cup.begin(tables, takes="finished")
    for table in cup.games:
        cup.stated(table, 11, 7)
    cup.taken()
    assert cup.state.rounds[1].unfinished == ()
    assert len(cup.taken_events()) == tables


def test_a_second_confirmation_or_a_note_adds_no_event_to_the_tournament(cup: Cup) -> None:
    cup.begin(1)
    cup.played(1, 11, 7)
    cup.taken()
    version = cup.reading.version
    cup.confirmed(1, seat=0)
    cup.append(cup.games[1], NOTE)
    cup.taken()
    assert cup.reading.version == version


# --- what makes the job check a game again ------------------------------------------------------------------------------------------------


def test_the_result_of_a_game_that_is_linked_after_its_end_is_taken(cup: Cup) -> None:
    cup.begin(1, linked=False)
    cup.played(1, 11, 7)
    cup.taken()
    assert cup.counts() is None
    cup.link((1, cup.games[1]))
    cup.taken()
    assert cup.counts() == (11, 7)


def test_a_finished_tournament_takes_no_result_until_its_end_is_withdrawn(cup: Cup) -> None:
    cup.begin(1)
    cup.played(1, 11, 7)
    cup.taken()
    end = cup.record(act("TournamentFinished"))
    cup.corrected(1, 7, 11)
    cup.taken()
    assert (len(cup.taken_events()), cup.idle()) == (1, True)
    cup.record(act("Retracted", target=end))
    cup.taken()
    assert cup.table().change is not None


def test_results_are_taken_as_soon_as_a_changed_setting_allows_them(cup: Cup) -> None:
    cup.begin(2)
    cup.stated(1, 11, 7)
    cup.taken()
    assert cup.counts() is None
    cup.record(act("SettingsChanged", settings={"takes": "finished"}))
    cup.taken()
    assert cup.counts() == (11, 7)


def test_a_withdrawn_result_is_not_taken_again_until_its_game_changes(cup: Cup) -> None:
    cup.begin(1)
    cup.played(1, 11, 7)
    cup.taken()
    result = cup.table().result
    assert result is not None
    cup.record(act("Retracted", target=result.version))
    cup.taken()
    assert cup.counts() is None
    cup.confirmed(1, seat=0)
    cup.taken()
    assert cup.counts() == (11, 7)


def test_a_table_linked_to_a_missing_game_does_not_stop_other_results(cup: Cup) -> None:
    cup.begin(2)
    strange = ["home-0123456789abcdef", "away-aaaaaaaaaaaaaaaa", "home-aaaaaaaaaaaaaaaa"]
    for game in strange:
        cup.record(act("TableLinked", round=1, table=2, game=game))
    cup.played(1, 11, 7)
    cup.taken()
    assert (cup.counts(1), cup.idle()) == ((11, 7), True)


def test_a_game_that_is_linked_to_two_tables_gives_its_result_to_both(cup: Cup) -> None:
    cup.begin(2)
    cup.link((2, cup.games[1]))
    cup.played(1, 11, 7)
    cup.taken()
    assert (cup.counts(1), cup.counts(2)) == ((11, 7), (11, 7))


# --- games that cannot be read ------------------------------------------------------------------------------------------------------------


def test_the_last_validated_result_of_a_broken_game_is_taken_and_no_other_game_is_delayed(cup: Cup, store: Store) -> None:
    cup.begin(3)
    bad = store.open()
    cup.link((3, bad))
    judged(store.verdicts, bad, 0, 1, ENGINE, "open", [], [])
    assert store.verdicts.park(bad, store.happens(bad, "garbled"), 3, "KeyError at somewhere:1", ENGINE)
    cup.played(1, 11, 7)
    cup.played(2, 5, 11)
    cup.validated()
    version = cup.append(cup.games[2], NOTE)
    assert store.verdicts.park(cup.games[2], version, 3, "KeyError at somewhere:1", ENGINE)
    taker = cup.taker()
    while not taker.take(HOME):
        pass
    assert (cup.counts(1), cup.counts(2)) == ((11, 7), (5, 11))
    assert cup.taken_events()[-1].version == version - 1
    assert cup.idle()
