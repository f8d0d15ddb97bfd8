"""The life of a record: its states, and the result that counts (docs/decisions/life-of-a-record.md). Each row has the events after an
opening with three seats, what must follow, and the source. The game is High Card; any system would do."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.cards import Seat
from domain.kernel.events import EVENT_TYPES, Act, PersonId, ResultConfirmed, Retracted
from domain.record.chain import hashes
from domain.record.facts import facts_of
from domain.record.fold import Reading, corrected, read, retracted
from domain.record.life import Claim, Life, Substitution, confirming, life_of, reason_of, result_of
from domain.record.sittings import sittings_of
from domain.system import Outcome
from tests.domain.playing import act, events, played

DESIGN, CORRECTIONS = "design §4, States", "design §4, Corrections"
PAGE = "life-of-a-record"

OPENER = act("OpenerChosen", seat=0)
WON = act("ResultStated", winners=[0], scores={"0": 4, "1": 2})
OTHER = act("ResultStated", winners=[1], scores={"0": 2, "1": 4})
FINAL, ANNULLED, TIME = act("ResultFinalised"), act("GameAnnulled", reason="test"), act("TimeCalled", reason="late")
NOTHING_YET = {Seat(0): 0, Seat(1): 0, Seat(2): 0}
ABANDONED, NOTE = act("GameAbandoned", reason="x"), act("NoteWritten", note="x")


def back(target: int) -> Act:
    return act("Retracted", target=target)


def confirms(seat: int, through: int, winner: int = 0) -> ResultConfirmed:
    scores = {Seat(0): 4, Seat(1): 2, Seat(2): 0} if winner == 0 else {Seat(0): 2, Seat(1): 4, Seat(2): 0}
    return ResultConfirmed(Seat(seat), through, "00" * 32, scores, (Seat(winner),))


def ruling(rectification: str, **data: Any) -> Act:
    return act("RulingRecorded", cites={"dispute": 2}, rule="HC-15", rectification=rectification, **data)


def game(*acts: Act | tuple[Act, int]) -> Reading:
    return played("high-card", 3, *acts)


TWICE = replace(confirms(1, 2), winners=(Seat(0), Seat(0)))
STATES = [
    # Each row: the acts from version 2 on, the state, the winners that count, the seats whose confirmations count, the version up to which
    # all events are settled, the source.
    ((), "open", (), (), 0, DESIGN),
    ((OPENER,), "open", (), (), 0, DESIGN),
    ((WON,), "finished", (0,), (), 0, DESIGN),
    ((WON, confirms(1, 2)), "confirmed", (0,), (1,), 2, DESIGN),
    ((WON, confirms(1, 2), confirms(2, 3)), "confirmed", (0,), (1, 2), 3, f"{PAGE}: every confirmation is kept"),
    ((WON, confirms(1, 2), confirms(1, 3)), "confirmed", (0,), (1,), 3, f"{PAGE}: every confirmation is kept"),
    ((WON, confirms(0, 2)), "confirmed", (0,), (0,), 2, f"{PAGE}: one confirmation is enough"),
    ((WON, TWICE), "confirmed", (0,), (1,), 2, f"{PAGE}: a winner who is named twice is one winner"),
    ((WON, confirms(1, 2), FINAL), "final", (0,), (1,), 4, DESIGN),
    ((WON, FINAL), "final", (0,), (), 3, f"{PAGE}: a director needs nobody's confirmation"),
    ((OPENER, FINAL), "open", (), (), 0, f"{PAGE}: an open game cannot be final"),
    ((ABANDONED,), "abandoned", (), (), 0, DESIGN),
    ((ABANDONED, FINAL), "final", (), (), 3, f"{PAGE}: every game that has ended can be final"),
    ((TIME,), "unfinished", (), (), 0, DESIGN),
    ((TIME, OPENER), "unfinished", (), (), 0, f"{PAGE}: the round may be played out"),
    ((TIME, WON), "finished", (0,), (), 0, f"{PAGE}: a result may be stated"),
    ((WON, TIME), "finished", (0,), (), 0, f"{PAGE}: a game that has ended is not stopped"),
    ((TIME, back(2)), "open", (), (), 0, CORRECTIONS),
    ((TIME, FINAL), "final", (), (), 3, f"{PAGE}: every game that has ended can be final"),
    ((OPENER, ANNULLED), "annulled", (), (), 0, DESIGN),
    ((WON, confirms(1, 2), FINAL, ANNULLED), "annulled", (), (1,), 2, DESIGN),
    ((WON, ANNULLED, back(3)), "finished", (0,), (), 0, CORRECTIONS),
    # corrections after a confirmation
    ((WON, confirms(1, 2), back(3)), "finished", (0,), (), 0, f"{PAGE}: a retracted confirmation"),
    ((WON, confirms(1, 2), back(3), back(4)), "confirmed", (0,), (1,), 2, CORRECTIONS),
    ((WON, confirms(1, 2), confirms(2, 3), back(3)), "confirmed", (0,), (2,), 3, f"{PAGE}: a retracted confirmation"),
    ((WON, confirms(1, 2), back(2)), "open", (), (), 0, f"{PAGE}: a corrected result is confirmed again"),
    ((WON, confirms(1, 2), back(2), OTHER), "finished", (1,), (), 0, f"{PAGE}: a corrected result is confirmed again"),
    ((WON, confirms(1, 2), (OTHER, 1)), "finished", (1,), (), 0, f"{PAGE}: a corrected result is confirmed again"),
    ((WON, confirms(1, 2), back(2), OTHER, confirms(2, 5, winner=1)), "confirmed", (1,), (2,), 5, f"{PAGE}: confirmed again"),
    ((WON, confirms(1, 2), back(2), WON), "confirmed", (0,), (1,), 2, f"{PAGE}: more detail, same result"),
    ((OPENER, WON, confirms(1, 3), back(2)), "confirmed", (0,), (1,), 3, f"{PAGE}: more detail, same result"),
    ((WON, confirms(1, 2), back(2), back(4)), "confirmed", (0,), (1,), 2, CORRECTIONS),
    ((WON, confirms(1, 2), NOTE, back(4)), "confirmed", (0,), (1,), 2, f"{PAGE}: above the line"),
    # the result by the rules differs from the confirmed result
    ((WON, confirms(1, 2, winner=1)), "confirmed", (1,), (1,), 2, "design §4: standings keep the confirmed result until a ruling"),
    ((OPENER, confirms(1, 2)), "confirmed", (0,), (1,), 2, "design §4: standings keep the confirmed result until a ruling"),
    ((WON, confirms(1, 2, winner=1), NOTE, back(4)), "confirmed", (1,), (1,), 2, f"{PAGE}: above the line"),
    ((OPENER, WON, back(2), confirms(1, 4, winner=1)), "confirmed", (1,), (1,), 4, f"{PAGE}: corrected before the confirmation"),
    ((WON, confirms(1, 2, winner=1), back(2), back(4)), "confirmed", (1,), (1,), 2, f"{PAGE}: a correction that was withdrawn"),
    ((WON, confirms(1, 2, winner=1), ruling("stand")), "confirmed", (1,), (1,), 2, f"{PAGE}: a ruling lets the result stand"),
]


@pytest.mark.parametrize(("acts", "state", "winners", "seats", "line", "source"), STATES)
def test_the_acts_give_a_record_the_expected_state_and_result(
    acts: Sequence[Act], state: str, winners: tuple[int, ...], seats: tuple[int, ...], line: int, source: str
) -> None:
    result = game(*acts).result
    confirmed = () if result.confirmed is None else result.confirmed.seats

    assert (result.state, result.winners, confirmed, result.line) == (state, winners, seats, line), source


REASONS = [
    ((OPENER,), ""),
    ((ABANDONED,), "x"),
    ((ABANDONED, FINAL), "x"),
    ((TIME,), "late"),
    ((TIME, ABANDONED), "x"),
    ((ABANDONED, ANNULLED), "test"),
    ((WON, ABANDONED), ""),
    ((ABANDONED, back(2)), ""),
]


@pytest.mark.parametrize(("acts", "reason"), REASONS)
def test_an_unfinished_game_has_the_reason_that_was_given(acts: Sequence[Act], reason: str) -> None:
    reading = game(*acts)

    assert reason_of(reading.life, reading.system.outcome(reading.table)) == reason


def test_a_ruling_replaces_a_confirmed_result_that_differs_from_the_result_by_the_rules() -> None:
    """Design §4: the confirmed result counts until a director rules."""
    before = game(WON, confirms(1, 2, winner=1))
    after = game(WON, confirms(1, 2, winner=1), ruling("penalty", points={"2": -1}))

    assert (before.result.winners, before.result.differs) == ((1,), True)
    assert (after.result.winners, after.result.differs, after.result.confirmed) == ((0,), False, None)


def test_the_confirmed_scores_count_even_if_the_scores_by_the_rules_differ() -> None:
    reading = game(WON, confirms(1, 2, winner=1))
    facts = facts_of("home-aaaaaaaaaaaaaaaa", reading, (), 0)

    assert reading.system.outcome(reading.table).winners == (0,)
    assert [(seat.score, seat.won) for seat in facts.seats] == [(2, False), (4, True), (0, False)]
    assert (facts.state, facts.decided) == ("confirmed", True)


FINDINGS = [
    ((WON, confirms(1, 2)), ["confirmed-elsewhere@3"]),
    ((WON, confirms(1, 2, winner=1)), ["confirmed-result-differs@3", "confirmed-elsewhere@3"]),
    ((OPENER, confirms(1, 2)), ["confirmed-result-differs@3", "confirmed-elsewhere@3"]),
    ((WON, confirms(1, 40)), ["confirmed-elsewhere@3"]),
    ((WON, TWICE), ["confirmed-elsewhere@3"]),
    ((OPENER, ResultConfirmed(Seat(1), 2, "00" * 32, NOTHING_YET, ())), ["confirmed-result-differs@3", "confirmed-elsewhere@3"]),
    ((WON, confirms(1, 2, winner=1), back(2)), ["confirmed-elsewhere@3"]),
    ((WON, confirms(1, 2, winner=1), back(3)), []),
]


@pytest.mark.parametrize(("acts", "findings"), FINDINGS)
def test_findings_report_a_confirmation_that_contradicts_the_record(acts: Sequence[Act], findings: list[str]) -> None:
    """The confirmations have a hash that does not belong to this record."""
    raised = [finding for finding in game(*acts).findings if finding.rule.startswith("confirmed")]

    assert [finding.id for finding in raised] == findings


def test_no_finding_reports_a_confirmation_of_the_current_result() -> None:
    before = game(OPENER, WON)
    *_, reached = hashes(before.events)
    outcome = before.system.outcome(before.table)

    after = game(OPENER, WON, confirming(Seat(1), 3, reached, outcome))

    assert [finding for finding in after.findings if finding.rule.startswith("confirmed")] == []
    assert after.result.confirmed is not None
    assert (after.result.confirmed.hash, after.result.confirmed.totals) == (reached, {0: 4, 1: 2, 2: 0})


def test_a_confirmed_result_that_differs_from_the_result_by_the_rules_is_explained_in_a_sentence() -> None:
    finding = game(WON, confirms(1, 2, winner=1)).findings[-2]

    assert finding.sentence == (
        "The result was confirmed as won by {1} with {0} 2, {1} 4, {2} 0; by the current rules it is won by {0} with {0} 4, {1} 2, {2} 0."
    )
    assert finding.seats == (0, 1)


CLAIM, CONCESSION = act("ClaimMade", seat=0, claim="the rest"), act("ConcessionMade", seat=2)


def answer(claim: int, seat: int, *, accepts: bool) -> Act:
    return act("ClaimAnswered", claim=claim, seat=seat, accepts=accepts)


CLAIMS = [
    # Each row: the acts, and the expected claims as (version, seat, answers by seat, whether the claim stands).
    ((CLAIM,), [(2, 0, {}, True)]),
    ((CLAIM, answer(2, 1, accepts=True)), [(2, 0, {1: True}, True)]),
    ((CLAIM, answer(2, 1, accepts=True), answer(2, 2, accepts=False)), [(2, 0, {1: True, 2: False}, False)]),
    ((CLAIM, answer(2, 1, accepts=False), answer(2, 1, accepts=True)), [(2, 0, {1: True}, True)]),
    ((CLAIM, answer(2, 1, accepts=False), back(3)), [(2, 0, {}, True)]),
    ((CLAIM, answer(2, 1, accepts=False), back(2)), []),
    ((CLAIM, CONCESSION, answer(3, 0, accepts=True)), [(2, 0, {}, True), (3, 2, {0: True}, True)]),
    ((OPENER, answer(2, 1, accepts=False)), []),
]


@pytest.mark.parametrize(("acts", "claims"), CLAIMS)
def test_a_claim_of_a_player_stands_until_another_player_rejects_it(acts: Sequence[Act], claims: list[tuple[Any, ...]]) -> None:
    shown = [(claim.version, claim.seat, claim.answers, claim.standing) for claim in game(*acts).life.claims]

    assert shown == claims


def test_a_concession_is_listed_as_a_claim_without_words() -> None:
    claim, concession = game(CLAIM, CONCESSION).life.claims

    assert (claim.text is not None and claim.text.value, concession) == ("the rest", Claim(3, Seat(2), None, {}))


def test_a_substitute_holds_the_seat_from_the_substitution_on() -> None:
    reading = game(OPENER, act("PlayerSubstituted", seat=1, person="p-eva"), NOTE)
    sittings = sittings_of(reading)

    assert reading.life.substitutions == (Substitution(3, Seat(1), PersonId("p-eva")),)
    assert [sittings.sitter(Seat(1), version) for version in (2, 3, 4)] == [None, "p-eva", "p-eva"]
    assert facts_of("home-aaaaaaaaaaaaaaaa", reading, (), 0).seats[2][:3] == (1, "p-eva", 0)


def test_a_game_and_its_rematch_name_each_other() -> None:
    link = act("GameLinked", game="home-aaaaaaaaaaaaaaaa", relation="rematch")
    origin = act("GameLinked", game="home-bbbbbbbbbbbbbbbb", relation="rematch_of")

    assert (game(WON, link).life.rematch, game(origin).life.rematch_of) == ("home-aaaaaaaaaaaaaaaa", "home-bbbbbbbbbbbbbbbb")
    assert game(WON, link, back(3)).life.rematch is None


# --- properties -------------------------------------------------------------------------------------------------------------------------

LIFE = ("TimeCalled", "GameAnnulled", "GameRemoved", "ResultConfirmed", "ResultFinalised", "ConcessionMade", "ClaimMade", "ClaimAnswered",
        "PlayerSubstituted", "GameLinked", "NoteWritten", "ResultStated", "Retracted")  # fmt: skip


def at_random(dice: Random, most: int = 14) -> Reading:
    """Read a game of at most `most` random acts of the types in `LIFE`. Some are inserted, some withdrawn and restored."""
    acts: list[Act | tuple[Act, int]] = []
    for version in range(2, 2 + dice.randint(0, most)):
        name = dice.choice(LIFE)
        data = dict(EVENT_TYPES[name].example)
        data |= {
            key: dice.randint(*span)
            for key, span in (("seat", (0, 2)), ("through", (1, 9)), ("claim", (1, version)))
            if isinstance(data.get(key), int)
        }
        made = act(name, **data) if name != "Retracted" else back(dice.randint(2, version - 1)) if version > 2 else NOTE
        acts.append((made, dice.randint(1, version - 1)) if dice.random() < 0.3 else made)
    return game(*acts)


@settings(max_examples=200, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_retracted_events_have_no_effect_on_the_state_of_a_game(seed: int) -> None:
    reading = at_random(Random(seed))
    gone = retracted(reading.events)
    kept = [event for event in reading.events if event.version not in gone and not isinstance(event.act, Retracted)]

    assert [event.version for event in corrected(reading.events)] == [step.event.version for step in reading.steps]
    # If an event was inserted after an event that is not in `kept`, then `kept` alone does not say where it belongs.
    if {event.after for event in kept} <= {None, *(event.version for event in kept)}:
        assert life_of(corrected(kept)) == reading.life


@settings(max_examples=200, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_retracting_the_last_event_restores_the_result_that_was_valid_before_it(seed: int) -> None:
    reading = at_random(Random(seed))
    mended = read(reading.system, events([*((event.act, event.after) for event in reading.events), NOTE, back(reading.version + 1)]))  # type: ignore[misc]

    assert (mended.life, mended.result) == (reading.life, reading.result)


@settings(max_examples=200, derandomize=True)
@given(seed=st.integers(0, 2**32), state=st.sampled_from(["open", "finished", "abandoned"]))
def test_the_result_follows_from_the_rules_if_nobody_confirmed_another_result(seed: int, state: Any) -> None:
    life = replace(at_random(Random(seed)).life, confirmations=())
    outcome = Outcome(state, {Seat(0): 7}, ((Seat(0),),), (), "cards")
    result = result_of(life, outcome, ())

    assert result.decided == (state == "finished" and life.annulled is None)
    assert result.scores == ({} if life.annulled is not None else outcome.scores)


def test_a_record_with_only_an_opening_has_no_claims_confirmations_or_rulings() -> None:
    assert game().life == Life()
