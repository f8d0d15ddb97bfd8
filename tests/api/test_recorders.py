"""Visitors who may record see who recorded each event: the label of the token in `by`, even if that token has ended."""

from domain.kernel.events import TokenId
from service.store.keys import HOME
from service.wiring import Wiring
from tests.api.callers import Caller, opener
from tests.api.conftest import Callers


def test_each_event_has_the_label_of_its_recorder(director: Caller, scorekeeper: Caller) -> None:
    game = director.opened()
    scorekeeper.recorded(game, opener())

    body = scorekeeper.get(f"/games/{game}/events").json

    assert [body["recorders"][event["by"]] for event in body["events"]] == ["direct token", "record token"]


def test_events_keep_the_label_of_a_token_that_has_ended(callers: Callers, director: Caller, parts: Wiring) -> None:
    game = director.opened()
    holder = callers.holder("record", game=game)
    holder.recorded(game, opener())
    recorder = director.get(f"/games/{game}/events").json["events"][1]["by"]

    assert parts.clubs.withdraw(HOME, TokenId(recorder))

    assert director.get(f"/games/{game}/events").json["recorders"][recorder] == "record token"
    assert holder.get(f"/games/{game}").status_code == 401
    assert recorder not in [token["id"] for token in director.get("/tokens").json["tokens"]]
    assert not parts.clubs.withdraw(HOME, TokenId(recorder))


def test_readers_do_not_see_the_labels(callers: Callers, director: Caller) -> None:
    game = director.opened(visibility="public")

    for reader in (callers.anonymous(), callers.holder("read"), callers.holder("read", game=game, seat=1)):
        assert "recorders" not in reader.get(f"/games/{game}/events").json
    assert "recorders" not in director.get(f"/games/{game}/events?view=public").json
