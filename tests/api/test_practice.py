"""/practice: a visitor without a link opens a table, records, and loses everything within the hour, or a member keeps it
(docs/decisions/practice.md)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.test import TestResponse

from domain.systems import SYSTEMS
from service.app import create_app
from service.clock import now_ms
from service.config import Config
from service.engine import ENGINE
from service.limits import UNLIMITED
from service.running.losses import feed_ends
from service.running.records import streams_of
from service.store.clubs.clubs import Clubs
from service.store.clubs.practice import CLEARED_MS, MOST_LINKS, OPEN_MS, PracticeTables
from service.store.games.heads import Head
from service.store.keys import HOME, PRACTICE, Club, GameId, Keys, club_of, is_practice
from service.wiring import EXTENSION, Wiring
from tests.api.callers import API, Caller, opener, placed, revealed
from tests.api.conftest import Callers
from tests.servers import RunningServer
from tests.speeds import rows, slow
from tests.systems import LEADING
from workers.validate import Validator

NAMED: dict[str, Any] = {"system": "high-card", "seats": [{"name": "Anna"}, {"name": "Ben"}, {}]}


class Guest:
    """A visitor in a browser, who has no link. `csrf`: what the page sends with each change."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.browser: FlaskClient = app.test_client()

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> TestResponse:
        session = self.browser.get(f"{API}/session")
        sent = {"X-CSRFToken": session.json["csrf"]} if session.status_code == 200 else {}
        return self.browser.open(f"{API}{path}", method=method, json=body, headers=sent | headers)

    def sits_down(self, **changes: Any) -> dict[str, Any]:
        response = self.send("POST", "/practice", NAMED | changes)
        assert response.status_code == 201, response.get_data(as_text=True)
        table: dict[str, Any] = response.json
        return table


@pytest.fixture
def guest(app: Flask) -> Guest:
    return Guest(app)


def later(parts: Wiring, ms: int) -> PracticeTables:
    """The practice tables as they are `ms` milliseconds from now."""
    return PracticeTables(parts.redis, Clubs(parts.redis, now_ms), lambda: now_ms() + ms)


def holder(app: Flask, table: dict[str, Any]) -> Caller:
    return Caller(app, table["token"])


def head_of(app: Flask, game: str) -> Head:
    parts: Wiring = app.extensions[EXTENSION]
    head = parts.records.head(GameId(game))
    assert head is not None
    return head


def left(redis: Redis, club: str) -> list[bytes]:
    """Every key whose name has the club's name, and everything else that names it."""
    return [*redis.scan_iter(f"*{club}*"), *(each for each in redis.zrange(PRACTICE, 0, -1) if club.encode() in each)]


def validated(parts: Wiring, game: str) -> None:
    Validator(parts.records, parts.readings, parts.verdicts, ENGINE).validate(GameId(game), 1)


# --- sitting down -------------------------------------------------------------------------------------------------------------------------


def test_a_guest_sits_down_and_records_without_a_link(guest: Guest) -> None:
    before = now_ms()
    table = guest.sits_down()
    assert before + OPEN_MS <= table["ends_at"] <= now_ms() + OPEN_MS
    session = guest.send("GET", "/session").json
    assert (session["game"], session["scopes"], session["practice_ends_at"]) == (table["game"], ["read", "record"], table["ends_at"])
    appended = guest.send("POST", f"/games/{table['game']}/events", {"events": [opener(), placed(0)]}, **{"If-Match": "*"})
    assert appended.status_code == 201
    shown = guest.send("GET", f"/games/{table['game']}").json
    assert ([seat["name"] for seat in shown["seats"]], shown["visibility"]) == (["Anna", "Ben", None], "private")
    assert Caller(guest.app).get(f"/games/{table['game']}").status_code == 404  # the address alone shows nothing


