"""Events that a tournament refuses, and the sentence for each (tournaments.md §6)."""

from typing import Any

import pytest

from domain.kernel.events import TOURNAMENT_TYPES, TournamentAct
from domain.tournament.checks import faults
from domain.tournament.fold import read
from domain.tournament.formats.progressive import NUMBERED
from domain.tournament.formats.round_robin import FIXED
from domain.tournament.standings import standings_digest
from tests.tournament.stream import act, entries, events, opened, paired, taken

FIVE = [opened(), *entries(5), act("EntryWithdrawn", entry=5, from_round=2)]
"""Versions 1 to 7: five entries; entry 5 is withdrawn from round 2 on."""
ROUND = paired(1, [[1], [2]], [[3], [4]], sits_out=[5])
WON, TYPED = taken(1, 1, 40, [11, 7], [0]), act("ResultEntered", round=1, table=1, scores=[7, 11])
BOTH = [WON, taken(1, 2, 40, [1, 2], [1], "b")]


def said(before: list[TournamentAct], *batch: TournamentAct) -> list[str]:
    """Return the faults of `batch`, which follows the acts `before`. Each fault is `pointer message`."""
    first = len(before)
    return [f"{fault.pointer} {fault.message}" for _, fault in faults(read(events(before)), events([*before, *batch])[first:])]


def result(**data: Any) -> TournamentAct:
    return act("ResultEntered", **{"round": 1, "table": 1, "scores": [2, 1]} | data)


