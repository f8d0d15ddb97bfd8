"""Appending events: outcomes, versions, repeated requests, and dry runs (design §4, "Append takes the expected version")."""

from uuid import uuid4

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import EventId, PlayerJoined, TokenId
from domain.record.batch import Draft
from service.clock import now_ms
from service.store.games.records import Records
from service.store.keys import parse_game
from service.wiring import Wiring
from tests.api.callers import HIGH_CARD, Caller, opener, placed, revealed
from tests.api.conftest import Callers


@pytest.fixture
def game(scorekeeper: Caller) -> str:
    return scorekeeper.opened()


def test_an_append_returns_the_versions_and_ids_of_its_events(scorekeeper: Caller, game: str) -> None:
    ids = [str(uuid4()), str(uuid4())]

    response = scorekeeper.append(game, {**opener(), "id": ids[0]}, {**placed(0), "id": ids[1].upper()}, match='"1"')

    assert response.status_code == 201
    assert response.headers["ETag"] == scorekeeper.get(f"/games/{game}").headers["ETag"]
    events = [{"version": 2, "id": ids[0]}, {"version": 3, "id": ids[1]}]
    assert response.json == {"game": game, "version": 3, "first": 2, "outcome": "appended", "events": events}


def test_a_conflict_names_the_expected_and_the_actual_version(scorekeeper: Caller, game: str) -> None:
    scorekeeper.recorded(game, opener(), placed(0))

    response = scorekeeper.append(game, placed(1), match='"1"')

    assert (response.status_code, response.headers["ETag"]) == (412, scorekeeper.get(f"/games/{game}").headers["ETag"])
    assert (response.json["type"], response.json["expected"], response.json["actual"]) == ("/problems/conflict", 1, 3)


@pytest.mark.parametrize(
    ("expected", "detail"),
    [(1, "The record is at version 3, not at 1."), (9, "The record is only at version 3: there is no version 9.")],
)
def test_a_conflict_says_whether_the_record_is_ahead_or_behind(expected: int, detail: str, scorekeeper: Caller, game: str) -> None:
    scorekeeper.recorded(game, opener(), placed(0))

    refused = scorekeeper.append(game, placed(1), match=f'"{expected}"').json

    assert (refused["expected"], refused["actual"], refused["detail"]) == (expected, 3, detail)
    assert refused["title"] == "The record is at another version"


def test_a_repeated_append_is_answered_with_already_there(scorekeeper: Caller, game: str) -> None:
    events = [{**opener(), "id": str(uuid4())}, {**placed(0, card="TS"), "id": str(uuid4())}]
    first = scorekeeper.append(game, *events, match='"1"')
    scorekeeper.recorded(game, placed(1))

    again = scorekeeper.append(game, *events, match='"1"')

    assert again.status_code == 201
    assert (again.json["outcome"], again.json["version"], again.json["events"]) == ("already-there", 4, first.json["events"])
    assert scorekeeper.get(f"/games/{game}").json["version"] == 4


def test_repeating_a_partly_recorded_batch_records_the_missing_events(scorekeeper: Caller, game: str) -> None:
    events = [{**opener(), "id": str(uuid4())}, {**placed(0), "id": str(uuid4())}]
    scorekeeper.recorded(game, events[0])

    response = scorekeeper.append(game, *events, match='"1"')

    assert (response.status_code, response.json["outcome"], response.json["version"], response.json["first"]) == (201, "completed", 3, 2)


def test_a_different_event_with_the_id_of_a_recorded_event_is_refused(scorekeeper: Caller, game: str) -> None:
    event_id = str(uuid4())
    scorekeeper.recorded(game, {**opener(0), "id": event_id})

    response = scorekeeper.append(game, {**opener(1), "id": event_id})

    assert (response.status_code, response.json["type"], response.json["versions"]) == (422, "/problems/id-taken", [2])