@pytest.mark.parametrize("slug", rows(SYSTEMS, LEADING))
def test_every_card_game_can_be_tried_with_one_tap(guest: Guest, slug: str) -> None:
    response = guest.send("POST", "/practice", {"system": slug})
    least, most = SYSTEMS[slug].players
    assert len(guest.send("GET", f"/games/{response.json['game']}").json["seats"]) == min(max(4, least), most)


def test_questions_and_findings_work_at_a_practice_table(guest: Guest, parts: Wiring) -> None:
    game = guest.sits_down()["game"]
    guest.send("POST", f"/games/{game}/events", {"events": [opener(0), placed(2)]}, **{"If-Match": "*"})
    validated(parts, game)
    found = guest.send("GET", f"/games/{game}/findings").json["findings"]
    assert [each["kind"] for each in found] == ["query"]


def test_the_next_table_takes_the_place_of_the_last_in_the_session(guest: Guest) -> None:
    first, second = guest.sits_down()["game"], guest.sits_down()["game"]
    assert first != second
    assert guest.send("GET", "/session").json["game"] == second


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"system": "canasta"}, "/system"),
    ({"seats": []}, "/seats"),
    ({"seats": [{}]}, "/seats"),
    ({"seats": [{}] * 14}, "/seats"),
    ({"options": {"target": 99}}, "/options/target"),
    ({"seats": [{"name": "Anna", "person": "p-1"}, {}]}, "/seats/0/person"),
    ({"visibility": "public"}, "/visibility"),
    ({"title": "A night"}, "/title"),
]


@pytest.mark.parametrize(("changes", "pointer"), REFUSED, ids=[row[1] for row in REFUSED])
def test_a_table_that_cannot_be_opened_leaves_nothing(guest: Guest, redis: Redis, changes: dict[str, Any], pointer: str) -> None:
    response = guest.send("POST", "/practice", NAMED | changes)
    assert (response.status_code, [error["pointer"] for error in response.json["errors"]]) == (422, [pointer])
    assert "Set-Cookie" not in response.headers
    assert left(redis, "practice0") == []


# --- who may not --------------------------------------------------------------------------------------------------------------------------


def test_a_member_stays_signed_in_and_gets_the_link_instead(guest: Guest, scorekeeper: Caller) -> None:
    guest.browser.post(f"{API}/session", json={"token": scorekeeper.secret})
    response = guest.send("POST", "/practice", NAMED)
    assert (response.status_code, response.json["signed_in"]) == (201, False)
    assert "Set-Cookie" not in response.headers
    assert response.json["link"].endswith(f"/join#{response.json['token']}")
    assert guest.send("GET", "/session").json["club"] == HOME


@pytest.mark.parametrize(("site", "status"), [("cross-site", 403), ("same-site", 403), ("same-origin", 201), ("none", 201)])
def test_a_page_of_another_site_opens_no_table(guest: Guest, redis: Redis, site: str, status: int) -> None:
    response = guest.send("POST", "/practice", NAMED, **{"Sec-Fetch-Site": site})
    assert response.status_code == status
    assert bool(left(redis, "practice0")) is (status == 201)


def test_a_form_of_another_site_opens_no_table(guest: Guest, redis: Redis) -> None:
    """A browser sends a form to another site without asking, but never as application/json."""
    response = guest.browser.post(f"{API}/practice", data='{"system": "high-card"}', content_type="text/plain")
    assert response.status_code == 415
    guest.sits_down()
    forged = guest.browser.post(f"{API}/practice", json=NAMED)  # with the cookie, but without the CSRF token
    assert (forged.status_code, forged.json["type"]) == (403, "/problems/csrf")
    assert redis.zcard(PRACTICE) == 1


def test_reading_never_opens_a_table(guest: Guest, redis: Redis) -> None:
    for path in ("/practice", "/practice?system=high-card", f"{API}/practice"):
        guest.browser.get(path)
    assert left(redis, "practice0") == []


