"""The sentences in the answers of every endpoint have the names of the players. The sentences in an export have seat numbers instead."""

import json
from typing import Any

import pytest

from service.wiring import Wiring
from tests.api.callers import Caller, opener, placed, revealed
from tests.api.test_sealed import validated

SEATS = [{"name": "Anna"}, {"name": "Ben"}, {}]
ASK = "Is an entry missing here, or in the wrong order? Or did it happen so?"
TOO_SOON = f"Seat 3 placed a card although it was Anna's turn. {ASK}"


@pytest.fixture
def game(director: Caller, parts: Wiring) -> str:
    """The third seat, which has no name, plays out of turn."""
    game = director.opened(seats=SEATS, visibility="public")
    director.recorded(game, opener(0), placed(2, "middle", "AS"))
    validated(parts, game)
    return game


def sentences(findings: list[dict[str, Any]]) -> list[str]:
    return [finding["sentence"] for finding in findings]


def test_every_answer_that_shows_a_finding_has_the_sentence_of_the_finding(director: Caller, stranger: Caller, game: str) -> None:
    for caller in (director, stranger):
        assert sentences(caller.get(f"/games/{game}/findings").json["findings"]) == [TOO_SOON]
        assert sentences(caller.get(f"/games/{game}/replay").json["frames"][2]["findings"]) == [TOO_SOON]
    instead = ({"type": "Retracted", "data": {"target": 3}}, placed(1))
    raised = director.append(game, *instead, query_string={"dry_run": "true"}).json["would"]["raised"]
    assert sentences(raised) == [f"Ben placed a card although it was Anna's turn. {ASK}"]


def test_every_answer_that_shows_an_event_has_the_sentence_of_the_event(director: Caller, stranger: Caller, game: str) -> None:
    sentence_shown = "Seat 3 places the ace of spades and calls middle"
    assert director.get(f"/games/{game}/events").json["events"][2]["sentence"] == sentence_shown
    assert director.get(f"/games/{game}/replay").json["frames"][2]["event"]["sentence"] == sentence_shown
    assert director.get(f"/games/{game}/diff?from=2").json["added"][0]["sentence"] == sentence_shown
    closed = "Seat 3 places a card face down and calls middle"
    assert stranger.get(f"/games/{game}/events").json["events"][2]["sentence"] == closed
    would = director.append(game, placed(0, "lowest", "2C"), placed(1), query_string={"dry_run": "true"}).json["would"]
    assert [event["sentence"] for event in would["events"]] == [
        "Anna places the two of clubs and calls lowest",
        "Ben places a card face down and calls middle",
    ]
    director.recorded(game, {"type": "ClaimMade", "data": {"seat": 1, "claim": "mine"}})
    assert director.get(f"/games/{game}").json["life"]["claims"][0]["sentence"] == "Ben claims: “mine”"


def test_a_cached_answer_with_a_persons_name_must_be_revalidated(director: Caller, game: str) -> None:
    """A name can be erased. So even an event that never changes is not cached for long if its sentence has a name."""
    kept = director.get(f"/games/{game}/events?upto=2").headers["Cache-Control"]
    assert kept == "private, no-cache"


def test_findings_name_the_likely_typing_mistakes_in_words(director: Caller, parts: Wiring) -> None:
    game = director.opened(seats=SEATS)
    shown = ({"type": "CardsShown", "data": {"seat": seat, "cards": ["KH"], "purpose": "proof"}} for seat in (1, 2))
    director.recorded(game, opener(0), *shown)
    validated(parts, game)
    (twice,) = director.get(f"/games/{game}/findings").json["findings"]
    assert twice["sentence"] == f"The king of hearts appears twice in this round, with Ben and seat 3. {ASK}"
    assert twice["alternatives"] == ["Mistyped card at 4?", "Mistyped card at 3?"]
    assert twice["seats"] == [1, 2]


def test_the_expected_act_and_the_last_round_are_described_in_words(director: Caller, stranger: Caller, game: str) -> None:
    assert director.get(f"/games/{game}").json["prompts"][0]["text"] == "Anna places a card and calls"
    rest = (placed(0, "lowest", "2C"), placed(1, "highest", "KH"), revealed(s0="2C", s1="KH", s2="AS"))
    sentence_shown = "Round 1: Anna survived alone and scores."
    assert director.append(game, *rest, query_string={"dry_run": "true"}).json["would"]["view"]["last_round"] == sentence_shown
    director.recorded(game, *rest)
    assert stranger.get(f"/games/{game}").json["view"]["last_round"] == sentence_shown
    assert stranger.get(f"/games/{game}/replay").json["frames"][-1]["changed"]["last_round"] == sentence_shown


def test_a_finding_names_the_player_who_had_the_seat_at_that_time(director: Caller, parts: Wiring) -> None:
    game = director.opened(seats=SEATS)
    dan = director.post("/people", {"name": "Dan"}).json["person"]
    director.recorded(game, opener(0), placed(1, "highest", "KH"), placed(2, "middle", "AS"), placed(0, "lowest", "2C"))
    director.recorded(game, revealed(s0="2C", s1="KH", s2="AS"))
    director.recorded(game, {"type": "PlayerLeft", "data": {"seat": 1}}, {"type": "PlayerJoined", "data": {"seat": 1, "person": dan}})
    state = director.get(f"/games/{game}").json
    assert [seat["name"] for seat in state["seats"]] == ["Anna", "Dan", None]

    director.recorded(game, placed(1, "middle"))
    validated(parts, game)
    placed_by = [event["sentence"] for event in director.get(f"/games/{game}/events").json["events"] if event["type"] == "CardPlaced"]
    assert [sentence.partition(" places")[0] for sentence in placed_by] == ["Ben", "Seat 3", "Anna", "Dan"]
    assert sentences(director.get(f"/games/{game}/findings").json["findings"]) == [
        f"Ben placed a card although it was Anna's turn. {ASK}",
        f"Dan placed a card although it was Anna's turn. {ASK}",
    ]


def test_an_export_has_seat_numbers_and_no_names(director: Caller, game: str) -> None:
    file = json.loads(director.get(f"/games/{game}/export").get_data())
    assert "{2} placed a card although it was {0}'s turn." in json.dumps(file)
    assert "Anna" not in json.dumps(file)
