"""What a link makes (games, further links, people) is limited for its whole chain: itself, and all links that came from it
(service/recording/limits.py; the numbers are in docs/limits.md)."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from flask import Flask
from redis import Redis
from werkzeug.test import TestResponse

from service.app import create_app
from service.limits import Limits
from service.store.keys import HOME, Keys
from service.wiring import EXTENSION, Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.cups import opened_cup
from tests.api.lives import event, finished, problem, stated

MOST = Limits()


@pytest.fixture(scope="module")
def limited(the_app: Flask) -> Flask:
    usual: Wiring = the_app.extensions[EXTENSION]
    return create_app(replace(usual.config, limits=MOST))


@pytest.fixture
def callers(limited: Flask, redis: Redis) -> Iterator[Callers]:
    """The visitors of an installation with the limits that an operator gets without any setting."""
    parts: Wiring = limited.extensions[EXTENSION]
    parts.clubs.found(HOME)
    parts.people.lately.forget(HOME)
    yield Callers(limited, parts)
    for client in (parts.redis, parts.records._redis):
        client.connection_pool.disconnect()


@pytest.fixture
def game(scorekeeper: Caller) -> str:
    return finished(scorekeeper)


@pytest.fixture
def link(scorekeeper: Caller, game: str) -> Caller:
    """The holder of a link to the table of `game`, which a scorekeeper gave away."""
    return linked(scorekeeper, game)


def linked(member: Caller, game: str) -> Caller:
    made = member.post("/tokens", {"label": "table 1", "scopes": ["record"], "game": game})
    assert made.status_code == 201
    return Caller(member.app, made.json["token"])


def bearer(caller: Caller, answer: TestResponse) -> Caller:
    """The holder of the link in an answer."""
    return Caller(caller.app, answer.json["link"].partition("#")[2])


def id_of(holder: Caller) -> str:
    return str(holder.secret).split("_")[2]


def played_again(holder: Caller, game: str, times: int) -> tuple[Caller, str, TestResponse]:
    """Play rematches one after the other, each with the link of the one before, until one is refused. Returns the last holder, the last
    game, and the last answer."""
    for _ in range(times):
        answer = holder.post(f"/games/{game}/rematch")
        if answer.status_code != 201:
            break
        holder, game = bearer(holder, answer), answer.json["game"]
        holder.recorded(game, stated())
    return holder, game, answer


def test_rematches_of_a_link_are_limited_with_those_of_the_links_that_came_from_it(link: Caller, director: Caller, game: str) -> None:
    holder, last, refused = played_again(link, game, MOST.link_games_at_once + 1)

    assert problem(refused) == (429, "too-many-requests")
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert refused.json["detail"].startswith("With this link, and those that came from it, too many games were made.")
    assert len(director.get("/games?limit=50").json["games"]) == 1 + MOST.link_games_at_once
    # the game itself goes on: it is not locked
    assert holder.recorded(last, event("NoteWritten", note="we wait")) == 4
    # a link that is handed over brings no new start
    assert problem(bearer(holder, holder.post(f"/games/{last}/handover")).post(f"/games/{last}/rematch"))[0] == 429


def test_the_game_of_a_refused_rematch_is_opened_when_the_time_is_over(link: Caller, game: str, redis: Redis) -> None:
    holder, last, refused = played_again(link, game, MOST.link_games_at_once + 1)
    assert refused.status_code == 429
    for key in redis.keys("{home}:made:*:games:60"):
        redis.delete(key)  # has the same effect as waiting for a minute
    assert holder.post(f"/games/{last}/rematch").json["outcome"] == "appended"


def test_another_link_and_a_member_are_not_limited_by_what_a_link_has_made(link: Caller, scorekeeper: Caller, game: str) -> None:
    _, last, refused = played_again(link, game, MOST.link_games_at_once + 1)
    assert refused.status_code == 429

    assert linked(scorekeeper, last).post(f"/games/{last}/rematch").status_code == 201
    for _ in range(MOST.link_games_at_once + 1):
        last = scorekeeper.post(f"/games/{last}/rematch").json["game"]
        scorekeeper.recorded(last, stated())


def test_the_hours_limit_counts_too(link: Caller, game: str, redis: Redis) -> None:
    redis.set(Keys(HOME).made(id_of(link), "games", 3600), MOST.link_games, ex=1800)

    refused = link.post(f"/games/{game}/rematch")

    assert problem(refused) == (429, "too-many-requests")
    assert 1700 < int(refused.headers["Retry-After"]) <= 1800
    assert "Try again in 30 minutes, or ask a scorekeeper of the club." in refused.json["detail"]


def test_an_evening_of_rematches_is_far_below_the_hours_limit() -> None:
    """A table plays some 20 rematches in an evening, and hands over perhaps as often. At most 13 people sit at a table."""
    assert MOST.link_games >= 40
    assert MOST.link_tokens >= 40
    assert MOST.link_people >= 4 * 13
    assert MOST.link_people_at_once >= 2 * 13


def test_links_that_a_link_issues_are_limited_and_the_last_one_still_records(link: Caller, game: str) -> None:
    holder = link
    for _ in range(MOST.link_tokens_at_once):
        holder = bearer(holder, holder.post(f"/games/{game}/handover"))

    assert problem(holder.post(f"/games/{game}/handover")) == (429, "too-many-requests")
    assert holder.recorded(game, event("NoteWritten", note="mine still")) == 4


def test_people_whom_a_link_adds_are_limited_in_its_whole_chain(link: Caller, scorekeeper: Caller, game: str) -> None:
    def added(holder: Caller, number: int) -> TestResponse:
        return holder.post("/people", {"name": f"Player {number}"}, headers={"Idempotency-Key": f"player-{number}"})

    for number in range(MOST.link_people_at_once):
        assert added(link, number).status_code == 201
    assert added(link, 0).status_code == 201, "a repeated request adds nobody"

    assert problem(added(link, 98)) == (429, "too-many-requests")
    assert problem(added(bearer(link, link.post(f"/games/{game}/rematch")), 99)) == (429, "too-many-requests")
    assert added(scorekeeper, 98).status_code == 201
    assert len(scorekeeper.get("/people").json["people"]) == MOST.link_people_at_once + 1


def test_simultaneous_requests_do_not_exceed_a_limit(link: Caller) -> None:
    def added(number: int) -> int:
        return Caller(link.app, link.secret).post("/people", {"name": f"Player {number}"}).status_code

    with ThreadPoolExecutor(8) as threads:
        statuses = list(threads.map(added, range(MOST.link_people_at_once + 8)))

    assert (statuses.count(201), statuses.count(429)) == (MOST.link_people_at_once, 8)


def test_the_games_that_the_link_of_a_tournaments_table_opens_are_counted_too(callers: Callers, director: Caller, redis: Redis) -> None:
    cup = opened_cup(callers.parts, "public")
    table = callers.holder("record", tournament=cup.id, table=1)
    redis.set(Keys(HOME).made(id_of(table), "games", 3600), MOST.link_games, ex=1800)

    refused = table.post(f"/tournaments/{cup.id}/rounds/1/tables/1/game", {})

    assert problem(refused) == (429, "too-many-requests")
    assert director.post(f"/tournaments/{cup.id}/rounds/1/tables/1/game", {}).status_code == 201