MAY_NOT: list[tuple[str, str, Any, int]] = [
    ("POST", "/games/{game}/rematch", None, 403),
    ("POST", "/games/{game}/handover", None, 403),
    ("PUT", "/games/{game}/seats/0/pin", {"pin": "1234"}, 403),
    ("POST", "/games", NAMED, 403),
    ("POST", "/tokens", {"label": "x", "scopes": ["read"], "game": "{game}"}, 403),
    ("POST", "/tournaments", {"system": "high-card", "format": "swiss"}, 403),
    ("POST", "/practice/kept", {"token": "{token}"}, 403),
    ("POST", "/records", None, 403),
    ("POST", "/clubs/{club}/invitations", {"role": "viewer"}, 403),
    ("GET", "/clubs/{club}", None, 403),
    ("GET", "/people", None, 403),
]


@pytest.mark.parametrize(("method", "path", "body", "status"), MAY_NOT, ids=[f"{row[0]} {row[1]}" for row in MAY_NOT])
def test_the_holder_of_a_practice_table_may_do_nothing_beyond_its_game(
    app: Flask, guest: Guest, method: str, path: str, body: Any, status: int
) -> None:
    table = guest.sits_down()
    values = {"game": table["game"], "token": table["token"], "club": club_of(GameId(table["game"]))}
    body = {name: value.format(**values) if isinstance(value, str) else value for name, value in body.items()} if body else body
    assert holder(app, table).call(method, path.format(**values), json=body).status_code == status


@pytest.mark.parametrize("act", [("VisibilitySet", {"visibility": "public"})], ids=["make it public"])
def test_a_practice_game_cannot_be_made_public(guest: Guest, act: tuple[str, Any]) -> None:
    game = guest.sits_down()["game"]
    events = {"events": [{"type": act[0], "data": act[1]}]}
    assert guest.send("POST", f"/games/{game}/events", events, **{"If-Match": "*"}).status_code == 403


def test_a_practice_table_knows_only_so_many_people(app: Flask, guest: Guest) -> None:
    table = holder(app, guest.sits_down())
    answers = [table.post("/people", {"name": f"Player {number}"}).status_code for number in range(40)]
    assert (answers[0], answers[-1]) == (201, 403)
    assert answers.count(201) <= 32


# --- limits -------------------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def limited(server: RunningServer, redis: Redis, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Flask]]:
    apps = []

    def make(*, practice: bool = True, **limits: int) -> Flask:
        config = Config(data=tmp_path_factory.mktemp("limited"), redis_url=f"unix://{server.socket}", practice=practice)
        apps.append(create_app(replace(config, limits=replace(UNLIMITED, **limits))))
        return apps[-1]

    yield make
    for app in apps:
        parts: Wiring = app.extensions[EXTENSION]
        for client in (parts.redis, parts.records._redis):
            client.connection_pool.disconnect()


def tried(app: Flask, address: str, body: Any = NAMED) -> TestResponse:
    """The answer to a visitor without cookies, at this address."""
    return app.test_client(use_cookies=False).post(f"{API}/practice", json=body, environ_base={"REMOTE_ADDR": address})


def test_an_address_opens_so_many_tables_an_hour(limited: Callable[..., Flask]) -> None:
    app = limited(practice_tables=2)
    assert [tried(app, "192.0.2.1", {"system": "canasta"}).status_code for _ in range(5)] == [422] * 5  # no table, not counted
    assert [tried(app, "192.0.2.1").status_code for _ in range(2)] == [201, 201]
    refused = tried(app, "192.0.2.1")
    assert (refused.status_code, refused.json["type"]) == (429, "/problems/too-many-requests")
    assert 60 < int(refused.headers["Retry-After"]) <= 3600
    assert refused.json["detail"].startswith("You have opened many practice tables in the last hour. Try again in ")
    assert tried(app, "192.0.2.2").status_code == 201


def test_so_many_tables_are_open_at_once(limited: Callable[..., Flask], redis: Redis) -> None:
    app = limited(practice_open=3)
    assert [tried(app, f"192.0.2.{number}").status_code for number in range(3)] == [201] * 3
    refused = tried(app, "192.0.2.9")
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= CLEARED_MS // 1000
    assert redis.zcard(PRACTICE) == 3
    later(app.extensions[EXTENSION], CLEARED_MS + 1).sweep()
    assert tried(app, "192.0.2.9").status_code == 201


