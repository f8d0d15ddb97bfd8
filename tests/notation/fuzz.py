"""Reads damaged sheets: `python -m tests.notation.fuzz 1000000` reads a million sheets and prints how long that took.

Characters, words and lines of valid sheets are changed, removed, doubled and moved. Other texts are made from pieces of sheets. Reading may
not raise and may not take long. A sheet that was read is written again without loss.
"""

import sys
import time
from collections.abc import Iterator
from functools import cache
from random import Random

from domain.notation import Read, Sheet, read, write
from domain.record.fold import read as fold
from tests.imports.records import corrected_game
from tests.notation.sealing import sealed
from tests.systems import SAMPLED

SLOWEST = 0.5
"""The longest time in which a text of a few thousand characters may be read, in seconds of processor time."""

PIECES = (
    *'(){}[]:|~^?!;"\\/.,=#+-*@ \n\t\r\0',
    *(
        "faceup sheet 1\n",
        "[provenance]\n",
        "head: ",
        "system: high-card\n",
        "seats: 0 1 2\n",
        "rules: target:1\n",
        "rules: pack_mode:suits shares:{0:S 1:H}\n",
        "date: 2025-11-21\n",
    ),
    *('rules: removed:[2S H "3"] jokers:top\n', "system: one-up\n", "system: box\n", "rules: players:3\n"),
    *("all-rules: ", "title: ", "visibility: public\n", "game: home-ntdlrj43z5wcsnv5\n", "viewer: seat:1\n", "club: home\n"),
    *("0:", "1:", "2:", "15:", "16:", "-1:", "9999999999999999999:", "2^", "3^", "0^", " 2. ", "3. ", "-", "null", "true", "007", "1e9"),
    *("lowest", "Middle", "HIGHEST", "opens", "joins", "leaves", "deal(", "| ", "TS", "10S", "HJ", "AS@2", "note(", "retract(", "round("),
    *("score(", "result(", "HandDealt{", "CardPlaced{", "GameOpened{", "Retracted{target:", "seat:", "card:", "cards:", '"text"', '"\\u'),
    *("é", "\u2028", "\ud800", "\x85", "♠", "𝔸", "0" * 5000, "[" * 50, "{a:" * 50, '"' * 7, "a" * 100),
)


@cache
def seeds() -> list[str]:
    """Return valid sheets of the sampled systems, each with and without provenance."""
    collected = []
    for number, system in enumerate(SAMPLED.values()):
        for seed in range(3):
            events = corrected_game(system, 10 * number + seed, 12).events
            collected += [
                write(Sheet(events, proved=False)),
                write(sealed(events)),
                write(sealed(events, lambda version, _: version % 2 == 0)),
            ]
    return collected


def inputs(seed: int, count: int) -> Iterator[str]:
    dice = Random(seed)
    sound = seeds()
    for number in range(count):
        if number % 5 == 0:
            yield "".join(dice.choice(PIECES) for _ in range(dice.randint(1, 60)))
        else:
            text = dice.choice(sound)
            for _ in range(dice.choice((1, 1, 1, 2, 3, 10, 50))):
                text = _mangled(text, dice)
            yield text


def _mangled(text: str, dice: Random) -> str:
    start = dice.randint(0, len(text))
    end = min(len(text), start + dice.choice((0, 1, 1, 2, 5, 30)))
    what = dice.randint(0, 5)
    if what == 0:
        return text[:start] + text[end:]
    if what == 1:
        return text[:start] + dice.choice(PIECES) + text[end:]
    if what == 2:
        return text[:start] + chr(dice.choice((dice.randint(0, 127), dice.randint(0, 0x10FFFF)))) + text[end:]
    if what == 3:
        return text[:end] + text[start:]
    lines = text.split("\n")
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one] if what == 4 else lines[other]
    return "\n".join(lines)


def examine(text: str) -> Read:
    """Read one text and check the result. Raises AssertionError if a check fails."""
    began = time.process_time()
    parsed = read(text)
    taken = time.process_time() - began
    assert taken < SLOWEST + len(text) / 20_000, f"{taken:.1f} s for {len(text)} characters: {text[:2000]!r}"
    if parsed.problems:
        assert parsed.sheet is None
        assert parsed.drafts == ()
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for problem in parsed.problems:
            assert 1 <= problem.line <= len(lines), problem
            assert 1 <= problem.column <= max(1, len(lines[problem.line - 1])), problem
            str(problem).encode()
    else:
        assert parsed.sheet is not None
        again = read(write(parsed.sheet))
        assert again.sheet == parsed.sheet, text
        assert parsed.system is not None
        fold(parsed.system, parsed.events)
    return parsed


def main(count: int, seed: int = 0) -> None:
    began = time.monotonic()
    sound = sum(not examine(text).problems for text in inputs(seed, count))
    sys.stdout.write(f"{count} texts, {sound} of them sheets, in {time.monotonic() - began:.0f} s\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:] or ["10000"]))
