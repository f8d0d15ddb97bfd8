"""A run (`System.run`) reads many cards at once. Its findings and its table must equal those of `check` and `evolve`, which read one
card at a time."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

from domain.kernel.events import Act, CardPlayed, CardsDealt, CardsShown, OutDeclared
from domain.record.fold import read
from domain.system import System, Table
from domain.systems import SYSTEMS
from tests.domain.pitch.hiding import hidden, whole_game
from tests.domain.pitch.test_narrow import marred
from tests.domain.playing import events
from tests.systems import every_variant


def leaving(acts: Iterable[Act], dice: Random) -> Iterator[Act]:
    """Yield the acts. Before some plays, add an act: the player is declared out, or shows the card."""
    for act in acts:
        if isinstance(act, CardPlayed) and dice.random() < 0.05:
            yield OutDeclared(act.seat) if dice.random() < 0.5 else CardsShown(act.seat, (act.card,))
        yield act


@every_variant
def test_reading_a_record_in_runs_gives_the_same_findings_and_tables_as_reading_it_card_by_card(system: System[Table]) -> None:
    for seed, share in enumerate((0, 0.02, 0.3, 0.3, 0.6)):
        dice = Random(f"{system.slug} {seed}")
        opening, *acts = whole_game(system, dice, 90)
        if seed == 3:  # acts are left out, and nothing else is wrong
            acts = [act for act in acts if dice.random() > 0.08]
        elif seed:
            acts = list(leaving(marred(acts, dice), dice))
        opening, *acts = hidden([opening, *acts], dice, share)
        record = events([opening, *acts])
        table = system.open_table(record[0].act)  # type: ignore[arg-type]
        for version, event in enumerate(record[1:], 2):
            table = system.evolve(table, event)
            if dice.random() < 0.15:  # the table must be the same if the record ends with this event
                assert read(system, record[:version]).table == table, (seed, event)
        reading = read(system, record)
        without_runs = read(replace(system, run=None), record)
        assert [(step.findings, step.settled, step.doubts) for step in reading.steps] == [
            (step.findings, step.settled, step.doubts) for step in without_runs.steps
        ], seed
        assert reading.steps[-1].table == table


def test_a_card_of_another_hand_is_found_even_if_it_makes_trump() -> None:
    system = SYSTEMS["pitch-auction-classic"]
    acts = whole_game(system, Random(1), 20)
    dealt = next(act for act in acts if isinstance(act, CardsDealt))
    place, lead = next((place, act) for place, act in enumerate(acts) if isinstance(act, CardPlayed))
    acts[place] = replace(lead, card=next(cards.value[0] for seat, cards in dealt.hands.items() if seat != lead.seat))  # type: ignore[index, union-attr]
    record = events(acts[: place + 2])
    assert read(system, record).findings == read(replace(system, run=None), record).findings != ()
