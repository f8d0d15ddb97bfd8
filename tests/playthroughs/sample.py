"""Writes the replay that the first page plays automatically: a random game of High Card with a fixed seed, as the public sees the game.
`make golden` writes it."""

import json
from pathlib import Path
from random import Random
from typing import Any, Final

from domain.kernel.cards import Seat
from domain.kernel.events import GameOpened, PersonId, Seating
from domain.record.fold import Reading, read
from domain.selfplay import move
from domain.system import PUBLIC
from domain.systems import SYSTEMS
from domain.views.replays import replay_json
from domain.words.seated import seated_in
from tests.domain.playing import events

FILE: Final = Path(__file__).parents[2] / "service" / "web" / "static" / "sample.json"
SYSTEM: Final = SYSTEMS["high-card"]
SEED: Final = 6400
"""With this seed, the random game is short, three players score, and most calls are sensible."""
NAMES: Final = {PersonId(f"p-{number}"): name for number, name in enumerate(("Anna", "Ben", "Cleo", "Dan"))}
SHOWN: Final = ("version", "changed", "scores", "state", "winners")
"""The members of a frame that the first page needs, in addition to the sentence of the event."""


def played() -> Reading:
    """Play the game to its end. The first player with 2 points wins."""
    dice = Random(SEED)
    rules = SYSTEM.rules_with({**SYSTEM.options_for(len(NAMES)), "target": 2}, len(NAMES))
    acts: list[Any] = [GameOpened(SYSTEM.slug, rules, tuple(Seating(Seat(seat), person) for seat, person in enumerate(NAMES)))]
    reading = read(SYSTEM, events(acts))
    while made := move(SYSTEM, reading.table, dice.choice):
        acts.append(made)
        reading = reading.extended(events(acts)[-1:])
    return reading


def sample() -> dict[str, Any]:
    """Return the replay: `{system, seats, frames}`, as GET /games/{id}/replay has them, but without members that the page does not need."""
    reading = played()
    replay = replay_json("sample", reading, reading, PUBLIC, "corrected", seated_in(reading, NAMES))
    frames = [{"said": frame["event"]["sentence"], **{name: frame[name] for name in SHOWN}} for frame in replay["frames"]]
    seats = [{"seat": seat["seat"], "name": seat["name"]} for seat in replay["seats"]]
    return {"system": SYSTEM.name, "seats": seats, "frames": frames}


def text() -> str:
    return json.dumps(sample(), ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n"
