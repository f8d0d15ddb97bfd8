"""The module `narrow` adds up numbers of cards, to show quickly that some deal fits the record. It may skip the search for such a deal only
if the search would find one."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from domain.kernel.events import Act, CardPlayed, CardsDiscarded, Event
from domain.system import System, Table
from domain.systems.pitch import proofs
from domain.systems.pitch.play.table import Deal, Pitch
from domain.systems.pitch.proofs import binds
from domain.tricks.proofs import jammed, seats_with_sealed
from tests.domain.pitch.hiding import hidden, whole_game
from tests.domain.pitch.playing import calls, deal, deal_of, game, names, table_of, throws
from tests.domain.playing import events
from tests.speeds import slow
from tests.systems import every_variant


def marred(acts: Sequence[Act], dice: Random) -> Iterator[Act]:
    """Yield the acts with random mistakes: an act is left out, a throw has one card fewer, a card is replaced by a wrong card or by a later
    card of the player, or extra cards are forgotten."""
    cards = [(act.seat, act.card) for act in acts if isinstance(act, CardPlayed)]
    for act in acts:
        if dice.random() > 0.03:
            yield act
        elif isinstance(act, CardPlayed):
            at, which = cards.index((act.seat, act.card)), dice.choice(("any", "own", "without extras"))
            among = cards if which == "any" else [(seat, card) for seat, card in cards[at + 1 : at + 9] if seat == act.seat]
            yield replace(act, extras=None) if which == "without extras" or not among else replace(act, card=dice.choice(among)[1])
        elif isinstance(act, CardsDiscarded) and act.count:
            yield replace(act, count=act.count - 1)


def searched(table: Pitch, event: Event, *, sure: bool = False) -> Deal | None:
    """Do what `proofs._narrowed` does, but never skip the search for a deal."""
    after = proofs._after(table, table.deal, event)
    if after is None or after.trump is None:
        return None
    return after if jammed(after, seats_with_sealed(after), proofs._facts(table, sure=sure)) is not None else None


@every_variant
@pytest.mark.parametrize("games", [1, pytest.param(3, marks=slow)])
def test_adding_up_cards_before_the_search_for_a_deal_changes_no_finding(
    system: System[Table], games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(games):
        dice = Random(f"{system.slug} {seed}")
        game = whole_game(system, dice, 110)
        opening, *acts = hidden(game, dice, dice.choice((0.0, 0.25, 0.5, 0.75, 1.0)))
        record = events([opening, *marred(acts, dice)])
        table = system.open_table(opening)
        for event in record[1:]:
            findings = system.check(table, event)
            with monkeypatch.context() as searching:
                searching.setattr(proofs, "_narrowed", searched)
                assert findings == system.check(table, event), (seed, event)
            table = system.evolve(table, event)


@pytest.mark.parametrize(
    ("thrown", "narrow", "source"),
    [
        (9, False, "03 §1 keep_all: 38 of 54 cards are plain, just as many as were thrown, those that seat 2 may have thrown included"),
        (10, True, "03 §1 keep_all: 39 were thrown, one of them a trump"),
    ],
)
def test_the_search_for_a_deal_is_skipped_unless_trumps_must_have_been_thrown(thrown: int, narrow: bool, source: str) -> None:
    """`pitch-pawnee-five` deals all 54 cards. Seat 2's ten cards are recorded, and seven of them are plain. The cards that seat 2 threw are
    not recorded."""
    hands = {2: "AC KC QC TC 9C 8C 7C 2S 3S 4S"}
    bid = [deal(0, hands), *calls("1:5 2:pass 3:pass 4:pass 0:pass"), names(1, "S")]
    reading = game("pitch-pawnee-five", *bid, throws(1, thrown), *(throws(seat, 7) for seat in (2, 3, 4)), throws(0, 8))
    assert binds(table_of(reading), deal_of(reading)) is narrow, source
