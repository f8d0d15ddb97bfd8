"""The budget of a record over HTTP (docs/decisions/ops-limits.md): what is refused when a link has used up its share, and what is still
accepted.

No worker runs here, so no event is validated. This makes no difference, because the budget depends only on what is stored."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from redis import Redis

from service.app import create_app
from service.store.keys import HOME
from service.wiring import EXTENSION, Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.lives import confirmed

LINK, RECORD = 20, 200
NOTE: dict[str, Any] = {"type": "NoteWritten", "data": {"note": "x"}}
LONG: dict[str, Any] = {"type": "NoteWritten", "data": {"note": "x" * 340}}
"""This event costs 8 units: 1 unit for the event, and 1 unit for each 48 bytes of its content."""
STATED: dict[str, Any] = {"type": "ResultStated", "data": {"winners": [0]}}
CALLED: dict[str, Any] = {"type": "TimeCalled", "data": {"reason": "late"}}


def withdrawn(version: int) -> dict[str, Any]:
    return {"type": "Retracted", "data": {"target": version}}


@pytest.fixture(scope="module")
def small(the_app: Flask) -> Flask:
    usual: Wiring = the_app.extensions[EXTENSION]
    return create_app(replace(usual.config, link_units=LINK, record_units=RECORD))


@pytest.fixture
def callers(small: Flask, redis: Redis) -> Iterator[Callers]:
    """The visitors of an installation with small budgets: 20 units for a link, 200 for a record."""
    parts: Wiring = small.extensions[EXTENSION]
    parts.clubs.found(HOME)
    yield Callers(small, parts)
    for client in (parts.redis, parts.records._redis):
        client.connection_pool.disconnect()


@pytest.fixture
def game(callers: Callers) -> str:
    return callers.holder("record").opened()


@pytest.fixture
def link(callers: Callers, game: str) -> Caller:
    """The holder of a table link. All 20 units of the link are used."""
    holder = callers.holder("record", game=game)
    holder.recorded(game, *[NOTE] * LINK)
    return holder


def refused(answer: Any) -> tuple[str, str]:
    """Return the type of a refusal, and the name of the budget that is used up."""
    body = answer.json
    assert answer.status_code == 422, body
    return body["type"].removeprefix("/problems/"), body.get("budget", {}).get("of", "")


AFTER_THE_LIMIT: list[tuple[list[dict[str, Any]], int]] = [
    # (batch that the link sends, expected status). Already stored: version 1, which opened the game, and versions 2 to 21, which are notes
    # that the link recorded. Source: docs/decisions/ops-limits.md
    ([NOTE], 422),
    ([STATED, NOTE], 422),
    ([withdrawn(2)], 201),
    ([withdrawn(2), {**NOTE, "after": 1}], 201),
    ([withdrawn(2), NOTE, NOTE], 422),
    ([STATED], 201),
    ([CALLED], 201),
    ([{"type": "GameAbandoned", "data": {"reason": "fire"}}], 201),
    ([withdrawn(version) for version in range(2, 8)], 422),  # the reserve of a link is a quarter of its limit: 5 units
]


@pytest.mark.parametrize(("batch", "status"), AFTER_THE_LIMIT)
def test_a_link_that_has_used_its_units_may_still_withdraw_events_and_end_the_game(
    link: Caller, game: str, batch: list[dict[str, Any]], status: int
) -> None:
    assert link.append(game, *batch, query_string="dry_run=true").status_code == (200 if status == 201 else status)
    answer = link.append(game, *batch)
    assert answer.status_code == status
    if status == 422:
        assert refused(answer) == ("over-budget", "link")
        assert answer.json["budget"]["spent"] == LINK
        assert "A scorekeeper of the club" in answer.json["detail"]


def test_a_link_that_has_used_all_its_units_does_not_limit_other_tokens(callers: Callers, link: Caller, game: str) -> None:
    assert refused(link.append(game, NOTE)) == ("over-budget", "link")
    callers.holder("record", game=game).recorded(game, NOTE)
    callers.holder("record").recorded(game, NOTE)
    callers.holder("direct").recorded(game, NOTE)


def test_a_result_can_be_confirmed_after_a_link_has_used_all_its_units(callers: Callers, link: Caller, game: str) -> None:
    last = link.recorded(game, STATED)
    link.recorded(game, *[withdrawn(version) for version in range(2, 6)])
    assert refused(link.append(game, withdrawn(6))) == ("over-budget", "link")
    seat = callers.holder("read", game=game, seat=1)
    assert confirmed(seat, game, 1, last + 4).status_code == 201


def test_a_repeated_batch_is_recognised_when_the_link_has_no_units_left(link: Caller, game: str, callers: Callers) -> None:
    batch = [{**NOTE, "id": str(uuid4())} for _ in range(LINK)]
    holder = callers.holder("record", game=game)
    holder.recorded(game, *batch)
    assert refused(holder.append(game, NOTE)) == ("over-budget", "link")
    again = holder.append(game, *batch)
    assert (again.status_code, again.json["outcome"]) == (201, "already-there")
    assert refused(holder.append(game, NOTE)) == ("over-budget", "link")


def test_a_long_event_costs_more_units(callers: Callers, game: str) -> None:
    holder = callers.holder("record", game=game)
    holder.recorded(game, LONG, LONG)
    assert refused(holder.append(game, LONG)) == ("over-budget", "link")
    assert holder.append(game, LONG).json["budget"] == {"of": "link", "spent": 16, "most": LINK}


def test_a_statement_costs_two_units(callers: Callers, game: str) -> None:
    holder = callers.holder("record", game=game)
    holder.recorded(game, *[{"type": "RoundStated", "data": {"round": number, "points": {"0": 1}}} for number in range(1, 1 + LINK // 2)])
    assert refused(holder.append(game, NOTE)) == ("over-budget", "link")


def test_links_made_by_handing_over_a_table_share_one_budget(callers: Callers, game: str) -> None:
    """All links together may use 40 units, and each link 20. The table is handed over twice. No units are left for the third link."""
    holder = callers.holder("record", game=game)
    for _ in range(2):
        holder.recorded(game, *[NOTE] * LINK)
        holder = Caller(holder.app, holder.post(f"/games/{game}/handover").json["token"])
    assert refused(holder.append(game, NOTE)) == ("over-budget", "links")
    callers.holder("record").recorded(game, NOTE)


def test_units_are_counted_for_each_of_the_first_16_links_and_for_all_other_links_together(callers: Callers) -> None:
    scorekeeper = callers.holder("record")
    game = scorekeeper.opened()
    before = callers.parts.records.head(game)  # type: ignore[arg-type]
    for _ in range(18):
        callers.holder("record", game=game).recorded(game, NOTE)
    head = callers.parts.records.head(game)  # type: ignore[arg-type]
    assert before is not None
    assert head is not None
    assert [units for _, units in head.links] == [1] * 16 + [2]
    assert head.links[-1][0] == "others"
    assert head.units == before.units + 18


FULL = [
    # (scope, acts, expected status). A record may have 200 units. Acts of play are accepted up to 180 units, acts that settle the game up
    # to 196, and acts of directors up to 200. A scorekeeper has already recorded 180 units.
    ("record", [NOTE], 422),
    ("record", [STATED], 201),
    ("record", [withdrawn(2)], 201),
    ("record", [withdrawn(version) for version in range(2, 20)], 422),
    ("direct", [NOTE], 201),
    ("direct", [LONG, LONG, LONG], 422),
]


@pytest.mark.parametrize(("scope", "acts", "status"), FULL)
def test_a_full_record_keeps_a_reserve_for_settling_and_for_directors(
    callers: Callers, game: str, scope: Any, acts: list[dict[str, Any]], status: int
) -> None:
    scorekeeper, spent = callers.holder("record"), callers.parts.records.head(game).units  # type: ignore[arg-type,union-attr]
    scorekeeper.recorded(game, *[NOTE] * (180 - spent))
    answer = callers.holder(scope).append(game, *acts)
    assert answer.status_code == status
    if status == 422:
        assert refused(answer) == ("over-budget", "units")
