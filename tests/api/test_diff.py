"""A diff shows each viewer what corrections changed. It compares two versions, or the record as typed with the record as corrected."""

from random import Random
from typing import Any

import pytest

from domain.kernel.cards import Seat
from domain.kernel.findings import NOTHING_SEALED, Finding
from domain.views.diffs import followed
from tests.api.callers import Caller, opener, placed, revealed
from tests.api.conftest import Callers
from tests.api.test_closed_history import CLOSED, ROUNDS, named


def retracted(target: int) -> dict[str, Any]:
    return {"type": "Retracted", "data": {"target": target, "reason": "slip"}}


@pytest.fixture
def game(scorekeeper: Caller) -> str:
    """High Card: version 3 records a wrong card for seat 0, the ace of spades. Version 7 withdraws it. Version 8 records the right card."""
    game = scorekeeper.opened(visibility="public")
    scorekeeper.recorded(game, opener(0), placed(0, "lowest", "AS"), placed(1, "highest", "AH"), placed(2, "middle", "KH"))
    scorekeeper.recorded(game, revealed(s0="2C", s1="AH", s2="KH"), retracted(3), {**placed(0, "lowest", "2C"), "after": 2})
    return game


def sentences(told: dict[str, Any]) -> list[str]:
    return [each["sentence"] for each in told["sentences"]]


def versions(changes: list[dict[str, Any]]) -> list[int]:
    return [change["version"] for change in changes]


def test_a_diff_lists_what_changed_between_two_versions(game: str, scorekeeper: Caller) -> None:
    differences = scorekeeper.get(f"/games/{game}/diff?from=6").json

    assert (differences["game"], differences["from"], differences["to"], differences["as"], differences["viewer"]) == (
        game,
        6,
        8,
        "corrected",
        "scorekeeper",
    )
    assert [(event["version"], event["behind"]) for event in differences["added"]] == [(8, 2)]
    assert [(event["version"], event["behind"]) for event in differences["withdrawn"]] == [(3, 2)]
    assert differences["withdrawn"][0]["data"]["card"]["value"] == "AS"
    assert differences["moved"] == []
    assert [finding["rule"] for finding in differences["findings"]["withdrawn"]] == ["not-the-card-placed"]
    assert differences["sentences"][0]["sentence"] == "Entry 3 is withdrawn: seat 1 places the ace of spades and calls lowest."


def test_a_diff_without_a_first_version_starts_at_the_opening(game: str, scorekeeper: Caller) -> None:
    differences = scorekeeper.get(f"/games/{game}/diff").json

    assert (differences["from"], differences["to"]) == (1, 8)
    assert versions(differences["added"]) == [2, 8, 4, 5, 6]
    assert differences["withdrawn"] == []


def test_a_diff_of_the_record_as_typed_lists_no_event_as_withdrawn_or_moved(game: str, scorekeeper: Caller) -> None:
    differences = scorekeeper.get(f"/games/{game}/diff?from=6&as=recorded").json

    assert (versions(differences["added"]), differences["withdrawn"], differences["moved"]) == ([8], [], [])


def test_a_diff_compares_the_record_as_typed_with_the_record_as_corrected(game: str, scorekeeper: Caller) -> None:
    differences = scorekeeper.get(f"/games/{game}/diff?between=recorded,corrected").json

    assert (differences["from"], differences["to"], differences["as"]) == (8, 8, "recorded,corrected")
    assert versions(differences["withdrawn"]) == [3]
    assert [(event["version"], event["stood_behind"], event["behind"]) for event in differences["moved"]] == [(8, 6, 2)]


def test_a_diff_shows_how_a_correction_changes_rounds_scores_and_result(scorekeeper: Caller) -> None:
    game = scorekeeper.opened(options={"target": 1})
    stated = [{"type": "RoundStated", "data": {"round": 1, "points": {seat: 1}}} for seat in "01"]
    scorekeeper.recorded(game, stated[0])
    scorekeeper.recorded(game, retracted(2), stated[1])

    differences = scorekeeper.get(f"/games/{game}/diff?from=2").json

    assert differences["scores"] == {"before": {"0": 1, "1": 0, "2": 0}, "after": {"0": 0, "1": 1, "2": 0}}
    assert differences["rounds"] == [{"round": 1, "before": {"0": 1}, "after": {"1": 1}}]
    assert sentences(differences)[2:] == [
        "Round 1: seat 2 +1. Before: seat 1 +1.",
        "Seat 1 has 0. Before: 1.",
        "Seat 2 has 1. Before: 0.",
        "The game is finished, won by seat 2. Before: finished, won by seat 1.",
    ]


