"""/tournaments/{id}/pending over HTTP: it lists the results that wait for a decision. A preview shows what would change if a result were
accepted. Accepting the result then changes exactly this."""

from uuid import uuid4

import pytest

from domain.kernel.events import EventId, TokenId
from service.recording.tournaments import TournamentDraft
from service.store.keys import StreamId
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.test_tournaments import entered, event, opened, pair, recorded, typed
from tests.tournament.stream import taken


@pytest.fixture
def cup(director: Caller, parts: Wiring) -> str:
    """A tournament of four entries. At table 1, a worker took a result and then a different one, which waits for the director. At table 2,
    a typed result waits for a second person."""
    tournament = opened(director, visibility="public")
    assert entered(director, tournament, 4) == 5
    pair(director, tournament, 5)
    for version, scores in ((10, [11, 7]), (11, [6, 11])):
        draft = TournamentDraft(taken(1, 1, version, scores, [scores.index(11)]), EventId(str(uuid4())))
        parts.tournaments.append(StreamId(tournament), None, [draft], TokenId("job:take"))
    recorded(director, tournament, typed(1, 2, 3, 9))
    return tournament


def test_results_that_wait_for_a_decision_are_listed_with_who_recorded_them(director: Caller, cup: str) -> None:
    answer = director.get(f"/tournaments/{cup}/pending")
    (change,), (waiting,) = answer.json["changes"], answer.json["typed"]
    assert answer.headers["ETag"].startswith('"9.')
    assert (change["round"], change["table"], change["change"], change["by"], change["game_version"]) == (1, 1, 8, "job:take", 11)
    assert (change["former"]["scores"], change["new"]["scores"]) == ([11, 7], [6, 11])
    assert (waiting["table"], waiting["result"], waiting["scores"]) == (2, 9, [3, 9])


def test_accepting_a_changed_result_has_the_effect_that_its_preview_showed(director: Caller, cup: str) -> None:
    (change,) = director.get(f"/tournaments/{cup}/pending?round=1&table=1").json["changes"]
    before = {row["entry"]: row for row in director.get(f"/tournaments/{cup}/standings").json["rows"]}
    accepted = event("ChangeAccepted", round=1, table=1, change=change["change"])
    dry = director.post(f"/tournaments/{cup}/events?dry_run=true", {"events": [accepted]}, headers={"If-Match": "*"}).json
    recorded(director, cup, accepted)
    after = {row["entry"]: row for row in director.get(f"/tournaments/{cup}/standings").json["rows"]}
    moved = {row["entry"]: row for row in change["preview"]["moved"]}
    assert dry == change["preview"]
    assert moved.keys() == {entry for entry, row in after.items() if row != before[entry]}
    assert moved
    for entry, row in moved.items():
        assert (row["before"], row["place"], row["points"]) == (before[entry]["place"], after[entry]["place"], after[entry]["points"])
    assert director.get(f"/tournaments/{cup}/pending").json["changes"] == []


def test_a_changed_result_that_was_declined_is_no_longer_listed(director: Caller, cup: str) -> None:
    before = director.get(f"/tournaments/{cup}/standings").json["rows"]
    recorded(director, cup, event("ChangeDeclined", round=1, table=1, change=8, reason="settled"))
    assert director.get(f"/tournaments/{cup}/pending").json["changes"] == []
    assert director.get(f"/tournaments/{cup}/standings").json["rows"] == before


def test_a_scorekeeper_sees_results_that_wait_for_a_decision_but_cannot_decide(scorekeeper: Caller, cup: str) -> None:
    assert scorekeeper.get(f"/tournaments/{cup}/pending").json["changes"] != []
    accepted = event("ChangeAccepted", round=1, table=1, change=8)
    assert scorekeeper.post(f"/tournaments/{cup}/events", {"events": [accepted]}, headers={"If-Match": "*"}).status_code == 403


@pytest.mark.parametrize("query", ["?round=0", "?table=x", "?round=201"])
def test_a_request_for_waiting_results_with_a_wrong_query_is_refused(director: Caller, cup: str, query: str) -> None:
    assert director.get(f"/tournaments/{cup}/pending{query}").status_code == 422
