"""Looking ahead from a prompt of an exchange (domain/ahead.py): the acts that follow break no rule, and are those that play waits for."""

from collections.abc import Sequence

import pytest

from domain.ahead import EXCHANGING, following
from domain.kernel.events import EVENT_TYPES
from domain.record.fold import Reading, read
from domain.systems import SYSTEMS
from tests.playthroughs.regenerate import events, opening

BID = [("CardsDealt", {"dealer": 0}), ("BidMade", {"seat": 1, "amount": 5}), *(("BidPassed", {"seat": seat}) for seat in (2, 3, 0))]


def after(slug: str, *acts: tuple[str, object]) -> Reading:
    system = SYSTEMS[slug]
    made = [EVENT_TYPES[name].shape.read(data, "", []) for name, data in acts]
    return read(system, events([opening(system, 4), *made]))


def ahead(reading: Reading) -> list[tuple[str, object]]:
    prompts = reading.system.prompts(reading.table)
    return [(act.type, dict(act.data)) for act in following(reading.system, reading.table, prompts, reading.version)]


def test_the_whole_exchange_of_smear_follows_when_trump_is_named() -> None:
    """The maker takes the stock of 14; then all throw down to six cards (PI-44)."""
    trump = (*BID, ("TrumpNamed", {"seat": 1, "suit": "S"}))
    reading = after("smear-ten-point", *trump)
    thrown = [("CardsDiscarded", {"seat": seat, "count": count}) for seat, count in ((1, 18), (2, 4), (3, 4), (0, 4))]
    assert ahead(reading) == thrown
    whole = after("smear-ten-point", *trump, ("StockTaken", {"seat": 1, "count": 14}), *thrown)
    assert [prompt.type for prompt in whole.system.prompts(whole.table) if prompt.expected] == ["CardPlayed"]
    assert list(whole.findings) == []


def test_nothing_follows_an_act_of_which_something_must_be_asked() -> None:
    """In Parlett's form of Smear, each player throws as many cards as have no use, which nobody else knows."""
    assert ahead(after("smear-parlett", *BID, ("TrumpNamed", {"seat": 1, "suit": "S"}))) == []


@pytest.mark.parametrize("acts", [(), BID[:1], BID[:2]], ids=["deal", "bid", "call"])
def test_nothing_follows_outside_an_exchange(acts: Sequence[tuple[str, object]]) -> None:
    assert ahead(after("smear-ten-point", *acts)) == []
    assert not {name for name, _ in BID} & EXCHANGING
