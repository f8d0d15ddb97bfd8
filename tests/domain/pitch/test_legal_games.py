"""The record of a legal game has no breach. The tests play random games of every variant.

A record may be complete, or parts may be left out, as at a real table: passes, the exchange, players who are out, and sealed cards.
Findings about left-out parts are gaps.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

import pytest

from domain.kernel.events import (
    EVENT_TYPES,
    Act,
    BidMade,
    BidPassed,
    CardRescued,
    CardsDiscarded,
    CardsDrawn,
    KittyTaken,
    OutDeclared,
    PartnerCalled,
    ShootCalled,
    StockSearched,
    StockTaken,
    TrumpNamed,
    data_of,
)
from domain.record.fold import read
from domain.system import System, Table
from tests.domain.pitch.hiding import whole_game
from tests.domain.pitch.test_doubling import doubled_game
from tests.domain.playing import events
from tests.speeds import slow
from tests.systems import every_variant

CALLS: Final = (BidMade, BidPassed, ShootCalled)
EXCHANGE: Final = (CardsDrawn, CardsDiscarded, KittyTaken, StockTaken, StockSearched, CardRescued, PartnerCalled)
LEFT_OUT: Final[dict[str, tuple[type, ...]]] = {
    "nothing": (),
    "passes": (BidPassed,),
    "the auction": CALLS,
    "the exchange": EXCHANGE,
    "draws": (CardsDrawn,),
    "who was out": (OutDeclared,),
    "all but the cards": (*CALLS, *EXCHANGE, OutDeclared),
    "even trump": (*CALLS, *EXCHANGE, OutDeclared, TrumpNamed),
}


def closed(act: Act, dice: Random, share: float) -> Act:
    """Return the act with each sealed value hidden with the probability `share`."""
    shape = EVENT_TYPES[type(act).__name__].shape
    data = shape.swap(data_of(act), "", lambda _, leaf: {"commit": "c"} if dice.random() < share else leaf)
    return shape.restore(data)  # type: ignore[return-value]


def written(acts: Sequence[Act], left_out: tuple[type, ...], dice: Random, share: float) -> Iterator[Act]:
    yield acts[0]
    for act in acts[1:]:
        if not isinstance(act, left_out):
            yield closed(act, dice, share)


@every_variant
@pytest.mark.parametrize("share", [0.5, pytest.param(0, marks=slow), pytest.param(1, marks=slow)])
def test_a_legal_game_with_unrecorded_parts_has_no_breach(system: System[Table], share: float) -> None:
    for name, left_out in LEFT_OUT.items():
        dice = Random(f"{system.slug} {share} {name}")
        reading = read(system, events(written(whole_game(system, dice, 90), left_out, dice, share)))
        assert [finding for finding in reading.findings if finding.kind == "breach"] == [], name


@every_variant
def test_a_legal_game_with_doubled_bids_and_unrecorded_parts_has_no_breach(system: System[Table]) -> None:
    """PI-29: doublings are never left out of these records."""
    acts = doubled_game(system, Random(system.slug))
    for left_out in LEFT_OUT.values():
        reading = read(system, events(written(acts, left_out, Random(0), 0)))
        assert [finding for finding in reading.findings if finding.kind == "breach"] == []


@slow
@every_variant
def test_every_legal_game_comes_to_an_end(system: System[Table]) -> None:
    """A random legal game has a winner within 6000 acts."""
    acts = whole_game(system, Random(system.slug), 6000)
    assert system.outcome(read(system, events(acts)).table).winners, len(acts)