REFUSED: list[tuple[list[TournamentAct], TournamentAct, list[str]]] = [
    (FIVE, entries(1)[0], ["/data/entry is the number of another entry; the next free number is 6"]),
    (
        [*FIVE, act("EntryMade", entry=6, people=["p-anna"], name="Anna")],
        act("EntryMade", entry=7, people=["p-ben", "p-anna"], name="Ben, Anna"),
        ["/data/people/1 is in entry 6 already"],
    ),
    (FIVE, act("EntryMade", entry=6, people=["p-ben", "p-ben"], name="Ben"), ["/data/people p-ben is named 2 times"]),
    (FIVE, act("EntryWithdrawn", entry=9, from_round=1), ["/data/entry there is no entry 9"]),
    (FIVE, act("EntryWithdrawn", entry=5, from_round=3), ["/data/entry entry 5 is withdrawn already, from round 2 on"]),
    (FIVE, act("EntryReturned", entry=1, from_round=3), ["/data/entry entry 1 is not withdrawn"]),
    (FIVE, act("EntryReturned", entry=5, from_round=1), ["/data/from_round entry 5 is withdrawn only from round 2 on"]),
    (
        [*FIVE, ROUND],
        act("EntryWithdrawn", entry=1, from_round=1),
        ["/data/from_round entry 1 has table 1 in round 1: change that pairing first"],
    ),
    (
        [*FIVE, ROUND],
        act("AbsenceNoted", entry=4, round=1, kind="half"),
        ["/data/round entry 4 has table 2 in round 1: change that pairing first"],
    ),
    (
        FIVE,
        act(
            "SettingsChanged",
            settings={"tiebreaks": ["wins", "points", "buchholz", "wins", "buchholz:plain", "difference:5", "difference"]},
        ),
        [
            "/data/settings/tiebreaks/1 points always come first and are no tie-break: leave them out",
            "/data/settings/tiebreaks/3 wins is in this list already: name each tie-break once",
            "/data/settings/tiebreaks/4 buchholz is in this list already: name each tie-break once",
        ],
    ),
    (FIVE, paired(2, [[1], [2]], sits_out=[3, 4]), ["/data/round the next round is 1"]),
    ([*FIVE, ROUND], ROUND, ["/data/round round 1 is paired already: change its pairing or pair the next round"]),
    ([*FIVE, ROUND, WON], paired(2, [[1], [3]], [[2], [4]]), ["/data/round round 1 is not finished: table 2"]),
    (
        [*FIVE, ROUND, *BOTH],
        paired(2, [[1], [5]], [[2], [4]]),
        [
            "/data/tables/0/sides/1 entry 5 does not play in round 2",
            "/data/tables must seat every entry or name it in sits_out; missing: entry 3",
        ],
    ),
    (
        FIVE,
        paired(1, [[1], [2]], [[3], [1]], sits_out=[5, 4, 9]),
        [
            "/data/tables/0/sides/0 entry 1 is named 2 times",
            "/data/tables/1/sides/1 entry 1 is named 2 times",
            "/data/sits_out there is no entry 9",
        ],
    ),
    (
        [*FIVE, ROUND, WON],
        act("PairingChanged", round=1, tables=[{"table": 2, "sides": [[1], [2]]}, {"table": 1, "sides": [[3], [4]]}], sits_out=[5]),
        ["/data/tables table 1 has a result: withdraw it first"],
    ),
    (FIVE, act("PairingChanged", round=1, tables=[]), ["/data/round round 1 is not paired"]),
    (FIVE, act("RoundPublished", round=1), ["/data/round round 1 is not paired"]),
    (FIVE, act("RoundStarted", round=1), ["/data/round round 1 is not paired"]),
    ([*FIVE, ROUND], act("RoundStarted", round=1, seconds=60), ["/data/round round 1 is not published"]),
    ([*FIVE, ROUND, act("RoundPublished", round=1)], act("BellRung", round=1), ["/data/round round 1 has not started"]),
    (
        [*FIVE, ROUND, act("RoundPublished", round=1), act("RoundStarted", round=1), act("BellRung", round=1)],
        act("BellRung", round=1),
        ["/data/round the bell of round 1 has rung already"],
    ),
    (
        [*FIVE, ROUND, WON],
        act("RoundUnpublished", round=1, reason="x"),
        ["/data/round has results, which must be withdrawn first: table 1"],
    ),
    (
        [*FIVE, ROUND, *BOTH, paired(2, [[1], [3]], [[2], [4]])],
        act("RoundUnpublished", round=1, reason="x"),
        [
            "/data/round round 2 was paired after it: withdraw that round first",
            "/data/round has results, which must be withdrawn first: tables 1, 2",
        ],
    ),
    ([*FIVE, ROUND], result(round=2), ["/data/round round 2 is not paired"]),
    ([*FIVE, ROUND], result(table=3), ["/data/table round 1 has no table 3; its tables: 1 to 2"]),
    ([*FIVE, ROUND], result(scores=[1, 2, 3]), ["/data/scores must have 2 scores, one for each side"]),
    ([*FIVE, ROUND], result(winners=[2, 0, 0]), ["/data/winners 0 is named 2 times", "/data/winners/0 the sides of this table are 0 to 1"]),
    ([*FIVE, ROUND], act("ResultEntered", round=1, table=1), ["/data must have scores or winners"]),
    (
        [*FIVE, ROUND],
        act("ForfeitRuled", round=1, table=1, winners=[0], scores=[8]),
        ["/data/scores must have 2 scores, one for each side"],
    ),
    (
        [*FIVE, ROUND, TYPED],
        act("ResultApproved", round=1, table=1, result=8, entry=3),
        [
            "/data/result version 8 is not a typed result that waits for approval at table 1",
            "/data/entry entry 3 does not sit at table 1",
        ],
    ),
    ([*FIVE, ROUND, WON], act("ChangeAccepted", round=1, table=1, change=9), ["/data/change version 9 is no change that waits at table 1"]),
    ([*FIVE, ROUND, WON], taken(1, 1, 41, [1, 2], [1], "z"), ["/data/game table 1 is linked to another game, home-aaaaaaaaaaaaaaaa"]),
    ([*FIVE, ROUND], act("ForfeitRuled", round=1, table=2, winners=[3]), ["/data/winners/0 the sides of this table are 0 to 1"]),
    (FIVE, act("ScoreAdjusted", entry=8, points=1, reason="x"), ["/data/entry there is no entry 8"]),
    (FIVE, act("LotsDrawn", order=[1, 1]), ["/data/order 1 is named 2 times"]),
    (FIVE, act("OrderRuled", order=[8], reason="x"), ["/data/order there is no entry 8"]),
    (FIVE, act("WishMade", entries=[1, 8, 1]), ["/data/entries there is no entry 8", "/data/entries 1 is named 2 times"]),
    (FIVE, act("WishMade", entries=[1, 2], from_round=2), []),
    ([*FIVE, ROUND], act("WishMade", entries=[1, 2], from_round=2), ["/data/from_round round 2 is not after the next one, which is 2"]),
    (
        [*FIVE, act("WishMade", entries=[1, 2, 3]), act("WishMade", entries=[1, 4], hard=False)],
        act("WishMade", entries=[1, 4, 5]),
        ["/data/entries nobody would be left to play with entry 1: enter the others first, or make the wish soft"],
    ),
    (
        [*FIVE[:-1], act("EntryWithdrawn", entry=4, from_round=1), act("EntryWithdrawn", entry=5, from_round=1)],
        act("WishMade", entries=[1, 2, 3]),
        ["/data/entries nobody would be left to play with entries 1, 2, 3: enter the others first, or make the wish soft"],
    ),
    (
        [*FIVE, act("EntryWithdrawn", entry=4, from_round=1), act("EntryReturned", entry=4, from_round=3)],
        act("WishMade", entries=[1, 2, 3, 5]),
        [],
    ),
    (
        [*FIVE, act("EntryWithdrawn", entry=1, from_round=1)],
        act("WishMade", entries=[1, 2, 3, 4, 5]),
        ["/data/entries nobody would be left to play with entries 2, 3, 4, 5: enter the others first, or make the wish soft"],
    ),
    ([*FIVE, act("EntryWithdrawn", entry=4, from_round=2)], act("WishMade", entries=[1, 2, 3, 5]), []),
    (
        [*FIVE, act("WishMade", entries=[1, 2, 3], from_round=2), ROUND],
        act("WishMade", entries=[1, 4, 5]),
        [],
    ),
    (FIVE, act("WishMade", entries=[1]), ["/data/entries must have 2 or more to keep apart"]),
    ([opened("round-robin"), *FIVE[1:]], act("WishMade", entries=[1, 2], from_round=3), []),
    ([opened("round-robin"), *FIVE[1:], ROUND], act("WishMade", entries=[1, 2], from_round=3), [f"/data {FIXED}"]),
    ([*FIVE, ROUND], act("WishMade", entries=[1], another_table=True), []),
    ([opened("progressive", table=4, partners=2), *FIVE[1:]], act("WishMade", entries=[1], another_table=True), [f"/data {NUMBERED}"]),
    (
        [*FIVE, *[act("WishMade", entries=[1], another_table=True)] * 100],
        act("WishMade", entries=[1], another_table=True, from_round=3),
        [
            "/data/from_round is only for entries that are kept apart: leave it out",
            "/data there are 100 wishes already: withdraw some first",
        ],
    ),
    (FIVE, act("StandingsPublished", through_round=1, digest="cd" * 32), ["/data/through_round round 1 is not paired"]),
    (
        [*FIVE, ROUND],
        act("StandingsPublished", through_round=1, digest="cd" * 32),
        ["/data/through_round round 1 does not count yet: publish it first"],
    ),
    (
        [*FIVE, ROUND, act("RoundPublished", round=1)],
        act("StandingsPublished", through_round=1, digest="cd" * 32),
        [f"/data/digest is not the digest of the standings after round 1, which is {standings_digest(read(events([*FIVE, ROUND])), 1)}"],
    ),
    ([*FIVE, ROUND], act("TournamentFinished"), ["/data round 1 is not finished: tables 1, 2"]),
    (
        [*FIVE, act("TournamentFinished")],
        act("LotsDrawn", order=[1]),
        ["/data cannot follow the end of the tournament: withdraw its TournamentFinished first"],
    ),
]


