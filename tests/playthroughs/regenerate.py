"""Writes the golden playthroughs again: for every system a score sheet (docs/notation.md) of a complete random game with a fixed seed.

python -m tests.playthroughs.regenerate [SLUG …]      writes the sheets of these systems (`make golden ONLY=slug,slug`).

Without a slug, it writes the sheets of all systems, and the replay that the first page of the site plays (sample.py).
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from domain.notation import Sheet, margin_of, write
from domain.record.fold import Reading, read
from domain.selfplay import move
from domain.system import System, Table
from domain.systems import SYSTEMS
from tests.domain.playing import events, opening
from tests.playthroughs import sample

HERE: Final = Path(__file__).parent
SEED: Final = 20
SEEDS: Final = {"box": 93}
"""The seeds of games that must have rare acts. tests/playthroughs/test_playthroughs.py lists these acts."""
MOST_MOVES: Final = 2000


def page(reading: Reading) -> str:
    """Return the score sheet of a game, with the scores and findings in the margin. The sheet does not say when and by whom the game was
    recorded."""
    over = reading.system.outcome(reading.table).state != "open"
    return write(Sheet(reading.events, ending="" if over else "+", proved=False, margin=margin_of(reading)))


class NeverEnds(Exception):
    """Raised when a random game does not end. The message gives the reason."""


def played(system: System[Table]) -> Reading:
    """Play the random game of the system's seed to its end. Raises NeverEnds if it does not end."""
    dice = Random(SEEDS.get(system.slug, SEED))
    least, most = system.players
    reading = read(system, events([opening(system, min(most, max(least, 4)))]))
    acts = [reading.events[0].act]
    for _ in range(MOST_MOVES):
        made = move(system, reading.table, dice.choice)
        if made is None:
            break
        acts.append(made)
        reading = reading.extended(events(acts)[-1:])
    if reading.result.state == "open":
        raise NeverEnds(f"{system.slug}: {_why_open(reading)}")
    return reading


def _why_open(reading: Reading) -> str:
    system, count = reading.system, len(reading.events)
    prompts = system.prompts(reading.table)
    if not any(prompt.expected for prompt in prompts):
        offered = ", ".join(sorted({prompt.type for prompt in prompts})) or "nothing"
        return f"stuck after event {count} ({type(reading.events[-1].act).__name__}): no act is expected, offered is {offered}"
    return f"still open after {count} events, {system.outcome(reading.table).scores}; waits for {prompts[0].type}"


def main(slugs: Sequence[str]) -> None:
    for slug in slugs or SYSTEMS:
        HERE.joinpath(f"{slug}.txt").write_text(page(played(SYSTEMS[slug])), encoding="utf-8")
    if not slugs:
        sample.FILE.write_text(sample.text(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