def test_the_line_about_a_finding_names_the_events_that_prove_it(scorekeeper: Caller) -> None:
    """A player places a card out of turn, and the players confirm this. The diff adds to each sentence the events that prove the
    finding."""
    game = scorekeeper.opened()
    scorekeeper.recorded(game, opener(0), placed(2, "lowest", "AS"), placed(0, "middle", "3S"), placed(2, "lowest", "4S"))
    said = ({"type": "IrregularityAttested", "data": {"finding": f"out-of-turn@{version}"}} for version in (3, 5))
    scorekeeper.recorded(game, *said)
    raised = scorekeeper.get(f"/games/{game}/diff").json["findings"]["raised"]
    by_id = {finding["id"]: finding["sentence"] for finding in raised if finding["kind"] != "query"}
    assert "out-of-turn@3,6" in by_id
    shown = sentences(scorekeeper.get(f"/games/{game}/diff").json)
    for name, sentence in by_id.items():
        versions = name.partition("@")[2].split(",")
        entries = f"entry {versions[0]}" if len(versions) == 1 else f"entries {', '.join(versions[:-1])} and {versions[-1]}"
        assert f"Found: {sentence} (Round 1, {entries}.)" in shown


def a_finding(*versions: int, rule: str = "out-of-turn", seat: int = 0) -> Finding:
    return Finding(rule, "breach", "HC-2", versions, "{0} played although it was {1}'s turn.", (Seat(seat),), rests_on=NOTHING_SEALED)


MOVED = [
    # (the withdrawn findings, the raised findings, {index of a raised finding: index of the withdrawn finding that it replaces})
    ([a_finding(17, 21)], [a_finding(20, 21)], {0: 0}),
    ([a_finding(17, 21), a_finding(23, 25)], [a_finding(24, 25)], {0: 1}),
    ([a_finding(17, 21), a_finding(17, 20, 21)], [a_finding(19, 20, 21)], {0: 1}),
    ([a_finding(17, 21)], [a_finding(24, 25)], {}),
    ([a_finding(17, 21)], [a_finding(20, 21, seat=1)], {}),
    ([a_finding(17, 21)], [a_finding(20, 21, rule="revoke")], {}),
    ([a_finding(17, 21)], [a_finding(20, 21), a_finding(19, 21)], {0: 0}),
]


@pytest.mark.parametrize(("withdrawn", "raised", "expected"), MOVED)
def test_a_new_finding_replaces_a_withdrawn_finding_that_has_the_same_words_and_event(
    withdrawn: list[Finding], raised: list[Finding], expected: dict[int, int]
) -> None:
    assert followed(raised, withdrawn) == {raised[place]: withdrawn[former] for place, former in expected.items()}


def searched(raised: list[Finding], withdrawn: list[Finding]) -> dict[Finding, Finding]:
    """Compare all pairs. Map each raised finding to a withdrawn finding with the same words: the one with which it shares the most
    events."""
    left, found = list(withdrawn), {}
    for finding in raised:
        alike = [other for other in left if (other.rule, other.sentence) == (finding.rule, finding.sentence)]
        alike = [other for other in alike if {*other.versions} & {*finding.versions}]
        if alike:
            found[finding] = max(alike, key=lambda other: len({*other.versions} & {*finding.versions}))
            left.remove(found[finding])
    return found


@pytest.mark.parametrize("seed", range(10))
def test_a_new_finding_replaces_the_withdrawn_finding_that_shares_most_events_with_it(seed: int) -> None:
    dice = Random(seed)
    made = [
        Finding(dice.choice("ab"), "breach", "", tuple(sorted(dice.sample(range(1, 9), dice.randint(1, 3)))), f"{number % 2} led")
        for number in range(60)
    ]
    withdrawn, raised = (list(dict.fromkeys(half)) for half in (made[:30], made[30:]))
    assert followed(raised, withdrawn) == searched(raised, withdrawn) != {}


