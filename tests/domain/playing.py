"""Functions with which tests write a record in a few words."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from uuid import UUID

from domain.kernel.canonical import Json
from domain.kernel.cards import Seat
from domain.kernel.events import EVENT_TYPES, Act, CardPlaced, CardsRevealed, Event, EventId, GameOpened, HandDealt, Seating, TokenId
from domain.kernel.findings import Finding
from domain.kernel.shapes import Fault, Sealed
from domain.record.fold import Reading, read
from domain.system import System, Table
from domain.systems import SYSTEMS


def act(name: str, **data: Json) -> Act:
    """Return the act of type `name`. `data`: its fields, written as a client would send them. Raises AssertionError if the data have
    faults."""
    faults: list[Fault] = []
    made = EVENT_TYPES[name].shape.read(data, "", faults)
    assert not faults, faults
    return made  # type: ignore[return-value]


def events(acts: Iterable[Act | tuple[Act, int]]) -> tuple[Event, ...]:
    """Return the acts as events with versions from 1. A pair `(act, version)` stands for an act that is inserted after this
    version."""
    collected = []
    for version, entry in enumerate(acts, 1):
        made, after = entry if isinstance(entry, tuple) else (entry, None)
        time = 1_763_700_000_000 + version
        collected.append(Event(version, EventId(str(UUID(int=version))), made, TokenId("t1"), time, 60, time, after))
    return tuple(collected)


def opening(system: System[Table], seats: int, **options: Json) -> GameOpened:
    """Return the opening of a game with seats 0 to `seats - 1`. If the system has an option for the number of players, this option is
    set too."""
    rules = system.rules_with({**system.options_for(seats), **options}, seats)
    return GameOpened(system.slug, rules, tuple(Seating(Seat(seat)) for seat in range(seats)))


def played(slug: str, seats: int, *acts: Act | tuple[Act, int], **options: Json) -> Reading:
    """Return the reading of a record: an opening with seats 0 to `seats - 1` (version 1), then the acts."""
    system = SYSTEMS[slug]
    return read(system, events([opening(system, seats, **options), *acts]))


def suspicions(reading: Reading) -> list[Finding]:
    """Return the findings of `check` for each current event, in table order. Judging (domain/record/judging.py) has not yet decided about
    them."""
    return [finding for before, step in pairwise(reading.steps) for finding in reading.system.check(before.table, step.event)]


def at_each_version(reading: Reading) -> list[Reading]:
    """Return the reading of the record at each version. Each reading is made new, from the first event."""
    return [read(SYSTEMS[reading.system.slug], reading.events[:version]) for version in range(1, reading.version + 1)]


# --- High Card ----------------------------------------------------------------------------------------------------------------------------


def opener(seat: int) -> Act:
    return act("OpenerChosen", seat=seat)


def place(seat: int, call: str, card: str | None = None) -> CardPlaced:
    words = {"l": "lowest", "m": "middle", "h": "highest"}
    return CardPlaced(Seat(seat), words.get(call, call), None if card is None else Sealed("", card))  # type: ignore[arg-type]


def reveal(cards: Mapping[int, str] | str, order: Iterable[int] = ()) -> CardsRevealed:
    """Reveal one card of each seat: `reveal("TS KH AD")` reveals cards of seats 0, 1 and 2. `order`: the seats of the cards
    (empty: 0, 1, …)."""
    if isinstance(cards, str):
        tokens = cards.split()
        cards = dict(zip(tuple(order) or range(len(tokens)), tokens, strict=True))
    return act("CardsRevealed", cards={str(seat): card for seat, card in cards.items()})  # type: ignore[return-value]


def deal(cards: Mapping[int, str] | None = None) -> HandDealt:
    hands = None if cards is None else {str(seat): tokens.split() for seat, tokens in cards.items()}
    return act("HandDealt", cards=hands)  # type: ignore[return-value]


def hand(calls: str, cards: str, seats: Iterable[int]) -> list[Act]:
    """Return the acts of a whole hand, for example `hand("m h h m", "TS KH AD JC", [0, 1, 2, 3])`: the calls, the cards, and the seats
    in the order of placing."""
    order = list(seats)
    placed: list[Act] = [place(seat, call) for seat, call in zip(order, calls.split(), strict=True)]
    return [*placed, reveal(cards, order)]
