"""Queries (questions about a record) over HTTP: which queries there are, who may answer, and what each answer changes
(docs/decisions/domain-asking.md)."""

from typing import Any

import orjson
import pytest

from domain.system import DIRECTOR, PUBLIC, SCOREKEEPER, Viewer
from service.api.games.live import rendered
from service.store.keys import GameId
from service.views.subscriptions import GameTopic
from service.wiring import Wiring
from tests.api.callers import Caller, opener, placed, revealed
from tests.api.conftest import Callers
from tests.api.lives import event
from tests.api.test_sealed import validated

QUERY = "out-of-turn@4"
Listed = dict[str, Any]


@pytest.fixture
def game(scorekeeper: Caller, parts: Wiring) -> str:
    """Seat 2 placed a card at version 4, and seat 1 at version 5. These plays were out of turn. In the opposite order they would have been
    right."""
    game = scorekeeper.opened(visibility="public")
    scorekeeper.recorded(game, opener(0), placed(0, "middle", "AS"), placed(2, "lowest", "2C"), placed(1, "highest", "3D"))
    validated(parts, game)
    return game


def found(caller: Caller, game: str, view: str = "") -> dict[str, Listed]:
    """Return the findings that are not withdrawn, by id."""
    listed: list[Listed] = caller.get(f"/games/{game}/findings{view}").json["findings"]
    return {each["id"]: each for each in listed if each["status"] != "withdrawn"}


def answers(caller: Caller, game: str, name: str = QUERY) -> dict[str, Listed]:
    return {each["answer"]: each for each in found(caller, game)[name].get("answers", [])}


def attested(finding: str = QUERY) -> dict[str, Any]:
    return event("IrregularityAttested", finding=finding)


def ruled(finding: str = QUERY) -> dict[str, Any]:
    return event("RulingRecorded", cites={"finding": finding}, rule="HC-14", rectification="stand", round=1)


def test_a_query_is_listed_with_its_possible_answers(scorekeeper: Caller, game: str) -> None:
    query = found(scorekeeper, game)[QUERY]
    said = "Seat 3 placed a card although it was seat 2's turn."
    ask = "Is an entry missing here, or in the wrong order? Or did it happen so?"
    assert (query["kind"], query["status"], query["sentence"]) == ("query", "standing", f"{said} {ask}")
    fifth = scorekeeper.get(f"/games/{game}/events").json["events"][4]
    again = {**placed(1, "highest", "3D"), "after": 3, "at": fifth["at"], "offset": fifth["offset"]}
    assert query["answers"] == [
        {"answer": "missing", "text": "An entry is missing before entry 4", "after": 3},
        {"answer": "earlier", "text": "An entry is missing further back"},
        {
            "answer": "swapped",
            "text": "Entries 4 and 5 are in the wrong order",
            "events": [{"type": "Retracted", "data": {"target": 5, "reason": "wrong order"}}, again],
        },
        {"answer": "happened", "text": "It happened so", "events": [{"type": "IrregularityAttested", "data": {"finding": QUERY}}]},
        {"answer": "leave", "text": "Leave the question open"},
    ]


@pytest.mark.parametrize(("answer", "left"), [("swapped", {}), ("happened", {"out-of-turn@4,6": "breach"})])
def test_posting_the_events_of_an_answer_settles_the_query(
    scorekeeper: Caller, parts: Wiring, game: str, answer: str, left: dict[str, str]
) -> None:
    scorekeeper.recorded(game, *answers(scorekeeper, game)[answer]["events"])
    validated(parts, game)
    assert {name: each["kind"] for name, each in found(scorekeeper, game).items()} == left
    listed = scorekeeper.get(f"/games/{game}/findings").json["findings"]
    assert [(each["id"], each["kind"], each["status"]) for each in listed if each["id"] == QUERY] == [(QUERY, "query", "withdrawn")]
    assert not any("answers" in each for each in listed)


