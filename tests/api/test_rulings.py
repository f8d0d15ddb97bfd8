"""Rulings over HTTP: what everyone sees after a director rules (docs/decisions/rulings.md)."""

from typing import Any

import orjson
import pytest

from domain.files.recompute import recompute
from domain.system import PUBLIC
from service.api.games.live import rendered
from service.store.keys import GameId
from service.views.subscriptions import GameTopic
from service.wiring import Wiring
from tests.api.callers import Caller, opener, placed, revealed
from tests.api.conftest import Callers
from tests.api.test_sealed import validated

SEATS = [{"name": "Anna"}, {"name": "Ben"}, {}]
FINDING = "out-of-turn@3"


def ruling(rectification: str = "void", finding: str = FINDING, **data: Any) -> dict[str, Any]:
    return {"type": "RulingRecorded", "data": {"cites": {"finding": finding}, "rule": "HC-14", "rectification": rectification, **data}}


@pytest.fixture
def game(director: Caller, parts: Wiring) -> str:
    """Seat 2 plays out of turn at version 3; Anna wins round 1 at version 6."""
    game = director.opened(seats=SEATS, visibility="public", options={"target": 1})
    rest = (placed(0, "lowest", "2C"), placed(1, "lowest", "KH"), revealed(s0="2C", s1="KH", s2="AS"))
    director.recorded(game, opener(0), placed(2, "middle", "AS"), *rest)
    validated(parts, game)
    return game


def pointers(response: Any) -> list[str]:
    assert response.status_code == 422, response.get_data(as_text=True)
    return [place["pointer"] for place in response.json["errors"]]


def test_a_ruling_is_listed_and_changes_the_result(director: Caller, stranger: Caller, game: str) -> None:
    assert director.get(f"/games/{game}").json["outcome"]["winners"] == [0]
    version = director.recorded(game, ruling("void", round=1, note="both agreed"))
    body = director.get(f"/games/{game}").json
    assert (body["outcome"]["state"], body["outcome"]["scores"], body["view"]["round"]) == ("open", {"0": 0, "1": 0, "2": 0}, 2)
    (listed,) = director.get(f"/games/{game}/rulings").json["rulings"]
    assert listed == {
        "version": version,
        "cites": {"finding": FINDING, "dispute": None},
        "rule": "HC-14",
        "rectification": "void",
        "round": 1,
        "points": None,
        "supersedes": None,
        "superseded_by": None,
        "standing": True,
        "note": "both agreed",
        "by": listed["by"],
        "at": listed["at"],
        "sentence": "Ruling on the finding: Seat 3 placed a card although it was Anna's turn. Round 1 is void (HC-14).",
    }
    assert stranger.get(f"/games/{game}/rulings").json["rulings"] == [{**listed, "note": None}]


def test_every_endpoint_that_shows_a_finding_also_shows_the_ruling_on_it(
    director: Caller, stranger: Caller, parts: Wiring, game: str
) -> None:
    before = [frame["findings"] for frame in director.get(f"/games/{game}/replay").json["frames"]]
    assert [(finding["status"], finding["ruling"]) for finding in before[2]] == [("standing", None)]
    version = director.recorded(game, ruling("stand", round=1))
    validated(parts, game)
    (live,) = orjson.loads(rendered(parts, GameTopic(GameId(game), PUBLIC, prompted=False)).body)["findings"]
    assert (live["status"], live["ruling"]) == ("ruled", version)
    for caller in (director, stranger):
        (finding,) = caller.get(f"/games/{game}/findings").json["findings"]
        (framed,) = caller.get(f"/games/{game}/replay").json["frames"][2]["findings"]
        assert (finding["status"], finding["ruling"]) == (framed["status"], framed["ruling"]) == ("ruled", version)
    director.recorded(game, {"type": "Retracted", "data": {"target": version}})
    validated(parts, game)
    (finding,) = director.get(f"/games/{game}/findings").json["findings"]
    assert (finding["status"], finding["ruling"]) == ("standing", None)