def test_a_table_has_so_many_links(app: Flask, guest: Guest) -> None:
    table = guest.sits_down()
    links = [guest.send("POST", "/practice/links") for _ in range(MOST_LINKS)]
    assert [answer.status_code for answer in links] == [201] * (MOST_LINKS - 1) + [403]
    other = holder(app, links[0].json)
    assert other.append(table["game"], opener()).status_code == 201
    assert other.get("/session").json["practice_ends_at"] == table["ends_at"]


def test_practice_can_be_switched_off(limited: Callable[..., Flask], redis: Redis) -> None:
    app = limited(practice=False)
    assert tried(app, "192.0.2.1").status_code == 404
    assert app.test_client().get("/practice").status_code == 404
    Clubs(redis, now_ms).found(HOME)
    member = Caller(app, Clubs(redis, now_ms).issue(HOME, "m", "record")[1])
    assert member.post("/practice/kept", {"token": "x"}).status_code == 404
    assert member.post("/practice/links").status_code == 404
    page = app.test_client().get("/").get_data(as_text=True)
    assert "/practice" not in page
    assert '<a class="way" href="#begin"><b>Start a game</b>' in page


# --- nobody else meets it -----------------------------------------------------------------------------------------------------------------


def test_nothing_of_a_practice_table_reaches_a_list(app: Flask, parts: Wiring, guest: Guest, director: Caller) -> None:
    table = guest.sits_down()
    club, game = club_of(GameId(table["game"])), table["game"]
    guest.send("POST", f"/games/{game}/events", {"events": [opener()]}, **{"If-Match": "*"})
    assert club not in parts.clubs.names_of_clubs()
    assert club not in feed_ends(parts.redis)
    assert club not in streams_of(parts.redis)
    assert "0 records wait" in director.get("/readyz").json["checks"]["verdicts"]["told"]
    owner = Callers(app, parts).holder("own")
    lists = [
        *(caller.get(path) for caller in (Caller(app), director, owner) for path in ("/public", "/games", "/tournaments")),
        *(owner.get(path) for path in ("/clubs", "/people", "/feed", "/players", "/tokens")),
        Caller(app).get(f"/games?club={club}"),
        guest.send("GET", "/games"),
        owner.get("/metrics"),
        app.test_client().get("/"),
        app.test_client().get("/games"),
    ]
    assert [answer.request.path for answer in lists if "practice0" in answer.get_data(as_text=True)] == []


def test_no_club_gets_a_name_of_practice_tables(app: Flask, parts: Wiring) -> None:
    owner = Callers(app, parts).holder("own")
    for name in ("practice", "practicefriday", "practice0abcdefg"):
        refused = owner.post("/clubs", {"club": name, "name": "Ours"})
        assert (refused.status_code, refused.json["errors"][0]["pointer"]) == (422, "/club")


def test_a_club_of_such_a_name_that_is_there_already_is_left_alone(parts: Wiring, guest: Guest, director: Caller) -> None:
    parts.clubs.found(Club("practice"))
    kept = Callers(guest.app, parts).holder("record", club="practice").opened()
    table = guest.sits_down()
    later(parts, CLEARED_MS + 1).sweep()
    assert guest.send("GET", f"/games/{table['game']}").status_code == 404
    assert parts.records.head(GameId(kept)) is not None
    assert "practice" in parts.clubs.names_of_clubs()


# --- the hour -----------------------------------------------------------------------------------------------------------------------------


