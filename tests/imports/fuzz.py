"""Reads damaged files: `python -m tests.imports.fuzz 1000000` reads a million files and prints how long that took.

In record files and sheets of every system, some bytes, lines or JSON values are changed. Reading may raise only NotARecord, and may not
take long. tests/notation/fuzz.py damages sheets in more ways.
"""

import json
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from domain.files.transcript import NotARecord
from domain.notation import Sheet, write
from service.files.importing import read_any
from tests.imports.records import corrected_game, exported, recorded
from tests.servers import packaged_valkey, start_server
from tests.store.bench import Store
from tests.systems import SAMPLED

SLOWEST = 1.0
"""The most seconds of processor time that a file of some kilobytes may take."""
ODD: tuple[Any, ...] = (None, True, False, 0, -1, 10**400, 1.5, "", "AS", "é\ud800", [], {}, [[]] * 3, {"": {}}, "0" * 64, 2**63)


def sound_files(store: Store) -> list[bytes]:
    """Record a game of every system. Returns each game as a file in every form."""
    collected = []
    for number, system in enumerate(SAMPLED.values()):
        reading = corrected_game(system, number, 10)
        game = recorded(store, reading, number)
        collected += [exported(store.records, game, form) for form in ("json", "ndjson", "text")]
        collected.append(write(Sheet(reading.events, proved=False)).encode())
    return collected


def examine(dice: Random, sound: list[bytes]) -> bool:
    """Damage one of the files and read it. Returns whether it is accepted. Raises AssertionError if a check fails."""
    data = dice.choice(sound)
    for _ in range(dice.choice((0, 1, 1, 1, 2, 5))):
        data = dice.choice((_bytes, _lines, _values))(data, dice)
    began = time.process_time()
    reasons = refused(data)
    assert time.process_time() - began < SLOWEST, data
    assert all(reason for reason in reasons), data
    return not reasons


def refused(data: bytes) -> tuple[str, ...]:
    """Return the reasons why the file is refused; empty if the file is accepted."""
    try:
        read_any(data)
    except NotARecord as refusal:
        return tuple(refusal.reasons) or ("",)
    return ()


def _bytes(data: bytes, dice: Random) -> bytes:
    at = dice.randint(0, len(data))
    end = min(len(data), at + dice.choice((0, 1, 3, 40)))
    return data[:at] + dice.randbytes(dice.choice((0, 1, 2))) + data[end:]


def _lines(data: bytes, dice: Random) -> bytes:
    lines = data.split(b"\n")
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[dice.choice((one, other))]
    return b"\n".join(lines)


def _values(data: bytes, dice: Random) -> bytes:
    """Replace a JSON value somewhere in a line by another value."""
    lines = data.split(b"\n")
    number = dice.randrange(len(lines))
    try:
        parsed = json.loads(lines[number].rstrip(b","))
    except ValueError:
        return data
    if isinstance(parsed, dict) and parsed:
        place = parsed
        while isinstance(inner := place[key := dice.choice(list(place))], dict) and inner and dice.random() < 0.7:
            place = inner
        place[key] = dice.choice(ODD)
        comma = b"," if lines[number].endswith(b",") else b""
        lines[number] = json.dumps(parsed, separators=(",", ":")).encode() + comma
    return b"\n".join(lines)


def main(count: int, seed: int = 0) -> None:
    with tempfile.TemporaryDirectory(prefix="fu-", dir="/tmp") as folder:
        server = start_server(packaged_valkey(), Path(folder))
        dice, sound = Random(seed), sound_files(Store(server, server.client()))
        began = time.monotonic()
        taken = sum(examine(dice, sound) for _ in range(count))
        sys.stdout.write(f"{count} files, {taken} of them records or sheets, in {time.monotonic() - began:.0f} s\n")
        server.stop()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:] or ["10000"]))
