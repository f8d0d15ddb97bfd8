"""Measures how long it takes to find out whether any deal of the cards agrees with a record of Pitch. The time is measured after every card
played. There are six players, and half of the cards are hidden.

python -m bench.proofs
"""

from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Final

from bench.figures import Part, Progress, Row, alone
from domain.kernel.events import CardPlayed, Event
from domain.kernel.findings import NOBODY
from domain.proofs.feasible import Lies, cause, jam
from domain.record.fold import read
from domain.systems.pitch.play.table import Deal, Pitch
from domain.systems.pitch.proofs import facts_of, no_such_deal
from tests.domain.pitch.hiding import PITCH, hidden, whole_game
from tests.domain.playing import events

SIX: Final = ("smear-53-six", "pitch-pagat-six", "pitch-oklahoma-six")
"""The games for six players. In the last two, players exchange cards."""
GAMES: Final = 12


def moments(slug: str) -> Iterator[tuple[Pitch, Event, Deal]]:
    """Play GAMES games in which half of all sealed values are hidden. For every card played, yields the table before the play, the play,
    and the deal before the play."""
    for seed in range(GAMES):
        dice = Random(f"{slug} {seed}")
        reading = read(PITCH[slug], events(hidden(whole_game(PITCH[slug], dice, 150), dice, 0.5)))
        for before, step in zip(reading.steps, reading.steps[1:], strict=False):
            table = before.table
            assert isinstance(table, Pitch)
            if isinstance(step.event.act, CardPlayed) and table.deal.phase == "play" and table.deal.trump:
                yield table, step.event, table.deal


def asked(slug: str) -> tuple[list[float], list[float], list[float]]:
    """Ask after every card played whether some deal of the cards agrees with the record. Returns three lists of ms. The first is for the
    whole search. The second is for the check of a record, which searches only if quick sums do not decide. The third is for finding the
    events that contradict each other."""
    whole, gated, explained = [], [], []
    for table, event, deal in moments(slug):
        owners = (*table.ring, NOBODY)
        began = perf_counter()
        facts = facts_of(table, deal, owners)
        contradiction = None if facts is None else jam(deal.pack.cards, facts)
        whole.append(1e3 * (perf_counter() - began))
        assert contradiction is None
        began = perf_counter()
        assert not [*no_such_deal(table, event, ())]
        gated.append(1e3 * (perf_counter() - began))
        seen = [fact for fact in facts or () if isinstance(fact, Lies)]
        if facts and len(seen) > 1:
            slip = [*(fact for fact in facts if fact is not seen[-1]), seen[-1]._replace(card=seen[0].card)]
            began = perf_counter()
            assert cause(deal.pack.cards, slip) is not None
            explained.append(1e3 * (perf_counter() - began))
    return whole, gated, explained


def rows(progress: Progress) -> list[Row]:
    results = []
    for number, slug in enumerate(SIX):
        whole, gated, explained = asked(slug)
        results += [
            Row(f"{slug}, 6 players: is there a deal?", "ms", whole, limit=5),
            Row(f"{slug}: as it is asked of every card", "ms", gated),
            Row(f"{slug}: which events contradict, which may be slips", "ms", explained),
        ]
        progress((number + 1) / len(SIX))
    return results


PART: Final = Part(
    "Proofs from partial records",
    "Milliseconds to decide whether any deal agrees with the record, half of all sealed cards hidden, after every card played.",
    20,
    rows,
)

if __name__ == "__main__":
    alone(PART)