def played(app: Flask, parts: Wiring, guest: Guest) -> str:
    """Play at a new table, and do everything there that stores something. Returns the table's club."""
    table = guest.sits_down()
    game, club = table["game"], club_of(GameId(table["game"]))
    here = holder(app, table)
    here.recorded(game, opener(), placed(0, "highest", "TS"), placed(1), placed(2), revealed(s1="2C", s2="9H"))
    here.recorded(game, {"type": "SpectatorDelaySet", "data": {"seconds": 60}})
    here.recorded(game, {"type": "NoteWritten", "data": {"note": "A note."}})
    here.post("/people", {"name": "Cleo"})
    other = holder(app, guest.send("POST", "/practice/links").json)
    other.append(game, placed(0))
    here.call("POST", f"/games/{game}/confirmation", json={"seat": 0, "pin": "1234"}, headers={"If-Match": '"8"'})
    withdrawn = guest.send("POST", "/practice/links").json
    assert holder(app, withdrawn).call("DELETE", f"/tokens/{withdrawn['id']}").status_code == 204
    parts.verdicts.park(GameId(game), 9, 1, "a test", "another engine")
    validated(parts, game)
    parts.people.directory(club)
    for path in (f"/games/{game}", f"/games/{game}/replay", f"/games/{game}/findings", f"/games/{game}/export?format=ndjson"):
        assert here.get(path).status_code == 200
    return club


def test_a_cleared_table_leaves_no_key_that_names_it(app: Flask, parts: Wiring, guest: Guest, redis: Redis) -> None:
    before = set(redis.scan_iter("*"))
    club = played(app, parts, guest)
    assert is_practice(club)
    rows = [key for key in left(redis, club) if b":token:" in key]
    assert sum(redis.pttl(key) > 0 for key in rows) == 3  # the row of a withdrawn token expires by itself
    later(parts, OPEN_MS + 1).sweep()
    assert left(redis, club)
    later(parts, CLEARED_MS + 1).sweep()
    remaining = set(left(redis, club))
    assert all(b":token:" in key and redis.hget(key, "hash") is None for key in remaining)  # only the withdrawn token
    for key in remaining:
        redis.pexpire(key, 1)
    redis.ping()
    assert set(redis.scan_iter("*")) - set(remaining) == before | {b"faceup:ready"} & set(redis.scan_iter("*"))


def test_a_sweep_that_was_interrupted_is_completed_by_the_next(app: Flask, parts: Wiring, guest: Guest, redis: Redis) -> None:
    club = played(app, parts, guest)
    keys = Keys(club)
    redis.unlink(keys.feed, *(key for key in redis.scan_iter(f"*:head:{club}*")))
    later(parts, CLEARED_MS + 1).sweep()
    assert [key for key in left(redis, club) if b":token:" not in key] == []


@slow
@pytest.mark.long
def test_opening_and_clearing_tables_takes_no_memory(app: Flask, parts: Wiring, redis: Redis) -> None:
    def round_of(tables: int) -> int:
        for _ in range(tables):
            club = played(app, parts, Guest(app))
            parts.practice.clear(club)
            for key in redis.scan_iter(f"*{club}*"):
                redis.unlink(key)
        return int(redis.info("memory")["used_memory_dataset"])

    first = round_of(20)
    assert round_of(200) - first < 64 * 1024


def test_after_the_end_nobody_records_and_the_pages_say_so(app: Flask, parts: Wiring, guest: Guest) -> None:
    table = guest.sits_down()
    game, club = table["game"], club_of(GameId(table["game"]))
    page = guest.browser.get(f"/games/{game}")
    assert (page.status_code, "Practice table. It is cleared" in page.get_data(as_text=True)) == (200, True)
    parts.redis.zadd(PRACTICE, {club: now_ms() + CLEARED_MS - OPEN_MS})  # the table ends now
    for path in ("", "/replay", "/rules"):
        ended = guest.browser.get(f"/games/{game}{path}")
        assert (ended.status_code, "This practice table has ended" in ended.get_data(as_text=True)) == (404, True)
    later(parts, CLEARED_MS + 1).sweep()
    ended = guest.browser.get(f"/games/{game}")
    assert (ended.status_code, 'href="/practice"' in ended.get_data(as_text=True)) == (404, True)


