"""Which results of games a tournament may take. The tournament's settings say how settled a game must be. No deal may be open, except if
the result was stated or confirmed (docs/decisions/tournaments.md)."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Act, ResultConfirmed, Retracted
from domain.record.fold import read
from domain.record.open_deals import asks, may_be_taken
from domain.systems import SYSTEMS
from tests.domain.playing import act, events, opening

HIGH_CARD = SYSTEMS["high-card"]
DOUBTING = replace(
    HIGH_CARD,
    slug="doubting",
    outcome=lambda table: replace(now := HIGH_CARD.outcome(table), open_deals=(1,) if now.deals == 1 else ()),
)
"""A made-up system. If a record has exactly one round, deal 1 is open: its points are not certain."""
WON = act("RoundStated", round=1, points={"0": 4})
MORE = act("RoundStated", round=1, points={"1": 1})
LATER = act("RoundStated", round=2, points={"0": 4})
LEVEL = {Seat(0): 4, Seat(1): 0, Seat(2): 0}
CONFIRMED = ResultConfirmed(Seat(1), 2, "00" * 32, LEVEL, (Seat(0),))
OTHERWISE = ResultConfirmed(Seat(1), 2, "00" * 32, {**LEVEL, Seat(0): 5}, (Seat(0),))
FINAL, ANNULLED, ABANDONED = act("ResultFinalised"), act("GameAnnulled", reason="x"), act("GameAbandoned", reason="x")
SAYS_SO = act("ResultStated", winners=[0])
SAYS_SO_WITH_SCORES = act("ResultStated", winners=[0], scores={"0": 4, "1": 0})
SAYS_OTHERWISE = act("ResultStated", winners=[1])
SAYS_OTHER_SCORES = act("ResultStated", winners=[0], scores={"0": 5})
ASKED = (act("OpenerChosen", seat=0), act("CardPlaced", seat=1, call="highest", card="AS"))
RULED = act("RulingRecorded", cites={"finding": "out-of-turn@3"}, rule="HC-1", rectification="stand", round=1)
NOBODY_KNOWS: tuple[str, ...] = ()
ALL = ("finished", "confirmed", "final")

ROWS = [
    # Each row: a name; the acts after the opening; the settings with which a tournament takes the result if no deal is open; those with
    # which it takes the result if deal 1 is open.
    ("the game is open", (), NOBODY_KNOWS, NOBODY_KNOWS),
    ("finished", (WON,), ("finished",), NOBODY_KNOWS),
    ("confirmed", (WON, CONFIRMED), ("finished", "confirmed"), ("finished", "confirmed")),
    ("another result was confirmed, which counts", (WON, OTHERWISE), ("finished", "confirmed"), ("finished", "confirmed")),
    ("the confirmation was withdrawn", (WON, CONFIRMED, Retracted(3)), ("finished",), NOBODY_KNOWS),
    ("final", (WON, FINAL), ALL, NOBODY_KNOWS),
    ("confirmed and final", (WON, CONFIRMED, FINAL), ALL, ALL),
    ("annulled", (WON, CONFIRMED, ANNULLED), NOBODY_KNOWS, NOBODY_KNOWS),
    ("abandoned and final", (ABANDONED, FINAL), NOBODY_KNOWS, NOBODY_KNOWS),
    ("unfinished and final", (act("TimeCalled", reason="x"), FINAL), NOBODY_KNOWS, NOBODY_KNOWS),
    ("the same winner was stated", (WON, SAYS_SO), ("finished",), ("finished",)),
    ("stated with scores", (WON, SAYS_SO_WITH_SCORES), ("finished",), ("finished",)),
    ("stated and final", (WON, SAYS_SO, FINAL), ALL, ALL),
    ("the statement was withdrawn", (WON, SAYS_SO, Retracted(3)), ("finished",), NOBODY_KNOWS),
    ("other winners were stated: the record asks", (WON, SAYS_OTHERWISE), NOBODY_KNOWS, NOBODY_KNOWS),
    ("other scores were stated: the record asks", (WON, SAYS_OTHER_SCORES), NOBODY_KNOWS, NOBODY_KNOWS),
    ("somebody acted out of turn: the record asks", (*ASKED, WON), NOBODY_KNOWS, NOBODY_KNOWS),
    ("a director ruled on it", (*ASKED, WON, RULED), ("finished",), NOBODY_KNOWS),
    ("the result was confirmed anyway", (*ASKED, WON, CONFIRMED), ("finished", "confirmed"), ("finished", "confirmed")),
    ("the table stated the result anyway", (*ASKED, WON, SAYS_SO), ("finished",), ("finished",)),
    ("stated in the middle of a game", (MORE, SAYS_OTHERWISE), ("finished",), ("finished",)),
    ("more play was recorded later", (LATER, (MORE, 1)), ("finished",), ("finished",)),
]


@pytest.mark.parametrize(("what", "acts", "closed", "doubted"), ROWS, ids=[row[0] for row in ROWS])
def test_a_tournament_takes_a_result_only_when_it_is_settled_enough(
    what: str, acts: Sequence[Act], closed: tuple[str, ...], doubted: tuple[str, ...]
) -> None:
    for system, expected in ((HIGH_CARD, closed), (DOUBTING, doubted)):
        reading = read(system, events([opening(HIGH_CARD, 3), *acts]))
        asking = asks(reading, reading.findings)
        assert tuple(wanted for wanted in ALL if may_be_taken(reading, wanted, asks=asking)) == expected, (what, system.slug)  # type: ignore[arg-type]
