"""A writer who named no version is told when others were faster at every attempt, and may send the same again."""

from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from domain.kernel.events import PersonId
from service.store.errors import Conflict
from service.store.streams.seen import Seen
from service.wiring import Wiring
from tests.api.callers import API, HIGH_CARD, Caller, opener
from tests.api.test_tournaments import entered, event, opened, pair, recorded

ANN, BEN = "p-ann", "p-ben"


class Late(Caller):
    """A caller to whom the service may answer 503."""

    def call(self, method: str, path: str, **options: Any) -> TestResponse:
        headers = {"Authorization": f"Bearer {self.secret}", **options.pop("headers", {})}
        return self.client.open(API + path, method=method, headers=headers, **options)


@pytest.fixture
def late(director: Caller) -> Late:
    return Late(director.app, director.secret)


def faster(*_: Any, **__: Any) -> Any:
    raise Conflict(5, Seen(5, None))


PEOPLE: list[tuple[str, Callable[[Caller], Any]]] = [
    ("a person is added", lambda director: director.post("/people", {"name": "Cleo"})),
    ("a person gets another name", lambda director: director.call("PATCH", f"/people/{ANN}", json={"name": "Anna"})),
    ("two ids are merged", lambda director: director.post(f"/people/{ANN}/merge", {"gone": BEN})),
    ("a person is erased", lambda director: director.call("DELETE", f"/people/{ANN}")),
    ("a game with a new name is opened", lambda director: director.post("/games", {**HIGH_CARD, "seats": [{"name": "Dan"}, {}, {}]})),
    ("people come in a file", lambda director: director.call("POST", "/people/import", data=b"name\nEve\n", content_type="text/csv")),
]


@pytest.mark.parametrize(("what", "send"), PEOPLE, ids=[what for what, _ in PEOPLE])
def test_a_change_of_the_directory_that_is_always_too_late_can_be_sent_again(
    what: str, send: Callable[[Caller], Any], late: Late, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts.people.register("home", {PersonId(ANN): "Ann", PersonId(BEN): "Ben"}, "t")  # type: ignore[arg-type]
    monkeypatch.setattr(parts.people.streams, "append", faster)
    _refused(send(late))


def test_an_append_at_the_end_that_is_always_too_late_can_be_sent_again(
    director: Caller, late: Late, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = director.opened()
    monkeypatch.setattr(parts.records, "_write", faster)
    _refused(late.append(game, opener()))
    assert director.append(game, opener(), match='"9"').json["type"] == "/problems/conflict"


def test_the_game_of_a_table_whose_link_is_always_too_late_can_be_opened_again(
    director: Caller, late: Late, parts: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = opened(director)
    pair(director, cup, entered(director, cup, 2))
    recorded(director, cup, event("RoundPublished", round=1))
    monkeypatch.setattr(parts.tournaments, "append", faster)
    _refused(late.post(f"/tournaments/{cup}/rounds/1/tables/1/game", {}))


def _refused(answer: Any) -> None:
    assert (answer.status_code, answer.json["type"], answer.headers["Retry-After"]) == (503, "/problems/contended", "1")
    assert "version" not in answer.json["detail"]
    assert not {"expected", "actual"} & answer.json.keys()