def test_recorders_see_that_a_correction_withdrew_the_finding_that_a_ruling_is_about(
    director: Caller, scorekeeper: Caller, stranger: Caller, parts: Wiring, game: str
) -> None:
    version = director.recorded(game, ruling("stand", round=1))
    director.recorded(game, {"type": "Retracted", "data": {"target": 3}})
    validated(parts, game)
    for caller in (director, scorekeeper):
        statuses = {each["id"]: each["status"] for each in caller.get(f"/games/{game}/findings").json["findings"]}
        assert statuses[FINDING] == "withdrawn"
        assert statuses[f"ruling-without-ground@{version}"] == "standing"
    assert "ruling-without-ground" not in stranger.get(f"/games/{game}/findings").get_data(as_text=True)
    (listed,) = director.get(f"/games/{game}/rulings").json["rulings"]
    assert listed["sentence"] == "Ruling on what was found at entry 3. Round 1 stands (HC-14)."
    shown = [each["sentence"] for each in director.get(f"/games/{game}/diff?from={version}").json["sentences"]]
    lost = f"The ruling at {version} rests on what was found at entry 3, which is not proved any more."
    assert f"Found: {lost} It stands until it is withdrawn or superseded. (Round 1, entry {version}.)" in shown
    assert not any("@" in sentence for sentence in shown)
    again = director.append(game, ruling("stand", round=1))
    assert again.status_code == 201, "a finding that was ever raised may be ruled on"


def test_the_exported_file_of_a_game_with_a_ruling_has_the_result_that_follows_from_its_events(
    director: Caller, parts: Wiring, game: str
) -> None:
    first = director.recorded(game, ruling("void", round=1))
    director.recorded(game, ruling("penalty", round=1, points={"2": -1}, supersedes=first, note="a second look"))
    validated(parts, game)
    for form in ("json", "ndjson"):
        recomputed = recompute(director.get(f"/games/{game}/export?format={form}").data)
        assert (recomputed.faults, recomputed.unexamined) == ((), ())


def test_a_ruling_that_replaces_another_ruling_counts_until_it_is_withdrawn(director: Caller, game: str) -> None:
    first = director.recorded(game, ruling("void", round=1))
    second = director.recorded(game, ruling("penalty", round=1, points={"2": -1}, supersedes=first))
    shown = director.get(f"/games/{game}").json["outcome"]
    assert (shown["state"], shown["scores"]) == ("finished", {"0": 1, "1": 0, "2": -1})
    former, later = director.get(f"/games/{game}/rulings").json["rulings"]
    assert (former["standing"], former["superseded_by"], later["standing"], later["superseded_by"]) == (False, second, True, None)
    assert later["sentence"].endswith(f"Penalty for round 1, seat 3 −1 (HC-14). It takes the place of the ruling at {first}.")
    assert pointers(director.append(game, ruling("stand", supersedes=first))) == ["/events/0/data/supersedes"]
    director.recorded(game, {"type": "Retracted", "data": {"target": second}})
    former, later = director.get(f"/games/{game}/rulings").json["rulings"]
    assert (former["standing"], later["standing"], later["superseded_by"]) == (True, False, None)


def test_a_director_can_rule_on_a_dispute(director: Caller, game: str) -> None:
    called = director.recorded(game, {"type": "IrregularityCalled", "data": {"kind": "exposed-card", "seat": 1, "note": "by the window"}})
    decided = {"cites": {"dispute": called}, "rule": "house", "rectification": "penalty", "points": {"1": -1}}
    director.recorded(game, {"type": "RulingRecorded", "data": decided})
    (listed,) = director.get(f"/games/{game}/rulings").json["rulings"]
    assert listed["sentence"] == f"Ruling on entry {called}: Play stops: exposed card of Ben: “by the window”. Penalty, Ben −1 (house)."
    public = director.get(f"/games/{game}/rulings?view=public")
    assert "window" not in public.get_data(as_text=True)


def test_one_batch_may_contain_a_claim_and_the_ruling_on_it(director: Caller, game: str) -> None:
    batch = [{"type": "ClaimMade", "data": {"seat": 1, "claim": "it was my turn"}}, ruling("stand", round=1)]
    batch[1]["data"]["cites"] = {"dispute": 7}
    assert director.recorded(game, *batch) == 8


def test_a_dry_run_of_a_ruling_stores_nothing(director: Caller, game: str) -> None:
    body = director.append(game, ruling("void", round=1), query_string={"dry_run": "true"}).json
    assert body["would"]["scores"] == {"before": {"0": 1, "1": 0, "2": 0}, "after": {"0": 0, "1": 0, "2": 0}}
    assert body["would"]["outcome"]["state"] == "open"
    assert pointers(director.append(game, ruling(finding="revoke@2"), query_string={"dry_run": "true"})) == [
        "/events/0/data/cites/finding", "/events/0/data/round",
    ]  # fmt: skip
    assert director.get(f"/games/{game}/rulings").json == {"game": game, "version": 6, "rulings": []}


