"""Measures records that are well-formed and hostile: as costly to read as their length or their budget allows.

python -m bench.hostile [FAMILY …]        all families by default. Not in `make bench`: it would take too long

A *weapon* makes such a record of any length. There is one for each type of event that a family of systems takes, and one for each way to
correct. The weapons are made from the shapes of the event types, so a new type has its weapons without a change here. Events that every
system takes are measured in one family, TAKES_COMMON.

A weapon repeats an act in one of two sizes. `least`: the act has only the required fields. `most`: it has every field, with lists as long
as their shape allows. Its seats, cards, numbers and versions differ from act to act.

All figures are CPU time. A measurement that takes longer than CAP counts as CAP."""

import gc
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count, repeat
from random import Random
from re import fullmatch
from typing import Any, Final, Literal, NamedTuple

from bench.figures import Part, Progress, Row, silent, table
from bench.forged import ALL_CARDS, TEXTS, TOP_SEAT, TOP_VERSION
from bench.growth import Api, World, draft, world
from domain.files.limits import MOST_IN_A_RECORD
from domain.kernel.events import COMMON, EVENT_TYPES, Act, Event, EventId, NoteWritten, Retracted, TokenId
from domain.kernel.shapes import Sealed
from domain.record.fold import read
from domain.selfplay import move
from domain.system import System, Table
from service.store.games.budget import Limits, units_of
from service.store.games.kind import GAME
from service.store.streams.append import sealed_batch
from tests.domain.playing import events, opening
from tests.systems import FIRST_OF_FAMILY

Size = Literal["least", "most"]
SIZES: Final[tuple[Size, ...]] = ("least", "most")
Written = tuple[Act, int | None]
"""An act, and the version after which it is inserted; None if the act is appended at the end."""
BEFORE: Final = 40
"""How many acts of a legal game come before the hostile ones, so that there are hands, bids and tricks."""
SEATS: Final = 4
TAKES_COMMON: Final = "pitch"
LENGTHS: Final = (2_500, 5_000, MOST_IN_A_RECORD)
CAP: Final = 10_000.0
GROWN: Final = 6
"""How many weapons of each family are measured at all LENGTHS."""
PATHS: Final = ("", "/replay", "/replay?as=recorded", "/findings", "/events", "/diff?between=recorded,corrected")
NOTE: Final = NoteWritten(Sealed("", "a note"))


class Weapon(NamedTuple):
    """`family`: the family of systems. `what`: what the record repeats. `record`: makes the record of a length."""

    family: str
    what: str
    record: Callable[[int], list[Written]]


def filled(schema: Any, turn: int, size: Size, version: int) -> Any:
    """Return a value of this JSON Schema. `turn`: a number that is different for each value. `version`: how many events come before."""
    match schema:
        case {"enum": words}:
            return words[turn % len(words)]
        case {"anyOf": [item, *_]}:
            return filled(item, turn, size, version)
        case {"oneOf": several}:
            return filled(several[turn % len(several)], turn, size, version)
        case {"type": "boolean"}:
            return turn % 2 == 0
        case {"type": "integer", "minimum": low, "maximum": high}:
            if high == TOP_VERSION:
                low, high = 2, max(2, version)
            elif high == TOP_SEAT:
                high = SEATS - 1
            return low + turn % (high - low + 1)
        case {"type": "string", "pattern": pattern} if "AKQJT" in pattern:
            return ALL_CARDS[turn % len(ALL_CARDS)]
        case {"type": "string", "pattern": pattern, "maxLength": longest}:
            return next(text for text in ("x" * (longest if size == "most" else 1), *TEXTS) if fullmatch(pattern, text))
        case {"items": item, "minItems": least, "maxItems": most}:
            return [filled(item, turn + place, size, version) for place in range(most if size == "most" else least)]
        case {"propertyNames": _, "additionalProperties": item, "minProperties": least}:
            return {str(seat): filled(item, turn + 13 * seat, size, version) for seat in range(SEATS if size == "most" else least)}
        case {"properties": fields, "required": required}:
            return {name: filled(field, turn, size, version) for name, field in fields.items() if size == "most" or name in required}
    raise ValueError(f"no value is known for {schema}")