def test_an_append_repeated_with_the_same_idempotency_key_records_nothing(scorekeeper: Caller, game: str) -> None:
    key = {"Idempotency-Key": "hand 1"}
    first = scorekeeper.append(game, opener(), placed(0), headers=key)
    again = scorekeeper.append(game, opener(), placed(0), headers=key)
    other = scorekeeper.append(game, opener(1), headers=key)

    assert (first.json["outcome"], again.json["outcome"]) == ("appended", "already-there")
    assert first.json["events"] == again.json["events"]
    assert (other.status_code, other.json["type"]) == (422, "/problems/id-taken")


def test_an_idempotency_key_is_valid_only_for_one_token_and_one_game(scorekeeper: Caller, callers: Callers, game: str) -> None:
    key = {"Idempotency-Key": "1"}
    scorekeeper.append(game, opener(), headers=key)

    assert callers.holder("record").append(game, opener(), headers=key).json["outcome"] == "appended"
    assert scorekeeper.append(scorekeeper.opened(), opener(), headers=key).json["outcome"] == "appended"


def test_an_event_sent_twice_without_id_or_idempotency_key_is_recorded_twice(scorekeeper: Caller, game: str) -> None:
    assert scorekeeper.recorded(game, opener()) == 2
    assert scorekeeper.recorded(game, opener()) == 3


def test_an_event_may_name_a_seat_that_joins_earlier_in_the_same_batch(scorekeeper: Caller, game: str) -> None:
    joined = {"type": "PlayerJoined", "data": {"seat": 3}}

    assert scorekeeper.recorded(game, joined, opener(3)) == 3
    assert scorekeeper.append(game, opener(4)).status_code == 422


def test_an_event_may_name_a_seat_whose_player_has_left(scorekeeper: Caller, game: str) -> None:
    left = {"type": "PlayerLeft", "data": {"seat": 2}}

    assert scorekeeper.recorded(game, left, {"type": "CardsShown", "data": {"seat": 2, "cards": ["2C"]}}) == 3


def test_an_event_may_name_a_seat_that_was_added_through_another_process(scorekeeper: Caller, game: str, parts: Wiring) -> None:
    """The process that gets the request has a cached copy of the game without the new seat."""
    elsewhere = Records(parts.redis, now_ms)
    scorekeeper.recorded(game, opener())
    elsewhere.append(parse_game(game), 2, [Draft(PlayerJoined(Seat(3)), EventId(str(uuid4())))], TokenId("other"))

    assert scorekeeper.recorded(game, opener(3), {"type": "Retracted", "data": {"target": 3}}) == 5


def test_one_batch_can_withdraw_an_event_and_insert_its_correction(scorekeeper: Caller, game: str) -> None:
    scorekeeper.recorded(game, opener(0), placed(0, "lowest"))
    amended = [{"type": "Retracted", "data": {"target": 3, "reason": "slip"}}, {**placed(0, "highest"), "after": 2}]

    scorekeeper.recorded(game, *amended)

    assert scorekeeper.get(f"/games/{game}").json["view"]["seats"]["0"]["said"]["word"] == "highest"
    assert scorekeeper.get(f"/games/{game}?at=3").json["view"]["seats"]["0"]["said"]["word"] == "lowest"


# --- dry runs ----------------------------------------------------------------------------------------------------------------------------


def test_a_dry_run_shows_the_outcome_and_stores_nothing(scorekeeper: Caller, game: str) -> None:
    scorekeeper.recorded(game, opener(0), placed(0, "lowest", "TS"))

    response = scorekeeper.append(game, placed(2, "highest", "TS"), match='"3"', query_string="dry_run=true")

    assert response.status_code == 200
    assert response.json["version"] == 4
    assert {finding["rule"] for finding in response.json["would"]["raised"]} == {"out-of-turn"}
    assert response.json["would"]["view"]["seats"]["2"]["said"]["word"] == "highest"
    assert scorekeeper.get(f"/games/{game}").json["version"] == 3


