"""Two systems for tests. Both remember every sealed value. One never says whether a value is open (shown to everyone); the other says that
every value is open.

`RECORD` is a game of either system. Every field that can be sealed has a sealed value in it, and no value occurs twice. The function `kept`
yields every sealed value of an act with its owner.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from domain.files.forms import sealed_leaves
from domain.kernel.canonical import Json
from domain.kernel.cards import Card, Seat
from domain.kernel.events import COMMON, EVENT_TYPES, Act, Event, data_of
from domain.kernel.findings import Finding
from domain.kernel.provable import WHEN
from domain.kernel.view import SeatView, View
from domain.system import Outcome, Prompt, Section, System, Table, Viewer
from domain.systems import SYSTEMS

SEATS: Final = (Seat(0), Seat(1), Seat(2))
Sent = Mapping[str, Any]

RECORD: Final[tuple[tuple[str, Sent], ...]] = (
    ("HandDealt", {"cards": {"1": ["AS"], "2": ["KS", "QS"]}}),
    ("CardPlaced", {"seat": 1, "call": "middle", "card": "JS"}),
    ("CardSelected", {"seat": 2, "value": 77}),
    ("CardOffered", {"seat": 1, "card": "TS"}),
    ("BoxesSet", {"hands": {"1": ["9S"]}, "boxes": {"1": ["8S"], "2": ["7S"]}}),
    ("HandRefilled", {"seat": 2, "count": 1, "cards": ["6S"]}),
    ("BoxRefilled", {"seat": 2, "count": 1, "cards": ["5S"]}),
    ("ExtrasTraded", {"seat": 1, "box_card": "4S"}),
    ("Resurrected", {"seat": 1, "hand": ["3S"], "box_card": "2S"}),
    ("CardsDealt", {"dealer": 1, "hands": {"2": ["AH"]}, "kitty": ["KH"], "stock": ["QH"]}),
    ("KittyTaken", {"seat": 1, "cards": ["JH"]}),
    ("CardsDiscarded", {"seat": 1, "count": 1, "cards": ["TH"]}),
    ("CardsDrawn", {"seat": 2, "count": 1, "cards": ["9H"]}),
    ("StockTaken", {"seat": 1, "count": 1, "cards": ["8H"]}),
    ("StockSearched", {"seat": 2, "seen": 1, "kept": 1, "cards": ["7H"]}),
    ("GuessMade", {"seat": 1, "gamble": "higher", "hidden": "6H"}),
)
NOTES: Final[tuple[tuple[str, Sent], ...]] = (
    ("NoteWritten", {"note": "a note"}),
    ("IrregularityCalled", {"kind": "other", "note": "a remark"}),
    ("RulingRecorded", {"cites": {"dispute": 19}, "rule": "x", "rectification": "stand", "note": "a reason"}),
)
"""Acts whose sealed values only scorekeeper and director see, even if a system opens them."""
OPEN: Final[tuple[tuple[str, Sent], ...]] = (
    ("ClaimMade", {"seat": 2, "claim": "a claim"}),
    ("RulingRecorded", {"cites": {"finding": "told@5"}, "rule": "x", "rectification": "stand"}),
    ("IrregularityAttested", {"finding": "told@5"}),
    ("Retracted", {"target": 3}),
)
"""Acts that have no sealed values of their own. Their sentences could repeat a sealed value of another act."""


WHEN["told"] = "ONCE"  # a breach of the rule `told` is proved by a single act


@dataclass(frozen=True, slots=True)
class Remembered(Table):
    """A table (the state of a game) that remembers every act."""

    acts: tuple[Act, ...] = ()


def kept(act: Act) -> Iterator[tuple[Seat | None, str, Json]]:
    """Yield (owner, path, value) for every sealed value of an act. Owner None: the value belongs to nobody."""
    for path, leaf in sealed_leaves(data_of(act)):
        seat = path.rpartition(".")[2] if "." in path else getattr(act, "seat", None)
        yield None if seat is None else Seat(int(seat)), path, leaf.get("value")


def cards_of(table: Remembered, seat: Seat) -> tuple[Card, ...]:
    values = [value for act in table.acts for owner, _, value in kept(act) if owner == seat]
    return tuple(Card(str(card)) for value in values for card in (value if isinstance(value, list) else [value]) if len(str(card)) == 2)


def view(table: Remembered, _viewer: Viewer) -> View:
    hands = {seat: cards_of(table, seat) for seat in SEATS}
    seats = [SeatView(seat, True, 0, len(hand), hand, bool(hand), hand[-1] if hand else None) for seat, hand in hands.items()]
    return View("play", 1, 1, None, (), tuple(seats))


def candid_view(table: Remembered, viewer: Viewer) -> View:
    seen = view(table, viewer)
    return replace(seen, seats=tuple(replace(seat, hand_open=True, card_open=True) for seat in seen.seats))


def check(_table: Remembered, event: Event) -> tuple[Finding, ...]:
    """Return a finding whose sentence contains every sealed value of the act. The finding does not name the seats on whose cards it
    rests."""
    values = [str(value) for _, path, value in kept(event.act) if path not in ("note", "title", "claim")]
    return (Finding("told", "breach", "x", (event.version,), f"It was {' '.join(values)}."),) if values else ()


def candid_check(table: Remembered, event: Event) -> tuple[Finding, ...]:
    return tuple(replace(finding, rests_on=frozenset()) for finding in check(table, event))


FORGETFUL: Final[System[Remembered]] = System(
    slug="forgetful",
    name="Forgetful",
    family="test",
    summary="Says of nothing that it is open.",
    players=(3, 3),
    acts=frozenset(EVENT_TYPES) - COMMON,
    options=(),
    rulings=(),
    fits=lambda *_: None,
    open_table=lambda _: Remembered(),
    evolve=lambda table, event: Remembered((*table.acts, event.act)),
    check=check,
    prompts=lambda table: (Prompt("NoteWritten", {}, (), " ".join(card for seat in SEATS for card in cards_of(table, seat))),),
    view=view,
    opens=lambda *_: (),
    outcome=lambda _: Outcome("open", {}, (), (), "cards"),
    sheet=lambda _: (Section("Rules", ("There are none.",)),),
)
CANDID: Final = replace(
    FORGETFUL,
    slug="candid",
    name="Candid",
    summary="Opens everything to everyone.",
    check=candid_check,
    view=candid_view,
    opens=lambda event, *_: [path for _, path, _ in kept(event.act)],
)


@contextmanager
def known(system: System[Remembered]) -> Iterator[None]:
    systems: dict[str, System[Table]] = SYSTEMS  # type: ignore[assignment]
    systems[system.slug] = system.erased()
    try:
        yield
    finally:
        del systems[system.slug]