def begun(system: System[Table]) -> list[Act]:
    """Return the beginning of a legal game: BEFORE acts, or fewer if the game ends earlier."""
    dice, first = Random(1), opening(system, min(SEATS, system.players[1]))
    acts, table = list[Act]([first]), system.open_table(first)
    while len(acts) < BEFORE and (act := move(system, table, dice.choice)) is not None:
        acts.append(act)
        table = system.evolve(table, Event(len(acts), EventId(""), act, TokenId(""), 0, 0, 0))
    return acts


def repeated(start: Sequence[Act], name: str, size: Size, length: int, after: int | None = None) -> list[Written]:
    shape, record = EVENT_TYPES[name].shape, [(act, None) for act in start[:length]]
    schema = shape.schema()
    for turn in range(length - len(record)):
        faults: list[Any] = []
        act = shape.read(filled(schema, turn, size, len(record)), "", faults)
        assert not faults, (name, faults)
        record.append((act, after))
    return record


def corrected(start: Sequence[Act], targets: Callable[[int, int], Iterable[int]], notes: float, length: int) -> list[Written]:
    """Return the beginning, some notes, and withdrawals up to `length`. `notes`: which part of the rest are notes. `targets`: for the first
    and the last version of the notes, what is withdrawn."""
    begin, rest = len(start), length - len(start)
    noted = int(notes * rest)
    withdrawn = [(Retracted(target), None) for _, target in zip(range(rest - noted), targets(begin + 1, begin + noted), strict=False)]
    return [*((act, None) for act in start), *[(NOTE, None)] * noted, *withdrawn]


CORRECTIONS: Final[dict[str, tuple[Callable[[int, int], Iterable[int]], float]]] = {
    "notes withdrawn, the first one first": (lambda first, last: range(first, last + 1), 0.5),
    "notes withdrawn, the last one first": (lambda first, last: range(last, first - 1, -1), 0.5),
    "withdrawals withdrawn": (lambda first, _: count(first - 1), 0),
    "one act withdrawn again and again": (lambda *_: repeat(2), 0),
}


def weapons(system: System[Table]) -> Iterator[Weapon]:
    start, family = begun(system), system.family
    types = system.acts | COMMON if family == TAKES_COMMON else system.acts - COMMON
    for name in sorted(types - {"GameOpened"}):
        for size in SIZES:
            yield Weapon(family, f"{name}, {size}", partial(repeated, start, name, size))
            yield Weapon(family, f"{name}, {size}, inserted after 1", partial(repeated, start, name, size, after=1))
    for what, (targets, notes) in CORRECTIONS.items():
        yield Weapon(family, what, partial(corrected, start, targets, notes))


ALL: Final = {family: list(weapons(system)) for family, system in FIRST_OF_FAMILY.items()}


class Late(BaseException):
    """A measurement has used up CAP. No handler of the product catches it."""


def spent(work: Callable[[], object]) -> float:
    """Return the CPU time of a call in ms, at most CAP."""

    def stop(*_: object) -> None:
        raise Late

    former = signal.signal(signal.SIGVTALRM, stop)
    began = time.process_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, CAP / 1000)
    try:
        work()
    except Late:
        return CAP
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, former)
    return min(CAP, 1000 * (time.process_time() - began))


def recorded(written: Sequence[Written]) -> tuple[Event, ...]:
    return events(act if after is None else (act, after) for act, after in written)


def verdict(weapon: Weapon, record: tuple[Event, ...]) -> float:
    """Return how many ms it takes to read the record and list its findings, as a validation does."""
    gc.collect()
    return spent(lambda: read(FIRST_OF_FAMILY[weapon.family], record).findings)


def growth(weapon: Weapon, lengths: Sequence[int] = LENGTHS) -> list[float]:
    """Return the ms of a verdict for each length. A figure that is at least CAP ends the list: longer records are not measured."""
    figures = list[float]()
    for length in lengths:
        figures.append(verdict(weapon, recorded(weapon.record(length))))
        if figures[-1] >= CAP:
            break
    return figures


