"""A device answers as the server does: for the same events it shows the same, and it refuses what the server would refuse."""

import json
from itertools import pairwise
from typing import Any
from uuid import UUID

import pytest

from domain.kernel.events import Event, EventId, TokenId
from domain.record.differences import finding_changes
from domain.record.fold import Reading
from domain.system import DIRECTOR, PUBLIC, SCOREKEEPER, System, Table
from domain.views.device import Device, Worker, written
from domain.views.preview import foreseen_json
from domain.words.seated import seated_in
from tests.domain.playing import act, opener, place, played
from tests.offline.games import ENGINE, NAMES, batch, kept, sent
from tests.playthroughs.regenerate import played as golden
from tests.systems import every_shape


def opened(reading: Reading, upto: int = 1, **options: Any) -> Device:
    return Device(json.loads(json.dumps(kept(reading.at(upto), **options))))


@every_shape
def test_a_device_that_appends_act_by_act_shows_what_the_server_shows(system: System[Table]) -> None:
    reading = golden(system)
    device = opened(reading)
    for event in reading.events[1:]:
        assert device.append(batch(event)) == {"version": event.version}  # type: ignore[arg-type]
        assert written(device.live()) == written(sent(reading.at(event.version)))


@every_shape
def test_a_device_that_opens_a_whole_record_shows_what_the_server_shows(system: System[Table]) -> None:
    reading = golden(system)
    device = opened(reading, reading.version)
    assert written(device.live()) == written(sent(reading))
    assert device.game() == sent(reading)["game"]
    assert device.events(3)["events"] == kept(reading)["events"][3:]


PLAYED = (opener(0), place(0, "h"), place(1, "l"), act("CardsRevealed", cards={"0": "2S", "1": "KH"}))
"""Two players call and show their cards."""


def retraction(version: int, target: int) -> Event:
    return Event(version, EventId(str(UUID(int=version))), act("Retracted", target=target), TokenId("t1"), 9, 60, 9)


def test_a_device_counts_the_findings_that_are_raised_and_withdrawn_after_those_of_the_server() -> None:
    whole = played("high-card", 2, *PLAYED)
    undone = whole.extended([retraction(6, 4)])
    readings = [*(whole.at(version) for version in (3, 4, 5)), undone, undone.extended([retraction(7, 6)])]
    device, verdict = opened(whole, 3), 0
    for before, now in pairwise(readings):
        device.append(batch(now.events[-1]))  # type: ignore[arg-type]
        changes = finding_changes(before.findings, now.findings)
        verdict += len(changes.raised) + len(changes.withdrawn)
        assert device.live() == sent(now, verdict=verdict)
    assert (verdict, len(undone.findings), len(readings[-1].findings)) == (2, 1, 0), "one was raised and withdrawn"


def test_a_device_that_opens_before_the_server_has_judged_the_last_events_counts_what_these_withdraw() -> None:
    whole = played("high-card", 2, *PLAYED)
    undone = whole.extended([retraction(6, 4)])
    now = undone.extended([retraction(7, 6)])
    assert (len(undone.findings), len(now.findings)) == (1, 0)
    judged_to_6 = {**sent(now, findings=undone.findings, verdict=1), "validated": 6}
    device = Device(json.loads(json.dumps({**kept(now), "live": judged_to_6})))
    assert device.live() == sent(now, verdict=2)


def test_a_device_foresees_what_a_dry_run_of_the_server_says_except_standings() -> None:
    reading = played("high-card", 2, *PLAYED)
    device = opened(reading, 4)
    foreseen: Any = device.foreseen(batch(reading.events[4]))  # type: ignore[arg-type]
    expected: Any = foreseen_json(reading.at(4), reading, SCOREKEEPER, seated_in(reading, NAMES))
    assert foreseen["version"] == 5
    (event,) = foreseen["would"].pop("events")
    assert event["sentence"] == expected.pop("events")[0]["sentence"]
    assert foreseen["would"] == expected
    assert device.live() == sent(reading.at(4)), "nothing was added"


def test_an_act_that_is_in_the_record_already_is_not_added_again() -> None:
    reading = played("high-card", 2, *PLAYED)
    device = opened(reading, 4)
    assert device.append(batch(reading.events[3])) == {"version": 4}  # type: ignore[arg-type]
    assert device.append(batch(reading.events[4])) == {"version": 5}  # type: ignore[arg-type]
    assert device.append(batch(reading.events[4])) == {"version": 5}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "data", "type_", "pointer"),
    [
        ("OpenerChosen", {"seat": 7}, "invalid", "/events/0/data/seat"),
        ("OpenerChosen", {}, "invalid", "/events/0/data/seat"),
        ("GameOpened", {}, "invalid", "/events/0/type"),
        ("Retracted", {"target": 9}, "invalid", "/events/0/data/target"),
        ("PlayerSubstituted", {"seat": 0, "person": "p-nobody"}, "invalid", "/events/0/data/person"),
        ("ResultFinalised", {}, "no-right", "/events/0/type"),
    ],
)
def test_a_device_refuses_what_the_server_would_refuse(kind: str, data: dict[str, Any], type_: str, pointer: str) -> None:
    device = opened(played("high-card", 2))
    body = {"type": kind, "data": data, "id": "00000000-0000-4000-8000-000000000000"}
    refused: Any = device.append({"events": [body], "at": 1})
    assert refused["type"] == type_
    assert pointer in [error["pointer"] for error in refused["errors"]]
    assert device.live()["game"]["version"] == 1


def test_a_director_may_record_more_than_a_scorekeeper_but_no_result_of_an_open_game() -> None:
    body = {"type": "ResultFinalised", "data": {}, "id": "00000000-0000-4000-8000-000000000000"}
    refused: Any = opened(played("high-card", 2), viewer=DIRECTOR).append({"events": [body], "at": 1})
    assert refused["type"] == "not-finished"


def test_a_device_opens_no_record_that_hides_something_or_is_not_whole() -> None:
    whole = kept(played("high-card", 2, *PLAYED))
    with pytest.raises(ValueError, match="4 events for scorekeeper, and the record is at version 5"):
        Device({**whole, "events": whole["events"][:4]})
    whole["live"]["game"]["viewer"] = str(PUBLIC)
    with pytest.raises(ValueError, match="5 events for public"):
        Device(whole)


def test_a_worker_answers_in_json_about_the_game_that_was_opened_last() -> None:
    reading = played("high-card", 2, *PLAYED)
    worker = Worker()
    assert worker.answer("open", json.dumps(kept(reading.at(4)))) == written(sent(reading.at(4)))
    assert worker.answer("append", json.dumps(batch(reading.events[4]))) == '{"version":5}'
    assert json.loads(worker.answer("live", "null"))["engine"] == ENGINE
    assert len(json.loads(worker.answer("events", "3"))["events"]) == 2