REFUSED: list[tuple[dict[str, Any], list[str]]] = [
    (ruling("stand", finding="revoke@4"), ["cites/finding"]),
    ({**ruling("stand"), "data": {**ruling("stand")["data"], "cites": {"dispute": 3}}}, ["cites/dispute"]),
    ({**ruling("stand"), "data": {**ruling("stand")["data"], "cites": {}}}, ["cites"]),
    ({**ruling("stand"), "data": {**ruling("stand")["data"], "cites": {"dispute": 3, "finding": FINDING}}}, ["cites"]),
    (ruling("void", round=2), ["round"]),
    (ruling("void"), ["round"]),
    (ruling("penalty", round=1, points={"7": -1}), ["points/7"]),
    (ruling("adjust", round=1), ["points"]),
    (ruling("replay", round=1, points={"1": 1}), ["points"]),
    (ruling("stand", supersedes=2), ["supersedes"]),
    (ruling("forgive", round=1), ["rectification"]),
    (ruling("void", finding="revoke@4", round=9, supersedes=2), ["cites/finding", "round", "supersedes"]),
]


@pytest.mark.parametrize(("sent", "places"), REFUSED, ids=[f"{n} {' '.join(places)}" for n, (_, places) in enumerate(REFUSED)])
def test_an_invalid_ruling_is_refused_and_nothing_is_stored(director: Caller, game: str, sent: dict[str, Any], places: list[str]) -> None:
    note = {"type": "NoteWritten", "data": {"note": "before it"}}
    assert sorted(pointers(director.append(game, note, sent))) == sorted(f"/events/1/data/{place}" for place in places)
    assert director.get(f"/games/{game}").json["version"] == 6


def test_a_ruling_that_replaces_another_ruling_cannot_be_inserted_at_an_earlier_place(director: Caller, game: str) -> None:
    first = director.recorded(game, ruling("void", round=1))
    assert pointers(director.append(game, {**ruling("stand", supersedes=first), "after": 3})) == ["/events/0/after"]


def test_only_directors_can_record_a_ruling(callers: Callers, scorekeeper: Caller, game: str) -> None:
    """Other visitors get the same refusal whether the finding exists or not."""
    for caller in (scorekeeper, callers.holder("record", game=game)):
        for sent in (ruling("void", round=1), ruling("void", finding="revoke@4", round=1)):
            refused = caller.append(game, sent)
            assert (refused.status_code, refused.json["type"]) == (403, "/problems/no-right")


def test_a_repeated_ruling_is_answered_with_already_there(director: Caller, game: str) -> None:
    first = director.recorded(game, ruling("void", round=1))
    sent = {**ruling("stand", round=1, supersedes=first), "id": "0d4f7a52-9f0b-4a51-8b0a-54f1c0a2b6de"}
    for match, outcome in (("*", "appended"), ("*", "already-there"), (f'"{first}"', "already-there")):
        answer = director.append(game, sent, match=match)
        assert (answer.status_code, answer.json["outcome"]) == (201, outcome)


def test_a_ruling_that_expects_an_old_version_is_a_conflict(director: Caller, game: str) -> None:
    director.recorded(game, ruling("void", round=1))
    assert director.append(game, ruling("stand", round=1), match='"6"').status_code == 412


def test_the_list_of_rulings_has_an_entity_tag_and_refuses_views_that_show_too_much(director: Caller, stranger: Caller, game: str) -> None:
    director.recorded(game, ruling("void", round=1))
    answer = stranger.get(f"/games/{game}/rulings")
    assert answer.headers["ETag"].startswith('"7.e')
    assert stranger.get(f"/games/{game}/rulings", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert stranger.get(f"/games/{game}/rulings", headers={"If-None-Match": '"7"'}).status_code == 200
    assert stranger.get(f"/games/{game}/rulings?view=director").status_code == 403


def test_a_finding_names_the_round_in_which_it_was_proved(director: Caller, stranger: Caller, parts: Wiring) -> None:
    game = director.opened(seats=SEATS, visibility="public")
    whole = (opener(0), *(placed(seat, "lowest") for seat in range(3)), revealed(s0="2C", s1="KH", s2="AS"))
    director.recorded(game, *whole, opener(0))
    validated(parts, game)
    (finding,) = stranger.get(f"/games/{game}/findings").json["findings"]
    assert (finding["id"], finding["round"]) == ("opener-fixed@7", 2)
    assert orjson.loads(rendered(parts, GameTopic(GameId(game), PUBLIC, prompted=False)).body)["findings"][0]["round"] == 2
    assert ["round" in each for frame in stranger.get(f"/games/{game}/replay").json["frames"] for each in frame["findings"]] == [False]
