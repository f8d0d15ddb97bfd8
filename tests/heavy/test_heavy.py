"""A long request gets the same answer from a heavy worker as from an application that answers everything itself."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from flask import Flask

from domain.system import PUBLIC
from service.app import create_app
from service.heavy.turns import MOST_WAITING_EACH, Asker
from service.memory import work
from service.memory.work import MOST_BYTES
from service.store.errors import StoreUnavailable
from service.store.keys import GameId
from service.views.subscriptions import GameTopic
from service.wiring import EXTENSION
from tests.api.callers import API, Caller
from tests.heavy.conftest import Installation, shown
from tests.ops.processes import until
from tests.speeds import rows

LONG = [
    "",
    "?at=350",
    "?at=20&as=corrected",
    "/replay",
    "/replay?as=recorded",
    "/replay?at=300&view=public",
    "/diff?from=10&to=402",
    "/diff?between=recorded,corrected",
    "/rulings",
    "/events?after=380",
    "/export?format=json",
    "/export?format=csv",
    "/replay?at=9999",
    "?view=nobody",
]


@pytest.fixture
def asked(both: Installation, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The requests that were sent to the heavy worker."""
    sent: list[str] = []
    real = both.helper.heavy._asked

    def asked(subject: str, method: str, target: str, *rest: object) -> object:
        sent.append(f"{method} {target}")
        return real(subject, method, target, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(type(both.helper.heavy), "_asked", lambda _, *args: asked(*args))
    return sent


@pytest.mark.parametrize("path", rows(LONG, ("", "/replay", "/export?format=json", "?view=nobody")))
def test_a_process_beside_the_api_gives_the_same_answer_about_a_long_record(
    both: Installation, secret: str, long_game: str, asked: list[str], path: str
) -> None:
    url = f"/games/{long_game}{path}"
    helped, alone = (Caller(app, secret).get(url) for app in (both.helped, both.alone))
    assert (helped.status_code, helped.data) == (alone.status_code, alone.data)
    assert sorted(helped.headers.items()) == sorted(alone.headers.items())
    assert asked or helped.status_code == 422


def test_a_short_record_is_answered_by_the_api_itself(director: Caller, asked: list[str]) -> None:
    game = director.opened()
    director.recorded(game, shown(), shown())
    assert [director.get(f"/games/{game}{path}").status_code for path in ("", "/replay", "/diff", "?at=2")] == [200] * 4
    assert asked == []


def test_a_repeated_correction_of_a_long_record_is_stored_once(
    both: Installation, director: Caller, long_game: str, asked: list[str]
) -> None:
    game, name = director.opened(), "7f1c34f0-2b9b-4a5c-9a4e-0d3f4c5b6a70"
    director.recorded(game, *[shown()] * 400)
    cold = Caller(create_app(both.config), director.secret)
    slip = {"type": "Retracted", "data": {"target": 3, "reason": "slip"}, "id": name}
    first, again = (cold.append(game, slip, match='"401"') for _ in range(2))
    assert [first.status_code, again.status_code] == [201, 201]
    assert again.json is not None
    assert (again.json["outcome"], again.json["version"]) == ("already-there", 402)
    assert [each for each in asked if each.startswith("POST")] == [f"POST {API}/games/{game}/events"] * 2


def test_a_correction_far_back_in_a_record_is_read_in_a_process_beside_the_api(director: Caller, asked: list[str]) -> None:
    """An API process has read a long game, event by event, while the game was recorded. When an early act is withdrawn, all later acts must
    be read again."""
    game = director.opened()
    for _ in range(4):
        director.recorded(game, *[shown()] * 100)
        director.get(f"/games/{game}")
    assert asked == []
    director.recorded(game, {"type": "Retracted", "data": {"target": 390, "reason": "slip"}})
    director.get(f"/games/{game}")
    assert asked == []
    director.recorded(game, {"type": "Retracted", "data": {"target": 2, "reason": "slip"}})
    director.get(f"/games/{game}")
    assert asked == [f"GET {API}/games/{game}"]


def test_a_long_file_is_verified_in_a_process_beside_the_api(director: Caller, long_game: str, asked: list[str]) -> None:
    file = director.get(f"/games/{long_game}/export?format=json").data
    assert len(file) > MOST_BYTES
    verified = director.call("POST", "/records/verify", data=file)
    assert verified.json is not None
    assert verified.json["valid"] is True
    assert asked[-1] == f"POST {API}/records/verify"


def a_tournament(director: Caller) -> str:
    """Make a public tournament. Returns its path."""
    cup = director.post("/tournaments", {"title": "Cup", "system": "high-card", "format": "swiss", "visibility": "public"}).json
    assert cup is not None
    return f"/tournaments/{cup['tournament']}"


def a_long_tournament(director: Caller) -> str:
    """Make a tournament of 661 events. Returns its path."""
    url = a_tournament(director)
    note = {"type": "Announced", "data": {"text": "Coffee is ready"}}
    for _ in range(3):
        assert director.post(f"{url}/events", {"events": [note] * 220}, headers={"If-Match": "*"}).status_code == 201
    return url


@pytest.mark.parametrize("path", ["", "/standings", "/export", "/crosstable"])
def test_a_process_beside_the_api_gives_the_same_answer_about_a_long_tournament(
    both: Installation, director: Caller, asked: list[str], path: str
) -> None:
    url = a_long_tournament(director)
    helped, alone = (
        Caller(create_app(config), director.secret).get(url + path) for config in (both.config, replace(both.config, heavy_socket=""))
    )
    assert (helped.status_code, helped.data) == (alone.status_code, alone.data)
    assert helped.status_code == 200
    assert len(asked) == 1


def test_a_live_stream_of_a_long_tournament_is_served_by_the_api_itself(both: Installation, director: Caller, asked: list[str]) -> None:
    """A heavy worker sends only complete answers, but the answer of a live stream never ends."""
    url = a_long_tournament(director)
    cold = create_app(both.config).test_client()
    stream = cold.get(f"{API}{url}/live", headers={"Authorization": f"Bearer {director.secret}"})
    try:
        assert b"id: 661" in next(chunk for chunk in stream.iter_encoded() if b"id: " in chunk)
    finally:
        stream.close()
    assert asked == []


@pytest.mark.parametrize(
    ("path", "asks"),
    [
        ("/standings", "/heavy/standings?tournament={cup}&version=7"),
        *((path, API + "/tournaments/{cup}" + path) for path in ("/standings?as_of=1", "/crosstable")),
        *((path, API + "/tournaments/{cup}" + path) for path in ("/standings/people", "/standings/pairs", "/standings/3")),
    ],
)
def test_a_large_tournament_is_ranked_beside_the_api_even_if_the_api_has_read_it(
    both: Installation, director: Caller, asked: list[str], monkeypatch: pytest.MonkeyPatch, path: str, asks: str
) -> None:
    """In this test a tournament is large if its number of entries times its number of rounds is more than four."""
    url = a_tournament(director)
    entries = [{"type": "EntryMade", "data": {"entry": n, "people": [], "name": f"E{n}"}} for n in range(1, 7)]
    made = director.post(f"{url}/events", {"events": entries}, headers={"If-Match": "*"})
    assert made.status_code == 201, made.data
    assert director.get(url).status_code == 200
    assert asked == []
    monkeypatch.setattr(work, "MOST_CELLS", 4)
    helped, alone = director.get(url + path), Caller(both.alone, director.secret).get(url + path)
    assert (helped.status_code, helped.data) == (alone.status_code, alone.data)
    assert asked == [f"GET {asks.format(cup=url.rpartition('/')[2])}"]


def test_all_who_wait_for_large_standings_get_those_that_are_made_once(
    both: Installation, director: Caller, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = a_tournament(director)
    monkeypatch.setattr(work, "MOST_CELLS", -1)
    with ThreadPoolExecutor(12) as pool:
        answers = [pool.submit(director.get, f"{url}/standings") for _ in range(12)]
        assert {answer.result().status_code for answer in answers} == {200}
    assert director.get(f"{url}/standings").status_code == 200
    assert len(asked) == 1


def test_a_page_of_a_list_is_full_even_if_many_games_must_be_read(both: Installation, director: Caller, asked: list[str]) -> None:
    """Neither a worker nor the API process has read these 40 games. Together the games have more events than one request
    may read inside the API process."""
    games = [director.opened() for _ in range(40)]
    cold = Caller(create_app(both.config), director.secret)
    for query in ("?limit=40", "?limit=40&state=open"):
        page = cold.get(f"/games{query}").json
        assert page is not None
        assert [line["game"] for line in page["games"]] == games[::-1]
    assert asked[0] == f"GET {API}/games?limit=40"


def test_a_live_view_of_a_long_record_is_rendered_in_a_process_beside_the_api(both: Installation, long_game: str) -> None:
    message = both.helper.heavy.message(GameTopic(GameId(long_game), PUBLIC, False))
    assert message.id.startswith("402.")
    assert b'"version":402' in message.body


def test_a_live_view_that_cannot_be_rendered_is_refused_and_the_process_goes_on(both: Installation, long_game: str) -> None:
    missing = GameTopic(GameId("home-aaaaaaaaaaaaaaaa"), PUBLIC, False)
    with pytest.raises(StoreUnavailable, match="answered 404"):
        both.helper.heavy.message(missing)
    assert both.helper.heavy.message(GameTopic(GameId(long_game), PUBLIC, False)).id.startswith("402.")


def test_a_request_that_contains_the_internal_headers_of_the_api_is_answered_normally(
    both: Installation, director: Caller, long_game: str
) -> None:
    headers = {"X-Faceup-Address": "192.0.2.7", "X-Faceup-Scheme": "https", "Connection": "close"}
    assert director.get(f"/games/{long_game}/diff", headers=headers).status_code == 200


def test_the_api_says_that_it_is_busy_if_no_process_beside_it_runs(both: Installation, secret: str, long_game: str) -> None:
    alone = create_app(replace(both.config, heavy_socket=f"{both.config.heavy_socket}.nobody"))
    answer = alone.test_client().get(f"{API}/games/{long_game}/replay")
    assert (answer.status_code, answer.json and answer.json["type"]) == (503, "/problems/busy")
    assert answer.headers["Retry-After"] == "3"
    ready = alone.test_client().get("/readyz").json
    assert ready is not None
    assert ready["checks"]["long requests"] == {"ok": False, "told": "no heavy worker answers"}


def test_only_a_limited_number_of_requests_about_one_record_may_wait(both: Installation, long_game: str) -> None:
    """The heavy worker is busy with this record. When as many requests wait as are allowed, the next one is refused."""
    app, url = both.helped, f"{API}/games/{long_game}/diff"
    heavy = both.helped.extensions[EXTENSION].heavy
    with ThreadPoolExecutor(MOST_WAITING_EACH - 1) as pool, heavy.turns.turn(Asker("another", False, long_game)):
        waiting = [pool.submit(_status, app, f"{url}?from={number}") for number in range(2, MOST_WAITING_EACH + 1)]
        until(lambda: len(heavy.turns.waiting) == MOST_WAITING_EACH - 1)
        assert _status(app, url) == 503
    assert [each.result() for each in waiting] == [200] * len(waiting)
    assert (heavy.turns.waiting, heavy.turns.sent) == ([], [])


def test_visitors_who_wait_for_the_same_answer_cause_only_one_request(both: Installation, long_game: str, asked: list[str]) -> None:
    """The heavy worker is busy with this record while a crowd sends the same request. The process is asked only once. Somebody
    who comes later gets an answer of their own."""
    app, url = both.helped, f"{API}/games/{long_game}/diff?from=7"
    heavy, crowd = both.helped.extensions[EXTENSION].heavy, 3 * MOST_WAITING_EACH
    with ThreadPoolExecutor(crowd) as pool:
        with heavy.turns.turn(Asker("another", False, long_game)):
            waiting = [pool.submit(_status, app, url, {"User-Agent": str(number)}) for number in range(crowd)]
            until(lambda: [each.others for each in heavy._shared._waiting.values()] == [crowd - 1])
            assert len(heavy.turns.waiting) == 1
        assert [each.result() for each in waiting] == [200] * crowd
    assert asked == [f"GET {url}"]
    assert _status(app, url) == 200
    assert len(asked) == 2
    assert heavy._shared._waiting == {}


def _status(app: Flask, url: str, headers: dict[str, str] | None = None) -> int:
    return app.test_client().get(url, headers=headers).status_code
