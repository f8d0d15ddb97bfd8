"""Checks that nobody is accused wrongly: random legal games of every system, partly hidden, must raise no breach or contradiction.

python -m bench.soundness [GAMES] [FAMILY]        10,000 games of all families by default
"""

import sys
from collections import Counter
from itertools import cycle, islice
from random import Random
from typing import Final

import click

from domain.kernel.findings import Finding
from domain.record.fold import read
from domain.systems import SYSTEMS
from tests.domain.pitch.hiding import hidden, whole_game
from tests.domain.playing import events

GAMES: Final = 10_000
ACTS: Final = 120
SHARES: Final = (0.25, 0.5, 0.75, 1.0)


def accused(slug: str, seed: int, acts: int = ACTS) -> list[Finding]:
    """Play one legal game, fully known or partly hidden. Returns the findings that accuse a player. All of them are wrong, because the game
    is legal."""
    dice, system = Random(f"{slug} {seed}"), SYSTEMS[slug]
    game = whole_game(system, dice, acts)
    share = dice.choice((0.0, *SHARES))
    record = events(hidden(game, dice, share) if share else game)
    return [finding for finding in read(system, record).findings if finding.kind in ("breach", "contradiction")]


def main(games: int = GAMES, family: str = "") -> int:
    """Play the games and print the findings. `family`: empty for all. The exit status is 1 when anybody was accused."""
    slugs = [slug for slug, system in SYSTEMS.items() if family in ("", system.family)]
    wrong, played = Counter[str](), Counter[str]()
    with click.progressbar(enumerate(islice(cycle(slugs), games)), length=games, file=sys.stderr, label="soundness") as bar:
        for seed, slug in bar:
            played[SYSTEMS[slug].family] += 1
            for finding in accused(slug, seed):
                wrong[finding.rule] += 1
                print(f"{slug} {seed}: {finding.sentence} ({finding.id})")
    total = f"{sum(wrong.values())} breaches or contradictions"
    print(f"{games} legal games of {len(slugs)} systems, with everything known or parts hidden: {total} {dict(wrong) or ''}")
    print(", ".join(f"{name} {number}" for name, number in sorted(played.items())))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else GAMES, *sys.argv[2:3]))
