"""Checks that nobody is accused wrongly: random legal games of Pitch and Spades, partly hidden, must raise no breach or contradiction.

python -m bench.soundness [GAMES]        10,000 by default
"""

import sys
from collections import Counter
from itertools import cycle, islice
from random import Random
from typing import Final

import click

from domain.kernel.findings import Finding
from domain.record.fold import read
from tests.domain.pitch.hiding import PITCH, SPADES, hidden, whole_game
from tests.domain.playing import events

GAMES: Final = 10_000
ACTS: Final = 120
SHARES: Final = (0.25, 0.5, 0.75, 1.0)
PLAYED: Final = {**PITCH, **SPADES}


def accused(slug: str, seed: int, acts: int = ACTS) -> list[Finding]:
    """Play one legal game, fully known or partly hidden. Returns the findings that accuse a player. All of them are wrong, because the game
    is legal."""
    dice, system = Random(f"{slug} {seed}"), PLAYED[slug]
    game = whole_game(system, dice, acts)
    share = dice.choice((0.0, *SHARES))
    record = events(hidden(game, dice, share) if share else game)
    return [finding for finding in read(system, record).findings if finding.kind in ("breach", "contradiction")]


def main(games: int = GAMES) -> int:
    """Play the games and print the findings. The exit status is 1 when anybody was accused."""
    wrong: Counter[str] = Counter()
    plan = islice(cycle(PLAYED), games)
    with click.progressbar(enumerate(plan), length=games, file=sys.stderr, label="soundness") as bar:
        for seed, slug in bar:
            for finding in accused(slug, seed):
                wrong[finding.rule] += 1
                print(f"{slug} {seed}: {finding.sentence} ({finding.id})")
    total = f"{sum(wrong.values())} breaches or contradictions"
    print(f"{games} legal games of {len(PLAYED)} variants, with everything known or parts hidden: {total} {dict(wrong) or ''}")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))