def test_the_links_of_a_table_end_with_it(app: Flask, parts: Wiring, redis: Redis) -> None:
    now = [now_ms()]
    clubs = Clubs(redis, lambda: now[0])
    tables = PracticeTables(redis, clubs, lambda: now[0])
    club, ends = tables.begin(0)
    made = tables.link(GameId(f"{club}-{'a' * 16}"), club, ends)
    assert made is not None
    now[0] = ends - 1
    assert clubs.presented(made[1]) is not None
    assert tables.ends(club) == ends
    now[0] = ends
    assert clubs.presented(made[1]) is None
    assert tables.ends(club) is None


# --- keeping ------------------------------------------------------------------------------------------------------------------------------


def test_a_member_who_records_keeps_the_game_with_its_names(guest: Guest, scorekeeper: Caller, director: Caller) -> None:
    table = guest.sits_down()
    events = {"events": [opener(), placed(0), placed(1, "highest", "TS")]}
    guest.send("POST", f"/games/{table['game']}/events", events, **{"If-Match": "*"})
    kept = scorekeeper.post("/practice/kept", {"token": table["token"]})
    assert (kept.status_code, kept.json["outcome"]) == (201, "appended")
    game = kept.json["game"]
    assert (game.partition("-")[0], game.partition("-")[2]) == (HOME, table["game"].partition("-")[2])
    shown = scorekeeper.get(f"/games/{game}").json
    assert [seat["name"] for seat in shown["seats"]] == ["Anna", "Ben", None]
    assert shown["visibility"] == "private"
    assert [person["name"] for person in scorekeeper.get("/people").json["people"]] == ["Anna", "Ben"]
    for name, caller in ((table["game"], holder(guest.app, table)), (game, scorekeeper)):
        assert caller.get(f"/games/{name}/events").json["events"][0]["recorded_at"] <= now_ms()
    assert head_of(guest.app, game).hash == head_of(guest.app, table["game"]).hash


def test_a_game_that_went_on_is_kept_again_unless_the_club_went_on_too(guest: Guest, scorekeeper: Caller) -> None:
    table = guest.sits_down()
    here = holder(guest.app, table)
    here.recorded(table["game"], opener())
    kept = [scorekeeper.post("/practice/kept", {"token": table["token"]}).json for _ in range(2)]
    assert [each["outcome"] for each in kept] == ["appended", "already-there"]
    here.recorded(table["game"], placed(0))
    assert scorekeeper.post("/practice/kept", {"token": table["token"]}).json["outcome"] == "completed"
    assert scorekeeper.recorded(kept[0]["game"], placed(1)) == 4
    here.recorded(table["game"], placed(2))
    differs = scorekeeper.post("/practice/kept", {"token": table["token"]})
    assert (differs.status_code, differs.json["type"]) == (409, "/problems/record-differs")


def test_a_kept_game_survives_the_table(guest: Guest, scorekeeper: Caller, parts: Wiring) -> None:
    table = guest.sits_down()
    game = scorekeeper.post("/practice/kept", {"token": table["token"]}).json["game"]
    later(parts, CLEARED_MS + 1).sweep()
    assert scorekeeper.get(f"/games/{game}").status_code == 200
    assert scorekeeper.post("/practice/kept", {"token": table["token"]}).status_code in (401, 404)


@pytest.mark.parametrize("secret", ["", "x", "fu_home_aaaaaaaaaa_" + "b" * 32, "fu_practice0abcdefg_aaaaaaaaaa_" + "b" * 32])
def test_only_the_link_of_a_table_keeps_a_game(scorekeeper: Caller, secret: str) -> None:
    assert scorekeeper.post("/practice/kept", {"token": secret}).status_code in (401, 422)


def test_the_link_of_an_ordinary_game_keeps_nothing(callers: Callers, scorekeeper: Caller, director: Caller) -> None:
    link = callers.holder("record", game=director.opened())
    assert scorekeeper.post("/practice/kept", {"token": link.secret}).status_code == 401
