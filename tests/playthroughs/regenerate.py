"""Golden playthroughs: a seeded game of every system from the opening to its end, as text, read in review.

python -m tests.playthroughs.regenerate      writes every page anew (`make golden`)
"""

import json
from pathlib import Path
from random import Random
from typing import Final

from domain.events import data_of
from domain.record import Reading, Step, read
from domain.selfplay import move
from domain.system import System, Table
from domain.systems import SYSTEMS
from tests.domain.playing import events, opening

HERE: Final = Path(__file__).parent
SEED: Final = 20
MOST_MOVES: Final = 2000


def playthrough(system: System[Table]) -> str:
    """The page: a line an event (version, type, data), and the scores below it whenever they move."""
    reading = _game(system)
    lines = [f"# {system.slug}, {len(reading.opened.seats)} players, seed {SEED}"]
    before = ""
    for step in reading.steps:
        lines.append(_line(step))
        outcome = system.outcome(step.table)
        scores = "  " + " ".join(f"{seat}:{score}" for seat, score in outcome.scores.items())
        if scores != before:
            lines.append(scores)
        before = scores
        lines += [f"  ! {finding.id} {finding.sentence}" for finding in step.findings]
    outcome = system.outcome(reading.table)
    lines.append(f"# {outcome.state}; winners {', '.join(map(str, outcome.winners)) or 'none'}; {len(reading.findings)} findings")
    return "\n".join(lines) + "\n"


def _game(system: System[Table]) -> Reading:
    dice = Random(SEED)
    least, most = system.players
    reading = read(system, events([opening(system, min(most, max(least, 4)))]))
    acts = [reading.events[0].act]
    for _ in range(MOST_MOVES):
        made = move(system, reading.table, dice.choice)
        if made is None:
            break
        acts.append(made)
        reading = reading.extended(events(acts)[-1:])
    return reading


def _line(step: Step) -> str:
    data = json.dumps(data_of(step.event.act), separators=(",", ":"))
    return f"{step.event.version} {step.event.type} {data}"


def main() -> None:
    for slug, system in SYSTEMS.items():
        HERE.joinpath(f"{slug}.txt").write_text(playthrough(system), encoding="utf-8")


if __name__ == "__main__":
    main()
