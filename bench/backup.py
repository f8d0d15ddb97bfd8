"""Measures `faceup backup` and `faceup restore` of a club with many games of about 100 events, in real processes. Four commands are
measured: the first backup, a backup after no change, a backup after one game in a hundred got a new event, and the restore into an empty
installation.

python -m bench.backup [GAMES …]
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Final
from uuid import uuid4

from bench.figures import peak_while
from bench.played import LASTING, acts, choosing
from domain.kernel.events import Act, EventId, NoteWritten, TokenId
from domain.kernel.shapes import Sealed
from domain.record.batch import Draft
from service.clock import now_ms
from service.config import Config
from service.running.server import entered
from service.store.clubs.clubs import Clubs
from service.store.connect import write_client
from service.store.games.records import Records
from service.store.keys import HOME, GameId

EVENTS: Final = 100
KNOWN: Final = 0.3
"""The probability that the value of a face-down card is recorded."""
KINDS: Final = 8
"""How many different games are played for each system. All recorded games are copies of these, with ids of their own."""
BY: Final = TokenId("bench")


def filled(config: Config, games: int) -> list[GameId]:
    """Record the games. Returns their ids."""
    dice = Random(14)
    played = [acts(system, choosing(dice, KNOWN), EVENTS) for system in LASTING for _ in range(KINDS)]
    with entered(config) as store, write_client(store) as redis:
        Clubs(redis, now_ms).found(HOME)
        records = Records(redis, now_ms)
        return [recorded(records, played[number % len(played)]) for number in range(games)]


def recorded(records: Records, made: list[Act]) -> GameId:
    opening, *rest = [Draft(act, EventId(str(uuid4()))) for act in made]
    game = records.open(HOME, opening, BY).game
    records.append(game, 1, rest, BY)
    return game


def go_on(config: Config, games: list[GameId]) -> None:
    with entered(config) as store, write_client(store) as redis:
        for game in games:
            Records(redis, now_ms).append(game, None, [Draft(NoteWritten(Sealed("", "late")), EventId(str(uuid4())))], BY)


def timed(config: Config, *words: str) -> str:
    """Run a command. Returns a text with the seconds that it took, its seconds of CPU, its memory, and the figures that it printed."""
    began = time.monotonic()
    process = subprocess.Popen([sys.executable, "-m", "workers.cli", *words], env=os.environ | config.as_env(), stdout=subprocess.PIPE)
    assert process.stdout is not None
    before, most = os.times(), peak_while(process)
    spent = os.times()
    said = process.stdout.read().decode().splitlines()[0]
    assert process.returncode == 0, said
    cpu = spent.children_user + spent.children_system - before.children_user - before.children_system
    return f"{time.monotonic() - began:6.1f} s, {cpu:6.1f} s of CPU, {most:.0f} MiB: {said.partition(': ')[2]}"


def measured(games: int) -> None:
    with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as place:
        folder, config = str(Path(place) / "backup"), Config(data=Path(place) / "data")
        played = filled(config, games)
        print(f"{games:,} games of {EVENTS} events")
        print("  first backup     ", timed(config, "backup", folder), flush=True)
        print("  nothing changed  ", timed(config, "backup", folder), flush=True)
        go_on(config, played[:: len(played) // max(1, games // 100)])
        print("  1 % changed      ", timed(config, "backup", folder), flush=True)
        print("  restore          ", timed(Config(data=Path(place) / "data2"), "restore", folder), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, nargs="*", default=[1_000, 10_000])
    for games in parser.parse_args().games:
        measured(games)


if __name__ == "__main__":
    main()
