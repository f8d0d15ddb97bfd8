"""The job that takes results of games into a tournament. If a result changes after it was taken, the change waits for the director."""

from domain.kernel.cards import Seat
from domain.kernel.events import IrregularityCalled, Retracted, RulingRecorded
from domain.kernel.events.rulings import Cited
from tests.taking.conftest import NOTE, Cup
from tests.tournament.stream import act


def test_the_director_must_accept_a_correction_of_a_taken_result(cup: Cup) -> None:
    cup.begin(1)
    cup.played(1, 11, 7)
    cup.taken()
    cup.corrected(1, 7, 11)
    cup.taken()
    waiting = cup.table().change
    assert cup.counts() == (11, 7)
    assert waiting is not None
    assert waiting.scores == (7, 11)
    cup.record(act("ChangeAccepted", round=1, table=1, change=waiting.version))
    assert cup.counts() == (7, 11)


def test_a_result_changed_by_a_ruling_waits_for_the_director_even_if_nobody_confirms_it_again(cup: Cup) -> None:
    """Source: tournaments.md §3.3. The ruling cancels the confirmation, so the game is finished but no longer confirmed. After the ruling
    is withdrawn, no change waits for the director."""
    cup.begin(1)
    cup.played(1, 11, 7)
    cup.taken()
    called = cup.append(cup.games[1], IrregularityCalled("other"))
    ruling = RulingRecorded(Cited(dispute=called), "house", "penalty", points={Seat(0): -5})
    ruled = cup.append(cup.games[1], ruling)
    assert cup.parts.readings.of(cup.games[1]).result.state == "finished"
    cup.taken()
    change = cup.table().change
    assert change is not None
    assert (change.scores, cup.counts()) == ((6, 7), (11, 7))
    cup.append(cup.games[1], Retracted(ruled))
    cup.taken()
    assert (cup.counts(), cup.table().change) == ((11, 7), None)


def test_a_corrected_result_waits_for_the_director_even_if_nobody_confirmed_it_yet(cup: Cup) -> None:
    cup.begin(1)
    cup.played(1, 11, 7)
    cup.taken()
    reading = cup.parts.readings.of(cup.games[1])
    cup.append(cup.games[1], *(Retracted(step.event.version) for step in reading.steps[1:]))
    cup.taken()
    assert cup.table().change is None
    cup.stated(1, 7, 11)
    cup.taken()
    change = cup.table().change
    assert change is not None
    assert (change.scores, cup.counts()) == ((7, 11), (11, 7))
    cup.confirmed(1)
    cup.taken()
    assert (cup.table().change, len(cup.taken_events())) == (change, 2)


def test_a_corrected_result_counts_at_once_if_the_settings_say_so(cup: Cup) -> None:
    cup.begin(1, accept_changes=True)
    cup.played(1, 11, 7)
    cup.taken()
    cup.corrected(1, 7, 11)
    cup.taken()
    assert (cup.counts(), cup.table().change) == ((7, 11), None)


def test_a_declined_change_of_a_result_is_not_offered_again(cup: Cup) -> None:
    cup.begin(1)
    cup.played(1, 11, 7)
    cup.taken()
    cup.corrected(1, 7, 11)
    cup.taken()
    waiting = cup.table().change
    assert waiting is not None
    cup.record(act("ChangeDeclined", round=1, table=1, change=waiting.version, reason="settled"))
    cup.append(cup.games[1], NOTE)
    cup.taken()
    assert cup.table().change is None
    cup.corrected(1, 6, 11)
    cup.taken()
    change = cup.table().change
    assert change is not None
    assert change.scores == (6, 11)


def test_a_taken_result_of_an_annulled_game_counts_until_the_director_accepts_the_annulment(cup: Cup) -> None:
    cup.begin(1)
    cup.played(1, 11, 7)
    cup.taken()
    annulment = cup.annulled(1)
    cup.taken()
    change = cup.table().change
    assert change is not None
    assert (change.annulled, change.winners, cup.counts()) == (True, (), (11, 7))
    cup.record(act("ChangeAccepted", round=1, table=1, change=change.version))
    assert cup.state.rounds[1].unfinished == (1,)
    cup.append(cup.games[1], Retracted(annulment))
    cup.taken()
    assert cup.counts() == (11, 7)


def test_a_game_annulled_before_its_result_was_taken_changes_no_tournament(cup: Cup) -> None:
    cup.begin(1)
    cup.played(1, 11, 7)
    cup.annulled(1)
    cup.taken()
    assert cup.taken_events() == []


def test_linking_another_game_to_a_table_proposes_its_result_as_a_change(cup: Cup) -> None:
    """The record of the second game is shorter than the record of the first game, so its last version is lower."""
    cup.begin(1)
    cup.append(cup.games[1], NOTE, NOTE)
    cup.played(1, 11, 7)
    cup.taken()
    first, second = cup.games[1], cup.game()
    cup.games[1] = second
    cup.played(1, 3, 11)
    cup.link((1, second))
    cup.taken()
    change = cup.table().change
    assert change is not None
    assert (change.game, change.scores) == (second, (3, 11))
    cup.record(act("ChangeAccepted", round=1, table=1, change=change.version))
    cup.link((1, first))
    cup.taken()
    change = cup.table().change
    assert change is not None
    assert (change.game, change.scores) == (first, (11, 7))