def test_a_dry_run_shows_which_findings_a_correction_withdraws(scorekeeper: Caller, game: str) -> None:
    scorekeeper.recorded(game, opener(0), placed(2, "lowest"))
    before = scorekeeper.append(game, placed(2), query_string="dry_run=true").json["would"]

    response = scorekeeper.append(game, {"type": "Retracted", "data": {"target": 3}}, query_string="dry_run=true")

    assert before["withdrawn"] == []
    assert response.json["would"]["withdrawn"] == ["out-of-turn@3"]


def test_a_dry_run_with_an_old_version_is_a_conflict(scorekeeper: Caller, game: str) -> None:
    scorekeeper.recorded(game, opener(0))

    assert scorekeeper.append(game, placed(0), match='"1"', query_string="dry_run=true").status_code == 412
    assert scorekeeper.append(game, placed(0), match=None, query_string="dry_run=true").status_code == 428
    assert scorekeeper.append(game, placed(7), query_string="dry_run=true").status_code == 422


# --- opening ------------------------------------------------------------------------------------------------------------------------------


def test_an_opening_returns_the_address_of_the_game(scorekeeper: Caller) -> None:
    response = scorekeeper.post("/games", {**HIGH_CARD, "title": "Final", "options": {"target": 5}, "visibility": "unlisted"})

    game = response.json["game"]
    assert (response.status_code, response.headers["Location"]) == (201, f"/api/v1/games/{game}")
    assert response.headers["ETag"] == scorekeeper.get(f"/games/{game}").headers["ETag"]
    state = scorekeeper.get(f"/games/{game}").json
    assert (state["title"], state["rules"]["target"], state["rules"]["playoff"], state["visibility"]) == ("Final", 5, False, "unlisted")
    assert [seat["seat"] for seat in state["seats"]] == [0, 1, 2]


def test_repeating_an_opening_with_the_same_id_or_key_opens_no_second_game(scorekeeper: Caller) -> None:
    named = {**HIGH_CARD, "seats": [{"name": "Ann"}, {"name": "Bob"}]}
    by_id = {**named, "id": str(uuid4())}
    key = {"Idempotency-Key": "tonight"}

    first, again = scorekeeper.post("/games", by_id), scorekeeper.post("/games", by_id)
    keyed, keyed_again = scorekeeper.post("/games", named, headers=key), scorekeeper.post("/games", named, headers=key)

    assert first.json["game"] == again.json["game"] != keyed.json["game"] == keyed_again.json["game"]
    assert [made.json["outcome"] for made in (first, again, keyed, keyed_again)] == ["appended", "already-there"] * 2
    assert len(scorekeeper.get("/people").json["people"]) == 4
    changed = scorekeeper.post("/games", {**by_id, "options": {"target": 3}})
    assert (changed.status_code, changed.json["type"]) == (422, "/problems/id-taken")


def test_a_game_may_be_opened_with_new_names_and_known_people(scorekeeper: Caller) -> None:
    ann = scorekeeper.post("/people", {"name": "Ann"}).json["person"]

    game = scorekeeper.opened(seats=[{"seat": 4, "name": "Bob"}, {"seat": 1, "person": ann}, {"seat": 2}])

    seats = scorekeeper.get(f"/games/{game}").json["seats"]
    assert [(seat["seat"], seat["name"]) for seat in seats] == [(1, "Ann"), (2, None), (4, "Bob")]
    assert seats[0]["person"] == ann


def test_a_whole_round_can_be_recorded(scorekeeper: Caller) -> None:
    game = scorekeeper.opened(options={"target": 1})
    hand = [placed(0, "lowest"), placed(1, "lowest"), placed(2, "middle"), revealed(s0="2C", s1="AS", s2="KH")]

    scorekeeper.recorded(game, opener(0), *hand)

    state = scorekeeper.get(f"/games/{game}").json
    assert state["outcome"]["state"] == "open"
    assert state["view"]["face_up"] == ["2C", "AS", "KH"]