def within_budget(weapon: Weapon) -> list[Written]:
    """Return the longest record of this weapon for which one link has enough units. What settles a game has a reserve, which counts too."""
    most = Limits().of_links("settles" if weapon.what in CORRECTIONS else "plays")[0]
    sample = weapon.record(2 * BEFORE)[-20:]
    each = units_of(sealed_batch(GAME, [draft(*one) for one in sample], lambda: bytes(16))) / len(sample)
    return weapon.record(min(BEFORE + int(most / each), MOST_IN_A_RECORD))


def answers(here: World, record: Sequence[Written]) -> Iterator[tuple[str, float]]:
    """Store a record. Yield (what is asked for, ms) for each GET of a process that has just started. An error of the product ends the
    bench, but for the refusal to show too many corrections in the order of recording."""
    game = here.opened(record)

    def asked(api: Api, path: str) -> None:
        try:
            api.asked(f"/games/{game}{path}")
        except ValueError as refused:
            if "as=recorded" not in path or ": 422" not in str(refused):
                raise

    for path in PATHS:
        yield f"GET {path or 'the game'}", spent(partial(asked, here.api(), path))


def of_a_family(family: str) -> tuple[list[tuple[Weapon, float]], list[tuple[Weapon, list[float]]]]:
    """Return the ms of a verdict within the budget for each weapon, the costliest first, and the figures of growth for the GROWN
    costliest of the size `least`. (10,000 events of the size `most` never fit into a record.)"""
    costs = [(weapon, verdict(weapon, recorded(within_budget(weapon)))) for weapon in ALL[family]]
    costs.sort(key=lambda each: -each[1])
    least = [weapon for weapon, _ in costs if "most" not in weapon.what]
    return costs, [(weapon, growth(weapon)) for weapon in least[:GROWN]]


def rows(progress: Progress, families: Sequence[str] = tuple(ALL), shown: int = 2) -> list[Row]:
    """Measure the families. `shown`: how many weapons of each family are listed: those that grow most, and those with the costliest
    verdicts."""
    results = list[Row]()
    with world() as here:
        for done, family in enumerate(families):
            costs, grown = of_a_family(family)
            whole = sorted((each for each in grown if len(each[1]) == len(LENGTHS)), key=lambda each: each[1][-2] / each[1][-1])
            for weapon, (*_, half, full) in whole[:shown]:
                results.append(
                    Row(f"{family}: {weapon.what}: {LENGTHS[-1]:,} events against {LENGTHS[-2]:,}", "ms", [full], [half], ratio=0.4)
                )
            for weapon, figures in grown:
                if len(figures) < len(LENGTHS) or figures[-1] >= CAP:
                    results.append(Row(f"{family}: {weapon.what}: {LENGTHS[len(figures) - 1]:,} events", "ms", figures[-1:], limit=CAP / 2))
            for weapon, ms in costs[:shown]:
                results.append(Row(f"{family}: {weapon.what}, within the budget: verdict", "ms", [ms], limit=2000))
            inserted = next(weapon for weapon, _ in costs if weapon.what.endswith("after 1"))
            for weapon in dict.fromkeys((costs[0][0], inserted)):
                for what, ms in answers(here, within_budget(weapon)):
                    results.append(Row(f"{family}: {weapon.what}, within the budget: {what}", "ms", [ms], limit=1000))
            progress((done + 1) / len(families))
    return results


PART: Final = Part(
    "Hostile records",
    "CPU time. For each family of systems, what grows most with the length of the record among the costliest (the ratio is at least 0.4 "
    "if twice the events take at most 2.5 times as long), and what costs most within the budget of one link. What takes longer than "
    f"{CAP / 1000:.0f} s counts as {CAP / 1000:.0f} s.",
    900,
    rows,
)

if __name__ == "__main__":
    print(table(rows(silent, tuple(sys.argv[1:]) or tuple(ALL), shown=10)))
