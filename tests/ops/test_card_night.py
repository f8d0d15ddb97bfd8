"""The demonstration plays a tournament, the card night. These tests show what happens if a visitor with the director's link records
events in this tournament, too. Both the demonstration and the visitor send real requests to a running application."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from werkzeug.serving import make_server

from domain.tournament.reading import TournamentReading
from service.app import create_app
from service.config import Config
from service.store.keys import HOME, StreamId
from service.wiring import EXTENSION, Wiring
from tests.servers import RunningServer
from tests.streams import end_streams
from tests.waiting import WITHIN
from workers.demo.client import Client, Refused
from workers.demo.company import REST, Company
from workers.demo.director import Director
from workers.demo.night import AT_ONCE, CardNight
from workers.demo.players import NAMES


@dataclass
class Evening:
    """A card night, and a visitor who is a director too. `api`: the visitor's requests."""

    night: CardNight
    api: httpx.Client
    parts: Wiring

    @property
    def director(self) -> Director:
        assert self.night.director is not None
        return self.night.director

    @property
    def reading(self) -> TournamentReading:
        return self.parts.tournaments_read.of(StreamId(self.director.tournament))

    def begin(self) -> None:
        """Open the tournament and let the card night pair its first round."""
        self.night.play()
        assert self.night.round == 1

    def records(self, *events: tuple[str, dict[str, Any]], path: str = "") -> None:
        """Record events as the visitor, in the game at `path`; if `path` is empty, in the tournament."""
        body = {"events": [{"type": name, "data": data} for name, data in events]}
        answer = self.api.post(f"{path or self.director.path}/events", json=body, headers={"If-Match": "*"})
        assert answer.status_code == 201, answer.text

    def rules_every_table(self) -> None:
        """End the round: the visitor rules a forfeit at every table."""
        tables = [table.number for table in self.night.tables]
        self.records(*(("ForfeitRuled", {"round": self.night.round, "table": table, "winners": [0]}) for table in tables))


@pytest.fixture
def evening(server: RunningServer, redis: object, tmp_path: Path) -> Iterator[Evening]:
    app = create_app(Config(data=tmp_path, redis_url=f"unix://{server.socket}"))
    parts: Wiring = app.extensions[EXTENSION]
    parts.clubs.found(HOME)
    listener = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=listener.serve_forever, args=(0.02,))
    thread.start()
    secrets = [parts.clubs.issue(HOME, name, "direct")[1] for name in ("night", "visitor")]
    own = Client(Config(data=tmp_path, port=listener.port), secrets[0], lambda: True)
    company = Company(own, {own.post("/people", {"name": name})["person"]: name for name in NAMES}, Random(HOME))
    url = f"http://127.0.0.1:{listener.port}/api/v1"
    with httpx.Client(base_url=url, headers={"Authorization": f"Bearer {secrets[1]}"}, timeout=WITHIN) as api:
        yield Evening(CardNight(company), api, parts)
    end_streams(app)
    listener.shutdown()
    thread.join()
    listener.server_close()


# --- what a visitor can cause -------------------------------------------------------------------------------------------------------------


def ends_the_tournament(evening: Evening) -> None:
    evening.rules_every_table()
    evening.records(("TournamentFinished", {}))


def sends_everybody_home(evening: Evening) -> None:
    evening.rules_every_table()
    people = range(1, len(NAMES))
    evening.records(*(("EntryWithdrawn", {"entry": entry, "from_round": 2}) for entry in people))


CAUSED = [ends_the_tournament, sends_everybody_home]


@pytest.mark.parametrize("visitor", CAUSED)
def test_the_demo_begins_a_new_card_night_if_a_visitor_changes_the_current_one(
    evening: Evening, visitor: Callable[[Evening], None]
) -> None:
    evening.begin()
    evening.night.playing = []
    before = evening.director.tournament
    visitor(evening)
    assert evening.night.play() == REST
    assert evening.night.over
    evening.begin()
    assert evening.director.tournament != before


def test_the_demos_card_night_ends_if_a_visitor_records_in_its_games(evening: Evening) -> None:
    evening.begin()
    while evening.night.round <= AT_ONCE:  # the games of the first rounds are recorded whole, without pauses
        evening.rules_every_table()
        evening.night.playing = []
        evening.night.play()
    for table in evening.night.playing:
        evening.records(("NoteWritten", {"note": "hello"}), path=f"/games/{table.game}")
    assert evening.night.play() == REST
    assert evening.night.over


def test_the_demo_does_not_fail_if_a_visitor_withdraws_a_pairing_before_games_are_opened(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish = Director.record

    def withdrawn_at_once(self: Director, *events: Any) -> int:
        version = publish(self, *events)
        if events[0]["type"] == "RoundPublished":
            evening.records(("Retracted", {"target": version - 1, "reason": "wrong"}))
        return version

    monkeypatch.setattr(Director, "record", withdrawn_at_once)
    assert evening.night.play() == REST
    assert evening.reading.state.rounds == {}


# --- what only a fault of the demonstration can cause -------------------------------------------------------------------------------------

FAULTS = [
    ("an event that does not exist", "/events", {"events": [{"type": "GameDancedAround", "data": {}}]}, "invalid"),
    ("an address that does not exist", "/dances", {}, "not-found"),
]


@pytest.mark.parametrize(("path", "body", "kind"), [row[1:] for row in FAULTS], ids=[row[0] for row in FAULTS])
def test_a_request_that_can_never_succeed_ends_the_demonstration(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, path: str, body: dict[str, Any], kind: str
) -> None:
    evening.begin()
    evening.night.playing = []
    evening.rules_every_table()
    monkeypatch.setattr(Director, "pair", lambda self, _: self.api.post(f"{self.path}{path}", body, self.version))
    with pytest.raises(Refused) as raised:
        evening.night.play()
    assert raised.value.type == kind
    assert not evening.night.over


def test_a_token_that_was_withdrawn_ends_the_demonstration(evening: Evening) -> None:
    evening.begin()
    for token in evening.parts.clubs.tokens(HOME):
        evening.parts.clubs.withdraw(HOME, token.id)
    evening.night.playing = []
    with pytest.raises(Refused) as raised:
        evening.night.play()
    assert raised.value.type == "token-invalid"


def test_a_refusal_without_a_problem_document_has_an_empty_type() -> None:
    for body in ("<html>", "[]", '"no"', "{}"):
        assert Refused(502, body).type == ""
    assert Refused(412, '{"type": "/problems/conflict"}').type == "conflict"