def test_a_card_that_was_typed_wrong_is_corrected_as_the_first_answer_says(scorekeeper: Caller, parts: Wiring) -> None:
    game = scorekeeper.opened()
    scorekeeper.recorded(game, opener(0), placed(0, "highest", "AS"), placed(1, "lowest", "AS"))
    validated(parts, game)
    [name] = found(scorekeeper, game)
    listed = found(scorekeeper, game)[name]
    assert (listed["kind"], listed["suspects"]) == ("query", [4, 3])
    assert listed["alternatives"] == ["Mistyped card at 4?", "Mistyped card at 3?"]
    suspects = [each for each in listed["answers"] if each["answer"] == "mistyped"]
    assert (
        listed["answers"][:2]
        == suspects
        == [
            {"answer": "mistyped", "text": "The ace of spades by seat 2 at entry 4", "version": 4},
            {"answer": "mistyped", "text": "The ace of spades by seat 1 at entry 3", "version": 3},
        ]
    )
    wrong = suspects[0]["version"]
    scorekeeper.recorded(game, event("Retracted", target=wrong, reason="typing slip"), {**placed(1, "lowest", "2C"), "after": wrong})
    validated(parts, game)
    assert found(scorekeeper, game) == {}


def test_an_entry_that_was_missing_is_recorded_where_the_answer_says(scorekeeper: Caller, parts: Wiring) -> None:
    game = scorekeeper.opened()
    scorekeeper.recorded(game, opener(0), placed(0), placed(2, "lowest"))
    validated(parts, game)
    missing = answers(scorekeeper, game)["missing"]
    state = scorekeeper.get(f"/games/{game}?as=corrected&at={missing['after']}").json
    assert [prompt["seat"] for prompt in state["prompts"] if prompt["type"] == "CardPlaced"] == [1], "the prompts at that place"
    scorekeeper.recorded(game, {**placed(1, "highest"), "after": missing["after"]})
    validated(parts, game)
    assert found(scorekeeper, game) == {}


def test_a_confirmation_by_the_players_that_answers_a_query_can_be_withdrawn(scorekeeper: Caller, parts: Wiring, game: str) -> None:
    before = found(scorekeeper, game)
    version = scorekeeper.recorded(game, attested())
    scorekeeper.recorded(game, event("Retracted", target=version))
    validated(parts, game)
    assert found(scorekeeper, game) == before


def test_a_breach_that_the_players_confirmed_names_the_event_with_the_confirmation(scorekeeper: Caller, parts: Wiring, game: str) -> None:
    scorekeeper.recorded(game, attested())
    validated(parts, game)
    breach = found(scorekeeper, game)["out-of-turn@4,6"]
    assert breach["sentence"] == "As the table said, seat 3 placed a card although it was seat 2's turn."
    assert (breach["source"], breach["versions"], breach["seats"]) == ("HC-2; stated", [4, 6], [2])
    said = scorekeeper.get(f"/games/{game}/events").json["events"][5]["sentence"]
    assert said == "The table confirms what was found at entry 4"


def test_a_confirmation_that_answers_no_query_is_recorded_and_raises_a_finding(
    scorekeeper: Caller, stranger: Caller, parts: Wiring, game: str
) -> None:
    scorekeeper.recorded(game, attested("revoke@3"))
    validated(parts, game)
    gap = found(scorekeeper, game)["nothing-attested@6"]
    assert gap["sentence"] == "The table confirmed what was found at entry 3, but the record does not ask about it."
    assert [*found(stranger, game)] == [QUERY], "whether something is doubted may depend on sealed cards"


# --- who may answer -----------------------------------------------------------------------------------------------------------------------


def test_only_visitors_who_may_record_get_the_possible_answers_to_a_query(callers: Callers, game: str) -> None:
    here = {"game": GameId(game)}
    may = [callers.holder("direct"), callers.holder("record"), callers.holder("record", **here)]
    may_not = [callers.anonymous(), callers.holder("read"), callers.holder("read", **here, seat=2)]
    assert [bool(answers(caller, game)) for caller in may] == [True] * 3
    assert [bool(answers(caller, game)) for caller in may_not] == [False] * 3
    assert "answers" not in found(may[0], game, "?view=public")[QUERY]
    for caller in may_not:
        assert caller.append(game, attested()).status_code in (401, 403)


def live(parts: Wiring, game: str, viewer: Viewer, *, prompted: bool) -> Listed:
    findings: list[Listed] = orjson.loads(rendered(parts, GameTopic(GameId(game), viewer, prompted)).body)["findings"]
    return {each["id"]: each for each in findings}[QUERY]


