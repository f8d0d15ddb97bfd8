"""What follows when the table confirms a suspicion (`IrregularityAttested`). Source of all rows: docs/decisions/domain-asking.md."""

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Act, Retracted
from domain.kernel.findings import NOTHING_SEALED, Finding
from domain.record.attesting import stated
from domain.record.differences import finding_changes
from domain.record.facts import facts_of
from domain.record.fold import Reading
from domain.record.keystrokes import keystrokes
from domain.system import PUBLIC, SCOREKEEPER, seat_viewer
from tests.domain.pitch.playing import calls, deal, game, plays
from tests.domain.playing import act, at_each_version, opener, place, played
from tests.domain.test_judging import CALLS, DEAL, NEXT, made_up, suspicion, tricks


def attested(finding: str) -> Act:
    return act("IrregularityAttested", finding=finding)


def told(reading: Reading) -> list[tuple[str, str]]:
    return [(finding.id, finding.kind) for finding in reading.findings]


TURN: list[Act | tuple[Act, int]] = [opener(0), place(2, "m", "AS"), place(1, "l", "2C")]
"""Seat 0 is in turn, but seat 2 places a card at version 3, and seat 1 at version 4. There is a query about version 3."""
WORDS: list[tuple[str, list[Act | tuple[Act, int]], list[tuple[str, str]]]] = [
    # Each row: what is tested, the acts after TURN, the findings as (id, kind).
    ("the table confirms nothing", [], [("out-of-turn@3", "query")]),
    (
        "the table confirms the first, and is asked about the second",
        [attested("out-of-turn@3")],
        [("out-of-turn@3,5", "breach"), ("out-of-turn@4", "query")],
    ),
    (
        "the table confirms the second before it is asked about it",
        [attested("out-of-turn@4")],
        [("out-of-turn@3", "query"), ("out-of-turn@4,5", "breach")],
    ),
    (
        "the table confirms both",
        [attested("out-of-turn@3"), attested("out-of-turn@4")],
        [("out-of-turn@3,5", "breach"), ("out-of-turn@4,6", "breach")],
    ),
    (
        "the table confirms an act that nothing is wrong with",
        [attested("out-of-turn@2")],
        [("out-of-turn@3", "query"), ("nothing-attested@5", "gap")],
    ),
    ("the table confirms another rule", [attested("revoke@3")], [("out-of-turn@3", "query"), ("nothing-attested@5", "gap")]),
    (
        "a second confirmation of the same finding is a gap",
        [attested("out-of-turn@3"), attested("out-of-turn@3")],
        [("out-of-turn@3,5", "breach"), ("out-of-turn@4", "query"), ("nothing-attested@6", "gap")],
    ),
    ("the confirmation is retracted", [attested("out-of-turn@3"), Retracted(5)], [("out-of-turn@3", "query")]),
    (
        "the retraction of the confirmation is retracted",
        [attested("out-of-turn@3"), Retracted(5), Retracted(6)],
        [("out-of-turn@3,5", "breach"), ("out-of-turn@4", "query")],
    ),
    (
        "the entry out of turn is retracted",
        [attested("out-of-turn@3"), Retracted(3)],
        [("nothing-attested@5", "gap"), ("out-of-turn@4", "query")],
    ),
    (
        "the confirmation is recorded before the entry that it names",
        [Retracted(4), attested("out-of-turn@7"), (place(1, "l", "2C"), 2)],
        [("out-of-turn@7", "query"), ("nothing-attested@6", "gap")],
    ),
]


@pytest.mark.parametrize(("what", "acts", "found"), WORDS, ids=[row[0] for row in WORDS])
def test_a_suspicion_that_the_table_confirms_becomes_a_breach(
    what: str, acts: list[Act | tuple[Act, int]], found: list[tuple[str, str]]
) -> None:
    reading = played("high-card", 3, *TURN, *acts)
    assert sorted(told(reading)) == sorted(found), what


@pytest.mark.parametrize(("what", "acts", "found"), WORDS, ids=[row[0] for row in WORDS])
def test_after_each_event_the_new_findings_are_raised_and_the_old_ones_withdrawn(
    what: str, acts: list[Act | tuple[Act, int]], found: list[tuple[str, str]]
) -> None:
    reading = played("high-card", 3, *TURN, *acts)
    before: tuple[Finding, ...] = ()
    for typed, then in zip(keystrokes(reading), at_each_version(reading), strict=True):
        assert (typed.raised, typed.withdrawn) == finding_changes(before, then.findings), what
        before = then.findings


def ruling(finding: str) -> Act:
    return act("RulingRecorded", cites={"finding": finding}, rule="house", rectification="stand")


