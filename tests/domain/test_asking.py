"""What the table may answer to a query. Source of all rows: docs/decisions/domain-asking.md."""

import pytest

from domain.kernel.events import Act, EventId, Retracted
from domain.kernel.shapes import Fault, Sealed
from domain.notation import read as read_sheet
from domain.record.asking import Answer, answers_to
from domain.record.batch import Draft, as_events
from domain.record.fold import Reading
from tests.domain.pitch.playing import calls, deal, game, plays
from tests.domain.pitch.test_no_such_deal import void_in_hearts
from tests.domain.playing import EVENT_TYPES, act, opener, place, played, reveal

Acts = list[Act | tuple[Act, int]]


def answers(reading: Reading, finding: str = "") -> tuple[Answer, ...]:
    """Return the possible answers to a query: to `finding`, or by default to the only query of the record."""
    found = answers_to(reading, reading.findings)
    return found[finding] if finding else next(iter(found.values()))


def kinds(reading: Reading) -> str:
    return " ".join(answer.kind for answer in answers(reading))


def high(*acts: Act | tuple[Act, int]) -> Reading:
    return played("high-card", 3, *acts)


def pitch(*acts: Act | tuple[Act, int]) -> Reading:
    return game("pitch-auction-classic", *acts, seats=4)


CALLS = [*calls("1:2 2:pass 3:pass 0:pass")]
TRICK = [*plays("1:AS 2:2S 3:3S 0:4S")]
ROUND = [opener(0), place(0, "h"), place(1, "m"), place(2, "l"), reveal("TS 2H KD")]
"""A round of High Card. Seat 0 leads the next round."""
ALL, NO_SWAP, FIRST = "missing earlier swapped happened leave", "missing earlier happened leave", "missing happened leave"
ROWS: list[tuple[str, Reading, str]] = [
    # Each row: what is tested, a record with one query, the kinds of answers that are offered.
    ("seat 1 is missing between two cards", high(opener(0), place(0, "m"), place(2, "l")), NO_SWAP),
    ("the card of seat 1 comes after that of seat 2", high(opener(0), place(0, "m"), place(2, "l"), place(1, "h")), ALL),
    ("only the opener comes before", high(opener(0), place(1, "m")), FIRST),
    ("only the deal comes before", high(opener(0), act("HandDealt"), place(1, "m")), FIRST),
    ("a note is no act of play", high(opener(0), place(0, "m"), act("NoteWritten", note="x"), place(2, "l")), NO_SWAP),
    ("a statement is no act of play", high(opener(0), place(0, "m"), act("ScoreStated", scores={"0": 9})), NO_SWAP),
    ("the first card of a round", high(*ROUND, place(1, "m")), NO_SWAP),
    ("a bid is too low, but the other order would be out of turn", pitch(deal(0), *calls("1:3 2:2")), NO_SWAP),
    ("the call of seat 2 comes after that of seat 3", pitch(deal(0), *calls("1:2 3:pass 2:pass")), ALL),
    ("a play comes too early", pitch(*CALLS, *plays("1:AS 3:3S")), NO_SWAP),
    ("a play comes too early, and the next play belongs before it", pitch(*CALLS, *plays("1:AS 3:3S 2:2S")), ALL),
    ("the deal of the cards belongs to the next deal", pitch(*CALLS, *TRICK, deal(1)), NO_SWAP),
]


@pytest.mark.parametrize(("what", "reading", "offered"), ROWS, ids=[row[0] for row in ROWS])
def test_only_answers_that_make_sense_are_offered(what: str, reading: Reading, offered: str) -> None:
    assert kinds(reading) == offered, what


