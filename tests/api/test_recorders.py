"""Visitors who may record see for each event the label of the token that recorded it, even if that token was withdrawn."""

from domain.kernel.events import TokenId
from service.store.keys import HOME
from service.wiring import Wiring
from tests.api.callers import Caller, opener
from tests.api.conftest import Callers


def test_each_event_shows_the_label_of_the_token_that_recorded_it(director: Caller, scorekeeper: Caller) -> None:
    game = director.opened()
    scorekeeper.recorded(game, opener())

    body = scorekeeper.get(f"/games/{game}/events").json

    assert [body["recorders"][event["by"]] for event in body["events"]] == ["direct token", "record token"]


def test_an_event_keeps_the_label_of_its_token_after_the_token_is_withdrawn(callers: Callers, director: Caller, parts: Wiring) -> None:
    game = director.opened()
    holder = callers.holder("record", game=game)
    holder.recorded(game, opener())
    recorder = director.get(f"/games/{game}/events").json["events"][1]["by"]

    assert parts.clubs.withdraw(HOME, TokenId(recorder))

    assert director.get(f"/games/{game}/events").json["recorders"][recorder] == "record token"
    assert holder.get(f"/games/{game}").status_code == 401
    assert recorder not in [token["id"] for token in director.get("/tokens").json["tokens"]]
    assert not parts.clubs.withdraw(HOME, TokenId(recorder))


def test_readers_do_not_see_who_recorded_an_event(callers: Callers, director: Caller) -> None:
    game = director.opened(visibility="public")

    for reader in (callers.anonymous(), callers.holder("read"), callers.holder("read", game=game, seat=1)):
        assert "recorders" not in reader.get(f"/games/{game}/events").json
    assert "recorders" not in director.get(f"/games/{game}/events?view=public").json
