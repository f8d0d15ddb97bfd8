"""The comparison after the faults finds everything that is lost, doubled or divergent. Each test row damages the stored or the acknowledged
events."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Act, Event, EventId, GameOpened, NoteWritten, Retracted, Seating, TokenId
from domain.kernel.events.tournaments import ResultTaken
from domain.kernel.shapes import Sealed
from tests.torture.compared import Found, compared, unknown
from tests.torture.ledger import Acknowledged

GAME = "home-aaaaaaaaaaaaaaaa"
OPENED = GameOpened("high-card", {"target": 4}, (Seating(Seat(0)), Seating(Seat(1))))
TAKEN = ResultTaken(1, 1, GAME, 9, 9, "0" * 64, (3, 1), (0,))


def event(version: int, act: object, recorded_at: int = 5) -> Event:
    return Event(version, EventId(f"id-{version}"), act, TokenId("t"), 0, 0, recorded_at)  # type: ignore[arg-type]


def acknowledged() -> dict[int, Acknowledged]:
    return {
        1: Acknowledged("id-1", None),
        2: Acknowledged("id-2", ("NoteWritten", {"note": "rain"})),
        3: Acknowledged("id-3", ("Retracted", {"target": 2})),
    }


def kept() -> list[Event]:
    return [event(1, OPENED), event(2, NoteWritten(Sealed("c0ffee", "rain"))), event(3, Retracted(2))]


@dataclass
class Case:
    """A game of three events, as it was acknowledged and as it is stored."""

    told: dict[int, Acknowledged] = field(default_factory=acknowledged)
    kept: list[Event] = field(default_factory=kept)

    def change(self, version: int, act: Act) -> None:
        self.kept[version - 1] = self.kept[version - 1]._replace(act=act)


ROWS: list[tuple[str, Callable[[Case], object], str]] = [
    ("nothing", Case.__repr__, ""),
    ("the last event is gone", lambda case: case.kept.pop(), "lost"),
    ("a note has another text", lambda case: case.change(2, NoteWritten(Sealed("c0ffee", "snow"))), "lost"),
    ("an event has another type", lambda case: case.change(2, Retracted(1)), "lost"),
    ("an event has another target", lambda case: case.change(3, Retracted(1)), "lost"),
    ("two events changed places", lambda case: case.told.update({2: case.told[3], 3: case.told[2]}), "lost"),
    ("an event that nobody was told about", lambda case: case.kept.append(event(4, NoteWritten(Sealed("00", "hail")))), "doubled"),
    ("an event is stored twice", lambda case: case.kept.append(case.kept[2]._replace(version=4)), "doubled"),
    ("a result is taken once", lambda case: case.kept.append(event(4, TAKEN)), ""),
    ("a result is taken twice", lambda case: case.kept.extend([event(4, TAKEN), event(5, TAKEN)]), "doubled"),
    ("the clock of the record goes back", lambda case: case.kept.append(event(4, TAKEN, recorded_at=4)), "divergent"),
]


@pytest.mark.parametrize(("damage", "where"), [pytest.param(damage, where, id=name) for name, damage, where in ROWS])
def test_the_comparison_finds_lost_doubled_and_divergent_events(damage: Callable[[Case], object], where: str) -> None:
    case = Case()
    damage(case)
    found = compared(GAME, case.told, case.kept)
    assert {name for name in ("lost", "doubled", "divergent") if getattr(found, name)} == ({where} if where else set())


def test_the_comparison_finds_missing_streams_and_streams_that_no_client_knows() -> None:
    assert unknown("game", ["a", "b"], ["a", "b"]).nothing
    assert unknown("game", ["a"], ["a", "b"]) == Found(lost=["game b was acknowledged and is not stored"])
    assert unknown("game", ["a", "b"], ["a"]) == Found(doubled=["game b was acknowledged to no client"])
