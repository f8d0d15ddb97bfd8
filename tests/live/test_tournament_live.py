"""GET /tournaments/{id}/live: which messages each visitor gets after a change, and which changes stay hidden."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from bench.cup import BY, acts, draft, stored
from domain.kernel.events import TournamentAct
from service.api.lib.live import permission
from service.api.tournaments.access import access
from service.api.tournaments.live import TournamentTopic, rendered
from service.store.keys import HOME, StreamId, keys_of
from service.store.streams.seen import digits_of
from tests.contract import heard
from tests.live.test_stream import Served, Stream, served
from tests.tournament.stream import act, entries, opened, paired
from tests.waiting import WITHIN, until

__all__ = ["served"]

PUBLISHED = act("RoundPublished", round=1)
TYPED = act("ResultEntered", round=1, table=1, scores=[11, 7])
FIRST = [opened(rounds=3), *entries(5), paired(1, [[1], [2]], [[3], [4]], sits_out=[5])]
"""Versions 1 to 7: a tournament of five entries, with a round that is not published."""


@pytest.fixture
def follow(served: Served) -> Iterator[Callable[..., Stream]]:
    """A function `follow(tournament, secret, last)` that opens a stream. `last`: the version of the last message that the viewer has seen.
    The fixture closes all streams after the test."""
    with httpx.Client(timeout=WITHIN, event_hooks={"response": [heard]}) as client:
        opened: list[httpx.Response] = []

        def start(tournament: str, secret: str = "", last: int = 0) -> Stream:
            headers = {"Authorization": f"Bearer {secret}"} if secret else {}
            headers |= {"Last-Event-ID": id_of(served, StreamId(tournament), last)} if last else {}
            request = client.build_request("GET", f"{served.url}/tournaments/{tournament}/live", headers=headers)
            response = client.send(request, stream=True)
            opened.append(response)
            return Stream(response, response.iter_lines())

        yield start
        for response in opened:
            response.close()


Following = Callable[..., Stream]


def id_of(served: Served, tournament: StreamId, version: int) -> str:
    """Return the id of the message about the tournament at this version."""
    reading = served.parts.tournaments_read.of(tournament)
    return f"{version}.e{digits_of(reading.mark(version))}"


def cup(served: Served, visibility: str = "public") -> StreamId:
    first = act(
        "TournamentOpened", title="Cup", system="high-card", rules={}, format="swiss", settings={"rounds": 3}, visibility=visibility
    )
    return stored(served.parts.tournaments, [first, *FIRST[1:]])


def record(served: Served, tournament: StreamId, *given: TournamentAct) -> int:
    return served.parts.tournaments.append(tournament, None, [draft(each) for each in given], BY).version


def told(stream: Stream) -> dict[str, Any]:
    """Wait for the next `change` event and return its data."""
    while (fields := stream.next()).get("event") != "change":
        pass
    body: dict[str, Any] = json.loads(fields["data"])
    assert fields["id"].partition(".")[0] == str(body["version"])
    return body


def brief(body: dict[str, Any]) -> tuple[Any, ...]:
    """Return the data as a tuple: (version, since, standings, entries, rounds, tables). Each table is a pair of round and number."""
    tables = [(place["round"], place["table"]) for place in body["tables"]]
    return body["version"], body["since"], body["standings"], body["entries"], body["rounds"], tables


def test_a_live_message_lists_what_changed_and_since_which_version(served: Served, follow: Following) -> None:
    tournament = cup(served)
    watched = follow(tournament)
    assert watched.response.headers["content-type"].startswith("text/event-stream")
    assert watched.response.headers["cache-control"] == "no-store"
    assert brief(told(watched)) == (7, None, True, True, [], [])
    record(served, tournament, PUBLISHED)
    assert brief(told(watched)) == (8, 7, True, False, [1], [])  # the bye of entry 5 counts as soon as the round is published
    record(served, tournament, TYPED)
    assert brief(told(watched)) == (9, 8, False, False, [], [(1, 1)])  # the result does not count before a second person approves it
    record(served, tournament, act("ResultApproved", round=1, table=1, result=9))
    assert brief(told(watched)) == (10, 9, True, False, [], [(1, 1)])
    record(served, tournament, act("CheckedIn", entry=2))
    assert brief(told(watched))[3] is True
    record(served, tournament, act("RoundUnpublished", round=1, reason="wrong"))
    assert brief(told(watched)) == (12, 11, True, False, [1], [])


def test_a_live_stream_reports_round_starts_bells_and_announcements(served: Served, follow: Following) -> None:
    tournament = cup(served)
    record(served, tournament, PUBLISHED)
    watched = follow(tournament, last=8)
    for given in (act("RoundStarted", round=1, seconds=60), act("BellRung", round=1), act("Announced", text="Supper is ready")):
        record(served, tournament, given)
        body = told(watched)
        assert (body["clock"], *brief(body)[2:]) == (True, False, False, [], [])
    record(served, tournament, TYPED)
    assert told(watched)["clock"] is False


def test_an_unpublished_round_is_hidden_from_visitors_who_may_not_record(served: Served, follow: Following) -> None:
    tournament = cup(served)
    public, keeper = follow(tournament), follow(tournament, served.token("record")[1])
    assert (brief(told(public)), brief(told(keeper))) == ((7, None, True, True, [], []), (7, None, True, True, [1], []))
    for given in (TYPED, act("PairingChanged", round=1, tables=[{"table": 1, "sides": [[1], [3]]}], sits_out=[2])):
        record(served, tournament, given)
        told(keeper)
    record(served, tournament, act("RoundUnpublished", round=1, reason="secret"))
    assert brief(told(keeper)) == (10, 9, False, False, [1], [])
    record(served, tournament, act("EntryMade", entry=6, people=[], name="Late"))
    assert brief(told(public))[0] == 11  # the public got no message about the earlier events
    body = told(follow(tournament, last=7))
    assert (body["since"], body["rounds"], body["tables"]) == (7, [], [])


def test_a_resumed_live_stream_sends_only_changes_after_the_last_event_id(served: Served, follow: Following) -> None:
    tournament = cup(served)
    record(served, tournament, PUBLISHED)
    record(served, tournament, TYPED)
    assert brief(told(follow(tournament, last=7))) == (9, 7, True, False, [1], [])
    assert brief(told(follow(tournament, last=8))) == (9, 8, False, False, [], [(1, 1)])
    current = follow(tournament, last=9)
    assert current.next().keys() == {"retry"}
    record(served, tournament, act("CheckedIn", entry=1))
    assert brief(told(current))[:2] == (10, 9)


@pytest.mark.parametrize("unknown", ["0", "99", "x", "8.0", "8.99", "-1", "٣", "1" * 30, "8.x", "8", "8.e0000000000"])
def test_a_live_stream_resumed_with_an_unknown_id_sends_the_whole_state(served: Served, follow: Following, unknown: str) -> None:
    tournament = cup(served)
    record(served, tournament, PUBLISHED)
    topic = TournamentTopic(tournament, records=False)
    body = rendered(served.parts, topic).told(unknown)
    assert body is not None
    assert brief(json.loads(body)) == (8, None, True, True, [1], [])


def test_a_viewer_who_saw_events_that_are_lost_gets_the_whole_state(served: Served, follow: Following) -> None:
    """A result is lost, as after a failover. Then it is recorded again, with the same id and version, after another event."""
    tournament = cup(served)
    record(served, tournament, PUBLISHED)
    keys, redis = keys_of(tournament), served.parts.redis
    before = {key: redis.dump(key) for key in (keys.stream(tournament, "tournament"), keys.head(tournament), keys.ids(tournament))}
    result = draft(TYPED)

    def again(*others: TournamentAct) -> None:
        record(served, tournament, *others)
        served.parts.tournaments.append(tournament, None, [result], BY)

    again(act("CheckedIn", entry=1))
    seen = rendered(served.parts, TournamentTopic(tournament, records=False))
    for key, kept in before.items():
        redis.restore(key, 0, kept, replace=True)
    again(act("CheckedIn", entry=2))

    now = rendered(served.parts, TournamentTopic(tournament, records=False))
    assert (now.id != seen.id, now.id.partition(".")[0]) == (True, seen.id.partition(".")[0])
    body = now.told(seen.id)
    assert body is not None, "a viewer of the lost events was told that nothing has changed"
    assert brief(json.loads(body))[1:4] == (None, True, True)


def test_a_live_stream_reports_what_a_correction_changes(served: Served, follow: Following) -> None:
    tournament = cup(served)
    record(served, tournament, PUBLISHED, TYPED)
    at = record(served, tournament, act("ResultApproved", round=1, table=1, result=9))
    watched = follow(tournament, last=at)
    watched.next()
    record(served, tournament, act("Retracted", target=at))
    assert brief(told(watched)) == (at + 1, at, True, False, [], [(1, 1)])


def test_a_live_message_names_the_tables_whose_result_was_corrected(served: Served, follow: Following) -> None:
    tournament = cup(served)
    at = record(served, tournament, PUBLISHED)
    watched = follow(tournament, last=at)

    def corrected(*given: TournamentAct) -> list[dict[str, Any]]:
        record(served, tournament, *given)
        tables: list[dict[str, Any]] = told(watched)["corrected"]
        return tables

    first, second = {"round": 1, "table": 1, "entries": [1, 2]}, {"round": 1, "table": 2, "entries": [3, 4]}
    assert corrected(TYPED) == []
    assert corrected(act("ResultApproved", round=1, table=1, result=9)) == []
    assert corrected(act("ForfeitRuled", round=1, table=2, winners=[0])) == []
    assert corrected(act("ForfeitRuled", round=1, table=2, winners=[0])) == []  # the same result again
    assert corrected(act("ForfeitRuled", round=1, table=2, winners=[1])) == [second]
    assert corrected(act("Retracted", target=10)) == [first]
    assert told(follow(tournament, last=8))["corrected"] == []  # at that version no table had a result


def test_the_standings_of_a_live_message_can_be_read_at_once_however_large_they_are(served: Served, follow: Following) -> None:
    large = stored(served.parts.tournaments, list(acts(240, 5, open_last=True)))
    watched = follow(large)
    told(watched)
    changed = record(served, large, act("ForfeitRuled", round=5, table=1, winners=[0]))
    assert brief(told(watched)) == (changed, changed - 1, True, False, [], [(5, 1)])
    assert httpx.get(f"{served.url}/tournaments/{large}/standings", timeout=WITHIN).json()["version"] == changed


def test_a_private_tournament_has_no_live_stream_for_strangers(served: Served, follow: Following) -> None:
    tournament = cup(served, "private")
    answer = httpx.get(f"{served.url}/tournaments/{tournament}/live", timeout=WITHIN)
    absent = httpx.get(f"{served.url}/tournaments/home-t{'a' * 16}/live", timeout=WITHIN)
    assert (answer.status_code, answer.json()) == (404, absent.json())
    assert told(follow(tournament, served.token("read")[1]))["rounds"] == []


def test_withdrawing_a_token_ends_its_right_to_the_live_stream(served: Served) -> None:
    tournament = cup(served, "private")
    token, secret = served.token("record")
    with served.app.test_request_context(headers={"Authorization": f"Bearer {secret}"}):
        permitted = permission(access(tournament).token, lambda: False)
        assert permitted()
        served.parts.clubs.withdraw(HOME, token)
        assert not permitted()


def test_a_viewer_who_leaves_a_tournaments_live_stream_makes_room_for_another(served: Served, follow: Following) -> None:
    tournament = cup(served)
    watched = follow(tournament)
    told(watched)
    hub = served.app.extensions["faceup.live"]
    assert len(hub) == 1
    watched.response.close()

    def noticed() -> bool:
        record(served, tournament, act("CheckedIn", entry=1), act("NoteWritten", note="x"), PUBLISHED, act("EntryChanged", entry=1, seed=3))
        return len(hub) == 0

    until(noticed)
