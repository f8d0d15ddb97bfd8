"""Seasons for tests. A test writes acts as JSON, and this module makes events of them."""

from collections.abc import Sequence
from typing import Any, cast

from domain.kernel.events import SEASON_TYPES, EventId, SeasonAct, SeasonEvent, StreamEvent, TokenId
from domain.kernel.shapes import Fault
from domain.season.fold import Season, season_read

BY = TokenId("t-director")
Places = Sequence[tuple[int, Sequence[str], int]]
"""Rows of final standings: place, people, points."""


def act(name: str, /, **data: Any) -> SeasonAct:
    """Return an act of type `name`. `data`: its fields as JSON; sealed values are plain text."""
    faults: list[Fault] = []
    made = SEASON_TYPES[name].shape.read(data, "", faults)
    assert not faults, faults
    return cast("SeasonAct", made)


def opened(name: str = "Winter", **settings: Any) -> SeasonAct:
    return act("SeasonOpened", name=name, settings=settings)


def cup(letter: str) -> str:
    """Return the id of a tournament."""
    return f"home-t{letter * 16}"


def counted(letter: str, places: Places, version: int = 9, name: str = "TournamentCounted") -> SeasonAct:
    rows = [
        {"place": place, "entry": entry, "points": points, "people": [f"p-{person}" for person in people]}
        for entry, (place, people, points) in enumerate(places, 1)
    ]
    return act(name, tournament=cup(letter), version=version, hash="ab" * 32, rows=rows)


def corrected(letter: str, places: Places, version: int = 12) -> SeasonAct:
    return counted(letter, places, version, "CorrectionAccepted")


def events(acts: Sequence[SeasonAct]) -> list[SeasonEvent]:
    return [StreamEvent(version, EventId(f"{version:032x}"), made, BY, 0, 0, version) for version, made in enumerate(acts, 1)]


def season(*acts: SeasonAct) -> Season:
    return season_read(events(acts)).state