AFTER: list[tuple[str, Reading, int]] = [
    ("directly before the entry", high(opener(0), place(0, "m"), place(2, "l")), 3),
    ("before the last entry in table order", high(opener(0), place(2, "l"), (place(0, "m"), 2), (place(2, "l"), 4)), 4),
    ("the last cited entry is not the one recorded last", pitch(deal(0), *calls("2:2"), (next(calls("1:3")), 2)), 4),
    ("a withdrawn entry does not count", high(opener(0), place(0, "m"), act("NoteWritten", note="x"), place(2, "l"), Retracted(4)), 3),
    (
        "a ruling that replaces another counts at the place of the other",
        high(
            opener(0), place(0, "m"), act("IrregularityCalled", kind="other"),
            act("RulingRecorded", cites={"dispute": 4}, rule="x", rectification="stand"), place(2, "l"),
            act("RulingRecorded", cites={"dispute": 4}, rule="y", rectification="stand", supersedes=5),
        ),
        5,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("what", "reading", "after"), AFTER, ids=[row[0] for row in AFTER])
def test_a_missing_entry_belongs_directly_before_the_last_entry_that_the_query_cites(what: str, reading: Reading, after: int) -> None:
    missing = answers(reading)[0]
    assert (missing.kind, missing.after) == ("missing", after), what
    steps = [step.event.version for step in reading.extended(_written(reading, ((act("NoteWritten", note="x"), after),))).steps]
    cited = max(steps.index(version) for version in next(iter(reading.findings)).versions)
    assert steps[cited - 1] == reading.version + 1, what


def _written(reading: Reading, acts: tuple[tuple[Act, int | None], ...]) -> tuple:  # type: ignore[type-arg]
    drafts = [Draft(each, EventId(str(number)), after) for number, (each, after) in enumerate(acts)]
    return tuple(as_events(drafts, reading.events[-1].version, reading.events[-1].by, 0))


def given(reading: Reading, kind: str) -> Reading:
    """Return the record extended by an answer of this kind to its only query."""
    [answer] = [each for each in answers(reading) if each.kind == kind]
    faults: list[Fault] = []
    acts = tuple((EVENT_TYPES[entry.type].shape.read(entry.data, "", faults), entry.after) for entry in answer.entries)
    assert acts
    assert not faults
    return reading.extended(_written(reading, acts))  # type: ignore[arg-type]


def test_a_swap_retracts_the_second_act_and_enters_it_again_before_the_first() -> None:
    reading = high(opener(0), place(0, "m", "AS"), place(2, "l", "2C"), place(1, "h", "3D"))
    swap = next(answer for answer in answers(reading) if answer.kind == "swapped")
    first, again = swap.entries
    assert (first.type, first.data) == ("Retracted", {"target": 5, "reason": "wrong order"})
    fifth = reading.events[4]
    assert (again.type, again.data, again.after) == ("CardPlaced", {"seat": 1, "call": "highest", "card": "3D"}, 3)
    assert (again.at, again.offset) == (fifth.at, fifth.offset), "the time at the table stays"
    assert [step.event.version for step in given(reading, "swapped").steps] == [1, 2, 3, 7, 4]


SWAPS: list[tuple[str, Reading, list[int], list[str]]] = [
    # Each row: what is tested, a record, the versions of its events in table order after the swap, the findings after the swap.
    ("two calls", pitch(deal(0), *calls("1:2 3:pass 2:pass 0:pass")), [1, 2, 3, 8, 4, 6], []),
    ("two plays", pitch(*CALLS, *plays("1:AS 3:3S 2:2S 0:4S")), [1, 2, 3, 4, 5, 6, 11, 7, 9], []),
    ("inserted entries", high(opener(0), place(2, "l"), (place(1, "m"), 3), (place(0, "h"), 2)), [1, 2, 5, 7, 3], []),
]


@pytest.mark.parametrize(("what", "reading", "order", "found"), SWAPS, ids=[row[0] for row in SWAPS])
def test_a_swap_settles_the_query_about_entries_in_the_wrong_order(what: str, reading: Reading, order: list[int], found: list[str]) -> None:
    then = given(reading, "swapped")
    assert [step.event.version for step in then.steps] == order, what
    assert [finding.id for finding in then.findings] == found


def test_no_swap_is_offered_if_the_sealed_value_of_the_act_was_erased() -> None:
    former = [opener(0), place(0, "m", "AS"), place(2, "l", "2C")]
    known = high(*former, place(1, "h", "3D"))
    erased = high(*former, _erased(place(1, "h", "3D")))
    assert (kinds(known), kinds(erased)) == (ALL, NO_SWAP)


def _erased(placed: Act) -> Act:
    return type(placed)(placed.seat, placed.call, Sealed("commitment", None))  # type: ignore[attr-defined,call-arg]


def test_a_query_is_settled_when_the_table_confirms_it() -> None:
    reading = high(opener(0), place(0, "m"), place(2, "l"))
    then = given(reading, "happened")
    assert [(finding.id, finding.kind) for finding in then.findings] == [("out-of-turn@4,5", "breach")]
    assert answers_to(then, then.findings) == answers_to(then, reading.findings) == {}, "the record does not ask any more"


# --- a card was typed wrong ---------------------------------------------------------------------------------------------------------------


def sheet(slug: str, seats: int, text: str) -> Reading:
    """Return the reading of a game whose acts are written as on a score sheet (docs/notation.md)."""
    ring = " ".join(map(str, range(seats)))
    parsed = read_sheet(f"faceup sheet 1\nsystem: {slug}\nseats: {ring}\n\n{text}\n")
    assert parsed.problems == ()
    return played(slug, seats, *(draft.act for draft in parsed.drafts[1:]))


def flips(*rounds: str) -> Reading:
    """Return the reading of a game of One-up in which two players offer and flip these cards."""
    offered = [act("CardOffered", seat=seat) for seat in (0, 1)]
    flipped = [act("CardsFlipped", cards=dict(zip("01", cards.split(), strict=True))) for cards in rounds]
    return played("one-up", 2, *(each for flip in flipped for each in (*offered, flip)))


WIN = "1:9S 2:AS 3:3S 0:KS"
SHOWN = act("CardsShown", seat=1, cards=["KD", "2C"])
DEALT = act("HandDealt", cards={"0": ["AS"], "1": ["AS"]})
NUMBERS = [*(act("CardSelected", seat=seat) for seat in range(3)), act("NumbersRevealed", values={"0": 1, "1": 2, "2": 4})]
MISTYPED: list[tuple[str, Reading, str, list[tuple[int, str]], str]] = [
    # Each row: what is tested, a record, the rule of its finding, the suspects and their words in the order offered, the source.
    ("a card twice: the last entry first", pitch(*CALLS, *plays("1:AS 2:2S 3:2S")), "card-seen-twice",
     [(8, "The two of spades by {3} in trick 1"), (7, "The two of spades by {2} in trick 1")], "00 uniqueness"),
    ("a revoke: the cards that prove it", pitch(*CALLS, *plays("1:AS 2:2H 3:3S 0:4S 1:KS 2:5S")), "revoke",
     [(11, "The five of spades by {2} in trick 2"), (7, "The two of hearts by {2} in trick 1"), (6, "The ace of spades by {1} in trick 1")], "PI-9"),
    ("a wrong leader: the leader's card, the winner's, the card led", pitch(*CALLS, *plays(f"{WIN} 0:2H")), "wrong-leader",
     [(9, "The king of spades by {0} in trick 1"), (7, "The ace of spades by {2} in trick 1"), (6, "The nine of spades by {1} in trick 1")], "PI-8"),
    ("a wrong leader who won nothing led", pitch(*CALLS, *plays(f"{WIN} 1:2H")), "wrong-leader",
     [(6, "The nine of spades by {1} in trick 1"), (7, "The ace of spades by {2} in trick 1")], "PI-8"),
    ("no deal is possible: the best three of the ranked cards", void_in_hearts("1:KC 2:KD 3:JD 0:AD"), "no-such-deal",
     [(24, "The king of clubs by {1} in trick 5"), (23, "The queen of clubs by {0} in trick 4"), (22, "The ten of clubs by {3} in trick 4")], "design §5"),
    ("Spades", sheet("spades-standard", 4, "deal(3) 0:bids(4) 1:bids(3) 2:bids(3) 3:bids(3) 0:2H 1:2H"), "card-seen-twice",
     [(8, "The two of hearts by {1} in trick 1"), (7, "The two of hearts by {0} in trick 1")], "00 uniqueness"),
    ("Bid Whist", sheet("bid-whist", 4, "deal(3) 0:bids(4 high) 1:passes 2:passes 3:passes 0:names(S) 0:kitty 0:throws(6) 0:AH 1:AH"), "card-seen-twice",
     [(11, "The ace of hearts by {1} in trick 1"), (10, "The ace of hearts by {0} in trick 1")], "00 uniqueness"),
    ("Box: a game without tricks", played("box", 4, opener(0), *plays("0:9S 1:KS")), "too-high",
     [(4, "The king of spades by {1} at entry 4"), (3, "The nine of spades by {0} at entry 3")], "01 §4 TURN"),
    ("One-up: a card of one player in an entry with the cards of all", flips("AS 2S", "AS 3S"), "card-seen-twice",
     [(7, "The ace of spades by {0} at entry 7"), (4, "The ace of spades by {0} at entry 4")], "OU-7"),
    ("One-up: a card of another pack", flips("AS@2 2S"), "not-in-hand",
     [(4, "The ace of spades of pack 2 by {0} at entry 4")], "00 conventions"),
    ("High Card: of several cards, the one that both entries name", high(opener(0), *(place(seat, "h") for seat in range(3)), reveal("TS KH KD"), SHOWN), "card-seen-twice",
     [(7, "The king of diamonds by {1} at entry 7"), (6, "The king of diamonds by {2} at entry 6")], "01 §1"),
    ("High Card: one entry is enough for a contradiction", high(opener(0), DEALT), "card-seen-twice", [(3, "The ace of spades at entry 3")], "uniqueness"),
    ("High Card Low Card: a number", played("high-card-low-card", 3, *NUMBERS), "not-in-hand", [(5, "The 4 by {2} at entry 5")], "LC-6"),
    ("Higher or lower: a card of nobody", sheet("hi-lo-casino", 2, "0:stakes(10) base(7S) 0:guesses(higher 9D) card(8D)"), "not-the-card-placed",
     [(5, "The eight of diamonds at entry 5"), (4, "The nine of diamonds by {0} at entry 4")], "06: the hidden card"),
    ("a turn rests on no card", pitch(*CALLS, *plays("1:AS 3:3S")), "out-of-turn", [], "PI-8"),
    ("a bid rests on no card", pitch(deal(0), *calls("1:3 2:2")), "bid-not-higher", [], "PI-4"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "reading", "rule", "suspects", "source"), MISTYPED, ids=[row[0] for row in MISTYPED])
def test_that_a_card_was_typed_wrong_is_the_first_answer_where_the_finding_rests_on_a_card(
    what: str, reading: Reading, rule: str, suspects: list[tuple[int, str]], source: str
) -> None:
    [finding] = [finding for finding in reading.findings if finding.rule == rule]
    offered = answers(reading, finding.id)
    first = offered[: len(suspects)]
    assert [(answer.kind, answer.version, answer.text) for answer in first] == [("mistyped", *suspect) for suspect in suspects], (
        what,
        source,
    )
    assert [answer.kind for answer in offered[len(suspects) :]][:1] == (["missing"] if finding.kind == "query" else [])


def test_a_contradiction_without_suspects_has_no_answers() -> None:
    reading = pitch(act("DealStated", round=1, maker=1, bid=30))
    [contradiction] = [finding.id for finding in reading.findings if finding.kind == "contradiction"]
    assert contradiction not in answers_to(reading, reading.findings)
