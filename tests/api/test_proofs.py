"""A finding with several proofs. Each viewer sees the finding once, with the words of a proof that this viewer may see.

The system is `tests/workers/poison.py`. The breach at version 3 has two proofs: the sealed cards of seat 0, and those of seat 1. Version 4,
if recorded, adds a third proof, which rests on cards that everybody saw. Each proof has its own words.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest

from domain.kernel.cards import Seat
from domain.kernel.events import Act, EventId, GameOpened, IrregularityCalled, Retracted, Seating, TokenId, VisibilitySet
from domain.record.batch import Draft
from service.engine import ENGINE
from service.store.keys import HOME, GameId
from service.wiring import Wiring
from tests.api.callers import Caller
from tests.api.conftest import Callers
from tests.api.test_blind import first_message
from tests.workers import poison
from workers.validate import Validator

BY = TokenId("t1")
DOUBLED, SHOWN = IrregularityCalled("doubled"), IrregularityCalled("shown")
SAID = {"public": None, "seat 0": "cards of 0.", "seat 1": "cards of 1.", "scorekeeper": "cards of 0.", "director": "cards of 0."}
"""For each viewer: the end of the sentence about version 3 that the viewer sees. None: the viewer sees no finding."""


@pytest.fixture(autouse=True)
def poisoned() -> Iterator[None]:
    with poison.known():
        yield


def append(parts: Wiring, game: GameId, *acts: Act) -> None:
    parts.records.append(game, None, [Draft(act, EventId(str(uuid4()))) for act in acts], BY)
    Validator(parts.records, parts.readings, parts.verdicts, ENGINE).validate(game, 1)


@pytest.fixture
def game(parts: Wiring) -> GameId:
    opened = GameOpened("poisoned", {}, (Seating(Seat(0)), Seating(Seat(1))))
    game = parts.records.open(HOME, Draft(opened, EventId(str(uuid4()))), BY).game
    append(parts, game, VisibilitySet("public"), DOUBLED)
    return game


@pytest.fixture
def viewers(callers: Callers, game: GameId) -> dict[str, Caller]:
    seats = {f"seat {seat}": callers.holder("read", game=game, seat=seat) for seat in range(2)}
    return {"public": callers.anonymous(), **seats, "scorekeeper": callers.holder("record"), "director": callers.holder("direct")}


def listed(caller: Caller, game: GameId) -> list[Any]:
    return [finding for finding in caller.get(f"/games/{game}/findings").json["findings"] if finding["status"] == "standing"]


def live(caller: Caller, game: GameId) -> list[Any]:
    _, message = first_message(caller, game)
    data = message.partition(b"\ndata: ")[2].partition(b"\n")[0]
    return list(json.loads(data)["findings"])


def footer(caller: Caller, game: GameId) -> list[Any]:
    return list(json.loads(caller.get(f"/games/{game}/export?format=ndjson").data.splitlines()[-1])["findings"])


def replayed(order: str) -> Callable[[Caller, GameId], list[Any]]:
    def findings(caller: Caller, game: GameId) -> list[Any]:
        frames = caller.get(f"/games/{game}/replay?as={order}").json["frames"]
        return [finding for frame in frames for finding in frame["findings"]]

    return findings


def differing(caller: Caller, game: GameId) -> list[Any]:
    return list(caller.get(f"/games/{game}/diff?from=2").json["findings"]["raised"])


TELLING = {
    "findings": listed,
    "live": live,
    "export": footer,
    "as corrected": replayed("corrected"),
    "as recorded": replayed("recorded"),
    "diff": differing,
}


@pytest.mark.parametrize("telling", TELLING)
def test_each_viewer_sees_a_finding_once_with_one_proof_that_the_viewer_may_see(
    telling: str, game: GameId, viewers: dict[str, Caller]
) -> None:
    for role, expected in SAID.items():
        shown = TELLING[telling](viewers[role], game)
        sentences = [] if expected is None else [f"Proved by the {expected}"]
        assert [(found["id"], found["sentence"]) for found in shown] == [("doubled@3", sentence) for sentence in sentences], role


@pytest.mark.parametrize("telling", ["findings", "live", "export", "diff"])
def test_a_proof_by_open_cards_is_shown_instead_of_a_proof_by_sealed_cards(
    telling: str, game: GameId, viewers: dict[str, Caller], parts: Wiring
) -> None:
    append(parts, game, SHOWN)
    for role, caller in viewers.items():
        shown = [(found["id"], found["sentence"]) for found in TELLING[telling](caller, game)]
        assert shown == [("doubled@3", "Proved by what everybody saw.")], role


@pytest.mark.parametrize("order", ["corrected", "recorded"])
def test_a_replay_shows_a_finding_at_the_event_of_a_proof_that_the_viewer_may_see(
    order: str, game: GameId, viewers: dict[str, Caller], parts: Wiring
) -> None:
    append(parts, game, SHOWN)
    for role, expected in SAID.items():
        frames = viewers[role].get(f"/games/{game}/replay?as={order}").json["frames"]
        shown = {frame["version"]: finding["sentence"] for frame in frames for finding in frame["findings"]}
        assert shown == ({4: "Proved by what everybody saw."} if expected is None else {3: f"Proved by the {expected}"}), role


def test_a_finding_is_withdrawn_when_its_last_proof_is_withdrawn(game: GameId, viewers: dict[str, Caller], parts: Wiring) -> None:
    append(parts, game, SHOWN)
    append(parts, game, Retracted(4))
    for role, expected in SAID.items():
        [shown] = viewers[role].get(f"/games/{game}/findings").json["findings"]
        status, sentence = ("withdrawn", "what everybody saw.") if expected is None else ("standing", f"the {expected}")
        assert (shown["status"], shown["sentence"]) == (status, f"Proved by {sentence}"), role
    append(parts, game, Retracted(3))
    for role, caller in viewers.items():
        shown = caller.get(f"/games/{game}/findings").json["findings"]
        assert [finding["status"] for finding in shown] == ["withdrawn"], role
        assert live(caller, game) == []


def test_a_dry_run_shows_only_proofs_that_the_viewer_may_see(game: GameId, viewers: dict[str, Caller]) -> None:
    event = {"type": "IrregularityCalled", "data": {"kind": "doubled"}}
    body = viewers["scorekeeper"].append(game, event, query_string={"dry_run": "true"}).json
    assert [found["id"] for found in body["would"]["raised"]] == ["doubled@4"]


def test_a_ruling_shows_each_viewer_the_words_of_a_proof_they_may_see(game: GameId, viewers: dict[str, Caller]) -> None:
    cites = {"cites": {"finding": "doubled@3"}, "rule": "HC-14", "rectification": "stand"}
    viewers["director"].recorded(game, {"type": "RulingRecorded", "data": cites})
    for role, expected in SAID.items():
        [ruling] = viewers[role].get(f"/games/{game}/rulings").json["rulings"]
        assert ruling["sentence"].startswith(
            "Ruling on what was found at entry 3." if expected is None else f"Ruling on the finding: Proved by the {expected}"
        )
