"""In legal games of Bid Whist nobody is accused, even if parts of the record are hidden. A renege that the test plants is proved."""

from collections.abc import Iterator
from random import Random

import pytest

from bench.played import choosing
from domain.kernel.canonical import Json
from domain.kernel.events import Act, CardPlayed, CardsDealt, Event, EventId, TokenId
from domain.kernel.findings import Finding
from domain.record.fold import read
from domain.selfplay import move
from domain.systems import SYSTEMS
from domain.systems.bid_whist.rules import following
from domain.systems.bid_whist.table import BidWhist
from domain.tricks.following import legal
from tests.domain.bid_whist.playing import SLUG
from tests.domain.pitch.hiding import hidden
from tests.domain.playing import events, opening
from tests.speeds import seeds

RULES: list[dict[str, Json]] = [
    {"target": 100, "floor": None},
    {"target": 100, "floor": None, "jokers": 1, "first_leader": "eldest", "name_before_kitty": False, "kitty_shown": True},
    {"target": 100, "floor": None, "no_trump_jokers": "any_time", "auction": "until_passed_out", "kitty_is_book": "first_trick_winner"},
]


def game(dice: Random, rules: dict[str, Json], most: int = 150, *, renege: bool = False) -> list[Act]:
    """Return the acts of a random legal game with every hand recorded. `renege`: one player reneges in the first deal, as soon as possible,
    and the game ends when the next deal begins."""
    system, choose = SYSTEMS[SLUG], choosing(dice, 1.0)
    acts: list[Act] = [opening(system, 4, **rules)]
    table = system.open_table(acts[0])  # type: ignore[arg-type]
    while len(acts) < most:
        assert isinstance(table, BidWhist)
        wrong = _renege(table, dice) if renege and not table.dealt else None
        renege = renege and wrong is None
        act = wrong or move(system, table, choose)
        if act is None:
            break
        acts.append(act)
        table = system.evolve(table, Event(len(acts), EventId(""), act, TokenId(""), 0, 0, 0))
        if not renege and isinstance(act, CardsDealt) and len(acts) > 60:
            break
    return acts


def _renege(table: BidWhist, dice: Random) -> Act | None:
    deal, seat = table.deal, table.deal.turn
    if deal.phase != "play" or seat is None or not deal.knows_hand(seat) or not deal.tricks:
        return None
    hand = sorted(deal.hand(seat))
    allowed = legal(following(table.rules), deal.pack, hand, deal.led)
    wrong = [card for card in hand if card not in allowed]
    return CardPlayed(seat, dice.choice(wrong)) if wrong else None


def accusing(acts: Iterator[Act] | list[Act]) -> list[Finding]:
    return [finding for finding in read(SYSTEMS[SLUG], events(acts)).findings if finding.kind in ("breach", "contradiction")]


@pytest.mark.parametrize("seed", seeds(30, 3))
@pytest.mark.parametrize("rules", RULES)
def test_a_legal_game_has_no_finding_that_accuses_a_player(rules: dict[str, Json], seed: int) -> None:
    """Source: design.md §5."""
    dice = Random(f"{seed}")
    acts = game(dice, rules)
    assert read(SYSTEMS[SLUG], events(acts)).findings == ()
    for share in (0.25, 0.5, 1.0):
        assert [finding.sentence for finding in accusing([acts[0], *hidden(acts[1:], dice, share)])] == []


@pytest.mark.parametrize("seed", seeds(20, 4))
def test_a_planted_renege_is_proved_when_the_deal_is_closed(seed: int) -> None:
    """Source: BW-10; docs/decisions/domain-asking.md."""
    acts = game(Random(f"renege {seed}"), RULES[0], renege=True)
    assert "revoke" in {finding.rule for finding in accusing(acts)}
