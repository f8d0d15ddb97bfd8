"""Several proofs of one finding: which proofs are kept, and which proof a viewer sees."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from domain.kernel.cards import CARDS, Card, Seat
from domain.kernel.events import CardsShown
from domain.kernel.findings import MOST_AT_ONCE, MOST_FINDINGS, MOST_MADE, Finding, each_proof, enough, few, read_aloud
from domain.kernel.viewers import news
from domain.record.differences import changes_seen, finding_changes
from domain.system import DIRECTOR, PUBLIC, SCOREKEEPER, Viewer, seat_viewer
from domain.systems import SYSTEMS
from domain.words.phrases import by_seat
from tests.domain.playing import played
from tests.systems import every_slug


def proof(rests_on: str, rule: str = "revoke") -> Finding:
    """Return a finding proved by the cards of the seats in `rests_on`. Its sentence names these seats. If `rests_on` is empty, the proof is
    public."""
    return Finding(rule, "breach", "PI-16", (3, 9), f"By {rests_on}.", rests_on=frozenset(Seat(int(seat)) for seat in rests_on))


def grounds(findings: Sequence[Finding]) -> str:
    return " ".join(finding.sentence[3:-1] or "all" for finding in findings)


PROOFS = [
    ("", "all"),
    ("1", "1"),
    ("1 2", "1 2"),
    ("2 1", "2 1"),
    ("12 1", "1"),
    ("12 3", "12 3"),
    ("12 23", "12 23"),
    ("012 12 3 2", "3 2"),
    ("1 1", "1"),
]


@pytest.mark.parametrize(("given", "kept"), PROOFS)
def test_a_proof_is_dropped_if_another_proof_needs_cards_of_fewer_seats(given: str, kept: str) -> None:
    assert grounds(each_proof([proof(seats) for seats in given.split() or [""]])) == kept


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_proof_by_open_cards_replaces_all_proofs_by_sealed_cards(place: int) -> None:
    given = [proof("1"), proof("2")]
    given.insert(place, proof(""))
    assert grounds(each_proof(given)) == "all"


TOLD = [
    ("1 2", PUBLIC, ""),
    ("1 2", seat_viewer(Seat(1)), "1"),
    ("1 2", seat_viewer(Seat(2)), "2"),
    ("2 1", seat_viewer(Seat(2)), "2"),
    ("1 2", seat_viewer(Seat(0)), ""),
    ("1 2", SCOREKEEPER, "1"),
    ("2 1", DIRECTOR, "1"),
    ("12 3", DIRECTOR, "3"),
    ("12 3", seat_viewer(Seat(1)), ""),
]


@pytest.mark.parametrize(("given", "viewer", "told"), TOLD)
def test_a_viewer_sees_one_proof_of_each_finding_that_they_may_see(given: str, viewer: Viewer, told: str) -> None:
    assert grounds(viewer.visible([proof(seats) for seats in given.split()])) == told


def test_findings_keep_their_order_when_needless_proofs_are_dropped() -> None:
    given = [proof("2"), proof("", "other"), proof("1")]
    assert [(finding.rule, grounds([finding])) for finding in DIRECTOR.visible(given)] == [("revoke", "1"), ("other", "all")]


def test_a_proof_with_a_new_sentence_replaces_the_old_proof_by_the_same_seats() -> None:
    reworded = Finding("revoke", "breach", "PI-16", (3, 9), "By another.", rests_on=frozenset({Seat(1)}))
    assert each_proof([proof("1"), proof("2"), reworded]) == (reworded, proof("2"))


def test_each_viewer_is_shown_a_finding_only_once_and_as_early_as_possible() -> None:
    steps = [[proof("1")], [proof("2")], [proof("")]]
    by_viewer = {
        str(viewer): [grounds(findings) for findings in news(steps, viewer)] for viewer in (PUBLIC, seat_viewer(Seat(2)), DIRECTOR)
    }
    assert by_viewer == {"public": ["", "", "all"], "seat:2": ["", "2", ""], "director": ["1", "", ""]}


def test_each_proof_of_a_finding_is_raised_and_withdrawn_separately() -> None:
    changes = finding_changes([proof("1")], [proof("1"), proof("2")])
    assert (grounds(changes.raised), grounds(changes.withdrawn)) == ("2", "")
    changes = finding_changes([proof("1"), proof("2")], [proof("")])
    assert (grounds(changes.raised), grounds(changes.withdrawn)) == ("all", "1 2")


def test_a_proof_is_not_shown_as_withdrawn_while_the_viewer_sees_another_proof() -> None:
    before, after = [proof("1")], [proof("")]
    for viewer, raised, withdrawn in ((PUBLIC, "all", ""), (seat_viewer(Seat(1)), "all", ""), (seat_viewer(Seat(2)), "all", "")):
        changes = changes_seen(before, after, viewer)
        assert (grounds(changes.raised), grounds(changes.withdrawn)) == (raised, withdrawn)
    back = [changes_seen(after, before, viewer) for viewer in (PUBLIC, seat_viewer(Seat(1)))]
    assert [(grounds(changes.raised), grounds(changes.withdrawn)) for changes in back] == [("", "all"), ("1", "")]
    assert changes_seen([proof("1"), proof("2")], [proof("2")], seat_viewer(Seat(2))) == ((), ())


# --- how many findings are listed ---------------------------------------------------------------------------------------------------------


def many(count: int, rests_on: str = "") -> tuple[Finding, ...]:
    """Return findings of different events, from event 1 on."""
    return tuple(replace(proof(rests_on), versions=(version,)) for version in range(1, count + 1))


CUT = [
    # Each row: the function; the number of findings; how many of them are listed; the event of one more finding, which says that the others
    # are left out (None: all are listed).
    (few, MOST_AT_ONCE, MOST_AT_ONCE, None),
    (few, MOST_AT_ONCE + 1, MOST_AT_ONCE, MOST_AT_ONCE + 1),
    (few, 500, MOST_AT_ONCE, MOST_AT_ONCE + 1),
    (each_proof, MOST_FINDINGS, MOST_FINDINGS, None),
    (each_proof, MOST_FINDINGS + 1, MOST_FINDINGS, MOST_FINDINGS + 1),
    (each_proof, 3 * MOST_FINDINGS, MOST_FINDINGS, MOST_FINDINGS + 1),
]


@pytest.mark.parametrize(("cut", "count", "listed", "at"), CUT)
def test_findings_beyond_the_limit_are_left_out_and_one_more_finding_reports_this(
    cut: Callable[[tuple[Finding, ...]], tuple[Finding, ...]], count: int, listed: int, at: int | None
) -> None:
    given = many(count)
    kept = cut(given)
    assert kept[:listed] == given[:listed]
    assert [finding.id for finding in kept[listed:]] == ([] if at is None else [f"more-not-listed@{at}"])
    assert all((finding.kind, bool(finding.unexamined), finding.seats) == ("gap", True, ()) for finding in kept[listed:])


@pytest.mark.parametrize(("rests_on", "seen"), [("", True), ("1", False)])
def test_only_viewers_who_may_see_the_listed_findings_are_shown_that_others_are_left_out(rests_on: str, seen: bool) -> None:
    last = few(many(MOST_AT_ONCE + 1, rests_on))[-1]
    assert bool(PUBLIC.visible([last])) == seen
    assert DIRECTOR.visible([last])


def test_a_repeated_finding_counts_once_towards_the_limit_of_findings() -> None:
    assert few(many(MOST_AT_ONCE) * 2) == many(MOST_AT_ONCE)


MADE = [
    # Each row: the findings that one event would prove; how many of them are made; how many are listed, with the gap if there is one.
    (many(3), 3, 3),
    (many(MOST_AT_ONCE), MOST_AT_ONCE, MOST_AT_ONCE),
    (many(500), MOST_AT_ONCE + 1, MOST_AT_ONCE + 1),
    (many(1) * 30 + many(500), 30 + MOST_AT_ONCE + 1, MOST_AT_ONCE + 1),
    (many(5) * 10, 50, 5),
    (many(5) * 100 + many(500), MOST_MADE, 6),
]


@pytest.mark.parametrize(("proved", "made", "listed"), MADE)
def test_findings_of_one_event_that_would_not_be_listed_are_not_made(proved: tuple[Finding, ...], made: int, listed: int) -> None:
    """Five proofs that are found again and again are listed once each. If a hundred findings were made, a gap says that there may be more."""
    rest = iter(proved)
    first = enough(rest)
    assert first == proved[:made]
    assert tuple(rest) == proved[made:]
    kept = few(first)
    assert len(kept) == listed
    assert (kept[-1].rule == "more-not-listed") == (made < len(proved))


@every_slug
def test_no_event_has_more_findings_than_the_limit_of_listed_findings(slug: str) -> None:
    """Each of 40 events shows 60 cards. Most of these cards were already shown by earlier events."""
    system = SYSTEMS[slug]
    seats = max(system.players[0], 2)
    cards = [Card(card) for card in sorted(CARDS)] * 2
    shown = [CardsShown(Seat(at % seats), tuple(cards[at : at + 60])) for at in range(40)]
    reading = played(slug, seats, *shown)
    assert max(len(step.findings) for step in reading.steps) <= MOST_AT_ONCE + 1


@pytest.mark.parametrize(
    ("sentence", "read"),
    [
        ("{0} has -2, {1} 3.", "A-1 has −2, B 3."),
        ("deals -1 and 3-4", "Deals −1 and 3-4"),
        ("well-known: {1} +2", "Well-known: B +2"),
    ],
)
def test_a_sentence_read_aloud_has_minus_signs_before_numbers_and_leaves_names_alone(sentence: str, read: str) -> None:
    assert read_aloud(sentence, lambda seat: ["A-1", "B"][seat]) == read


def test_a_number_below_zero_has_a_minus_sign_in_every_list_by_seat() -> None:
    assert by_seat({Seat(0): -12, Seat(1): 3}, lambda seat: "AB"[seat]) == "A −12, B 3"