def test_the_live_stream_sends_the_possible_answers_to_visitors_who_may_record(scorekeeper: Caller, parts: Wiring, game: str) -> None:
    listed = found(scorekeeper, game)[QUERY]
    assert live(parts, game, SCOREKEEPER, prompted=True) == live(parts, game, DIRECTOR, prompted=True) == listed
    without = {name: value for name, value in listed.items() if name != "answers"}
    assert live(parts, game, PUBLIC, prompted=False) == live(parts, game, SCOREKEEPER, prompted=False) == without


@pytest.mark.parametrize("path", ["/replay", "/replay?as=recorded", "/export", "/export?format=ndjson", "/diff?from=3"])
def test_replays_exports_and_diffs_show_a_query_without_its_possible_answers(director: Caller, game: str, path: str) -> None:
    body = director.get(f"/games/{game}{path}").get_data(as_text=True)
    assert QUERY in body
    assert "IrregularityAttested" not in body


def test_a_query_that_has_been_answered_offers_no_answers(scorekeeper: Caller, parts: Wiring, game: str) -> None:
    """The new events are not validated yet, so the query is still listed."""
    scorekeeper.recorded(game, *answers(scorekeeper, game)["swapped"]["events"])
    assert found(scorekeeper, game)[QUERY]["kind"] == "query"
    assert answers(scorekeeper, game) == {}


# --- sealed cards -------------------------------------------------------------------------------------------------------------------------


def test_viewers_who_may_not_see_a_query_do_not_see_the_breach_that_its_answer_proves(
    callers: Callers, scorekeeper: Caller, parts: Wiring
) -> None:
    game = scorekeeper.opened(visibility="public")
    dealt = event("HandDealt", cards={"2": ["7D"]})
    scorekeeper.recorded(game, opener(2), dealt, placed(2, "lowest", "TS"))
    validated(parts, game)
    [name] = found(scorekeeper, game)
    blind = [callers.anonymous(), callers.holder("read", game=GameId(game), seat=1)]
    owner = callers.holder("read", game=GameId(game), seat=2)
    assert [[*found(caller, game)] for caller in (*blind, owner)] == [[], [], [name]]
    version = scorekeeper.recorded(game, *answers(scorekeeper, game, name)["happened"]["events"])
    validated(parts, game)
    [breach] = found(scorekeeper, game).values()
    assert (breach["kind"], breach["versions"][-1]) == ("contradiction", version), "as the suspicion was"
    assert [[*found(caller, game)] for caller in (*blind, owner)] == [[], [], [breach["id"]]]
    for caller in blind:
        said = caller.get(f"/games/{game}/events").json["events"][version - 1]["sentence"]
        assert said.startswith("The table confirms what was found at entr")


# --- rulings ------------------------------------------------------------------------------------------------------------------------------


def test_a_director_can_rule_on_a_query(director: Caller, stranger: Caller, parts: Wiring, game: str) -> None:
    version = director.recorded(game, ruled())
    validated(parts, game)
    query = found(director, game)[QUERY]
    assert (query["kind"], query["status"], query["ruling"]) == ("query", "ruled", version)
    assert "answers" not in query
    assert "answers" not in live(parts, game, DIRECTOR, prompted=True)
    assert found(stranger, game)[QUERY]["status"] == "ruled"
    [listed] = stranger.get(f"/games/{game}/rulings").json["rulings"]
    assert listed["sentence"].startswith("Ruling on the finding: Seat 3 placed a card although it was seat 2's turn.")
    director.recorded(game, event("Retracted", target=version))
    validated(parts, game)
    assert answers(director, game).keys() >= {"missing", "happened"}


def test_the_points_of_a_finished_round_are_not_settled_until_its_query_is_answered(
    scorekeeper: Caller, stranger: Caller, parts: Wiring
) -> None:
    game = scorekeeper.opened(visibility="public")
    laid = (placed(0, "highest"), placed(2, "highest"), placed(1, "highest"))
    scorekeeper.recorded(game, opener(0), *laid, revealed(s0="KS", s1="3D", s2="2C"))
    validated(parts, game)

    def outcome() -> Listed:
        told: Listed = stranger.get(f"/games/{game}").json["outcome"]
        return told

    assert (outcome()["scores"]["0"], outcome()["open_deals"]) == (1, [1])
    assert stranger.get(f"/games/{game}?at=4").json["outcome"]["open_deals"] == []
    scorekeeper.recorded(game, attested())
    assert (outcome()["scores"]["0"], outcome()["open_deals"]) == (1, [])