def test_a_diff_hides_the_sealed_cards_of_a_seat_from_the_public_and_from_other_seats(scorekeeper: Caller, callers: Callers) -> None:
    """Seat 0 placed a card face down, and the recorder first wrote down a wrong card. Seat 0 may see both cards."""
    game = scorekeeper.opened(visibility="public")
    scorekeeper.recorded(game, opener(0), placed(0, "lowest", "AS"), {"type": "NoteWritten", "data": {"note": "cheated before"}})
    scorekeeper.recorded(game, retracted(3), {**placed(0, "lowest", "2C"), "after": 2}, retracted(4))
    queries = ("from=1", "from=3", "from=4&to=5", "from=2&to=3", "between=recorded,corrected", "as=recorded")

    for visitor in (callers.anonymous(), callers.holder("read"), callers.holder("read", game=game, seat=1)):
        for query in queries:
            body = visitor.get(f"/games/{game}/diff?{query}").get_data(as_text=True)
            assert [word for word in ('"AS"', '"2C"', "ace of spades", "two of clubs", "cheated") if word in body] == []
    owner = callers.holder("read", game=game, seat=0).get(f"/games/{game}/diff?from=3").json
    assert owner["added"][0]["data"]["card"]["value"] == "2C"


QUERIES = ("from=1", "from=2", "from=4", "from=6", "between=recorded,corrected", "as=recorded")


@pytest.mark.parametrize("query", QUERIES)
def test_a_diff_shows_each_event_with_the_same_contents_as_the_list_of_events(query: str, game: str, callers: Callers) -> None:
    for visitor in (callers.anonymous(), callers.holder("read", game=game, seat=0), callers.holder("record")):
        listed = {event["version"]: event for event in visitor.get(f"/games/{game}/events").json["events"]}
        differences = visitor.get(f"/games/{game}/diff?{query}").json
        for event in (*differences["added"], *differences["withdrawn"], *differences["moved"]):
            place = {"behind": event.pop("behind")} | ({"stood_behind": event.pop("stood_behind")} if "stood_behind" in event else {})
            assert event == listed[event["version"]], place


def test_a_diff_that_would_show_closed_rounds_is_refused(director: Caller, stranger: Caller, callers: Callers) -> None:
    """OU-5: the state and the diff are refused for the same versions (tests/api/test_closed_history.py)."""
    game = director.opened(system="one-up", visibility="public")
    director.recorded(game, *({"type": "CardsFlipped", "data": {"cards": cards}} for cards in ROUNDS))

    for visitor in (stranger, callers.holder("read", game=game, seat=1)):
        for query in ("", "?from=3", "?from=4&as=recorded", "?between=recorded,corrected"):
            refused = visitor.get(f"/games/{game}/diff{query}")
            assert (refused.status_code, refused.json["type"]) == (403, "/problems/history-closed")
            assert named(refused.get_data(as_text=True), CLOSED) == set()
        assert visitor.get(f"/games/{game}/diff?from=4").status_code == 200
    assert director.get(f"/games/{game}/diff").status_code == 200


REFUSED = [
    ("from=9", "from", "is too high"),
    ("to=9", "to", "is too high"),
    ("from=5&to=4", "from", "must not be after"),
    ("from=0", "from", "between 1"),
    ("from=x", "from", "whole number"),
    ("between=corrected,recorded", "between", "recorded,corrected"),
    ("as=typed", "as", "corrected"),
]


@pytest.mark.parametrize(("query", "parameter", "why"), REFUSED)
def test_a_diff_between_versions_that_cannot_be_compared_is_refused_with_the_reason(
    query: str, parameter: str, why: str, game: str, scorekeeper: Caller
) -> None:
    refused = scorekeeper.get(f"/games/{game}/diff?{query}")

    assert (refused.status_code, refused.json["type"]) == (422, "/problems/invalid")
    [error] = refused.json["errors"]
    assert error["parameter"] == parameter
    assert why in error["message"]


def test_an_unchanged_diff_is_not_sent_to_a_client_that_has_it(game: str, scorekeeper: Caller) -> None:
    tag = scorekeeper.get(f"/games/{game}/diff").headers["ETag"]

    assert scorekeeper.get(f"/games/{game}/diff", headers={"If-None-Match": tag}).status_code == 304
    scorekeeper.recorded(game, retracted(6))
    assert scorekeeper.get(f"/games/{game}/diff", headers={"If-None-Match": tag}).status_code == 200