@pytest.mark.parametrize(
    ("before", "refused", "sentences"), REFUSED, ids=[f"{row[1].__class__.__name__}-{n}" for n, row in enumerate(REFUSED)]
)
def test_an_event_that_contradicts_the_state_of_the_tournament_is_refused(
    before: list[TournamentAct], refused: TournamentAct, sentences: list[str]
) -> None:
    assert said(before, refused) == sentences


@pytest.mark.parametrize(
    ("before", "entries", "sentences"),
    [
        (FIVE, [1, 2], []),
        (FIVE, [1, 8], ["/data/entries there is no entry 8"]),
        ([opened("round-robin"), *FIVE[1:]], [1, 2], [f"/data {FIXED}"]),
        ([*FIVE, *[act("WishMade", entries=[1, 2])] * 100], [1, 2], ["/data there are 100 wishes already: withdraw some first"]),
    ],
)
def test_an_inserted_wish_is_checked_as_if_it_were_made_now(before: list[TournamentAct], entries: list[int], sentences: list[str]) -> None:
    inserted = events([*before, (act("WishMade", entries=entries), 6)])[-1:]
    assert [f"{fault.pointer} {fault.message}" for _, fault in faults(read(events(before)), inserted)] == sentences


def test_an_event_may_refer_to_earlier_events_of_its_batch() -> None:
    """The result is in round 1, which the same batch pairs, so it is allowed. Only the check-in of entry 3 is refused, because there is no
    entry 3."""
    batch = [*entries(2), paired(1, [[1], [2]]), result(), act("CheckedIn", entry=3)]
    assert said([opened()], *batch) == ["/data/entry there is no entry 3"]


def test_no_event_of_a_correctly_run_tournament_is_refused() -> None:
    approved = act("ResultApproved", round=1, table=1, result=9, entry=1)
    batch = [ROUND, TYPED, approved, taken(1, 2, 40, [1, 2], [1], "b"), paired(2, [[1], [3]], [[2], [4]])]
    back = act("EntryReturned", entry=5, from_round=3)
    assert said(FIVE, *batch, back) == []


def test_every_type_of_event_has_a_row_of_refusals_or_is_never_refused() -> None:
    """A new type of event needs a row in `REFUSED` or a place in `never`."""
    never = {
        "TournamentOpened",
        "SettingsChanged",
        "NoteWritten",
        "Retracted",
        "CheckedIn",
        "EntryChanged",
        "TableLinked",
        "ChangeDeclined",
        "Announced",
        "StageBegun",  # its refusals: test_stages.py
    }
    refused = {type(row[1]).__name__ for row in REFUSED}
    assert refused | never == set(TOURNAMENT_TYPES)
