"""The comparison after the faults finds everything that is lost, doubled or divergent. Each test row damages the stored or the acknowledged
events."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Act, Event, EventId, GameOpened, NoteWritten, Retracted, Seating, TokenId
from domain.kernel.events.seasons import (
    FINAL_ROWS,
    CorrectionAccepted,
    FinalRow,
    SeasonClosed,
    SeasonOpened,
    SeasonSettings,
    TournamentCounted,
)
from domain.kernel.events.tournaments import ResultTaken
from domain.kernel.shapes import Sealed
from tests.torture.compared import Found, compared, digest, unknown
from tests.torture.ledger import Acknowledged
from workers.seasons import BY as JOB

GAME = "home-aaaaaaaaaaaaaaaa"
OPENED = GameOpened("high-card", {"target": 4}, (Seating(Seat(0)), Seating(Seat(1))))
TAKEN = ResultTaken(1, 1, GAME, 9, 9, "0" * 64, (3, 1), (0,))


SEASON = "home-saaaaaaaaaaaaaaaa"
CUP = "home-taaaaaaaaaaaaaaaa"
ROWS_OF_A_CUP = (FinalRow(1, 1, 6, ()),)


def event(version: int, act: object, recorded_at: int = 5, by: str = "t") -> Event:
    return Event(version, EventId(f"id-{version}"), act, TokenId(by), 0, 0, recorded_at)  # type: ignore[arg-type]


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


def of_a_season() -> tuple[dict[int, Acknowledged], list[Event]]:
    """Return a season of five events, as it was acknowledged and as it is stored. A worker appended the last."""
    told = {
        1: Acknowledged("id-1", None),
        2: Acknowledged("id-2", None, ("TournamentCounted", {"tournament": CUP})),
        3: Acknowledged("id-3", None, ("CorrectionAccepted", {"tournament": CUP, "digest": digest(FINAL_ROWS.dump(ROWS_OF_A_CUP))})),
        4: Acknowledged("id-4", ("SeasonClosed", {})),
    }
    acts = [
        SeasonOpened(Sealed("c0ffee", "Winter"), SeasonSettings()),
        TournamentCounted(CUP, 9, "ab" * 32, ROWS_OF_A_CUP),
        CorrectionAccepted(CUP, 12, "ab" * 32, ROWS_OF_A_CUP),
        SeasonClosed(),
    ]
    kept = [event(version, act) for version, act in enumerate(acts, 1)]
    return told, [*kept, event(5, CorrectionAccepted(CUP, 15, "ab" * 32, ROWS_OF_A_CUP), by=JOB)]


def altered(kept: list[Event], version: int, act: object) -> None:
    kept[version - 1] = kept[version - 1]._replace(act=act)  # type: ignore[arg-type]


OF_A_SEASON: list[tuple[str, Callable[[list[Event]], object], str]] = [
    ("nothing", list.copy, ""),
    ("the last acknowledged event is gone", lambda kept: kept.pop(3), "lost"),
    ("another tournament counts", lambda kept: altered(kept, 2, TournamentCounted(CUP[:-1] + "b", 9, "ab" * 32, ())), "lost"),
    ("other standings were accepted", lambda kept: altered(kept, 3, CorrectionAccepted(CUP, 12, "ab" * 32, ())), "lost"),
    ("the change was not accepted", lambda kept: altered(kept, 3, SeasonClosed()), "lost"),
    ("the end is another event", lambda kept: altered(kept, 4, NoteWritten(Sealed("c0ffee", "rain"))), "lost"),
    ("the worker accepted twice", lambda kept: kept.append(kept[4]._replace(version=6, id=EventId("id-6"))), "doubled"),
    ("nobody asked to accept it", lambda kept: kept.append(event(6, kept[4].act)), "doubled"),
    ("an event is stored twice", lambda kept: kept.append(kept[3]._replace(version=6)), "doubled"),
]


@pytest.mark.parametrize(("damage", "where"), [pytest.param(damage, where, id=name) for name, damage, where in OF_A_SEASON])
def test_the_comparison_finds_lost_and_doubled_events_of_a_season(damage: Callable[[list[Event]], object], where: str) -> None:
    told, kept = of_a_season()
    damage(kept)
    found = compared(SEASON, told, kept)
    assert {name for name in ("lost", "doubled", "divergent") if getattr(found, name)} == ({where} if where else set())