@pytest.mark.parametrize(("before", "after"), [("out-of-turn@3", None), (None, "out-of-turn@3,5"), (None, "out-of-turn@3")])
def test_a_ruling_on_a_query_also_counts_for_the_breach_that_the_table_confirms(before: str | None, after: str | None) -> None:
    words = [ruling(before)] if before else []
    reading = played("high-card", 3, *TURN, *words, attested("out-of-turn@3"), *([ruling(after)] if after else []))
    breach = f"out-of-turn@3,{5 + len(words)}"
    assert [name for name, _ in told(reading)] == [breach, "out-of-turn@4"]
    assert breach in reading.ruled


def test_a_confirmed_breach_says_that_the_table_confirmed_it() -> None:
    [breach, _] = played("high-card", 3, *TURN, attested("out-of-turn@3")).findings
    [query] = played("high-card", 3, *TURN).findings
    assert (breach.source, breach.seats, breach.rests_on) == (f"{query.source}; stated", query.seats, query.rests_on)
    assert breach.sentence == "As the table said, {2} placed a card although it was {0}'s turn."
    assert (breach.versions, breach.happened) == ((3, 5), 3)


SENTENCES = [
    ("The game was over before this.", "As the table said, the game was over before this."),
    ("{1} led.", "As the table said, {1} led."),
    ("High was counted twice.", "As the table said, High was counted twice."),
]


@pytest.mark.parametrize(("sentence", "said"), SENTENCES)
def test_the_sentence_of_a_confirmed_suspicion_begins_with_a_reference_to_the_table(sentence: str, said: str) -> None:
    assert stated(Finding("out-of-turn", "breach", "HC-2", (3,), sentence), 5).sentence == said


KINDS = [
    # Each row: a rule, the kind of the suspicion, the kind of the finding after the table has confirmed it.
    ("out-of-turn", "breach", "breach"),
    ("score-stated-otherwise", "contradiction", "contradiction"),
    ("deal-unfinished", "breach", "gap"),
]


@pytest.mark.parametrize(("rule", "kind", "then"), KINDS)
def test_a_confirmed_suspicion_keeps_its_kind_except_that_an_unfinished_deal_is_a_gap(rule: str, kind: str, then: str) -> None:
    assert stated(Finding(rule, kind, "HC-2", (3,), "Wrong."), 5).kind == then  # type: ignore[arg-type]


def test_a_confirmed_missing_entry_between_two_deals_of_pitch_is_a_gap() -> None:
    acts = [*calls("1:2 2:pass 3:pass 0:pass"), *plays("1:AS 2:2S 3:3S 0:4S"), deal(1)]
    assert told(game("pitch-auction-classic", *acts, seats=4)) == [("deal-unfinished@9,10", "query")]
    confirmed = game("pitch-auction-classic", *acts, attested("deal-unfinished@9,10"), seats=4)
    assert told(confirmed) == [("deal-unfinished@9,10,11", "gap")]


def test_a_confirmed_revoke_is_still_a_breach_when_the_deal_is_closed() -> None:
    asked = [*CALLS, *tricks(*DEAL[:3])]
    [query] = game("pitch-auction-classic", *asked, seats=4).findings
    acts = [*asked, attested(query.id)]
    for record in (acts, [*acts, *tricks(*DEAL[3:]), *NEXT]):
        [breach] = game("pitch-auction-classic", *record, seats=4).findings
        assert (breach.rule, breach.kind, breach.versions) == ("revoke", "breach", (*query.versions, 18))


def test_viewers_who_may_not_see_a_query_do_not_see_its_confirmation() -> None:
    doubtful = suspicion(2, 1)
    for word in ("out-of-turn@2", "out-of-turn@9"):
        reading = made_up(doubtful, word=attested(word))
        kinds = {finding.kind for finding in SCOREKEEPER.visible(reading.findings)}
        assert kinds == ({"breach"} if word == doubtful.id else {"query", "gap"})
        assert PUBLIC.visible(reading.findings) == ()
        assert [finding.rule for finding in seat_viewer(Seat(1)).visible(reading.findings)] == ["out-of-turn"]
    [breach] = made_up(doubtful, word=attested("out-of-turn@2")).findings
    assert breach.rests_on == doubtful.rests_on != NOTHING_SEALED


def test_a_query_counts_as_a_breach_of_the_player_at_the_seat_only_if_it_is_confirmed() -> None:
    sits = [
        act("PlayerSubstituted", seat=2, person="p-eva"),
        opener(0),
        place(2, "m", "AS"),
        act("PlayerSubstituted", seat=2, person="p-ida"),
    ]
    for word, breaches in (([], {}), ([attested("out-of-turn@4")], {"p-eva": 1})):
        reading = played("high-card", 3, *sits, *word)
        facts = facts_of("home-g", reading, reading.findings, 0)
        assert {seat.person: seat.breaches for seat in facts.seats if seat.breaches} == breaches
