"""A version, and a number in the feed, may stand for something else after a failover or a restore of older data. A worker that read before
it must not write what it read."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import redis

from domain.kernel.events import NoteWritten
from domain.kernel.shapes import Sealed
from service.clock import now_ms
from service.store.clubs.clubs import Clubs
from service.store.connect import write_client
from service.store.keys import HOME
from tests.projections.conftest import Evening, rebuilt
from tests.turned_back import TurnedBack, data, once_before
from workers.validate import validator_with
from workers.wiring import wired_to

__all__ = ["data"]


@pytest.fixture
def away(data: TurnedBack) -> Iterator[Evening]:
    with write_client(data.socket) as client:
        Clubs(client, now_ms).found(HOME)
        yield Evening(wired_to(client), Random(2711))


def test_a_worker_that_read_entries_that_are_lost_skips_no_other_entry(
    data: TurnedBack, away: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker wants to write that entries are counted which are lost. Meanwhile the same numbers stand for another game."""
    away.played(6)
    away.validated()
    away.projected()
    data.keep()
    lost = away.played(6)
    away.validated()

    def turned_back() -> None:
        data.turn_back()
        away.games.remove(lost)
        away.played(6)
        away.validated()

    once_before(monkeypatch, away.parts.projected, "move", turned_back)
    away.projected()
    assert len(away.rows("games")) == 2
    assert away.digest() == rebuilt(away)


def test_a_game_whose_validated_events_are_lost_gets_no_verdict_on_them(
    data: TurnedBack, away: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker has checked an event that broke a rule; when it writes its finding, that version is a note."""
    game = away.opened("high-card", None, None, None)
    away.goes_on(game, 3)
    away.validated()
    data.keep()
    out_of_turn = next(event.act for event in away.parts.readings.of(game).events if type(event.act).__name__ == "CardPlaced")
    away.append(game, out_of_turn)
    assert away.parts.readings.of(game).findings

    def turned_back() -> None:
        data.turn_back()
        away.append(game, NoteWritten(Sealed("", "They play on.")))

    once_before(monkeypatch, away.parts.verdicts, "record", turned_back)
    validator_with(away.parts).validate(game, 1)
    head = away.parts.records.head(game)
    assert head is not None
    assert head.validated == head.version
    assert not away.parts.readings.of(game).findings
    assert not away.parts.verdicts.state(game).findings
    assert not away.parts.verdicts.entries(game)


def test_a_finding_about_events_that_are_lost_is_not_written_however_many_follow(
    data: TurnedBack, away: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = away.opened("high-card", None, None, None)
    away.goes_on(game, 3)
    away.validated()
    data.keep()
    away.append(game, next(event.act for event in away.parts.readings.of(game).events if type(event.act).__name__ == "CardPlaced"))

    def turned_back() -> None:
        data.turn_back()
        away.append(game, NoteWritten(Sealed("", "They play on.")))
        away.append(game, NoteWritten(Sealed("", "And on.")))

    once_before(monkeypatch, away.parts.verdicts, "record", turned_back)
    validator_with(away.parts).validate(game, 1)
    assert not away.parts.verdicts.entries(game)


def test_tables_are_made_on_a_server_that_does_not_tell_its_epoch(data: TurnedBack) -> None:
    """A server may forbid the commands that Redis calls dangerous. INFO is one of them."""
    with write_client(data.socket) as client:
        Clubs(client, now_ms).found(HOME)
        client.execute_command("ACL", "SETUSER", "limited", "on", "nopass", "~*", "&*", "+@all", "-@dangerous")
    limited: Any = redis.Redis(unix_socket_path=data.socket, username="limited", password="x", retry=None)
    with limited:
        evening = Evening(wired_to(limited), Random(2711))
        evening.played(2)
        evening.validated()
        evening.projected()
        assert len(evening.rows("games")) == 1
        evening.played(2)
        evening.validated()
        evening.projected()
        assert evening.digest() == rebuilt(evening)
