"""From a record alone, `domain/` makes the live messages that the service makes with its store and its verdicts: to the byte, at every
version of a random game of every system, for each kind of viewer. So a page can show a game while there is no network."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final
from uuid import UUID

import orjson
import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import EVENT_TYPES, Act, Event, EventId, GameOpened, NoteWritten, PersonId, Retracted, Seating, TokenId
from domain.kernel.shapes import Sealed
from domain.record.batch import Draft
from domain.record.differences import finding_changes
from domain.record.fold import read
from domain.selfplay import move
from domain.system import DIRECTOR, PUBLIC, SCOREKEEPER, System, Table, Viewer, seat_viewer
from domain.systems import SYSTEMS
from domain.views.game import Cover
from domain.views.live import Judgement, live_json
from domain.words.seated import seated_in
from service.api.games.live import rendered
from service.engine import ENGINE
from service.store.keys import HOME, GameId
from service.views.subscriptions import GameTopic
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.domain.playing import opening
from tests.speeds import rows
from tests.systems import LEADING
from workers.validate import Validator

BY: Final = TokenId("t1")
SEED: Final = 4
NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gil", "Hal")
MOST: Final = 60
"""How many events a game has at most."""
SLIP: Final = 12
"""After this version the scorekeeper slips or corrects."""
CORRECTION: Final = (NoteWritten(Sealed("", "look again")), Retracted(SLIP, "slip"))
QUICK: Final = ("high-card", "one-up", "hi-lo-joker")
VIEWERS: Final = {DIRECTOR: True, SCOREKEEPER: True, seat_viewer(Seat(1)): False, PUBLIC: False}
"""Those who look, and whether they record."""
Messages = dict[Viewer, bytes]
TAG = re.compile(rb',"tag":"[0-9.e]+"')
"""The member of a state that only a server knows."""


class Recorded:
    """A game that is played act by act into the store, and validated after each. `names`: those of its players. `told`: the messages of the
    service at each version."""

    def __init__(self, parts: Wiring, system: System[Table]) -> None:
        self._parts, self._dice = parts, Random(SEED)
        count = max(3, system.players[0])
        self.names = {parts.people.add(HOME, name, BY): name for name in NAMES[:count]}
        seats = tuple(Seating(Seat(seat), person) for seat, person in enumerate(self.names))
        opened = replace(opening(system, len(seats)), seats=seats, title=Sealed("", "Final"))
        self.game = parts.records.open(HOME, self._draft(opened), BY).game
        self.told = [self._messages()]

    def play(self, *slip: Act) -> None:
        """Play to the end, or to MOST events. `slip`: what is recorded after SLIP; nothing: the last act once more."""
        while len(self.told) < MOST:
            reading = self._parts.readings.of(self.game)
            act = move(reading.system, reading.table, self._dice.choice)
            if act is None:
                return
            self._record(act)
            if len(self.told) == SLIP:
                for each in slip or (act,):
                    self._record(each)

    def _record(self, act: Act) -> None:
        self._parts.records.append(self.game, None, [self._draft(act)], BY)
        self.told.append(self._messages())

    def _draft(self, act: Act) -> Draft:
        return Draft(act, EventId(str(UUID(bytes=self._dice.randbytes(16), version=4))))

    def _messages(self) -> Messages:
        parts = self._parts
        Validator(parts.records, parts.readings, parts.verdicts, ENGINE).validate(self.game, 1)
        told = {viewer: rendered(parts, GameTopic(self.game, viewer, records)).body for viewer, records in VIEWERS.items()}
        return {viewer: TAG.sub(b"", body) for viewer, body in told.items()}


def event_of(body: dict[str, Any]) -> Event:
    """Read an event as the API gives it."""
    act = EVENT_TYPES[body["type"]].shape.restore(body["data"])
    told = (body["by"], body["at"], body["offset"], body["recorded_at"], body.get("after"))
    return Event(body["version"], body["id"], act, *told)  # type: ignore[arg-type]


def alone(game: GameId, events: list[Event], names: dict[PersonId, str], engine: str) -> Iterator[Messages]:
    """Yield the messages at each version of a record. `engine`: what the rules are called."""
    counted = dict.fromkeys(VIEWERS, 0)
    opened, reading = events[0].act, None
    assert isinstance(opened, GameOpened)
    cover = Cover(game, opened.visibility, 0)
    for event in events:
        before, reading = reading, read(SYSTEMS[opened.system], [event]) if reading is None else reading.extended([event])
        raised, withdrawn = finding_changes(() if before is None else before.findings, reading.findings)
        messages: Messages = {}
        for viewer, records in VIEWERS.items():
            counted[viewer] += sum(map(viewer.may_see, (*raised, *withdrawn)))
            judgement = Judgement(viewer.visible(reading.findings), counted[viewer], engine, reading.version)
            sitting = seated_in(reading, names)
            body = live_json(cover, reading, viewer, sitting, judgement, prompts=records)
            messages[viewer] = orjson.dumps(body)
        yield messages


def compared(parts: Wiring, director: Caller, slug: str, *slip: Act) -> Recorded:
    """Play a game, and compare the messages at each version."""
    recorded = Recorded(parts, SYSTEMS[slug])
    recorded.play(*slip)
    events = list(map(event_of, director.get(f"/games/{recorded.game}/events").json["events"]))
    made = list(alone(recorded.game, events, recorded.names, ENGINE))
    assert len(made) == len(recorded.told) > SLIP
    for version, (mine, told) in enumerate(zip(made, recorded.told, strict=True), 1):
        assert (version, mine) == (version, told)
    return recorded


@pytest.mark.parametrize("slug", rows(SYSTEMS, QUICK))
def test_the_domain_alone_makes_the_live_messages_of_the_service(slug: str, parts: Wiring, director: Caller) -> None:
    compared(parts, director, slug, *CORRECTION)


@pytest.mark.parametrize("slug", rows(sorted(LEADING), ["high-card"]))
def test_the_messages_agree_on_findings_too(slug: str, parts: Wiring, director: Caller) -> None:
    """An act is recorded twice, and everything after it is doubted."""
    last = compared(parts, director, slug).told[-1]
    assert orjson.loads(last[SCOREKEEPER])["findings"] != []
